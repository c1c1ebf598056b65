"""What a value network sees of a board, of holdings, and of both players' ranges.

No card has a name here. A holding is seen by the strengths that it may come to and by its chances
against the other's range; a range by the weight that it has at each strength.
"""

from functools import cache, cached_property
from math import comb
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from villain.cards.range import HIGH_CARDS, LOW_CARDS
from villain.kernels.arrays import RankArray, SingleArray
from villain.kernels.showdown import rank_holdings, rank_runouts
from villain.kernels.spreads import rival_spreads, strength_spreads
from villain.solver.values.board_facts import BOARD_CARDS, BoardFacts
from villain.strength.situation import as_array, deck_without

SPREAD, STEPS, EDGE_STEPS, RATIO_STEPS = 8, 24, 12, 9
"""Steps of the spread of a strength, of mean strengths in a range, of standings in the other range
or chances against it, and of the ratio of stack to pot."""

MOST_RUNOUTS = 48
"""So many run-outs are looked at for standings in the other range."""

LEAST_RATIO, MOST_RATIO = 0.05, 40.0
"""Ratios of stack to pot beyond these are taken for them."""

FIRST_BOARDS = 256
"""Before the flop so many boards are looked at, each with its suits turned round four times."""

_LEAST = 1e-12


class EndInputs(NamedTuple):
    """The inputs of a network for both players: L positions on one board, n holdings.

    ``globals`` are by player and position. ``changing`` is by player, position and holding: chances
    against the other range (-1 to 1) and their square, weights (logarithms, own and other's), and
    before the river the spread of its standing in the other range. ``rivals`` is the weight of the
    other's holdings that share no card with each.
    """

    globals: SingleArray
    changing: SingleArray
    rivals: SingleArray

    @property
    def edge(self) -> SingleArray:
        """Chances against the other range, less those of losing."""
        return self.changing[..., 0]


class BoardFeatures:
    """What a network sees of a board: ``static`` of each holding, ``pool`` to sum up ranges by."""

    def __init__(self, facts: BoardFacts) -> None:
        self.facts = facts

    @cached_property
    def strengths(self) -> SingleArray:
        """The standing of each holding after the last card, on average: 0 to 1."""
        return self._spreads[:, 0]

    @cached_property
    def runout_ranks(self) -> RankArray:
        """The ranks of holdings after each run-out; 0 where they share a card with it."""
        facts = self.facts
        if not facts.board:
            return _ranks_before_flop()
        board, deck = as_array(facts.board), deck_without(*facts.board)
        to_come = BOARD_CARDS - len(facts.board)
        if not to_come:
            return rank_holdings(board, facts.first, facts.second)[None]
        ranks = rank_runouts(board, deck, to_come, facts.first, facts.second)
        return ranks[: comb(len(deck), to_come)]

    @cached_property
    def _spreads(self) -> SingleArray:
        return strength_spreads(self.runout_ranks, SPREAD)

    @cached_property
    def static(self) -> SingleArray:
        """What is seen of each holding whatever the ranges: strength, and on earlier streets more.

        The spread of its strength over the cards to come, and what it is now.
        """
        spreads = self._spreads
        if len(self.facts.board) == BOARD_CARDS:
            return np.ascontiguousarray(2 * spreads[:, :1] - 1)
        now = self._now[:, None]
        deviation = np.sqrt(np.maximum(spreads[:, 1] - spreads[:, 0] ** 2, 0))[:, None]
        parts = [2 * spreads[:, :1] - 1, 4 * deviation, 2 * now - 1, 2 * spreads[:, 2:]]
        return np.concatenate(parts, axis=1).astype(np.float32)

    @cached_property
    def _now(self) -> SingleArray:
        facts = self.facts
        if not facts.board:
            return self.strengths
        ranks = rank_holdings(as_array(facts.board), facts.first, facts.second)
        return strength_spreads(ranks[None], SPREAD)[:, 0]

    @cached_property
    def pool(self) -> SingleArray:
        """By what a range is summed up: its weight at each strength, and how much may change."""
        spreads = self._spreads
        steps = soft_steps(spreads[:, 0], STEPS)
        if len(self.facts.board) == BOARD_CARDS:
            return steps
        spread = np.sqrt(np.maximum(spreads[:, 1] - spreads[:, 0] ** 2, 0))[:, None]
        moving = 4 * spread * soft_steps(spreads[:, 0], 6)
        parts = [steps, spreads[:, 2:], moving, soft_steps(self._now, 6)]
        return np.concatenate(parts, axis=1).astype(np.float32)

    def inputs(
        self, reaches: tuple[npt.NDArray[Any], npt.NDArray[Any]], ratios: npt.NDArray[Any]
    ) -> EndInputs:
        """The inputs for both players' weights (rows of n) and ratios of stack to pot."""
        facts = self.facts
        shares, sums = [], []
        for reach in reaches:
            total = reach.sum(axis=1, keepdims=True)
            shares.append((reach / np.maximum(total, _LEAST)).astype(np.float32))
            sums.append(total.astype(np.float32))
        others = np.concatenate(shares[::-1])
        both, together = facts.showdowns(others), facts.rivals(others)
        edge = np.divide(both, together, out=np.zeros_like(both), where=together > 1e-6)
        parts = [edge := np.clip(edge, -1, 1)[..., None], edge * edge]
        logs = [np.log(share * facts.size + 0.02)[..., None] / 4 for share in shares]
        parts += [np.concatenate(logs), np.concatenate(logs[::-1])]
        if len(facts.board) < BOARD_CARDS:
            spreads = rival_spreads(*self._orders, others, EDGE_STEPS)
            parts.append(spreads)
        else:
            spreads = soft_steps((edge.ravel() + 1) / 2, EDGE_STEPS).reshape(*both.shape, -1)
        shape = (2, len(ratios), facts.size, -1)
        changing = np.concatenate(parts, axis=-1).astype(np.float32).reshape(shape)
        pooled = [
            np.concatenate([share @ self.pool, np.einsum("ln,lnb->lb", share, spread)], axis=1)
            for share, spread in zip(shares, np.split(spreads, 2), strict=True)
        ]
        ratio = ratio_steps(ratios)
        overall = []
        for player in (0, 1):
            position = np.full((len(ratios), 1), float(player), np.float32)
            columns = [pooled[player], pooled[1 - player], ratio, position]
            overall.append(np.concatenate(columns, axis=1))
        rivals = together.reshape(shape[:3]) * np.stack(sums[::-1])
        return EndInputs(np.stack(overall).astype(np.float32), changing, rivals.astype(np.float32))

    @cached_property
    def _orders(self) -> tuple[npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any]]:
        """Holdings by strength after some run-outs, which are as strong as the one before, counts.

        Holdings that share a card with the run-out come last.
        """
        ranks = self.runout_ranks
        rows = np.linspace(0, len(ranks) - 1, min(MOST_RUNOUTS, len(ranks))).round().astype(int)
        ranks = ranks[rows].astype(np.int32)
        ranks[ranks == 0] = np.iinfo(np.int32).max
        order = np.argsort(ranks, axis=1, kind="stable").astype(np.int16)
        ordered = np.take_along_axis(ranks, order.astype(np.intp), axis=1)
        tied = np.zeros(order.shape, np.bool_)
        tied[:, 1:] = ordered[:, 1:] == ordered[:, :-1]
        possible = (ranks < np.iinfo(np.int32).max).sum(axis=1).astype(np.int32)
        return order, tied, possible


@cache
def _ranks_before_flop() -> RankArray:
    """The ranks of all combos on some boards, in which every suit plays every part."""
    rng = np.random.default_rng(FIRST_BOARDS)
    boards = []
    for _ in range(FIRST_BOARDS):
        cards = rng.choice(52, BOARD_CARDS, replace=False)
        boards += [4 * (cards // 4) + (cards + turn) % 4 for turn in range(4)]
    rows = [rank_holdings(board.astype(np.uint8), HIGH_CARDS, LOW_CARDS) for board in boards]
    return np.array(rows)


def _places(values: npt.NDArray[Any], steps: int) -> tuple[npt.NDArray[np.intp], SingleArray]:
    """The step below a value of 0 to 1, and how far beyond it the value is."""
    place = np.clip(values * (steps - 1), 0, steps - 1)
    below = np.minimum(place.astype(np.intp), steps - 2)
    return below, (place - below).astype(np.float32)


def soft_steps(values: npt.NDArray[Any], steps: int) -> SingleArray:
    """A row for each value of 0 to 1: its shares of the two steps that are nearest."""
    below, beyond = _places(values, steps)
    rows = np.zeros((len(values), steps), np.float32)
    every = np.arange(len(values))
    rows[every, below] = 1 - beyond
    rows[every, below + 1] = beyond
    return rows


def ratio_steps(ratios: npt.NDArray[Any]) -> SingleArray:
    """Ratios of stack to pot as a network sees them: soft steps of the logarithm, and itself."""
    span = np.log(MOST_RATIO / LEAST_RATIO)
    place = np.log(np.clip(ratios, LEAST_RATIO, MOST_RATIO) / LEAST_RATIO) / span
    steps = np.concatenate([soft_steps(place, RATIO_STEPS), place[:, None]], axis=1)
    return steps.astype(np.float32)
