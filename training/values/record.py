"""Record what PyTorch answers with the shipped weights, for the test of the networks in NumPy.

python -m training.values.record [--out tests/solver/values_recorded.npz]
"""

import argparse
from argparse import RawTextHelpFormatter
from pathlib import Path
from typing import Any

import numpy as np
import torch

from training.values.train import Net
from villain.solver.values.network import ValueNetwork

FOLDER = Path("src/villain/solver/values")
ROWS, HOLDINGS = 3, 40


def record(path: Path, seed: int = 1) -> dict[str, np.ndarray]:
    """Inputs at random, and what PyTorch makes of them."""
    rng = np.random.default_rng(seed)
    weights = ValueNetwork.load(path).weights
    seen, changing = len(weights["overall1"]), len(weights["changing"])
    overall = rng.random((ROWS, seen)).astype(np.float32)
    width = len(weights["second_bias"])
    holdings = rng.uniform(-1, 1, (ROWS, HOLDINGS, changing + len(weights["static"])))
    net = Net(seen, holdings.shape[2], width)
    net.load(path)
    with torch.no_grad():
        values = net(torch.from_numpy(overall), torch.from_numpy(holdings.astype(np.float32)))
    return {
        "overall": overall,
        "holdings": holdings.astype(np.float32),
        "values": values.numpy(),
    }


def main() -> None:
    """Record."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=RawTextHelpFormatter)
    parser.add_argument("--out", type=Path, default=Path("tests/solver/values_recorded.npz"))
    options = parser.parse_args()
    recorded: dict[str, Any] = {}
    for path in sorted(FOLDER.glob("*.npz")):
        for name, array in record(path).items():
            recorded[f"{path.stem}.{name}"] = array
    np.savez_compressed(options.out, **recorded)


if __name__ == "__main__":
    main()
