"""How much the place of the optimal player owes to who else takes part."""

from typing import NamedTuple

import numpy as np

from villain.papers.poki.roshambo.field import FIELD, OPTIMAL
from villain.papers.poki.roshambo.tournament import Tournament

DRAWS = 1_000


class Place(NamedTuple):
    """A place among so many."""

    place: int
    of: int

    @property
    def height(self) -> float:
        """How far down the table: 0 is the top, 1 the bottom.

        >>> Place(1, 29).height, Place(15, 29).height, Place(29, 29).height
        (0.0, 0.5, 1.0)
        """
        return (self.place - 1) / max(self.of - 1, 1)

    @property
    def middle(self) -> bool:
        """Whether it is in the middle third."""
        return 1 / 3 <= self.height <= 2 / 3

    def __str__(self) -> str:
        return f"{self.place} of {self.of}"


def place_of_optimal(tournament: Tournament, by: str) -> Place:
    """Where the optimal player ends."""
    return Place(tournament.place(OPTIMAL, by), len(tournament.names))


def by_kind(tournament: Tournament) -> dict[str, Tournament]:
    """The whole field, and fields of the optimal player and some kinds of others."""
    kinds = {
        "everybody": ("rule", "counter", "matcher"),
        "rules and counters": ("rule", "counter"),
        "rules": ("rule",),
        "counters and matchers": ("counter", "matcher"),
        "matchers": ("matcher",),
    }
    return {
        title: tournament.among(
            [name for name in tournament.names if name == OPTIMAL or FIELD[name].kind in chosen]
        )
        for title, chosen in kinds.items()
    }


def in_random_fields(tournament: Tournament, seed: int, draws: int = DRAWS) -> dict[str, float]:
    """Where the optimal player ends against half of the others, drawn at random many times.

    The share of fields in which it is in the middle third by games, in the middle third by
    matches, and first or last in either ranking.
    """
    rng = np.random.default_rng((seed, draws))
    others = [name for name in tournament.names if name != OPTIMAL]
    games = matches = first = last = 0
    for _ in range(draws):
        chosen = rng.choice(len(others), len(others) // 2, replace=False)
        field = tournament.among([OPTIMAL, *(others[i] for i in sorted(chosen))])
        by_games, by_matches = (place_of_optimal(field, by) for by in ("games", "matches"))
        games += by_games.middle
        matches += by_matches.middle
        first += 1 in (by_games.place, by_matches.place)
        last += by_games.of in (by_games.place, by_matches.place)
    return {
        "middle_by_games": games / draws,
        "middle_by_matches": matches / draws,
        "first": first / draws,
        "last": last / draws,
    }
