"""Weight tables that follow any predictor: new weight = old weight × predicted chance [poki].

A predictor knows contexts, not cards: it says how often a player raises, not with what. As in the
paper, he is taken to raise with his best hands and to fold his worst ones; thresholds that let the
predicted shares of his own weight through say how likely each combo does what it was seen doing.
"""

from collections.abc import Callable
from copy import deepcopy
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from villain.game.events import Won
from villain.game.observation import Observation
from villain.game.rules import Rules, is_holdem
from villain.kernels.arrays import FloatArray
from villain.kernels.weights import find_threshold
from villain.models.contexts import Choice, Context, ContextTeller
from villain.models.decisions import goes_on, shown_cards
from villain.models.loki.action_counts import ACTIONS
from villain.models.loki.model import (
    INCOME_SPREAD,
    RARELY,
    SLY,
    STRENGTH_SPREAD,
    possible_hands,
)
from villain.models.model import OpponentModel
from villain.models.predictors.predictor import Predictor
from villain.models.predictors.registry import PredictorSpec, make_predictor
from villain.strategy.action_distribution import ActionDistribution
from villain.strategy.loki import combo_income
from villain.strength.quick_strengths import quick_strengths

if TYPE_CHECKING:
    from villain.cards.card import Card

STREETS, COSTS = 4, 3
POT_GROWS = 1.5
"""By what factor the pot is taken to grow on each street to come."""

LEAST = 0.01
"""No action is ruled out for a combo: people surprise."""

Likelihood = Callable[[Choice, ActionDistribution, FloatArray], FloatArray]
"""From a choice, its predicted triple and the weights before: the chance of it by combo."""


class PredictedHands(OpponentModel):
    """A weight table for everybody at the table, and forecasts, by a predictor.

    ``learn`` is whether it learns from hand to hand; if not it is frozen at what the predictor
    knows of a population. It learns from a hand when the next one begins, so that within one all
    predictions are of the same mind, and weights need only be computed when somebody asks. A
    predictor that has to follow hands is copied for that.
    """

    def __init__(
        self,
        predictor: PredictorSpec,
        *,
        learn: bool = True,
        likelihood: "Likelihood | None" = None,
    ) -> None:
        predictor = make_predictor(predictor)
        self.predictor, self.learns = predictor, learn
        self._likelihood = likelihood or by_thresholds
        self._events: tuple[object, ...] = ()
        self._teller: ContextTeller | None = None
        self._choices: list[Choice] = []
        self._during = predictor
        self._triples: list[ActionDistribution] = []
        self._shown: dict[int, tuple[Card, ...]] = {}
        self._hero = -1
        self._weights: dict[int, tuple[int, FloatArray]] = {}
        self._elsewhere: PredictedHands | None = None

    def __getstate__(self) -> dict[str, object]:
        # They are computed again when asked for.
        return self.__dict__ | {"_weights": {}, "_elsewhere": None}

    @classmethod
    def reads(cls, rules: Rules) -> bool:
        """Hold'em with a whole deck."""
        return is_holdem(rules)

    # Learning

    def observe(self, seen: Observation) -> None:
        """Take in what is new of a hand; if it is another one, learn from the last."""
        before = self._events
        if self._teller is None or not goes_on(before, seen):
            self._learn()
            self._teller = ContextTeller(seen.rules, seen.names)
            before, self._choices, self._weights = (), [], {}
            follows = self.predictor.follows_hands
            self._during = deepcopy(self.predictor) if follows else self.predictor
            self._triples, self._shown = [], {}
        self._hero = seen.seat
        for event in seen.events[len(before) :]:
            choice = self._teller.tell(event)
            if choice is not None:
                self._choices.append(choice)
                if self.predictor.follows_hands:
                    self._triples.append(self._during.triple(choice.name, choice.context))
                    if choice.seat != self._hero:
                        self._during.learn(choice)
        if seen.events and isinstance(seen.events[-1], Won):
            self._shown = shown_cards(seen)
        self._events, self._elsewhere = seen.events, None

    def _learn(self) -> None:
        if not self.learns or self._teller is None:
            return
        names = {choice.seat: choice.name for choice in self._choices if choice.seat != self._hero}
        if self.predictor.follows_hands:
            self.predictor = self._during
        else:
            for choice in self._choices:
                if choice.seat in names:
                    self.predictor.learn(choice)
        for seat, cards in self._shown.items():
            if seat in names:
                self.predictor.show(names[seat], cards, self._teller.board)

    def freeze(self) -> None:
        """Stay with what is known of a population, and of players so far."""
        self.learns = False

    # Answers

    def predict(
        self, seen: Observation, seat: int, *, facing: int | None = None
    ) -> ActionDistribution:
        """The predictor's triple for what he faces now, or would face."""
        if not seen.stacks[seat]:
            return ActionDistribution(0.0, 1.0, 0.0)  # all-in: nothing moves him
        return self.present(seen).triple(seen.names[seat], self.context(seen, seat, facing))

    def present(self, seen: Observation) -> Predictor:
        """The predictor as it is in the midst of this hand."""
        return self._at(seen)._during

    def context(self, seen: Observation, seat: int, facing: int | None = None) -> Context:
        """What a seat faces if it has to act now, or would face."""
        teller = self._at(seen)._teller
        assert teller is not None
        return teller.context(seat, facing)

    def plan(self, seen: Observation, seat: int) -> FloatArray:
        """How often he would do what, on this street and later: by street, cost and action."""
        model, name = self._at(seen), seen.names[seat]
        assert model._teller is not None
        contexts = what_may_come(model._teller, seen, seat)
        return planned(seen.street, [model._during.triple(name, one) for one in contexts])

    def range(self, seen: Observation, seat: int) -> FloatArray:
        """His weights, without the cards that are known to be elsewhere."""
        return possible_hands(seen, seat, lambda: self._at(seen)._table(seat))

    def public_range(self, seen: Observation, seat: int) -> FloatArray:
        """What somebody who sees no cards can think that a seat has: our own among them."""
        return possible_hands(seen, seat, lambda: self._at(seen)._table(seat), hole=False)

    def _at(self, seen: Observation) -> "PredictedHands":
        """The model after just that: itself, or else a copy that is shown it."""
        if seen.events == self._events:
            return self
        model = self._elsewhere  # mostly several things are asked of one moment
        if model is None or model._events != seen.events:
            model = PredictedHands(self.predictor, learn=False, likelihood=self._likelihood)
            model.observe(seen)
            self._elsewhere = model
        return model

    def _table(self, seat: int) -> FloatArray:
        """The weights of a seat after all it did; computed when they are asked for."""
        done, weights = self._weights.get(seat, (0, _ONES))
        if done < len(self._choices):
            for place, choice in enumerate(self._choices[done:], done):
                if choice.seat == seat and choice.kind != "fold":
                    if self.predictor.follows_hands:
                        triple = self._triples[place]
                    else:
                        triple = self.predictor.triple(choice.name, choice.context)
                    weights = weights * self._likelihood(choice, triple, weights)
                    weights /= weights.max()
            self._weights[seat] = len(self._choices), weights
        return weights


def what_may_come(teller: ContextTeller, seen: Observation, seat: int) -> list[Context]:
    """What a seat may face on this street and later, street by street and for each cost."""
    pot, now, found = seen.pot, teller.context(seat), []
    for street in range(seen.street, STREETS):
        for cost in range(COSTS):
            if street > seen.street or cost < now.cost:
                context = teller.ahead(seat, street, cost, pot)
            else:  # what he faces, or would face if somebody raised
                more = (cost - now.cost) * (now.bet if now.limit else max(pot // 2, now.bet))
                context = teller.context(seat, now.owed + more) if more else now
            found.append(context)
        pot = round(pot * POT_GROWS)
    return found


def planned(street: int, triples: npt.ArrayLike) -> FloatArray:
    """A plan from the triples of `what_may_come` on a street; nothing for streets before it."""
    found = np.zeros((STREETS, COSTS, len(ACTIONS)))
    found[street:] = np.reshape(triples, (-1, COSTS, len(ACTIONS)))
    return found


def by_thresholds(choice: Choice, triple: ActionDistribution, weights: FloatArray) -> FloatArray:
    """How likely each combo does what was seen, if the best of his hands raise and the worst fold.

    A hand that is good enough to raise is sometimes played slowly.
    """
    context = choice.context
    if context.street == 0:
        values, spread = combo_income(context.players), INCOME_SPREAD
    else:
        values, draws = quick_strengths(context.board)
        values, spread = values + (1 - values) * draws, STRENGTH_SPREAD
    share = max(triple.more, RARELY) if choice.kind == "raise" else triple.more
    raising = np.zeros(len(values))
    if context.could_raise and share > 0:
        threshold = find_threshold(values, weights, min(share, 1 - RARELY), spread)
        raising = np.clip((values - threshold + spread) / (2 * spread), LEAST, 1.0)
    if choice.kind == "raise":
        return raising
    staying = np.ones(len(values))
    if context.could_fold and triple.fold > 0:
        threshold = find_threshold(values, weights, max(1 - triple.fold, RARELY), spread)
        staying = np.clip((values - threshold + spread) / (2 * spread), LEAST, 1.0)
    calling: FloatArray = staying * np.maximum(1 - raising, SLY)
    return calling


_ONES = np.ones(1326)
_ONES.flags.writeable = False
