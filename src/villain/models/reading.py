"""What a model makes of one seat, action by action."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from villain.cards.card import Card
from villain.cards.range import CLASS_OF_COMBO, possible
from villain.errors import VillainError
from villain.game.events import Acted
from villain.game.observation import Observation
from villain.kernels.arrays import FloatArray
from villain.models.answers import weights_held
from villain.models.model import OpponentModel


class SeatRange(NamedTuple):
    """What a seat may hold after one of its actions; the weights of the combos sum to one.

    ``known`` are the cards that the observer sees, which the seat cannot have.
    """

    event: Acted
    street: int
    board: tuple[Card, ...]
    known: tuple[Card, ...]
    weights: FloatArray

    @property
    def words(self) -> str:
        """What the seat did, such as *raises to 4*."""
        return str(self.event).removeprefix(f"seat {self.event.seat} ")

    @property
    def shares(self) -> FloatArray:
        """How much of the range each of the 169 classes is; it sums to one."""
        return np.bincount(CLASS_OF_COMBO, self.weights, minlength=169).astype(np.float64)

    @property
    def likelihoods(self) -> FloatArray:
        """How likely a combo of each class is beside the likeliest class, as the 13×13 grid.

        It is the mean over the combos that are possible: a jack on the board leaves fewer pairs of
        jacks, but makes none of them less likely.
        """
        left = np.bincount(CLASS_OF_COMBO, possible(self.known), minlength=169)
        means = self.shares / np.maximum(left, 1)
        # Rounded, since sums of equal weights differ in the last digit.
        grid: FloatArray = np.round(means / means.max(), 12).reshape(13, 13)
        return grid

    def combos_in(self, share: float) -> int:
        """The fewest combos that make up this share of the range."""
        sums = np.cumsum(np.sort(self.weights)[::-1])
        return int(np.searchsorted(sums, share * sums[-1] * (1 - 1e-12))) + 1


def read_seat(model: OpponentModel, views: Iterable[Observation], seat: int) -> list[SeatRange]:
    """Let a model observe every action of a hand, and ask it for a range after each of a seat's.

    >>> from villain.game import limit_holdem
    >>> from villain.game.script import parse_script, play_script
    >>> from villain.models.registry import make_model
    >>> views = play_script(parse_script("r c / 3h4cJh: c r"), limit_holdem(2), hero=0)
    >>> for reading in read_seat(make_model("generic"), views, 1):
    ...     print(reading.event, reading.combos_in(0.5))
    seat 1 raises to 4 ...
    seat 1 raises to 2 ...
    """
    readings, active = [], set()
    for seen in views:
        model.observe(seen)
        event = seen.events[-1]
        if not isinstance(event, Acted):
            continue
        active.add(event.seat)
        if event.seat == seat and event.kind != "fold":  # a fold tells of no hand that matters
            known = (*seen.hole, *seen.board)
            weights = weights_held(model, seen, seat)
            readings.append(SeatRange(event, seen.street, seen.board, known, weights))
    if not readings:
        others = ", ".join(map(str, sorted(active)))
        raise VillainError(f"seat {seat} does nothing in this hand; who acts is in seat {others}")
    return readings


def last_aggressor(views: Iterable[Observation], but: int | None = None) -> int:
    """The seat that raised last, or else acted last; not this one."""
    acts = [e for seen in views if isinstance(e := seen.events[-1], Acted) and e.seat != but]
    if not acts:
        raise VillainError(f"nobody but seat {but} acts in this hand; there is no one to read")
    return ([act for act in acts if act.kind == "raise"] or acts)[-1].seat
