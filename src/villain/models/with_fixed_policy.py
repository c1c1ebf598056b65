"""A wrapper for any model: beside what it makes of a player, he may play a fixed policy."""

from collections.abc import Sequence
from typing import cast

import numpy as np

from villain.cards.range import Range
from villain.game.events import Acted
from villain.game.observation import Observation
from villain.game.rules import Rules, is_holdem
from villain.game.situation import Decision, HandFollower
from villain.game.what_if import situation_in
from villain.kernels.arrays import FloatArray
from villain.models.explanation import Explanation
from villain.models.fixed_policy import FixedPolicy
from villain.models.holdings import ALL_ALIKE, possible_range
from villain.models.model import OpponentModel
from villain.models.predictors.legal import ACTIONS
from villain.models.registry import ModelSpec, make_model
from villain.strategy.action_distribution import ActionDistribution

SURPRISE = 0.02
"""No action is held to be a greater surprise to the model than one of this chance."""


class WithFixedPolicy(OpponentModel):
    """Any model of hold'em, with an eye for players who always do the same thing.

    Before each decision the model is asked how likely it is. By how much better a fixed policy
    foresees a player (`villain.models.fixed_policy`), its share grows in all answers. What such a
    player does says nothing of his cards, so that in this share of his range all hands are alike.

    >>> from villain.game import CALL, Hand, limit_holdem, shuffle
    >>> model, rules = WithFixedPolicy("specific"), limit_holdem(2)
    >>> for seed in range(8):
    ...     hand = Hand(rules, shuffle(rules, np.random.default_rng(seed)), ("me", "Cal"))
    ...     while hand.seat is not None:
    ...         hand.act(CALL)
    ...     model.observe(hand.observation(0))
    >>> model.fixed_policy(hand.observation(0), 1) > 0.9
    True
    """

    def __init__(self, model: ModelSpec = "specific") -> None:
        self.model = make_model(model)
        self.learns = True
        self._policies: dict[str, FixedPolicy] = {}
        self._follower = HandFollower()

    def reads(self, rules: Rules) -> bool:  # type: ignore[override]
        """The hold'em that the model reads."""
        return is_holdem(rules) and self.model.reads(rules)

    def observe(self, seen: Observation) -> None:
        """Take in what is new, decision by decision, as the model foresees them."""
        follower = self._follower
        if not follower.knows(seen):
            known = 0 if follower.begins_anew(seen) else len(follower.events)
            decisions = iter(follower.news(seen))
            for number, event in enumerate(seen.events[known:], known):
                if isinstance(event, Acted):
                    decision = next(decisions)
                    if self.learns and event.seat != seen.seat:
                        self._weigh(decision, _before(seen, decision, number))
        self.model.observe(seen)

    def _weigh(self, decision: Decision, before: Observation) -> None:
        situation, action = decision.situation, ACTIONS[decision.kind]
        if decision.kind == "fold" and not situation.owed:
            return  # he leaves, which is no decision
        self.model.observe(before)
        expected = self.model.predict(before, decision.seat)[action]
        policy = self._policies.setdefault(decision.name, FixedPolicy())
        policy.learn(situation, action, max(expected, SURPRISE))

    def freeze(self) -> None:
        """Everybody stays as he is known now."""
        self.model.freeze()
        self.learns = False

    # Answers

    def fixed_policy(self, seen: Observation, seat: int) -> float:
        """The chance that a seat plays a fixed policy; a stranger does not."""
        policy = self._policies.get(seen.names[seat])
        return 0.0 if policy is None else policy.share

    def predict(
        self, seen: Observation, seat: int, *, facing: int | None = None
    ) -> ActionDistribution:
        """The model's chances and those that were counted, by how likely each is."""
        expected = self.model.predict(seen, seat, facing=facing)
        policy = self._policies.get(seen.names[seat])
        if policy is None or seen.folded[seat] or not seen.stacks[seat]:
            return expected
        counted = policy.chances([situation_in(seen, seat, facing)])[0]
        return ActionDistribution.of(*_mixed(expected, counted, policy.share).tolist())

    def plan(self, seen: Observation, seat: int) -> FloatArray:
        """The same for the streets to come."""
        plan, policy = self.model.plan(seen, seat), self._policies.get(seen.names[seat])
        if policy is not None:
            costs = [policy.triple(bet_to=cost > 0, may_raise=True) for cost in range(3)]
            plan[seen.street :] = _mixed(plan[seen.street :], costs, policy.share)
        return plan

    def range(self, seen: Observation, seat: int) -> Range:
        """The model's range, and all hands alike where actions say nothing."""
        held, share = cast("Range", self.model.range(seen, seat)), self.fixed_policy(seen, seat)
        if not share:
            return held
        alike = possible_range(seen, seat, lambda: ALL_ALIKE)
        return Range(_mixed(held.weights, alike.weights, share))

    def explain(self, seen: Observation, seat: int) -> Explanation | None:
        """The model's own explanation."""
        return self.model.explain(seen, seat)


def _before(seen: Observation, decision: Decision, events: int) -> Observation:
    """The view of a moment when somebody had to decide, after so many events."""
    situation = decision.situation
    return seen._replace(
        events=seen.events[:events],
        board=situation.board,
        street=situation.street,
        pot=situation.pot,
        stacks=situation.stacks,
        bets=situation.bets,
        folded=situation.folded,
        legal=None,
    )


def _mixed(expected: Sequence[float] | FloatArray, fixed: object, share: float) -> FloatArray:
    mixed: FloatArray = (1 - share) * np.asarray(expected) + share * np.asarray(fixed)
    return mixed
