"""Curves fitted to known cards: planted ones are found again, and nothing is gained from noise."""

import numpy as np
import pytest

from training.huang.curve_evidence import STREETS, Evidence, Gains, Shape, gather
from training.huang.fitting_curves import Family
from villain.cards.card import DECK
from villain.cards.combo import Combo
from villain.game.public_state import PricedAction
from villain.models.huang.styles import shipped_styles
from villain.profiles.mining.known_cards import KnownHand, decided_by_seat
from villain.strategy.huang.abstraction import Abstraction
from villain.strategy.huang.board_buckets import board_buckets, street_shares
from villain.strategy.huang.curves import reconstruct

STYLES, MIDDLES = shipped_styles(), Abstraction().middles
COUNTS = {
    name: {"000": [300, 200, 400, 100], "100": [0, 500, 400, 100], "1002": [400, 450, 100, 50]}
    for name in ("Ann", "Bob")
}
PLANTED = (12.0, 7.0, 4.0)
BLUR = 0.25


def planted(hands: int, *, shown: bool) -> Evidence:
    """What two people give away who play by planted curves."""
    return gather(planted_hands(hands), COUNTS, STYLES, shown=shown)


def planted_hands(hands: int) -> list[KnownHand]:
    """Their hands, on a few boards."""
    rng = np.random.default_rng(7)
    tables = {
        sequence: reconstruct(
            np.array(row) / 1000,
            MIDDLES,
            street_shares(int(sequence[0])),
            steepness=PLANTED,
            blur=BLUR,
        )
        for sequence, row in COUNTS["Ann"].items()
    }
    boards = [rng.choice(52, 5, replace=False) for _ in range(8)]
    made = []
    for number in range(hands):
        cards = boards[number % len(boards)]
        hole = rng.choice(np.setdiff1d(np.arange(52), cards), 2, replace=False)
        board, combo = tuple(DECK[card] for card in cards), Combo.of(*hole.tolist())
        told = []
        for sequence in ("000", "100", "1002"):
            bucket = board_buckets(board[: 3 * int(sequence[0])]).of_combo[combo]
            told.append((sequence, int(rng.choice(4, p=tables[sequence][bucket]))))
        made.append(KnownHand(("Ann", "Bob")[number % 2], board, combo, tuple(told)))
    return made


def test_planted_steepness_is_found_where_all_cards_are_known() -> None:
    evidence = planted(2500, shown=False)
    shape = Family("by curve", by_street=False, by_curve=True, blurred=True).fit([evidence])
    assert shape.steepness[0] == pytest.approx(PLANTED, rel=0.3)
    assert shape.blur == pytest.approx(BLUR, abs=0.1)
    truth = evidence.gains(Shape(np.tile(PLANTED, (STREETS, 1)), np.full(STREETS, BLUR)))
    assert 0 <= evidence.gains(shape).mean - truth.mean < 0.001
    assert truth.mean > evidence.gains(Shape.of(20.0)).mean + 0.01


def test_planted_steepness_is_found_where_cards_were_shown() -> None:
    evidence = planted(1200, shown=True)
    shape = Family("by curve", by_street=False, by_curve=True, blurred=False).fit([evidence])
    fold, small, large = shape.steepness[0]
    assert PLANTED[0] / 3 < fold < 1.5 * PLANTED[0]  # without blur it is less steep
    assert large < small < fold
    assert evidence.gains(shape).interval()[0] > 0


def test_curves_that_ignore_the_cards_gain_nothing() -> None:
    blurred = Shape.of(20.0)._replace(blur=np.ones(STREETS))
    for shown in (False, True):
        assert planted(40, shown=shown).gains(blurred).total == pytest.approx(0, abs=1e-9)


def test_a_chance_of_shown_cards_is_that_of_bayes() -> None:
    hands = planted_hands(3)
    evidence, shape = gather(hands, COUNTS, STYLES, shown=True), Shape.of(6.0)
    chances = evidence.chances(shape)
    for number, gain in enumerate(evidence.by_hand(shape)):
        board, combo = hands[number].board, hands[number].combo
        likely = np.ones(1326)
        for one in np.flatnonzero(evidence.hand == number):
            row = evidence.row[one]
            buckets = board_buckets(board[: 3 * evidence.street[row]]).of_combo
            likely *= chances[row, buckets, evidence.action[one]]
        likely *= board_buckets(board).of_combo >= 0
        assert gain == pytest.approx(np.log(1081 * likely[combo] / likely.sum()))


def test_over_ranges_the_first_decision_is_over_all_hands_and_later_ones_are_stronger() -> None:
    evidence = planted(60, shown=False).over_ranges(Shape.of(6.0))
    before = evidence.street == 0
    assert evidence.weights[before][0] == pytest.approx(street_shares(0))
    assert evidence.weights.sum(axis=1) == pytest.approx(1)
    third = np.arange(2, len(evidence.row), 3)
    raised = evidence.action[third - 1] >= 2
    means = evidence.weights[third] @ MIDDLES
    assert means[raised].mean() > means[~raised].mean()


def test_an_interval_is_over_players() -> None:
    low, high = Gains(np.array([1.0, 3.0]), np.array([10.0, 10.0])).interval()
    assert (low, high) == pytest.approx((0.1, 0.3))


def test_a_free_fold_is_no_decision() -> None:
    line = [PricedAction(0, 1, "call", 1, 2, 1, 3), PricedAction(0, 0, "fold", 0, 2, 0, 4)]
    assert decided_by_seat(line, Abstraction()) == ([], [("000", 1)])
