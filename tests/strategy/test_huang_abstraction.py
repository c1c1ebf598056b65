"""Huang's abstraction: Table 3.1, and what the rules say beyond it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from villain.errors import VillainError
from villain.strategy.huang.abstraction import Abstraction, faces_bet
from villain.strategy.huang.board_buckets import board_buckets
from villain.strategy.huang.sequences import StreetBetting
from villain.strength.seven_card_ranks import seven_card_ranks

WORDS = {"call": 1, "check": 1, "low": 2, "high": 3}

# Table 3.1; the opponent, who is modelled and acts first before the flop, is seat 0. The third row
# is printed as 1210. Two raises before the flop, the last one by the agent, then a check: the rules
# give 1211.
TABLE31 = [
    ([[]], "000"),
    ([["call", "low"]], "00012"),
    ([["high", "low", "call"], ["check"]], "1211"),
    ([["call", "check"], ["check", "check"], ["check", "high", "low"]], "200132"),
    ([["low", "low", "low", "high", "low", "low"]], "0002322"),
]


@pytest.mark.parametrize(("streets", "bucket"), TABLE31)
def test_table_31(streets: list[list[str]], bucket: str) -> None:
    betting, seat = StreetBetting(), 0
    for street, words in enumerate(streets):
        betting = betting.next_street() if street else betting
        seat = min(street, 1)  # after the flop the other one begins
        for word in words:
            betting = betting.after(seat, WORDS[word])
            seat = 1 - seat
    assert seat == 0  # in every row it is the opponent's turn
    assert betting.faced(seat, len(streets) - 1, Abstraction()) == bucket


def test_the_aggressor_of_the_street_before_depends_on_who_asks() -> None:
    betting, plain = StreetBetting(), Abstraction()
    for action in (2, 1):  # the button raises, the other one calls
        betting = betting.after(action % 2, action)
    betting = betting.next_street()
    assert (betting.faced(0, 1, plain), betting.faced(1, 1, plain)) == ("110", "111")
    for seat in (1, 0):
        betting = betting.after(seat, 1)
    betting = betting.next_street()
    # Nobody raised on the flop, and what was before that is forgotten.
    assert betting.faced(0, 2, plain) == betting.faced(1, 2, plain) == "200"


def test_five_raises_count_as_four_and_an_older_street_is_forgotten() -> None:
    betting = StreetBetting()
    for turn in range(5):
        betting = betting.after(turn % 2, 2)
    betting = betting.after(1, 1).next_street()
    assert betting.faced(1, 2, Abstraction()) == "241"


def test_a_raise_is_measured_beside_the_pot_after_a_call() -> None:
    plain, fine = Abstraction(), Abstraction(ratios=(0.5, 1.0, 2.0))
    # The small blind opens to three big blinds: a raise of two into a pot of two.
    assert plain.action("raise", 5, 1, 3) == 2
    assert plain.action("raise", 6, 1, 3) == 3
    assert [fine.action("raise", chips, 0, 100) for chips in (50, 51, 100, 200, 201)] == [
        2, 3, 3, 4, 5,
    ]  # fmt: skip
    assert (plain.action("call", 10, 10, 30), plain.action("fold", 0, 10, 30)) == (1, 0)


@given(
    st.integers(0, 3),
    st.integers(0, 9),
    st.booleans(),
    st.lists(st.sampled_from([1, 2, 3]), max_size=9),
    st.integers(1, 6),
)
def test_the_digits_are_the_five_rules(
    street: int, raises: int, other: bool, actions: list[int], length: int
) -> None:
    digits = Abstraction(length=length).sequence(street, raises, other, actions)
    assert int(digits[0]) == street
    assert int(digits[1]) == (raises if raises < 4 else 4)
    assert digits[2] == "01"[other]
    whole = "".join(map(str, actions))
    assert whole.endswith(digits[3:])
    assert len(digits) == 3 + (len(whole) if len(whole) < length else length)
    if street:
        assert faces_bet(digits) == (whole[-1:] in ("2", "3"))


def test_buckets_have_equal_widths_and_all_combos_are_in_one() -> None:
    rule = Abstraction()
    borders = np.arange(20) / 20
    assert rule.buckets_of(borders).tolist() == list(range(20))
    assert rule.buckets_of(borders[1:] - 1e-6).tolist() == list(range(19))
    assert np.allclose(rule.middles, borders + 0.025)
    ranks = seven_card_ranks("Jh 3h 4c")
    buckets = rule.buckets_of(ranks)
    assert (buckets == -1).sum() == 1326 - 49 * 48 // 2
    held = buckets >= 0
    assert (np.abs(rule.middles[buckets[held]] - ranks[held]) <= 0.025 + 1e-9).all()
    on_board = board_buckets("3h 4c Jh")
    assert (on_board.of_combo == buckets).all()
    assert on_board.shares * held.sum() == pytest.approx(np.bincount(buckets[held], minlength=20))
    assert board_buckets("Jh 3h 4c") is on_board
    assert len(board_buckets("Jh 3h 4c", Abstraction(buckets=5)).shares) == 5


@pytest.mark.parametrize(
    "settings",
    [
        {"ratios": ()},
        {"ratios": (1.0, 0.5)},
        {"ratios": (0.0,)},
        {"ratios": (float("nan"),)},
        {"ratios": tuple(range(1, 9))},
        {"buckets": 0},
        {"length": 0},
        {"most_raises": 10},
    ],
)
def test_what_cannot_be_written_in_digits_is_refused(settings: dict[str, object]) -> None:
    with pytest.raises(VillainError, match=r"there (can|should) be|should rise"):
        Abstraction(**settings)  # type: ignore[arg-type]
