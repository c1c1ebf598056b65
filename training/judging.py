"""How well the network foresees decisions, and reads cards where they are known."""

import numpy as np
import torch
from losses import action_logs, range_gains
from rows import Source, batches, pack, whole
from transformer import Crowd

LENGTH, ROWS, HANDS = 1024, 16, 256
"""Streams are cut into rows of a length, so many go at a time, and ranges are over so many hands
that may have been held."""


def judge(
    network: Crowd,
    source: Source,
    players: np.ndarray,
    paths: torch.Tensor,
    chances: torch.Tensor | None = None,
) -> dict[str, float]:
    """Log-loss of actions, and nats that ranges gain where cards are known, by decision.

    ``chances`` takes what was said about every decision.
    """
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
            if chances is not None:
                chances[targets.place[targets.counts]] = logs[targets.counts].exp().half()
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
