"""Files of decision streams: what is in them, written small. Needs NumPy alone.

All decisions stand one after the other, player by player, each player's in order of time. Who a
player is, the file does not tell.
"""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple, TypeVar
from zipfile import ZIP_LZMA, ZipFile

import numpy as np
import numpy.typing as npt

Codes = npt.NDArray[np.uint8]
Flags = npt.NDArray[np.bool_]
Value = TypeVar("Value", bound=np.generic)


class Decisions(NamedTuple):
    """The arrays of a file: eight of decisions, and three that tell whose they are.

    ``situations`` has the codes of what he faced (see `villain.models.crowd.situations`),
    ``actions`` what he did (0 fold, 1 call or check, 2 raise), ``sizes`` the code of a raise's
    size; ``fresh`` is whether it is his first decision of a hand, ``strengths`` the two codes of
    the hand he held (see `villain.models.crowd.strengths`; 255: unknown) and ``cards`` its starting
    class, ``shown`` whether everybody got to see that hand in the end; ``times`` is the place of
    the decision among all, in order of time.

    ``offsets`` is where each player's decisions begin, and the end of the last; ``splits`` are
    digests of the names modulo 100: by the rule of `villain.profiles.splitting` those
    with ``split % 10 < 7`` are trained on; ``machine`` is whether he is a program.
    """

    situations: Codes
    actions: Codes
    sizes: Codes
    fresh: Flags
    strengths: Codes
    cards: Codes
    shown: Flags
    times: npt.NDArray[np.uint32]
    offsets: npt.NDArray[np.int64]
    splits: Codes
    machine: Flags

    def by_decision(self, values: npt.NDArray[Value]) -> npt.NDArray[Value]:
        """A value of each player, once for each of his decisions."""
        return np.repeat(values, np.diff(self.offsets))

    @property
    def owners(self) -> npt.NDArray[np.int64]:
        """The number of each decision's player."""
        return self.by_decision(np.arange(len(self.splits)))

    @property
    def starts(self) -> npt.NDArray[np.int64]:
        """The place of the first decision of each decision's player."""
        return self.by_decision(self.offsets[:-1])


def load_decisions(path: Path) -> Decisions:
    """Read a file of streams."""
    with np.load(path) as file:
        missing = set(Decisions._fields) - set(file.files)
        if missing:
            sys.exit(f"{path} has no {min(missing)}: make the streams anew")
        return Decisions(**{name: file[name] for name in Decisions._fields})


def save(arrays: Mapping[str, npt.NDArray[Any]], path: Path) -> None:
    """Write arrays as ``.npz``, whole or not at all.

    They are packed with LZMA, and a table row by row: a row mostly repeats what has been there, and
    so half the bytes do.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    with ZipFile(part, "w", ZIP_LZMA) as file:
        for name, values in arrays.items():
            with file.open(f"{name}.npy", "w", force_zip64=True) as member:
                np.lib.format.write_array(member, np.ascontiguousarray(values), allow_pickle=False)
    part.replace(path)
