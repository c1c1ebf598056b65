"""Players who play a fixed policy: they always do the same thing, whatever they hold."""

from typing import Protocol, runtime_checkable

from villain.game.observation import Observation
from villain.models.model import OpponentModel


@runtime_checkable
class ReadsFixedPolicies(Protocol):
    """A model that asks itself whether a player looks at his cards at all."""

    def fixed_policy(self, seen: Observation, seat: int) -> float:
        """How likely it is that a seat plays a fixed policy, whatever it holds."""


def fixed_policy_share(model: OpponentModel, seen: Observation, seat: int) -> float:
    """How likely a model takes it that a seat plays a fixed policy; nothing if it does not ask."""
    return model.fixed_policy(seen, seat) if isinstance(model, ReadsFixedPolicies) else 0.0
