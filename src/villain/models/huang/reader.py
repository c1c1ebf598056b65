"""Readers of a new opponent: they see his actions and predict his next ones."""

from typing import Protocol

from villain.errors import VillainError
from villain.kernels.arrays import FloatArray
from villain.strategy.huang.abstraction import Abstraction


class SequenceReader(Protocol):
    """Estimates how an opponent plays after any action sequence, by what was seen of him so far."""

    def learn(self, sequence: str, action: int) -> None:
        """He faced this sequence, and did that."""
        ...

    def distribution(self, sequence: str) -> FloatArray:
        """The chances of his actions, in order of risk."""
        ...

    def table(self) -> FloatArray:
        """The same after every mined sequence at once, by sequence and action."""
        ...


def check_action(abstraction: Abstraction, action: int) -> None:
    """Refuse an action that there is not.

    >>> check_action(Abstraction(), 4)
    Traceback (most recent call last):
        ...
    villain.errors.VillainError: action 4; there are 4, from 0 on
    """
    if not 0 <= action < abstraction.actions:
        raise VillainError(f"action {action}; there are {abstraction.actions}, from 0 on")
