"""Locks as people write them: ``check, bet 75%: fold 60%; call 40%`` or ``bet 75%: call QQ+, AK``.

Before the colon stands the line that leads to the decision (nothing for the first one). Behind it
each move has a share for all holdings, or a range: these holdings make the move, as often as their
weights say. A move with nothing behind it takes what is left of all holdings (``bet 75%: call AA;
fold``). Without one, holdings that were not named stay free, and what is left of those that were
goes to the first move that was not named.
"""

import numpy as np

from villain.cards.range import Range
from villain.errors import NotationError
from villain.kernels.arrays import FloatArray
from villain.solver.locks import Locks
from villain.solver.places import TreePlace, decision_at, find_move, follow, options_text
from villain.solver.solution import Solution
from villain.solver.solvable import Solvable


def add_lock(locks: Locks, text: str) -> TreePlace:
    """Add the lock that a text describes; the place at which it stands."""
    line, colon, moves = text.partition(":")
    if not colon or not moves.strip():
        raise NotationError(
            f"lock {text!r}; write the line, a colon and what he does, such as "
            "'check, bet 75%: fold 60%; call 40%'"
        )
    game = locks.game
    place = follow(Solution(game), line)
    decision_at(game, place)
    chances, share = _read_moves(game, place, moves)
    locks.add(place.node, place.board, chances, share)
    return place


def _read_moves(game: Solvable, place: TreePlace, text: str) -> tuple[FloatArray, FloatArray]:
    node = game.node(place.node)
    size, names = game.size(node.player), place.naming[node.player]
    chances, share = np.zeros((len(node.moves), size)), np.zeros(size)
    rest_to, unnamed = None, list(range(len(node.moves)))
    for part in filter(None, (piece.strip() for piece in text.split(";"))):
        number, rest = _split(game, place, part)
        if number in unnamed:
            unnamed.remove(number)
        if not rest:
            rest_to = number
            share[:] = 1.0
            continue
        weights = _read_weights(rest, part)
        if isinstance(weights, float):
            chances[number] += weights
            share[:] = 1.0
        else:
            here = np.zeros(size)
            here[names] = weights[game.holdings[node.player]]
            chances[number] += here
            share[here > 0] = 1.0
    total = chances.sum(axis=0)
    if (total > 1 + 1e-6).any():
        raise NotationError(f"lock {text!r}: the moves of a holding come to {total.max():.0%}")
    rest_to = rest_to if rest_to is not None else unnamed[0] if unnamed else 0
    chances[rest_to] += 1 - np.minimum(total, 1.0)
    return chances, share


def _split(game: Solvable, place: TreePlace, part: str) -> tuple[int, str]:
    """The move at the beginning of a text, and the rest of it."""
    words = part.split()
    for count in range(len(words), 0, -1):
        try:
            return find_move(game, place, " ".join(words[:count])), " ".join(words[count:])
        except NotationError:
            continue
    raise NotationError(f"{part!r} begins with no move; {options_text(game, place)}")


def _read_weights(text: str, part: str) -> float | FloatArray:
    if text.endswith("%"):
        try:
            share = float(text[:-1]) / 100
        except ValueError:
            share = -1.0
        if not 0 <= share <= 1:
            raise NotationError(f"{part!r}; a share is 0 % to 100 %")
        return share
    return np.minimum(Range(text).weights, 1.0)
