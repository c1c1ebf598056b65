"""Best answers: ends against a slow twin, scripts whose best answer is known, and play."""

import numpy as np
import pytest

from benchmarks.gauntlet.best_answer import BestAnswer, Level, Worth
from benchmarks.gauntlet.measured_match import play_measured
from benchmarks.gauntlet.opponents import SCRIPTS, Script
from benchmarks.gauntlet.planner import Planner
from benchmarks.gauntlet.range_ends import RankedBoard, rivals, showdowns
from villain.cards.card import DECK
from villain.cards.range import HIGH_CARDS, LOW_CARDS, possible
from villain.kernels.arrays import FloatArray
from villain.kernels.showdown import rank_holdings
from villain.strength.situation import as_array

RNG = np.random.default_rng(1)
BOARDS = [as_array(tuple(DECK[card] for card in RNG.permutation(52)[:5])) for _ in range(3)]
WEIGHTS = RNG.random((3, 1326)) * [possible(board.tolist()) for board in BOARDS]


def test_ends_of_whole_ranges_agree_with_pair_by_pair() -> None:
    cards = np.stack([HIGH_CARDS, LOW_CARDS], axis=1).astype(int)
    apart = (cards[:, None, :, None] != cards[None, :, None, :]).all(axis=(2, 3))
    fast, beside = showdowns(WEIGHTS, [RankedBoard.of(board) for board in BOARDS]), rivals(WEIGHTS)
    for board, weights, values, met in zip(BOARDS, WEIGHTS, fast, beside, strict=True):
        ranks = rank_holdings(board, HIGH_CARDS, LOW_CARDS).astype(int)
        slow = (np.sign(ranks[:, None] - ranks) * apart) @ weights * (ranks > 0)
        assert np.allclose(values, slow)
        assert np.allclose(met, apart @ weights)


def answer(script: Script, seat: int, flops: int = 6) -> tuple[FloatArray, float]:
    best = BestAnswer(script, seat, 1, flops, 4, 4)
    return best.finish(list(best.by_flop()))


@pytest.mark.parametrize("seat", [0, 1])
def test_the_limper_gives_a_big_blind(seat: int) -> None:
    won, hoped = answer(SCRIPTS["limper"](), seat)
    assert won.mean() == pytest.approx(1.0)
    assert hoped == pytest.approx(1.0)


def test_a_caller_is_best_answered_on_the_river() -> None:
    """With what is ahead of half of all holdings all-in, and with the rest a check."""
    rng, edges = np.random.default_rng(5), list[float]()
    for _ in range(150):
        board = as_array(tuple(DECK[card] for card in rng.permutation(52)[:5]))
        held = possible(board.tolist())
        edge = showdowns(held[None].astype(float), [RankedBoard.of(board)])[0][held] / 990
        edges.append(float(np.maximum(edge, 0).mean()))
    won, hoped = answer(SCRIPTS["caller"](), 0, flops=8)
    assert won.mean() == pytest.approx(99 * np.mean(edges), abs=1.0)
    assert won.mean() < hoped + 0.3


def test_what_is_chosen_by_a_card_is_not_won_with_it() -> None:
    rng = np.random.default_rng(3)
    noise, counts = rng.normal(size=(6, 1, 5000)), np.ones((6, 1, 5000))
    nothing = Worth.certain(np.zeros((1, 5000)))
    best = Worth.before(noise, noise, counts).or_better(nothing)
    assert best.mean_won(counts).mean() == pytest.approx(0.0, abs=0.02)
    assert best.hoped.mean() > 0.1


def test_each_level_has_the_boards_that_follow() -> None:
    best = BestAnswer(SCRIPTS["rock"](), 0, 1, 1, 4, 3)
    level: Level | None = best._draw((0, 5, 9))
    sizes = list[int]()
    while level is not None:
        sizes.append(level.boards)
        level = level.below
    assert sizes == [1, 4, 12]


def test_the_planner_takes_the_blind_of_the_limper_and_plays_the_rock() -> None:
    for script in ("limper", "rock"):
        planner = Planner(script=script, flops=4, turns=4, rivers=4)
        match = play_measured(planner, script, 8, 1)
        assert not match.faults
        if script == "limper":
            assert match.wins.tolist() == [1.0] * 8
