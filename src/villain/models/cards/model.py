"""A model that reads cards with the card network: every action multiplies the weights.

It does not go by thresholds as loki's models do: the network says how likely each combo would
have acted so, and habits say how this player differs from those it was trained on.
"""

from villain.game.observation import Observation
from villain.game.rules import Rules
from villain.game.situation import Decision, Situation
from villain.kernels.arrays import FloatArray
from villain.models.cards.habits import Habits
from villain.models.cards.network import CardNetwork, kind_of, softmax, triple_of
from villain.models.following import FollowingModel
from villain.strategy.action_distribution import ActionDistribution

DOUBT = 0.02
"""So much of a likelihood is its mean over the range: nobody is read without any doubt."""


class CardReader(FollowingModel[tuple[()]]):
    """Weights that follow every action by the card network, and by the habits of each player.

    ``learns=False``: everybody is one of those the network was trained on; ``doubt`` is how much
    of each likelihood is the same for all combos.
    """

    def __init__(
        self, network: CardNetwork | None = None, *, learns: bool = True, doubt: float = DOUBT
    ) -> None:
        super().__init__()
        self.network, self.learns, self.doubt = network or CardNetwork(), learns, doubt
        self.habits = Habits()

    @classmethod
    def reads(cls, rules: Rules) -> bool:
        """Hold'em where bets have sizes."""
        return CardNetwork.reads(rules)

    def chances(self, name: str, situation: Situation) -> FloatArray:
        """The chances of a player's actions with each combo: (1326, kinds)."""
        scores = self.network.scores(situation)
        habits = self.habits.scores(name, situation)
        return softmax(scores if habits is None else scores + habits)

    def likelihood(self, decision: Decision, note: tuple[()] = ()) -> FloatArray:  # noqa: ARG002
        """The likelihood of a decision with each combo."""
        likely: FloatArray = self.chances(decision.name, decision.situation)[:, kind_of(decision)]
        return likely

    def end_hand(self, seen: Observation) -> None:
        """Learn habits from a hand that is over, all of its decisions in the light of its end."""
        if not self.learns:
            return
        done = [decision for decision, _ in self._noted]
        held = {one.seat: self.range(seen, one.seat).weights for one in done}
        chances = [self.chances(one.name, one.situation) for one in done]
        for decision, likely in zip(done, chances, strict=True):
            self.habits.learn(
                decision.name, decision.situation, kind_of(decision), likely, held[decision.seat]
            )

    def expect(self, seen: Observation, situation: Situation) -> ActionDistribution:
        """The mean over what he may hold."""
        seat = situation.seat
        chances = self.range(seen, seat).weights @ self.chances(seen.names[seat], situation)
        triple = triple_of(chances)
        return triple.allowed(fold=situation.could_fold, more=situation.could_raise)
