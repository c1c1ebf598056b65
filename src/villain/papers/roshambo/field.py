"""The participants, and how much the place of the optimal player owes to them."""

from typing import NamedTuple

import numpy as np

from villain.papers.roshambo.game import Maker
from villain.papers.roshambo.readers import COUNTERS, MATCHERS
from villain.papers.roshambo.rules import RULES, Moody, Optimal, playing
from villain.papers.roshambo.tournament import Tournament

OPTIMAL = "optimal"
DRAWS = 1_000


class Entrant(NamedTuple):
    """A participant: ``kind`` is optimal, rule, counter or matcher."""

    kind: str
    make: Maker


FIELD: dict[str, Entrant] = {
    OPTIMAL: Entrant("optimal", Optimal),
    **{name: Entrant("rule", playing(rule)) for name, rule in RULES.items()},
    "moody": Entrant("rule", Moody),
    **{name: Entrant("counter", make) for name, make in COUNTERS.items()},
    **{name: Entrant("matcher", make) for name, make in MATCHERS.items()},
}
"""The optimal player, a dozen rules, half a dozen counters, and the pattern matchers."""


class Placing(NamedTuple):
    """A place among so many."""

    place: int
    of: int

    @property
    def height(self) -> float:
        """The distance down the table: 0 is the top, 1 the bottom.

        >>> Placing(1, 29).height, Placing(15, 29).height, Placing(29, 29).height
        (0.0, 0.5, 1.0)
        """
        return (self.place - 1) / max(self.of - 1, 1)

    @property
    def middle(self) -> bool:
        """True in the middle third."""
        return 1 / 3 <= self.height <= 2 / 3

    def __str__(self) -> str:
        return f"{self.place} of {self.of}"


def place_of_optimal(tournament: Tournament, by: str) -> Placing:
    """The final place of the optimal player."""
    return Placing(tournament.place(OPTIMAL, by), len(tournament.names))


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
    """Place the optimal player among half of the others, drawn at random many times.

    The share of fields in which it is in the middle third by games, in the middle third by
    matches, and first or last in either ranking.
    """
    rng = np.random.default_rng((seed, draws))
    others = [name for name in tournament.names if name != OPTIMAL]
    counts = dict.fromkeys(("middle_by_games", "middle_by_matches", "first", "last"), 0)
    for _ in range(draws):
        chosen = rng.choice(len(others), len(others) // 2, replace=False)
        field = tournament.among([OPTIMAL, *(others[i] for i in sorted(chosen))])
        games, matches = places = [place_of_optimal(field, by) for by in ("games", "matches")]
        counts["middle_by_games"] += games.middle
        counts["middle_by_matches"] += matches.middle
        counts["first"] += any(one.place == 1 for one in places)
        counts["last"] += any(one.place == one.of for one in places)
    return {what: count / draws for what, count in counts.items()}
