"""Our own action on its way, and whether the dealer took it as it was sent."""

import re
from typing import NamedTuple

_MOVES = re.compile(r"[fc]|r\d*", re.ASCII)


class OwnAction(NamedTuple):
    """An action that was sent in answer to a line.

    >>> sent = OwnAction.of("MATCHSTATE:1:7:cr300:|AcJs", "r900")
    >>> sent.taken_as("MATCHSTATE:1:7:cr300r900c/:|AcJs/Kc5sQc")
    'r900'
    >>> sent.taken_as("MATCHSTATE:1:7:cr300c/:|AcJs/Kc5sQc")
    'c'
    """

    place: list[str]
    moves: int
    action: str

    @classmethod
    def of(cls, line: str, action: str) -> "OwnAction":
        """The action, and the line that it answers."""
        _, *place, betting = line.split(":", 4)[:4]
        return cls(place, len(_MOVES.findall(betting)), action)

    def taken_as(self, line: str) -> str:
        """The action as a later line of the hand has it; empty if it does not tell.

        It may be the same line once more, or one of another hand.
        """
        _, *place, betting = (line.split(":", 4) + [""] * 4)[:4]
        moves = _MOVES.findall(betting)
        return moves[self.moves] if place == self.place and len(moves) > self.moves else ""
