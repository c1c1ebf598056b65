"""Rivers solved exactly on a GPU, by `rivers.cu`: compiled with CUDA's compiler when first used."""

import ctypes
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import gettempdir
from typing import NamedTuple

import numpy as np
import torch

from training.values.rivers import RiverTree
from villain.kernels.solver_records import DECISION, FOLDED, SHOWDOWN

SOURCE = Path(__file__).with_name("rivers.cu")
HOLDINGS, STRIDE = 1081, 1084
"""Holdings of a river, and the length of a row of them there."""

WARPS = 16
"""Warps of a block: so many ends of the betting are valued at once."""

_MOST_NODES, _MOST_ACTIONS = 64, 4
_TREE = np.dtype(
    [
        *((name, np.int32) for name in ("decisions", "ends", "slots", "iterations")),
        *((name, np.uint8, _MOST_NODES) for name in ("player", "actions", "slot", "row")),
        ("child_row", np.uint8, (_MOST_NODES, _MOST_ACTIONS)),
        ("folded", np.uint8, _MOST_NODES),
        ("pay", np.float32, _MOST_NODES),
    ]
)


class TreeSize(NamedTuple):
    """What the memory of a block is made for: ends, showdowns among them, and actions."""

    ends: int
    showdowns: int
    slots: int


class GpuTrees(NamedTuple):
    """Trees on the GPU, with their sizes."""

    records: torch.Tensor
    sizes: list[TreeSize]

    @classmethod
    def of(cls, trees: Sequence[RiverTree], iterations: Sequence[int]) -> "GpuTrees":
        """Trees as `rivers.cu` has them; each is solved by so many iterations."""
        records = np.zeros(len(trees), _TREE)
        sizes = [_fill(*one) for one in zip(records, trees, iterations, strict=True)]
        rows = records.view(np.uint8).reshape(len(trees), -1)
        return cls(torch.from_numpy(rows).cuda(), sizes)


def _fill(record: np.void, tree: RiverTree, iterations: int) -> TreeSize:
    """Write a tree into its record."""
    decisions = np.flatnonzero(tree.kind == DECISION)
    folds = np.flatnonzero(tree.kind == FOLDED)
    showdowns = np.flatnonzero(tree.kind == SHOWDOWN)
    ends = np.concatenate([showdowns, folds])
    row = np.zeros(len(tree.kind), np.int64)
    row[ends] = np.arange(len(ends))
    for node in reversed(decisions):
        row[node] = row[tree.child[node, 0]]
    count, width, actions = len(decisions), tree.child.shape[1], tree.actions[decisions]
    record["decisions"], record["ends"] = count, len(ends)
    record["slots"], record["iterations"] = actions.sum(), iterations
    record["player"][:count], record["actions"][:count] = tree.player[decisions], actions
    record["slot"][:count] = np.cumsum(actions) - actions
    record["row"][:count] = row[decisions]
    record["child_row"][:count, :width] = row[tree.child[decisions]]
    record["folded"][: len(ends)] = np.arange(len(ends)) >= len(showdowns)
    record["pay"][: len(ends)] = tree.pays[ends, 0]
    return TreeSize(len(ends), len(showdowns), int(actions.sum()))


class GpuRivers:
    """Solves rivers with a choice of trees."""

    def __init__(self, trees: GpuTrees) -> None:
        self.trees, self._library = trees, _library()
        self._processors = torch.cuda.get_device_properties(0).multi_processor_count

    def solve(
        self,
        tree_of: torch.Tensor,
        game_of: torch.Tensor,
        ranks: torch.Tensor,
        cards: torch.Tensor,
        reach: torch.Tensor,
    ) -> torch.Tensor:
        """The counterfactual values of all holdings: by river, player and holding of the turn.

        ``tree_of`` is by game, ``game_of`` by river, both int32; ``ranks`` are by river and
        holding, 0 where the river card blocks it; ``cards`` are by game and holding, ``reach`` also
        by player.
        """
        in_order, order = torch.sort(ranks, dim=1, stable=True)
        blocked = ranks.shape[1] - HOLDINGS
        if not bool(((in_order > 0).sum(dim=1) == HOLDINGS).all()):
            raise ValueError("a river leaves 1,081 holdings; these ranks have another number")
        in_order, order = in_order[:, blocked:].contiguous(), order[:, blocked:]
        lowest = torch.searchsorted(in_order, in_order).to(torch.int16)
        highest = torch.searchsorted(in_order, in_order, right=True).to(torch.int16)
        values = torch.zeros((len(ranks), 2, ranks.shape[1]), device="cuda")
        tensors = [order.to(torch.int16), lowest, highest, cards.contiguous(), reach.contiguous()]
        kinds = sorted(set(self.trees.sizes))
        kind_of = torch.tensor([kinds.index(size) for size in self.trees.sizes], device="cuda")
        kind = kind_of[tree_of.long()][game_of.long()]
        for number, size in enumerate(kinds):
            some = torch.nonzero(kind == number)[:, 0].to(torch.int32)
            if len(some):
                self._launch(size, tree_of, some, game_of, tensors, values)
        return values

    def _launch(
        self,
        size: TreeSize,
        tree_of: torch.Tensor,
        some: torch.Tensor,
        game_of: torch.Tensor,
        tensors: Sequence[torch.Tensor],
        values: torch.Tensor,
    ) -> None:
        nets = min(size.showdowns, WARPS)
        at_once = self._library.blocks_at_once(size.ends + nets)
        fits = at_once > 0
        blocks = (at_once or self._library.blocks_at_once(0)) * self._processors
        learned = torch.empty((blocks, 2 * max(size.slots, 1) * STRIDE), device="cuda")
        rooms = torch.empty((0 if fits else blocks, (size.ends + nets) * STRIDE), device="cuda")
        counter = torch.zeros(1, dtype=torch.int32, device="cuda")
        torch.cuda.synchronize()
        error = self._library.solve(
            _pointer(self.trees.records),
            _pointer(tree_of),
            _pointer(some),
            len(some),
            _pointer(game_of),
            *(_pointer(tensor) for tensor in tensors),
            _pointer(values),
            values.shape[2],
            _pointer(learned),
            ctypes.c_size_t(learned.shape[1]),
            None if fits else _pointer(rooms),
            ctypes.c_size_t(rooms.shape[1]),
            size.ends,
            nets,
            _pointer(counter),
            min(len(some), blocks),
        )
        if error:
            raise RuntimeError(f"CUDA says {error} when rivers are solved")


def _pointer(tensor: torch.Tensor) -> ctypes.c_void_p:
    return ctypes.c_void_p(tensor.data_ptr())


@cache
def _library() -> ctypes.CDLL:
    """The compiled kernel; it is kept for as long as the source is the same."""
    target = Path(gettempdir()) / f"villain-rivers-{int(SOURCE.stat().st_mtime)}.so"
    if not target.exists():
        partial = target.with_suffix(".part")
        flags = ("-O3", "-arch=native", "-shared", "-Xcompiler", "-fPIC")
        subprocess.run(["nvcc", *flags, "-o", str(partial), str(SOURCE)], check=True)
        partial.rename(target)
    library = ctypes.CDLL(str(target))
    if library.tree_bytes() != _TREE.itemsize:
        raise RuntimeError("rivers.cu and gpu_rivers.py have different trees")
    return library
