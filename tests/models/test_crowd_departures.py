"""What a player does otherwise than the crowd's read says."""

import numpy as np
import pytest

from villain.kernels.arrays import FloatArray
from villain.models.crowd import grid
from villain.models.crowd.compiled import STEPS
from villain.models.crowd.departures import Departures, SeenDecision, by_step
from villain.models.crowd.grid import Cell, cell_at, number
from villain.models.crowd.kinds import KINDS

RIVER = Cell(3, grid.BET + 2, True, False, grid.IDLE)
TURN = RIVER._replace(street=2)
EVERYTHING = np.ones(1326, np.bool_)
FOLD, CALL = 0, 1


def steps() -> np.ndarray:
    return (np.arange(1326) * STEPS // 1326).astype(np.uint8)


def even() -> FloatArray:
    read = np.full((STEPS, KINDS), 0.02)
    read[:, :2] = 0.45
    return read


def saw(kind: int, cell: Cell = RIVER) -> SeenDecision:
    return SeenDecision(cell, even().astype(np.float32), steps(), kind)


def held(step: int) -> np.ndarray:
    shown = np.zeros(1326, np.bool_)
    shown[np.flatnonzero(steps() == step)[0]] = True
    return shown


def test_who_was_never_seen_does_what_the_read_says() -> None:
    np.testing.assert_allclose(Departures().depart(RIVER, even()), even(), atol=0.01)
    Departures().fit()  # of nothing


def test_shown_hands_say_with_which_he_folds() -> None:
    his = Departures()
    for _ in range(30):
        his.see([saw(FOLD)], held(4))
        his.see([saw(CALL)], held(17))
    his.fit()
    chances = his.depart(RIVER, even())
    assert chances[4, FOLD] > 0.85
    assert chances[17, FOLD] < 0.15
    np.testing.assert_allclose(chances.sum(axis=1), 1)


def test_hands_that_were_not_shown_are_as_likely_as_the_rest_of_them_says() -> None:
    """He calls the turn with good hands only, as was shown; so rivers that he folds were good."""
    his = Departures()
    for _ in range(30):
        his.see([saw(FOLD, TURN)], held(3))
        his.see([saw(CALL, TURN)], held(18))
    for _ in range(30):
        his.see([saw(CALL, TURN), saw(FOLD)], EVERYTHING)
    his.fit()
    assert his.depart(RIVER, even())[18, FOLD] > 0.8


def test_a_departure_on_one_street_is_expected_a_little_on_others() -> None:
    his = Departures()
    for _ in range(30):
        his.see([saw(FOLD)], EVERYTHING)
    his.fit()
    here, there = (his.depart(cell, even())[:, FOLD].mean() for cell in (RIVER, TURN))
    assert here > there > 0.5


def test_what_was_before_a_change_hardly_counts() -> None:
    his = Departures()
    for _ in range(100):
        his.see([saw(FOLD)], EVERYTHING)
    for _ in range(20):
        his.see([saw(CALL)], EVERYTHING)
    his.doubt(20, 0.05)
    Departures().doubt(20, 0.05)  # of nothing
    his.fit()
    assert his.depart(RIVER, even())[:, FOLD].max() < 0.4


def test_what_is_not_legal_stays_so() -> None:
    read = even()
    read[:, FOLD] = 0
    read /= read.sum(axis=1, keepdims=True)
    his = Departures()
    for _ in range(10):
        his.see([SeenDecision(RIVER, read.astype(np.float32), steps(), CALL)], EVERYTHING)
    his.fit()
    assert not his.depart(RIVER, read)[:, FOLD].any()


def test_means_by_strength() -> None:
    kinds = np.zeros((1326, KINDS))
    kinds[:, CALL] = 1
    some = np.minimum(steps(), 10)
    assert by_step(kinds, some)[:, CALL] == pytest.approx(np.ones(STEPS))


@pytest.mark.parametrize("cell", [RIVER, TURN, Cell(0, grid.WAR, False, True, grid.ACTIVE)])
def test_a_cell_is_found_by_its_number(cell: Cell) -> None:
    assert cell_at(number(cell)) == cell
