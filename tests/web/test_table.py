"""A table from hand to hand, and what its person may see."""

import pickle
import re

import numpy as np
import pytest

from villain.agents.cast import line_up, names_at
from villain.errors import VillainError
from villain.game.actions import CALL, FOLD, Action, raise_to
from villain.game.deal import Deal
from villain.game.hand import Hand
from villain.game.observation import Observation, without_hole
from villain.models.following import FollowingModel
from villain.models.registry import make_model
from villain.web.beliefs import of_them, of_you
from villain.web.messages import Settings
from villain.web.session import session_of
from villain.web.table import PageTable
from villain.web.views import happened, view_of

CARD = re.compile(r"(?<![A-Za-z])[2-9TJQKA][cdhs♣♦♥♠](?![a-z])")
SIX = ["loki:som", "loki:bpl", "loki:gom", "call", "random"]


def person(table: PageTable, rng: np.random.Generator) -> Action:
    legal = table.hand.legal
    assert legal is not None
    if legal.can_raise and rng.random() < 0.2:
        return raise_to(legal.least)
    return FOLD if legal.fold and rng.random() < 0.3 else CALL


def play_hand(table: PageTable, rng: np.random.Generator) -> None:
    while not table.hand.over:
        table.act(person(table, rng) if table.turn == table.you else table.choose())


def allowed_cards(table: PageTable) -> set[str]:
    assert table.you is not None
    seen = table.hand.observation(table.seat_of(table.you))
    cards = {*seen.hole, *seen.board}
    if table.hand.over:
        history = table.seen_history()
        cards |= {card for seat in history.shown for card in history.holes[seat]}
    return {str(card) for card in cards} | {card.symbol for card in cards}


@pytest.mark.parametrize("hands", [12, pytest.param(1_000, marks=pytest.mark.slow)])
def test_no_card_is_sent_before_its_time(hands: int) -> None:
    rng, reader = np.random.default_rng(1), make_model("specific")
    table = PageTable(Settings(opponents=SIX, seed=1))
    for _ in range(hands):
        told = 0
        while True:
            sent = [view_of(table).model_dump_json()]
            sent += [one.model_dump_json() for one in happened(table, told)]
            told = len(table.hand.events)
            sent.append(of_you(table, 1 + table.number % 5).model_dump_json())
            sent.append(of_them(table, 1 + table.number % 5, reader).model_dump_json())
            sent.append(session_of(table).model_dump_json(exclude={"last"}))
            found = set(CARD.findall("\n".join(sent)))
            assert found <= allowed_cards(table)
            if table.hand.over:
                break
            table.act(person(table, rng) if table.turn == table.you else table.choose())
        table.deal()


def test_what_is_sent_does_not_depend_on_what_is_hidden() -> None:
    """The same hand with other hidden cards gives the same bytes, numbers of the read included."""
    rng = np.random.default_rng(3)
    tight = ["loki:som", "loki:bpt", "loki:gom", "loki:rock", "fold"]
    whole = 0
    for opponents in (SIX, tight):
        table = PageTable(Settings(opponents=opponents, seed=7))
        for _ in range(6):
            you, hand = table.seat_of(0), table.hand
            own = hand.observation(you).hole
            before: PageTable = pickle.loads(pickle.dumps(table))
            deals = [hand._deal, _other_deal(hand, you, own, rng)]
            actions: list[Action] = []
            while not hand.over:
                action = person(table, rng) if table.turn == 0 else table.choose()
                actions.append(action)
                table.act(action)
            if hand.folded.count(False) > 1:  # the last action is followed by what is shown
                actions.pop()
            else:
                whole += 1
            told = [_told(before, deal, actions) for deal in deals]
            assert told[0] == told[1]
            table.deal()
    assert whole >= 3


def _other_deal(hand: Hand, you: int, own: tuple[int, ...], rng: np.random.Generator) -> Deal:
    """The same own cards and board, with the rest of the deck dealt anew."""
    board = hand._deal.board
    rest = [card for card in hand.rules.deck if card not in {*own, *board}]
    order = [rest[place] for place in rng.permutation(len(rest))]
    holes = [tuple(order[2 * seat : 2 * seat + 2]) for seat in range(hand.rules.players)]
    holes[you] = own
    return Deal(tuple(holes), board)


def _told(table: PageTable, deal: Deal, actions: list[Action]) -> list[str]:
    copy: PageTable = pickle.loads(pickle.dumps(table))
    copy.hand = Hand(table.hand.rules, deal, table.hand.names)
    copy.closing = []
    sent = []
    reader = make_model("generic")
    for action in actions:
        copy.act(action)
        sent.append(view_of(copy).model_dump_json())
        sent += [one.model_dump_json() for one in happened(copy, 0)]
        sent.append(of_you(copy, 1).model_dump_json())
        sent.append(of_them(copy, 2, reader).model_dump_json())
    return [*sent, session_of(copy).model_dump_json()]


def test_a_table_goes_on_as_it_was() -> None:
    rng = np.random.default_rng(2)
    table = PageTable(Settings(opponents=SIX, seed=2))
    for _ in range(3):
        play_hand(table, rng)
        table.deal()
    while table.turn != table.you and not table.hand.over:
        table.act(table.choose())
    again: PageTable = pickle.loads(pickle.dumps(table))
    for one in (table, again):
        play_hand(one, np.random.default_rng(5))
        one.deal()
        play_hand(one, np.random.default_rng(6))
    assert view_of(table) == view_of(again)
    assert [hand.net for hand in table.session] == [hand.net for hand in again.session]


def test_chips_are_conserved_and_short_players_buy_in() -> None:
    rng = np.random.default_rng(4)
    table = PageTable(Settings(opponents=["random", "raise"], buy_in=30, seed=4))
    for _ in range(40):
        before = sum(table.hand.rules.stacks)
        play_hand(table, rng)
        assert sum(table.hand.stacks) == before
        table.deal()
        assert min(table.hand.rules.stacks) >= 20 * table.settings.big_blind


def test_every_chair_gets_the_button_and_views_agree() -> None:
    rng = np.random.default_rng(5)
    table = PageTable(Settings(opponents=["call", "call", "call"], seed=1))
    buttons = set()
    for _ in range(4):
        view = view_of(table)
        (button,) = [seat.chair for seat in view.seats if seat.button]
        assert button == table.button
        assert view.seats[button].position == "BTN"
        buttons.add(button)
        play_hand(table, rng)
        assert view_of(table).over
        table.deal()
    assert buttons == {0, 1, 2, 3}


def test_an_agent_that_fails_does_not_stop_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    table = PageTable(Settings(opponents=["call"], seed=1))
    monkeypatch.setattr(type(table.agents[1]), "act", lambda *_: 1 / 0)
    while table.turn != 1:
        table.act(CALL)
    table.act(table.choose())
    assert "ZeroDivisionError" in table.troubles[0]


def test_an_agent_that_fails_does_not_give_its_cards_away(monkeypatch: pytest.MonkeyPatch) -> None:
    def complain(_: object, seen: Observation) -> Action:
        raise ValueError(f"I cannot play {' '.join(map(str, seen.hole))}")

    table = PageTable(Settings(opponents=["call"], seed=1))
    monkeypatch.setattr(type(table.agents[1]), "act", complain)
    while table.turn != 1:
        table.act(CALL)
    table.choose()
    assert table.troubles == ["Ada failed (ValueError)"]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"opponents": ["nobody"]}, "no agent is called 'nobody'"),
        ({"opponents": ["baker:la"]}, "does not play"),
        ({"opponents": ["evil.py:Evil"]}, "files of your own"),
        ({"opponents": ["call"], "watch": True}, "a table has 2 to 10"),
    ],
)
def test_wrong_settings(settings: dict[str, object], message: str) -> None:
    with pytest.raises(VillainError, match=message):
        PageTable(Settings.model_validate(settings))


def test_who_watches_sees_all_cards() -> None:
    table = PageTable(Settings(opponents=["call", "raise"], watch=True, seed=3))
    assert all(all(seat.cards) for seat in view_of(table).seats)


def test_the_read_says_why() -> None:
    rng = np.random.default_rng(8)
    table = PageTable(Settings(opponents=["loki:som", "call"], seed=8))
    for _ in range(30):
        play_hand(table, rng)
        read = of_you(table, 1)
        if read.lead is None:
            assert read.words
            assert not read.grid
        else:
            assert "seen" in read.reason
            assert abs(sum(style.chance for style in read.styles) - 1) < 1e-6
            assert len(read.grid) == 169
            other = of_you(table, 2).lead
            assert other is not None
            assert "reads nobody" in other.words
        table.deal()


@pytest.mark.parametrize("model", ["crowd", "tendencies"])
def test_the_read_says_who_always_does_the_same_thing(model: str) -> None:
    rng = np.random.default_rng(8)
    table = PageTable(Settings(opponents=["call"], seed=8))
    same = "Ada seems to always do the same thing, whatever the cards"
    assert same not in of_them(table, 1, table.reader(model)).reason
    for _ in range(25):
        play_hand(table, rng)
        table.deal()
    found = of_them(table, 1, table.reader(model)).reason
    assert re.search(rf"\. {same} \((9\d|100) %\)\.$", found)
    assert same not in of_them(table, 1, table.reader("specific")).reason


def test_after_a_hand_nothing_is_expected_next() -> None:
    table = PageTable(Settings(opponents=["expert:trials=9"], seed=2))
    while table.turn != table.you:
        table.act(table.choose())
    assert of_you(table, 1).next is not None
    while not table.hand.over:
        table.act(CALL if table.turn == table.you else table.choose())
    read = of_you(table, 1)
    assert read.next is None
    assert read.grid


def test_all_heads_see_what_happened_while_somebody_thinks() -> None:
    """A look into one has then little left to take in, and nobody waits for it."""
    table = PageTable(Settings(opponents=["loki:som", "loki:som", "loki:bpl"], seed=2))
    while table.turn == table.you or table.seq < 4:
        table.act(CALL if table.turn == table.you else table.choose())
    table.choose()
    for chair in (1, 2, 3):
        head = table.heads.of(chair)
        assert isinstance(head, FollowingModel)
        seen = without_hole(table.hand.observation(table.seat_of(chair)))
        assert head.at(seen) is head


def test_names_are_made_different_and_plain() -> None:
    table = PageTable(Settings(opponents=["call", "call"], name="call#2"))
    assert len(set(table.labels)) == 3
    with pytest.raises(VillainError, match="no line breaks"):
        PageTable(Settings(opponents=["call"], name="a\nb"))


def test_a_small_buy_in_takes_nothing_away() -> None:
    table = PageTable(Settings(opponents=["call"], buy_in=10, seed=1))
    rng = np.random.default_rng(1)
    for _ in range(20):
        play_hand(table, rng)
        left = list(table.stacks)
        table.deal()
        after = [table.hand.rules.stacks[table.seat_of(chair)] for chair in range(2)]
        assert all(now == before for now, before in zip(after, left, strict=True) if before >= 20)


def test_the_odds_of_a_short_stack_leave_out_what_it_cannot_win() -> None:
    table = PageTable(Settings(opponents=["raise:pot=10"], seed=1))
    table.hand = Hand(
        table.rules.with_stacks(*((40, 400) if table.seat_of(0) == 0 else (400, 40))),
        table.hand._deal,
        table.hand.names,
    )
    while table.turn != 0 or table.hand.legal is None or table.hand.legal.call < 30:
        legal = table.hand.legal
        assert legal is not None
        table.act(raise_to(legal.most) if table.turn == 1 and legal.can_raise else CALL)
    read = of_them(table, 1, make_model("generic"))
    assert read.odds is not None
    assert 0.45 < read.odds < 0.5


def test_a_reader_that_comes_late_has_seen_the_hands_before() -> None:
    rng = np.random.default_rng(3)
    early, late = (PageTable(Settings(opponents=["call", "raise"], seed=5)) for _ in range(2))
    early.reader("specific")
    for table in (early, late):
        rng = np.random.default_rng(3)
        for _ in range(10):
            play_hand(table, rng)
            table.deal()
    for name in ("Ada", "Boris"):
        seen = [table.reader("specific").counts.of(name) for table in (early, late)]  # type: ignore[attr-defined]
        assert (seen[0] == seen[1]).all()


def test_the_usual_opponents_have_their_names_in_chairs_that_the_seed_draws() -> None:
    usual = line_up(5)
    tables = [PageTable(Settings(opponents=usual, shuffled=True, seed=seed)) for seed in range(4)]
    assert len({table.names for table in tables}) > 1
    for table in tables:
        cast = dict(zip(table.kinds, table.names, strict=True))
        assert cast == {"you": "you"} | dict(zip(usual, names_at(usual), strict=True))
        assert table.ways[0] == ""
        assert all(table.ways[1:])
    again = PageTable(Settings(opponents=usual, shuffled=True, seed=0))
    assert again.names == tables[0].names
    fixed = PageTable(Settings(opponents=usual, seed=0))
    assert fixed.kinds == ("you", *usual)
