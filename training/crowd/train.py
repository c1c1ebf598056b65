"""Train the crowd's network.

    python -m training.crowd.train --data streams --out crowd.npz --judge deepstack pty irc \
        --train ps25 ps200 ftp50 ftp ong400 ong ps irc

What is not asked for is as in the shipped network. `splits` says who is trained on, who says when
to stop and who is judged. Prints a line of JSON now and then, keeps the weights that foresaw best
so far, and in the end writes what they say about every judged decision beside them.
"""

import argparse
import json
import math
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch

from training.crowd.judging import chances_at, judge
from training.crowd.losses import load_paths, losses
from training.crowd.rows import Segment, Source, batches, crops, load, pack
from training.crowd.running import expected_of
from training.crowd.splits import chosen, judged
from training.crowd.stream_files import load_decisions, save
from training.crowd.transformer import Crowd, Shape

LENGTH = 512
WARM_UP, LEAST_RATE, AVERAGED = 200, 0.05, 0.999
SIZE_WEIGHT = 0.2
REPEATS = ("irc=4", "ps=2")
"""Limit and heads-up games are few beside the others."""


def population(asked: argparse.Namespace) -> np.ndarray:
    """Frequencies of the people who are trained on, by kinds of situations."""
    situations, actions = [], []
    for name in asked.train:
        decisions = load_decisions(asked.data / f"{name}.npz")
        mine = decisions.by_decision(chosen(decisions, "train", whole=name in asked.whole))
        situations.append(decisions.situations[mine])
        actions.append(decisions.actions[mine])
    return expected_of(np.concatenate(situations), np.concatenate(actions))


class Training:
    """A network on its way: what it learns from, how far it is, and its best weights so far."""

    def __init__(self, asked: argparse.Namespace) -> None:
        torch.manual_seed(asked.seed)
        torch.backends.cuda.matmul.allow_tf32 = True
        self.asked, self.device = asked, asked.device
        self.repeats = dict(map(times_of, asked.repeat))
        self.rng = np.random.default_rng(asked.seed)
        expected = population(asked)
        self.sources: dict[str, Source] = {
            name: load(asked.data / f"{name}.npz", self.device, expected)
            for name in sorted({*asked.train, *asked.judge})
        }
        self.paths, tables = load_paths(asked.data / "paths.npz", self.device)
        self.shape = Shape(
            asked.width, asked.layers, asked.heads, asked.window, asked.policy, asked.dropout
        )
        self.network = Crowd(self.shape, tables, torch.from_numpy(expected)).to(self.device)
        self.average = Crowd(self.shape, tables, torch.from_numpy(expected)).to(self.device)
        self.average.load_state_dict(self.network.state_dict())
        parameters = list(self.network.parameters())
        groups = [
            {"params": [one for one in parameters if one.dim() > 1], "weight_decay": asked.decay},
            {"params": [one for one in parameters if one.dim() < 2], "weight_decay": 0.0},
        ]
        self.optimizer = torch.optim.AdamW(groups, lr=asked.rate, betas=(0.9, 0.98))
        self.step, self.best, self.began = 0, math.inf, time.monotonic()
        self.curve: list[dict[str, float]] = []
        self.kept = self.average.state_dict()
        size = sum(one.numel() for one in parameters)
        tell({"parameters": size, **{name: str(value) for name, value in vars(asked).items()}})

    def run(self) -> None:
        """All steps, and a look at where it stands now and then."""
        while not self._over():
            for source, rows in self._queue():
                loss = self._learn(source, rows)
                self.step += 1
                if self.step % self.asked.every == 0 or self._over():
                    self._look(loss)
                if self._over():
                    break
        self.average.load_state_dict(self.kept)

    def _over(self) -> bool:
        late = time.monotonic() - self.began > self.asked.seconds
        return bool(self.step >= self.asked.steps or late)

    def _queue(self) -> list[tuple[Source, list[list[Segment]]]]:
        """All streams once (small sources several times), cut anew, in rows of one length."""
        queue, many = [], self.asked.rows
        for name in self.asked.train:
            source = self.sources[name]
            people = source.some(chosen(source.decisions, "train", whole=name in self.asked.whole))
            for _ in range(self.repeats.get(name, 1)):
                rows = pack(crops(source, people, LENGTH, self.rng), LENGTH, self.rng)
                queue += [(source, rows[at : at + many]) for at in range(0, len(rows), many)]
        self.rng.shuffle(queue)
        return queue

    def _learn(self, source: Source, rows: list[list[Segment]]) -> torch.Tensor:
        asked = self.asked
        share = max(self.step / asked.steps, (time.monotonic() - self.began) / asked.seconds)
        cosine = LEAST_RATE + (1 - LEAST_RATE) * 0.5 * (1 + math.cos(math.pi * share))
        for group in self.optimizer.param_groups:
            group["lr"] = asked.rate * min(1.0, self.step / WARM_UP) * cosine
        ((batch, targets),) = batches(source, rows, LENGTH, len(rows))
        blur = asked.noise * torch.randn_like(batch.statistics)
        known = torch.rand(len(rows), 1, 1, device=self.device) >= asked.forget
        batch.statistics = (batch.statistics + blur) * known
        with torch.autocast(self.device, torch.bfloat16):
            parts = losses(self.network, batch, targets, self.paths, asked.hands)
        loss = parts.action + SIZE_WEIGHT * parts.size + asked.policy_weight * parts.hand
        loss = loss / parts.decisions
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
        self.optimizer.step()
        keep = min(AVERAGED, self.step / (self.step + 10))
        with torch.no_grad():
            for mine, theirs in zip(
                self.average.parameters(), self.network.parameters(), strict=True
            ):
                mine.lerp_(theirs, 1 - keep)
        return loss.detach()

    def _look(self, loss: torch.Tensor) -> None:
        """Judge the players kept for it; keep the weights if none were better."""
        line = {
            "step": self.step,
            "seconds": round(time.monotonic() - self.began),
            "loss": float(loss),
        }
        worth = []
        for name in self.asked.train:
            source = self.sources[name]
            people = source.some(chosen(source.decisions, "stop", whole=False))
            judgement = judge(self.average, source, people, self.paths)
            line |= {
                name: round(judgement["log_loss"], 4),
                f"{name} gain": round(judgement["gain"], 3),
            }
            worth.append(judgement["log_loss"] - self.asked.gain_weight * judgement["gain"])
        tell(line)
        self.curve.append(line)
        if np.mean(worth) < self.best:
            self.best = float(np.mean(worth))
            self.kept = {name: one.clone() for name, one in self.average.state_dict().items()}
            self._save()

    def _save(self) -> None:
        """Write the weights in half precision, with how they came about."""
        settings = {
            "shape": vars(self.shape),
            "asked": {
                name: str(value)
                for name, value in vars(self.asked).items()
                if name not in ("data", "out", "device")
            },
            "curve": self.curve,
        }
        weights: dict[str, Any] = {
            name: one.detach().cpu().numpy().astype(np.float16) for name, one in self.kept.items()
        }
        text = np.frombuffer(json.dumps(settings).encode(), np.uint8)
        np.savez_compressed(self.asked.out, told=text, **weights)

    def judge_all(self) -> None:
        """Judge whoever is judged, and write what was said about each decision."""
        chances = {}
        for name in self.asked.judge:
            source = self.sources[name]
            every = name not in self.asked.train
            people = source.some(judged(source.decisions, all_players=every))
            tell({"judged": name, **judge(self.average, source, people, self.paths)})
            chances[name] = chances_at(self.average, source, all_players=every)
        where = self.asked.out.with_name(f"{self.asked.out.stem}-chances.npz")
        save(chances, where)


def times_of(text: str) -> tuple[str, int]:
    """A stream, and how often it counts.

    >>> times_of("irc=4")
    ('irc', 4)
    """
    name, _, times = text.partition("=")
    return name, int(times)


def tell(line: Mapping[str, object]) -> None:
    """Print a line of JSON."""
    print(json.dumps(line), flush=True)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="Train the crowd's network.")
    add = parser.add_argument
    add("--data", type=Path, required=True, help="the folder of streams")
    add("--train", nargs="+", required=True, help="the streams to train on")
    add("--whole", nargs="*", default=[], help="train on all players of these")
    add("--judge", nargs="*", default=[], help="the streams to judge on in the end")
    add("--out", type=Path, required=True, help="the weights, .npz")
    add("--seed", type=int, default=1)
    add("--device", default="cuda", help="cuda or cpu")
    add("--steps", type=int, default=14000, help="of --rows rows of 512 decisions each")
    add("--seconds", type=float, default=math.inf, help="be done after so long at the latest")
    add("--every", type=int, default=3500, help="judge the players kept for it so often, in steps")
    add("--rows", type=int, default=64)
    add("--rate", type=float, default=1e-3, help="of learning, at its highest")
    add("--decay", type=float, default=0.3, help="of weights")
    add("--dropout", type=float, default=0.15)
    add("--noise", type=float, default=0.1, help="added to statistics")
    add("--forget", type=float, default=0.25, help="share of rows without statistics")
    add(
        "--repeat", nargs="*", default=REPEATS, metavar="NAME=TIMES", help="streams that count more"
    )
    add("--hands", type=int, default=64, help="hands that stand for unknown cards")
    add("--policy-weight", type=float, default=1.0, help="of the third head's loss")
    add("--gain-weight", type=float, default=0.03, help="of ranges in choosing the weights")
    add("--width", type=int, default=256)
    add("--layers", type=int, default=4)
    add("--heads", type=int, default=8)
    add("--window", type=int, default=256)
    add("--policy", type=int, default=256, help="width of the third head")
    training = Training(parser.parse_args())
    training.run()
    training.judge_all()


if __name__ == "__main__":
    main()
