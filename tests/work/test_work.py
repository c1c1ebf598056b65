"""Work that is shared: in any place the same results, in good order to the end."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from villain.errors import VillainError
from villain.work import LostWorkerError, Workplace, at_work, run, run_in_order

linux = pytest.mark.skipif(not Path("/proc/self").exists(), reason="/proc")


def square(number: int) -> int:
    return number * number


def reciprocal(number: int) -> float:
    return 1 / number


def die(_: int) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def sleep(folder: Path) -> None:
    (folder / str(os.getpid())).touch()
    time.sleep(600)


@pytest.mark.parametrize("workers", [1, 2, "processes"])
def test_the_same_results_anywhere(workers: int | str) -> None:
    assert dict(run(square, range(50), workers)) == {n: n * n for n in range(50)}
    assert list(run_in_order(square, range(50), workers)) == [n * n for n in range(50)]


@pytest.mark.parametrize(("workers", "most"), [(1, 1), (2, 3)])
def test_few_tasks_are_taken_ahead(workers: int, most: int) -> None:
    taken = 0

    def tasks() -> Iterator[int]:
        nonlocal taken
        for number in range(20):
            taken += 1
            yield number

    for done, _ in enumerate(run(square, tasks(), workers), 1):
        assert taken - done < most
    assert taken == 20


@pytest.mark.parametrize("workers", [1, 2])
def test_more_may_be_begun_meanwhile(workers: int) -> None:
    seen = []
    with at_work(workers) as crew:
        crew.begin("first", square, 3)
        for tag, result in crew.done():
            seen.append((tag, result))
            if result < 1000:
                crew.begin("next", square, result)
    assert seen == [("first", 9), ("next", 81), ("next", 6561)]


@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_in_a_task_is_the_callers(workers: int) -> None:
    with pytest.raises(ZeroDivisionError):
        list(run(reciprocal, [1, 0, 2], workers))


@linux
def test_a_worker_that_is_killed_is_said() -> None:
    with pytest.raises(LostWorkerError, match="a worker was ended from outside"):
        list(run(die, [1, 2], 2))


def is_alive(pid: str) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@linux
@pytest.mark.parametrize("fresh", [False, True])
def test_what_nobody_wants_any_more_is_ended(
    fresh: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("villain.work.place.GRACE", 0.1)
    with at_work(2, fresh=fresh) as crew:
        for number in range(3):
            crew.begin(number, sleep, tmp_path)
        until = time.monotonic() + 30
        while len(list(tmp_path.iterdir())) < 2:
            assert time.monotonic() < until
            time.sleep(0.01)
    assert [file.name for file in tmp_path.iterdir() if is_alive(file.name)] == []


STOPPED = """
import sys
from pathlib import Path
from tests.work.test_work import sleep
from villain.processes import stop_as_by_ctrl_c
from villain.work import run
if __name__ == "__main__":
    stop_as_by_ctrl_c()
    try:
        list(run(sleep, [Path(sys.argv[1])] * 4, 2))
    except KeyboardInterrupt:
        print("stopped")
"""


@linux
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_stop_ends_all(number: int, tmp_path: Path) -> None:
    script, begun = tmp_path / "script.py", tmp_path / "begun"
    script.write_text(STOPPED)
    begun.mkdir()
    with subprocess.Popen(
        [sys.executable, str(script), str(begun)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        start_new_session=True,
    ) as process:
        while len(list(begun.iterdir())) < 2:
            assert process.poll() is None
            time.sleep(0.01)
        os.killpg(process.pid, number)
        out, errors = process.communicate(timeout=30)
    assert (out, errors) == ("stopped\n", "")
    assert [file.name for file in begun.iterdir() if is_alive(file.name)] == []


def test_places_as_they_are_written() -> None:
    assert Workplace.parse("processes", 2) == Workplace.of(2)
    assert Workplace.of("ray") == Workplace("ray")
    assert Workplace.parse("ray=10.0.0.1:6379").address == "10.0.0.1:6379"
    assert Workplace.parse("ray://head:10001", 3).workers == 3
    assert Workplace.parse("dask=tcp://head:8786").address == "tcp://head:8786"
    assert Workplace.of(1).is_here
    assert Workplace().is_here
    assert not Workplace.of("dask").is_here
    assert [str(one) for one in (Workplace.of(1), Workplace.of(2))] == ["1 process", "2 processes"]
    assert str(Workplace.parse("ray://head:10001", 3)) == "Ray at ray://head:10001, 3 at a time"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("rai", "did you mean 'ray'"),
        ("dask=", "'dask=' is no workplace"),
        ("processes=2", "'processes=2' is no workplace"),
        ("tcp://head:8786", "no workplace is called"),
    ],
)
def test_what_is_no_place(text: str, words: str) -> None:
    with pytest.raises(VillainError, match=words):
        Workplace.of(text)


@pytest.mark.parametrize(("where", "module"), [("ray", "ray"), ("dask", "distributed")])
def test_a_library_that_is_not_there(
    where: str, module: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(VillainError, match=r"is not installed; pip install 'villain\[cluster\]'"):
        list(run(square, [1], where))


def test_nobody_works_on_a_cluster_of_none() -> None:
    with pytest.raises(VillainError, match="0 workers on ray; there should be one at least"):
        Workplace.parse("ray", 0)
