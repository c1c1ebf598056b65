"""Hands that are right though a site writes them oddly: needless checks, lost cards, encodings."""

import codecs
import shutil
from pathlib import Path

import pytest

from tests.hands.many_hands import numbers_in, problems, some, text_in
from villain.errors import VillainError
from villain.hands.files.encodings import GUESSED, check_encoding
from villain.hands.formats.format import RefusedError, read_hand
from villain.hands.formats.phh_writer import write
from villain.hands.formats.registry import FORMATS
from villain.hands.hand_history import NEEDLESS_CHECK
from villain.hands.store.finding import histories
from villain.hands.store.hand_store import HandStore
from villain.hands.store.importing import import_hands
from villain.hands.store.repairing import repair

PHH = """\
variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [5, 10, 0]
min_bet = 10
starting_stacks = [1000, 1000, 6]
actions = ['d dh p1 ????', 'd dh p2 ????', 'd dh p3 ????', 'p3 cc', 'p1 f', 'p2 cc', 'd db Tc8dAs', 'd db Ac', 'd db 4d', 'p2 sm 3d6h', 'p3 sm QsTd']
players = ['Ann', 'Bo', 'Cy']
"""  # noqa: E501

STARS = """\
PokerStars Hand #7:  Hold'em No Limit ($5/$10 USD) - 2014/01/06 7:09:08 ET
Table 'Oddity' 6-max Seat #3 is the button
Seat 1: Ann ($1000 in chips)
Seat 2: Bo ($1000 in chips)
Seat 3: Cy ($6 in chips)
Ann: posts small blind $5
Bo: posts big blind $10
*** HOLE CARDS ***
Cy: calls $6 and is all-in
Ann: folds
Bo: checks
Uncalled bet ($4) returned to Bo
*** FLOP *** [Tc 8d As]
*** TURN *** [Tc 8d As] [Ac]
*** RIVER *** [Tc 8d As Ac] [4d]
*** SHOW DOWN ***
Bo: shows [3d 6h] (a pair of Aces)
Cy: shows [Qs Td] (two pair, Aces and Tens)
Cy collected $17 from pot
*** SUMMARY ***
Total pot $17 | Rake $0
Board [Tc 8d As Ac 4d]
Seat 1: Ann (small blind) folded before Flop
Seat 2: Bo (big blind) showed [3d 6h] and lost with a pair of Aces
Seat 3: Cy (button) showed [Qs Td] and won ($17) with two pair, Aces and Tens
"""

IRC = """\
800000009   1     9  3  2/21    0/0     0/0      2/21     Tc 8d As Ac 4d
800000009 3 cat ann bob
cat 800000009  3  3 A   -     -     -            6    6   17 Qs Td
ann 800000009  3  1 Bf  -     -     -         1000    5    0
bob 800000009  3  2 Bk  -     -     -         1000   10    4 3d 6h
"""


def ohh(checks: int = 1) -> str:
    """The hand as OHH, with the check that our own writer does not write, or several of them."""
    history, hand = read_hand(FORMATS["phh"], PHH)
    write_ohh = FORMATS["ohh"].write
    assert write_ohh is not None
    text = write_ohh(history, hand)
    fold = '"action": "Fold"' if '"action": "Fold"' in text else '"action":"Fold"'
    start = text.rindex("{", 0, text.index(fold))
    end = text.index("}", start) + 1
    deed = text[start:end]
    player = hand.names.index("Bo")
    check = deed.replace("Fold", "Check")
    assert check != deed
    for name in ('"player_id": ', '"player_id":'):
        at = check.find(name)
        if at >= 0:
            number = check[at + len(name) :].split(",")[0].split("}")[0]
            bo = str(int(number) - history.names.index("Ann") + player)
            check = check.replace(f"{name}{number}", f"{name}{bo}")
            break
    return text[:end] + f",{check}" * checks + text[end:]


@pytest.mark.parametrize(
    ("form", "text"),
    [("phh", PHH), ("pokerstars", STARS), ("irc", IRC), ("ohh", "")],
    ids=["phh", "pokerstars", "irc", "ohh"],
)
def test_a_big_blind_who_checks_beside_a_short_all_in(form: str, text: str) -> None:
    history, hand = read_hand(FORMATS[form], text or ohh())
    assert [action.kind for action in history.actions] == ["call", "fold"]
    assert history.notes == (NEEDLESS_CHECK,)
    scale = 100 if form in ("pokerstars", "ohh") and history.origin.decimals == 2 else 1
    assert history.net(hand) == (-5 * scale, -6 * scale, 11 * scale)


@pytest.mark.parametrize(
    "more",
    [
        "'p2 cc', 'p2 cc'",  # twice
        "'p2 cc', 'p1 cc'",  # of somebody who has folded
        "'p3 cc'",  # of somebody who is all-in
        "'p2 f'",  # a fold
        "'p2 cbr 30'",  # a raise that nobody can answer
    ],
)
def test_other_actions_after_the_end_are_refused(more: str) -> None:
    with pytest.raises(RefusedError):
        read_hand(FORMATS["phh"], PHH.replace("'p2 cc'", more))


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("pokerstars", STARS.replace("Bo: checks\n", "Bo: checks\nBo: checks\n")),
        ("irc", IRC.replace("Bk ", "Bkk")),
        ("ohh", ohh(2)),
    ],
    ids=["pokerstars", "irc", "ohh"],
)
def test_two_needless_checks_on_a_street_are_refused(form: str, text: str) -> None:
    with pytest.raises(RefusedError):
        read_hand(FORMATS[form], text)


def test_a_check_too_many_is_refused_where_there_is_a_decision() -> None:
    text = PHH.replace("1000, 6]", "1000, 1000]").replace("'p3 cc'", "'p3 cbr 1000'")
    text = text.replace("'p2 cc'", "'p2 cc', 'p1 cc'")
    with pytest.raises(RefusedError):
        read_hand(FORMATS["phh"], text)


# Shown cards that are lost

LOST = PHH.replace("p2 sm 3d6h", "p2 sm ????").replace("p3 sm QsTd", "p3 sm ????")
UNKNOWN = "nobody knows who won; the pot counts as shared"


def test_where_nobody_shows_the_winner_is_who_collects() -> None:
    history, hand = read_hand(FORMATS["phh"], LOST + "winnings = [0, 0, 16]\n")
    assert history.net(hand) == (-500, -600, 1000) or history.net(hand) == (-5, -6, 10)
    assert history.rake(hand) == 1
    assert history.unseen == {2}
    assert "the winner's cards are not known" in history.notes
    again, hand = read_hand(FORMATS["phh"], write(history, hand))
    assert again == history


def test_where_nobody_knows_who_won_the_pot_is_shared() -> None:
    history, hand = read_hand(FORMATS["phh"], LOST)
    assert history.notes == (NEEDLESS_CHECK, UNKNOWN)
    assert history.net(hand) == (-5, 3, 2)
    again, replayed = read_hand(FORMATS["phh"], write(history, hand))
    assert again == history
    assert history.net(replayed) == (-5, 3, 2)


def test_a_winner_whose_cards_are_lost_beats_who_shows() -> None:
    text = STARS.replace("Cy: shows [Qs Td]", "Cy: shows [?? ??]")
    text = text.replace("(button) showed [Qs Td]", "(button) showed [?? ??]")
    history, hand = read_hand(FORMATS["pokerstars"], text)
    assert history.holes == ((), history.holes[1], ())
    assert history.holes[1]
    assert history.net(hand) == (-500, -600, 1100)
    assert "cards that cannot be read are left out" in history.notes
    again, _ = read_hand(FORMATS["phh"], write(history, hand))
    assert (again.unseen, again.collected) == (history.unseen, history.collected)


@pytest.mark.parametrize("cards", ["[?? ??]", "[]", "[x x]", "[- -]", "[Qs T�]"])
def test_cards_that_cannot_be_read_cost_only_themselves(cards: str) -> None:
    text = STARS.replace("[Qs Td]", cards).replace("[3d 6h]", cards)
    history, hand = read_hand(FORMATS["pokerstars"], text)
    assert history.holes == ((), (), ())
    assert history.net(hand) == (-500, -600, 1100)


def test_a_board_that_cannot_be_read_costs_the_hand() -> None:
    with pytest.raises(RefusedError):
        read_hand(FORMATS["pokerstars"], STARS.replace("[Tc 8d As]\n", "[Tc 8d ??]\n"))


def test_a_winner_who_has_folded_or_shows_less_is_refused() -> None:
    wrong = STARS.replace("Cy collected", "Ann collected").replace(
        "Cy (button) showed", "Cy showed"
    )
    with pytest.raises(RefusedError):
        read_hand(FORMATS["pokerstars"], wrong)
    with pytest.raises(RefusedError, match="winnings differ"):
        read_hand(FORMATS["pokerstars"], STARS.replace("Cy collected", "Bo collected"))


def test_odd_hands_are_kept_and_told(tmp_path: Path) -> None:
    (tmp_path / "odd.phhs").write_text(f"[1]\n{PHH}\n[2]\n{LOST}hand = 2\n")
    store = HandStore(tmp_path / "hands", create=True)
    report = import_hands([tmp_path / "odd.phhs"], store)
    assert (report.added, report.refused) == (2, 0)
    assert report.notes == {NEEDLESS_CHECK: 2, UNKNOWN: 1}
    assert problems(store) == []
    assert [history.names for history, _ in histories(store)] == [("Ann", "Bo", "Cy")] * 2


# Encodings

NAMED = STARS.replace("Bo", "Jürgen €").replace("$", "€").replace("USD", "EUR")


@pytest.mark.parametrize(
    "data",
    [
        NAMED.encode(),
        NAMED.encode("utf-8-sig"),
        NAMED.encode("utf-16"),
        codecs.BOM_UTF16_BE + NAMED.encode("utf-16-be"),
        NAMED.encode("utf-16-le"),
        NAMED.encode("utf-16-be"),
        NAMED.encode("utf-32"),
        NAMED.encode("cp1252"),
        NAMED.replace("\n", "\r\n").encode("utf-16"),
        NAMED.replace("\n", "\r\n").encode("cp1252"),
    ],
    ids=range(10),
)
def test_any_encoding(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "hands.txt").write_bytes(data)
    store = HandStore(tmp_path / "hands", create=True)
    report = import_hands([tmp_path / "hands.txt"], store)
    assert (report.added, report.refused) == (1, 0)
    names = [name for (name,) in store.rows("SELECT name FROM seats ORDER BY seat")]
    assert names == ["Ann", "Jürgen €", "Cy"]


def test_a_guessed_encoding_is_told_and_another_can_be_given(tmp_path: Path) -> None:
    path = tmp_path / "hands.txt"
    path.write_bytes(STARS.replace("Bo", "Иван").encode("cp1251"))
    guessing, knowing = (HandStore(tmp_path / name, create=True) for name in ("one", "two"))
    assert import_hands([path], guessing).notes == {GUESSED: 1, NEEDLESS_CHECK: 1}
    report = import_hands([path], knowing, encoding="cp1251")
    assert (report.added, report.notes) == (1, {NEEDLESS_CHECK: 1})
    names = "SELECT name FROM seats ORDER BY seat"
    assert [name for (name,) in guessing.rows(names)] == ["Ann", "Èâàí", "Cy"]
    assert [name for (name,) in knowing.rows(names)] == ["Ann", "Иван", "Cy"]
    shutil.rmtree(knowing.folder / "batches" / knowing.batches()[0])
    assert repair(knowing).back == 1  # the encoding is remembered
    assert [name for (name,) in knowing.rows(names)] == ["Ann", "Иван", "Cy"]


def test_hands_that_are_not_in_the_encoding_that_was_given(tmp_path: Path) -> None:
    path = tmp_path / "hands.txt"
    path.write_bytes(
        b"\n\n".join([STARS.replace("Bo", "Zoë").encode(), STARS.encode().replace(b"Bo", b"\x98")])
    )
    report = import_hands([path], HandStore(tmp_path / "hands", create=True), encoding="cp1251")
    assert (report.added, report.reasons) == (1, {"wrong encoding": 1})


@pytest.mark.parametrize("name", ["utf-16", "cp037", "nonsense", "rot13", "hex", "a\0b", "utf-7"])
def test_an_encoding_that_hands_cannot_be_in(name: str) -> None:
    with pytest.raises(VillainError, match="is no encoding that hands can be in"):
        check_encoding(name)


def test_a_long_file_in_utf_16_loses_no_hand(tmp_path: Path) -> None:
    """Letters of four bytes stand across the places where the file is cut."""
    one = STARS.replace("Bo", "B😀o")
    text = "\n\n".join(one.replace("#7:", f"#{number}:") for number in range(3000))
    (tmp_path / "hands.txt").write_bytes(text.encode("utf-16"))
    store = HandStore(tmp_path / "hands", create=True)
    report = import_hands([tmp_path / "hands.txt"], store)
    assert (report.added, report.refused) == (3000, 0)
    assert {name for (name,) in store.rows("SELECT DISTINCT name FROM seats")} == {
        "Ann",
        "B😀o",
        "Cy",
    }


def test_one_hand_in_another_encoding_among_others(tmp_path: Path) -> None:
    hands = [text_in("pokerstars", [hand]).encode() for hand in some(4)]
    (tmp_path / "hands.txt").write_bytes(
        b"\n".join([*hands[:2], NAMED.encode("cp1252"), b"\x81\x8d", *hands[2:]])
    )
    store = HandStore(tmp_path / "hands", create=True)
    report = import_hands([tmp_path / "hands.txt"], store)
    assert report.added == 5
    assert len(numbers_in(store)) == 5


def test_phh_in_utf_16(tmp_path: Path) -> None:
    (tmp_path / "hands.phhs").write_text(text_in("phh", some(5)), encoding="utf-16")
    store = HandStore(tmp_path / "hands", create=True)
    assert import_hands([tmp_path / "hands.phhs"], store).added == 5
