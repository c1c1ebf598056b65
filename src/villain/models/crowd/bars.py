"""Bars: a player who goes by fixed rules, as programs and many people do.

He goes on with what is above a bar, raises with what is above a higher one, and may raise with some
of what is below. The bars move with the price, with what a call costs of his stack, with the
street, the raises so far, position and initiative; draws and pairs lift a holding; and the size of
a raise may go by strength. These are few numbers, so they are known after few hands: all of them
are fitted together to how likely his hands are in all, over what he may have held, and drawn to
what is usual among rules.
"""

from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from villain.game.situation import HIMSELF, Situation
from villain.kernels.arrays import CardArray, FloatArray
from villain.kernels.bar_play import (
    FIRST_SIZE,
    GO_ON,
    SCORES,
    SIZES,
    STRONG,
    BarHands,
    bar_chances,
    bar_surprise,
)
from villain.models.crowd import grid
from villain.models.crowd.grid import Cell
from villain.models.crowd.kinds import KINDS
from villain.models.crowd.sorts import SORTS, TRAITS, sorts_on

HALF, MOST_HANDS = 2000, 1200
"""After so many hands one counts half; older ones are forgotten."""

LEAST = 0.003
"""So much of every decision has nothing to do with rules."""

STEPS_OF_FIT, FIRST_FITS, FIRST_STEPS = 25, 4, 40
"""Steps of the search; the first fits have more, since they start far away."""

WIDE = 2.5
"""How far weights may be from the usual ones, in the spreads below. Chosen on drawn scripts."""

HIGH_PRICES = (0.28, 0.36, 0.43)
"""Beyond each of these bars may jump: those of bets of two thirds, of the pot, of two pots."""

CONTEXTS = 5
_FIRST_IN, _CHECKED_TO, _RAISED, _FREE, _BET = range(CONTEXTS)

# For each trait, first of the decision and then of the holding, what its weight usually is, and how
# far it may be from that: to go on, to raise when strong, to raise when weak; and for sizes.
_USUAL_AND_SPREAD = {
    "always": (0, 4, -5, 4, -3.5, 2, 2),
    "turn": (0, 3, 0, 2, 0, 1, 0.7),
    "river": (0, 3, 0, 2, 0, 1, 0.7),
    "price": (-8, 6, -2, 4, 0, 0.5, 1),
    "depth": (-3, 4, -1, 3, 0, 0.5, 1),
    "raises": (-0.7, 1.5, -1, 2, -0.5, 0.5, 1),
    "acts last": (0, 1.5, 0, 1.5, 0, 0.7, 0.7),
    "raised last": (0, 1.5, 0, 1.5, 0, 2, 1),
    "high price": (0, 2, 0, 0.7, 0, 0.3, 0.2),
    "higher price": (0, 2, 0, 0.7, 0, 0.3, 0.2),
    "highest price": (0, 2, 0, 0.7, 0, 0.3, 0.2),
    "was raised": (0, 1.5, 0, 1, 0, 0.7, 0.5),
    "room": (0, 0.7, 0, 0.7, 0, 0.3, 2),
    "place": (14, 8, 14, 8, 0, 0.5, 6),
    "draw": (7, 7, 0, 3, 0, 2, 1),
    "any draw": (0, 1, 0, 1, 0, 1.5, 0.5),
    "pair": (0, 2, 0, 0.7, 0, 0.5, 0.3),
    "worst": (0, 0.3, 0, 0.3, 0, 1.5, 2),
    "best": (0, 0.3, 0, 3, 0, 0.01, 2),
    "good": (0, 0.5, 0, 1, 0, 0.01, 5),
}


def _usual_and_spread() -> tuple[FloatArray, FloatArray]:
    """The usual weights, by context and score, and how far they may be from these."""
    rows = np.array(list(_USUAL_AND_SPREAD.values()), np.float64).T
    usual = np.zeros((CONTEXTS, SCORES, rows.shape[1]))
    usual[:, :FIRST_SIZE] = rows[[0, 2, 4]]
    usual[_FIRST_IN, [GO_ON, STRONG], 0] = 3, 0  # most hands are played, and opened with a raise
    usual[_FREE, STRONG, 0] = -4
    return usual, WIDE * rows[[1, 3, 5, *[6] * SIZES]]


USUAL, SPREAD = _usual_and_spread()


class BarSpot(NamedTuple):
    """What rules look at in a decision: ``price`` and ``depth`` are parts of the pot and stack."""

    cell: Cell
    price: float
    depth: float
    raises: int
    leads: bool
    room: float
    can_raise: bool

    @property
    def pays(self) -> bool:
        """True if there is something to pay."""
        return self.cell.faced != grid.NONE

    @property
    def context(self) -> int:
        """Which of the five sets of bars he goes by."""
        if self.cell.street:
            return _BET if self.pays else _FREE
        return {grid.BLINDS: _FIRST_IN, grid.NONE: _CHECKED_TO}.get(self.cell.faced, _RAISED)

    def traits(self) -> FloatArray:
        """The traits of the decision."""
        street, faced, _, last, initiative = self.cell
        faces = faced > grid.BLINDS
        led = faces and initiative in (grid.LED, grid.ACTIVE)
        room = min(max(np.log(self.room + 1e-3), -3.0), 3.5) / 2
        costs = [self.price - 0.3, np.sqrt(self.depth) - 0.2, max(0, self.raises - 1)]
        high = [faces and self.price > bound for bound in HIGH_PRICES]
        streets = [1.0, street == 2, street == 3]
        paid = [faces * cost for cost in costs]
        return np.array([*streets, *paid, last, self.leads, *high, led, room], np.float64)


def bar_spot(situation: Situation, cell: Cell) -> BarSpot:
    """A situation as rules look at it."""
    owed, pot = situation.owed, max(situation.pot, 1)
    return BarSpot(
        cell,
        owed / (pot + owed),
        owed / max(situation.rules.stacks),
        situation.raises,
        situation.aggressor == HIMSELF,
        situation.effective / pot,
        situation.could_raise,
    )


class BarDecision(NamedTuple):
    """A decision as bars are fitted to it."""

    spot: BarSpot
    sorts: CardArray
    kind: int


class _BarHand(NamedTuple):
    decisions: tuple[BarDecision, ...]
    could: npt.NDArray[np.bool_]
    weight: float = 1.0


class Bars:
    """One player's bars.

    >>> spot = BarSpot(Cell(3, grid.BET, True, True, grid.IDLE), 0.25, 0.05, 1, False, 3.0, True)
    >>> his, shown = Bars(), np.zeros(1326, np.bool_)
    >>> shown[700] = True
    >>> sorts = np.full(1326, 180, np.uint8)
    >>> for _ in range(40):
    ...     his.see([BarDecision(spot, sorts, 0)], shown)  # folds what beats three quarters
    >>> his.fit()
    >>> bool(his.by_sort(spot)[180, 0] > 0.9)
    True
    """

    def __init__(self) -> None:
        self._weights = USUAL.copy()
        self._hands: deque[_BarHand] = deque(maxlen=MOST_HANDS)
        self._fits = 0

    def see(self, decisions: Sequence[BarDecision], could: npt.NDArray[np.bool_]) -> None:
        """Keep a hand of his; ``could`` (1326) is set for what he may have held by its end."""
        if decisions:
            self._hands.append(_BarHand(tuple(decisions), could))

    def doubt(self, hands: int, share: float) -> None:
        """Count all but the last hands by a share of what they counted: he may have changed."""
        for place in range(len(self._hands) - hands):
            hand = self._hands[place]
            self._hands[place] = hand._replace(weight=share * hand.weight)

    def by_sort(self, spot: BarSpot) -> FloatArray:
        """The chances of fold, call and raises of five sizes with each sort of holding."""
        chances, parts = np.zeros((SORTS, KINDS)), np.zeros((SORTS, 3))
        pays, raises, own = spot.pays, spot.can_raise, self._weights[spot.context]
        everything = np.ones(SORTS, np.bool_)
        bar_chances(own, spot.traits(), TRAITS, pays, raises, everything, chances, parts)
        legal = np.array([pays, True, *[raises] * SIZES])
        opened: FloatArray = (1 - LEAST) * chances + LEAST * legal / legal.sum()
        return opened

    def kinds(self, situation: Situation, cell: Cell) -> FloatArray:
        """The same with each combo: (1326, 7)."""
        kinds: FloatArray = self.by_sort(bar_spot(situation, cell))[sorts_on(situation.board)]
        return kinds

    def fit(self) -> None:
        """Fit the bars to all hands that are kept."""
        from scipy.optimize import minimize

        if not self._hands:
            return
        hands = self._as_arrays()

        def loss(flat: FloatArray) -> tuple[float, FloatArray]:
            away = flat.reshape(USUAL.shape)
            slope = np.zeros_like(USUAL)
            surprise = bar_surprise(USUAL + SPREAD * away, hands, TRAITS, LEAST, slope)
            return surprise + 0.5 * float((away**2).sum()), (slope * SPREAD + away).ravel()

        start = ((self._weights - USUAL) / SPREAD).ravel()
        steps = STEPS_OF_FIT if self._fits >= FIRST_FITS else FIRST_STEPS
        best = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": steps})
        self._weights = USUAL + SPREAD * best.x.reshape(USUAL.shape)
        self._fits += 1

    def _as_arrays(self) -> BarHands:
        decisions = [one for hand in self._hands for one in hand.decisions]
        lengths = [len(hand.decisions) for hand in self._hands]
        ages = np.arange(len(self._hands))[::-1]
        return BarHands(
            np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64),
            np.array([one.spot.context for one in decisions], np.int64),
            np.array([one.spot.traits() for one in decisions]),
            np.array([one.spot.pays for one in decisions], np.bool_),
            np.array([one.spot.can_raise for one in decisions], np.bool_),
            np.array([one.kind for one in decisions], np.int64),
            np.array([one.sorts for one in decisions]),
            np.array([hand.could for hand in self._hands]),
            np.array([hand.weight for hand in self._hands]) * 0.5 ** (ages / HALF),
        )
