"""Files of mined strategies: our own, broken ones, and the one that is shipped."""

from pathlib import Path

import numpy as np
import pytest

from villain.errors import VillainError
from villain.models.huang.styles import FILE, Styles, gather, read, save, shipped_styles
from villain.strategy.huang.abstraction import Abstraction, faces_bet

FINE = Abstraction(ratios=(0.5, 1.0), length=6)
PEOPLE = {
    2**63 + 5: (300, {"000": [1, 2, 3, 4, 0], "0002": [9, 0, 0, 0, 1]}),
    17: (70_000, {"0002": [0, 70_000, 0, 0, 0]}),
    18: (200, {"0002": [0, 0, 0, 0, 0], "300": [0, 0, 0, 0, 0]}),
}


def test_a_file_brings_back_what_was_saved(tmp_path: Path) -> None:
    saved = gather(FINE, PEOPLE)
    save(saved, tmp_path / "styles.npz")
    found = read(tmp_path / "styles.npz")
    assert found.abstraction == FINE
    assert (found.players.tolist(), found.hands.tolist()) == (sorted(PEOPLE), [70_000, 200, 300])
    for number, player in enumerate(sorted(PEOPLE)):
        counts = {sequence: row.tolist() for sequence, row in found.counts_of(number).items()}
        assert counts == {one: row for one, row in PEOPLE[player][1].items() if any(row)}
    assert found.pool.tolist() == [[1, 2, 3, 4, 0], [9, 70_000, 0, 0, 1]]
    assert [one.name for one in tmp_path.iterdir()] == ["styles.npz"]


def test_where_somebody_was_never_seen_he_does_what_all_do() -> None:
    styles = gather(FINE, PEOPLE)
    first, raised = styles.frequencies("000"), styles.frequencies("0002")
    assert first.tolist() == [[0.1, 0.2, 0.3, 0.4, 0]] * 3
    assert raised.tolist() == [
        [0, 1, 0, 0, 0],
        [9 / 70_010, 70_000 / 70_010, 0, 0, 1 / 70_010],
        [0.9, 0, 0, 0, 0.1],
    ]


def test_a_stop_while_writing_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "styles.npz"
    save(gather(FINE, PEOPLE), path)
    before = path.read_bytes()

    def stopped(file: object, **_: object) -> None:
        file.write(b"half")  # type: ignore[attr-defined]
        raise KeyboardInterrupt

    monkeypatch.setattr(np, "savez_compressed", stopped)
    with pytest.raises(KeyboardInterrupt):
        save(gather(FINE, {}), path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_what_is_no_such_file_is_said_in_a_line(tmp_path: Path) -> None:
    with pytest.raises(VillainError, match="there is no file"):
        read(tmp_path / "none.npz")
    path = tmp_path / "other.npz"
    for content in (b"", b"text", b"PK\x03\x04"):
        path.write_bytes(content)
        with pytest.raises(VillainError, match="no file of villain mine"):
            read(path)
    np.savez(path, version=np.array(1))
    with pytest.raises(VillainError, match="no file of villain mine"):
        read(path)
    np.savez(path, version=np.array(7))
    with pytest.raises(VillainError, match="of version 7"):
        read(path)


# The shipped file


@pytest.fixture(scope="module")
def shipped() -> Styles:
    return shipped_styles()


def test_the_shipped_file_is_small_and_holds_nobody_who_is_held_back(shipped: Styles) -> None:
    assert FILE.stat().st_size < 4_000_000
    assert shipped.abstraction == Abstraction()
    assert len(shipped) > 1_000
    assert shipped.hands.min() >= 200
    assert (shipped.players % 10 < 7).all()
    assert len(set(shipped.players.tolist())) == len(shipped)


def test_the_shipped_counts_make_sense(shipped: Styles) -> None:
    free = [place for place, one in enumerate(shipped.sequences) if not faces_bet(one)]
    assert not shipped.pool[free, 0].any()  # nobody folds where a check is free
    # Nobody decides more often at the start of a hand than he has hands, nor much less than half.
    for player in range(0, len(shipped), 100):
        first = shipped.counts_of(player)["000"].sum()
        assert 0.3 < first / shipped.hands[player] < 0.7
    fold, call, low, high = shipped.pool[shipped.index["000"]] / 1
    assert low > high
    assert low > fold > call
