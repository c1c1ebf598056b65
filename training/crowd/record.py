"""Record what the PyTorch network says, so that a test can hold the one in NumPy against it.

    python -m training.crowd.record

Needs PyTorch and the package. It reads the weights that are shipped and decisions made up by a
generator of random numbers, no hands of anybody. Run it again whenever the weights change.
"""

import argparse
import hashlib
from pathlib import Path

import numpy as np
import torch

from training.crowd.judging import load_network
from training.crowd.running import running
from training.crowd.stream_files import Decisions
from training.crowd.transformer import STARTING_CLASSES, Batch
from villain.models.crowd.network import FILE
from villain.models.crowd.situations import COLUMNS, LIMIT_SIZE, NO_SIZE, SIZES, TABLES

OUT = Path(__file__).parents[2] / "tests" / "models" / "crowd_recorded.npz"
DECISIONS, HANDS, EVERY, SEED, UNKNOWN = 400, 5, 8, 20, 255


def made_up(count: int, rng: np.random.Generator) -> Decisions:
    """Decisions of one player that make no sense, but have codes of every kind."""
    situations = np.stack([rng.integers(0, column.size, count) for column in COLUMNS], axis=1)
    actions = rng.integers(0, 3, count)
    sizes = np.where(situations[:, 0] > 0, LIMIT_SIZE, rng.integers(0, SIZES, count))
    fresh = rng.random(count) < 0.5
    fresh[0] = True
    strengths = rng.integers(0, UNKNOWN, (count, 2))
    strengths[rng.random(count) < 0.3] = UNKNOWN
    last = np.append(fresh[1:], True)
    return Decisions(
        situations=situations.astype(np.uint8),
        actions=actions.astype(np.uint8),
        sizes=np.where(actions == 2, sizes, NO_SIZE).astype(np.uint8),
        fresh=fresh,
        strengths=strengths.astype(np.uint8),
        cards=rng.integers(0, STARTING_CLASSES, count).astype(np.uint8),
        shown=last & (rng.random(count) < 0.5),
        times=np.arange(count, dtype=np.uint32),
        offsets=np.array([0, count]),
        splits=np.zeros(1, np.uint8),
        machine=np.zeros(1, np.bool_),
    )


def batch_of(decisions: Decisions, statistics: np.ndarray) -> Batch:
    """All decisions as one row."""
    before = np.maximum(np.arange(len(decisions.actions)) - 1, 0)
    known = decisions.fresh & decisions.shown[before]
    held = np.where(known[:, None], decisions.strengths[before], UNKNOWN)
    first = np.arange(len(decisions.actions)) == 0
    columns = (
        decisions.situations,
        decisions.situations[before],
        decisions.actions[before].astype(np.int64),
        decisions.sizes[before].astype(np.int64),
        held.astype(np.int64),
        decisions.fresh | first,
        first,
        np.zeros(len(decisions.actions), np.int64),
        statistics,
    )
    return Batch(*(torch.from_numpy(column)[None] for column in columns))


def record(weights: Path, out: Path) -> None:
    """Write the decisions, and what the network says of each."""
    rng, tables = np.random.default_rng(SEED), [torch.from_numpy(table) for table in TABLES]
    decisions, network = made_up(DECISIONS, rng), load_network(weights, tables)
    strengths = rng.integers(0, UNKNOWN, (HANDS, 2))
    held = np.column_stack([strengths, rng.integers(0, STARTING_CLASSES, HANDS)]).astype(np.uint8)
    held[0] = UNKNOWN
    statistics = running(decisions, network.expected.numpy())
    with torch.no_grad():
        trunk = network.trunk(batch_of(decisions, statistics))[0]
        hands = torch.from_numpy(held.astype(np.int64)).expand(DECISIONS, HANDS, 3)
        said = {
            "actions_said": network.actions(trunk),
            "sizes_said": network.sizes(trunk)[::EVERY],
            "policy_said": network.policy(trunk, hands)[::EVERY],
        }
    digest = hashlib.sha256(weights.read_bytes()).digest()
    np.savez_compressed(
        out,
        digest=np.frombuffer(digest, np.uint8),
        held=held,
        every=EVERY,
        statistics=statistics,
        **{name: getattr(decisions, name) for name in Decisions._fields[:5]},
        shown=decisions.shown,
        **{name: values.numpy() for name, values in said.items()},
    )
    print(f"{out.name}: {DECISIONS} decisions, {out.stat().st_size / 1e3:.0f} kB")


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="Record what the PyTorch network says.")
    parser.add_argument("--weights", type=Path, default=FILE, help="the file of weights")
    parser.add_argument("--out", type=Path, default=OUT, help="the file to write")
    asked = parser.parse_args()
    record(asked.weights, asked.out)


if __name__ == "__main__":
    main()
