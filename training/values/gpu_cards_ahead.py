"""Values before a card is dealt, from those after every card that may come, in PyTorch.

On the flop that is each of 49 turn cards; before it each flop, those that differ by suits alone
once.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import torch

from training.values.drawn_streets import DrawnStreets, ranks_now
from training.values.gpu_boards import GpuBoards, boards_of
from training.values.gpu_streets import Ends, GpuStreets
from villain.cards.card import DECK, Card
from villain.cards.combo import CLASSES
from villain.cards.range import CLASS_OF_COMBO
from villain.cards.suits import canonical_boards
from villain.kernels.arrays import RankArray
from villain.solver.values.board_facts import BoardFacts
from villain.solver.values.features import BoardFeatures

TURN_CARDS, COMMON = 49, 45
"""Turn cards after a flop, and those that any two holdings leave."""

_LEAST = 1e-9


class DrawnFlops(NamedTuple):
    """Flops with games on them, and the ranks of holdings on every turn: by flop and turn card."""

    streets: DrawnStreets
    turn_ranks: npt.NDArray[np.int16]


def with_turns(streets: DrawnStreets) -> DrawnFlops:
    """Flops with the ranks on their turns."""
    ranks = []
    for flop in streets.boards:
        deck = [card for card in DECK if card not in flop]
        ranks.append([ranks_now(BoardFacts((*flop, card))) for card in deck])
    return DrawnFlops(streets, np.array(ranks, np.int16))


@cache
def _places() -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """By turn card the holdings of a flop that it leaves, and the run-outs in which it comes.

    They are the same on all flops.
    """
    flop = tuple(DECK[:3])
    facts = BoardFacts(flop)
    deck = [card for card in DECK if card not in flop]
    ranks = BoardFeatures(facts).runout_ranks
    inside, runouts = [], []
    for card in deck:
        holds = (facts.first == card) | (facts.second == card)
        inside.append(np.flatnonzero(~holds))
        runouts.append(np.flatnonzero((ranks[:, holds] == 0).all(axis=1)))
    return np.array(inside), np.array(runouts)


class TurnsAhead:
    """The turns of some flops on a device, and values of flops from theirs."""

    def __init__(self, flops: DrawnFlops, boards: GpuBoards, device: torch.device) -> None:
        inside, runouts = _places()
        streets, self._flops, self._many = flops.streets, boards, len(flops.streets.boards)
        self._inside = torch.from_numpy(inside).to(device)
        ranks = torch.from_numpy(streets.ranks).to(device)
        ranks = ranks[:, torch.from_numpy(runouts).to(device)[:, :, None], self._inside[:, None]]
        cards = torch.from_numpy(streets.cards).to(device)[:, self._inside]
        now = torch.from_numpy(flops.turn_ranks).to(device)
        one, two, three = (part.flatten(0, 1) for part in (ranks, now, cards))
        self.boards = GpuBoards(one, two, three, 4)

    def values(
        self,
        ends: Ends,
        reaches: torch.Tensor,
        ratios: npt.NDArray[np.float64],
        places: npt.NDArray[np.int64] | None = None,
        iterations: int = 0,
    ) -> torch.Tensor:
        """Values at the end of the flop, in pots beyond half: by board, pair, player and holding.

        Those after the turn card are of a network for the start of the turn, or with ``places`` of
        the ratios the turn is solved by so many iterations.
        """
        flops, pairs, _, _ = reaches.shape
        after = reaches[..., self._inside].permute(0, 3, 1, 2, 4).flatten(0, 1).contiguous()
        if places is None:
            wide = torch.from_numpy(ratios).to(reaches.device).repeat_interleave(TURN_CARDS, 0)
            shares, seen = ends.shares(after, wide)
            rivals = seen.rivals
        else:
            streets = GpuStreets(ends, after, places.repeat(TURN_CARDS, 0), 4)
            streets.improve(iterations)
            shares = streets.values()
            rivals = torch.stack(
                [self.boards.rivals(after[:, :, 1 - player]) for player in (0, 1)], dim=2
            )
        won = (shares * rivals).view(flops, TURN_CARDS, pairs, 2, -1)
        sums = torch.zeros_like(reaches)
        for card in range(TURN_CARDS):
            sums.index_add_(3, self._inside[card], won[:, card])
        other = [self._flops.rivals(reaches[:, :, 1 - player]) for player in (0, 1)]
        weights = COMMON * torch.stack(other, dim=2)
        return torch.where(weights > _LEAST, sums / weights.clamp(min=_LEAST), 0.0)


def flop_parts(board: tuple[Card, ...]) -> tuple[RankArray, RankArray, npt.NDArray[np.uint8]]:
    """The ranks of holdings after each run-out and now, and their cards."""
    facts = BoardFacts(board)
    cards = np.stack([facts.first, facts.second], axis=1).astype(np.uint8)
    return BoardFeatures(facts).runout_ranks, ranks_now(facts), cards


class FlopsAhead:
    """All flops that differ by more than suits, and values before the flop from theirs."""

    def __init__(
        self,
        boards: npt.NDArray[np.uint8],
        often: npt.NDArray[np.int64],
        parts: list[tuple[RankArray, RankArray, npt.NDArray[np.uint8]]],
        device: torch.device,
    ) -> None:
        ranks, now, held = (np.array(column) for column in zip(*parts, strict=True))
        self.boards = boards_of(ranks, now, held, 3, device)
        holdings = [
            BoardFacts(tuple(DECK[card] for card in sorted(one))).holdings for one in boards
        ]
        self._classes = torch.from_numpy(CLASS_OF_COMBO[np.array(holdings)].astype(np.int64))
        self._classes = self._classes.to(device)
        self._often = torch.from_numpy(often).to(device).float()

    @staticmethod
    def all_flops() -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
        """The flops, and how many each stands for."""
        return canonical_boards(3)

    def values(
        self, ends: Ends, by_class: torch.Tensor, ratios: npt.NDArray[np.float64]
    ) -> torch.Tensor:
        """Values in pots by pair, player and class, from weights of single combos by class."""
        pairs, device = len(by_class), by_class.device
        reaches = by_class[:, :, self._classes].permute(2, 0, 1, 3).contiguous()
        wide = torch.from_numpy(ratios).to(device).expand(len(self._often), pairs)
        shares, seen = ends.shares(reaches, wide)
        rivals = seen.rivals * self._often[:, None, None, None]
        places = self._classes[:, None, None].expand_as(rivals)
        sums, weights = (
            torch.zeros((len(places), pairs, 2, len(CLASSES)), device=device)
            .scatter_add_(3, places, one)
            .sum(dim=0)
            for one in (shares * rivals, rivals)
        )
        return torch.where(weights > _LEAST, sums / weights.clamp(min=_LEAST), 0.0)
