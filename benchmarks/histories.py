"""Reading hands against pokerkit: PHH and PokerStars text, read and replayed, on one core.

The hands are at random, written by our own writers; where ``VILLAIN_DATA`` (default
``../shared/data``) has real ones, they are read too.
"""

import os
import sys
import warnings
from collections.abc import Callable
from pathlib import Path

from pokerkit import HandHistory as Theirs
from pokerkit.notation import PokerStarsParser

from benchmarks.comparison import Comparison, report
from tests.histories.random_hands import random_history
from villain.game.rules import Betting
from villain.histories.files.pieces import Piece, pieces
from villain.histories.formats.format import Format, RefusedError, read_hand
from villain.histories.formats.registry import FORMATS, write_hands
from villain.strength.speed import best_time

HANDS, FEWER = 1_000, 150
DATA = Path(os.environ.get("VILLAIN_DATA", "../shared/data"))
HANDHQ = DATA / "handhq" / "PS_50NLH_headsup_only.tar.xz"
SAMPLES = DATA / "handhistories" / "hhsmithy_samples_MIT.tar.xz"
PHH, STARS = FORMATS["phh"], FORMATS["pokerstars"]


def random_file(form: Format, number: int) -> str:
    """A file of hands of no-limit hold'em, two to nine players."""
    histories = [random_history(seed, Betting.NO_LIMIT, ante=False) for seed in range(number)]
    return "".join(write_hands(form, ((history, history.replay()) for history in histories)))


def real_hands(archive: Path, form: Format, number: int) -> list[str]:
    """The first hands of an archive that both sides could read."""
    found: list[str] = []
    for piece in pieces([archive]):
        if isinstance(piece, Piece) and piece.form == form.name:
            found += [text for _, text, _ in piece.blocks() if _is_read(form, text)]
        if len(found) >= number:
            break
    return found[:number]


def _is_read(form: Format, text: str) -> bool:
    try:
        read_hand(form, text)
        if form is STARS:
            return bool(list(PokerStarsParser()(text)))
        return True
    except (RefusedError, ValueError, KeyError):
        return False


def ours(form: Format, text: str) -> int:
    """Read and replay all hands of a file."""
    return len([read_hand(form, block.text) for block in form.split(text, 1)])


def their_phh(text: str) -> int:
    """Load and replay all hands of a file."""
    hands = list(Theirs.loads_all(text))
    for hand in hands:
        for _ in hand:
            pass
    return len(hands)


def their_stars(text: str) -> int:
    """Parse all hands of a file; they are not replayed."""
    return len(list(PokerStarsParser()(text)))


def speed(action: Callable[[], int], rounds: int) -> float:
    """Hands a second."""
    return action() / best_time(action, rounds)


def compared(
    what: str, form: Format, whole: str, part: str, theirs: Callable[[str], int], wanted: int
) -> Comparison:
    """One line: we read the whole file, they the first part of it."""
    mine, other = speed(lambda: ours(form, whole), 5), speed(lambda: theirs(part), 2)
    ratio = mine / other
    return Comparison(
        what, f"{mine:,.0f}", f"{other:,.0f}", ratio, f"at least {wanted}", ratio >= wanted
    )
