"""The game, a player of it, a match, and when a match counts as won.

Rock is 0, paper 1, scissors 2: a move is beaten by the next one, and scissors by rock.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Protocol

import numpy as np

from villain.errors import VillainError

ROCK, PAPER, SCISSORS = MOVES = (0, 1, 2)
SIDES = 1.96
"""The standard deviations that are beyond chance, two-sided, 95 %."""

Seed = int | Sequence[int]


class Contestant(Protocol):
    """One who plays a match: he moves, and is then told both moves.

    A player is made anew for every match, from a generator of random numbers of his own; he sees
    nothing but what he is told.
    """

    def move(self) -> int:
        """Rock 0, paper 1 or scissors 2."""
        ...

    def watch(self, mine: int, his: int) -> None:
        """See both moves of a game; the first is one's own."""
        ...


Maker = Callable[[np.random.Generator], Contestant]
"""Makes a player for one match; the class of a player is one."""


def beating(move: int) -> int:
    """The move that beats this one.

    >>> [beating(move) for move in (ROCK, PAPER, SCISSORS)]
    [1, 2, 0]
    """
    return (move + 1) % 3


def payoff(mine: int, his: int) -> int:
    """1 for a win, 0 for a tie, -1 for a loss.

    >>> payoff(PAPER, ROCK), payoff(ROCK, ROCK), payoff(SCISSORS, ROCK)
    (1, 0, -1)
    """
    return (mine - his + 1) % 3 - 1


def chance_margin(games: int) -> float:
    """The distance between two players that chance alone explains: 1.96 √(2/3 games).

    A game of the optimal player is won, tied or lost with a third each whatever the other does, so
    that the difference of so many games has the variance 2/3 of each. A match is won beyond it.

    >>> round(chance_margin(1_000), 1)
    50.6
    """
    return SIDES * sqrt(2 / 3 * games)


@dataclass(frozen=True)
class MatchScore:
    """A match as the first of its players sees it."""

    games: int
    won: int
    lost: int

    @property
    def difference(self) -> int:
        """Games won less games lost."""
        return self.won - self.lost

    @property
    def verdict(self) -> int:
        """1 for a match won, -1 for one lost, 0 if chance alone could have done it."""
        if abs(self.difference) <= chance_margin(self.games):
            return 0
        return 1 if self.difference > 0 else -1


def play_match(one: Maker, other: Maker, games: int = 1_000, seed: Seed = 0) -> MatchScore:
    """Play a match between two players made for it; the same seed gives the same match.

    >>> from villain.papers.roshambo.rules import Optimal, playing
    >>> play_match(playing("rock"), playing("rotating"), 9)
    MatchScore(games=9, won=3, lost=3)
    >>> play_match(Optimal, playing("rock"), 1_000, seed=1).verdict
    0
    """
    if games < 1:
        raise VillainError(f"a match takes one game or more, not {games}")
    entropy = (seed,) if isinstance(seed, int) else tuple(seed)
    if min(entropy, default=-1) < 0:
        raise VillainError(f"a seed should be 0 or more, or several such numbers, not {seed!r}")
    players = [maker(np.random.default_rng((*entropy, i))) for i, maker in enumerate((one, other))]
    first, second = players
    won = lost = 0
    for number in range(games):
        mine, his = first.move(), second.move()
        for player, move in ((first, mine), (second, his)):
            if not isinstance(move, (int, np.integer)) or not 0 <= move <= 2:
                raise VillainError(
                    f"{type(player).__name__} played {move!r} in game {number + 1}; a move is "
                    "0 (rock), 1 (paper) or 2 (scissors)"
                )
        mine, his = int(mine), int(his)
        first.watch(mine, his)
        second.watch(his, mine)
        gain = payoff(mine, his)
        won += gain > 0
        lost += gain < 0
    return MatchScore(games, won, lost)
