"""A solution: what both players have learned so far, and how far it is from equilibrium."""

from collections.abc import Callable
from copy import copy
from time import monotonic
from typing import NamedTuple

import numpy as np

from villain.errors import VillainError
from villain.kernels.arrays import FloatArray
from villain.kernels.solver_records import (
    BLENDED,
    BOUND,
    DECISION,
    IGNORED,
    LearnedRecord,
)
from villain.solver.locks import Locks
from villain.solver.passes import Passes
from villain.solver.schemes import DEFAULT, Scheme, find_scheme
from villain.solver.solvable import Solvable

TARGET = 0.005
"""The distance from equilibrium, in pots, at which a solution is good enough if nothing is said."""

FIRST_LOOK, LOOK_AGAIN = 10, 1.15
"""The distance is measured after so many iterations, and after so many times as many each time."""


class Bound(NamedTuple):
    """One player is bound to his locks with chance ``share`` for a whole hand; else he is free."""

    player: int
    share: float


class Headway(NamedTuple):
    """How far a solution has come: iterations, distance from equilibrium in pots, seconds."""

    iterations: int
    distance: float
    seconds: float


class Solution:
    """Strategies of both players, learned by counterfactual regret minimisation.

    ``locks`` hold players to strategies at some decisions. With ``bound`` they bind one player as
    a whole instead (restricted Nash response). ``short`` keeps what is learned in 16 bits a number.

    >>> from villain.solver.solvable import solvable_spot
    >>> from villain.solver.spot import Spot
    >>> spot = Spot.parse("Ks7d2c4h9s", pot=10, stacks=10, ranges=("AA, 65s", "QQ"), sizes="a")
    >>> solution = Solution(solvable_spot(spot))
    >>> solution.solve(to=0.001).distance < 0.001
    True
    """

    def __init__(
        self,
        game: Solvable,
        *,
        scheme: str | Scheme = DEFAULT,
        threads: int = 1,
        short: bool = False,
        locks: Locks | None = None,
        bound: Bound | None = None,
    ) -> None:
        self.game = game
        self.scheme = find_scheme(scheme) if isinstance(scheme, str) else scheme
        if short and self.scheme.predictive:
            raise VillainError(f"{self.scheme.name} cannot be stored in 16 bits; take another")
        if bound is not None and not 0 <= bound.share <= 1:
            raise VillainError(f"a share of {bound.share:g}; it is 0 (free) to 1 (bound)")
        self.short, self.iterations, self.seconds = short, 0, 0.0
        self.locks, self.bound = locks or Locks(game), bound
        self.learned = self.locks.write(_nothing_learned(game, self.scheme, short=short))
        self.passes = Passes(game, self.learned, threads)

    def _locks_in_pass(self, player: int) -> tuple[int, float]:
        """How locks count while values of a player are computed."""
        if not len(self.locks):
            return IGNORED, 0.0
        if self.bound is None:
            return BLENDED, 0.0
        return (IGNORED, 0.0) if player == self.bound.player else (BOUND, self.bound.share)

    def with_locks(self, locks: Locks, bound: Bound | None = None) -> "Solution":
        """The same strategies beside other locks: what was learned is shared, not copied."""
        twin = copy(self)
        twin.locks, twin.bound = locks, bound
        twin.learned = locks.write(self.learned)
        twin.passes = Passes(self.game, twin.learned, self.passes.threads)
        return twin

    @property
    def locks_at_places(self) -> int:
        """How locks count in what is said about places: held players are shown as they play."""
        return BLENDED if len(self.locks) and self.bound is None else IGNORED

    def improve(self, iterations: int = 1) -> None:
        """Go on for some iterations."""
        began = monotonic()
        for _ in range(iterations):
            self.iterations += 1
            for player in (0, 1):
                self.passes.update(
                    player, self.scheme, self.iterations, *self._locks_in_pass(player)
                )
        self.seconds += monotonic() - began

    def solve(
        self,
        *,
        to: float = TARGET,
        seconds: float | None = None,
        iterations: int | None = None,
        progress: Callable[[Headway], None] | None = None,
        stopped: Callable[[], bool] | None = None,
    ) -> Headway:
        """Go on until the distance is as small as wanted, or time or iterations are up.

        ``progress`` is told each time the distance was measured; what it raises ends the work, and
        what was learned stays. ``stopped`` is asked after every iteration whether to end there.
        """
        began = monotonic()
        look = self.iterations + FIRST_LOOK if not self.iterations else self.iterations
        halted = False
        while True:
            while self.iterations < look:
                self.improve()
                halted = stopped is not None and stopped()
                if halted:
                    break
                if seconds is not None and monotonic() - began >= seconds:
                    break
                if iterations is not None and self.iterations >= iterations:
                    break
            standing = Headway(self.iterations, self.distance(), self.seconds)
            if progress is not None:
                progress(standing)
            late = seconds is not None and monotonic() - began >= seconds
            enough = iterations is not None and self.iterations >= iterations
            if standing.distance <= to or late or enough or halted:
                return standing
            look = max(look + 1, int(look * LOOK_AGAIN))

    def distance(self) -> float:
        """Half of what both would win more by their best responses, in pots."""
        return self.gap() / 2 / self.game.pot

    def gap(self) -> float:
        """What both would win more by their best responses, in chips."""
        if self.bound is not None and len(self.locks):
            villain, share = self.bound
            free = self._mean(villain, best=True) - self._mean(villain)
            best, own = (
                self._mean(1 - villain, best=best, locks=BOUND, share=share)
                for best in (True, False)
            )
            return best - own + (1 - share) * free
        gap = 0.0
        for player in (0, 1):
            locks, _ = self._locks_in_pass(player)
            gap += self._mean(player, best=True, locks=locks)
            if self.game.raked:
                gap -= self._mean(player, locks=locks)
        return gap

    def _mean(
        self, player: int, *, best: bool = False, locks: int = IGNORED, share: float = 0.0
    ) -> float:
        values = self.passes.values(player, best=best, locks=locks, share=share)
        weights = self.game.weights[player].astype(np.float64)
        return float(weights @ values) / self.game.together

    def value(self, player: int) -> float:
        """What the game is worth to a player: chips beyond half the pot."""
        locks, share = self._locks_in_pass(player)
        return self._mean(player, locks=locks, share=share)

    def against_locks(self, player: int) -> float:
        """What a player's strategy wins from one who is held to his locks, beyond half the pot."""
        return self._mean(player, locks=BOUND, share=1.0)

    def best_response(self, player: int) -> float:
        """What a player's best response to what the other has learned wins, beyond half the pot.

        Locks count for neither: this is the worst that can happen to the other's free play.
        """
        return self._mean(player, best=True)

    def best_against_locks(self, player: int) -> float:
        """What the best response to one who is held to his locks wins, beyond half the pot."""
        return self._mean(player, best=True, locks=BOUND, share=1.0)

    def value_with_locks(self, player: int) -> float:
        """What a player's strategy wins where locks hold at their places, beyond half the pot."""
        return self._mean(player, locks=BLENDED)

    def best_with_locks(self, player: int) -> float:
        """What a player's best response wins who keeps to the locks, beyond half the pot."""
        return self._mean(player, best=True, locks=BLENDED)

    def strategy(self, node: int, board: int = 0) -> FloatArray:
        """The chances of each action for each holding, on average over all iterations."""
        here = self.game.node(node)
        if here.kind != DECISION:
            raise VillainError(f"node {node} is no decision")
        size, actions = self.game.size(here.player), len(here.moves)
        place = int(self.game.boards_record.place[board])
        base = int(self.game.tree_record.base[node]) + place * actions * size
        sums = self.learned.sums[base : base + actions * size].reshape(actions, size)
        chances = sums.astype(np.float64)
        total = chances.sum(axis=0)
        chances = np.where(total > 0, chances / np.where(total > 0, total, 1.0), 1.0 / actions)
        lock = self.locks.at.get((node, board)) if self.bound is None else None
        if lock is not None:
            chances = lock.share * lock.chances + (1 - lock.share) * chances
        return chances


def _nothing_learned(game: Solvable, scheme: Scheme, *, short: bool) -> LearnedRecord:
    dtype = np.dtype(np.int16) if short else game.dtype
    scales = game.slots if short else 1
    nothing = np.zeros(1, game.dtype)
    return LearnedRecord(
        np.zeros(game.numbers, dtype),
        np.ones(scales, game.dtype),
        np.zeros(game.numbers if scheme.predictive else 1, game.dtype),
        np.zeros(game.numbers, dtype),
        np.ones(scales, game.dtype),
        np.zeros(1, np.int32),
        np.zeros(1, np.int64),
        np.zeros(1, np.int64),
        nothing,
        nothing,
    )
