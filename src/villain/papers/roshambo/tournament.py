"""Everybody against everybody, several times over, scored by games and by matches."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from villain.arena.statistics import Rate
from villain.errors import VillainError
from villain.kernels.arrays import FloatArray
from villain.papers.means import mean_over
from villain.papers.roshambo.game import Maker, chance_margin, play_match


@dataclass(frozen=True)
class FinalPlace:
    """A place in the end, with means over the round robins.

    ``games`` is games won less games lost; ``points`` are two for a match won and one for a draw.
    """

    name: str
    place: int
    games: Rate
    points: Rate
    won: float
    drawn: float
    lost: float


@dataclass(frozen=True, eq=False)
class Tournament:
    """The games won less lost by each against each: round robin, player, opponent."""

    names: tuple[str, ...]
    games: int
    differences: FloatArray

    @property
    def verdicts(self) -> FloatArray:
        """1 for a match won beyond chance, -1 for one lost, else 0."""
        beyond = np.abs(self.differences) > chance_margin(self.games)
        return np.sign(self.differences) * beyond

    def among(self, names: Sequence[str]) -> "Tournament":
        """The same matches, as if only these had taken part."""
        chosen = [self.names.index(name) for name in names]
        table = self.differences[:, chosen][:, :, chosen]
        return Tournament(tuple(names), self.games, table)

    def scores(self) -> tuple[FloatArray, FloatArray]:
        """Games and points, by round robin and player."""
        others = len(self.names) - 1
        return self.differences.sum(axis=2), self.verdicts.sum(axis=2) + others

    def ranking(self, by: str) -> tuple[FinalPlace, ...]:
        """The standings by ``games`` or by ``matches``; the other score breaks ties."""
        games, points = self.scores()
        verdicts = self.verdicts
        rounds, others = len(verdicts), len(self.names) - 1
        won, lost = ((verdicts == sign).sum(axis=(0, 2)) / rounds for sign in (1, -1))
        order = _order(games.mean(axis=0), points.mean(axis=0), by)
        return tuple(
            FinalPlace(
                self.names[i],
                place,
                mean_over(games[:, i]),
                mean_over(points[:, i]),
                float(won[i]),
                float(others - won[i] - lost[i]),
                float(lost[i]),
            )
            for place, i in enumerate(order, 1)
        )

    def place(self, name: str, by: str) -> int:
        """A player's place over all the round robins; 1 is best."""
        games, points = (scores.mean(axis=0) for scores in self.scores())
        return 1 + _order(games, points, by).index(self.names.index(name))

    def places(self, name: str, by: str) -> list[int]:
        """A player's place in each of the round robins."""
        who = self.names.index(name)
        return [
            1 + _order(games, points, by).index(who)
            for games, points in zip(*self.scores(), strict=True)
        ]


def _order(games: FloatArray, points: FloatArray, by: str) -> list[int]:
    keys = {"games": (points, games), "matches": (games, points)}
    if by not in keys:
        raise VillainError.unknown("ranking", by, keys)
    return [int(i) for i in np.lexsort(keys[by])[::-1]]


def play_tournament(
    field: Mapping[str, Maker],
    games: int = 1_000,
    rounds: int = 1,
    seed: int = 0,
    progress: Callable[[float], None] = lambda _: None,
) -> Tournament:
    """Play so many round robins; all players are made anew for every match.

    >>> from villain.papers.roshambo.rules import Optimal, playing
    >>> field = {one: playing(one) for one in ("rock", "beat last")} | {"optimal": Optimal}
    >>> [one.name for one in play_tournament(field, seed=1).ranking("matches")]
    ['beat last', 'optimal', 'rock']
    """
    if len(field) < 2 or rounds < 1:
        raise VillainError("a tournament takes two or more players and one round robin or more")
    names, makers = tuple(field), tuple(field.values())
    pairs = list(combinations(range(len(names)), 2))
    differences = np.zeros((rounds, len(names), len(names)))
    for number in range(rounds):
        for done, (i, j) in enumerate(pairs, 1):
            score = play_match(makers[i], makers[j], games, (seed, number, i, j))
            differences[number, i, j] = score.difference
            differences[number, j, i] = -score.difference
            progress((number + done / len(pairs)) / rounds)
    return Tournament(names, games, differences)
