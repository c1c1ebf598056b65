"""Solutions of street games: what follows the street is told by a value function.

A solution may hold a promise to one player, the *gadget* of CFR-D [cfrd]: each of his holdings
chooses at the start between what it was promised and playing on. Where a strategy would give
a holding more than that, it plays on, and the strategy has to deal with it.
"""

from time import monotonic
from typing import NamedTuple

import numpy as np

from villain.kernels.arrays import FloatArray, SingleArray
from villain.kernels.solver_records import (
    AVERAGE,
    BEST,
    BLENDED,
    BOUND,
    IGNORED,
    UPDATE,
    LearnedRecord,
    PassRecord,
    ValueArray,
)
from villain.kernels.solver_walk import reach_leaves
from villain.solver.locks import Locks
from villain.solver.passes import Passes, set_numbers
from villain.solver.schemes import DEFAULT, Factors, Scheme
from villain.solver.solution import Solution
from villain.solver.street_game import StreetGame
from villain.solver.values.checked_down import CheckedDown
from villain.solver.values.end_values import EndValues

_NOTHING = 1e-30
"""Weights below this are none."""

_STRAY = np.float32(1e-4)
"""So much of everybody's range is taken to be at every leaf: no value is asked of empty ranges."""

_FIRST = 3
"""In so many iterations open leaves are worth what the last look says."""

_STILL = (1.0, 1.0, 1.0, 0.0)
"""Numbers of a pass in which nobody learns."""


class Answers(NamedTuple):
    """What a player wins at the ends of a street from somebody who goes on as a model says.

    ``wins`` is by leaf and holding, in chips for each unit of the other's weight; with a chance of
    ``share`` he goes on so, and else as well as he can.
    """

    wins: SingleArray
    share: float


class Binding(NamedTuple):
    """A player who is bound to a model for the whole street with a chance, and else is free.

    If he is bound his holdings have these ``weights``, he goes by his ``locks``, and by ``answers``
    where the street ends.
    """

    player: int
    chance: float
    weights: ValueArray
    locks: Locks
    answers: Answers | None = None


class StreetPasses(Passes):
    """Walks a street game; leaves get their values before.

    Where all is in they are exact in every pass. Elsewhere `look` asks for them, and until it is
    called again they follow the other player's weight there. One player may be bound.
    """

    def __init__(
        self, street: StreetGame, solution: Solution, ends: EndValues, binding: Binding | None
    ) -> None:
        super().__init__(street.game, solution.learned)
        self.binding, self._bound_record = binding, None
        if binding is not None:
            self.bound_start = binding.weights
            self._bound_record = binding.locks.write(solution.learned)
        self.street, self.ends = street, ends
        self.starts = list(street.game.weights)
        exact = ends if isinstance(ends, CheckedDown) else CheckedDown(street.facts)
        self._exact = exact
        closed = np.full(len(street.pots), ends is exact) | street.all_in
        self._closed, self._open = np.flatnonzero(closed), np.flatnonzero(~closed)
        self._halves = (street.pots[self._closed, None] / 2).astype(np.float32)
        self._each = [np.zeros((len(self._open), street.facts.size), np.float32) for _ in (0, 1)]
        self.answers = binding and binding.answers

    def _record(self, player: int) -> LearnedRecord:
        bound = self._bound_record
        if bound is None or self.binding is None or player == self.binding.player:
            return self.learned
        return bound

    def look(self, locks: int, *, average: bool = False, new: float = 1.0) -> None:
        """Ask what the open leaves are worth if both play as they do now, or on average.

        Their values become so far ``new``.
        """
        if not len(self._open):
            return
        starts = self.game.weights if average else self.starts
        for player in (0, 1):
            counted = locks if self._record(player) is self.learned else IGNORED
            how = PassRecord(player, AVERAGE, average, counted, False, False, True)
            set_numbers(self._work[0][player], _STILL)
            self._follow(how, starts[1 - player])
        mine, his = (
            self._reach[1 - player][self._open] + _STRAY * starts[player] for player in (0, 1)
        )
        street, facts = self.street, self.street.facts
        values = self.ends.values((mine, his), street.pots[self._open], street.stacks[self._open])
        for each, value, other in zip(self._each, values, (his, mine), strict=True):
            rivals = facts.rivals(other)
            now = np.where(rivals > _NOTHING, value / np.maximum(rivals, _NOTHING), 0.0)
            each += np.float32(new) * (now - each)

    def learn(
        self, player: int, scheme: Scheme, iteration: int, locks: int, share: float
    ) -> FloatArray:
        """Let a player learn from what the other does now; what each of his holdings has."""
        how = PassRecord(player, UPDATE, False, locks, scheme.clipped, scheme.predictive, True)
        factors = scheme.factors(iteration)
        return self._run(how, (*factors, share), self.starts[1 - player])

    def values_at(
        self,
        player: int,
        node: int,
        reach: ValueArray,
        bound: ValueArray,
        locks: int,
        share: float,
        *,
        best: bool = False,
    ) -> FloatArray:
        """What each holding of a player has from a node on, with leaves as they were last.

        The other gets there with such weights if he is free, and if he is ``bound``.
        """
        work = self._work[0][player]
        set_numbers(work, (1.0, 1.0, 1.0, share))
        work.reach[0], work.bound[0] = reach, bound
        how = PassRecord(player, BEST if best else AVERAGE, True, locks, False, False, True)
        self._walk(how, work, node, 0)
        values: FloatArray = work.values[0].astype(np.float64)
        return values

    def _run(
        self,
        how: PassRecord,
        numbers: tuple[float, float, float, float],
        start: ValueArray,
        rounding: float = 0.0,
    ) -> FloatArray:
        player = how.player
        if len(self.street.pots):
            set_numbers(self._work[0][player], numbers, rounding)
            self._follow(how, start)
            reach, leaves = self._reach[player], self._leaves[player]
            held, bound = how.locks == BOUND, self._bound[player]
            share = np.float32(numbers[-1])
            if len(self._closed):
                there = reach[self._closed]
                if held:
                    there = (1 - share) * there + share * bound[self._closed]
                leaves[self._closed] = self._halves * self._exact.against(there)
            if len(self._open):
                rivals, worth = self.street.facts.rivals, self._each[player]
                leaves[self._open] = worth * rivals(reach[self._open])
                if held:
                    answered = share * rivals(bound[self._open]) * self._answered(player)
                    leaves[self._open] = (1 - share) * leaves[self._open] + answered
        return super()._run(how, numbers, start, rounding)

    def _answered(self, player: int) -> SingleArray:
        """What open leaves are worth against one who is bound."""
        each = self._each[player]
        if self.answers is None:
            return each
        wins, share = self.answers
        answered: SingleArray = (1 - share) * each + share * wins[self._open]
        return answered

    def _follow(self, how: PassRecord, start: ValueArray) -> None:
        """How the other player gets to the leaves."""
        player = how.player
        reach_leaves(
            self.game.tree_record,
            self._record(player),
            how._replace(given=False),
            self._work[0][player],
            0,
            start,
            start if self.bound_start is None else self.bound_start,
            self._reach[player],
            self._bound[player],
        )


class Promise(NamedTuple):
    """What a player was promised, by holding: chips for each unit of the other's weight.

    ``share`` of his range is what his holdings make of the choice between that and playing on, the
    rest is what they are by their weights.
    """

    player: int
    values: FloatArray
    share: float


class StreetSolution(Solution):
    """Strategies of both players for one street.

    Open leaves are looked at in every ``every``-th iteration, and what they are worth then becomes
    so far ``new``: else values and strategies chase each other, and twice as many looks do no
    better where ranges are wide. Distances and values are those of a game whose leaves are worth
    what they are worth now.

    >>> from villain.game.presets import no_limit_holdem
    >>> from villain.game.public_state import PublicState
    >>> from villain.solver.street_betting import BetMenu, street_tree
    >>> from villain.solver.street_game import street_game
    >>> from villain.cards.range import Range
    >>> everything = Range.random().weights
    >>> start = PublicState.at_start(no_limit_holdem(2, stack=10))
    >>> street = street_game(street_tree(start, BetMenu(opens=())), (everything, everything))
    >>> solution = StreetSolution(street, CheckedDown(street.facts))
    >>> solution.improve(100)
    >>> solution.distance() < 0.02
    True
    """

    passes: StreetPasses

    def __init__(
        self,
        street: StreetGame,
        ends: EndValues,
        *,
        scheme: str | Scheme = DEFAULT,
        locks: Locks | None = None,
        binding: Binding | None = None,
        every: int = 3,
        new: float = 0.5,
    ) -> None:
        super().__init__(street.game, scheme=scheme, locks=locks)
        self.street, self.every, self.new = street, max(1, every), new
        self.binding = binding
        self.passes = StreetPasses(street, self, ends, binding)
        self._gadget: _Gadget | None = None
        self.exposed: dict[int, float] = {}
        """What each player wins by his best answer beyond the street's worth, once it was asked."""

    def _locks_in_pass(self, player: int) -> tuple[int, float]:
        """How locks count while values of a player are computed."""
        if self.binding is None or player == self.binding.player:
            return super()._locks_in_pass(player)
        return BOUND, self.binding.chance

    def promise(self, promise: Promise | None) -> None:
        """Keep a promise from now on."""
        self._gadget = promise and _Gadget(self.street, promise)
        self.passes.starts = list(self.game.weights)

    def improve(self, iterations: int = 1) -> None:
        """Go on for some iterations."""
        began, passes, gadget = monotonic(), self.passes, self._gadget
        for _ in range(iterations):
            self.iterations += 1
            if gadget is not None:
                passes.starts[gadget.player] = gadget.weights()
            if (self.iterations - 1) % self.every == 0:
                new = self.new if self.iterations > _FIRST else 1.0
                passes.look(self._plain_locks, new=new)
            for player in (0, 1):
                counted = self._locks_in_pass(player)
                values = passes.learn(player, self.scheme, self.iterations, *counted)
                if gadget is not None and player == gadget.player:
                    gadget.learn(values, self.scheme.factors(self.iterations))
        self.seconds += monotonic() - began

    def _mean(
        self, player: int, *, best: bool = False, locks: int = 0, share: float = 0.0
    ) -> float:
        self.passes.look(self._plain_locks if locks else IGNORED, average=True)
        return super()._mean(player, best=best, locks=locks, share=share)

    @property
    def _plain_locks(self) -> int:
        """How locks count that stand beside a binding, or without one."""
        return BLENDED if len(self.locks) else IGNORED

    def values(self, player: int, *, best: bool = False) -> FloatArray:
        """What each holding of a player has, in chips for each unit of the other's weight."""
        locks, share = self._locks_in_pass(player)
        self.passes.look(self._plain_locks, average=True)
        values = self.passes.values(player, best=best, locks=locks, share=share)
        there = self.game.weights[1 - player]
        if locks == BOUND and self.binding is not None:
            there = (1 - share) * there + share * self.binding.weights
        rivals = self.street.facts.rivals(there.astype(np.float64)[None])[0]
        each: FloatArray = values / np.maximum(rivals, _NOTHING)
        return each

    def action_values(self, node: int, *, best: bool = False) -> FloatArray:
        """What each action at a decision is worth to each holding, as `values` are.

        That is what the hand wins in all, so that a fold loses what was put in. After it who acts
        goes on as he does on average, or at his ``best`` on this street: what comes after an action
        that is hardly ever taken is hardly learned.
        """
        game, here = self.game, self.game.node(node)
        reach, bound = self.reach(node, 1 - here.player)
        self.values(here.player)  # so that the leaves have theirs
        locks, share = self._locks_in_pass(here.player)
        rivals = self.street.facts.rivals(((1 - share) * reach + share * bound)[None])[0]
        both = reach.astype(game.dtype), bound.astype(game.dtype)
        values = [
            self.passes.values_at(here.player, below, *both, locks, share, best=best)
            for below in here.children
        ]
        each: FloatArray = np.array(values) / np.maximum(rivals, _NOTHING)
        return each

    def reach(self, node: int, player: int) -> tuple[FloatArray, FloatArray]:
        """A player's weights when he gets to a node: if he is free, and if he is bound."""
        game, binding = self.game, self.binding
        reach = bound = game.weights[player].astype(np.float64)
        if binding is not None and binding.player == player:
            bound = binding.weights.astype(np.float64)
        child, parent = node, game.node(node).parent
        while parent >= 0:
            above = game.node(parent)
            if above.player == player:
                move, free = above.children.index(child), self.strategy(parent)
                reach = reach * free[move]
                bound = bound * self._as_bound(parent, free)[move]
            child, parent = parent, above.parent
        return reach, bound

    def _as_bound(self, node: int, free: FloatArray) -> FloatArray:
        """What a bound player does at a decision where he would do this if he were free."""
        lock = self.binding.locks.at.get((node, 0)) if self.binding is not None else None
        return free if lock is None else lock.share * lock.chances + (1 - lock.share) * free

    def settle(self, node: int, chances: FloatArray) -> None:
        """Take a decision that is locked for learned, so that it holds where locks do not count."""
        base = int(self.game.tree_record.base[node])
        self.learned.sums[base : base + chances.size] = chances.ravel()

    def strategy(self, node: int, board: int = 0) -> FloatArray:
        """The chances of each action for each holding, on average over all iterations.

        Holdings that never get there do what they would do now.
        """
        chances = super().strategy(node, board)
        here = self.game.node(node)
        base = int(self.game.tree_record.base[node])
        part = slice(base, base + chances.size)
        unseen = self.learned.sums[part].reshape(chances.shape).sum(axis=0) <= _NOTHING
        if unseen.any() and (node, board) not in self.locks.at:
            regrets = np.maximum(self.learned.regrets[part].reshape(chances.shape), 0.0)
            total = regrets.sum(axis=0)
            now = np.where(
                total > 0, regrets / np.where(total > 0, total, 1.0), 1 / len(here.moves)
            )
            chances[:, unseen] = now[:, unseen]
        return chances


class _Gadget:
    """One player's choice, by holding, between what he was promised and playing on."""

    def __init__(self, street: StreetGame, promise: Promise) -> None:
        self.player, self.share = promise.player, promise.share
        game = street.game
        own = game.weights[self.player].astype(np.float64)
        self._scale = own.sum()
        self._own = own / self._scale
        self._promised = promise.values * game.rivals(self.player)
        self._plays_on = np.ones(len(own))
        self._regrets = np.zeros((2, len(own)))

    def weights(self) -> ValueArray:
        """His range now: blended of what he is by his weights and of what plays on."""
        chosen = self._plays_on / len(self._own)
        blend = (1 - self.share) * self._own + self.share * chosen
        weights: ValueArray = (self._scale * blend).astype(np.float32)
        return weights

    def learn(self, values: FloatArray, factors: Factors) -> None:
        """See what playing on is worth to each holding, and choose anew."""
        now = self._plays_on
        mean = now * values + (1 - now) * self._promised
        regrets = self._regrets
        regrets *= np.where(regrets > 0, factors.positive, factors.negative)
        regrets[0] += values - mean
        regrets[1] += self._promised - mean
        positive = np.maximum(regrets, 0.0)
        total = positive.sum(axis=0)
        self._plays_on = np.where(total > 0, positive[0] / np.where(total > 0, total, 1.0), now)
