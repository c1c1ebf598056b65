"""Games that value networks learn from: rivers by ranks, ranges, files."""

from pathlib import Path

import numpy as np
import pytest

from training.values.games import Games, games_in
from training.values.met import met_in_play
from training.values.ranges import random_range, split_range
from training.values.rivers import River, river_tree
from villain.cards.card import DECK, parse_distinct
from villain.cards.range import Range, possible
from villain.solver.solving import solve
from villain.solver.spot import Spot
from villain.solver.values.board_facts import BoardFacts

BOARD = "Ks7d2c4h9s"


def test_rivers_by_ranks_are_near_the_solver() -> None:
    facts = BoardFacts(parse_distinct(BOARD, "board"))
    rng = np.random.default_rng(4)
    river, order = River(facts), [rng.random(facts.size)]
    ranges = (random_range(rng, facts.holdings, order), random_range(rng, facts.holdings, order))
    values = river.solve(river_tree(1.0), ranges, 120)
    wide = np.zeros((2, 1326))
    wide[:, facts.holdings] = ranges
    both = (Range(wide[0]), Range(wide[1]))
    spot = Spot.parse(BOARD, pot=1, stacks=1, ranges=both, sizes="75%, a")
    solution = solve(spot, to=0.002)
    for player in (0, 1):
        won = float(ranges[player] @ values[player])
        rivals = facts.rivals(ranges[1 - player][None])[0]
        assert won / float(ranges[player] @ rivals) == pytest.approx(
            solution.value(player), abs=0.01
        )


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
    board, ranges, ratio = next(met_in_play("call", seed=1))
    assert len(board) == 4
    assert ratio > 0
    for held in ranges:
        assert held.sum() == pytest.approx(1)
        assert not held[~possible(board)].any()
