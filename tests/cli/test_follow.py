"""``villain follow`` and ``villain learning``, as a person sees them."""

from pathlib import Path

import numpy as np
import pytest

from tests.cli.shell import Shell
from tests.hands.scripted_players import EVERYBODY, play, store_of
from villain.cards.combo import CLASSES
from villain.evaluation import forming, learning_speed
from villain.evaluation.judging import untouched
from villain.evaluation.opening_ranges import opening_ranges
from villain.hands.store.hand_store import HandStore
from villain.models.crowd import TRAINED_ON
from villain.models.crowd.reader import CrowdReader
from villain.profiles import spot_reads
from villain.profiles.spots import KINDS, ask, own_hands, spots_of

SOME = [
    one._replace(name=name)
    for one, name in zip(
        EVERYBODY[6:], [name for name in map(str, range(100)) if untouched(name)][:6], strict=True
    )
]
"""Six whom nothing was trained on; the last but two never folds, the last hardly plays."""
STATION, MANIAC, ROCK = (one.name for one in SOME[-3:])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    store = store_of(tmp_path_factory.mktemp("follow") / "hands", play(SOME, 60, 4, 5))
    return str(store.folder)


@pytest.fixture(autouse=True)
def few_spots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spot_reads, "TOGETHER", 8)
    monkeypatch.setattr(spot_reads, "ALONE", 2)


@pytest.mark.slow
def test_three_unlike_players_are_chosen_and_told(
    villain: Shell, folder: str, tmp_path: Path
) -> None:
    picture, ranges = tmp_path / "forming.png", tmp_path / "ranges.png"
    line = ("follow", "--store", folder, "--min-hands", "20", "--hands", "3", "--anonymous")
    code, out, _ = villain(
        *line, "--plot", str(picture), "--ranges", str(ranges), "--note", "$5/$10"
    )
    assert code == 0
    rows = out.splitlines()
    assert max(map(len, rows)) <= 80
    assert [row for row in rows if row[:2] in ("A,", "B,", "C,")] == [
        "A, the tightest",
        "B, the loosest",
        "C, the most aggressive",
    ]
    assert sum("2026-01-01 to 2026-01-01" in row for row in rows) == 3
    assert sum("first in before the flop" in row for row in rows) == 3
    assert rows[-1] == TRAINED_ON
    assert picture.stat().st_size > 20_000
    assert ranges.stat().st_size > 20_000


def test_json_has_the_same_players_by_name(villain: Shell, folder: str) -> None:
    line = ("follow", "--store", folder, "--min-hands", "20", "--hands", "4")
    told = villain.json(*line)
    tight, loose, wild = told["players"]
    assert tight["player"] == ROCK
    assert loose["player"] in (STATION, MANIAC)
    assert wild["hands_seen"] == [0, 1, 2, 3, 4]
    assert wild["held_back"]
    spots = tight["spots"]["first in"]
    sums = np.sum([spots[action]["crowd"] for action in ("fold", "call", "raise")], axis=0)
    assert np.allclose(sums, 1)
    mean, low, high = spots["fold"]["did"]
    assert low <= mean <= high
    assert "fold" not in wild["spots"]["raiser on the flop"]
    assert villain.json(*line) == told


def test_a_read_begins_with_a_stranger_and_goes_where_he_is(folder: str) -> None:
    own = own_hands(HandStore(Path(folder)), STATION, "Here")
    read = spot_reads.read_spots(own, forming.moments(min(30, len(own))))["first in"]
    spots = spots_of(own, KINDS["first in"])
    assert read.cases == len(spots)
    assert len(read.seen) == len(spots_of(own[:30], KINDS["first in"]))
    somebody = [spot._replace(decision=spot.decision._replace(name="nobody yet")) for spot in spots]
    assert np.allclose(ask(CrowdReader(), spots), ask(CrowdReader(), somebody))
    assert read.chances[-1, 0] < read.chances[0, 0] / 2  # he hardly ever folds
    truth = np.array(read.done) / read.cases
    apart = np.abs(read.chances - truth).sum(axis=1)
    assert apart[-1] < apart[0]


def test_a_range_is_as_wide_as_he_enters(folder: str) -> None:
    own = own_hands(HandStore(Path(folder)), ROCK, "Here")
    found = opening_ranges(own, (0, 30), seed=2)
    assert found.moments == (0, min(30, len(own)))
    assert np.allclose(found.maps.sum(axis=-1), 1)
    stranger, known = (found.widths(place) for place in range(2))
    assert known[0] > stranger[0]  # he folds more than others
    names = [str(one) for one in CLASSES]
    aces, worst = (found.maps[1, names.index(hand)] for hand in ("AA", "72o"))
    assert aces[0] < 0.1 < 0.8 < worst[0]


def test_asking_changes_nothing(folder: str) -> None:
    own = own_hands(HandStore(Path(folder)), MANIAC, "Here")
    reader = CrowdReader()
    own[0].learn(reader)
    spots = [spot for kind in KINDS.values() for spot in spots_of(own, kind)[:2]]
    assert any(spot.earlier for spot in spots)
    assert np.array_equal(ask(reader, spots), ask(reader, spots))


def test_files_are_read_as_a_store_is(villain: Shell, folder: str, tmp_path: Path) -> None:
    code, text, _ = villain("export", "--store", folder)
    assert code == 0
    file = tmp_path / "hands.phhs"
    file.write_text(text)
    line = ("--player", ROCK, "--hands", "2")
    assert villain.json("follow", str(file), *line) == villain.json(
        "follow", "--store", folder, *line
    )


def test_the_gain_is_measured_by_hands_seen(
    villain: Shell, folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learning_speed, "EDGES", (0, 5, 10, 20))
    monkeypatch.setattr(learning_speed, "SOON", 10)
    monkeypatch.setattr(learning_speed, "HANDS", 20)
    line = ("learning", "--store", folder, "--players", "3")
    told = villain.json(*line)
    assert told["players"] == 3
    rows = told["by_hands_seen"]
    assert [(row["first"], row["last"]) for row in rows] == [(1, 5), (6, 10), (11, 20)]
    for row in rows:
        assert row["gain"] == pytest.approx(row["stranger"] - row["known"])
        assert row["low"] <= row["gain"] <= row["high"]
    assert told["share_soon"]["mean"] == pytest.approx(rows[1]["gain"] / rows[2]["gain"])
    picture = tmp_path / "learning.png"
    code, out, _ = villain(*line, "--plot", str(picture))
    assert code == 0
    assert picture.stat().st_size > 10_000
    assert "in his hands 6 to 10 it has" in out
    assert TRAINED_ON in out
    assert max(map(len, out.splitlines())) <= 80


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("follow", "--player", "Nobody"), "no player in this store is called 'Nobody'"),
        (("follow", "--min-hands", "5000"), "try a lower --min-hands"),
        (("follow", "--plot", "picture.txt"), "should end in .png"),
        (("follow", "hands.phhs"), "one of the two"),
        (("learning", "--players", "5"), "held-back players have 500 hands"),
        (("learning", "hands.phhs"), "one of the two"),
        (("learning", "--plot", "picture.txt"), "should end in .png"),
    ],
)
def test_mistakes_are_one_line(
    villain: Shell, folder: str, arguments: tuple[str, ...], words: str
) -> None:
    code, out, err = villain(*arguments, "--store", folder)
    assert (code, out) == (2, "")
    assert words in err
    assert err.count("\n") == 1


def test_files_without_a_hand_are_named(villain: Shell, tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Ann,\n")
    for command in ("follow", "learning"):
        code, out, err = villain(command, str(file), str(file))
        assert (code, out) == (2, "")
        assert f"there is no hand to read in {str(file)!r} and 1 more" in err
        assert err.count("\n") == 1
