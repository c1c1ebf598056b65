"""Equity by Monte Carlo: deals drawn from the ranges, boards from what is left."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from math import comb, prod

import numpy as np

from villain.cards.card import Card
from villain.cards.range import Range
from villain.errors import ImpossibleError
from villain.kernels.arrays import FloatArray
from villain.kernels.deals import list_deals
from villain.kernels.sampling import (
    BY_REJECTION,
    BY_WEIGHTING,
    FROM_LIST,
    AliasTable,
    Ranges,
    sample_showdowns,
)
from villain.strength.outcomes import Outcome, outcome_of, pot_shares
from villain.strength.range_lists import deal_weights, lay_out
from villain.strength.situation import CANNOT_BE_DEALT, as_array, deck_without

BATCH = 200_000
PILOT = 20_000
"""So many tries show how often a deal is possible, and so many samples give a first error."""

MOST_LISTED = 1_000_000
LIGHTEST = 1e-15
"""Lighter weights count as this: the square of a product of ten is still above zero."""

LEAST_ACCEPTED = 0.005


@dataclass(frozen=True, eq=False)
class Estimate:
    """The outcome of some samples, and the standard error of each share."""

    outcome: Outcome
    errors: FloatArray
    samples: int
    effective: int


class SamplingStopped(KeyboardInterrupt):
    """Ctrl-C while sampling; what was drawn so far is not lost."""

    def __init__(self, estimate: Estimate) -> None:
        super().__init__()
        self.estimate = estimate


def random_deals(
    hands: list[Range],
    board: tuple[Card, ...],
    dead: tuple[Card, ...],
    samples: int | None,
    precision: float | None,
    seed: int,
    report: Callable[[float], None],
) -> Estimate:
    """Draw so many deals, or so many that every standard error is at most ``precision``."""
    sampler = _Sampler(hands, board, dead, seed)
    batch = PILOT
    try:
        while samples is None or sampler.drawn < samples:
            sampler.draw(batch if samples is None else min(batch, samples - sampler.drawn))
            batch = BATCH
            if precision is None:
                report(min(1.0, sampler.drawn / (samples or 1)))
                continue
            wanted = float(sampler.errors().max()) / precision
            report(1.0 if wanted <= 1 else wanted**-2)
            if wanted <= 1:
                break
            if wanted < 1e3:
                batch = min(BATCH, max(PILOT, int(sampler.drawn * (wanted**2 - 1))))
    except KeyboardInterrupt:
        if sampler.drawn:
            raise SamplingStopped(sampler.estimate()) from None
        raise
    return sampler.estimate()


class _Sampler:
    """Ranges, laid out for the kernel, and what has been drawn from them."""

    def __init__(
        self, hands: list[Range], board: tuple[Card, ...], dead: tuple[Card, ...], seed: int
    ) -> None:
        sizes = [len(hand) for hand in hands]
        fixed = [p for p, size in enumerate(sizes) if size == 1]
        taken = [card for p in fixed for card in next(iter(hands[p])).cards]
        deck = deck_without(*board, *dead, *taken)
        any_two = comb(len(deck), 2)
        last = [p for p in range(len(hands)) if _is_uniform(hands[p], any_two)]
        ranged = [p for p in range(len(hands)) if p not in fixed and p not in last]
        self.order = fixed + ranged + last
        lists = lay_out([hands[p] for p in fixed + ranged], LIGHTEST)
        self.state = np.random.SeedSequence(seed).generate_state(1, np.uint64)[0]
        deals, how = np.empty((0 if ranged else 1, len(ranged)), np.int32), FROM_LIST
        choices = prod(sizes[p] for p in ranged)
        if choices <= MOST_LISTED:
            if ranged:
                deals = list_deals(lists.starts[len(fixed) :], lists.bits, choices)
            if not len(deals):
                raise ImpossibleError(CANNOT_BE_DEALT)
            table = _alias_table(deal_weights(lists, deals))
        else:
            spans = pairwise(lists.starts.tolist())
            parts = [_alias_table(lists.weights[start:end]) for start, end in spans]
            table = AliasTable(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))
            how = BY_REJECTION
        self.ranges = Ranges(
            as_array(board), deck, len(hands), len(fixed), lists, table, deals, how
        )
        self._clear()
        if how == BY_REJECTION:
            self._run(PILOT)
            if self.totals.sum() < LEAST_ACCEPTED * PILOT:
                self.ranges = self.ranges._replace(how=BY_WEIGHTING)
            self._clear()

    def _clear(self) -> None:
        players = len(self.order)
        self.totals, self.squares = np.zeros(1 << players), np.zeros(1 << players)
        self.tries = 0

    def _run(self, samples: int) -> None:
        self.tries += samples
        self.state = sample_showdowns(
            np.uint64(self.state), samples, self.ranges, self.totals, self.squares
        )

    @property
    def drawn(self) -> int:
        """The number of samples that count; rejected deals do not."""
        return self.tries if self.ranges.how == BY_WEIGHTING else round(self.totals.sum())

    def draw(self, samples: int) -> None:
        """Draw so many more."""
        wanted = self.drawn + samples
        while self.drawn < wanted:
            self._run(wanted - self.drawn)
        if not self.totals.any():
            raise ImpossibleError(
                f"in {self.tries:,} tries these ranges could not be dealt together; "
                "their hands share too many cards"
            )

    def effective(self) -> float:
        """The number of samples of equal weight that would be worth as much."""
        return float(self.totals.sum() ** 2 / self.squares.sum())

    def errors(self) -> FloatArray:
        """Standard errors of the shares, which are ratios of weighted sums.

        Where all samples ended alike, an error remains all the same: the next may end otherwise.
        """
        mean = outcome_of(self.totals).shares
        spread = self.squares @ (pot_shares(len(self.totals)) - mean) ** 2
        effective = self.effective()
        if effective < 2:
            return np.full(len(mean), np.inf)
        errors: FloatArray = np.sqrt(spread * effective / (effective - 1)) / self.totals.sum()
        errors[spread == 0] = 1.5 / effective
        return errors

    def estimate(self) -> Estimate:
        back = np.argsort(self.order)
        outcome = outcome_of(self.totals)
        return Estimate(
            Outcome(*(part[back] for part in outcome)),
            self.errors()[back],
            self.drawn,
            round(self.effective()),
        )


def _is_uniform(hand: Range, any_two: int) -> bool:
    return len(hand) == any_two > 1 and float(np.ptp(hand.weights[hand.weights > 0])) == 0


def _alias_table(weights: FloatArray) -> AliasTable:
    """Walker's table of these weights [walker]."""
    scaled = weights * (len(weights) / weights.sum())
    keep, alias = np.ones(len(weights)), np.arange(len(weights), dtype=np.int64)
    small = np.flatnonzero(scaled < 1).tolist()
    large = np.flatnonzero(scaled >= 1).tolist()
    while small and large:
        less, more = small.pop(), large[-1]
        keep[less], alias[less] = scaled[less], more
        scaled[more] -= 1 - scaled[less]
        if scaled[more] < 1:
            small.append(large.pop())
    return AliasTable((keep * 2.0**32).astype(np.uint64), alias)
