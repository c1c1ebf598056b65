"""Hands of files in which all cards are known, and who of their players was never trained on."""

from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from itertools import islice
from pathlib import Path

from villain.errors import VillainError
from villain.game.hand import Hand
from villain.hands.files.archives import UnreadableFile
from villain.hands.files.pieces import pieces
from villain.hands.formats.format import RefusedError, read_hand
from villain.hands.formats.registry import FORMATS
from villain.hands.hand_history import HandHistory

MACHINE = "DeepStack"
"""It plays in every hand of its log: neither one of the players to be read nor unknown."""

HELD_BACK = 30
"""So many in a hundred players are held back."""


def held_back(name: str) -> bool:
    """True if the card network has seen nothing of a player: by a digest of his name alone.

    The log has 17 people, of whom eight played most hands; the digest is not the one by which the
    predictors of actions are split, as that would leave it a third of the hands.

    >>> held_back("Ann"), held_back("Cleo")
    (False, True)
    """
    return int(sha256(name.encode()).hexdigest()[:8], 16) % 100 >= 100 - HELD_BACK


def known(history: HandHistory) -> bool:
    """True if everybody's cards are known, so that no showdown chose them."""
    return all(history.holes)


def hands_of(
    paths: Sequence[Path],
    most: int | None = None,
    refused: Callable[[str], None] = lambda _: None,
) -> Iterator[HandHistory]:
    """The hands of files in order, at most so many; ``refused`` is told of each left out."""
    return islice((history for history, _ in replayed(paths, refused)), most)


def replayed(
    paths: Sequence[Path], refused: Callable[[str], None]
) -> Iterator[tuple[HandHistory, Hand]]:
    """The hands of files in order, each with its replay."""
    for piece in pieces(paths):
        if isinstance(piece, UnreadableFile):
            raise VillainError(f"{piece.name}: {piece.reason}")
        for line, text, wrong in piece.blocks():
            try:
                if wrong:
                    raise RefusedError(*wrong)
                yield read_hand(FORMATS[piece.form], text, piece.context)
            except RefusedError as error:
                refused(f"{piece.source}, line {line}: {error}")
