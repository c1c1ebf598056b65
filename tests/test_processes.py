"""Workers under every way to start them, and stops that come while compiled code runs."""

import multiprocessing
import subprocess
import sys
import time
from pathlib import Path

import pytest

from villain.processes import is_stop

PLAY = """
import multiprocessing, sys
from villain.arena import Match, play_match
from villain.game import no_limit_holdem

if __name__ == "__main__":
    multiprocessing.set_start_method(sys.argv[1])
    match = Match(no_limit_holdem(2), ("call", "random"), 600, seed=1)
    print(play_match(match, workers=2).payoffs.sum(axis=(0, 1)).tolist())
"""


@pytest.mark.slow
@pytest.mark.parametrize("how", multiprocessing.get_all_start_methods())
def test_workers_live_however_they_are_started(how: str, tmp_path: Path) -> None:
    file = tmp_path / "play.py"
    file.write_text(PLAY)
    command = [sys.executable, str(file), how]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    one, other = map(int, done.stdout.strip("[]\n").split(","))
    assert one == -other != 0


def test_a_stop_is_known_in_disguise() -> None:
    try:
        try:
            raise KeyboardInterrupt
        except KeyboardInterrupt as stop:
            raise SystemError("returned a result with an exception set") from stop
    except SystemError as error:
        assert is_stop(error)
    try:
        try:
            raise KeyboardInterrupt
        except KeyboardInterrupt:
            raise ValueError from None
    except ValueError as error:
        assert not is_stop(error)


def test_a_program_ends_by_the_signal_that_stopped_it(tmp_path: Path) -> None:
    """A stop in the middle of a kernel is not taken for a failure of the agent."""
    line = "match loki:bpm call --game limit --hands 1000000 --save long.match".split()
    code = "import sys; from villain.cli.app import main; main(sys.argv[1:])"
    file = tmp_path / "long.match"
    with subprocess.Popen(
        [sys.executable, "-c", code, *line], cwd=tmp_path, stderr=subprocess.PIPE, text=True
    ) as process:
        while not file.exists() or file.stat().st_size < 40_000:  # some of it was played
            assert process.poll() is None
            time.sleep(0.05)
        process.terminate()
        assert process.wait(30) == 143
        assert process.stderr is not None
        assert "--resume long.match" in process.stderr.read()
