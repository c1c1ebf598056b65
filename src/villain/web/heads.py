"""The agents' heads as a person may look into them: as if nobody had seen his own cards."""

import logging
from typing import TYPE_CHECKING

from villain.game.observation import Observation, without_hole
from villain.models.model import OpponentModel

if TYPE_CHECKING:
    from collections.abc import Sequence

    from villain.agents.agent import Agent

log = logging.getLogger(__name__)


class Heads:
    """A copy of each agent's model, by chair, which sees what he sees less his cards.

    A model may learn from its owner's cards too, as one does that wonders what was folded against
    them. What such a model thinks would give them away, even after the hand.
    """

    def __init__(self, agents: "Sequence[Agent | None]") -> None:
        models = enumerate(getattr(agent, "model", None) for agent in agents)
        self._models = {at: one.clone() for at, one in models if isinstance(one, OpponentModel)}

    @property
    def chairs(self) -> list[int]:
        """The chairs of agents that model the others."""
        return list(self._models)

    def of(self, chair: int) -> OpponentModel | None:
        """The model with which the agent in a chair reads the others; None if he has none."""
        return self._models.get(chair)

    def observe(self, chair: int, seen: Observation) -> None:
        """Let a head see what its agent sees; one that fails is not looked into any more."""
        model = self._models.get(chair)
        try:
            if model is not None and model.reads(seen.rules):
                model.observe(without_hole(seen))
        except Exception:
            log.exception("the head in chair %s", chair)
            del self._models[chair]
