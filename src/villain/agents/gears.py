"""The gear-changer: loki in one style, after some hands in another."""

from villain.agents.loki import STYLES, Loki
from villain.errors import VillainError
from villain.game.actions import Action
from villain.game.observation import Observation
from villain.models.registry import ModelSpec


class GearChanger(Loki):
    """Plays like loki, and changes its style every so many hands, from the first to the last.

    ``styles`` are those of loki with a plus between them; after the last comes the first.
    """

    def __init__(
        self,
        seed: int = 0,
        every: int = 200,
        styles: tuple[str, ...] = ("tight", "maniac", "passive"),
        model: ModelSpec = "generic",
    ) -> None:
        if every < 1:
            raise VillainError(f"every={every}; it should be one hand or more")
        for style in styles:
            if style not in STYLES:
                raise VillainError.unknown("style", style, STYLES)
        super().__init__(seed, model, styles[0])
        self.every, self.order, self.hands = every, styles, 0

    def act(self, seen: Observation) -> Action:
        """Act in the style of the present gear."""
        self.parameters = STYLES[self.order[self.hands // self.every % len(self.order)]]
        return super().act(seen)

    def watch(self, seen: Observation) -> None:
        """See how the hand ended, and count it."""
        super().watch(seen)
        self.hands += 1
