"""A model that reads cards with the card network: every action multiplies the weights.

It does not go by thresholds as loki's models do: the network says how likely each combo would
have acted so, and habits say how this player differs from those it was trained on.
"""

import numpy as np

from villain.cards.range import possible
from villain.game.events import Won
from villain.game.observation import Observation
from villain.game.rules import Rules
from villain.kernels.arrays import FloatArray
from villain.models.cards.habits import Habits
from villain.models.cards.network import CardNetwork, kind_of, softmax, triple_of
from villain.models.contexts import Choice, Context, ContextTeller, choices
from villain.models.decisions import Follower
from villain.models.loki.model import BasicModel
from villain.strategy.action_distribution import ActionDistribution

DOUBT = 0.02
"""So much of a likelihood is its mean over the range: nobody is read without any doubt."""


class CardReader(BasicModel):
    """Weights that follow every action by the card network, and by the habits of each player.

    ``learns=False``: everybody is one of those the network was trained on; ``doubt`` is how much
    of each likelihood is the same for all combos.
    """

    def __init__(
        self, network: CardNetwork | None = None, *, learns: bool = True, doubt: float = DOUBT
    ) -> None:
        self.network, self.learns, self.doubt = network or CardNetwork(), learns, doubt
        self.habits = Habits()
        self._follower = Follower()
        self._weights: dict[int, FloatArray] = {}
        self._told = 0

    @classmethod
    def reads(cls, rules: Rules) -> bool:
        """Hold'em where bets have sizes."""
        return CardNetwork.reads(rules)

    def observe(self, seen: Observation) -> None:
        """Re-weight by what the others did; after the hand, learn their habits."""
        new_hand, _ = self._follower.news(seen)
        if new_hand:
            self._weights, self._told = {}, 0
        told = [choice for choice in choices(seen) if choice.seat != seen.seat]
        for choice in told[self._told :]:
            self._follow(choice)
        if self.learns and isinstance(seen.events[-1], Won):
            self._learn(seen, told)
        self._told = len(told)

    def chances(self, name: str, context: Context) -> FloatArray:
        """How likely a player does what with each combo: (1326, kinds)."""
        scores = self.network.scores(context)
        habits = self.habits.scores(name, context)
        return softmax(scores if habits is None else scores + habits)

    def _follow(self, choice: Choice) -> None:
        likely = self.chances(choice.name, choice.context)[:, kind_of(choice)]
        weights = self._weights.get(choice.seat, np.ones(1326))
        if not likely.any():  # a table with rules of its own: nothing is known of such an action
            return
        doubt = self.doubt * (weights @ likely) / weights.sum()
        weights = weights * ((1 - self.doubt) * likely + doubt) * possible(choice.context.board)
        self._weights[choice.seat] = weights / weights.max()

    def _learn(self, seen: Observation, told: list[Choice]) -> None:
        """Learn from a hand that is over, all of its choices in the light of its end."""
        held = {choice.seat: self.range(seen, choice.seat) for choice in told}
        chances = [self.chances(choice.name, choice.context) for choice in told]
        for choice, likely in zip(told, chances, strict=True):
            self.habits.learn(
                choice.name, choice.context, kind_of(choice), likely, held[choice.seat]
            )

    def predict(
        self, seen: Observation, seat: int, *, facing: int | None = None
    ) -> ActionDistribution:
        """The mean over what he may hold."""
        others = [not out for other, out in enumerate(seen.folded) if other != seat]
        if seen.folded[seat] or not seen.stacks[seat] or not any(others):
            return ActionDistribution(0.0, 1.0, 0.0)  # nothing moves him
        teller = ContextTeller(seen.rules, seen.names)
        for event in seen.events:
            teller.tell(event)
        context = teller.context(seat, facing)
        chances = self.range(seen, seat) @ self.chances(seen.names[seat], context)
        return triple_of(chances).allowed(fold=context.could_fold, more=context.could_raise)

    def _weights_of(self, seen: Observation, seat: int) -> FloatArray:
        model = self if self._follower.knows(seen) else self._after(seen)
        return model._weights.get(seat, np.ones(1326))

    def _after(self, seen: Observation) -> "CardReader":
        model = self.clone()
        model.learns = False
        model.observe(seen)
        return model
