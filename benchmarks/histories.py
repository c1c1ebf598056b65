"""Reading hands against pokerkit: PHH and PokerStars text, read and replayed, on one core.

The hands are at random, written by our own writers; where ``VILLAIN_DATA`` (default
``../shared/data``) has real ones, they are read too.
"""

import os
import warnings
from collections.abc import Callable
from contextlib import redirect_stderr
from io import StringIO
from pathlib import Path

from pokerkit import HandHistory as Theirs
from pokerkit.notation import PokerStarsParser

from benchmarks.comparison import Comparison, at_least, best_seconds, report
from tests.hands.random_hands import random_history
from villain.game.rules import Betting
from villain.hands.files.pieces import Piece, pieces
from villain.hands.formats.format import Format, RefusedError, read_hand
from villain.hands.formats.registry import FORMATS, write_hands

HANDS, FEWER, ROUNDS = 6_000, 60, 5
SEED = 7_000
DATA = Path(os.environ.get("VILLAIN_DATA", "../shared/data"))
HANDHQ = DATA / "handhq" / "PS_50NLH_headsup_only.tar.xz"
SAMPLES = DATA / "handhistories" / "hhsmithy_samples_MIT.tar.xz"
PHH, STARS = FORMATS["phh"], FORMATS["pokerstars"]


def random_hands(form: Format) -> list[str]:
    """Hands of no-limit hold'em, two to nine players, as they stand in a file."""
    histories = [
        random_history(SEED + place, Betting.NO_LIMIT, ante=False) for place in range(HANDS)
    ]
    return list(write_hands(form, ((history, history.replay()) for history in histories)))


def real_hands(archive: Path, form: Format, theirs: Callable[[str], int]) -> list[str]:
    """The first hands of an archive, of those that both sides can read."""
    found: list[str] = []
    for piece in pieces([archive]):
        if isinstance(piece, Piece) and piece.form == form.name:
            found += [text for _, text, _ in piece.blocks()][: HANDS - len(found)]
        if len(found) == HANDS:
            break
    return [text for text in found if _both_read(form, text, theirs)]


def _both_read(form: Format, text: str, theirs: Callable[[str], int]) -> bool:
    if form is PHH:
        return True
    try:
        read_hand(form, text)
        with redirect_stderr(StringIO()):  # pokerkit prints what it cannot read
            return theirs(text) == 1
    except (RefusedError, ValueError, KeyError):
        return False


def ours(form: Format, text: str) -> int:
    """Read and replay all hands of a file."""
    return sum(read_hand(form, block.text)[1].over for block in form.split(text, 1))


def their_phh(text: str) -> int:
    """Load and replay all hands of a file."""
    hands = 0
    for hand in Theirs.loads_all(text):
        for _ in hand:
            pass
        hands += 1
    return hands


def their_stars(text: str) -> int:
    """Parse all hands of a file, which replays them too."""
    return sum(1 for _ in PokerStarsParser()(text))


def compared(
    what: str, form: Format, hands: list[str], theirs: Callable[[str], int], wanted: int
) -> Comparison:
    """One line: we read all hands, other ones in every round, and they the first of them.

    We remember lines that were read before; so nobody shall read a hand twice.
    """
    each = len(hands) // (ROUNDS + 1)
    parts = iter([file_of(hands[place * each :][:each]) for place in range(ROUNDS + 1)])
    first = file_of(hands[:FEWER])
    assert theirs(first) == len(hands[:FEWER])

    def read() -> None:
        assert ours(form, next(parts)) == each

    mine, other = best_seconds(read, lambda: theirs(first), rounds=ROUNDS)
    return at_least(what, each / mine, len(hands[:FEWER]) / other, wanted)


def file_of(hands: list[str]) -> str:
    return "\n\n\n".join(hands)


def compare() -> list[Comparison]:
    warnings.simplefilter("ignore")  # pokerkit's, of fields that it does not know
    rows = [
        compared("PHH, read and replayed, hands a second", PHH, random_hands(PHH), their_phh, 20),
        compared("PokerStars text", STARS, random_hands(STARS), their_stars, 100),
    ]
    if DATA.exists():
        heads_up = real_hands(HANDHQ, PHH, their_phh)
        samples = real_hands(SAMPLES, STARS, their_stars)
        rows += [
            compared(f"PHH, {len(heads_up)} real hands", PHH, heads_up, their_phh, 5),
            compared(f"PokerStars, {len(samples)} samples", STARS, samples, their_stars, 20),
        ]
    return rows


if __name__ == "__main__":
    report(compare, __doc__)
