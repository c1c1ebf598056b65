"""The IRC poker database: a tiny one of our own, and the real one where it is."""

import os
import tarfile
import tempfile
from collections import Counter
from datetime import datetime
from io import TextIOWrapper
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from villain.errors import NotationError
from villain.game.actions import CALL, FOLD, raise_to
from villain.hands.formats.format import Block, RefusedError, read_hand
from villain.hands.formats.irc.join import IrcJoin
from villain.hands.formats.irc.reader import FORMAT, kind_of_file, split

FILES = {
    "tiny/hdb": """\
800000001   1     1  3  2/45    2/65    2/65     2/145    Ah 7d 2c 9s 3h
800000002   1     2  2  2/20    2/40    0/0      1/60     Qh Jd 2c 9s
800000003   1     3  3  0/0     0/0     0/0      1/30
800000004   1     4  3  0/0     0/0     0/0      1/20
800000005   1     5  3  3/60    0/0     2/70     2/70     2h 5s 9d Jc 3h
800000006   1     6  3  0/0     0/0     0/0      1/15
800000007   1     7  2  2/20    2/20    2/20     2/20     2h 5s 9d Jc 3h
800000008   1     8  2  2/20    2/20    2/20     2/20     2h 5s 9d Jc 3h
""",
    "tiny/hroster": """\
800000001 3 cat ann bob
800000002 2 ann bob
800000003 3 cat ann bob
800000004 3 cat ann bob
800000005 3 cat ann bob
800000006 3 cat ann bob
800000007 2 ann bob
800000008 2 ann dan
""",
    "tiny/pdb/pdb.ann": """\
ann 800000001  3  1 Bf  -     -     -         1000    5    0
ann 800000002  2  1 Bc  b     kf    -          995   20    0
ann 800000003  3  2 f   -     -     -          975    0    0
ann 800000004  3  1 Bc  -     -     -          975   10   20
ann 800000005  3  1 Bc  bA    -     -           25   25   70 Ac Ad
ann 800000006  3  1 B   -     -     -         1000    5   15
ann 800000007  2  1 Bc  k     k     k         1000   10   20
ann 800000008  2  1 Bc  k     k     k         1000   10   20 Ac Ad
""",
    "tiny/pdb/pdb.bob": """\
bob 800000001  3  2 Bc  kc    k     bc        1000   70    0 7s 8s
bob 800000002  2  2 Bk  c     b     -          930   40   60
bob 800000003  3  3 r   -     -     -          950   20   30
bob 800000004  3  2 Bf  -     -     -          960   10    0
bob 800000005  3  2 Bc  c     -     -          950   25    0 Kc Kd
bob 800000006  3  2 BQ  -     -     -          925   10    0
bob 800000007  2  2 Bk  k     k     k         1000   10    0
""",
    "tiny/pdb/pdb.cat": """\
cat 800000001  3  3 r   b     k     r         1000   70  145 As Kd
cat 800000003  3  1 Bf  -     -     -         1075   10    0
cat 800000004  3  3 Q   -     -     -         1065    0    0
cat 800000005  3  3 r   f     -     -         1065   20    0
cat 800000006  3  3 f   -     -     -         1045    0    0
""",
}
DATA = Path(os.environ.get("VILLAIN_DATA", "../shared/data")) / "irc" / "irc-199504.tar.xz"


def join(files: dict[str, str]) -> list[Block]:
    with IrcJoin() as joined:
        for name, text in files.items():
            joined.add(name, text.splitlines(keepends=True))
        return list(joined.blocks())


HANDS = [block.text for block in join(FILES)]


def refusal(text: str) -> str:
    with pytest.raises(RefusedError) as error:
        read_hand(FORMAT, text)
    return error.value.reason


def changed(number: int, old: str, new: str) -> str:
    assert old in HANDS[number - 1]
    return HANDS[number - 1].replace(old, new)


def test_a_hand_has_its_lines_in_order_of_position() -> None:
    blocks = join(dict(reversed(FILES.items())))
    assert blocks == join(FILES)
    assert [block.line for block in blocks] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert [line.split()[0] for line in blocks[2].text.split("\n")] == [
        "800000003",
        "800000003",
        "cat",
        "ann",
        "bob",
    ]


def test_a_showdown() -> None:
    history, hand = read_hand(FORMAT, HANDS[0])
    assert history.names == ("ann", "bob", "cat")
    assert history.actions == (
        *(raise_to(20), FOLD, CALL),
        *(CALL, raise_to(10), CALL),
        *(CALL, CALL),
        *(raise_to(20), raise_to(40), CALL),
    )
    assert history.rules.blinds == (5, 10, 0)
    assert history.rules.bets == (10, 10, 20, 20)
    assert history.rules.stacks == (1000, 1000, 1000)
    assert history.shown == {1, 2}
    assert hand.payoffs == (-5, -70, 75)
    assert history.origin.number == "800000001"
    assert history.origin.time == datetime(1995, 5, 9, 6, 13, 21)


def test_heads_up_the_small_blind_speaks_first_on_every_street() -> None:
    history, hand = read_hand(FORMAT, HANDS[1])
    assert history.rules.blinds == (5, 10)
    assert history.rules.first == (0, 0, 0, 0)
    assert history.actions == (CALL, CALL, raise_to(10), CALL, CALL, raise_to(20), FOLD)
    assert hand.payoffs == (-20, 20)


def test_without_a_small_blind_the_first_position_posts_the_big_one() -> None:
    history, hand = read_hand(FORMAT, HANDS[2])
    assert history.rules.blinds == (10, 0, 0)
    assert history.actions == (FOLD, raise_to(20), FOLD)
    assert hand.payoffs == (-10, 0, 10)


def test_who_quits_folds_and_a_fold_can_be_free() -> None:
    history, hand = read_hand(FORMAT, HANDS[3])
    assert history.rules.free_folds
    assert history.actions == (FOLD, CALL, FOLD)
    assert hand.payoffs == (10, -10, 0)


def test_all_in_for_less_than_a_bet() -> None:
    history, hand = read_hand(FORMAT, HANDS[4])
    assert not history.rules.free_folds
    assert history.actions == (raise_to(20), CALL, CALL, raise_to(5), CALL, FOLD)
    assert hand.payoffs == (45, -25, -20)


def test_stakes_are_taken_from_who_only_posted() -> None:
    text = changed(3, "10    0", "50    0").replace("20   30", "100  150").replace("1/30", "1/150")
    history, _ = read_hand(FORMAT, text)
    assert history.rules.blinds == (50, 0, 0)
    assert history.rules.bets == (50, 50, 100, 100)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (HANDS[5], "all-in, quit or kick"),  # the big blind quits, and the small blind never acts
        (HANDS[7], "a player's line is missing"),
        (HANDS[0].split("\n", 1)[0], "the roster is missing"),
        (HANDS[0].split("\n", 1)[1], "the hand's line is missing"),
        (changed(1, "cat 800000001  3  3", "cat 800000001  3  2"), "the lines do not fit together"),
        (changed(1, "cat 800000001  3", "cat 800000009  3"), "the lines do not fit together"),
        (changed(1, "800000001 3 cat ann bob", "800000001 3 cat ann"), "the roster is missing"),
        (changed(1, "2/65    2/65", "2/65    2/85"), "pots differ"),
        (changed(1, "1000   70  145", "1000   75  145"), "chips differ"),
        (
            changed(1, "70    0 7s", "70  145 7s").replace("70  145 As", "70    0 As"),
            "winnings differ",
        ),
        (changed(1, "As Kd", "2d Kd"), "winnings differ"),
        (changed(1, "As Kd", "Ah Kd"), "does not fit the rules"),
        (changed(1, "As Kd", "Ax Kd"), "cannot be read"),
        (changed(1, " 9s 3h", " 9s"), "the board does not fit"),
        (changed(1, "kc    k     bc", "kc    c     bc"), "actions do not fit"),
        (changed(1, "kc    k     bc", "kc    k     bcc"), "actions do not fit"),
        (changed(1, "kc    k     bc", "kc    k     b"), "actions do not fit"),
        (changed(1, "Bf ", "f  "), "no blinds"),
        (changed(1, "1000    5", "   0    5"), "a player without chips"),
        (
            HANDS[0].replace("800000001   1     1  3", "800000001   1     1 13"),
            "not 2 to 12 players",
        ),
        ("", "the hand's line is missing"),
    ],
)
def test_what_does_not_fit_is_refused(text: str, reason: str) -> None:
    assert refusal(text) == reason


@given(st.data())
def test_a_damaged_hand_is_read_or_refused(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(HANDS))
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 5)))
    text = text[:start] + data.draw(st.text("0123BfkbcrAQK-/ \nx²", max_size=4)) + text[end:]
    rows = [row for block in split(text, 1) for row in block.text.split("\n")]
    assert rows == [row.rstrip() for row in text.split("\n") if row.strip()]
    try:
        history, hand = read_hand(FORMAT, text)
    except RefusedError:
        return
    assert history.replay().payoffs == hand.payoffs


def test_joined_hands_are_split_again() -> None:
    text = "\n\n".join(HANDS)
    blocks = list(FORMAT.split(text, 1))
    assert [block.text for block in blocks] == HANDS
    assert [text.split("\n")[block.line - 1] for block in blocks] == FILES["tiny/hdb"].splitlines()
    assert list(split("\r\n".join(HANDS[0].split("\n")), 7)) == [Block(7, HANDS[0])]
    assert len(list(split(FILES["tiny/hdb"], 1))) == 8


def test_files_are_told_apart_by_what_is_in_them() -> None:
    for name, text in FILES.items():
        kind = "pdb" if "pdb" in name else name.removeprefix("tiny/")
        assert kind_of_file("some file", text) == kind
        assert kind_of_file("some file", text[:100]) == kind
        assert kind_of_file(name, "") == kind
        assert FORMAT.recognise(text)
    assert FORMAT.recognise("\n\n".join(HANDS))
    assert kind_of_file("hdb", "\n\n".join(HANDS)) is None
    for other in (
        "",
        "PokerStars Hand #1: Hold'em Limit",
        "variant = 'FT'",
        "STATE:0:r:AsKd|:1|-1",
    ):
        assert kind_of_file("some file", other) is None
        assert not FORMAT.recognise(other)


def test_nothing_is_lost_when_lines_are_damaged() -> None:
    files = dict(FILES)
    files["tiny/hdb"] = files["tiny/hdb"].replace("800000002 ", "8000x0002 ")
    files["tiny/hroster"] = files["tiny/hroster"].replace("800000003 3", "x 3")
    files["tiny/pdb/pdb.ann"] = "\n" + files["tiny/pdb/pdb.ann"].replace("ann 800000001 ", "ann x ")
    blocks = join(files)
    assert [block.line for block in blocks] == [2, 1, 0, 3, 4, 5, 6, 7, 8]
    assert [refusal(block.text) for block in blocks[:4]] == [
        "the hand's line is missing",
        "a player's line is missing",
        "the hand's line is missing",
        "the roster is missing",
    ]
    assert [block.text for block in blocks[4:]] == HANDS[3:]


def test_folders_keep_their_hands_apart() -> None:
    other = {name.replace("tiny/", "a\\b\\"): text for name, text in FILES.items()}
    assert [block.text for block in join(FILES | other)] == HANDS + HANDS


def test_a_crowd_at_one_time_is_no_burden() -> None:
    crowd = "".join(f"p{number} 800000001 3 3 f - - - 1000 0 0\n" for number in range(5000))
    (block, *_) = join(FILES | {"tiny/pdb/pdb.crowd": crowd})
    assert len(block.text) < 10_000
    assert refusal(block.text) == "the lines do not fit together"


def test_what_is_no_text_is_no_burden_either() -> None:
    strange = "tiny\udcff/hdb"
    assert join({strange: FILES["tiny/hdb"] + "800000009 \udcff\0\n"})[-1].line == 9


def test_other_files_are_not_taken() -> None:
    with IrcJoin() as joined, pytest.raises(NotationError, match=r"'readme.txt' is no hdb"):
        joined.add("readme.txt", ["hello"])


def test_temporary_files_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with IrcJoin() as joined:
        joined.add("hdb", FILES["tiny/hdb"].splitlines())
        assert len(list(tmp_path.iterdir())) == 1
        assert len(list(joined.blocks())) == 8
    assert not list(tmp_path.iterdir())


@pytest.mark.data
@pytest.mark.skipif(not DATA.exists(), reason=f"no data at {DATA}; set VILLAIN_DATA")
@pytest.mark.slow
def test_real_hands_come_to_their_recorded_pots_and_winnings() -> None:
    found: dict[bool, Counter[str]] = {False: Counter(), True: Counter()}
    with IrcJoin() as joined:
        with tarfile.open(DATA) as archive:
            for member in archive:
                file = archive.extractfile(member)
                if file is not None:
                    joined.add(member.name, TextIOWrapper(file, "latin-1"))
        for block in joined.blocks():
            letters = "".join("".join(row.split()[4:8]) for row in block.text.split("\n")[2:])
            unusual = bool(set("AQK") & set(letters))
            try:
                read_hand(FORMAT, block.text)
                found[unusual]["taken"] += 1
            except RefusedError as error:
                found[unusual][error.reason] += 1
    assert found[False] == {"taken": 16_125, "a player's line is missing": 26}
    assert found[True] == {
        "taken": 3_063,
        "all-in, quit or kick": 57,
        "a player's line is missing": 7,
    }
