"""Explanations: what a model's answers rest on, for models that can say."""

from abc import ABC, abstractmethod


class Explanation(ABC):
    """What an answer about a player rests on. Any model may give one."""

    @abstractmethod
    def lines(self) -> list[str]:
        """The explanation in plain words, the most important first."""
