"""From equilibrium to the best answer: what binding a player to a model wins, and what it risks.

With chance p the other player is bound to what a model says of him, else he is free: a restricted
Nash response [rnr]. At p = 0 that is an equilibrium, at p = 1 the best answer to the model. *Gain*
is what the answer wins from the model beyond what equilibrium would win from it; *risk* is what the
answer's own worst opponent wins beyond what he would get at equilibrium.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from villain.solver.locks import Locks
from villain.solver.solution import TARGET, Bound, Solution, Standing
from villain.solver.solvable import Solvable

SHARES = (0.0, 0.25, 0.5, 0.75, 0.9, 1.0)


class DialPoint(NamedTuple):
    """One answer: how far the other was bound, what it wins from the model, gain and risk.

    All are chips; ``wins`` is beyond half the pot. ``distance`` is how far the answer is from being
    exact, in pots.
    """

    share: float
    wins: float
    gain: float
    risk: float
    distance: float


def answer(game: Solvable, locks: Locks, hero: int, share: float, *, threads: int = 1) -> Solution:
    """A solution in which the hero's opponent is bound to his locks with chance ``share``."""
    return Solution(game, locks=locks, bound=Bound(1 - hero, share), threads=threads)


def dial_curve(
    game: Solvable,
    locks: Locks,
    hero: int,
    shares: Sequence[float] = SHARES,
    *,
    to: float = TARGET,
    seconds: float | None = None,
    threads: int = 1,
    progress: Callable[[float, Standing], None] | None = None,
) -> list[DialPoint]:
    """The curve of what answers win against what they risk, for shares from 0 to 1."""
    measured = []
    for share in sorted({0.0, *shares}):
        solution = answer(game, locks, hero, share, threads=threads)
        standing = solution.solve(
            to=to,
            seconds=seconds,
            progress=None if progress is None else lambda now, p=share: progress(p, now),  # type: ignore[misc]
        )
        wins = solution.against_locks(hero)
        worst = solution.best_response(1 - hero)
        measured.append((share, wins, worst, standing.distance))
    _, safe_wins, safe_worst, _ = measured[0]
    return [
        DialPoint(share, wins, wins - safe_wins, max(worst - safe_worst, 0.0), distance)
        for share, wins, worst, distance in measured
        if share in shares
    ]
