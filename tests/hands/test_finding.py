"""Hands are found by a condition, by the letters of their name, and in files."""

import gzip
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from tests.hands.many_hands import some, text_in
from tests.hands.random_hands import random_history
from tests.hands.scripted_players import store_of
from villain.errors import VillainError
from villain.hands.hand_history import HandHistory
from villain.hands.store.finding import find_hand, histories, select_hands
from villain.hands.store.hand_store import HandStore
from villain.hands.store.identity import identity
from villain.hands.store.tables import Rows

HANDS = some(30)
Condition = Callable[[HandHistory], bool]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> HandStore:
    return store_of(tmp_path_factory.mktemp("found") / "hands", HANDS[::-1])


def same(found: HandHistory, history: HandHistory) -> bool:
    return identity(found) == identity(history)


def beginning(history: HandHistory) -> str:
    """As few letters of a hand's name as tell it from the others."""
    name = identity(history)
    others = [identity(other) for other in HANDS if other is not history]
    return next(name[:n] for n in range(1, 25) if not any(o.startswith(name[:n]) for o in others))


# In the store


def test_by_the_first_letters_of_its_name(store: HandStore) -> None:
    for history in HANDS[:5]:
        for letters in (beginning(history), identity(history), identity(history).upper()):
            found, hand = find_hand(letters, lambda: store)
            assert same(found, history)
            assert hand.over


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("0123456789", "no hand of the store begins with '0123456789'"),
        ("", "'' is no hand; give letters of one that villain hands shows, or a file#number"),
        ("xyz", "'xyz' is no hand; give"),
        ("abc'def", "is no hand"),
        ("%", "'%' is no hand"),
        ("#3", "'#3' is no hand"),
        ("abc def", "is no hand"),
    ],
)
def test_letters_of_no_hand(store: HandStore, name: str, says: str) -> None:
    with pytest.raises(VillainError) as caught:
        find_hand(name, lambda: store)
    assert says in str(caught.value)


def test_letters_of_two_hands(store: HandStore) -> None:
    names = sorted(identity(history) for history in HANDS)
    first = next(a[0] for a, b in pairwise(names) if a[0] == b[0])
    with pytest.raises(VillainError) as caught:
        find_hand(first, lambda: store)
    assert str(caught.value) == f"more than one hand begins with {first!r}; give more letters"


def test_no_store(tmp_path: Path) -> None:
    with pytest.raises(VillainError, match="there is no hand store in"):
        find_hand("abc", lambda: HandStore(tmp_path / "none"))


# By a condition


def test_by_a_condition_on_hands_and_seats(store: HandStore) -> None:
    conditions: Sequence[tuple[Condition, str]] = (
        (lambda h: len(h.names) > 1, ""),
        (lambda h: len(h.names) > 1, "   "),
        (lambda h: "Ann" in h.names, "name = 'Ann'"),
        (lambda h: h.rules.players == 2, "players = 2"),
        (
            lambda h: h.names[-1] == "Ünal" and h.rules.betting.value == "limit",
            "position = 'BTN' AND name = 'Ünal' AND betting = 'limit'",
        ),
        (lambda h: "Bob O'Hara" in h.names or h.board == (), "name = 'Bob O''Hara' OR board = ''"),
        (lambda h: len(h.names) < 2, "false"),
    )
    for fulfils, condition in conditions:
        # Oldest first: they were all played at one time, and are in the order of their numbers.
        right = [identity(one) for one in HANDS if fulfils(one)]
        assert [identity(one) for one, _ in histories(store, condition)] == right
        assert [name for (name,) in select_hands(store, ["hand"], condition)] == right
        first = list(select_hands(store, ["hand", "number"], condition, 2))
        assert [name for name, _ in first] == right[:2]


@pytest.mark.parametrize(
    "condition",
    [
        "nonsense = 3",
        "name =",
        "1 = 1) --",
        "true)) JOIN hands USING (hand); DROP VIEW hands; SELECT ((1",
        "EXISTS (SELECT * FROM read_csv('/etc/passwd'))",
        "name = 'Ann' LIMIT 1",
    ],
)
def test_a_condition_that_is_none(store: HandStore, condition: str) -> None:
    with pytest.raises(VillainError) as caught:
        list(histories(store, condition))
    assert str(caught.value).startswith("the store cannot answer: ")
    assert "\n" not in str(caught.value)


# In files


@pytest.mark.parametrize("form", ["phh", "pokerstars", "ohh"])
def test_by_its_number_in_a_file(tmp_path: Path, form: str) -> None:
    path = tmp_path / f"hands.{form}"
    path.write_text(text_in(form, HANDS[:6]))
    for place, history in enumerate(HANDS[:6], 1):
        assert find_hand(f"{path}#{place}")[0].actions == history.actions
    assert find_hand(str(path))[0].names == HANDS[0].names
    assert find_hand(f"{path}#006")[0].names == HANDS[5].names


def test_in_a_packed_file_and_one_with_a_number_sign(tmp_path: Path) -> None:
    text = text_in("phh", HANDS[:3])
    packed, strange = tmp_path / "hands.phhs.gz", tmp_path / "session #2"
    packed.write_bytes(gzip.compress(text.encode()))
    strange.write_text(text)
    assert same(find_hand(f"{packed}#2")[0], HANDS[1])
    assert same(find_hand(str(strange))[0], HANDS[0])
    assert same(find_hand(f"{strange}#3")[0], HANDS[2])


def test_a_file_wins_over_a_hand_of_that_name(
    store: HandStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    name = beginning(HANDS[0])
    Path(name).write_text(text_in("phh", [HANDS[7]]))
    assert same(find_hand(name, lambda: store)[0], HANDS[7])


@pytest.mark.parametrize(
    ("content", "number", "says"),
    [
        (None, "#1", "there is no file '{path}'"),
        ("", "#1", "{path} has 0 hands, and no number 1"),
        ("hands", "#9", "{path} has 2 hands, and no number 9"),
        ("hands", "#0", "a hand of a file is numbered 1 or more, as in {path}#3"),
        ("hands", "#-1", "a hand of a file is numbered 1 or more"),
        ("hands", "#x", "a hand of a file is numbered 1 or more"),
        ("hands", "#", "a hand of a file is numbered 1 or more"),
        ("hands", "#" + "9" * 5000, "a hand of a file is numbered 1 or more"),
        ("hello", "", "line 1: unknown format"),
        ("broken", "#2", "line 3: cannot be read"),
    ],
)
def test_no_such_hand_in_a_file(
    tmp_path: Path, content: str | None, number: str, says: str
) -> None:
    path = tmp_path / "some.phhs"
    text = text_in("phh", HANDS[:2])
    if content == "hands":
        path.write_text(text)
    elif content == "broken":
        path.write_text("[1]\nvariant = 'NT'\n[2]\nvariant = 'NT'\nactions = 7\n")
    elif content is not None:
        path.write_text(content)
    with pytest.raises(VillainError) as caught:
        find_hand(f"{path}{number}")
    assert says.format(path=path) in str(caught.value)


def test_hands_without_a_time_are_in_the_order_in_which_they_came(tmp_path: Path) -> None:
    numbers = ["5", "1", "10", "1", "2"]
    rows = Rows()
    for seed, number in enumerate(numbers):
        history = random_history(seed)
        origin = replace(history.origin, time=None, number=number)
        history = replace(history, origin=origin)
        assert rows.add(history, history.replay(), "a log")
    store = HandStore(tmp_path / "hands", create=True)
    store.add(rows)
    assert [number for (number,) in select_hands(store, ["number"])] == numbers
