"""The crowd's read of a player: what it expects of him in plain spots, beside a stranger."""

from collections.abc import Callable
from typing import Any, NamedTuple

from villain.hands.store.hand_store import HandStore
from villain.profiles.spot_reads import SpotRead, read_spots
from villain.profiles.spots import BUTTON, KINDS, own_hands

HANDS = 500
"""The read rests on so many of his hands, the newest. Twice as many take twice the time, and moved
no chance of four players by more than 3 points."""

SPOTS = {"first in": KINDS["first in"], "button": BUTTON, **KINDS}


class CrowdRead(NamedTuple):
    """The hands that it rests on, and by kind of spot what was asked before them and after.

    The chances of each have two rows: of a stranger, and of him. Kinds of spots that he never came
    into are left out.
    """

    hands: int
    spots: dict[str, SpotRead]


def crowd_read(
    store: HandStore,
    name: str,
    site: str,
    hands: int = HANDS,
    *,
    progress: Callable[[float], None] = lambda _: None,
) -> CrowdRead | None:
    """Let the crowd learn a player from his newest hands; None if he decided in none of hold'em.

    It is asked about spots of these same hands, as if one of them came next.
    """
    own = own_hands(store, name, site, hands, newest=True)
    if not own:
        return None
    reads = read_spots(own, (0, len(own)), kinds=SPOTS, progress=progress)
    if reads["button"].done == reads["first in"].done:  # heads-up it is always the button
        del reads["button"]
    return CrowdRead(len(own), {key: read for key, read in reads.items() if read.cases})


def crowd_read_as_dict(read: CrowdRead) -> dict[str, Any]:
    """For programs: by kind of spot how often he was there, and what is expected and was done."""
    return {
        "hands": read.hands,
        "spots": {
            key: {
                "title": spot.kind.title,
                "times": spot.cases,
                "asked": spot.spots,
                "actions": {
                    spot.kind.actions[action]: {
                        "expected": float(spot.chances[1, action]),
                        "stranger": float(spot.chances[0, action]),
                        "done": spot.done[action],
                    }
                    for action in spot.kind.possible
                },
            }
            for key, spot in read.spots.items()
        },
    }
