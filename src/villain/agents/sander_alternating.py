"""A baseline player who is conservative for some hands, then aggressive, and so on [sander]."""

from villain.agents.sander import Sander
from villain.errors import VillainError
from villain.game.actions import Action
from villain.game.observation import Observation


class AlternatingSander(Sander):
    """Plays as the baseline, and changes its aggression factor every so many hands.

    It begins with ``aggression``, goes on with ``other``, and then anew.
    """

    def __init__(
        self,
        seed: int = 0,
        aggression: float = 0.65,
        other: float = 0.4,
        every: int = 50,
        trials: int = 200,
    ) -> None:
        super().__init__(seed, aggression, trials)
        if not 0 <= other <= 1:
            raise VillainError(f"other={other:g}; it should be a chance from 0 to 1")
        if every < 1:
            raise VillainError(f"every={every}; it should be one hand or more")
        self.levels, self.every, self.hands = (aggression, other), every, 0

    def act(self, seen: Observation) -> Action:
        """Act with the aggression factor of this hand."""
        self.aggression = self.levels[self.hands // self.every % 2]
        return super().act(seen)

    def watch(self, seen: Observation) -> None:
        """Count the hand."""
        super().watch(seen)
        self.hands += 1
