"""One street of a hand of two, solved from its start: how, and for how long."""

from dataclasses import dataclass
from time import monotonic

from villain.kernels.arrays import FloatArray
from villain.solver.exposure import promised_values
from villain.solver.held import Held
from villain.solver.locks import Locks
from villain.solver.street_betting import BetMenu, Line
from villain.solver.street_game import StreetGame
from villain.solver.street_solution import Binding, Promise, StreetSolution
from villain.solver.values.sources import NETWORKS, ValueSource

LEAST_ITERATIONS = 20
"""However little time there is, so many iterations are made."""

FEWEST_ITERATIONS, RARELY = 16, 8
"""Against somebody who is not free so many are enough: a best answer is soon found. And what leaves
are worth if he is counts little, and is looked at only in every so many."""

_NOTHING = 1e-30
"""Weights below this are none."""

_MENUS = (BetMenu(all_in=8.0, most=3), BetMenu(), BetMenu(), BetMenu(all_in=4.0, most=3))


@dataclass(frozen=True)
class ResolverSettings:
    """How streets are solved.

    ``menus`` are by street. Leaves are looked at in every ``every``-th iteration. ``gadget`` is the
    share of his range that is chosen against us within what he was promised, ``doubt`` how far
    every action of his may have come from any holding.
    """

    menus: tuple[BetMenu, ...] = _MENUS
    iterations: int = 100
    every: int = 3
    gadget: float = 0.5
    doubt: float = 0.1
    values: ValueSource = NETWORKS


def solve_street(
    street: StreetGame,
    settings: ResolverSettings,
    seconds: float | None,
    *,
    hero: int | None,
    held: dict[Line, FloatArray],
    his: Held | None,
) -> StreetSolution:
    """Solve a street; ``held`` is what the hero did before, ``his`` how the other is held."""
    tree, locks = street.tree, Locks(street.game)
    for line, chances in held.items():
        locks.add(tree.places[line], 0, chances)
    ends = settings.values.at_end(street.facts, tree.start.rules)
    freedom, binding = 1.0, None
    if his is not None and hero is not None:
        freedom, binding = his.freedom(), _bind(street, 1 - hero, his)
    enough = max(FEWEST_ITERATIONS, round(settings.iterations * freedom))
    every = settings.every if 2 * enough > settings.iterations else RARELY
    solution = StreetSolution(street, ends, locks=locks, binding=binding, every=every)
    clock = _Clock(seconds, min(settings.iterations, enough))
    if hero is None or not settings.gadget or not tree.start.street:
        clock.improve(solution, 1.0)
        return _settled_as_held(solution, held)
    values = promised_values(solution, settings.values, 1 - hero)
    if values is None:
        # What he has in a solution that promises nothing is the best guess at what was promised.
        clock.improve(solution, 0.5)
        values = solution.values(1 - hero, best=True)
    solution.promise(Promise(1 - hero, values, settings.gadget))
    clock.improve(solution, 1.0)
    return _settled_as_held(solution, held)


def _bind(street: StreetGame, player: int, his: Held) -> Binding:
    """A player bound to what is believed of him."""
    free, locks = street.game.weights[player], Locks(street.game)
    for node, (chances, share) in his.locks.items():
        locks.add(node, 0, chances, share)
    there = his.range[street.facts.holdings]
    weights = (there * (free.sum() / max(there.sum(), _NOTHING))).astype(free.dtype)
    return Binding(player, his.chance, weights, locks, his.answers)


def _settled_as_held(solution: StreetSolution, held: dict[Line, FloatArray]) -> StreetSolution:
    """A solution in which what the hero did before is what he has learned, too."""
    for line, chances in held.items():
        solution.settle(solution.street.tree.places[line], chances)
    return solution


class _Clock:
    """Counts iterations, or the time that they may take."""

    def __init__(self, seconds: float | None, iterations: int) -> None:
        self.began, self.seconds, self.iterations = monotonic(), seconds, iterations

    def improve(self, solution: StreetSolution, share: float) -> None:
        """Go on until a share of the iterations, or of the time, is used up."""
        while solution.iterations < share * self.iterations:
            solution.improve()
            late = self.seconds is not None and monotonic() - self.began > share * self.seconds
            if late and solution.iterations >= share * LEAST_ITERATIONS:
                return
