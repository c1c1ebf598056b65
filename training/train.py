"""Train the crowd's network.

    python training/train.py --data streams --train ps ftp ong irc --judge deepstack --out crowd.npz

Players are split by a digest of their names: of every ten parts the first six are trained on, the
seventh says when to stop, and the last three are held back. The same seed gives the same weights
on the same machine.
"""

import argparse
import json
import math
import time
from pathlib import Path

import numpy as np
import torch
from losses import action_logs, losses, range_gains
from rows import Source, batches, crops, load, pack, whole
from transformer import Crowd, Shape

TRAINED, STOPPING, HELD_BACK = range(6), range(6, 7), range(7, 10)
LENGTH, JUDGED_LENGTH = 512, 1024


def judge(
    network: Crowd,
    source: Source,
    players: np.ndarray,
    paths: torch.Tensor,
    chances: torch.Tensor | None = None,
) -> dict[str, float]:
    """Log-loss of actions and nats gained by ranges, where cards are known; by decision.

    ``chances`` takes what was said about every decision.
    """
    network.eval()
    rows = pack(whole(source, players, JUDGED_LENGTH), JUDGED_LENGTH, None)
    total = count = right = 0.0
    gained, known_at = torch.zeros(4, device=paths.device), torch.zeros(4, device=paths.device)
    with torch.no_grad(), torch.autocast("cuda", torch.bfloat16):
        for batch, targets in batches(source, rows, JUDGED_LENGTH, 16):
            trunk = network.trunk(batch)
            logs = action_logs(network, trunk, targets)
            said = logs.gather(-1, targets.action.unsqueeze(-1)).squeeze(-1)
            total -= float((said * targets.counts).sum())
            right += float(((logs.argmax(-1) == targets.action) & targets.counts).sum())
            count += float(targets.counts.sum())
            if chances is not None:
                chances[targets.place[targets.counts]] = logs[targets.counts].exp().half()
            gains, known = range_gains(network, batch, targets, paths, 256)
            for street in range(4):
                here = known & (targets.street == street)
                gained[street] += gains[here].sum()
                known_at[street] += here.sum()
    network.train()
    by_street = (gained / known_at.clamp(min=1)).tolist()
    return {
        "log_loss": total / count,
        "accuracy": right / count,
        "decisions": count,
        "gain": float(gained.sum() / known_at.sum().clamp(min=1)),
        **{f"gain_{street}": value for street, value in enumerate(by_street)},
    }


def train(asked: argparse.Namespace) -> None:
    """Train, judge now and then, and keep the weights that foresaw best."""
    torch.manual_seed(asked.seed)
    torch.backends.cuda.matmul.allow_tf32 = True
    rng, device = np.random.default_rng(asked.seed), "cuda"
    sources = {
        name: load(asked.data / f"{name}.npz", device) for name in {*asked.train, *asked.judge}
    }
    with np.load(asked.data / "paths.npz") as file:
        paths = torch.from_numpy(file["paths"]).to(device)
    with np.load(asked.data / "tables.npz") as file:
        tables = [torch.from_numpy(file[f"table{n}"]) for n in range(len(file.files))]
    shape = Shape(asked.width, asked.layers, asked.heads, asked.window, asked.policy, asked.dropout)
    network = Crowd(shape, tables).to(device)
    average = Crowd(shape, tables).to(device)
    average.load_state_dict(network.state_dict())
    decays = [one for one in network.parameters() if one.dim() > 1]
    others = [one for one in network.parameters() if one.dim() < 2]
    groups = [
        {"params": decays, "weight_decay": asked.decay},
        {"params": others, "weight_decay": 0.0},
    ]
    optimizer = torch.optim.AdamW(groups, lr=asked.rate, betas=(0.9, 0.98), fused=True)
    size = sum(one.numel() for one in network.parameters())
    print(
        json.dumps({"parameters": size, **{k: str(v) for k, v in vars(asked).items()}}), flush=True
    )
    best, step, began, curve = math.inf, 0, time.monotonic(), []
    chosen = average.state_dict()
    while step < asked.steps:
        queue = []
        for name in asked.train:
            source = sources[name]
            for _ in range(asked.repeat_small if name == "irc" else 1):
                rows = pack(crops(source, source.players(TRAINED), LENGTH, rng), LENGTH, rng)
                queue += [
                    (source, rows[at : at + asked.rows]) for at in range(0, len(rows), asked.rows)
                ]
        rng.shuffle(queue)
        for source, rows in queue:
            share = step / asked.steps
            scale = min(1.0, step / 200) * (0.05 + 0.95 * 0.5 * (1 + math.cos(math.pi * share)))
            for group in optimizer.param_groups:
                group["lr"] = asked.rate * scale
            ((batch, targets),) = batches(source, rows, LENGTH, asked.rows)
            with torch.autocast("cuda", torch.bfloat16):
                found = losses(network, batch, targets, paths, asked.particles)
            loss = found.action / found.decisions + 0.2 * found.size / found.decisions
            loss = loss + asked.policy_weight * found.hand / found.decisions
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.step()
            keep = min(0.999, step / (step + 10))
            with torch.no_grad():
                for mine, theirs in zip(average.parameters(), network.parameters(), strict=True):
                    mine.lerp_(theirs, 1 - keep)
            step += 1
            if step % asked.every == 0 or step == asked.steps:
                line = {
                    "step": step,
                    "seconds": round(time.monotonic() - began),
                    "loss": float(loss),
                }
                stops = {
                    n: judge(average, sources[n], sources[n].players(STOPPING), paths)
                    for n in asked.train
                }
                line |= {n: round(one["log_loss"], 4) for n, one in stops.items()}
                line |= {f"{n} gain": round(one["gain"], 3) for n, one in stops.items()}
                for name in asked.judge:
                    source = sources[name]
                    people = source.players(range(10))
                    some = people[:: asked.sparse if len(people) > 1000 else 1]
                    found_there = judge(average, source, some, paths)
                    line |= {f"judged {name} {k}": round(v, 4) for k, v in found_there.items()}
                print(json.dumps(line), flush=True)
                curve.append(line)
                mean = float(
                    np.mean(
                        [
                            one["log_loss"] - asked.policy_stop * one["gain"]
                            for one in stops.values()
                        ]
                    )
                )
                if mean < best:
                    best = mean
                    chosen = {name: one.clone() for name, one in average.state_dict().items()}
                    keep_weights(average, shape, asked, curve)
            if step >= asked.steps or time.monotonic() - began > asked.seconds:
                step = asked.steps
                break
    average.load_state_dict(chosen)
    for name in (*asked.judge, *asked.train):
        source = sources[name]
        parts = range(10) if name in asked.judge else HELD_BACK
        said = torch.zeros(len(source.columns["actions"]), 3, dtype=torch.float16, device=device)
        found_there = judge(average, source, source.players(parts), paths, said)
        print(json.dumps({"in the end": name, **found_there}), flush=True)
        if name in asked.judge:
            where = asked.out.with_name(f"{asked.out.stem}-{name}.npz")
            np.savez_compressed(where, chances=said.cpu().numpy())


def keep_weights(network: Crowd, shape: Shape, asked: argparse.Namespace, curve: list) -> None:
    """Write the weights in half precision, with how they came about."""
    told = {
        "shape": vars(shape),
        "asked": {k: str(v) for k, v in vars(asked).items()},
        "curve": curve,
    }
    weights = {
        name: one.detach().cpu().numpy().astype(np.float16)
        for name, one in network.state_dict().items()
    }
    np.savez_compressed(
        asked.out, told=np.frombuffer(json.dumps(told).encode(), np.uint8), **weights
    )


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="Train the crowd's network.")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--train", nargs="+", required=True)
    parser.add_argument("--judge", nargs="*", default=[])
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=4000)
    parser.add_argument("--seconds", type=float, default=1e9)
    parser.add_argument("--every", type=int, default=500)
    parser.add_argument("--rows", type=int, default=64)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--decay", type=float, default=0.3)
    parser.add_argument("--dropout", type=float, default=0.2)
    parser.add_argument("--width", type=int, default=256)
    parser.add_argument("--layers", type=int, default=4)
    parser.add_argument("--heads", type=int, default=8)
    parser.add_argument("--window", type=int, default=256)
    parser.add_argument("--policy", type=int, default=128)
    parser.add_argument("--particles", type=int, default=16)
    parser.add_argument("--policy-weight", type=float, default=0.5)
    parser.add_argument("--policy-stop", type=float, default=0.0)
    parser.add_argument("--repeat-small", type=int, default=4)
    parser.add_argument("--sparse", type=int, default=1)
    train(parser.parse_args())


if __name__ == "__main__":
    main()
