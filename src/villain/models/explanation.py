"""Explanations: what a model's answers rest on, for models that can say."""

from abc import ABC, abstractmethod


class Explanation(ABC):
    """The grounds of an answer about a player. Any model may give one."""

    @abstractmethod
    def lines(self) -> list[str]:
        """The explanation in plain words, the most important first."""
