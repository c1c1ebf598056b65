"""Models by what a person calls them: names with parameters, files, classes and objects."""

from typing import TYPE_CHECKING, Any, TypeAlias

from villain.errors import VillainError
from villain.models.likelihood import Likelihood, LikelihoodModel
from villain.models.memory.named import MEMORIES
from villain.models.model import OpponentModel
from villain.models.poki.model import PredictedHands
from villain.models.predictors.formula import by_formula
from villain.models.predictors.of_model import ModelPredictor
from villain.models.predictors.registry import PREDICTORS, make_predictor
from villain.registry import Entry, Registry, Snapshot

if TYPE_CHECKING:
    from villain.models.predictors.predictor import Predictor

ModelSpec: TypeAlias = (
    "str | type[OpponentModel] | OpponentModel | type[Predictor] | Predictor | Likelihood |"
    " Snapshot[Any]"
)
"""Whatever means a model: see `villain.registry`.

A predictor means weights that follow it, and a function a model by the likelihoods that it gives.
"""

_ROOM = "villain.models"
_STYLES, _HUANG = f"{_ROOM}.baker.model:StyleReader", f"{_ROOM}.huang.model:StyleModel"
_HANDS, _WEIGHTS = f"{_ROOM}.poki.model:PredictedHands", f"{_ROOM}.loki.model"

MODELS: Registry[OpponentModel] = Registry(
    "model",
    lambda kind: issubclass(kind, OpponentModel),
    "derived from villain.OpponentModel",
    {
        "styles": Entry(_STYLES),
        "styles-printed": Entry(_STYLES, {"evidence": "printed"}),
        "styles-forgetting": Entry(_STYLES, {"forget": 0.02}),
        "styles-cards": Entry(_STYLES, {"evidence": "cards"}),
        "basic": Entry(f"{_WEIGHTS}:BasicModel"),
        "generic": Entry(f"{_WEIGHTS}:GenericModel"),
        "specific": Entry(f"{_WEIGHTS}:SpecificModel"),
        "cards": Entry(f"{_ROOM}.cards.model:CardReader"),
        "huang": Entry(_HUANG),
        "tendencies": Entry(_HUANG, {"reader": "tendencies"}),
        "memory:som": MEMORIES["memory:som"],
        "memory:gom": MEMORIES["memory:gom"],
        "memory:s+gom": MEMORIES["memory:s+gom"],
        "memory:blend": MEMORIES["memory:s+gom-both-folds"],
        "memory:sizes": MEMORIES["memory:som-both-sizes-folds"],
        "memory:segregated": Entry(f"{_ROOM}.memory.segregated:SegregatedModel"),
        "memory:explicit": Entry(f"{_ROOM}.memory.explicit:ExplicitModel"),
        "formula": Entry(_HANDS, {"predictor": "formula", "likelihood": by_formula}),
        "statistics": Entry(_HANDS, {"predictor": "statistics"}),
        "network": Entry(_HANDS, {"predictor": "network"}),
        "chooser": Entry(_HANDS, {"predictor": "chooser"}),
        "mixture": Entry(_HANDS, {"predictor": "mixture"}),
        "crowd": Entry(f"{_ROOM}.crowd.model:CrowdModel"),
        "crowd-chooser": Entry(_HANDS, {"predictor": "crowd-chooser"}),
        "fixed": Entry(f"{_ROOM}.with_fixed_policy:WithFixedPolicy"),
    },
    MEMORIES,
    of_function=LikelihoodModel,
)
"""Every model, whom the laws run over; entry points in ``villain.models`` add others."""


def model_names() -> list[str]:
    """The names that need no file, those of installed packages' predictors among them."""
    own = [name for name in PREDICTORS.names() if name not in {*PREDICTORS}]
    return list(dict.fromkeys([*MODELS.names(), *own]))


def make_model(spec: ModelSpec) -> OpponentModel:
    """Make a model of its name and parameters; of a class; or take one that is there.

    >>> make_model("generic").reads
    <bound method ...>
    >>> make_model("styles:forget=0.1").forget
    0.1
    """
    if isinstance(spec, Snapshot):
        spec = spec.copy()
    if not MODELS.knows(spec) and PREDICTORS.knows(spec):
        return PredictedHands(make_predictor(spec))  # type: ignore[arg-type]
    return MODELS.make(spec)  # type: ignore[arg-type]


def predictor_of(spec: ModelSpec) -> "Predictor":
    """Make a predictor of whatever means one; of a model, one that says what the model expects.

    >>> type(predictor_of("statistics")).__name__, type(predictor_of("specific")).__name__
    ('Statistics', 'ModelPredictor')
    """
    if isinstance(spec, Snapshot):
        spec = spec.copy()
    if PREDICTORS.knows(spec):
        return make_predictor(spec)  # type: ignore[arg-type]
    if isinstance(spec, str) and ".py:" not in spec and not MODELS.knows(spec):
        raise VillainError.unknown(
            "predictor or model", spec, [*PREDICTORS.names(), *MODELS.names()]
        )
    return ModelPredictor(make_model(spec))


def offer_model(spec: str) -> str:
    """Give a class of a person's own, a model or a predictor, a short name in this process."""
    registry = MODELS if MODELS.knows(spec) or not PREDICTORS.knows(spec) else PREDICTORS
    return registry.offer(spec)
