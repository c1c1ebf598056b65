"""What networks see of many boards at once, in PyTorch; a twin of `solver.values.features`.

Loops over run-outs are Triton's on a GPU (`board_kernels`), and PyTorch's elsewhere.
"""

from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import torch

from training.values.board_kernels import standings_spread, win_differences
from villain.solver.values.board_facts import BOARD_CARDS
from villain.solver.values.features import EDGE_STEPS, MOST_RUNOUTS, SPREAD, STEPS, ratio_steps
from villain.solver.values.network import ValueNetwork

_LEAST = 1e-12
_OPEN = 1081
"""Holdings that five cards of a board leave."""

_AT_ONCE = 16_000_000
"""Ranks that are sorted at once."""


class Seen(NamedTuple):
    """What a network sees of both ranges: by board, pair of ranges, player and, twice, holding."""

    overall: torch.Tensor
    changing: torch.Tensor
    rivals: torch.Tensor


class GpuBoards:
    """Boards with equally many cards, and all their holdings.

    ``held`` has 1 at the two cards of a holding; ``edge`` is the chance of each holding to win
    against each, less that to lose, 0 where they share a card.
    """

    def __init__(
        self,
        ranks: torch.Tensor,
        now: torch.Tensor | None,
        cards: torch.Tensor,
        board_cards: int,
        edge: torch.Tensor | None = None,
    ) -> None:
        many, runouts, size = ranks.shape
        self.size, self.device = size, ranks.device
        self.held = torch.zeros((many, size, 52), device=self.device)
        self.held.scatter_(2, cards.long(), 1.0)
        if edge is None:
            differences = win_differences(ranks)
            edge = differences.half() / comb(52 - board_cards - 4, BOARD_CARDS - board_cards)
            edge *= self.held.half() @ self.held.half().transpose(1, 2) == 0
        self.edge = edge
        spreads = _strength_spreads(ranks)
        standing = spreads[..., 0] if now is None else _strength_spreads(now[:, None])[..., 0]
        mean, square = spreads[..., 0], spreads[..., 1]
        deviation = (square - mean**2).clamp(min=0).sqrt()[..., None]
        columns = [2 * mean[..., None] - 1, 4 * deviation, 2 * standing[..., None] - 1]
        self.static = torch.cat([*columns, 2 * spreads[..., 2:]], dim=2)
        moving = 4 * deviation * soft_steps(mean, 6)
        parts = [soft_steps(mean, STEPS), spreads[..., 2:], moving, soft_steps(standing, 6)]
        self.pool = torch.cat(parts, dim=2)
        rows = np.linspace(0, runouts - 1, min(MOST_RUNOUTS, runouts)).round().astype(int)
        self._order(ranks[:, torch.from_numpy(rows).to(self.device)])

    def _order(self, ranks: torch.Tensor) -> None:
        """Holdings by strength after some run-outs, those that are blocked last.

        By holding, the first of all that are as strong, and the first beyond these; -1 where it is
        blocked.
        """
        ranks = torch.where(ranks > 0, ranks, torch.iinfo(torch.int16).max).contiguous()
        ordered, self.order = torch.sort(ranks, dim=2, stable=True)
        low = torch.searchsorted(ordered, ranks).to(torch.int16)
        self.high = torch.searchsorted(ordered, ranks, right=True).to(torch.int16)
        self.low = torch.where(low < _OPEN, low, -1)

    def rivals(self, reach: torch.Tensor) -> torch.Tensor:
        """For each holding the weight of those that share no card with it; rows of every board."""
        by_card = reach @ self.held
        total = reach.sum(dim=-1, keepdim=True)
        return (total - by_card @ self.held.transpose(1, 2) + reach).clamp(min=0)

    def showdowns(self, reach: torch.Tensor) -> torch.Tensor:
        """What each holding wins at a showdown from rivals of these weights, if each pays 1."""
        return -(reach @ self.edge.float())

    def see(self, reaches: torch.Tensor, ratios: torch.Tensor) -> Seen:
        """What is seen of weights by board, pair, player and holding; ratios by board and pair."""
        boards, pairs, _, size = reaches.shape
        sums = reaches.sum(dim=3, keepdim=True)
        shares = reaches / sums.clamp(min=_LEAST)
        flat = shares.flip(2).reshape(boards, 2 * pairs, size)
        both, together = self.showdowns(flat), self.rivals(flat)
        edge = torch.where(together > 1e-6, both / together.clamp(min=1e-6), 0.0).clamp(-1, 1)
        ordered = torch.gather(
            flat[:, :, None].expand(-1, -1, self.order.shape[1], -1),
            3,
            self.order[:, None].expand(-1, 2 * pairs, -1, -1),
        )
        spreads = standings_spread(ordered.cumsum(dim=3), self.low, self.high, _OPEN, EDGE_STEPS)
        spreads = spreads.view(boards, pairs, 2, size, EDGE_STEPS)
        edge = edge.view_as(shares)[..., None]
        logs = ((shares * size + 0.02).log() / 4)[..., None]
        changing = torch.cat([edge, edge * edge, logs, logs.flip(2), spreads], dim=4)
        pooled = shares.reshape(boards, 2 * pairs, size) @ self.pool
        stood = torch.einsum("gkpn,gkpnb->gkpb", shares, spreads)
        pooled = torch.cat([pooled.view(boards, pairs, 2, -1), stood], dim=3)
        steps = torch.from_numpy(ratio_steps(ratios.cpu().numpy().ravel())).to(self.device)
        steps = steps.view(boards, pairs, 1, -1).expand(-1, -1, 2, -1)
        position = torch.arange(2, device=self.device).view(1, 1, 2, 1).expand(boards, pairs, 2, 1)
        overall = torch.cat([pooled, pooled.flip(2), steps, position], dim=3)
        rivals = together.view_as(shares) * sums.flip(2)
        return Seen(overall, changing, rivals)


class GpuNetwork:
    """A value network on the device of some boards."""

    def __init__(self, network: ValueNetwork, device: torch.device) -> None:
        weights = network.weights.items()
        self._weights = {name: torch.from_numpy(one).to(device) for name, one in weights}

    def on(self, boards: GpuBoards) -> "GpuEnds":
        """The network on some boards."""
        return GpuEnds(self._weights, boards)


class GpuEnds:
    """A value network on some boards: values for any ranges there."""

    def __init__(self, weights: dict[str, torch.Tensor], boards: GpuBoards) -> None:
        self.boards, self._weights = boards, weights
        self._base = boards.static @ weights["static"] + weights["first_bias"]

    def shares(self, reaches: torch.Tensor, ratios: torch.Tensor) -> tuple[torch.Tensor, Seen]:
        """Values in pots beyond half the pot, by board, pair, player and holding."""
        seen, weights = self.boards.see(reaches, ratios), self._weights
        shaped = seen.overall
        for name in ("overall1", "overall2"):
            shaped = (shaped @ weights[name] + weights[f"{name}_bias"]).relu()
        shaped = (shaped @ weights["overall3"] + weights["overall3_bias"])[:, :, :, None]
        width = len(weights["second_bias"])
        bias, gate, last, gain = shaped.split([width, width, width, 1], dim=4)
        hidden = seen.changing @ weights["changing"]
        hidden += self._base[:, None, None]
        hidden += bias
        hidden.relu_()
        hidden *= 1 + gate
        second = hidden @ weights["second"]
        second += last + weights["second_bias"]
        second.relu_()
        values = second @ weights["third"] + (0.5 + gain[..., 0]) * seen.changing[..., 0]
        both = reaches * seen.rivals
        together = both[:, :, 0].sum(dim=2)
        excess = (both * values).sum(dim=(2, 3)) / (2 * together).clamp(min=_LEAST)
        return values - excess[:, :, None, None], seen


def soft_steps(values: torch.Tensor, steps: int) -> torch.Tensor:
    """By value of 0 to 1 its shares of the two steps that are nearest."""
    places = values.clamp(0, 1)[..., None] * (steps - 1)
    return (1 - (places - torch.arange(steps, device=values.device)).abs()).clamp(min=0)


def _strength_spreads(ranks: torch.Tensor) -> torch.Tensor:
    """By board and holding the mean of its standing over run-outs, its square's, a histogram."""
    _, runouts, size = ranks.shape
    at_once = max(1, _AT_ONCE // (runouts * size))
    return torch.cat([_some_spreads(some) for some in ranks.split(at_once)])


def _some_spreads(ranks: torch.Tensor) -> torch.Tensor:
    ranks = ranks.contiguous()
    ordered = torch.sort(ranks, dim=2).values
    low = torch.searchsorted(ordered, ranks).double()
    high = torch.searchsorted(ordered, ranks, right=True).double()
    possible = ranks > 0
    count = possible.sum(dim=2, keepdim=True)
    below = low - (ranks.shape[2] - count)
    shares = torch.where(possible, (below + (high - low) / 2) / count, 0.0).float()
    times = possible.sum(dim=1).clamp(min=1)[..., None]
    bins = (shares * SPREAD).long().clamp(max=SPREAD - 1)
    histogram = torch.stack([((bins == b) & possible).sum(dim=1) for b in range(SPREAD)], dim=2)
    moments = torch.stack([shares.sum(dim=1), (shares * shares).sum(dim=1)], dim=2)
    return torch.cat([moments, histogram], dim=2) / times


def boards_of(
    ranks: npt.NDArray[np.int16],
    now: npt.NDArray[np.int16],
    cards: npt.NDArray[np.uint8],
    board_cards: int,
    device: torch.device,
) -> GpuBoards:
    """Boards from what was computed of them elsewhere."""
    one, two, three = (torch.from_numpy(part).to(device) for part in (ranks, now, cards))
    return GpuBoards(one, two, three, board_cards)
