"""Equity by Monte Carlo: deals drawn from the ranges, boards from what is left."""

from collections.abc import Callable
from dataclasses import dataclass
from math import comb

import numpy as np
import numpy.typing as npt

from villain.cards.card import Card
from villain.cards.range import HIGH_CARDS, LOW_CARDS, Range
from villain.errors import ImpossibleError
from villain.kernels.sampling import sample_showdowns
from villain.strength.outcomes import Outcome, outcome_of, pot_shares
from villain.strength.situation import as_array, deck_without, holdings_in

Array = npt.NDArray[np.float64]

BATCH = 200_000
LEAST_FOR_PRECISION = 20_000
"""A standard error is trusted after so many samples."""


@dataclass(frozen=True)
class Estimate:
    """What the samples say, and the standard error of each share."""

    outcome: Outcome
    errors: Array
    samples: int


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
    hands = _without_fixed_hands(hands)
    # Fixed hands first and any two cards last: then fewer draws clash, and fewer need a weight.
    order = sorted(range(len(hands)), key=lambda p: (hands[p].combos, p))
    ranges = _Ranges([hands[p] for p in order], board, dead)
    state = np.random.SeedSequence(seed).generate_state(1, np.uint64)[0]
    totals, squares = np.zeros(1 << len(hands)), np.zeros(1 << len(hands))
    drawn = 0
    batch = LEAST_FOR_PRECISION if samples is None else BATCH
    while samples is None or drawn < samples:
        size = batch if samples is None else min(batch, samples - drawn)
        state = ranges.sample(np.uint64(state), size, totals, squares)
        drawn += size
        if not totals.any():
            raise ImpossibleError(
                f"in {drawn:,} tries these ranges could not be dealt together; "
                "their hands share too many cards"
            )
        if precision is None:
            report(drawn / (samples or drawn))
            continue
        error = float(_errors(totals, squares).max())
        report(min(1.0, (precision / error) ** 2) if error else 1.0)
        if error <= precision:
            break
        batch = min(BATCH, max(LEAST_FOR_PRECISION, int(drawn * ((error / precision) ** 2 - 1))))
    back = np.argsort(order)
    return Estimate(
        outcome=Outcome(*(part[back] for part in outcome_of(totals))),
        errors=_errors(totals, squares)[back],
        samples=drawn,
    )


def _errors(totals: Array, squares: Array) -> Array:
    """Standard errors of the shares, which are ratios of weighted sums."""
    share = pot_shares(len(totals))
    mean = outcome_of(totals).shares
    errors: Array = np.sqrt(squares @ (share - mean) ** 2) / totals.sum()
    return errors


def _without_fixed_hands(hands: list[Range]) -> list[Range]:
    """Take the cards of those who can hold but one hand out of all other ranges."""
    while True:
        fixed = [card for hand in hands if hand.combos == 1 for card in next(iter(hand)).cards]
        left = [hand if hand.combos == 1 else hand.without(*fixed) for hand in hands]
        if len(set(fixed)) < len(fixed) or not all(left):
            raise ImpossibleError(
                "these ranges cannot be dealt together: every choice of hands shares a card"
            )
        if [hand.combos for hand in left] == [hand.combos for hand in hands]:
            return left
        hands = left


class _Ranges:
    """Ranges laid out as the kernel takes them, those with fewer combos first."""

    def __init__(self, hands: list[Range], board: tuple[Card, ...], dead: tuple[Card, ...]) -> None:
        fixed = [card for hand in hands if hand.combos == 1 for card in next(iter(hand)).cards]
        self.board, self.deck = as_array(board), deck_without(*board, *dead, *fixed)
        self.fixed = len(fixed) // 2
        any_two = comb(len(self.deck), 2)
        self.starts = np.zeros(len(hands) + 1, np.int64)
        self.varies = np.zeros(len(hands), np.bool_)
        self.weight_of = np.zeros((len(hands), 52, 52))
        first, second = [HIGH_CARDS[:0]], [LOW_CARDS[:0]]
        keep, alias = [np.empty(0, np.uint64)], [np.empty(0, np.int64)]
        for p, hand in enumerate(hands):
            _, high, low, weights = holdings_in(hand.weights / hand.weights.max())
            if len(high) == any_two > 1 and np.ptp(weights) == 0:
                self.starts[p + 1] = self.starts[p]
                continue
            self.starts[p + 1] = self.starts[p] + len(high)
            self.varies[p] = p > self.fixed  # the first who has a choice meets fixed hands only
            shares, others = _alias_table(weights)
            first.append(high)
            second.append(low)
            keep.append(shares)
            alias.append(others)
            self.weight_of[p, high, low] = self.weight_of[p, low, high] = weights
            by_card = np.bincount(high, weights, 52) + np.bincount(low, weights, 52)
            np.fill_diagonal(self.weight_of[p], by_card)
        self.first, self.second = np.concatenate(first), np.concatenate(second)
        self.keep, self.alias = np.concatenate(keep), np.concatenate(alias)

    def sample(self, state: np.uint64, samples: int, totals: Array, squares: Array) -> np.uint64:
        return sample_showdowns(
            state,
            samples,
            self.board,
            self.deck,
            self.fixed,
            self.starts,
            self.first,
            self.second,
            self.keep,
            self.alias,
            self.varies,
            self.weight_of,
            totals,
            squares,
        )


def _alias_table(weights: Array) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.int64]]:
    """Walker's alias method: keep entry i with chance ``keep[i] / 2³²``, else take ``alias[i]``."""
    scaled = weights * len(weights) / weights.sum()
    keep, alias = np.ones(len(weights)), np.arange(len(weights), dtype=np.int64)
    small = [i for i, share in enumerate(scaled) if share < 1]
    large = [i for i, share in enumerate(scaled) if share >= 1]
    while small and large:
        less, more = small.pop(), large[-1]
        keep[less], alias[less] = scaled[less], more
        scaled[more] -= 1 - scaled[less]
        if scaled[more] < 1:
            small.append(large.pop())
    return (keep * 2.0**32).astype(np.uint64), alias
