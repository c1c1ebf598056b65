"""Lessons of a finished hand about one seat: chunks, each with a weight [sander]."""

from collections.abc import Hashable

import numpy as np

from villain.game.observation import Observation
from villain.game.situation import shown_cards
from villain.kernels.arrays import FloatArray
from villain.models.memory.hands import (
    GRID,
    act_chunks,
    betting_words,
    board_on,
    hand_chunk,
    odds_of,
    on_grid,
)
from villain.strength.quick_strengths import quick_ranks

LEAST = 0.01
"""A hand that was never shown teaches what was so probable or more."""

Lesson = tuple[dict[str, Hashable], float]


def lessons(
    seen: Observation,
    seat: int,
    *,
    sizes: bool = False,
    grid: int = GRID,
    hidden: FloatArray | None = None,
) -> list[Lesson]:
    """The chunks of a hand: one for each decision, and for each street one with the cards shown.

    Where no cards were shown nothing is said of them; or, with the weights ``hidden`` of what the
    seat may have held, how likely each chance of winning was.
    """
    done = act_chunks(seen, sizes=sizes)
    chunks = [(slots, 1.0) for decision, slots in done if decision.seat == seat]
    words, hole = betting_words(seen, sizes=sizes), shown_cards(seen).get(seat)
    for street in range(seen.street + 1):
        board = board_on(seen, street)
        if hole is not None:
            chances = {on_grid(odds_of(hole, board), grid): 1.0}
        elif hidden is not None:
            chances = _spread(quick_ranks(tuple(sorted(board))), hidden, grid)
        else:
            break
        chunks += [(hand_chunk(words, street, seat, odds), size) for odds, size in chances.items()]
    return chunks


def _spread(ranks: FloatArray, weights: FloatArray, grid: int) -> dict[float, float]:
    """The likelihood of each step of the grid for a range; what is least is left out."""
    held = weights > 0
    steps = np.rint(ranks[held] * grid).astype(np.intp)
    chances = np.bincount(steps, weights[held], minlength=grid + 1).tolist()
    return {step / grid: chance for step, chance in enumerate(chances) if chance >= LEAST}
