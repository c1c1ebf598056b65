"""Finding hands: in the store by a condition or an identifier, or in a file."""

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from villain.errors import VillainError
from villain.game.hand import Hand
from villain.hands.files.archives import UnreadableFile
from villain.hands.files.pieces import pieces
from villain.hands.formats.format import RefusedError, read_hand
from villain.hands.formats.phh import FORMAT
from villain.hands.formats.registry import FORMATS
from villain.hands.hand_history import HandHistory
from villain.hands.store.hand_store import IN_ORDER, HandStore

PLAYED = """
    FROM (
        SELECT hands.*, seats.* EXCLUDE (
            hand, number, played, placed, site, betting, currency, decimals, big_blind, players,
            showdown
        ), seats.showdown AS went_to_showdown
        FROM hands JOIN seats USING (hand)
    )
"""
"""All columns of ``hands`` and ``seats``: what a condition can speak of."""


def select_hands(
    store: HandStore,
    columns: Sequence[str],
    where: str = "",
    limit: int | None = None,
    *,
    newest: bool = False,
) -> Iterator[tuple[Any, ...]]:
    """Columns of ``hands`` for the hands that fulfil a condition, oldest or newest first."""
    listed = ", ".join(columns)
    if where.strip():
        source = f"(SELECT DISTINCT hand {PLAYED} WHERE ({where})) JOIN hands USING (hand)"
    else:
        source = "hands"
    count = "" if limit is None else f"LIMIT {int(limit)}"
    order = IN_ORDER
    if newest:  # hands of a page have times and numbers
        order = "played DESC NULLS LAST, placed DESC, number DESC, hand"
    return store.rows(f"SELECT {listed} FROM {source} ORDER BY {order} {count}")


def histories(store: HandStore, where: str = "") -> Iterator[tuple[HandHistory, Hand]]:
    """The hands that fulfil a condition, oldest first."""
    for (text,) in select_hands(store, ["phh"], where):
        yield read_hand(FORMAT, text)


def find_hand(
    name: str, open_store: Callable[[], HandStore] = HandStore
) -> tuple[HandHistory, Hand]:
    """One hand: by the first letters of its identifier, or as ``file`` or ``file#3``.

    The store is opened only if the hand is not in a file.

    >>> find_hand("no-such-file.phh#1")
    Traceback (most recent call last):
    ...
    villain.errors.VillainError: there is no file 'no-such-file.phh'
    """
    path, sign, number = name.rpartition("#")
    if not sign or _is_file(name):
        path, number = name, "1"
    if _is_file(path) or "." in name or "/" in name:
        if not _is_file(path):
            raise VillainError(f"there is no file {path!r}")
        if not re.fullmatch("0*[1-9][0-9]{0,11}", number):
            raise VillainError(
                f"{number[:20]!r}: a hand of a file is numbered 1 or more, as in {path}#3"
            )
        return _in_file(Path(path), int(number))
    name = name.lower()
    if not name or not set(name) <= set("0123456789abcdef"):
        raise VillainError(
            f"{name!r} is no hand; give letters of one that villain hands shows, or a file#number"
        )
    rows = list(
        open_store().rows("SELECT hand, phh FROM hands WHERE starts_with(hand, ?) LIMIT 2", [name])
    )
    if not rows:
        raise VillainError(f"no hand of the store begins with {name!r}")
    if len(rows) > 1:
        raise VillainError(f"more than one hand begins with {name!r}; give more letters")
    return read_hand(FORMAT, rows[0][1])


def _is_file(name: str) -> bool:
    try:
        return Path(name).is_file()
    except OSError:  # a name that no file can have
        return False


def _in_file(path: Path, number: int) -> tuple[HandHistory, Hand]:
    seen = 0
    for piece in pieces([path]):
        if isinstance(piece, UnreadableFile):
            raise VillainError(f"{piece.name}: {piece.reason}")
        for line, text, wrong in piece.blocks():
            seen += 1
            if seen == number:
                try:
                    if wrong:
                        raise RefusedError(*wrong)
                    return read_hand(FORMATS[piece.form], text, piece.context)
                except RefusedError as error:
                    raise VillainError(f"{piece.source}, line {line}: {error}") from None
    raise VillainError(f"{path} has {seen} hand{'s' * (seen != 1)}, and no number {number}")
