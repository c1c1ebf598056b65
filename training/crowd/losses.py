"""Losses that the network is trained on and judged by: nats a decision."""

import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from training.crowd.rows import RAISE, UNKNOWN, Targets
from training.crowd.transformer import SIZES, Batch, Crowd

NEVER, CODES = -1e4, 3


@dataclass
class Losses:
    """Sums over what counts, and how much did."""

    action: Tensor
    size: Tensor
    hand: Tensor
    decisions: Tensor
    raises: Tensor
    hands: Tensor


def action_logs(network: Crowd, trunk: Tensor, targets: Targets) -> Tensor:
    """The logarithms of the chances of fold, call and raise."""
    scores = network.actions(trunk).float().masked_fill(targets.forbidden, NEVER)
    return functional.log_softmax(scores, -1)


def policy_logs(network: Crowd, trunk: Tensor, targets: Targets, held: Tensor) -> Tensor:
    """Logs of the chance of what he did with hands of these strengths: (rows, length, hands)."""
    scores = network.policy(trunk, held).float()
    scores = scores.masked_fill(targets.forbidden_kinds.unsqueeze(-2), NEVER)
    logs = functional.log_softmax(scores, -1)
    kind = targets.kind[..., None, None].expand(*logs.shape[:-1], 1)
    return logs.gather(-1, kind).squeeze(-1)


def particles(targets: Targets, paths: Tensor, many: int) -> tuple[Tensor, Tensor]:
    """Hands that he may have held, the same through a hand, and those he held where it is known.

    Gives their two strengths now and their starting class, (rows, length, many, 3), and the number
    of each hand in a row. They are drawn one from each of so many equal parts of the hands in order
    of their strength on the street that the hand came to; ``paths`` are in the four orders
    (`in_orders`).
    """
    rows, length = targets.hand.shape
    new = torch.ones_like(targets.hand, dtype=torch.bool)
    new[:, 1:] = targets.hand[:, 1:] != targets.hand[:, :-1]
    number = new.long().cumsum(1) - 1
    last = torch.zeros_like(number).scatter_reduce(1, number, targets.street, "amax")
    drawn = torch.rand(rows, length, many, device=paths.device)
    drawn = (drawn + torch.arange(many, device=paths.device)) / many * paths.shape[1]
    mine = drawn.long().clamp(max=paths.shape[1] - 1).gather(1, _spread(number, many))
    order = last.gather(1, number).unsqueeze(-1)
    held = paths[order, mine, targets.street.unsqueeze(-1)].long()
    known = (targets.held[..., 0] != UNKNOWN)[..., None, None]
    return torch.where(known, targets.held.unsqueeze(-2), held), number


def load_paths(file: Path, device: str) -> tuple[Tensor, list[Tensor]]:
    """The paths in the orders that `particles` wants, and what the codes of columns stand for."""
    with np.load(file) as arrays:
        paths = torch.from_numpy(arrays["paths"]).to(device)
        tables = [torch.from_numpy(arrays[f"table{n}"]) for n in range(len(arrays.files) - 1)]
    if paths.shape[-1] != CODES:
        sys.exit(f"{file} has other codes of hands: make the paths anew")
    return in_orders(paths), tables


def in_orders(paths: Tensor) -> Tensor:
    """The paths in the order of each street's first strength: (4, hands, 4, 3)."""
    return torch.stack([paths[paths[:, street, 0].argsort()] for street in range(4)])


def _spread(number: Tensor, many: int) -> Tensor:
    return number.unsqueeze(-1).expand(*number.shape, many)


def losses(network: Crowd, batch: Batch, targets: Targets, paths: Tensor, many: int) -> Losses:
    """The three losses of a batch.

    The third is that of whole hands: how likely all his decisions in a hand are, over the hands
    that he may have held; with known cards, with those.
    """
    trunk = network.trunk(batch)
    counts = targets.counts.float()
    logs = action_logs(network, trunk, targets)
    action = -(logs.gather(-1, targets.action.unsqueeze(-1)).squeeze(-1) * counts).sum()
    raised = counts * ((targets.action == RAISE) & (targets.size < SIZES))
    sizes = functional.log_softmax(network.sizes(trunk).float(), -1)
    said = sizes.gather(-1, targets.size.clamp(max=SIZES - 1).unsqueeze(-1)).squeeze(-1)
    held, number = particles(targets, paths, many)
    likely = policy_logs(network, trunk, targets, held) * counts.unsqueeze(-1)
    rows, length, _ = likely.shape
    sums = torch.zeros(rows, length, many, device=likely.device)
    sums.scatter_add_(1, _spread(number, many), likely)
    by_hand = sums.logsumexp(-1) - torch.log(torch.tensor(float(many)))
    return Losses(
        action,
        -(said * raised).sum(),
        -by_hand.sum(),
        counts.sum(),
        raised.sum(),
        counts.sum(),
    )


def range_gains(
    network: Crowd, batch: Batch, targets: Targets, paths: Tensor, many: int
) -> tuple[Tensor, Tensor]:
    """Nats gained over any two cards after each decision with known cards; and where they are.

    After an action the range is all hands by how likely they did what he did in this hand; the
    gain is what that gives his real one, beside many that are drawn.
    """
    trunk = network.trunk(batch)
    known = (targets.held[..., 0] != UNKNOWN) & targets.counts
    unknown = Targets(**{**vars(targets), "held": torch.full_like(targets.held, UNKNOWN)})
    held, number = particles(unknown, paths, many)
    both = torch.cat([targets.held.clamp(max=254).unsqueeze(-2), held], -2)
    likely = policy_logs(network, trunk, targets, both)
    running = likely.cumsum(1)
    begins = torch.ones_like(number, dtype=torch.bool)
    begins[:, 1:] = number[:, 1:] != number[:, :-1]
    places = torch.arange(number.shape[1], device=number.device).expand_as(number)
    start = torch.where(begins, places, 0).cummax(1).values
    earlier = running.gather(1, (start - 1).clamp(min=0).unsqueeze(-1).expand_as(running))
    running = running - earlier * (start > 0).unsqueeze(-1)
    mean = running[..., 1:].logsumexp(-1) - torch.log(torch.tensor(float(many)))
    return running[..., 0] - mean, known
