"""What travels to another machine: it is the same program there, and has a person's own files."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from villain.arena import Match, play_match
from villain.arena.match_chunk import play_chunk
from villain.errors import VillainError
from villain.game import limit_holdem
from villain.work.parcel import pack, postman, unpack
from villain.work.reaching import check_listens, shares

OWN = """
from villain import Agent
from villain.game import CALL, FOLD
class Odd(Agent):
    def __init__(self, {parameter}=1):
        self.hands = {parameter}
    def act(self, seen):
        self.hands += 1
        return FOLD if self.hands % 3 == 0 and seen.legal.fold else CALL
"""

DELIVER = """
import sys
from pathlib import Path
from villain.work.parcel import postman
for line in sys.stdin:
    source, target = map(Path, line.split())
    target.write_bytes(postman()(source.read_bytes()))
    print("done", flush=True)
"""


class Elsewhere:
    """A process that has never heard of anything, which parcels are sent to as files."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._process = subprocess.Popen(
            [sys.executable, "-c", DELIVER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=folder,
        )

    def send(self, content: bytes) -> bytes:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        source, target = self.folder / "parcel", self.folder / "answer"
        source.write_bytes(content)
        self._process.stdin.write(f"{source} {target}\n")
        self._process.stdin.flush()
        assert self._process.stdout.readline() == "done\n"
        return target.read_bytes()

    def close(self) -> None:
        self._process.communicate()


def fail(how: str) -> None:
    if how == "local":

        class LocalError(Exception):
            pass

        raise LocalError("nobody knows me")
    raise {"villain": VillainError, "zero": ZeroDivisionError}[how]("words")


def test_there_and_back() -> None:
    assert unpack(postman()(pack(divmod, (7, 2)))) == (3, 1)
    with pytest.raises(VillainError, match=r"^words$"):
        unpack(postman()(pack(fail, ("villain",))))
    with pytest.raises(ZeroDivisionError) as caught:
        unpack(postman()(pack(fail, ("zero",))))
    assert "in fail" in caught.value.__notes__[0]
    with pytest.raises(RuntimeError, match="LocalError: nobody knows me"):
        unpack(postman()(pack(fail, ("local",))))


def test_another_program_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    parcel = pack(divmod, (7, 2))
    other = {"Villain": "0.0.1 (of old)", "Python": "3.99"}
    monkeypatch.setattr("villain.work.parcel.stamp", lambda: other)
    with pytest.raises(VillainError, match=r"has Villain 0\.0\.1 \(of old\), not .* Python 3\.99"):
        unpack(postman()(parcel))


def test_a_module_that_is_only_here_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    parcel = pack(fail, ("zero",))
    monkeypatch.setitem(sys.modules, "tests.work.test_parcel", None)
    with pytest.raises(VillainError, match="cannot load what was sent"):
        unpack(postman()(parcel))


def test_a_persons_own_file_travels(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    """It is only here, is named from here, and is played as it is now, not as it was there."""
    home, away = tmp_path / "home", tmp_path / "away"
    home.mkdir()
    away.mkdir()
    monkeypatch.chdir(home)
    request.addfinalizer((there := Elsewhere(away)).close)
    for spec, parameter in (("own.py:Odd", "start"), ("other.py:Odd:begin=2", "begin")):
        Path(spec.partition(":")[0]).write_text(OWN.format(parameter=parameter))
        match = Match(limit_holdem(2), (spec, "call"), 20, 3, duplicate=False)
        expected = play_match(match).payoffs
        Path(spec.partition(":")[0]).unlink()
        chunk = unpack(there.send(pack(play_chunk, (match, 0, 0, b""))))
        assert np.array_equal(chunk.payoffs, expected[0, : len(chunk.payoffs)])
        assert not chunk.faults


def test_nobody_listens() -> None:
    with pytest.raises(VillainError, match=r"nobody answers at tcp://127\.0\.0\.1:9"):
        check_listens("tcp://127.0.0.1:9", "a scheduler of Dask")
    with pytest.raises(VillainError, match="'head' is no address of a cluster"):
        check_listens("head", "a cluster of Ray")


def test_a_cluster_without_workers() -> None:
    assert shares(8, None) == (8, 8)
    assert shares(0, 3) == (3, 0)
    with pytest.raises(VillainError, match="no workers yet; if it grows, say --workers N"):
        shares(0, None)
