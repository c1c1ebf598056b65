"""Lines are what the engine says, and the engine gets from them what it had said."""

from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.game.oracles import random_action
from tests.game.table import GAMES, other_hidden_cards, play, start
from villain.errors import VillainError
from villain.game import Betting, Hand, Rules, kuhn, limit_holdem, no_limit_holdem, shuffle
from villain.wire.followed_hand import goes_on, hand_of
from villain.wire.replies import read_action, read_reply, write_action
from villain.wire.states import read_state, state_of

NAMES = tuple("Ann Ben Cid Dan Eva Flo Gus Hal Ida Jan Kim Leo".split())
LIMIT, NOLIMIT = limit_holdem(2), no_limit_holdem(2)

# The protocol has no pot-limit.
games = st.sampled_from([rules for rules in GAMES if rules.betting is not Betting.POT_LIMIT])
seeds = st.integers(0, 2**32 - 1)


def random_hand(rules: Rules, seed: int, steps: int) -> Hand:
    """A hand after so many random actions, or at its end."""
    rng = np.random.default_rng(seed)
    hand = Hand(rules, shuffle(rules, rng), NAMES[: rules.players])
    while steps and hand.legal is not None:
        hand.act(random_action(hand.legal, rng))
        steps -= 1
    return hand


@given(games, seeds, st.integers(0, 60), st.integers(0, 10**6))
def test_every_state_comes_back(rules: Rules, seed: int, steps: int, number: int) -> None:
    hand = random_hand(rules, seed, steps)
    for seat in range(rules.players):
        state = state_of(hand.observation(seat), number)
        assert read_state(f"{state}\r\n", rules) == state
        again = hand_of(state, rules, hand.names)
        assert again.observation(seat) == hand.observation(seat)
        assert again.payoffs == hand.payoffs


@given(games, seeds, st.integers(0, 60))
def test_every_legal_action_comes_back(rules: Rules, seed: int, steps: int) -> None:
    hand = random_hand(rules, seed, steps)
    rng = np.random.default_rng(seed)
    if hand.seat is not None and hand.legal is not None:
        seen = hand.observation(hand.seat)
        told = state_of(seen, 3)
        for _ in range(5):
            action = random_action(hand.legal, rng)
            line = f"{told}:{write_action(action, seen)}"
            assert read_action(read_reply(line, told, seen), seen) == (action, "")


@given(games, seeds, st.integers(0, 12))
def test_a_line_has_no_hidden_card(rules: Rules, seed: int, steps: int) -> None:
    rng = np.random.default_rng(seed)
    deal = shuffle(rules, rng)
    hand, other = Hand(rules, deal), Hand(rules, other_hidden_cards(rules, deal, rng))
    while steps and hand.legal is not None:
        assert state_of(hand.observation(0), 1) == state_of(other.observation(0), 1)
        action = random_action(hand.legal, rng)
        hand.act(action)
        other.act(action)
        steps -= 1


@given(games, seeds, st.integers(0, 40), st.integers(0, 8))
def test_a_hand_is_played_on_as_it_is_played_anew(
    rules: Rules, seed: int, steps: int, more: int
) -> None:
    """From any line of a hand to any later one, over streets and to the showdown."""
    before = random_hand(rules, seed, steps)
    after = random_hand(rules, seed, steps + more)
    for seat in range(rules.players):
        one, two = (state_of(hand.observation(seat), 1) for hand in (before, after))
        hand = hand_of(one, rules, before.names)
        assert goes_on(one, two)
        hand.tell(two, one.betting)
        assert hand.observation(seat) == after.observation(seat)
        assert hand.payoffs == after.payoffs


def test_what_does_not_go_on() -> None:
    before = read_state("MATCHSTATE:0:7:r30:AcJs|", NOLIMIT)
    for text in (
        "0:7:r300:AcJs|",
        "1:7:r30:|AcJs",
        "0:8:r30:AcJs|",
        "0:7:c:AcJs|",
        "0:7:r30:AcJd|",
    ):
        assert not goes_on(before, read_state(f"MATCHSTATE:{text}", NOLIMIT))


PRINTED = {
    "MATCHSTATE:0:5::Kh4d": "MATCHSTATE:0:5::Kh4d|",
    "MATCHSTATE:1:5::Kh4d": "MATCHSTATE:1:5::|Kh4d",
    "MATCHSTATE:0:35:rc/crc/:3sJcl/QhTcKc/8c": "MATCHSTATE:0:35:rc/crc/:3sJc|/QhTcKc/8c",
    "MATCHSTATE:0:35:rc/crc:3sJc|/QhTcKc/8c": "MATCHSTATE:0:35:rc/crc/:3sJc|/QhTcKc/8c",
    "MATCHSTATE:0:35:rc/crc/:3sJc|QhTcKc/8c": "MATCHSTATE:0:35:rc/crc/:3sJc|/QhTcKc/8c",
    "MATCHSTATE:1:35:rc/crc/:|3sJcQhTcKc/8c": "MATCHSTATE:1:35:rc/crc/:|3sJc/QhTcKc/8c",
    "MATCHSTATE:0:35:rc/crc/crc/crc:3sJc|Qs9s/QhTcKc/8c/3d": "",
}
"""Lines as sander prints them and like them, and what they are; nothing if they are right."""


@pytest.mark.parametrize("line", PRINTED)
def test_the_forms_that_the_paper_prints_are_read(line: str) -> None:
    state = read_state(line, LIMIT)
    assert str(state) == (PRINTED[line] or line)
    hand = hand_of(state, LIMIT)
    assert hand.over == (not PRINTED[line])


def test_raises_count_over_the_whole_hand() -> None:
    hand = play(start(NOLIMIT, "AcJs 3d2d", "Kc5sQc"), "r6 c r8")
    assert str(state_of(hand.observation(1), 0)) == "MATCHSTATE:1:0:r6c/r14:|3d2d/Kc5sQc"
    assert read_action("r22", hand.observation(1)) == (("raise", 16), "")


@pytest.mark.parametrize(
    ("text", "taken", "why"),
    [
        ("f", "f", ""),
        ("r14", "c", "a raise where there is none became a call"),
        ("", "c", "'' is no action, and became a call"),
        ("r", "c", "'r' is no action, and became a call"),
        ("call", "c", "'call' is no action, and became a call"),
        ("r-5", "c", "'r-5' is no action, and became a call"),
        ("r" + "9" * 5000, "c", "is no action, and became a call"),
    ],
)
def test_an_action_that_cannot_be_becomes_a_call(text: str, taken: str, why: str) -> None:
    seen = play(start(NOLIMIT, "AcJs 3d2d"), "r200").observation(0)  # he is all-in
    action, changed = read_action(text, seen)
    assert action.kind[0] == taken
    assert changed.endswith(why)
    assert bool(changed) == bool(why)


def test_raises_move_inside_the_bounds_and_free_folds_are_calls() -> None:
    seen = play(start(NOLIMIT, "AcJs 3d2d", "Kc5sQc"), "r6 c").observation(0)
    assert read_action("r7", seen) == (("raise", 2), "a raise to 7 became one to 8")
    assert read_action("r999", seen) == (("raise", 194), "a raise to 999 became one to 200")
    assert read_action("f", seen) == (("call", 0), "a fold where checking is free became a call")
    seen = start(LIMIT, "AcJs 3d2d").observation(1)
    assert read_action("r", seen) == read_action("r77", seen) == (("raise", 4), "")


BAD = """MATCHSTATE|MATCHSTATE:0|MATCHSTATE:0:0:::|STATE:0:0::AcJs/|MATCHSTATE:2:0::AcJs/
MATCHSTATE:x:0::AcJs/|MATCHSTATE:0:-1::AcJs/|MATCHSTATE:0:0:k:AcJs/|MATCHSTATE:0:0::AcJ/
MATCHSTATE:0:0::AcJsKd/|MATCHSTATE:0:0::/AcJs|MATCHSTATE:0:0::AcAc/|MATCHSTATE:0:0:cc/:AcJs/,AcKd2d
MATCHSTATE:0:0:cc/:AcJs/,3c4c|MATCHSTATE:0:0::AcJs/3d2d/4c4d|MATCHSTATE:0:0:c:"""


@pytest.mark.parametrize("line", BAD.replace("\n", "|").split("|"))
def test_bad_lines_are_refused(line: str) -> None:
    line = line.replace("/", "|").replace(",", "/")
    with pytest.raises(VillainError):
        read_state(line, LIMIT)


@pytest.mark.parametrize(
    "line",
    [
        "MATCHSTATE:0:0:ff:AcJs|",
        "MATCHSTATE:0:0:c/c:AcJs|/2c3c4c",
        "MATCHSTATE:0:0:cc/:AcJs|",
        "MATCHSTATE:0:0:c:AcJs|/2c3c4c/5c",
        "MATCHSTATE:0:0:r4:AcJs|",
        "MATCHSTATE:0:0:rrrrr:AcJs|",
    ],
)
def test_impossible_betting_is_refused(line: str) -> None:
    with pytest.raises(VillainError):
        hand_of(read_state(line, LIMIT), LIMIT)


def test_a_card_of_another_deck_is_refused() -> None:
    with pytest.raises(VillainError, match="deck"):
        read_state("MATCHSTATE:0:0::2c|", kuhn())


WHOLE = "MATCHSTATE:0:35:rc/crc/:3sJc|/QhTcKc/8c"


@given(st.integers(0, len(WHOLE)), st.integers(0, 9), st.text(max_size=4))
def test_a_damaged_line_is_read_or_refused(begin: int, length: int, instead: str) -> None:
    line = WHOLE[:begin] + instead + WHOLE[begin + length :]
    seen = play(start(LIMIT, "3sJc Qs9s", "QhTcKc8c"), "r4 c c r2 c").observation(0)
    with suppress(VillainError):
        hand_of(read_state(line, LIMIT), LIMIT)
    with suppress(VillainError):
        read_action(read_reply(line, state_of(seen, 35), seen), seen)
