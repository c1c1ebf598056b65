"""Models by name."""

from collections.abc import Callable

from villain.errors import VillainError
from villain.models.card_reader import CardReader
from villain.models.crowd.model import CrowdModel
from villain.models.huang.model import StyleModel
from villain.models.memory.explicit import ExplicitModel
from villain.models.memory.named import MEMORIES
from villain.models.memory.segregated import SegregatedModel
from villain.models.model import OpponentModel
from villain.models.predicted_hands import PredictedHands
from villain.models.predictors.formula import FormulaPredictor, by_formula
from villain.models.predictors.registry import make_predictor
from villain.models.style_reader import StyleReader
from villain.models.weighted_hands import BasicModel, GenericModel, SpecificModel

MODELS: dict[str, Callable[[], OpponentModel]] = {
    "styles": StyleReader,
    "styles-printed": lambda: StyleReader("printed"),
    "styles-forgetting": lambda: StyleReader(forget=0.02),
    "styles-cards": lambda: StyleReader("cards"),
    "basic": BasicModel,
    "generic": GenericModel,
    "specific": SpecificModel,
    "cards": CardReader,
    "huang": StyleModel,
    "tendencies": lambda: StyleModel("tendencies"),
    "memory:som": MEMORIES["memory:som"],
    "memory:gom": MEMORIES["memory:gom"],
    "memory:s+gom": MEMORIES["memory:s+gom"],
    "memory:blend": MEMORIES["memory:s+gom-both-folds"],
    "memory:sizes": MEMORIES["memory:som-both-sizes-folds"],
    "memory:segregated": SegregatedModel,
    "memory:explicit": ExplicitModel,
    "formula": lambda: PredictedHands(FormulaPredictor(), likelihood=by_formula),
    "statistics": lambda: PredictedHands(make_predictor("statistics")),
    "network": lambda: PredictedHands(make_predictor("network")),
    "chooser": lambda: PredictedHands(make_predictor("chooser")),
    "mixture": lambda: PredictedHands(make_predictor("mixture")),
    "crowd": CrowdModel,
    "crowd-chooser": lambda: PredictedHands(make_predictor("crowd-chooser")),
}
"""Every model, with what it is made of; the laws of models run over all of them."""


def make_model(name: str) -> OpponentModel:
    """Make a model of its name.

    >>> make_model("generic").reads
    <bound method ...>
    """
    made = MODELS.get(name) or MEMORIES.get(name)
    if made is None:
        raise VillainError.unknown("model", name, MODELS)
    return made()
