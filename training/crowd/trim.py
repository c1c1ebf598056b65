"""Streams with nobody in them but the players to train on and to stop by, to carry elsewhere.

    python -m training.crowd.trim --data streams --out trimmed ps25 ftp50

Places in time are left out as well: they matter to judging alone, and do not compress.
"""

import argparse
from pathlib import Path

import numpy as np

from training.crowd.splits import STOPPING, chosen
from training.crowd.stream_files import Decisions, load_decisions, save


def trimmed(decisions: Decisions, stopping: int) -> Decisions:
    """The decisions of the players to train on, and of so many splits to stop by."""
    kept = chosen(decisions, "train", whole=False) | np.isin(decisions.splits, STOPPING[:stopping])
    kept &= ~decisions.machine
    rows = decisions.by_decision(kept)
    counts = np.diff(decisions.offsets)[kept]
    by_decision = {
        name: getattr(decisions, name)[rows]
        for name in ("situations", "actions", "sizes", "fresh", "strengths", "cards", "shown")
    }
    return Decisions(
        **by_decision,
        times=np.zeros(int(rows.sum()), np.uint32),
        offsets=np.concatenate([[0], np.cumsum(counts)]).astype(np.int64),
        splits=decisions.splits[kept],
        machine=decisions.machine[kept],
    )


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="Streams of the players to train on alone.")
    parser.add_argument("names", nargs="+", help="the streams")
    parser.add_argument("--data", type=Path, required=True, help="the folder of streams")
    parser.add_argument("--out", type=Path, required=True, help="the folder to write to")
    parser.add_argument("--stopping", type=int, default=len(STOPPING), help="splits to stop by")
    asked = parser.parse_args()
    for name in asked.names:
        decisions = load_decisions(asked.data / f"{name}.npz")
        less = trimmed(decisions, asked.stopping)
        save(less._asdict(), asked.out / f"{name}.npz")
        size = (asked.out / f"{name}.npz").stat().st_size
        print(f"{name}: {len(less.actions):,} of {len(decisions.actions):,}; {size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
