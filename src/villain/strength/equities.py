"""Equity: each range's share of the pot when all hands go to the showdown.

Exact wherever that is feasible, by the cheapest of three ways: the pre-flop table for two ranges
without a board, all match-ups of a board for two ranges on one, or every deal on every board.
Otherwise Monte Carlo, with its standard error.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import comb, prod

from villain.cards.card import Card
from villain.cards.range import Range
from villain.errors import ImpossibleError, VillainError
from villain.kernels.arrays import FloatArray
from villain.strength.all_deals import every_deal
from villain.strength.matchups import matchup_equity
from villain.strength.outcomes import outcome_of
from villain.strength.preflop import preflop_equity
from villain.strength.random_deals import Estimate, SamplingStopped, random_deals
from villain.strength.situation import (
    CANNOT_BE_DEALT,
    Cards,
    RangeLike,
    check_apart,
    check_enough_cards,
    possible_range,
    read_board,
    read_cards,
)

MOST_PLAYERS = 10
DEFAULT_SAMPLES = 1_000_000
FINEST = 1e-7
FEASIBLE = 500_000_000
"""Enumeration may look at so many showdowns, a few seconds' worth."""
PATIENT = 1_000 * FEASIBLE
"""And at so many, about an hour's worth, if the caller insists."""
FEW = 2_000_000
"""Up to so many showdowns, going through them is faster than all match-ups of a board."""

Progress = Callable[[float], None]
Known = tuple[Card, ...]


@dataclass(frozen=True)
class Equity:
    """Shares of the pot, one a range; with an error each where they are estimated.

    ``wins`` are the chances of winning alone, ``ties`` those of sharing the pot. ``trials`` is
    the number of showdowns counted, or of samples drawn; weighted samples are worth only
    ``effective`` ones.
    """

    shares: tuple[float, ...]
    wins: tuple[float, ...]
    ties: tuple[float, ...]
    standard_errors: tuple[float, ...]
    method: str
    trials: int
    effective: int
    seed: int | None = None

    @property
    def exact(self) -> bool:
        """True if every showdown was counted."""
        return self.seed is None


class EquityStopped(KeyboardInterrupt):
    """Ctrl-C while sampling: ``result`` is what the samples so far say."""

    def __init__(self, result: Equity) -> None:
        super().__init__()
        self.result = result


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

    ``exact=True`` insists on enumeration, up to about an hour of it; ``exact=False`` or a number
    of ``samples`` on sampling. Where it samples, it draws ``samples`` deals, or as many as bring
    every standard error down to ``precision``. ``progress`` gets the share that is done.

    >>> result = equity(["AhKh", "QQ+"])
    >>> [round(share, 4) for share in result.shares], result.exact
    ([0.3459, 0.6541], True)
    """
    cards, gone = read_board(board), read_cards(dead, "dead cards")
    check_apart(board=cards, **{"dead cards": gone})
    if isinstance(ranges, str) or not 2 <= len(ranges) <= MOST_PLAYERS:
        number = 1 if isinstance(ranges, str) else len(ranges)
        raise VillainError(f"{number} given; equity takes 2 to {MOST_PLAYERS} ranges")
    check_enough_cards(len(ranges), len(gone))
    hands = [
        possible_range(hand, (*cards, *gone), f"range {place}")
        for place, hand in enumerate(ranges, start=1)
    ]
    hands = _dealable(hands)
    _check_sampling(samples, precision, seed)
    report = progress or (lambda _: None)
    if exact is None and samples is not None:
        exact = False
    if exact is not False:
        counted = _exactly(hands, cards, gone, PATIENT if exact else FEASIBLE, report)
        if counted is not None:
            return counted
        if exact:
            raise VillainError(
                "these ranges can be dealt in too many ways to go through all of them; "
                "sample instead, to any precision"
            )
    if samples is None and precision is None:
        samples = DEFAULT_SAMPLES
    try:
        estimate = random_deals(hands, cards, gone, samples, precision, seed, report)
    except SamplingStopped as stopped:
        raise EquityStopped(_sampled(stopped.estimate, seed)) from None
    return _sampled(estimate, seed)


def _dealable(hands: list[Range]) -> list[Range]:
    """Take out what can never be dealt, and scale every range to a largest weight of 1.

    A card that is in every hand of one range cannot be in another: a fixed hand's two cards, the
    ace of hearts in ``AhKh, AhQh``. What is left may still clash in every choice of hands.
    """
    while True:
        sizes = [len(hand) for hand in hands]
        for place, hand in enumerate(hands):
            certain = set.intersection(*(set(combo.cards) for combo in hand))
            for other, rival in enumerate(hands):
                left = rival.without(*certain) if other != place else rival
                if not left:
                    card = next(c for c in next(iter(rival)).cards if c in certain)
                    raise ImpossibleError(
                        f"{card} is in range {min(place, other) + 1} and in range "
                        f"{max(place, other) + 1}, which cannot be dealt together; a card can be "
                        "in one place"
                    )
                hands[other] = left
        if sizes == [len(hand) for hand in hands]:
            break
    if len({card for hand in hands for combo in hand for card in combo.cards}) < 2 * len(hands):
        raise ImpossibleError(CANNOT_BE_DEALT)
    return [Range(hand.weights / hand.weights.max()) for hand in hands]


def _check_sampling(samples: int | None, precision: float | None, seed: int) -> None:
    if samples is not None and (not isinstance(samples, int) or samples < 2):
        raise VillainError(f"{samples} samples; there should be two or more")
    if precision is not None and not precision >= FINEST:
        raise VillainError(f"a precision of {precision}; it should be {FINEST} or more")
    if not isinstance(seed, int) or seed < 0:
        raise VillainError(f"a seed of {seed}; it should be 0 or more")


def _exactly(
    hands: list[Range], board: Known, dead: Known, most: int, report: Progress
) -> Equity | None:
    """Count every showdown, or None where there are more than ``most``."""
    if len(hands) == 2 and not board and not dead:
        return _counted(*preflop_equity(hands[0], hands[1]), "pre-flop table")
    if len(hands) == 2 and board:
        boards = comb(52 - len(board) - len(dead), 5 - len(board))
        if len(board) == 5 or prod(map(len, hands)) * boards > FEW:
            return _counted(*matchup_equity(hands[0], hands[1], board, dead), "all match-ups")
    weighed = every_deal(hands, board, dead, most, report)
    return None if weighed is None else _counted(*weighed, "every deal on every board")


def _counted(totals: FloatArray, showdowns: int, method: str) -> Equity:
    if not showdowns:
        raise ImpossibleError(CANNOT_BE_DEALT)
    shares, wins, ties = (tuple(part.tolist()) for part in outcome_of(totals))
    return Equity(shares, wins, ties, (0.0,) * len(shares), method, showdowns, showdowns)


def _sampled(estimate: Estimate, seed: int) -> Equity:
    shares, wins, ties, errors = (
        tuple(part.tolist()) for part in (*estimate.outcome, estimate.errors)
    )
    return Equity(
        shares, wins, ties, errors, "Monte Carlo", estimate.samples, estimate.effective, seed
    )
