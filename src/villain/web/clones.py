"""Clones of players of the host's hand store, at tables of the page, if the host allows them.

A page names the player and nothing else: which store it is, the host has said.
"""

from pathlib import Path

from villain.agents.cast import LIKE
from villain.agents.person import Person
from villain.errors import VillainError

MOST_CLONED = 2_000
"""A clone is made of so many of his last hands."""

CLOSED = "players of the host's store are not cloned here; villain play --clones would allow it"


def cloned_player(agent: str) -> str | None:
    """The name of the player whom a text asks to be cloned: all that follows, commas and all.

    >>> cloned_player("person:like=Ann, of Oslo"), cloned_player("person")
    ('Ann, of Oslo', None)
    """
    return agent.removeprefix(LIKE).strip() if agent.startswith(LIKE) else None


class CloneMaker:
    """Makes clones of players of one store, the usual one if no folder is given."""

    def __init__(self, store: Path | None = None) -> None:
        self._store = store

    def make(self, player: str, seed: int) -> Person:
        """A clone of a player; one that the store does not have is an error that says so."""
        if not player or not player.isprintable():
            raise VillainError("whose clone? Write person:like=NAME, a player of your hand store")
        return Person(seed, like=player, store=self._store, hands=MOST_CLONED)
