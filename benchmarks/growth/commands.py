"""What a command takes, in a process of its own."""

import os
import resource
import subprocess
import sys
from time import monotonic
from typing import NamedTuple


class Spent(NamedTuple):
    """Seconds on the clock and of processors, and the most memory, in MB."""

    seconds: float
    processor: float
    megabytes: float


def villain(*command: str) -> Spent:
    """Run a command of ``villain`` to its end."""
    code = "from villain.cli.app import main; main()"
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), monotonic()
    process = subprocess.Popen(
        [sys.executable, "-c", code, *command],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    wrong = process.stderr.read()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{' '.join(command)}: {wrong}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Spent(monotonic() - began, processor, used.ru_maxrss / 1024)
