"""Judges how well the network foresees decisions, and reads cards where they are known.

    python -m training.crowd.judging --data streams --weights noong.npz --judge ong \
        --out noong-chances.npz

writes what the network says about every judged decision, with all that a reader learns at the
table, and prints what it has by itself.
"""

import argparse
import json
from pathlib import Path

import numpy as np
import torch

from training.crowd.at_the_table import at_the_table
from training.crowd.losses import action_logs, load_paths, range_gains
from training.crowd.rows import Source, batches, load, pack, whole
from training.crowd.splits import judged
from training.crowd.stream_files import save
from training.crowd.transformer import Crowd, Shape

LENGTH, ROWS, HANDS = 1024, 16, 256
"""Streams are cut into rows of a length, so many go at a time, and ranges are over so many hands
that may have been held."""


def judge(
    network: Crowd,
    source: Source,
    players: np.ndarray,
    paths: torch.Tensor,
) -> dict[str, float]:
    """Log-loss of actions, and nats that ranges gain where cards are known, by decision."""
    network.eval()
    rows = pack(whole(source, players, LENGTH), LENGTH, None)
    total = count = right = 0.0
    gained, known_at = torch.zeros(4, device=paths.device), torch.zeros(4, device=paths.device)
    # What is drawn here changes nothing of what training draws.
    with (
        torch.random.fork_rng(),
        torch.no_grad(),
        torch.autocast(paths.device.type, torch.bfloat16),
    ):
        for batch, targets in batches(source, rows, LENGTH, ROWS):
            logs = action_logs(network, network.trunk(batch), targets)
            said = logs.gather(-1, targets.action.unsqueeze(-1)).squeeze(-1)
            total -= float((said * targets.counts).sum())
            right += float(((logs.argmax(-1) == targets.action) & targets.counts).sum())
            count += float(targets.counts.sum())
            gains, known = range_gains(network, batch, targets, paths, HANDS)
            for street in range(4):
                here = known & (targets.street == street)
                gained[street] += gains[here].sum()
                known_at[street] += here.sum()
    network.train()
    by_street = (gained / known_at.clamp(min=1)).tolist()
    return {
        "log_loss": total / max(count, 1),
        "accuracy": right / max(count, 1),
        "decisions": count,
        "gain": float(gained.sum() / known_at.sum().clamp(min=1)),
        **{f"gain_{street}": value for street, value in enumerate(by_street)},
    }


def knowledge(network: Crowd, source: Source) -> tuple[np.ndarray, np.ndarray]:
    """The network's knowledge at every decision of a source, and the scores that it gives."""
    network.eval()
    count, device = len(source.columns["actions"]), source.columns["actions"].device
    known = np.zeros((count, network.shape.width), np.float16)
    scores = np.zeros((count, 3), np.float32)
    everybody = source.some(np.ones(len(source.decisions.splits), bool))
    rows = pack(whole(source, everybody, LENGTH), LENGTH, None)
    with torch.no_grad():
        for batch, targets in batches(source, rows, LENGTH, ROWS):
            with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
                trunk = network.trunk(batch)
            trunk = trunk.float()[targets.counts]
            place = targets.place[targets.counts].cpu().numpy()
            known[place] = trunk.half().cpu().numpy()
            scores[place] = network.actions(trunk).cpu().numpy()
    return known, scores


def chances_at(network: Crowd, source: Source, *, all_players: bool) -> np.ndarray:
    """The chances of every judged decision, with what a reader learns at the table."""
    decisions = source.decisions
    chances = at_the_table(decisions, *knowledge(network, source))
    mine = decisions.by_decision(judged(decisions, all_players=all_players))
    return chances[mine].astype(np.float16)


def load_network(weights: Path, tables: list[torch.Tensor]) -> Crowd:
    """The network of a file."""
    with np.load(weights) as file:
        settings = json.loads(file["told"].tobytes().decode())
        names = [name for name in file.files if name != "told"]
        arrays = {name: torch.from_numpy(file[name].astype(np.float32)) for name in names}
    network = Crowd(Shape(**settings["shape"]), tables, arrays["expected"])
    network.load_state_dict(arrays)
    network.eval()
    return network


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="What the network says of judged decisions.")
    parser.add_argument("--data", type=Path, required=True, help="the folder of streams")
    parser.add_argument("--weights", type=Path, required=True, help="the weights, .npz")
    parser.add_argument("--judge", nargs="+", required=True, help="the streams to judge on")
    parser.add_argument("--held-back", action="store_true", help="only players held back")
    parser.add_argument("--out", type=Path, required=True, help="what is said there, .npz")
    parser.add_argument("--device", default="cuda", help="cuda or cpu")
    asked = parser.parse_args()
    paths, tables = load_paths(asked.data / "paths.npz", asked.device)
    network = load_network(asked.weights, tables).to(asked.device)
    chances = {}
    for name in asked.judge:
        source = load(asked.data / f"{name}.npz", asked.device, network.expected.cpu().numpy())
        chances[name] = chances_at(network, source, all_players=not asked.held_back)
        people = source.some(judged(source.decisions, all_players=not asked.held_back))
        print(json.dumps({"judged": name, **judge(network, source, people, paths)}), flush=True)
    save(chances, asked.out)


if __name__ == "__main__":
    main()
