"""Makes the shipped priors: what people do, and the network that was trained on them.

    python -m training.predictors.train --limit STORE --nolimit STORE

The stores were made by ``villain import``; only the players to train on are used. The files
``population.npz`` and ``network.npz`` are written beside the predictors that read them.
"""

import argparse
from pathlib import Path
from typing import Any

import numpy as np

from training.predictors.fitting import Settings, fit
from training.predictors.gathering import PRIOR, coarse_counts, counts_by_fold, gather
from villain.hands.store.hand_store import HandStore
from villain.models.predictors import network, population
from villain.models.predictors.population import shrink
from villain.profiles.replaying import replay
from villain.profiles.splitting import digest, for_training

Arrays = dict[str, Any]


def train(store: HandStore, kind: str, settings: Settings) -> tuple[Arrays, Arrays, set[int]]:
    """Tables of a population, weights of its network, and digests of who was trained on."""
    where = f"betting {'=' if kind == 'limit' else '<>'} 'limit'"
    counts = counts_by_fold(replay(store, where))
    total = counts.sum(axis=0)
    tables: Arrays = {
        f"{kind}_coarse": coarse_counts(total).astype(np.float32),
        f"{kind}_fine": shrink(total, PRIOR).astype(np.float16),
    }
    net = fit(gather(replay(store, where), counts), settings)
    weights: Arrays = {
        f"{kind}_{field}": column.astype(np.float16 if field in ("hidden", "output") else None)
        for field, column in net._asdict().items()
    }
    names = (name for (name,) in store.rows("SELECT DISTINCT name FROM seats"))
    return tables, weights, {digest(name) for name in names if for_training(name)}


def main() -> None:
    """Train on a store of limit hands and on one of no-limit hands."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--limit", type=Path, required=True)
    parser.add_argument("--nolimit", type=Path, required=True)
    asked = parser.parse_args()
    tables: Arrays = {}
    weights: Arrays = {}
    trained: set[int] = set()
    for kind, folder in (("limit", asked.limit), ("nolimit", asked.nolimit)):
        more_tables, more_weights, names = train(HandStore(folder), kind, Settings())
        tables |= more_tables
        weights |= more_weights
        trained |= names
    tables["trained"] = np.array(sorted(trained), np.uint64)
    np.savez_compressed(population.FILE, **tables)
    np.savez_compressed(network.FILE, **weights)


if __name__ == "__main__":
    main()
