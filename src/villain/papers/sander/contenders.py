"""The models that are asked about the same hands, by name [sander]."""

from collections.abc import Callable
from functools import partial

from villain.errors import VillainError
from villain.models.memory.explicit import ExplicitModel
from villain.models.memory.model import KINDS, MemoryModel
from villain.models.memory.recollection import BLENDED, PLAIN, Recollection
from villain.models.memory.segregated import SegregatedModel
from villain.models.model import OpponentModel
from villain.models.registry import MODELS

MISMATCH = BLENDED.mismatch
WAYS = {
    "plain": PLAIN,
    "partial": Recollection(mismatch=MISMATCH, threshold=None),
    "blending": Recollection(blend=True, threshold=None),
    "both": BLENDED,
}
"""How a memory is asked: the paper's way, and its future work, apart and together."""

EXPLICIT, SEGREGATED = "explicit", "segregated"
FOLDS = "with folds"


def memory_name(kind: str, way: str, *, folds: bool = False) -> str:
    """What a memory is called in the tables.

    >>> memory_name("s+gom", "both", folds=True)
    's+gom, both, with folds'
    """
    return f"{kind}, {way}" + (f", {FOLDS}" if folds else "")


def _memories() -> dict[str, Callable[[], OpponentModel]]:
    found: dict[str, Callable[[], OpponentModel]] = {}
    for kind in KINDS:
        for way, how in WAYS.items():
            for folds in (False, True):
                name = memory_name(kind, way, folds=folds)
                found[name] = partial(MemoryModel, kind, how, folds=folds)
    return found


CONTENDERS: dict[str, Callable[[], OpponentModel]] = {
    **_memories(),
    SEGREGATED: SegregatedModel,
    EXPLICIT: ExplicitModel,
    **MODELS,
}


def make_contender(name: str) -> OpponentModel:
    """A fresh model of this name."""
    if name not in CONTENDERS:
        raise VillainError.unknown("model", name, CONTENDERS)
    return CONTENDERS[name]()
