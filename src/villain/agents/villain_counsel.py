"""Equilibrium, the best answer to an opponent, and the blend of both, side by side for one hand.

The best answer is that of `villain` with its dial at 1, the blend that of `villain` at ``auto``:
both read the opponent by what was seen from the seat that is advised, and solve the street for it.
"""

from collections.abc import Iterable
from copy import copy
from math import isfinite
from typing import NamedTuple

import numpy as np

from villain.agents.villain import Villain
from villain.cards.combo import Combo
from villain.game.actions import Action
from villain.game.observation import Observation
from villain.kernels.arrays import FloatArray
from villain.models.crowd.threads import OneThread
from villain.solver.resolving import Facing, Resolver
from villain.solver.street_game import street_game
from villain.solver.street_solution import StreetSolution


class HandPlay(NamedTuple):
    """What a strategy does with one hand: its actions, each with a chance and a value in chips.

    A value is what the action wins from now on in the street as it was solved for the strategy: for
    those that read the opponent, if one goes on as well as one can.
    """

    actions: tuple[Action, ...]
    chances: FloatArray
    values: FloatArray

    @classmethod
    def of(cls, facing: Facing, held: Combo, *, best: bool = False) -> "HandPlay":
        """What a solved decision says of a hand."""
        return cls(facing.actions, facing.chances[held], facing.values(best=best)[held])

    def chance(self, action: Action) -> float | None:
        """How often an action is taken; None if the strategy never thinks of it."""
        return self._of(self.chances, action)

    def value(self, action: Action) -> float | None:
        """What an action is worth; None if the strategy never thinks of it."""
        return self._of(self.values, action)

    def _of(self, numbers: FloatArray, action: Action) -> float | None:
        if action not in self.actions:
            return None
        number = float(numbers[self.actions.index(action)])
        return number if isfinite(number) else None

    def wins(self, values: "HandPlay") -> float | None:
        """What the strategy wins where actions are worth what another one says."""
        worth = [values.value(action) for action in self.actions]
        pairs = list(zip(worth, self.chances, strict=True))
        if any(value is None and chance > 0 for value, chance in pairs):
            return None
        return float(sum(value * chance for value, chance in pairs if value is not None))


class SafePlay(NamedTuple):
    """Equilibrium at a decision: its play with a hand, and the ranges with which it got there.

    Those are both players' at the start of the street, by seat and combo.
    """

    hand: HandPlay
    ranges: FloatArray

    @classmethod
    def of(cls, facing: Facing, held: Combo) -> "SafePlay":
        """What equilibrium's own solution says."""
        street = facing.solution.street
        weights = np.array([each.astype(np.float64) for each in street.game.weights])
        return cls(HandPlay.of(facing, held), street.spread(weights))


class ReadAnswers(NamedTuple):
    """The two that read the opponent, beside equilibrium, in chips.

    The risk of each is what the worst opponent could win on this street over the whole range,
    beyond its worth, both with the ranges that equilibrium has: else they would not compare.
    ``hands`` were seen of him, and the blend goes so far (``dial``), on average.
    """

    best: HandPlay
    blend: HandPlay
    best_risk: float
    blend_risk: float
    hands: int
    dial: float

    def gain(self, play: HandPlay, equilibrium: HandPlay) -> float | None:
        """What a strategy wins with the hand beyond equilibrium, from him as he is read.

        After the first action all go on with the best answer.
        """
        wins, safe = play.wins(self.best), equilibrium.wins(self.best)
        return None if wins is None or safe is None else wins - safe


class Counsel:
    """Reads the opponent of one player, hand by hand, and answers him as `villain` would."""

    def __init__(self, seconds: float | None = None, iterations: int = 100) -> None:
        self._villain = Villain(iterations=iterations)
        assert self._villain.beliefs is not None
        self._beliefs = self._villain.beliefs
        self._seconds = seconds
        self.begin_hand()

    def begin_hand(self) -> None:
        """Forget the streets of the hand before, which take room."""
        settings, trusted = self._villain.settings, copy(self._beliefs)
        trusted.dial = 1.0
        self._trusted = trusted
        self._blend = Resolver(settings, self._seconds, self._beliefs)
        self._best = Resolver(settings, self._seconds, trusted)

    def learn(self, seen: Observation) -> None:
        """Take in a hand that is over."""
        self._beliefs.learn(seen)
        self._beliefs.waiting.clear()

    @OneThread()
    def answers(self, seen: Observation, safe: SafePlay) -> ReadAnswers:
        """What the best answer and the blend do with the hand that is held, beside equilibrium."""
        held, him = Combo.of(*seen.hole), 1 - seen.seat
        plays, risks = list[HandPlay](), list[float]()
        for resolver, beliefs in ((self._best, self._trusted), (self._blend, self._beliefs)):
            beliefs.begin(seen)
            facing = resolver.face(seen.rules, seen.events, seen.seat)
            plays.append(HandPlay.of(facing, held, best=True))
            risks.append(_risk(resolver, facing.solution, him, safe.ranges))
        known = self._beliefs.opponent(him)
        best, blend = plays
        return ReadAnswers(best, blend, risks[0], risks[1], known.hands, known.mean())


def _risk(
    resolver: Resolver, solution: StreetSolution, player: int, ranges: Iterable[FloatArray]
) -> float:
    """What a player could win by his best answer to a street's strategies, with other ranges."""
    street, tree = solution.street, solution.street.tree
    ends = resolver.settings.values.at_end(street.facts, tree.start.rules)
    moved = StreetSolution(street_game(tree, ranges), ends)
    for number, node in enumerate(tree.nodes):
        if node.moves:
            moved.settle(number, solution.strategy(number))
    return resolver.exposure(moved, player)
