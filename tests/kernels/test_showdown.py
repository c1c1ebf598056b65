"""The whole-range kernels against twins of a few lines."""

from math import comb

import numpy as np
import numpy.typing as npt
import pytest

from villain.kernels import showdown

Cards = npt.NDArray[np.uint8]


def some_holdings(board: list[int], number: int, seed: int) -> tuple[Cards, Cards]:
    rng = np.random.default_rng(seed)
    left = [card for card in range(52) if card not in board]
    pairs = [(a, b) for a in left for b in left if a > b]
    chosen = [pairs[i] for i in rng.choice(len(pairs), number, replace=False)]
    first, second = np.array(chosen, np.uint8).T
    ranks = showdown.rank_holdings(np.array(board, np.uint8), first, second)
    order = np.argsort(ranks, kind="stable")
    return np.ascontiguousarray(first[order]), np.ascontiguousarray(second[order])


@pytest.mark.parametrize(("board", "to_come"), [([0, 17, 34], 2), ([0, 17, 34, 51], 1)])
def test_wins_and_tables_equal_a_loop_over_pairs_and_runouts(
    board: list[int], to_come: int
) -> None:
    first, second = some_holdings(board, 43, seed=1)  # not a multiple of four
    table = np.array(board, np.uint8)
    deck = np.array([card for card in range(52) if card not in board], np.uint8)
    now = showdown.rank_holdings(table, first, second)
    then = showdown.rank_runouts(table, deck, to_come, first, second)
    spurious = comb(len(deck) - 2, to_come) - comb(len(deck) - 4, to_come)
    wins = showdown.count_wins(then, first, second, spurious)
    weights = np.random.default_rng(2).random(43)
    won, lost = showdown.potential_tables(wins, now, weights)
    ahead, tied, behind = showdown.sweep(now, first, second, weights)

    for h in range(43):
        mine = {first[h], second[h]}
        standing = np.zeros(3)
        won_twin, lost_twin = np.zeros(3), np.zeros(3)
        for o in range(43):
            if mine & {first[o], second[o]}:
                assert wins[h, o] == 0
                continue
            valid = (then[:, h] > 0) & (then[:, o] > 0)
            assert wins[h, o] == (valid & (then[:, h] > then[:, o])).sum()
            state = 0 if now[h] > now[o] else 1 if now[h] == now[o] else 2
            standing[state] += weights[o]
            won_twin[state] += weights[o] * wins[h, o]
            lost_twin[state] += weights[o] * wins[o, h]
        np.testing.assert_allclose((ahead[h], tied[h], behind[h]), standing, atol=1e-12)
        np.testing.assert_allclose(won[:, h], won_twin, atol=1e-9)
        np.testing.assert_allclose(lost[:, h], lost_twin, atol=1e-9)
