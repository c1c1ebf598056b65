"""Train a value network on solved games.

python -m training.values.train --data FOLDER --cards 4 --out turn_end.npz
"""

import argparse
import time
from collections import deque
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from training.values.examples import Examples, examples_in, make_examples
from villain.work import run

WIDTH, OVERALL = 48, 192


class Net(nn.Module):
    """The network of `villain.solver.values.network`, to be trained."""

    def __init__(
        self, overall: int, holding: int, width: int = WIDTH, middle: int = OVERALL
    ) -> None:
        super().__init__()
        self.overall1, self.overall2 = nn.Linear(overall, middle), nn.Linear(middle, middle)
        self.overall3 = nn.Linear(middle, 3 * width + 1)
        self.first = nn.Linear(holding, width)
        self.second = nn.Linear(width, width)
        self.third = nn.Linear(width, 1, bias=False)
        self.width = width
        nn.init.normal_(self.overall3.weight, std=0.01)
        nn.init.zeros_(self.overall3.bias)
        nn.init.normal_(self.third.weight, std=0.02)

    def forward(self, overall: torch.Tensor, holdings: torch.Tensor) -> torch.Tensor:
        """Values of holdings, rows of players."""
        width = self.width
        shaped = self.overall3(self.overall2(self.overall1(overall).relu()).relu())
        shaped = shaped[:, None]
        bias, gate = shaped[..., :width], shaped[..., width : 2 * width]
        last, gain = shaped[..., 2 * width : 3 * width], shaped[..., 3 * width]
        hidden = (self.first(holdings) + bias).relu() * (1 + gate)
        hidden = (self.second(hidden) + last).relu()
        return self.third(hidden)[..., 0] + (0.5 + gain) * holdings[..., 0]

    def export(self, static: int) -> dict[str, np.ndarray]:
        """The weights by the names of the package; so many inputs of a holding never change."""
        first = self.first.weight.detach().numpy().T
        weights = {
            "static": first[-static:],
            "changing": first[:-static],
            "first_bias": self.first.bias.detach().numpy(),
            "second": self.second.weight.detach().numpy().T,
            "second_bias": self.second.bias.detach().numpy(),
            "third": self.third.weight.detach().numpy()[0],
        }
        for name in ("overall1", "overall2", "overall3"):
            layer = getattr(self, name)
            weights[name] = layer.weight.detach().numpy().T
            weights[f"{name}_bias"] = layer.bias.detach().numpy()
        return {name: np.ascontiguousarray(one) for name, one in weights.items()}

    def load(self, path: Path) -> None:
        """Begin with the weights of a network of the package."""
        with np.load(path) as stored:
            weights = {name: torch.from_numpy(stored[name]) for name in stored}
        with torch.no_grad():
            self.first.weight.copy_(torch.cat([weights["changing"], weights["static"]]).T)
            self.first.bias.copy_(weights["first_bias"])
            self.second.weight.copy_(weights["second"].T)
            self.second.bias.copy_(weights["second_bias"])
            self.third.weight.copy_(weights["third"][None])
            for name in ("overall1", "overall2", "overall3"):
                getattr(self, name).weight.copy_(weights[name].T)
                getattr(self, name).bias.copy_(weights[f"{name}_bias"])


def train(
    examples: Examples,
    kept: Examples,
    *,
    epochs: int,
    rate: float,
    seed: int,
    threads: int,
    start: Path | None = None,
    width: int = WIDTH,
    middle: int = OVERALL,
    batch: int = 64,
    device: str = "cpu",
) -> Net:
    """Fit a network; what it misses on examples that were kept apart is told as it goes."""
    torch.manual_seed(seed)
    torch.set_num_threads(threads)
    net = Net(examples.overall.shape[1], examples.holdings.shape[2], width, middle)
    if start is not None:
        net.load(start)
    net.to(device)
    optimiser = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=1e-4)
    data = [torch.from_numpy(part).to(device) for part in examples]
    judged = [torch.from_numpy(part).to(device) for part in kept]
    began = time.monotonic()
    steps = epochs * (len(data[0]) // batch)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, steps, pct_start=0.1)
    for epoch in range(epochs):
        order = torch.randperm(len(data[0])).to(device)
        total = torch.zeros((), device=device)
        for start_at in range(0, len(order) - batch + 1, batch):
            rows = order[start_at : start_at + batch]
            overall, holdings, values, weights = (part[rows] for part in data)
            missed = nn.functional.smooth_l1_loss(
                net(overall, holdings), values, reduction="none", beta=0.05
            )
            loss = (weights * missed).sum() / weights.sum()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            optimiser.step()
            schedule.step()
            total += loss.detach()
        if epoch % 5 == 4 or epoch == epochs - 1:
            with torch.no_grad():
                off = (net(judged[0], judged[1]) - judged[2]).abs()
                half = off.shape[1] // 2
                ours = judged[3][:, :half] > 0
                by_weight, of_all = float(off[:, :half][ours].mean()), float(off[:, half:].mean())
                print(
                    f"epoch {epoch + 1}: loss {float(total) / (len(order) // batch):.5f}, error "
                    f"{by_weight:.4f} by weight, {of_all:.4f} of all; "
                    f"{time.monotonic() - began:.0f} s",
                    flush=True,
                )
    net.cpu()
    return net


def load_examples(
    folder: Path, cards: int, values: str, most: int | None = None, workers: int = 1
) -> Examples:
    """The examples of all files of a folder; what is missing is made by some processes."""
    paths = sorted(path for path in folder.glob("*.npz") if ".part" not in path.name)[:most]
    make = partial(examples_in, cards=cards, values=values)
    if workers > 1:
        missing = partial(make_examples, cards=cards, values=values)
        deque(run(missing, paths, workers, fresh=True), maxlen=0)
    return Examples.join(make(path) for path in paths)


def main() -> None:
    """Train."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--check", type=Path, required=True)
    parser.add_argument("--cards", type=int, required=True)
    parser.add_argument("--values", default="values")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--epochs", type=int, default=40)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--most", type=int)
    parser.add_argument("--start", type=Path, help="weights to begin with")
    parser.add_argument("--width", type=int, default=WIDTH, help="of what holdings go through")
    parser.add_argument("--middle", type=int, default=OVERALL, help="of what ranges go through")
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--device", default="cpu", help="such as cuda")
    parser.add_argument("--workers", type=int, default=1, help="processes that make examples")
    options = parser.parse_args()
    began = time.monotonic()
    asked = (options.cards, options.values)
    examples = load_examples(options.data, *asked, options.most, options.workers)
    kept = load_examples(options.check, *asked, workers=options.workers)
    print(f"{len(examples.overall)} rows, {time.monotonic() - began:.0f} s", flush=True)
    net = train(
        examples,
        kept,
        epochs=options.epochs,
        rate=options.rate,
        seed=options.seed,
        threads=options.threads,
        width=options.width,
        middle=options.middle,
        batch=options.batch,
        device=options.device,
        start=options.start,
    )
    weights: dict[str, Any] = net.export(1 if options.cards == 5 else 11)
    np.savez(options.out, **weights)


if __name__ == "__main__":
    main()
