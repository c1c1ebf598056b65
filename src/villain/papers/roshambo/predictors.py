"""Ways to learn from a match what he will play next.

A predictor holds three chances, of rock, paper and scissors, and changes them only when it learns.
To predict oneself as the other may do it, let it learn with the moves exchanged.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from math import exp, log
from typing import Protocol

import numpy as np

from villain.papers.roshambo.game import payoff

Chances = tuple[float, float, float]
EVEN: Chances = (1 / 3, 1 / 3, 1 / 3)
PRIOR = 0.2
"""The count of a move never seen: small, so that a fixed habit is soon believed."""


class MovePredictor(Protocol):
    """Learns from games, and has chances for the next move of the other."""

    chances: Chances

    def learn(self, mine: int, his: int) -> None:
        """Take in a game."""
        ...


def shares(counts: Sequence[float]) -> Chances:
    """Chances from counts.

    >>> shares([2, 0, 0])
    (0.84..., 0.07..., 0.07...)
    """
    rock, paper, scissors = counts
    whole = rock + paper + scissors + 3 * PRIOR
    return (rock + PRIOR) / whole, (paper + PRIOR) / whole, (scissors + PRIOR) / whole


def fade(counts: list[float], keep: float) -> None:
    """Leave only a part of three counts."""
    counts[0] *= keep
    counts[1] *= keep
    counts[2] *= keep


def likeliest(chances: Chances, rng: np.random.Generator | None = None) -> int:
    """The move with the largest chance; of several the first, or any if there is a generator."""
    top = max(chances)
    if rng is None:
        return chances.index(top)
    best = [move for move in (0, 1, 2) if chances[move] == top]
    return best[0] if len(best) == 1 else best[int(len(best) * rng.random())]


def values(chances: Chances) -> Chances:
    """The value of each of one's own moves: the chance to win less the chance to lose."""
    rock, paper, scissors = chances
    return scissors - paper, rock - scissors, paper - rock


def reply(chances: Chances, rng: np.random.Generator) -> int:
    """The move that is worth most against these chances.

    >>> reply((0.5, 0.3, 0.2), np.random.default_rng(1))
    1
    """
    return likeliest(values(chances), rng)


class Contexts:
    """Counts what followed the last so many moves of his and of one's own.

    ``keep`` is what is left of a context's counts each time it comes again.
    """

    def __init__(self, his: int, mine: int, keep: float = 0.95) -> None:
        self.chances = EVEN
        self._keep = keep
        self._sizes = 3**his, 3**mine
        self._last = 0, 0
        self._counts: dict[int, list[float]] = {}
        self._here = self._counts[0] = [0.0, 0.0, 0.0]

    def learn(self, mine: int, his: int) -> None:
        """Count his move in the context it was made in, and go on to the next context."""
        here, keep = self._here, self._keep
        if keep != 1.0:
            fade(here, keep)
        here[his] += 1
        size, other_size = self._sizes
        before, other_before = self._last
        last = (before * 3 + his) % size
        other = (other_before * 3 + mine) % other_size
        self._last = last, other
        key = last * other_size + other
        self._here = self._counts.setdefault(key, [0.0, 0.0, 0.0])
        self.chances = shares(self._here)


class Offsets:
    """Counts how far his move is from a move of reference, apart after a win, tie and loss.

    With his own last move for reference it sees who repeats, rotates or shifts when he loses; with
    mine, who copies or beats it; with a guess at what he will do, who is a step ahead of the guess.
    The reference is asked for after each game: what it reads must have learnt before.
    """

    def __init__(self, reference: Callable[[], int], keep: float = 0.97) -> None:
        self.chances = EVEN
        self._reference = reference
        self._keep = keep
        self._from = reference()
        self._result = 0
        self._counts = [[0.0, 0.0, 0.0] for _ in range(3)]

    def learn(self, mine: int, his: int) -> None:
        """Count the step he made, and see from where he makes the next."""
        counts, keep = self._counts[self._result], self._keep
        fade(counts, keep)
        counts[(his - self._from) % 3] += 1
        self._result = payoff(mine, his) % 3
        self._from = start = self._reference()
        steps = shares(self._counts[self._result])
        self.chances = steps[-start % 3], steps[(1 - start) % 3], steps[(2 - start) % 3]


class Even:
    """Expects nothing: who plays at random is best predicted so."""

    def __init__(self) -> None:
        self.chances = EVEN

    def learn(self, mine: int, his: int) -> None:
        """Nothing to learn."""


class Mixture:
    """The mean of several predictors, each weighed by how well it did of late.

    The weight of each is exp(Σ keepᵗ log p), p being the chance it gave to his move t games ago: so
    the one that fits best soon speaks alone, and is replaced when he changes.
    """

    def __init__(self, parts: Sequence[MovePredictor], keep: float = 0.95) -> None:
        self.chances = EVEN
        self._parts = tuple(parts)
        self._keep = keep
        self._merits = [0.0] * len(self._parts)

    def learn(self, mine: int, his: int) -> None:
        """Weigh the parts by what they had said, and let each of them learn, in order."""
        keep, merits = self._keep, self._merits
        for number, part in enumerate(self._parts):
            merits[number] = keep * merits[number] + log(part.chances[his])
            part.learn(mine, his)
        top = max(merits)
        rock = paper = scissors = 0.0
        for merit, part in zip(merits, self._parts, strict=True):
            if merit < top - 12:
                continue
            weight = exp(merit - top)
            chances = part.chances
            rock += weight * chances[0]
            paper += weight * chances[1]
            scissors += weight * chances[2]
        whole = rock + paper + scissors
        self.chances = rock / whole, paper / whole, scissors / whole


class LongestMatch:
    """Finds the longest run of games that came before just as now, and expects what came then.

    With ``both`` false only his moves have to be the same.
    """

    def __init__(self, longest: int = 12, *, both: bool = True) -> None:
        self.chances = EVEN
        self._both = both
        self._followed: list[dict[int, int]] = [{} for _ in range(longest)]
        self._keys: list[int] = []
        self._code = 0

    def learn(self, mine: int, his: int) -> None:
        """Note what followed each run, and look the present ones up."""
        for followed, key in zip(self._followed, self._keys, strict=False):
            followed[key] = his
        self._code = (9 * self._code + 3 * his + mine * self._both) % 9 ** len(self._followed)
        length = min(len(self._keys) + 1, len(self._followed))
        self._keys = [self._code % 9**size for size in range(1, length + 1)]
        self.chances = EVEN
        for followed, key in zip(self._followed, self._keys, strict=False):
            if key not in followed:
                break
            move = followed[key]
            self.chances = (float(move == 0), float(move == 1), float(move == 2))


class _Node:
    """The moves that followed a context, and its merit compared with longer ones."""

    __slots__ = ("counts", "favour")

    def __init__(self) -> None:
        self.counts = [0.0, 0.0, 0.0]
        self.favour = 1.0


class ContextTree:
    """Contexts from none up to ``depth`` moves back, his and mine in turn, newest first.

    Each context on the way down may speak for itself or leave it to the next longer one; which of
    the two does better is learnt at every node. So the mean over all trees of contexts is taken
    without listing them, after the idea of context-tree weighting (Willems, Shtarkov and Tjalkens,
    1995), with counts that fade.
    """

    def __init__(self, depth: int = 8, keep: float = 0.95) -> None:
        self.chances: Chances = EVEN
        self._keep = keep
        self._recent = [0] * depth
        self._nodes: defaultdict[tuple[int, int], _Node] = defaultdict(_Node)
        self._path = self._find_path()
        self._said: list[Chances] = [EVEN] * (depth + 1)
        self._own: list[Chances] = [EVEN] * (depth + 1)

    def _find_path(self) -> list[_Node]:
        path, code = [self._nodes[0, 0]], 0
        for depth, move in enumerate(self._recent, 1):
            code = 3 * code + move
            path.append(self._nodes[depth, code])
        return path

    def learn(self, mine: int, his: int) -> None:
        """Judge each context by what it had said, count, and see what the next ones say."""
        last = len(self._path) - 1
        for depth, node in enumerate(self._path):
            if depth < last:
                # Bounds let a node change its mind when the player does.
                better = self._own[depth][his] / self._said[depth + 1][his]
                node.favour = min(max(node.favour * better, 0.01), 100.0)
            fade(node.counts, self._keep)
            node.counts[his] += 1
        self._recent = [his, mine, *self._recent[:-2]]
        self._path = self._find_path()
        longer = EVEN
        for depth in range(last, -1, -1):
            node = self._path[depth]
            self._own[depth] = own = shares(node.counts)
            if depth == last:
                longer = own
            else:
                favour, whole = node.favour, node.favour + 1
                longer = (
                    (favour * own[0] + longer[0]) / whole,
                    (favour * own[1] + longer[1]) / whole,
                    (favour * own[2] + longer[2]) / whole,
                )
            self._said[depth] = longer
        self.chances = longer
