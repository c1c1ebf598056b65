"""Answers to a strategy in a small game, from both seats: equilibrium, best answer, and between.

The other is bound to the strategy with one chance for the whole hand (a restricted Nash response
[rnr]) or at each decision with a chance of its own (a data-biased response [dbr]). Or both, one
after the other: where little was seen of him he is filled in with what costs us most, and to that
he is bound for the whole hand. What an answer wins and risks is exact: all deals are counted.
"""

from dataclasses import dataclass
from functools import lru_cache

from villain.errors import VillainError
from villain.game.rules import Rules
from villain.kernels.arrays import FloatArray
from villain.solver.locks import Locks
from villain.solver.small_games import small_game
from villain.solver.solution import Bound, Solution
from villain.solver.solvable import Solvable
from villain.solver.told_strategies import keep_strategy

CLOSE, MOST_ITERATIONS = 2e-3, 1000
"""An answer is solved to this distance, in pots, unless that takes more iterations."""

AUTO_SHARE = 0.7
"""The chance with which one is bound who was filled in, if nothing is said."""

_CLOSER, _MORE_ITERATIONS = 1e-4, 4000


@dataclass(frozen=True, eq=False)
class SmallAnswer:
    """A way to play a small game: for each seat a solution, of which only that seat is meant."""

    by_seat: tuple[Solution, Solution]

    @property
    def game(self) -> Solvable:
        """The game that is played."""
        return self.by_seat[0].game

    @property
    def values(self) -> tuple[float, float]:
        """By seat the least that it wins a hand, whoever sits opposite."""
        one, two = self.by_seat
        return -one.best_response(1), -two.best_response(0)

    @property
    def exploitability(self) -> float:
        """What its worst opponent wins a hand, in chips, the seats taken in turn.

        Equilibrium has none, since what one seat is worth the other costs.
        """
        return -sum(self.values) / 2

    def wins_from(self, strategies: Locks) -> float:
        """What it wins a hand from one who keeps to these strategies, the seats taken in turn."""
        return sum(
            solution.with_locks(strategies).against_locks(seat)
            for seat, solution in enumerate(self.by_seat)
        ) / len(self.by_seat)

    def chances(self, node: int, board: int) -> FloatArray:
        """What it does at a decision, by action and holding."""
        return self.by_seat[self.game.node(node).player].strategy(node, board)


@lru_cache(maxsize=32)
def small_equilibrium(rules: Rules) -> SmallAnswer:
    """The equilibrium of a small game; it is solved once.

    >>> from villain.game.presets import kuhn
    >>> [f"{value:.3f}" for value in small_equilibrium(kuhn()).values]
    ['-0.056', '0.055']
    """
    solution = Solution(small_game(rules))
    solution.solve(to=_CLOSER, iterations=_MORE_ITERATIONS)
    return SmallAnswer((solution, solution))


def restricted_answer(strategies: Locks, share: float, *, to: float = CLOSE) -> SmallAnswer:
    """The answer to one who is bound to his strategies with chance ``share``, else free."""
    if not 0 <= share <= 1:
        raise VillainError(f"a dial at {share:g}; it goes from 0 (equilibrium) to 1 (best answer)")
    game = strategies.game
    return _solve(
        *(Solution(game, locks=strategies, bound=Bound(1 - seat, share)) for seat in (0, 1)), to=to
    )


def biased_answer(strategies: Locks, *, to: float = CLOSE) -> SmallAnswer:
    """The answer to one who is held at each decision as far as his lock's share says."""
    return _solve(
        *(Solution(strategies.game, locks=_of_player(strategies, 1 - seat)) for seat in (0, 1)),
        to=to,
    )


def fill_in(strategies: Locks, *, to: float = CLOSE) -> Locks:
    """Strategies of one who does the worst for us as far as his locks leave him free.

    They are his side of a data-biased response, whose best answer is the other side.
    """
    biased, filled = biased_answer(strategies, to=to), Locks(strategies.game)
    for seat, solution in enumerate(biased.by_seat):
        filled.at |= keep_strategy(solution, (1 - seat,)).at
    return filled


def auto_answer(strategies: Locks, share: float = AUTO_SHARE, *, to: float = CLOSE) -> SmallAnswer:
    """The answer to one who is filled in where his locks leave him free, and then bound."""
    return restricted_answer(fill_in(strategies, to=to), share, to=to)


def _of_player(strategies: Locks, player: int) -> Locks:
    game = strategies.game
    at = {
        place: lock for place, lock in strategies.at.items() if game.node(place[0]).player == player
    }
    return Locks(game, at)


def _solve(one: Solution, two: Solution, *, to: float) -> SmallAnswer:
    for solution in (one, two):
        solution.solve(to=to, iterations=MOST_ITERATIONS)
    return SmallAnswer((one, two))
