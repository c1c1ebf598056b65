"""Follows how a read of a player forms: the same spots of his, asked about hand after hand.

The crowd reads, or any other predictor.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from villain.errors import VillainError
from villain.evaluation.followed import Followed
from villain.hands.store.hand_store import HandStore
from villain.models.registry import ModelSpec
from villain.profiles.spot_reads import SpotRead, read_spots
from villain.profiles.spots import CROWD, own_hands

EVERY = ((20, 1), (10**9, 5))
"""Up to so many hands, after every so many of them."""


@dataclass(frozen=True)
class Forming:
    """A player's read, by kind of spot, after the numbers of hands in ``moments``."""

    player: Followed
    hands: int
    first: datetime | None
    last: datetime | None
    moments: tuple[int, ...]
    reads: dict[str, SpotRead]


def moments(hands: int) -> tuple[int, ...]:
    """After how many hands it is asked: at first after each, then more rarely.

    >>> moments(31)[-5:], len(moments(100))
    ((19, 20, 25, 30, 31), 37)
    """
    numbers = {0, hands}
    for number in range(1, hands + 1):
        step = next(step for most, step in EVERY if number <= most)
        if number % step == 0:
            numbers.add(number)
    return tuple(sorted(numbers))


def follow(
    store: HandStore,
    player: Followed,
    hands: int = 100,
    seed: int = 1,
    *,
    model: ModelSpec = CROWD,
    progress: Callable[[float], None] = lambda _: None,
) -> Forming:
    """Show a reader a player's first hands, and ask it about spots of all his hands meanwhile."""
    own = own_hands(store, player.name, player.site)
    if not own:
        raise VillainError(f"{player.name!r} has decided nothing in these hands")
    first, last = _dates(store, player)
    when = moments(min(hands, len(own)))
    reads = read_spots(own, when, seed, model=model, progress=progress)
    return Forming(player, len(own), first, last, when, reads)


def _dates(store: HandStore, player: Followed) -> tuple[datetime | None, datetime | None]:
    sql = "SELECT min(played), max(played) FROM seats WHERE name = ? AND site = ?"
    row = store.query(sql, [player.name, player.site]).fetchone()
    assert row is not None
    return row[0], row[1]


def forming_as_dict(forming: Forming, name: str, model: str = CROWD) -> dict[str, Any]:
    """Everything that was found, for scripts; the player is called so."""
    player = forming.player
    return {
        "player": name,
        "why": player.why,
        "held_back": player.held_back,
        "hands": forming.hands,
        "from": str(forming.first or ""),
        "to": str(forming.last or ""),
        "vpip": player.vpip,
        "aggression": player.aggression,
        "hands_seen": list(forming.moments),
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
            for name, read in forming.reads.items()
        },
    }
