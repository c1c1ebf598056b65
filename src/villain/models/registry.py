"""Models by name."""

from collections.abc import Callable

from villain.models.model import OpponentModel
from villain.models.style_reader import StyleReader

MODELS: dict[str, Callable[[], OpponentModel]] = {
    "styles": StyleReader,
    "styles-printed": lambda: StyleReader("printed"),
    "styles-forgetting": lambda: StyleReader(forget=0.02),
    "styles-cards": lambda: StyleReader("cards"),
}
"""Every model, with what it is made of; the laws of models run over all of them."""
