"""Judges how well a model reads ranges: by the chance it gave to the cards that a player had.

After every action of a player, an opponent's model is asked what he may hold. The score is

    gain = log P(the cards he had) - log P(them, if all he could hold were alike)

in nats, where *could hold* is what the observer does not see elsewhere: 0 for a model that knows
nothing, 7.1 for one that knows everything before the flop.

Where all cards are known, everybody reads everybody and all actions count. In other hands only
cards that were shown can be looked up: a biased sample, of hands that went to a showdown.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from villain.cards.combo import Combo
from villain.cards.range import possible
from villain.game.events import Acted
from villain.hands.hand_history import HandHistory
from villain.hands.views import views
from villain.kernels.arrays import FloatArray
from villain.models.answers import weights_held
from villain.models.model import OpponentModel

LEAST = 1e-12
"""A model that holds the truth for impossible is fined as if it gave it this chance."""

RESAMPLES = 1000

Make = Callable[[], OpponentModel]
Wanted = Callable[[str], bool]


class RangeReading(NamedTuple):
    """One action of a player, and how well he was read after it.

    ``hand`` counts the hands, ``street`` is 0 before the flop, ``action`` counts the player's own
    actions in the hand from 1; ``gain`` is in nats over the uniform range, ``place`` the share of
    the range that was held for less likely than the truth (ties as half): a half by chance.
    """

    hand: int
    player: str
    observer: str
    street: int
    action: int
    kind: str
    gain: float
    place: float


class RangeGain(NamedTuple):
    """A mean of nats gained over so many actions, with its 95 % interval."""

    mean: float
    low: float
    high: float
    actions: int


def read_hands(
    make: Make,
    hands: Iterable[HandHistory],
    wanted: Wanted = lambda _: True,
) -> Iterator[list[RangeReading]]:
    """Let models follow hands in the order of time; for each hand, how well players were read.

    ``wanted`` says by name who is read; hands without one are passed over. Where all cards are
    known every observer has a model of his own, which learns from hand to hand. Elsewhere one
    model sits at all tables and has seen all hands.
    """
    models: dict[str, OpponentModel] = defaultdict(make)
    for number, history in enumerate(hands):
        readings: list[RangeReading] = []
        for observer, key in _observers(history, wanted):
            model = models[key]
            if model.reads(history.rules):
                readings += _read(model, history, observer, number, wanted)
        yield readings


def _observers(history: HandHistory, wanted: Wanted) -> list[tuple[int, str]]:
    """The seats that look on, and the names of their models."""
    names = history.names
    seats = range(len(names))
    if all(history.holes):
        return [
            (seat, names[seat])
            for seat in seats
            if any(wanted(name) for other, name in enumerate(names) if other != seat)
        ]
    if not any(map(wanted, names)):
        return []
    hero = history.origin.hero
    if hero is None:  # somebody whose cards nobody knows, and so nobody whom one could judge
        hidden = [seat for seat in seats if not history.holes[seat]]
        hero = hidden[0] if hidden else 0
    return [(hero, "")]


def _read(
    model: OpponentModel, history: HandHistory, observer: int, number: int, wanted: Wanted
) -> Iterator[RangeReading]:
    actions: dict[int, int] = defaultdict(int)
    for seen in views(history, observer):
        model.observe(seen)
        event = seen.events[-1]
        assert isinstance(event, Acted)
        seat = event.seat
        actions[seat] += 1
        if seat == observer or not history.holes[seat] or not wanted(history.names[seat]):
            continue
        could = possible((*seen.hole, *seen.board))
        truth = Combo.of(*history.holes[seat])
        gain, place = judge(weights_held(model, seen, seat), could, truth)
        yield RangeReading(
            number,
            history.names[seat],
            history.names[observer],
            seen.street,
            actions[seat],
            event.kind,
            gain,
            place,
        )
    model.observe(history.play().observation(observer))


def judge(weights: FloatArray, could: npt.NDArray[np.bool_], truth: int) -> tuple[float, float]:
    """The nats gained over the uniform range, and the place of the truth in the range.

    >>> weights = np.zeros(1326)
    >>> weights[:2] = 0.5
    >>> [round(number, 2) for number in judge(weights, np.ones(1326, np.bool_), 0)]
    [6.5, 1.0]
    """
    chance = float(weights[truth])
    below = int(np.count_nonzero(could & (weights < chance)))
    same = int(np.count_nonzero(could & (weights == chance))) - 1
    many = int(np.count_nonzero(could))
    place = (below + same / 2) / max(many - 1, 1)
    return float(np.log(max(chance, LEAST) * many)), place


def gain_of(
    readings: Iterable[RangeReading],
    resamples: int = RESAMPLES,
    seed: int = 1,
    *,
    players: bool = False,
) -> RangeGain:
    """The mean gain, with an interval from whole hands, or players, drawn again and again."""
    parts: dict[int | str, list[float]] = defaultdict(list)
    for reading in readings:
        parts[reading.player if players else reading.hand].append(reading.gain)
    if not parts:
        return RangeGain(np.nan, np.nan, np.nan, 0)
    sums = np.array([sum(gains) for gains in parts.values()])
    counts = np.array([len(gains) for gains in parts.values()])
    rng = np.random.default_rng(seed)
    means = np.empty(resamples)
    for i in range(resamples):
        drawn = rng.integers(len(sums), size=len(sums))
        means[i] = sums[drawn].sum() / counts[drawn].sum()
    low, high = np.quantile(means, [0.025, 0.975])
    total = int(counts.sum())
    return RangeGain(float(sums.sum() / total), float(low), float(high), total)


def by_street(readings: Iterable[RangeReading], *, folds: bool = True) -> dict[int, RangeGain]:
    """Gains by street; with or without the actions by which somebody left the hand."""
    streets: dict[int, list[RangeReading]] = defaultdict(list)
    for reading in readings:
        if folds or reading.kind != "fold":
            streets[reading.street].append(reading)
    return {street: gain_of(some) for street, some in sorted(streets.items())}


def by_actions(readings: Iterable[RangeReading], most: int = 8) -> dict[int, RangeGain]:
    """Gains by how often the player had acted in the hand; the last is that often or more."""
    counts: dict[int, list[RangeReading]] = defaultdict(list)
    for reading in readings:
        counts[min(reading.action, most)].append(reading)
    return {count: gain_of(some) for count, some in sorted(counts.items())}
