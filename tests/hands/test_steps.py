"""A hand told step by step, down to the last word."""

from dataclasses import replace

import pytest

from tests.hands.random_hands import random_history
from tests.profiles.test_winnings import made, shares
from villain.cards.card import parse_cards
from villain.game.actions import CALL, FOLD, raise_to
from villain.game.rules import Betting
from villain.hands.hand_history import HandHistory
from villain.hands.money import to_amount
from villain.hands.steps import STREETS, HandStep, steps

SIDE_POT = made(
    *("AhQh 9c9d - KhKc", (100, 500, 1000, 900)), FOLD, raise_to(30), CALL, CALL, CALL,
    raise_to(40), raise_to(80), CALL, CALL, CALL, raise_to(390), CALL,
)  # fmt: skip


LEFT = [hole for hole in SIDE_POT.holes if hole]


def told(history: HandHistory) -> list[HandStep]:
    return list(steps(history, history.replay()))


def words(history: HandHistory) -> list[str]:
    return [
        one.words if one.board is None else " ".join([one.street, *map(str, one.board)])
        for one in told(history)
    ]


def find(history: HandHistory, word: str) -> HandStep:
    (step,) = [one for one in told(history) if word in one.words]
    return step


def test_an_all_in_with_a_side_pot() -> None:
    assert words(SIDE_POT) == [
        "Ann posts the small blind of 5",
        "Bob posts the big blind of 10",
        "Before the flop",
        "Cid folds",
        "Dan raises to 30",
        "Ann calls 25",
        "Bob calls 20",
        "Flop 2c 7d 9h",
        "Ann checks",
        "Bob bets 40",
        "Dan raises to 80",
        "Ann calls 70 and is all-in",
        "Bob calls 40",
        "Turn 2c 7d 9h Ts",
        "Bob checks",
        "Dan bets 390",
        "Bob calls 390 and is all-in",
        "River 2c 7d 9h Ts Jc",
        "Ann shows A♥ Q♥",
        "Bob shows 9♣ 9♦",
        "Dan shows K♥ K♣",
        "Bob wins 300",
        "Bob wins 800 from side pot 1",
    ]


def test_pots_and_odds() -> None:
    found = told(SIDE_POT)
    streets = {one.street: one for one in found if one.board is not None}
    assert [one.pot for one in streets.values()] == ["15", "90", "320", "1100"]
    assert [one.pots for one in streets.values()] == [(), (), ("300", "20"), ("300", "800")]
    odds = {one.words: one.odds for one in found if one.odds}
    assert odds == {
        "Cid folds": 10 / 25,
        "Dan raises to 30": 10 / 25,
        "Ann calls 25": 25 / 70,
        "Bob calls 20": 20 / 90,
        "Dan raises to 80": 40 / 170,
        # Of what lies there she can win 200: the last ten of Dan's eighty are not for her.
        "Ann calls 70 and is all-in": 70 / 270,
        "Bob calls 40": 40 / 320,
        "Bob calls 390 and is all-in": 390 / 1100,
    }


def test_equities_when_cards_come_and_when_somebody_folds() -> None:
    found = told(SIDE_POT)
    streets = {one.street: one for one in found if one.board is not None}
    assert streets["Before the flop"].equities == {}  # nobody knows what Cid has
    after = find(SIDE_POT, "Cid folds").equities
    assert list(after) == ["Ann", "Bob", "Dan"]
    assert sum(after.values()) == pytest.approx(1)
    for street, cards in (("Flop", 3), ("Turn", 4), ("River", 5)):
        right = shares(LEFT, SIDE_POT.board[:cards])
        assert list(streets[street].equities.values()) == pytest.approx(right)
    assert streets["River"].equities == {"Ann": 0, "Bob": 1, "Dan": 0}
    # A card that somebody has folded does not come.
    known = replace(SIDE_POT, holes=(*LEFT[:2], parse_cards("AsQs"), LEFT[2]))
    share = {one.street: one.equities for one in told(known) if one.board is not None}["Flop"]
    assert list(share.values()) == pytest.approx(shares(LEFT, SIDE_POT.board[:3], dead="AsQs"))


def test_a_bet_that_nobody_calls_goes_back() -> None:
    history = made("AhQh -", (500, 500), raise_to(30), raise_to(100), FOLD, board="")
    assert words(history)[-3:] == ["Bob folds", "Ann gets 70 back", "Ann wins 60"]
    assert [one.pot for one in told(history)[-3:]] == ["130", "60", "60"]
    assert find(history, "Bob folds").odds == 70 / 200


def test_rake_is_told() -> None:
    line = ("AhKh 8c8d", (500, 500), raise_to(500), CALL)
    assert words(made(*line))[-1] == "Bob wins 1000"
    assert words(made(*line, collected=(0, 950)))[-1] == "the house takes 50 of it"


def test_a_short_stack_cannot_owe_more_than_it_has() -> None:
    history = made("AhKh 8c8d", (20, 500), raise_to(100), CALL)
    # Ann has 10 behind her blind: she calls 10 for the 30 that she could win with it.
    assert find(history, "Ann calls").odds == 10 / 40
    assert find(history, "Ann calls").words == "Ann calls 10 and is all-in"


def test_amounts_are_those_of_the_currency() -> None:
    cents = replace(SIDE_POT, origin=replace(SIDE_POT.origin, decimals=2))
    assert words(cents)[4:7] == ["Dan raises to 0.30", "Ann calls 0.25", "Bob calls 0.20"]
    assert words(cents)[-2] == "Bob wins 3"


@pytest.mark.parametrize("betting", Betting)
def test_hands_of_every_kind(betting: Betting) -> None:
    for seed in range(25):
        history = random_history(seed, betting)
        hand = history.replay()
        found = list(steps(history, hand))
        decimals = history.origin.decimals
        assert found[-1].pot == to_amount(sum(hand.committed), decimals, short=True)
        board = [one.board for one in found if one.board is not None]
        assert [len(one) for one in board] == [0, 3, 4, 5][: len(board)]
        assert board[-1] == hand.board
        assert all(one.street in STREETS for one in found)
        assert all(one.odds is None or 0 < one.odds < 1 for one in found)
        acted = [one for one in found if any(f" {verb}" in one.words for verb in VERBS)]
        assert len(acted) == len(history.actions)
        for one in found:
            assert not one.equities or sum(one.equities.values()) == pytest.approx(1)


VERBS = ("folds", "checks", "calls", "bets", "raises to")


def test_antes_straddles_and_dead_chips_have_their_words() -> None:
    rules = replace(
        SIDE_POT.rules, ante=1, blinds=(5, 10, 0, 20), dead=(0, 0, 5, 0), first=(0, 0, 0, 0)
    )
    strange = replace(
        SIDE_POT, rules=rules, actions=(FOLD, FOLD, FOLD), board=(), shown=frozenset()
    )
    assert words(strange)[:8] == [
        *(f"{name} posts the ante of 1" for name in ("Ann", "Bob", "Cid", "Dan")),
        "Cid posts dead chips of 5",
        "Ann posts the small blind of 5",
        "Bob posts the big blind of 10",
        "Dan posts a blind of 20",
    ]
