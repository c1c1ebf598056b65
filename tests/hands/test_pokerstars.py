"""PokerStars' text: hands of our own, hands from the engine written and read, and broken ones."""

import random
import tarfile
import warnings
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from os import environ
from pathlib import Path

import numpy as np
import pytest

from villain.cards import Card, parse_cards
from villain.errors import VillainError
from villain.game import CALL, FOLD, Action, Hand, Rules, no_limit_holdem, raise_to, shuffle
from villain.game.rules import Betting
from villain.hands.formats.format import RefusedError, read_hand
from villain.hands.formats.pokerstars.reader import FORMAT
from villain.hands.hand_history import HandHistory, Origin, winnings

HANDS = Path(__file__).parent / "files"
SAMPLES = Path(environ.get("VILLAIN_DATA", "../shared/data")) / "handhistories"

ODD_NAMES = (
    "a", "b: folds", "posts", "x y", "[z]", "/\\n", "ü", "é (5 in chips)", "Seat 3",
    "collected $5 from pot", "mucked [As Kd]", 'q said, "', "*** FLOP ***",
)  # fmt: skip


def texts(name: str = "pokerstars") -> list[str]:
    return [block.text for block in FORMAT.split((HANDS / f"{name}.txt").read_text(), 1)]


def text_of(number: int) -> str:
    (text,) = [text for text in texts() if f" #{number}:" in text]
    return text


def read(text: str) -> HandHistory:
    """A hand, with what was collected even where the rules have it so."""
    return replace(read_hand(FORMAT, text)[0], collected=FORMAT.read(text, "").collected)


def written(history: HandHistory) -> str:
    assert FORMAT.write is not None
    return FORMAT.write(history, history.replay())


def reason(text: str) -> str:
    with pytest.raises(RefusedError) as refused:
        read_hand(FORMAT, text)
    return refused.value.reason


# Hands of our own, field by field


def test_a_hand_with_a_hero_a_mucked_hand_and_rake() -> None:
    history = read(text_of(1001))
    assert history.names == ("carl", "emil", "anna", "berta")
    assert history.rules == Rules(
        "nolimit", 4, (50, 100, 0, 0), (12015, 10100, 10000, 8240), (2, 0, 0, 0)
    )
    check = call = CALL
    assert history.actions == (
        *(raise_to(300), FOLD, call, call),
        *(check, check, raise_to(650), FOLD, call),
        *(check, check),
        *(raise_to(1200), call),
    )
    assert history.holes == ((), parse_cards("Ah Kd"), parse_cards("As Qd"), ())
    assert history.board == parse_cards("Ac 7d 2s 9h 3c")
    assert history.shown == {1}
    assert history.collected == (0, 4400, 0, 0)
    assert history.origin == Origin(
        site="PokerStars",
        number="1001",
        time=datetime(2014, 1, 6, 9, 30, 13),
        zone="ET",
        table="Isolde's Fen II",
        seats=(4, 6, 1, 2),
        chairs=6,
        currency="USD",
        decimals=2,
        hero=1,
    )
    hand = history.replay()
    assert history.rake(hand) == 200
    assert history.net(hand) == (-300, 2250, -2150, 0)


def test_three_pots_have_three_winners() -> None:
    history = read(text_of(1002))
    assert history.collected == (760, 860, 960, 0)
    assert winnings(history.replay()) == (800, 900, 1000, 0)
    assert history.origin.currency == "EUR"


def test_odd_chips_of_a_split_pot_go_left_of_the_button() -> None:
    assert read(text_of(1003)).collected == (251, 251, 0)
    history = read(text_of(1004))
    assert history.collected == winnings(history.replay()) == (0, 90, 89, 0)


def test_a_walk_of_an_old_hand() -> None:
    history = read(text_of(1005))
    assert history.actions == (FOLD, FOLD)
    assert history.collected == (0, 4, 0)
    assert history.origin.time == datetime(2008, 9, 7, 6, 7, 8)
    assert (history.origin.zone, history.origin.chairs) == ("ET", 0)
    assert (history.origin.currency, history.origin.decimals) == ("USD", 2)


def test_a_walk_to_a_lone_blind_has_no_pot_and_is_read_back() -> None:
    rules = replace(no_limit_holdem(3), blinds=(2, 0, 0), first=(1, 0, 0, 0))
    history = HandHistory(rules, ("Ann", "Bob", "Cleo"), (FOLD, FOLD), ((), (), ()))
    assert winnings(history.replay()) == (0, 0, 0)
    text = written(history)
    assert " from pot" not in text
    assert read_hand(FORMAT, text)[1].events == history.replay().events


def test_a_call_of_other_chips_is_refused() -> None:
    text = text_of(1006)
    calls = next(line for line in text.split("\n") if ": calls " in line)
    amount = calls.split()[-1]
    assert reason(text.replace(calls, calls.replace(amount, f"{amount}7"))) == "wrong chips"


def test_a_short_blind_keeps_the_whole_blind_in_the_rules() -> None:
    history = read(text_of(1006))
    assert history.rules.blinds == (100, 200, 0, 0)
    assert history.rules.stacks[1] == 70
    assert history.collected == (0, 200, 0, 260)


def test_a_straddle_is_a_blind_and_the_smallest_bet_stays_the_big_blind() -> None:
    history = read(text_of(1007))
    assert history.rules.blinds == (100, 200, 400, 0)
    assert history.rules.first == (3, 0, 0, 0)
    assert history.rules.bets == (400, 200, 200, 200)
    assert history.shown == {1}


def test_a_late_blind_is_live_and_a_shown_fold_is_shown() -> None:
    history = read(text_of(1008))
    assert history.rules.blinds == (100, 200, 200, 0)
    assert history.rules.first == (2, 0, 0, 0)
    assert history.actions[0] == CALL
    assert history.shown == {2}
    assert history.holes == ((), (), parse_cards("QhQc"), ())  # and not the winner's one card


def test_heads_up_limit_has_the_bets_of_the_header() -> None:
    history = read(text_of(1009))
    assert history.names == ("anna", "berta")
    assert history.rules.blinds == (200, 100)
    assert history.rules.bets == (200, 200, 400, 400)
    assert history.rules.most_raises == (None,) * 4
    assert history.holes[1] == ()


def test_a_tournament_with_antes() -> None:
    history = read(text_of(1010))
    assert history.names == ("carl", "dora", "emil", "anna", "berta")  # fritz has just moved here
    assert (history.rules.ante, history.rules.dead) == (25, ())
    # dora is all-in with her ante, and the big blind that she cannot pay is still to be called.
    assert history.rules.blinds == (100, 200, 0, 0, 0)
    assert history.origin.tournament == "2345678"
    assert (history.origin.currency, history.origin.decimals) == ("", 0)
    assert history.collected == (0, 0, 0, 913, 0)


def test_an_empty_button_no_small_blind_a_free_fold_and_odd_names() -> None:
    history = read(text_of(1011))
    assert history.names == ("/x [y] (5 in chips)", "Ünal $$", "posts", "a: folds")
    assert history.rules.betting is Betting.POT_LIMIT
    assert history.rules.blinds == (10, 0, 0, 0)
    assert history.rules.free_folds
    assert history.holes[2] == ()  # he showed one card


def test_dead_blinds_are_read() -> None:
    first, second = [FORMAT.read(text, "") for text in texts("pokerstars_dead_blinds")]
    assert first.rules.blinds == (100, 200, 200, 0, 0)
    assert first.rules.dead == (0, 0, 100, 100, 0)
    assert second.rules.dead == (0, 0, 100, 0)


@pytest.mark.parametrize("place", [0, 1])
def test_dead_blinds_stay_in_the_pot(place: int) -> None:
    history = FORMAT.read(texts("pokerstars_dead_blinds")[place], "")
    assert history.rake(history.replay()) == (35, 0)[place]


def test_what_is_refused_and_why() -> None:
    assert [reason(text) for text in texts("pokerstars_refused")] == [
        "not a hand",
        "other game",
        "cap game",
        "run it twice",
        "cancelled",
        "cashed out",
        "other game",
        "unknown player",
        "wrong chips",
        "pot does not add up",
        "unknown post",
        "incomplete",
    ]


# Cutting a file


def test_files_are_cut_at_headers_and_nothing_is_lost() -> None:
    text = (HANDS / "pokerstars_refused.txt").read_text()
    blocks = list(FORMAT.split(text, 1))
    assert "".join(block.text for block in blocks) == text
    lines = text.split("\n")
    assert all(block.text.startswith(lines[block.line - 1]) for block in blocks)
    assert next(FORMAT.split(text, 100)).line == 100


@pytest.mark.parametrize("line_break", ["\r\n", "\r", "\n\n", "\r\n\r\n"])
def test_any_line_breaks_and_byte_order_marks(line_break: str) -> None:
    whole = "".join(texts())
    blocks = list(FORMAT.split("\ufeff" + whole.replace("\n", line_break), 1))
    assert [read(block.text) for block in blocks] == [read(text) for text in texts()]
    marked = [block.text for block in FORMAT.split("\ufeff" + "\n\ufeff".join(texts()), 1)]
    assert [read(text) for text in marked] == [read(text) for text in texts()]


def test_recognise() -> None:
    assert FORMAT.recognise("\ufeff" + text_of(1002))
    assert not FORMAT.recognise('anna said, "PokerStars Hand #5: "\n')
    assert not FORMAT.recognise("variant = 'NT'\n")


# Hands from the engine, written and read


def played(rules: Rules, rng: random.Random) -> tuple[Hand, tuple[Action, ...]]:
    hand = Hand(rules, shuffle(rules, np.random.default_rng(rng.randrange(2**32))))
    actions = []
    while hand.legal is not None:
        legal, chance = hand.legal, rng.random()
        if legal.can_raise and chance < 0.3:
            between = rng.randint(legal.least, legal.most)
            actions.append(raise_to(rng.choice([legal.least, legal.most, between])))
        else:
            actions.append(FOLD if legal.fold and chance < 0.45 else CALL)
        hand.act(actions[-1])
    return hand, tuple(actions)


def random_rules(rng: random.Random) -> Rules:
    players, betting = rng.randint(2, 10), rng.choice(list(Betting))
    big = rng.choice([2, 10, 50, 100])
    blinds: tuple[int, ...] = (big // 2, big, *(0,) * (players - 2))
    first, bets = 2 % players, tuple[int, ...]()
    if players == 2:
        blinds, first = (big, big // 2), 1
    elif players > 3 and betting is not Betting.LIMIT and rng.random() < 0.2:
        blinds = (big // 2, big, 2 * big, *(0,) * (players - 3))
        first, bets = 3 % players, (2 * big, big, big, big)
    if betting is Betting.LIMIT:
        bets = (big, big, 2 * big, 2 * big)
    ante = rng.choice([0, 0, big // 5, big])
    most = rng.choice([3, 20, 200]) * big
    # Somebody pays the whole ante, or nobody could tell how much it was; so does the straddler.
    stacks = tuple(rng.randint(1 + ante * (seat == 2 % players), most) for seat in range(players))
    return Rules(betting.value, players, blinds, stacks, (first, 0, 0, 0), betting, bets, ante=ante)


def random_history(seed: int) -> HandHistory:
    rng = random.Random(seed)
    rules = random_rules(rng)
    players = rules.players
    hand, actions = played(rules, rng)
    due, hero = winnings(hand), rng.choice([None, rng.randrange(players)])
    showdown = hand.folded.count(False) > 1
    shown: set[int] = set()
    holes: list[tuple[Card, ...]] = [()] * players
    for seat, out in enumerate(hand.folded):
        stayed = showdown and not out
        if rng.random() < (0.1 if not stayed else 1 if due[seat] else 0.5):
            shown.add(seat)
        if seat in shown or seat == hero or (stayed and rng.random() < 0.5):
            holes[seat] = hand.observation(seat).hole
    chairs = sorted(rng.sample(range(1, 11), players))
    cut, decimals = rng.randrange(players), rng.choice([0, 2])
    origin = Origin(
        site="PokerStars",
        number=str(rng.randrange(10**12)),
        time=datetime(2014, 1, 6, rng.randrange(24), 3, 4) if rng.random() < 0.9 else None,
        table=rng.choice(["Isolde's Fen II", ""]),
        seats=tuple(chairs[cut:] + chairs[:cut]),
        chairs=rng.choice([10, 0]),
        currency=rng.choice(["USD", "EUR", "GBP", "INR", ""]) if decimals else "",
        decimals=decimals,
        tournament="" if decimals else rng.choice(["", "123456"]),
        hero=hero,
    )
    if origin.time is not None:
        origin = replace(origin, zone=rng.choice(["ET", "CET", ""]))
    return HandHistory(
        rules,
        tuple(rng.sample(ODD_NAMES, players)),
        actions,
        tuple(holes),
        hand.board,
        frozenset(shown),
        tuple(chips - rng.choice([0, chips // 20]) for chips in due),
        origin,
    )


def test_hands_from_the_engine_are_read_back_as_they_were() -> None:
    for seed in range(400):
        history = random_history(seed)
        assert read(written(history)) == history, f"seed {seed}"


def test_our_own_hands_are_read_back_as_they_were() -> None:
    for text in texts():
        history = read(text)
        assert read(written(history)) == history


def test_a_written_hand() -> None:
    history = read(text_of(1006))
    lines = [line.rstrip() for line in text_of(1006).strip().split("\n")]
    mine = written(history).strip().split("\n")
    words = ("shows", "showed", "collected")  # in another order, and with our words for hands
    assert [line for line in mine if not any(word in line for word in words)] == [
        line for line in lines if not any(word in line for word in words)
    ]


@pytest.mark.parametrize(
    "name", ["two\nlines", "two\rlines", "PokerStars Hand #5", "x" * 300], ids=repr
)
def test_names_that_would_be_misread_are_not_written(name: str) -> None:
    history = read(text_of(1006))
    with pytest.raises(RefusedError, match="cannot be written"):
        written(replace(history, names=(name, *history.names[1:])))


def test_games_that_pokerstars_does_not_have_are_not_written() -> None:
    history = read(text_of(1006))
    for rules in (
        replace(history.rules, blinds=(0, 0, 0, 0), ante=5),
        replace(history.rules, blinds=(10, 20, 30, 0)),
        replace(history.rules, first=(2, 1, 1, 1)),
    ):
        with pytest.raises(RefusedError, match="cannot be written"):
            FORMAT.write and FORMAT.write(replace(history, rules=rules), history.replay())


# Broken hands


def test_a_hand_without_one_of_its_lines_is_refused_or_the_same_hand() -> None:
    for text in texts():
        whole, lines = read(text), text.split("\n")
        for at, line in enumerate(lines):
            rest = "\n".join(lines[:at] + lines[at + 1 :])
            try:
                history, hand = read_hand(FORMAT, rest)
            except RefusedError:
                continue
            # All that can get lost unseen are cards, and what the header would say.
            assert history.actions == whole.actions, line
            assert history.rules == whole.rules, line
            assert history.net(hand) == whole.net(whole.replay()), line


def test_nonsense_is_refused_with_a_reason() -> None:
    rng = random.Random(5)
    signs = "\n\r[]():*$# 019.-AhKd\u2028\u0663é,'"
    refused: Counter[str] = Counter()
    for _ in range(3000):
        text = list(rng.choice(texts()))
        for _ in range(rng.randint(1, 6)):
            at = rng.randrange(len(text))
            text[at : at + rng.choice([0, 1, 1, 40])] = rng.choice(["", *signs])
        try:
            FORMAT.read("".join(text), "").replay()
        except VillainError as error:
            refused[type(error).__name__] += 1
    assert refused.total() > 1000


@pytest.mark.parametrize(
    "line",
    [
        "Seat 1: " + " (" * 60_000,
        "x: " * 60_000,
        "PokerStars " * 20_000,
        "Seat 1: anna (" + "9" * 100_000 + " in chips)",
        "anna: calls $" + "9" * 100_000,
        "Table '" + "'" * 100_000,
    ],
    ids=lambda line: line[:12],
)
def test_long_lines_take_no_time(line: str) -> None:
    first, rest = text_of(1006).split("\n", 1)
    for text in (line, f"{first}\n{line}\n{rest}", f"{first}\n{rest}\n{line}", f"{line}\n{rest}"):
        for block in FORMAT.split(text, 1):
            with suppress(VillainError):
                FORMAT.read(block.text, "")


# Another parser, and other people's hands


def test_pokerkit_reads_the_same_actions() -> None:
    notation = pytest.importorskip("pokerkit.notation")
    for number in (1001, 1002, 1003, 1004, 1005, 1006):
        history = read(text_of(number))
        units = 10**history.origin.decimals
        text = written(history)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # fields that it does not know
            (theirs,) = notation.PokerStarsParser()(
                text, parse_value=lambda chips, units=units: round(float(chips) * units)
            )
        assert tuple(theirs.players) == history.names
        assert tuple(theirs.starting_stacks) == history.rules.stacks
        acted = [line for line in theirs.actions if line[0] == "p" and " sm" not in line]
        assert [_action(line) for line in acted] == list(history.actions)


def _action(text: str) -> Action:
    _, kind, *chips = text.split()
    return {"f": FOLD, "cc": CALL}[kind] if kind != "cbr" else raise_to(int(chips[0]))


@pytest.mark.data
@pytest.mark.skipif(not SAMPLES.exists(), reason=f"no data at {SAMPLES}; set VILLAIN_DATA")
def test_every_sample_is_read_or_refused_for_a_known_reason() -> None:
    results: Counter[str] = Counter()
    with tarfile.open(SAMPLES / "hhsmithy_samples_MIT.tar.xz") as archive:
        for member in archive.getmembers():
            if "/PokerStars/" in member.name and member.name.endswith(".txt"):
                file = archive.extractfile(member)
                assert file is not None
                for block in FORMAT.split(file.read().decode(), 1):
                    try:
                        read_hand(FORMAT, block.text)
                        results["read"] += 1
                    except RefusedError as error:
                        results[error.reason] += 1
    assert results == {
        "read": 107,
        "other game": 17,
        "cap game": 5,
        "not a hand": 6,
        "incomplete": 1,  # one that breaks off
        "unknown player": 1,  # names that were changed in the list of seats only
        "pot does not add up": 1,  # so were amounts
        "does not fit the rules": 1,  # and cards: one stands twice
    }


def test_no_limit_preset_can_be_written() -> None:
    rng = random.Random(3)
    hand, actions = played(no_limit_holdem(6, big_blind=20, stack=2000, ante=3), rng)
    holes = tuple(hand.observation(seat).hole for seat in range(6))
    everybody = frozenset(seat for seat in range(6) if not hand.folded[seat])
    names = tuple("abcdef")
    history = HandHistory(hand.rules, names, actions, holes, hand.board, everybody)
    back = read(written(history))
    assert (back.actions, back.rules, back.names) == (actions, hand.rules, names)
    assert back.origin.seats == (1, 2, 3, 4, 5, 6)
