"""Streams of decisions say of each player what his hands say, in order, and not who he is."""

from importlib import import_module
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from tests.hands.random_hands import random_history
from villain.game.rules import Betting
from villain.game.situation import decisions
from villain.hands.formats.registry import FORMATS, write_hands
from villain.hands.hand_history import HandHistory
from villain.models.crowd.situations import codes_of, deed
from villain.models.crowd.strengths import UNKNOWN, hand_codes
from villain.profiles.splitting import for_training

BETTINGS = (Betting.LIMIT, Betting.NO_LIMIT)
HANDS = [random_history(seed, BETTINGS[seed % 2], players=2 + seed % 9) for seed in range(40)]


@pytest.fixture
def streams() -> ModuleType:
    return import_module("training.crowd.streams")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """All hands, the last first and one of them twice; their numbers tell the order."""
    hands = [*reversed(HANDS), HANDS[3]]
    path = tmp_path / "hands.phhs"
    played = ((history, history.replay()) for history in hands)
    path.write_text("\n".join(write_hands(FORMATS["phh"], played)))
    return path


Row = tuple[list[int], int, int, bool, list[int], int, bool]


def expected() -> dict[str, list[Row]]:
    """By player what he faced and did, told by what everybody at the table sees."""
    found: dict[str, list[Row]] = {}
    for history in HANDS:
        begun: set[int] = set()
        for decision in decisions(history.replay().observation(0)):
            seat, hole = decision.seat, history.holes[decision.seat]
            held, cards = [UNKNOWN, UNKNOWN], UNKNOWN
            if hole:
                *held, cards = hand_codes(decision.situation.board)[
                    place_of(history, seat)
                ].tolist()
            row = codes_of(decision.situation), *deed(decision), seat not in begun
            found.setdefault(decision.name, []).append((*row, held, cards, seat in history.shown))
            begun.add(seat)
    return found


def place_of(history: HandHistory, seat: int) -> int:
    low, high = sorted(history.holes[seat])
    return high * (high - 1) // 2 + low


def test_a_file_tells_every_decision_of_every_player(
    streams: ModuleType, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out.npz"
    monkeypatch.setattr("sys.argv", ["streams", str(file), "--out", str(out)])
    streams.main()
    told = import_module("training.crowd.stream_files").load_decisions(out)
    wanted = expected()
    found = []
    for player in range(len(told.splits)):
        part = slice(told.offsets[player], told.offsets[player + 1])
        rows = zip(*(array[part].tolist() for array in told[:7]), strict=True)
        found.append((int(told.splits[player]) % 10 < 7, list(rows)))
    ours = [(for_training(name), rows) for name, rows in wanted.items()]
    assert sorted(found) == sorted(ours)
    assert told.offsets[-1] == len(told.actions) == sum(map(len, wanted.values()))
    assert not told.machine.any()
    with np.load(out) as arrays:
        assert {arrays[name].dtype.kind for name in arrays.files} <= set("bui")


def test_a_hand_counts_once_and_there_can_be_a_limit(streams: ModuleType, file: Path) -> None:
    lines: list[str] = []
    every = streams.gather(file, None, lines.append)
    assert (every.hands, every.twice, every.refused) == (len(HANDS), 1, 0)
    assert streams.gather(file, 7, lines.append).hands == 7


def test_what_holds_no_hand_is_told_in_one_line(
    streams: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "nothing.txt"
    path.write_text("no hand\n")
    monkeypatch.setattr("sys.argv", ["streams", str(path), "--out", str(tmp_path / "out.npz")])
    with pytest.raises(SystemExit, match="streams: there is no decision in these hands"):
        streams.main()


def test_paths_are_of_hands_at_random(streams: ModuleType) -> None:
    assert streams  # it has put the folder on the path
    paths = import_module("training.crowd.paths").random_paths(300, np.random.default_rng(1))
    assert paths.shape == (300, 4, 3)
    assert paths.max() < UNKNOWN
    np.testing.assert_allclose(paths[..., :2].mean(axis=0), 127.0, atol=15)
    assert (paths[..., 2] == paths[:, :1, 2]).all()
    assert (paths[:, 0, 0] == paths[:, 0, 1]).all()
    assert (paths[:, 3, 0] == paths[:, 3, 1]).all()
