"""Solve a spot in one call."""

from collections.abc import Callable

from villain.solver.schemes import DEFAULT, find_scheme
from villain.solver.solution import TARGET, Headway, Solution
from villain.solver.solvable import MEMORY, solvable_spot
from villain.solver.spot import Spot

FULL, SHORT = 8.0, 4.0
"""Bytes of a regret and its share of the average, in 32 and in 16 bits each."""


def bytes_each(scheme: str, *, short: bool) -> float:
    """The bytes that each number to be learned takes with all that belongs to it."""
    predicted = FULL / 2 if find_scheme(scheme).predictive else 0.0
    return SHORT if short else FULL + predicted


def solve(
    spot: Spot,
    *,
    to: float = TARGET,
    seconds: float | None = None,
    threads: int = 1,
    short: bool = False,
    memory: float = MEMORY,
    scheme: str = DEFAULT,
    progress: Callable[[Headway], None] | None = None,
) -> Solution:
    """The equilibrium of a spot, to a distance in pots or for some seconds.

    >>> spot = Spot.parse("Ks7d2c4h9s", pot=10, stacks=10, ranges=("AA, 65s", "QQ"), sizes="a")
    >>> solution = solve(spot, to=0.001)
    >>> f"{solution.value(0) + 5:.2f}"                    # of a pot of 10, out of position
    '9.00'
    """
    game = solvable_spot(spot, memory=memory, bytes_each=bytes_each(scheme, short=short))
    solution = Solution(game, scheme=scheme, threads=threads, short=short)
    solution.solve(to=to, seconds=seconds, progress=progress)
    return solution
