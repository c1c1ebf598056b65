"""How a read of a player forms: the same spots of his, asked about hand after hand.

The crowd reads, or any other predictor.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import numpy as np

from villain.errors import VillainError
from villain.evaluation.followed import Followed
from villain.evaluation.spots import (
    CROWD,
    KINDS,
    Kind,
    OwnHand,
    Spot,
    ask,
    own_hands,
    reader_of,
    spots_of,
)
from villain.hands.store.hand_store import HandStore
from villain.kernels.arrays import FloatArray
from villain.models.predictors.legal import ACTIONS
from villain.models.predictors.registry import PredictorSpec
from villain.profiles.population import Estimate, interval

TOGETHER, ALONE = 160, 32
"""So many spots of a kind are asked about: first decisions of a hand together, others alone."""

EVERY = ((20, 1), (10**9, 5))
"""Up to so many hands, after every so many of them."""


@dataclass(frozen=True)
class Read:
    """One kind of spot: what the crowd said by hands seen (moments, 3), and what he did.

    ``spots`` of them were asked about; ``done`` counts folds, calls and raises in all of his, and
    ``seen`` has those in the hands that were followed: the number of the hand, and the action.
    """

    kind: Kind
    spots: int
    chances: FloatArray
    done: tuple[int, int, int]
    seen: tuple[tuple[int, int], ...]

    @property
    def cases(self) -> int:
        """How often he was there."""
        return sum(self.done)

    def really(self, action: int) -> Estimate:
        """How often he did that, with its 95 % interval."""
        return interval(self.done[action], self.cases)


@dataclass(frozen=True)
class Forming:
    """A player's read, by kind of spot, after the numbers of hands in ``moments``."""

    player: Followed
    hands: int
    first: datetime | None
    last: datetime | None
    moments: tuple[int, ...]
    reads: dict[str, Read]


def moments(hands: int) -> tuple[int, ...]:
    """After how many hands it is asked: at first after each, then more rarely.

    >>> moments(31)[-5:], len(moments(100))
    ((19, 20, 25, 30, 31), 37)
    """
    found = {0, hands}
    for number in range(1, hands + 1):
        step = next(step for most, step in EVERY if number <= most)
        if number % step == 0:
            found.add(number)
    return tuple(sorted(found))


def follow(
    store: HandStore,
    player: Followed,
    hands: int = 100,
    seed: int = 1,
    *,
    model: PredictorSpec = CROWD,
    progress: Callable[[float], None] = lambda _: None,
) -> Forming:
    """Show a reader a player's first hands, and ask it about spots of all his hands meanwhile."""
    own = own_hands(store, player.name, player.site)
    if not own:
        raise VillainError(f"{player.name!r} has decided nothing in these hands")
    first, last = _dates(store, player)
    reads = follow_hands(own, hands, seed, model=model, progress=progress)
    return Forming(player, len(own), first, last, moments(min(hands, len(own))), reads)


def follow_hands(
    own: Sequence[OwnHand],
    hands: int = 100,
    seed: int = 1,
    *,
    model: PredictorSpec = CROWD,
    progress: Callable[[float], None] = lambda _: None,
) -> dict[str, Read]:
    """The same of hands that are at hand."""
    rng = np.random.default_rng(seed)
    hands = min(hands, len(own))
    when = moments(hands)
    all_spots = {name: spots_of(own, kind) for name, kind in KINDS.items()}
    asked = {name: some_of(spots, _most(spots), rng) for name, spots in all_spots.items()}
    told: dict[str, list[FloatArray]] = {name: [] for name in KINDS}
    reader = reader_of(model)
    for number in range(hands + 1):
        if number in when:
            for name, spots in asked.items():
                told[name].append(ask(reader, spots).mean(axis=0) if spots else np.full(3, np.nan))
            progress((number + 1) / (hands + 1))
        if number < hands:
            own[number].learn(reader)
    seen: dict[str, list[tuple[int, int]]] = {name: [] for name in KINDS}
    for number, hand in enumerate(own[:hands], 1):
        for decision in hand.decisions:
            for name in (name for name, kind in KINDS.items() if kind.fits(decision.situation)):
                seen[name].append((number, ACTIONS[decision.kind]))
    return {
        name: Read(
            kind, len(asked[name]), np.array(told[name]), _count(all_spots[name]), tuple(seen[name])
        )
        for name, kind in KINDS.items()
    }


def some_of(spots: Sequence[Spot], most: int, rng: np.random.Generator) -> list[Spot]:
    """At most so many of them, drawn by chance."""
    most = min(len(spots), most)
    return [spots[place] for place in sorted(rng.choice(len(spots), most, replace=False))]


def _most(spots: Sequence[Spot]) -> int:
    return ALONE if any(spot.earlier for spot in spots) else TOGETHER


def _count(spots: Sequence[Spot]) -> tuple[int, int, int]:
    counts = [0, 0, 0]
    for spot in spots:
        counts[ACTIONS[spot.decision.kind]] += 1
    return counts[0], counts[1], counts[2]


def _dates(store: HandStore, player: Followed) -> tuple[datetime | None, datetime | None]:
    sql = "SELECT min(played), max(played) FROM seats WHERE name = ? AND site = ?"
    row = store.query(sql, [player.name, player.site]).fetchone()
    assert row is not None
    return row[0], row[1]


def forming_as_dict(found: Forming, name: str, model: str = CROWD) -> dict[str, Any]:
    """Everything that was found, for scripts; the player is called so."""
    player = found.player
    return {
        "player": name,
        "why": player.why,
        "held_back": player.held_back,
        "hands": found.hands,
        "from": str(found.first or ""),
        "to": str(found.last or ""),
        "vpip": player.vpip,
        "aggression": player.aggression,
        "hands_seen": list(found.moments),
        "spots": {
            name: {
                "asked": read.spots,
                "cases": read.cases,
                "seen": len(read.seen),
                **{
                    action: {
                        model: read.chances[:, place].tolist(),
                        "did": list(read.really(place)),
                    }
                    for place, action in enumerate(read.kind.actions)
                    if action
                },
            }
            for name, read in found.reads.items()
        },
    }
