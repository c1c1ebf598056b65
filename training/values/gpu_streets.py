"""Streets solved together in PyTorch, many pairs of ranges on many boards: a twin of the solver's.

All of them have one tree, but for sizes: those of ratios of stack to pot that give the same moves.
Learning is that of `villain.solver.street_solution`, without locks and promises.
"""

from typing import Protocol

import numpy as np
import numpy.typing as npt
import torch

from training.values.gpu_boards import GpuBoards, Seen
from training.values.street_shapes import shape_and_sizes
from villain.kernels.solver_records import CHANCE, DECISION, FOLDED
from villain.solver.schemes import SCHEMES, Factors, Scheme

ITERATIONS, EVERY = 60, 2
NEW, FIRST = 0.5, 3
"""Values of ends move so far at a look, after so many iterations."""

_STRAY = 1e-4
_LEAST = 1e-9


class Ends(Protocol):
    """Says what holdings are worth where streets end."""

    boards: GpuBoards

    def shares(self, reaches: torch.Tensor, ratios: torch.Tensor) -> tuple[torch.Tensor, Seen]:
        """Values in pots beyond half the pot, by board, pair, player and holding."""


class GpuStreets:
    """Streets to be solved: reaches by board, pair, player and holding; ratios by board and pair.

    Ratios are places in `RATIOS`, all with the same moves.
    """

    def __init__(
        self,
        ends: Ends,
        reaches: torch.Tensor,
        ratios: npt.NDArray[np.int64],
        board_cards: int,
        scheme: Scheme = SCHEMES["dcfr4"],
    ) -> None:
        self.ends, self.boards, self.scheme = ends, ends.boards, scheme
        device = reaches.device
        both = {int(place): shape_and_sizes(int(place), board_cards) for place in np.unique(ratios)}
        shapes = {shape for shape, _ in both.values()}
        if len(shapes) != 1:
            raise ValueError("streets that are solved together have the same moves")
        [self.shape] = shapes
        stakes = np.array([both[int(place)][1].stakes for place in ratios.ravel()])
        left = np.array([both[int(place)][1].left for place in ratios.ravel()])
        shape = (*ratios.shape, -1)
        self._stakes = torch.from_numpy(stakes).float().to(device).view(shape)
        self._left = torch.from_numpy(left).float().to(device).view(shape)
        kinds, all_in = np.array(self.shape.kinds), np.array(self.shape.all_in)
        self._folds = np.flatnonzero(kinds == FOLDED).tolist()
        self._closed = np.flatnonzero(all_in).tolist()
        self._open = np.flatnonzero((kinds == CHANCE) & ~all_in).tolist()
        weights = reaches / reaches.amax(dim=3, keepdim=True)
        self.starts = [weights[:, :, player].clamp(min=_LEAST) for player in (0, 1)]
        self.iterations = 0
        self._worth = [self._rows(0.0) for _ in (0, 1)]
        self._regrets = dict[int, torch.Tensor]()
        self._sums = dict[int, torch.Tensor]()
        for node, kind in enumerate(self.shape.kinds):
            if kind == DECISION:
                size = (len(self.shape.children[node]), *self.starts[0].shape)
                self._regrets[node] = torch.zeros(size, device=device)
                self._sums[node] = torch.zeros(size, device=device)

    def improve(self, iterations: int = ITERATIONS, every: int = EVERY) -> None:
        """Go on for some iterations."""
        for _ in range(iterations):
            self.iterations += 1
            if (self.iterations - 1) % every == 0:
                self._look(NEW if self.iterations > FIRST else 1.0)
            factors = self.scheme.factors(self.iterations)
            for player in (0, 1):
                self._learn(player, factors)

    def values(self) -> torch.Tensor:
        """What each holding has in pots beyond half of it, by board, pair, player and holding."""
        self._look(1.0, average=True)
        each = []
        for player in (0, 1):
            chances = self._chances(average=True)
            ends = self._end_values(player, chances)
            values = self._back(player, ends, chances, None)
            rivals = self.boards.rivals(self.starts[1 - player])
            each.append(torch.where(rivals > _LEAST, values / rivals.clamp(min=_LEAST), 0.0))
        return torch.stack(each, dim=2)

    def _rows(self, value: float) -> torch.Tensor:
        boards, pairs, size = self.starts[0].shape
        shape = (boards, pairs, len(self._open), size)
        return torch.full(shape, value, device=self.starts[0].device)

    def _chances(self, *, average: bool) -> dict[int, torch.Tensor]:
        """What everybody does, by decision: by action, board, pair and holding."""
        learned = self._sums if average else self._regrets
        chances = {}
        for node, numbers in learned.items():
            positive = numbers.clamp(min=0)
            total = positive.sum(dim=0)
            chances[node] = torch.where(
                total > 0, positive / total.clamp(min=1e-37), 1 / len(numbers)
            )
        return chances

    def _reaches(self, player: int, chances: dict[int, torch.Tensor]) -> dict[int, torch.Tensor]:
        """How a player gets to every node."""
        reaches = {0: self.starts[player]}
        for node, children in enumerate(self.shape.children):
            for action, child in enumerate(children):
                own = self.shape.players[node] == player
                reaches[child] = reaches[node] * chances[node][action] if own else reaches[node]
        return reaches

    def _look(self, new: float, *, average: bool = False) -> None:
        """Ask what the ends are worth; their values become so far ``new``."""
        if not self._open:
            return
        chances = self._chances(average=average)
        both = []
        for player in (0, 1):
            reaches = self._reaches(player, chances)
            rows = torch.stack([reaches[node] for node in self._open], dim=2)
            both.append(rows + _STRAY * self.starts[player][:, :, None])
        boards, pairs, leaves, size = both[0].shape
        flat = torch.stack(both, dim=3).view(boards, pairs * leaves, 2, size)
        pots = 2 * self._stakes[:, :, self._open]
        ratios = (self._left[:, :, self._open] / pots).view(boards, pairs * leaves)
        shares, _ = self.ends.shares(flat, ratios)
        values = shares.view(boards, pairs, leaves, 2, size) * pots[..., None, None]
        for player, worth in enumerate(self._worth):
            worth += new * (values[:, :, :, player] - worth)

    def _end_values(self, player: int, chances: dict[int, torch.Tensor]) -> dict[int, torch.Tensor]:
        """What each holding of a player has at every end, times the other's weight there."""
        reaches, values = self._reaches(1 - player, chances), {}
        priced = self._folds + self._open
        if priced:
            rows = torch.stack([reaches[node] for node in priced], dim=2)
            boards, pairs, many, size = rows.shape
            rivals = self.boards.rivals(rows.view(boards, pairs * many, size)).view_as(rows)
            for place, node in enumerate(priced):
                if node in self._folds:
                    sign = -1.0 if self.shape.players[node] == player else 1.0
                    price = sign * self._stakes[:, :, node, None]
                else:
                    price = self._worth[player][:, :, place - len(self._folds)]
                values[node] = price * rivals[:, :, place]
        if self._closed:
            rows = torch.stack([reaches[node] for node in self._closed], dim=2)
            boards, pairs, many, size = rows.shape
            won = self.boards.showdowns(rows.view(boards, pairs * many, size)).view_as(rows)
            for place, node in enumerate(self._closed):
                values[node] = self._stakes[:, :, node, None] * won[:, :, place]
        return values

    def _back(
        self,
        player: int,
        values: dict[int, torch.Tensor],
        chances: dict[int, torch.Tensor],
        factors: Factors | None,
    ) -> torch.Tensor:
        """From the ends to the beginning; with factors the player learns on the way."""
        values = dict(values)
        for node in reversed(range(len(self.shape.kinds))):
            children = self.shape.children[node]
            if not children:
                continue
            after = torch.stack([values.pop(child) for child in children])
            if self.shape.players[node] != player:
                values[node] = after.sum(dim=0)
                continue
            played = (chances[node] * after).sum(dim=0)
            if factors is not None:
                regrets = self._regrets[node]
                regrets *= torch.where(regrets > 0, factors.positive, factors.negative)
                regrets += after - played
            values[node] = played
        return values[0]

    def _learn(self, player: int, factors: Factors) -> None:
        """Let a player learn from what the other does now, whose average grows."""
        chances, other = self._chances(average=False), 1 - player
        ends = self._end_values(player, chances)
        self._back(player, ends, chances, factors)
        reaches = self._reaches(other, chances)
        for node, sums in self._sums.items():
            if self.shape.players[node] == other:
                sums *= factors.kept
                sums += reaches[node] * chances[node]
