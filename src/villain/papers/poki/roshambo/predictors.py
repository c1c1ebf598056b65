"""What will he play next? Ways to learn it from the match so far.

A predictor holds three chances, of rock, paper and scissors, and changes them only when it learns.
To predict oneself as the other may do it, let it learn with the moves exchanged.
"""

from collections.abc import Callable, Sequence
from math import exp, log
from typing import Protocol

import numpy as np

from villain.papers.poki.roshambo.game import payoff

Chances = tuple[float, float, float]
EVEN: Chances = (1 / 3, 1 / 3, 1 / 3)
PRIOR = 0.2
"""What each move counts before it was seen: small, so that a fixed habit is soon believed."""


class Predictor(Protocol):
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


def likeliest(chances: Chances, rng: np.random.Generator | None = None) -> int:
    """The move with the largest chance; of several the first, or any if there is a generator."""
    top = max(chances)
    if rng is None:
        return chances.index(top)
    found = [move for move in (0, 1, 2) if chances[move] == top]
    return found[0] if len(found) == 1 else found[int(len(found) * rng.random())]


def values(chances: Chances) -> Chances:
    """What each of one's own moves is worth: the chance to win less the chance to lose."""
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
            here[0] *= keep
            here[1] *= keep
            here[2] *= keep
        here[his] += 1
        size, other_size = self._sizes
        before, other_before = self._last
        last = (before * 3 + his) % size
        other = (other_before * 3 + mine) % other_size
        self._last = last, other
        key = last * other_size + other
        found = self._counts.get(key)
        if found is None:
            found = self._counts[key] = [0.0, 0.0, 0.0]
        self._here = found
        self.chances = shares(found)


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
        counts[0] *= keep
        counts[1] *= keep
        counts[2] *= keep
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

    def __init__(self, parts: Sequence[Predictor], keep: float = 0.95) -> None:
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
