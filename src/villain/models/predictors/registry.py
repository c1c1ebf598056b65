"""Predictors by name."""

from collections.abc import Callable

from villain.errors import VillainError
from villain.models.crowd.predictor import CrowdPredictor
from villain.models.predictor import Predictor
from villain.models.predictors.baselines import Frequencies, Majority
from villain.models.predictors.chooser import Chooser
from villain.models.predictors.formula import FormulaPredictor
from villain.models.predictors.network import Network
from villain.models.predictors.statistics import Statistics

CHOSEN = ["network", "statistics", "formula"]
"""Whom the chooser and the mixture choose among; the first is trusted with a stranger.

These are poki's. With the crowd as the first of them they are another chooser and mixture.
"""

PREDICTORS: dict[str, Callable[[], Predictor]] = {
    "statistics": Statistics,
    "formula": FormulaPredictor,
    "network": Network,
    "chooser": lambda: Chooser(_each(CHOSEN)),
    "mixture": lambda: Chooser(_each(CHOSEN), mixture=True),
    "crowd": CrowdPredictor,
    "crowd-chooser": lambda: Chooser(_each(["crowd", *CHOSEN])),
    "crowd-mixture": lambda: Chooser(_each(["crowd", *CHOSEN]), mixture=True),
}
"""Every predictor; the laws of predictors run over all of them."""

BASELINES: dict[str, Callable[[], Predictor]] = {
    "majority": Majority,
    "frequencies": Frequencies,
}
"""What the others are compared with; they learn nothing."""


def _each(names: list[str]) -> dict[str, Predictor]:
    return {name: PREDICTORS[name]() for name in names}


def make_predictor(name: str) -> Predictor:
    """Make a predictor of its name.

    >>> type(make_predictor("statistics")).__name__
    'Statistics'
    """
    known = PREDICTORS | BASELINES
    if name not in known:
        raise VillainError.unknown("predictor", name, known)
    return known[name]()
