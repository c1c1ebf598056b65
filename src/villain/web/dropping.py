"""A file that was dropped on the page: its hands, as far as that is not too much work."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from villain.files import WorkFolder
from villain.hands.files.archives import UnreadableFile
from villain.hands.files.pieces import pieces
from villain.hands.formats.format import RefusedError, read_hand
from villain.hands.formats.registry import FORMATS
from villain.hands.hand_history import HandHistory
from villain.web.questions import Question

MOST_BYTES, MOST_HANDS = 20 * 2**20, 5_000
"""A file may be so long, and so many of its hands are looked at, good or not."""


def read_dropped(
    data: bytes, number: int, question: Question
) -> tuple[int, HandHistory | None, list[str]]:
    """Read a dropped file: how many hands it holds, the one that is wanted, and what is refused.

    The file is looked at in a folder of its own, and not kept. Hands that are refused are as much
    work as good ones: where there are too many of both, or the time is up, the rest is left out.
    """
    good, asked_for, refused, stopped = 0, None, [], ""
    with WorkFolder() as folder:
        path = Path(folder) / "dropped"
        path.write_bytes(data)
        question.at_end(lambda: _cut_off(path))
        for line, problem, history in _hands_in(path):
            if history is None:
                refused.append(f"line {line}: {problem}" if line else problem)
            else:
                good += 1
                if good == number:
                    asked_for = history
            if good + len(refused) >= MOST_HANDS:
                stopped = f"after {MOST_HANDS:,} hands"
            if stopped or question.over:
                break
    if question.over:
        stopped = f"after {question.seconds:g} s"
    if stopped:
        refused.insert(0, f"{stopped} the rest was left out; villain import reads all of a file")
    return good, asked_for, refused[:50]


def _cut_off(path: Path) -> None:
    """Bring the end of a file near: a packed one can be a thousand times as long as it looks."""
    with suppress(OSError):
        os.truncate(path, 0)


def _hands_in(path: Path) -> Iterator[tuple[int, str, HandHistory | None]]:
    """Each hand of a file, or its line and why it cannot be read; of a whole file no line."""
    for piece in pieces([path]):
        if isinstance(piece, UnreadableFile):
            yield 0, piece.reason, None
            continue
        for line, text, wrong in piece.blocks():
            try:
                if wrong:
                    raise RefusedError(*wrong)
                history, _ = read_hand(FORMATS[piece.form], text, piece.context)
                yield line, "", history
            except RefusedError as error:
                yield line, str(error), None
