"""Poki's formula: laws of its triples."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from villain.kernels.triples import FormulaInputs
from villain.strategy.loki import LOOSE, MODERATE, TIGHT, combo_income
from villain.strategy.poki import STYLES, formula, formula_of_all

UNIT = st.floats(0, 1)
SPOTS = st.builds(
    FormulaInputs,
    street=st.integers(1, 3),
    pot=st.integers(2, 200),
    owed=st.sampled_from([0, 2, 4, 8]),
    bet=st.sampled_from([2, 4]),
    raises=st.integers(0, 4),
    behind=st.integers(0, 9),
    later=st.integers(0, 8),
    all_fold=UNIT,
)
BET = FormulaInputs(3, pot=20, owed=4, bet=4, raises=1, behind=0)
FREE = BET._replace(owed=0, raises=0)


@given(spot=SPOTS, strength=UNIT, potential=UNIT, style=st.sampled_from(sorted(STYLES)))
def test_a_triple_is_a_distribution_and_nobody_folds_for_free(
    spot: FormulaInputs, strength: float, potential: float, style: str
) -> None:
    triple = formula(STYLES[style], spot, strength, potential)
    assert min(triple) >= -1e-12
    assert sum(triple) == pytest.approx(1)
    if spot.owed == 0:
        assert triple.fold == 0


@given(spot=SPOTS, low=UNIT, high=UNIT)
def test_who_is_stronger_folds_no_more_often(spot: FormulaInputs, low: float, high: float) -> None:
    low, high = sorted((low, high))
    weak, strong = formula(MODERATE, spot, low), formula(MODERATE, spot, high)
    assert strong.fold <= weak.fold + 1e-12
    if spot.owed:
        assert strong.more >= weak.more - 1e-12


def test_pot_odds_implied_odds_and_history_count() -> None:
    call = BET._replace(pot=100)
    assert formula(MODERATE, call, 0.1).fold < formula(MODERATE, BET, 0.1).fold
    draw = BET._replace(street=2, later=4)
    assert formula(MODERATE, draw, 0.05, 0.4).fold < formula(MODERATE, draw, 0.05, 0.1).fold
    again = BET._replace(raises=3)
    assert formula(MODERATE, again, 0.7).more < formula(MODERATE, BET, 0.7).more


def test_it_bluffs_where_others_fold() -> None:
    often = FREE._replace(all_fold=0.9)
    assert formula(MODERATE, often, 0.05).more > 0
    assert formula(MODERATE, FREE, 0.05).more == 0
    assert formula(replace(MODERATE, bluffs=0.0), often, 0.05).more == 0


def test_tight_players_play_fewer_hands() -> None:
    spot, incomes = FormulaInputs(0, 3, 1.0, 1.0, 0, 3), combo_income(10)
    shares = [
        1 - formula_of_all(style, spot, incomes, np.zeros(1326))[:, 0].mean()
        for style in (TIGHT, MODERATE, LOOSE)
    ]
    assert shares == sorted(shares)
    assert 0.05 < shares[0] < 0.25 < shares[2] < 0.6


def test_all_hands_at_once_are_the_single_ones() -> None:
    strengths, potentials = np.linspace(0, 1, 7), np.linspace(0.4, 0, 7)
    rows = formula_of_all(MODERATE, BET, strengths, potentials)
    for row, strength, potential in zip(rows, strengths, potentials, strict=True):
        assert tuple(row) == pytest.approx(formula(MODERATE, BET, strength, potential))
