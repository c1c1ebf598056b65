"""Streams of decisions as rows of one length, to train on and to judge."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
import torch

from training.crowd.running import running
from training.crowd.stream_files import Decisions, load_decisions
from training.crowd.transformer import CLASS_BOUNDS, LIMIT_CLASS, Batch

FOLD, RAISE, NO_SIZE, UNKNOWN = 0, 2, 25, 255
LIMIT, STREET, COULD_RAISE, COULD_FOLD = 0, 1, 13, 14
"""Columns of a situation."""

KEPT = ("situations", "actions", "sizes", "fresh", "strengths", "shown")
"""The arrays of a file that are kept on the device."""

Segment = tuple[int, int, int]
"""The begin and end of a piece of a stream, and the place from which on it counts."""


@dataclass
class Source:
    """The decisions of one source on the device, and which of them are whose."""

    name: str
    columns: dict[str, torch.Tensor]
    decisions: Decisions

    def some(self, flags: np.ndarray) -> np.ndarray:
        """Those of some players who ever decided."""
        return np.flatnonzero(flags & (np.diff(self.decisions.offsets) > 0))


def load(path: Path, device: str, expected: np.ndarray) -> Source:
    """Read a file of streams, and count the statistics of its players."""
    decisions = load_decisions(path)
    held = np.column_stack([decisions.strengths, decisions.cards])
    kept = {name: getattr(decisions, name) for name in KEPT}
    hands = np.cumsum(kept["fresh"], dtype=np.int64).astype(np.int32)
    columns = {name: torch.from_numpy(values).to(device) for name, values in kept.items()}
    columns["hands"] = torch.from_numpy(hands).to(device)
    statistics = running(decisions, expected).astype(np.float16)
    columns["statistics"] = torch.from_numpy(statistics).to(device)
    columns["held"] = torch.from_numpy(held).to(device)
    return Source(path.stem, columns, decisions)


def crops(
    source: Source, players: np.ndarray, length: int, rng: np.random.Generator
) -> list[Segment]:
    """Cut every stream into pieces of one length, from a place that is drawn anew."""
    segments = []
    for player in players:
        start, end = source.decisions.offsets[player], source.decisions.offsets[player + 1]
        cut = start + rng.integers(1, length + 1) if end - start > length else end
        bounds = [start, *range(cut, end, length), end]
        segments += [(a, b, a) for a, b in pairwise(bounds) if b > a]
    return segments


def whole(source: Source, players: np.ndarray, length: int) -> list[Segment]:
    """Cut streams such that each decision has at least half a length before it, if there is one."""
    segments, half = [], length // 2
    for player in players:
        start, end = (
            int(source.decisions.offsets[player]),
            int(source.decisions.offsets[player + 1]),
        )
        segments.append((start, min(end, start + length), start))
        segments += [
            (at - half, min(end, at + half), at) for at in range(start + length, end, half)
        ]
    return segments


def pack(
    segments: list[Segment], length: int, rng: np.random.Generator | None
) -> list[list[Segment]]:
    """Fill rows with pieces: the longest first, shorter ones where they fit."""
    order = sorted(segments, key=lambda one: one[0] - one[1])
    rows: list[list[Segment]] = []
    room: dict[int, list[int]] = {}
    for segment in order:
        size = segment[1] - segment[0]
        place = next(
            (left for left in range(size, min(size + 64, length) + 1) if room.get(left)), None
        )
        if place is None:
            rows.append([])
            row, place = len(rows) - 1, length
        else:
            row = room[place].pop()
        rows[row].append(segment)
        room.setdefault(place - size, []).append(row)
    if rng is not None:
        rng.shuffle(rows)
    return rows


@dataclass
class Targets:
    """His actions at every position, flags of what counts, and what the rules forbade."""

    action: torch.Tensor
    size: torch.Tensor
    kind: torch.Tensor
    held: torch.Tensor
    street: torch.Tensor
    hand: torch.Tensor
    counts: torch.Tensor
    forbidden: torch.Tensor
    forbidden_kinds: torch.Tensor
    place: torch.Tensor


def batches(
    source: Source, rows: list[list[Segment]], length: int, many: int
) -> Iterator[tuple[Batch, Targets]]:
    """The rows of a source, so many at a time."""
    for at in range(0, len(rows), many):
        yield _batch(source, rows[at : at + many], length)


def _batch(source: Source, rows: list[list[Segment]], length: int) -> tuple[Batch, Targets]:
    place = np.full((len(rows), length), -1, np.int64)
    player = np.full((len(rows), length), -1, np.int64)
    first = np.zeros((len(rows), length), bool)
    counts = np.zeros((len(rows), length), bool)
    for number, row in enumerate(rows):
        at = 0
        for who, (start, end, begin) in enumerate(row):
            to = at + end - start
            place[number, at:to] = np.arange(start, end)
            player[number, at:to] = who
            first[number, at] = True
            counts[number, at + begin - start : to] = True
            at = to
    columns = source.columns
    device = columns["actions"].device
    here = torch.from_numpy(place).to(device)
    at, start = here.clamp(min=0), torch.from_numpy(first).to(device)
    before = (at - 1).clamp(min=0)
    fresh = columns["fresh"][at]
    known = fresh & columns["shown"][before]
    held = torch.where(known.unsqueeze(-1), columns["strengths"][before].long(), UNKNOWN)
    situations = columns["situations"][at]
    batch = Batch(
        situations,
        columns["situations"][before],
        columns["actions"][before].long(),
        columns["sizes"][before].long(),
        held,
        fresh | start,
        start,
        torch.from_numpy(player).to(device),
        columns["statistics"][at],
    )
    limit = situations[..., LIMIT] > 0
    no_fold, no_raise = situations[..., COULD_FOLD] == 0, situations[..., COULD_RAISE] == 0
    forbidden = torch.stack([no_fold, torch.zeros_like(no_fold), no_raise], -1)
    sizes = columns["sizes"][at].long()
    kinds = torch.where(limit, LIMIT_CLASS, 2 + _classes(device)[sizes.clamp(max=23)])
    action = columns["actions"][at].long()
    kind = torch.where(action == RAISE, kinds, action)
    classes = torch.arange(7, device=device)
    wrong_size = limit.unsqueeze(-1) & (classes >= 2) & (classes != LIMIT_CLASS)
    forbidden_kinds = torch.stack([no_fold, torch.zeros_like(no_fold), *[no_raise] * 5], -1)
    return batch, Targets(
        action,
        sizes,
        kind,
        columns["held"][at].long(),
        situations[..., STREET].long(),
        columns["hands"][at].long(),
        torch.from_numpy(counts).to(device),
        forbidden,
        forbidden_kinds | wrong_size,
        here,
    )


def _classes(device: torch.device) -> torch.Tensor:
    """The class of each code of a size."""
    pots = 2.0 ** ((torch.arange(24, device=device) - 12) / 4)
    return torch.bucketize(pots, torch.tensor(CLASS_BOUNDS, device=device))
