"""Games that value networks learn from: their betting, ranges, files."""

from pathlib import Path

import numpy as np
import pytest

from training.values.games import Games, games_in
from training.values.met import met_in_play
from training.values.ranges import random_range, split_range
from training.values.rivers import LIMIT, NO_LIMIT, RATIOS
from training.values.street_shapes import alike_ratios, shape_and_sizes
from villain.cards.card import DECK, parse_distinct
from villain.cards.range import possible
from villain.kernels.solver_records import CHANCE
from villain.solver.values.board_facts import BoardFacts

BOARD = "Ks7d2c4h9s"


def test_streets_with_the_same_moves_are_solved_together() -> None:
    for limit, places in ((False, NO_LIMIT), (True, LIMIT)):
        together = alike_ratios(3, limit=limit)
        assert sorted(np.concatenate(together).tolist()) == places.tolist()
    shape, sizes = shape_and_sizes(int(LIMIT[10]), 4)
    bet = float(RATIOS[LIMIT[10]])
    # Checked through, one bet called on the turn, the capped pot.
    stakes = [sizes.stakes[node] for node, kind in enumerate(shape.kinds) if kind == CHANCE]
    assert sorted(set(np.round(stakes, 6))) == pytest.approx(
        [0.5 + bet * many for many in range(5)], abs=1e-3
    )
    assert not any(shape.all_in)


def test_deep_streets_have_no_end_where_all_is_in() -> None:
    shallow, deep = (shape_and_sizes(place, 3)[0] for place in (0, 119))
    assert any(shallow.all_in)
    assert sum(shallow.all_in) != sum(deep.all_in)


def test_split_ranges_follow_the_order_of_strength() -> None:
    rng = np.random.default_rng(1)
    strengths = rng.random(300)
    weights = split_range(rng, strengths, 1)
    assert weights.sum() == pytest.approx(1)
    stronger = weights[strengths > np.median(strengths)]
    assert len(np.unique(stronger.round(12))) == 1


def test_random_ranges_are_weights() -> None:
    facts, rng = BoardFacts(parse_distinct(BOARD[:8], "board")), np.random.default_rng(2)
    for _ in range(40):
        weights = random_range(rng, facts.holdings, [rng.random(facts.size)])
        assert weights.min() >= 0
        assert weights.sum() == pytest.approx(1)


def test_games_come_back_from_files(tmp_path: Path) -> None:
    games = Games()
    facts = BoardFacts(tuple(DECK[:4]))
    ranges, values = np.ones((2, facts.size)), np.full((2, facts.size), 0.25)
    games.add((*DECK[:4], DECK[9]), 2.0, list(ranges), list(values), list(values))
    games.save(tmp_path / "1.npz")
    [turn] = games_in(tmp_path / "1.npz", 4)
    [river] = games_in(tmp_path / "1.npz", 5, "river_values")
    assert turn.board == tuple(DECK[:4])
    assert river.board == (*DECK[:4], DECK[9])
    assert (turn.ranges.shape, river.ranges.shape) == ((2, 1128), (2, 1081))
    assert river.values[1, 7] == pytest.approx(0.25, abs=1e-3)
    assert [path.name for path in tmp_path.iterdir()] == ["1.npz"]


def test_turns_are_taken_from_play() -> None:
    board, ranges, ratio = next(met_in_play("call", 4, seed=1))
    assert len(board) == 4
    assert ratio > 0
    for held in ranges:
        assert held.sum() == pytest.approx(1)
        assert not held[~possible(board)].any()
