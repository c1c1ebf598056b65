"""Memories by name: which kind, how it is asked, and what it learns from besides showdowns."""

from villain.models.memory.model import KINDS
from villain.models.memory.recollection import BLENDED, PLAIN, Recollection
from villain.registry import Entry

WAYS = {
    "plain": PLAIN,
    "partial": Recollection(mismatch=BLENDED.mismatch, threshold=None),
    "blending": Recollection(blend=True, threshold=None),
    "both": BLENDED,
}
"""Ways to ask a memory: the paper's way, and its future work, apart and together."""

UNREHEARSED = "unrehearsed"

FOLDS = "-folds"


def memory_name(kind: str, way: str = "plain", *, folds: bool = False, sizes: bool = False) -> str:
    """The name of a memory.

    >>> memory_name("som"), memory_name("s+gom", "both", folds=True)
    ('memory:som', 'memory:s+gom-both-folds')
    """
    parts = [kind, *[way] * (way != "plain"), *["sizes"] * sizes]
    return f"memory:{'-'.join(parts)}{FOLDS * folds}"


def _memories() -> dict[str, Entry]:
    memories = {}
    for kind in KINDS:
        for way, how in (*WAYS.items(), (UNREHEARSED, Recollection(rehearse=False))):
            for folds in (False, True)[: 1 + (kind != "gom")]:  # which learns from nothing
                for sizes in (False, True)[: 1 + (kind == "som")]:  # the others began without
                    name = memory_name(kind, way, folds=folds, sizes=sizes)
                    preset = {"kind": kind, "how": how, "folds": folds, "sizes": sizes}
                    memories[name] = Entry("villain.models.memory.model:MemoryModel", preset)
    return memories


MEMORIES = _memories()
"""Every memory that makes sense, with what it is made of."""
