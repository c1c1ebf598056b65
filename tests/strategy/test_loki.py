"""Loki's betting formulas."""

from typing import Any

import numpy as np
import pytest

from villain.strategy.loki import (
    LOOSE,
    MANIAC,
    MODERATE,
    ROCK,
    TIGHT,
    BettingStyle,
    after_flop,
    before_flop,
    combo_income,
    initial_weights,
)

STYLES = (TIGHT, MODERATE, LOOSE, ROCK, MANIAC)
SPOT: dict[str, Any] = {
    "potential": 0.1,
    "pot": 12,
    "owed": 2,
    "later": 8,
    "bet": 2,
    "raises": 1,
    "all_fold": 0.2,
}


def test_the_papers_example_of_initial_weights() -> None:
    """Median +200, spread 100: 1 above +300, a half at +200, 0.01 below +100."""
    weights = initial_weights(np.array([500.0, 300.0, 250.0, 200.0, 100.0, -400.0]), 200.0, 100.0)
    assert weights == pytest.approx([1, 1, 0.75, 0.5, 0.01, 0.01])


@pytest.mark.parametrize("style", STYLES)
def test_it_never_folds_where_checking_is_free(style: BettingStyle) -> None:
    for value in np.linspace(-500, 2000, 30):
        assert before_flop(style, float(value), bets=0, raises=0, behind=3).fold == 0
    for strength in np.linspace(0, 1, 30):
        assert after_flop(style, strength=float(strength), **(SPOT | {"owed": 0})).fold == 0


def test_better_hands_are_played_at_least_as_hard() -> None:
    for bets, raises in ((0.5, 0), (1, 0), (2, 1), (3, 2)):
        triples = [
            before_flop(MODERATE, float(value), bets=bets, raises=raises, behind=2)
            for value in np.linspace(-500, 2500, 60)
        ]
        assert all(sum(triple) == pytest.approx(1) for triple in triples)
        assert [t.fold for t in triples] == sorted((t.fold for t in triples), reverse=True)
        assert [t.more for t in triples] == sorted(t.more for t in triples)
    stay = [1 - after_flop(MODERATE, strength=s, **SPOT).fold for s in np.linspace(0, 1, 40)]
    assert stay == sorted(stay)


def test_styles_are_what_they_are_called() -> None:
    income = combo_income(10)

    def share(style: BettingStyle) -> float:
        return float(
            np.mean(
                [1 - before_flop(style, float(i), bets=1, raises=0, behind=3).fold for i in income]
            )
        )

    shares = [share(style) for style in (ROCK, TIGHT, MODERATE, LOOSE, MANIAC)]
    assert shares == sorted(shares)
    assert 0.15 < shares[2] < 0.35


def test_bluffs_go_where_folds_are_predicted() -> None:
    weak = SPOT | {"owed": 0, "potential": 0.02}
    often = after_flop(MODERATE, strength=0.05, **(weak | {"all_fold": 0.7}))
    never = after_flop(MODERATE, strength=0.05, **(weak | {"all_fold": 0.0}))
    assert never.more == 0
    assert often.more == pytest.approx(2 / 16, abs=0.01)  # the odds that a caller gets
    draw = after_flop(MODERATE, strength=0.05, **(weak | {"all_fold": 0.5, "potential": 0.4}))
    assert draw.more > often.more
