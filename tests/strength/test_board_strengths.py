"""Strengths for players who must be quick."""

import numpy as np
import pytest

from villain.cards.card import DECK
from villain.strength import all_strengths
from villain.strength.board_strengths import board_strengths
from villain.strength.flop_tables import STEPS, flop_table
from villain.strength.make_flop_tables import flop_rows


@pytest.mark.parametrize("size", [3, 4, 5])
def test_they_are_the_exact_ones(size: int) -> None:
    rng = np.random.default_rng(size)
    for _ in range(4):
        board = tuple(sorted(DECK[i] for i in rng.choice(52, size, replace=False)))
        quick, exact = board_strengths(board), all_strengths(board)
        possible = ~np.isnan(exact.hs1)
        assert quick.hs[possible] == pytest.approx(exact.hs1[possible])
        assert quick.ehs[possible] == pytest.approx(exact.ehs[possible], abs=0.51 / STEPS)
        assert not quick.ehs[~possible].any()


def test_the_shipped_tables_are_what_the_generator_makes() -> None:
    (rows, potential), (same, ranks) = (flop_table(name) for name in ("potential", "ranks"))
    assert rows == same
    assert potential.shape == ranks.shape == (1755, 1326)
    for board in list(rows)[::600]:
        made = flop_rows(np.array(board, np.uint8))
        assert (made[0] == potential[rows[board]]).all()
        assert (made[1] == ranks[rows[board]]).all()
