"""Opponent models: they learn from what a seat could see, and say what others hold and will do."""

from villain.models.model import OpponentModel

__all__ = ["OpponentModel"]
