"""Equity: each range's share of the pot when all hands go to the showdown.

Exact wherever that is feasible, by the cheapest of three ways: the pre-flop table for two ranges
without a board, every deal on every board, or all match-ups of a board. Otherwise Monte Carlo,
with its standard error.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import comb

import numpy as np
import numpy.typing as npt

from villain.cards.card import Card
from villain.cards.range import Range
from villain.errors import ImpossibleError, VillainError
from villain.strength.all_deals import MOST_DEALS, DealList, every_deal, list_deals
from villain.strength.matchups import Strengths, matchups
from villain.strength.outcomes import Outcome, outcome_of
from villain.strength.preflop import preflop_shares
from villain.strength.random_deals import random_deals
from villain.strength.situation import (
    Cards,
    RangeLike,
    check_apart,
    possible_range,
    read_board,
    read_cards,
)

MOST_PLAYERS = 10
DEFAULT_SAMPLES = 1_000_000
FEASIBLE = 500_000_000
"""Enumeration may look at so many showdowns (some seconds) unless the caller insists."""

_CLASH = "these ranges cannot be dealt together: every choice of hands shares a card"

Progress = Callable[[float], None]
Array = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Equity:
    """Shares of the pot, one a range; with an error each where they are estimated.

    ``wins`` are the chances of winning alone, ``ties`` those of sharing the pot. ``trials`` is
    the number of showdowns looked at, or of samples drawn.
    """

    shares: tuple[float, ...]
    wins: tuple[float, ...]
    ties: tuple[float, ...]
    standard_errors: tuple[float, ...]
    method: str
    trials: int
    seed: int | None = None

    @property
    def exact(self) -> bool:
        """Whether every showdown was counted."""
        return self.seed is None


def equity(
    ranges: Sequence[RangeLike],
    board: Cards = (),
    *,
    dead: Cards = (),
    exact: bool | None = None,
    samples: int | None = None,
    precision: float | None = None,
    seed: int = 0,
    progress: Progress | None = None,
) -> Equity:
    """Compute the equity of two to ten ranges on any board.

    ``exact=True`` insists on enumeration however long it takes, ``exact=False`` on sampling.
    Sampling draws ``samples`` deals, or as many as bring every standard error down to
    ``precision``. ``progress`` is told the share of the work that is done.

    >>> result = equity(["AhKh", "QQ+"])
    >>> [round(share, 4) for share in result.shares], result.exact
    ([0.3459, 0.6541], True)
    """
    cards, gone = read_board(board), read_cards(dead, "dead cards")
    check_apart(board=cards, **{"dead cards": gone})
    if not 2 <= len(ranges) <= MOST_PLAYERS:
        raise VillainError(f"{len(ranges)} ranges; equity takes 2 to {MOST_PLAYERS}")
    known = (*cards, *gone)
    hands = [possible_range(r, known, f"range {i}") for i, r in enumerate(ranges, start=1)]
    if (samples is not None and samples < 1) or (precision is not None and not precision > 0):
        raise VillainError("samples should be one or more, and the precision above zero")
    report = progress or (lambda _: None)
    wants_sampling = samples is not None or precision is not None
    if exact is None and wants_sampling:
        exact = False
    if exact is not False:
        counted = _exactly(hands, cards, gone, insist=bool(exact), report=report)
        if counted is not None:
            return counted
    if samples is None:
        samples = DEFAULT_SAMPLES if precision is None else None
    estimate = random_deals(hands, cards, gone, samples, precision, seed, report)
    return _equity(estimate.outcome, estimate.errors, "Monte Carlo", estimate.samples, seed)


def _equity(
    outcome: Outcome, errors: Array, method: str, trials: int, seed: int | None = None
) -> Equity:
    shares, wins, ties, spread = (tuple(part.tolist()) for part in (*outcome, errors))
    return Equity(shares, wins, ties, spread, method, trials, seed)


def _exactly(
    hands: list[Range],
    board: tuple[Card, ...],
    dead: tuple[Card, ...],
    *,
    insist: bool,
    report: Progress,
) -> Equity | None:
    """Count every showdown, or None where that is too much."""
    pair = len(hands) == 2
    if pair and not board and not dead:
        return _two_ranges(hands, preflop_shares(hands[1]), "pre-flop table")
    budget = FEASIBLE
    if pair and board:
        # All match-ups of a board cost about as much as so many showdowns one by one.
        budget = {3: 5_000_000, 4: 500_000, 5: 5_000}[len(board)]
    boards = comb(52 - len(board) - len(dead), 5 - len(board))
    most = MOST_DEALS if insist else min(MOST_DEALS, max(budget // boards, 1))
    deals = list_deals(hands, board, dead, most)
    if deals is not None:
        if not deals.hands:
            raise ImpossibleError(_CLASH)
        return _from_deals(deals, board, dead, report)
    if pair and board:
        return _two_ranges(hands, _matchup_shares(hands[1], board, dead), "all match-ups")
    if insist:
        raise VillainError(
            "these ranges can be dealt in too many ways to go through all of them; "
            "sample instead, to any precision"
        )
    return None


def _matchup_shares(rivals: Range, board: tuple[Card, ...], dead: tuple[Card, ...]) -> Array:
    pairs = matchups(tuple(sorted(board)), tuple(sorted(dead)))
    measured = Strengths(pairs, rivals, 1)
    to_come = measured.cards_to_come
    shares = measured.table(to_come).sum(axis=0) if to_come else measured.now
    return np.nan_to_num(shares)


def _two_ranges(hands: list[Range], shares: Sequence[Array] | Array, method: str) -> Equity:
    won, tied, lost = (float(hands[0].weights @ part) for part in shares)
    if won + tied + lost <= 0:
        raise ImpossibleError(_CLASH)
    outcome = outcome_of(np.array([0.0, won, lost, tied]))
    return _equity(outcome, np.zeros(2), method, trials=0)


def _from_deals(
    deals: DealList, board: tuple[Card, ...], dead: tuple[Card, ...], report: Progress
) -> Equity:
    counts = every_deal(deals, board, dead, report)
    outcome = outcome_of(deals.weights @ counts)
    return _equity(
        outcome, np.zeros(len(outcome.shares)), "every deal on every board", int(counts.sum())
    )
