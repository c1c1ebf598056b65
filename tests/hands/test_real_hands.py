"""Other people's hands, straight from their archives: how many are taken, and why not the rest.

The IRC database has its test in ``test_irc.py``, the hands against DeepStack and the logs of the
competition, line by line, in ``test_acpc.py``.
"""

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from villain.hands.files.archives import UnreadableFile
from villain.hands.files.pieces import Piece, pieces
from villain.hands.formats.format import RefusedError, read_hand
from villain.hands.formats.registry import FORMATS

DATA = Path(os.environ.get("VILLAIN_DATA", "../shared/data"))
pytestmark = [
    pytest.mark.data,
    pytest.mark.skipif(not DATA.exists(), reason=f"no data at {DATA}; set VILLAIN_DATA"),
]

EVERY = 60
"""The ordinary tests read one piece of so many, a file or four megabytes of one."""

HANDS = {"PS_50NLH_headsup_only": 614_070, "FTP_1000NLH": 380_195, "ONG_1000NLH": 323_220}
REFUSED = {
    # Heads-up hands without a small blind in which the big blind is said to speak first (120);
    # hands that break off (17), or lack cards of the board (3).
    "does not fit the rules": 140,
    # A raise after a check and an all-in for less than a bet, which does not reopen the betting.
    "illegal action": 1,
}
SAMPLES = {
    "unknown format": {  # pieces of hands without a beginning, and an empty file
        "BlindActionTests/Ante.txt",
        "BlindActionTests/Ignore.txt",
        "Seats/4 Max.txt",
        "ShowDownActionTests/AllinFlop.txt",
        "ShowDownActionTests/Ignore.txt",
        "ShowDownActionTests/RunItTwice.txt",
        "ShowDownActionTests/Wins.txt",
    },
    "cap game": {
        "ExtraHands/DateIssue2.txt",
        "ExtraHands/PlayerNameWithSlashesAndSquareBrackets.txt",
        "GameTypeTests/CapNoLimitHoldem.txt",
        "RunItTwiceTests/RunItTwice2.txt",
        "Tables/Table6.txt",
    },
    "other game": {  # Omaha
        "ExtraHands/MucksHand.txt",
        "ExtraHands/TableNameWithDash.txt",
        "ExtraHands/ZoomHand.txt",
        "GameTypeTests/NoLimitOmahaHiLo.txt",
        "GameTypeTests/PotLimitOmaha.txt",
        "GameTypeTests/PotLimitOmahaHiLo.txt",
        "HandActionTests/NeedsRaiseAdjusting.txt",
        "HandActionTests/OmahaHiLo.txt",
        "HandActionTests/StrangePlayerNames.txt",
        "HandActionTests/UncalledBet.txt",
        "PlayerTests/OmahaHiLoShowdown.txt",
        "PlayerTests/OmahaShowdown.txt",
        "PlayerTests/RunItTwice.txt",
        "PlayerTests/ShowWithoutShowdown.txt",
        "RunItTwiceTests/RunItTwice1.txt",
        "Seats/6 Max.txt",
        "ValidHandTests/CancelledHand.txt",
    },
    "pot does not add up": {  # edited: the pot leaves out the antes
        "Limits/AnteTable.txt",
    },
    "unknown player": {  # edited: other names in the list of seats
        "PlayerTests/WithSittingOut.txt",
    },
    "does not fit the rules": {  # edited: a card stands twice
        "StreetTests/River.txt",
    },
    "incomplete": {  # breaks off
        "ValidHandTests/InValidHand.txt",
    },
}
"""The files of PokerStars hands that are not read, by reason."""


def results(piece: Piece | UnreadableFile) -> Iterator[str]:
    """For each hand of a piece ``taken``, or why not."""
    assert isinstance(piece, Piece)
    for _, text, wrong in piece.blocks():
        try:
            if wrong:
                raise RefusedError(*wrong)
            read_hand(FORMATS[piece.form], text, piece.context)
            yield "taken"
        except RefusedError as error:
            yield error.reason


def archive(name: str) -> Path:
    (path,) = DATA.glob(f"*/{name}.tar.xz")
    return path


@pytest.mark.parametrize("name", HANDS)
@pytest.mark.slow
def test_a_sample_of_handhq_is_taken(name: str) -> None:
    found: Counter[str] = Counter()
    for number, piece in enumerate(pieces([archive(name)])):
        if number % EVERY == 0:
            found.update(results(piece))
    assert found.total() > 5_000
    assert found["taken"] >= 0.995 * found.total()
    assert set(found) <= {"taken", *REFUSED}


@pytest.mark.slow
def test_all_of_handhq_is_taken_but_for_a_few_known_hands() -> None:
    found: Counter[str] = Counter()
    for name, hands in HANDS.items():
        here = Counter(result for piece in pieces([archive(name)]) for result in results(piece))
        assert here.total() == hands
        assert here["taken"] >= 0.995 * hands
        found += here
    del found["taken"]
    assert found == REFUSED


def test_the_logs_of_the_competition_are_found_among_its_transcripts() -> None:
    found: dict[str, Counter[str]] = {}
    for piece in pieces([archive("dealer-logs")]):
        assert isinstance(piece, Piece)
        found.setdefault(piece.source, Counter()).update(results(piece))
    assert sorted(map(str, found.values())) == sorted(
        [str(Counter({"taken": 1000}))] * 4 + [str(Counter({"unknown format": 1}))] * 4
    )


def test_which_files_of_pokerstars_samples_are_read() -> None:
    found: Counter[str] = Counter()
    files: dict[str, set[str]] = {}
    for piece in pieces([archive("hhsmithy_samples_MIT")]):
        assert isinstance(piece, Piece)
        _, inside, file = piece.source.partition("/PokerStars/CashGame/")
        if inside:
            told = Counter(results(piece))
            found += told
            for reason in told:
                files.setdefault(reason, set()).add(file)
    read = files.pop("taken")
    assert (len(read), found["taken"]) == (41, 107)
    assert files == SAMPLES
