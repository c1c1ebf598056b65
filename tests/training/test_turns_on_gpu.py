"""Turns to be solved on a GPU; and there (marker `gpu`) the same values as the solver's."""

from pathlib import Path

import numpy as np
import pytest

from training.values.drawn_streets import draw_streets, met_in
from training.values.met import MetStreet, save_met
from training.values.rivers import NO_LIMIT, RATIOS, SIZES
from villain.cards.card import DECK, parse_distinct
from villain.cards.range import Range, possible
from villain.solver.sizes import BetSizes
from villain.solver.solving import solve
from villain.solver.spot import Spot
from villain.solver.values.board_facts import BoardFacts


def test_drawn_turns_have_the_ranks_and_cards_of_their_boards() -> None:
    turns = draw_streets(seed=3, boards=2, pairs=2)
    assert turns.board_of.tolist() == [0, 0, 1, 1]
    assert turns.ranges.sum(axis=2) == pytest.approx(1.0, abs=1e-4)
    for board, ranks, cards in zip(turns.boards, turns.ranks, turns.cards, strict=True):
        assert not set(board) & set(cards.ravel().tolist())
        deck = [card for card in DECK if card not in board]
        for card, row in zip(deck, ranks, strict=True):
            assert ((row == 0) == (cards == card).any(axis=1)).all()


def test_turns_that_were_met_are_read_as_they_were_written(tmp_path: Path) -> None:
    board = parse_distinct("Ks7d2c4h", "board")
    rng = np.random.default_rng(1)
    both = [rng.random(1326) * possible(board) for _ in (0, 1)]
    save_met(tmp_path / "met.npz", [MetStreet(board, (both[0], both[1]), 3.0)])
    [turns] = met_in(tmp_path, [NO_LIMIT], 10)
    assert turns.boards == [board]
    assert RATIOS[turns.ratios[0]] == pytest.approx(3.0, rel=0.03)
    for held, kept in zip(both, turns.ranges[0], strict=True):
        assert kept == pytest.approx(held[possible(board)] / held.sum(), abs=1e-5)


@pytest.mark.gpu
def test_rivers_on_a_gpu_have_the_solvers_values() -> None:
    torch = pytest.importorskip("torch")
    if not torch.cuda.is_available():
        pytest.skip("there is no GPU")
    from training.values.turns_on_gpu import TurnSolver

    turns = draw_streets(seed=7, boards=1, pairs=4)
    rng = np.random.default_rng(2)
    _, rivers, after = TurnSolver(often=4.0).solve(turns, rng)
    board = turns.boards[0]
    deck = [card for card in DECK if card not in board]
    facts = BoardFacts(board)
    for place, number in enumerate(rivers):
        whole, ratio = (*board, deck[number]), float(RATIOS[turns.ratios[place]])
        inside = np.searchsorted(facts.holdings, BoardFacts(whole).holdings)
        left = turns.ranges[place][:, inside].astype(np.float64)
        wide = np.zeros((2, 1326))
        wide[:, BoardFacts(whole).holdings] = np.maximum(left, 1e-9 * left.max())
        both = (BetSizes.parse(SIZES), BetSizes.parse(SIZES))
        spot = Spot(whole, 1.0, (ratio, ratio), (Range(wide[0]), Range(wide[1])), both)
        solution = solve(spot, to=0.0005)
        for player in (0, 1):
            weights = left[player] * BoardFacts(whole).rivals(left[1 - player][None])[0]
            values = after[place, player].cpu().numpy()[inside]
            assert float(weights @ values) / weights.sum() == pytest.approx(
                solution.value(player), abs=1e-3
            )
