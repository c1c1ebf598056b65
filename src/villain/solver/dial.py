"""From equilibrium to the best answer: what binding a player to a model wins, and what it risks.

With chance p the other player is bound to what a model says of him, else he is free: a restricted
Nash response [rnr]. At p = 0 that is an equilibrium, at p = 1 the best answer to the model. *Gain*
is what the answer wins from the model beyond what equilibrium would win from it; *risk* is what the
answer's own worst opponent wins beyond what he would get at equilibrium.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from villain.solver.locks import Locks
from villain.solver.schemes import DEFAULT
from villain.solver.solution import TARGET, Bound, Headway, Solution
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


class Safe(NamedTuple):
    """An equilibrium, before an answer: what it is worth to the hero, and what its strategy does.

    It ``wins`` so much from one who is held to his locks, and its worst opponent wins ``worst``;
    all are chips beyond half the pot.
    """

    value: float
    wins: float
    worst: float


def measure_equilibrium(solution: Solution, hero: int) -> Safe:
    """What an equilibrium does against the locks, which bind in it with a share of 0."""
    return Safe(
        solution.value(hero), solution.against_locks(hero), solution.best_response(1 - hero)
    )


def measure_answer(solution: Solution, hero: int, safe: Safe, share: float) -> DialPoint:
    """What an answer to a model wins, beyond equilibrium, and what it risks."""
    wins, worst = solution.against_locks(hero), solution.best_response(1 - hero)
    return DialPoint(
        share, wins, wins - safe.wins, max(worst - safe.worst, 0.0), solution.distance()
    )


def measure_held(equilibrium: Solution, hero: int) -> Safe:
    """The same for locks at some decisions: whoever is held there does his best elsewhere."""
    if equilibrium.game.raked:  # what one loses the other does not win
        wins = equilibrium.value_with_locks(hero)
    else:
        wins = -equilibrium.best_with_locks(1 - hero)
    return Safe(equilibrium.value(hero), wins, equilibrium.best_response(1 - hero))


def measure_lock(solution: Solution, hero: int, safe: Safe) -> DialPoint:
    """What the solution of a game with locks wins beyond equilibrium, and what it risks."""
    wins, worst = solution.value(hero), solution.best_response(1 - hero)
    return DialPoint(1.0, wins, wins - safe.wins, max(worst - safe.worst, 0.0), solution.distance())


def answer(
    game: Solvable,
    locks: Locks,
    hero: int,
    share: float,
    *,
    threads: int = 1,
    scheme: str = DEFAULT,
    short: bool = False,
) -> Solution:
    """A solution in which the hero's opponent is bound to his locks with chance ``share``."""
    bound = Bound(1 - hero, share)
    return Solution(game, locks=locks, bound=bound, threads=threads, scheme=scheme, short=short)


def dial_curve(
    game: Solvable,
    locks: Locks,
    hero: int,
    shares: Sequence[float] = SHARES,
    *,
    to: float = TARGET,
    seconds: float | None = None,
    threads: int = 1,
    scheme: str = DEFAULT,
    short: bool = False,
    progress: Callable[[float, Headway], None] | None = None,
    stopped: Callable[[], bool] | None = None,
) -> list[DialPoint]:
    """The curve of what answers win against what they risk, for shares from 0 to 1.

    ``stopped`` is asked after every iteration; the points before a stop are returned.
    """
    points, safe = list[DialPoint](), None
    for share in sorted({0.0, *shares}):
        solution = answer(game, locks, hero, share, threads=threads, scheme=scheme, short=short)
        solution.solve(
            to=to,
            seconds=seconds,
            progress=None if progress is None else lambda now, p=share: progress(p, now),  # type: ignore[misc]
            stopped=stopped,
        )
        if stopped is not None and stopped():
            break
        safe = safe or measure_equilibrium(solution, hero)
        points.append(measure_answer(solution, hero, safe, share))
    return [point for point in points if point.share in shares]
