"""What many clones come to: how often they are like the player, and what they know of him."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from villain.evaluation.realism.clones import CloneLine, CloneResult
from villain.evaluation.scoring import interval_over_players

DRAWS = 1000

LOSSES = (
    ("known", ("known",), ("known_cases",)),
    ("known, folds apart", ("unfolded",), ("known_cases",)),
    ("unknown", ("unknown",), ("unknown_cases",)),
    ("all", ("known", "unknown"), ("known_cases", "unknown_cases")),
)
"""Which of the losses are added up in a row of the report, and which numbers of decisions."""


class InsideShares(NamedTuple):
    """How often a rate is within the player's interval: his own, his clone's, another's clone's.

    ``drawn`` is that of hands drawn from those that the clone was made of.
    """

    statistic: str
    cases: int
    himself: float
    drawn: float
    clone: float
    another: float


class InsideShortfall(NamedTuple):
    """By how much clones are inside less often than others, with its 95 % interval."""

    mean: float
    low: float
    high: float


class CloneGain(NamedTuple):
    """Log-losses a decision, and what the clone gains over a stranger, with its 95 % interval."""

    cards: str
    decisions: int
    stranger: float
    clone: float
    gain: float
    low: float
    high: float


def inside_shares(results: Sequence[CloneResult]) -> list[InsideShares]:
    """For all statistics together, and each with what it was counted of."""
    own = [line for one in results for line in one.lines()]
    others = [
        line
        for one, other in zip(results, [*results[1:], *results[:1]], strict=True)
        for line in one.lines(other.clone)
    ]
    keys = list(dict.fromkeys(line.statistic.name for line in own))
    groups: list[tuple[str, Callable[[CloneLine], bool]]] = [("all", lambda _: True)]
    groups += [(key, lambda line, key=key: line.statistic.name == key) for key in keys]  # type: ignore[misc]
    return [
        InsideShares(
            name,
            sum(map(fits, own)),
            _share(own, fits, lambda line: line.himself_inside),
            _share(own, fits, lambda line: line.drawn_inside),
            _share(own, fits, lambda line: line.clone_inside),
            _share(others, fits, lambda line: line.clone_inside),
        )
        for name, fits in groups
    ]


def _share(
    lines: Sequence[CloneLine],
    fits: Callable[[CloneLine], bool],
    inside: Callable[[CloneLine], float],
) -> float:
    some = [inside(line) for line in lines if fits(line)]
    return float(np.mean(some)) if some else float("nan")


def inside_shortfall(
    results: Sequence[CloneResult], seed: int, *, drawn: bool = False
) -> InsideShortfall:
    """Himself less his clone, of all statistics together, with an interval over players.

    With ``drawn`` it is what can be drawn from the hands that the clone was made of, less his
    clone.
    """
    lines = [one.lines() for one in results]
    cases = np.array([len(some) for some in lines])
    less = np.array(
        [
            sum(
                (line.drawn_inside if drawn else line.himself_inside) - line.clone_inside
                for line in some
            )
            for some in lines
        ]
    )
    if not cases.any():
        return InsideShortfall(float("nan"), float("nan"), float("nan"))
    low = high = float("nan")  # one player says nothing of how players differ
    if np.count_nonzero(cases) > 1:
        low, high = interval_over_players(less[cases > 0], cases[cases > 0], seed, DRAWS)
    return InsideShortfall(float(less.sum() / cases.sum()), low, high)


def clone_gains(results: Sequence[CloneResult], seed: int) -> list[CloneGain]:
    """The gain where his cards are known, where they are not, and in all; drawn over players."""
    gains = []
    for cards, losses, numbers in LOSSES:
        sums = np.array(
            [
                [
                    sum(getattr(one.stranger, name) for name in losses),
                    sum(getattr(one.losses, name) for name in losses),
                    sum(getattr(one.losses, name) for name in numbers),
                ]
                for one in results
            ]
        )
        stranger, clone, cases = sums[sums[:, 2] > 0].T
        if not len(cases):
            continue
        low = high = float("nan")  # one player says nothing of how players differ
        if len(cases) > 1:
            low, high = interval_over_players(stranger - clone, cases, seed, DRAWS)
        whole = cases.sum()
        gains.append(
            CloneGain(
                cards,
                int(whole),
                stranger.sum() / whole,
                clone.sum() / whole,
                (stranger - clone).sum() / whole,
                low,
                high,
            )
        )
    return gains


def clones_as_dict(results: Sequence[CloneResult], seed: int) -> dict[str, Any]:
    """All of it, for scripts."""
    return {
        "players": [one.as_dict() for one in results],
        "inside": [one._asdict() for one in inside_shares(results)],
        "shortfall": inside_shortfall(results, seed)._asdict(),
        "shortfall_of_drawn": inside_shortfall(results, seed, drawn=True)._asdict(),
        "losses": [one._asdict() for one in clone_gains(results, seed)],
    }
