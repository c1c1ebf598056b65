"""Predictors by what a person calls them: names with parameters, files, classes and objects."""

from typing import TYPE_CHECKING, TypeAlias

from villain.models.predictors.predictor import Predictor
from villain.registry import Entry, Registry, Snapshot, name_of

if TYPE_CHECKING:
    from villain.models.predictors.chooser import Chooser

PredictorSpec: TypeAlias = "str | type[Predictor] | Predictor | Snapshot[Predictor]"
"""Whatever means a predictor: see `villain.registry`."""

POKIS = ("network", "statistics", "formula")
"""The choice of poki's chooser and mixture; the first is trusted with a stranger."""

_ROOM = "villain.models.predictors"
_CHOOSER, _AND_CROWD = f"{_ROOM}.registry:make_chooser", {"among": ("crowd", *POKIS)}

BASELINES = {
    "majority": Entry(f"{_ROOM}.baselines:Majority"),
    "frequencies": Entry(f"{_ROOM}.baselines:CoarseFrequencies"),
}
"""Baselines for the others; they learn nothing."""

PREDICTORS: Registry[Predictor] = Registry(
    "predictor",
    lambda kind: issubclass(kind, Predictor),
    "derived from villain.Predictor",
    {
        "statistics": Entry(f"{_ROOM}.statistics:Statistics"),
        "formula": Entry(f"{_ROOM}.formula:FormulaPredictor"),
        "network": Entry(f"{_ROOM}.network:Network"),
        "chooser": Entry(_CHOOSER),
        "mixture": Entry(_CHOOSER, {"mixture": True}),
        "crowd": Entry("villain.models.crowd.predictor:CrowdPredictor"),
        "crowd-chooser": Entry(_CHOOSER, _AND_CROWD),
        "crowd-mixture": Entry(_CHOOSER, {**_AND_CROWD, "mixture": True}),
    },
    BASELINES,
)
"""Every predictor, whom the laws run over; entry points in ``villain.predictors`` add others."""


def make_predictor(spec: PredictorSpec) -> Predictor:
    """Make a predictor of its name and parameters; of a class; or take one that is there.

    >>> type(make_predictor("statistics")).__name__
    'Statistics'
    """
    return PREDICTORS.make(spec)


def make_chooser(among: tuple[PredictorSpec, ...] = POKIS, mixture: bool = False) -> "Chooser":
    """A chooser, or a mixture, of several predictors.

    >>> list(make_chooser(("statistics", "majority")).predictors)
    ['statistics', 'majority']
    """
    from villain.models.predictors.chooser import Chooser

    return Chooser({name_of(one): make_predictor(one) for one in among}, mixture=mixture)
