"""A match is kept while it is played: kills, damage, two programs at once, a full disk."""

import sqlite3
from pathlib import Path

import numpy as np
import pytest

from villain.arena import Match, kept_file, play_match
from villain.arena.kept_file import InUseError, check_free, kept_seed
from villain.arena.match_file import MatchFile
from villain.errors import VillainError
from villain.game import no_limit_holdem

MATCH = Match(no_limit_holdem(2), ("random", "call"), deals=700, seed=5)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A match of which all has been played."""
    path = tmp_path / "whole.match"
    with MatchFile(path, MATCH, hands=True) as file:
        play_match(MATCH, file=file)
    return path


def test_it_holds_what_was_played(path: Path) -> None:
    with MatchFile.load(path, MATCH) as file:
        assert file.record.share == 1
        assert np.array_equal(file.record.payoffs, play_match(MATCH).payoffs)
        hands = list(file.hands())
    assert len(hands) == 1400
    assert hands[0].startswith("[1]\nvariant = ")
    assert kept_seed(path, "match") == 5


def test_where_chunks_end_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = play_match(MATCH).payoffs
    monkeypatch.setattr("villain.arena.match_chunk.LONG", 0.0)  # after every deal
    assert np.array_equal(play_match(MATCH).payoffs, whole)


def test_another_match_and_no_match_at_all_are_refused(path: Path, tmp_path: Path) -> None:
    with pytest.raises(VillainError, match="is another match"):
        MatchFile.load(path, Match(MATCH.rules, ("call", "call"), deals=700, seed=5))
    with pytest.raises(VillainError, match="there is no file"):
        MatchFile.load(tmp_path / "none.match", MATCH)
    for number, content in enumerate((b"", b"PK not a match", path.read_bytes()[:5000])):
        other = tmp_path / str(number)
        other.write_bytes(content)
        with pytest.raises(VillainError, match="cannot be gone on from, or is damaged"):
            MatchFile.load(other, MATCH)


@pytest.mark.parametrize("table", ["agents SET state", "chunks SET payoffs"])
def test_what_is_damaged_is_never_unpickled(path: Path, table: str) -> None:
    with sqlite3.connect(path) as data:
        data.execute(f"UPDATE {table} = x'80049530' WHERE replay = 1")
    data.close()
    with pytest.raises(VillainError, match="is damaged: replay 1 is broken at deal"):
        MatchFile.load(path, MATCH)


def test_two_programs_do_not_play_in_one_file(path: Path) -> None:
    with MatchFile.load(path, MATCH), pytest.raises(InUseError, match="is in use"):
        MatchFile.load(path, MATCH)
    MatchFile.load(path, MATCH).close()


def test_an_unfinished_match_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "half.match"
    short = Match(MATCH.rules, MATCH.agents, deals=250, seed=5)

    def stop(_: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), MatchFile(path, short) as file:
        play_match(short, progress=stop, file=file)
    with pytest.raises(VillainError, match=r"keeps 50% of a match; go on with --resume"):
        check_free(path)
    with MatchFile.load(path, short) as file:
        play_match(short, file=file)
    check_free(path)


def test_a_disk_that_is_full_for_a_while_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_file, "SECONDS", 0.0)
    path = tmp_path / "full.match"
    with MatchFile(path, MATCH) as file:
        chunks = 0

        def fill_and_empty(_: float) -> None:
            nonlocal chunks
            chunks += 1
            pages = file._data.execute("PRAGMA page_count").fetchone()[0]
            most = pages if chunks in (2, 3) else 10**6
            file._data.execute(f"PRAGMA max_page_count = {most}")

        play_match(MATCH, progress=fill_and_empty, file=file)
    with MatchFile.load(path, MATCH) as file:
        assert file.record.share == 1


def test_a_disk_that_stays_full_is_said(tmp_path: Path) -> None:
    with pytest.raises(VillainError, match=r"a\.match cannot be written: unable to open"):
        MatchFile(tmp_path / "nowhere" / "a.match", MATCH)
    with MatchFile(tmp_path / "a.match", MATCH) as file:
        pages = file.read("PRAGMA page_count").fetchone()[0]
        file.read(f"PRAGMA max_page_count = {pages}")
        play_match(MATCH, file=file)
        with pytest.raises(VillainError, match="disk is full"):
            list(file.hands())
    assert "a.match cannot be written: database or disk is full" in file.trouble


def test_whoever_begins_first_has_the_file(tmp_path: Path) -> None:
    with MatchFile(tmp_path / "a.match", MATCH):
        with pytest.raises(InUseError):
            MatchFile(tmp_path / "a.match", MATCH)
        with pytest.raises(InUseError):
            check_free(tmp_path / "a.match")


def test_what_is_not_ours_or_is_damaged_is_not_overwritten(path: Path, tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("my notes")
    path.write_bytes(b"\xff" * 16 + path.read_bytes()[16:])
    for file in (notes, path):
        before = file.read_bytes()
        with pytest.raises(VillainError, match="is not ours; choose another name"):
            MatchFile(file, MATCH)
        assert file.read_bytes() == before
