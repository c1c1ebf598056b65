"""Reconstruction: what a player does with each strength, conserving what he does on the whole."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import brentq

from villain.cards.card import DECK
from villain.errors import VillainError
from villain.kernels.arrays import FloatArray
from villain.strategy.huang.abstraction import Abstraction
from villain.strategy.huang.board_buckets import board_buckets, street_shares
from villain.strategy.huang.curves import STREET_STEEPNESS, Curve, reconstruct
from villain.strategy.huang.strategy_table import reconstruct_by
from villain.strength.seven_card_ranks import seven_card_ranks

MIDDLES = Abstraction().middles
chances = st.floats(0, 1)
distributions = st.lists(chances, min_size=4, max_size=4).filter(lambda one: sum(one) > 1e-3)
weights = st.lists(chances, min_size=20, max_size=20).filter(lambda one: sum(one) > 1e-3)
curves, steepnesses = st.sampled_from(Curve), st.floats(0.5, 2000)


def normal(values: list[float]) -> FloatArray:
    return np.array(values) / sum(values)


@given(distributions, weights, curves, steepnesses)
def test_the_frequencies_are_conserved(
    wanted: list[float], held: list[float], curve: Curve, steepness: float
) -> None:
    found = reconstruct(wanted, MIDDLES, held, curve=curve, steepness=steepness)
    assert found.shape == (20, 4)
    assert (found >= 0).all()
    assert found.sum(axis=1) == pytest.approx(1, abs=1e-12)
    assert normal(held) @ found == pytest.approx(normal(wanted), abs=1e-9)


@given(distributions, weights, curves, steepnesses)
def test_the_stronger_the_hand_the_greater_the_risk(
    wanted: list[float], held: list[float], curve: Curve, steepness: float
) -> None:
    found = reconstruct(wanted, MIDDLES, held, curve=curve, steepness=steepness)
    at_least = found[:, ::-1].cumsum(axis=1)[:, ::-1]  # of risk 0, 1, 2, 3
    assert (np.diff(at_least, axis=0) >= -1e-12).all()
    assert (np.diff(found[:, 0]) <= 1e-12).all()  # he folds less
    assert (np.diff(at_least, axis=1) <= 1e-12).all()


@pytest.mark.parametrize("wanted", [(0.3, 0.3, 0.2, 0.2), (0.15, 0.3, 0.4, 0.15)])
def test_the_shifts_are_those_that_a_solver_finds(wanted: tuple[float, ...]) -> None:
    steepness, found = 12.0, reconstruct(wanted, MIDDLES, steepness=12.0)
    for risk in (1, 2, 3):

        def excess(shift: float, risk: int = risk) -> float:
            curve = 1 / (1 + np.exp(-steepness * (MIDDLES - shift)))
            return float(curve.mean()) - sum(wanted[risk:])

        shift = brentq(excess, -3, 4, xtol=1e-14)
        curve = 1 / (1 + np.exp(-steepness * (MIDDLES - shift)))
        assert found[:, risk:].sum(axis=1) == pytest.approx(curve, abs=1e-9)


def test_what_is_never_done_is_never_done_and_what_is_always_done_always() -> None:
    # The second distribution of Figures 3.2 and 3.3: no raise above the pot.
    for curve in Curve:
        found = reconstruct([0.3, 0.3, 0.4, 0.0], MIDDLES, curve=curve)
        assert (found[:, 3] == 0).all()
        assert (reconstruct([0, 1, 0, 0], MIDDLES, curve=curve) == [0, 1, 0, 0]).all()


def test_a_step_is_pure_but_at_its_border_and_steep_curves_come_to_it() -> None:
    step = reconstruct([0.32, 0.28, 0.2, 0.2], MIDDLES, curve=Curve.STEP)
    assert step[6].tolist() == pytest.approx([0.4, 0.6, 0, 0])
    assert np.delete(step, 6, axis=0).max(axis=1) == pytest.approx(1.0)
    steep = reconstruct([0.32, 0.28, 0.2, 0.2], MIDDLES, steepness=20_000)
    assert steep == pytest.approx(step, abs=1e-9)


def test_a_line_has_the_slope_of_the_logistic_curve_in_its_middle() -> None:
    line = reconstruct([0.5, 0.5], MIDDLES, curve=Curve.LINEAR, steepness=8.0)[:, 1]
    inner = line[(line > 0) & (line < 1)]
    assert np.diff(inner) == pytest.approx(8 / 4 / 20)
    assert (line[0], line[-1]) == (0, 1)


def test_many_at_once_are_the_same_as_one_by_one_also_on_a_real_board() -> None:
    ranks = seven_card_ranks("Jh 3h 4c")
    strengths = ranks[~np.isnan(ranks)]
    several = np.array([[[0.3, 0.3, 0.2, 0.2], [0, 1, 2, 1]], [[0, 0.2, 0.8, 0], [1, 0, 0, 1]]])
    found = reconstruct(several, strengths)
    assert found.shape == (2, 2, len(strengths), 4)
    assert found[1, 0] == pytest.approx(reconstruct(several[1, 0], strengths))
    assert found.mean(axis=2) == pytest.approx(several / several.sum(-1, keepdims=True), abs=1e-9)


@pytest.mark.parametrize(
    ("wanted", "strengths", "held", "steepness", "words"),
    [
        ([0, 0, 0, 0], MIDDLES, None, 20.0, "not all be 0"),
        ([0.5, -0.1, 0.6, 0], MIDDLES, None, 20.0, "0 or more"),
        ([0.5, 0.5], MIDDLES, [1.0], 20.0, "a weight for each"),
        ([0.5, 0.5], [0.1, float("nan")], None, 20.0, "list of numbers"),
        ([0.5, 0.5], MIDDLES, None, 0.0, "above 0"),
    ],
)
def test_what_is_no_distribution_is_refused(
    wanted: list[float],
    strengths: list[float],
    held: list[float] | None,
    steepness: float,
    words: str,
) -> None:
    with pytest.raises(VillainError, match=words):
        reconstruct(wanted, strengths, held, steepness=steepness)


by_curve = st.tuples(*3 * [st.floats(0.5, 60)])


@given(distributions, weights, st.sampled_from(Curve), by_curve, st.floats(0, 1))
def test_curves_of_their_own_steepness_and_blur_conserve_the_frequencies(
    wanted: list[float],
    held: list[float],
    curve: Curve,
    steepness: tuple[float, float, float],
    blur: float,
) -> None:
    found = reconstruct(wanted, MIDDLES, held, curve=curve, steepness=steepness, blur=blur)
    assert found.min() >= -1e-12
    assert found.sum(axis=1) == pytest.approx(1, abs=1e-12)
    assert normal(held) @ found == pytest.approx(normal(wanted), abs=1e-9)


def test_one_steepness_for_each_curve_is_the_same_as_one_for_all_where_they_are_alike() -> None:
    one = reconstruct([0.3, 0.3, 0.2, 0.2], MIDDLES, steepness=7.0)
    almost = (7.0, 7.0, 7.0 + 1e-12)
    assert reconstruct([0.3, 0.3, 0.2, 0.2], MIDDLES, steepness=almost) == pytest.approx(one)


def test_every_row_may_have_weights_of_its_own() -> None:
    rng = np.random.default_rng(3)
    wanted, held = rng.dirichlet(np.ones(4), 50), rng.dirichlet(np.ones(20), 50)
    for curve in Curve:
        found = reconstruct(wanted, MIDDLES, held, curve=curve, steepness=(9, 5, 2), blur=0.1)
        assert np.einsum("rs,rsa->ra", held, found) == pytest.approx(wanted, abs=1e-9)
        alone = reconstruct(wanted[7], MIDDLES, held[7], curve=curve, steepness=(9, 5, 2), blur=0.1)
        assert found[7] == pytest.approx(alone, abs=1e-9)


@pytest.mark.parametrize(
    ("steepness", "blur", "words"),
    [((5.0, 4.0), 0.0, "3 curves"), ((5.0, 4.0, -1.0), 0.0, "above 0"), (5.0, 1.5, "0 to 1")],
)
def test_a_wrong_steepness_or_blur_is_refused(
    steepness: float | tuple[float, ...], blur: float, words: str
) -> None:
    with pytest.raises(VillainError, match=words):
        reconstruct([0.3, 0.3, 0.2, 0.2], MIDDLES, steepness=steepness, blur=blur)


@pytest.mark.parametrize("street", range(4))
def test_the_fitted_curves_of_a_street_conserve_over_its_average_strengths(street: int) -> None:
    for abstraction in (Abstraction(), Abstraction(buckets=30, ratios=(0.5, 1.0, 2.0))):
        wanted = np.random.default_rng(1).dirichlet(np.ones(abstraction.actions))
        found = reconstruct_by(abstraction, street, wanted, STREET_STEEPNESS[street])
        shares = street_shares(street, abstraction)
        assert shares @ found == pytest.approx(wanted, abs=1e-9)


def test_the_average_strengths_of_a_street_are_those_of_its_boards() -> None:
    with pytest.raises(VillainError, match="before the flop"):
        street_shares(4)
    rng = np.random.default_rng(5)
    for street, cards in ((1, 3), (2, 4), (3, 5)):
        boards = [rng.choice(52, cards, replace=False).tolist() for _ in range(60)]
        drawn = np.array([board_buckets([DECK[card] for card in board]).shares for board in boards])
        spread = drawn.std(axis=0) / np.sqrt(len(boards)) + 1e-4
        assert (np.abs(drawn.mean(axis=0) - street_shares(street)) < 5 * spread).all()
        halves = street_shares(street, Abstraction(buckets=10))
        assert street_shares(street).reshape(10, 2).sum(axis=1) == pytest.approx(halves)
