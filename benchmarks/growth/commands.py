"""What a command takes, in a process of its own."""

import resource
import subprocess
import sys
from time import monotonic
from typing import NamedTuple

# The system's own figure for a child is at least what this process has.
_RUN = """
import sys
from villain.cli.app import main
try:
    main()
finally:
    sys.stderr.write(open("/proc/self/status").read())
"""


class Spent(NamedTuple):
    """Seconds on the clock and of processors, and the most memory, in MB."""

    seconds: float
    processor: float
    megabytes: float


def villain(*command: str) -> Spent:
    """Run a command of ``villain`` to its end."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), monotonic()
    process = subprocess.Popen(
        [sys.executable, "-c", _RUN, *command],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    _, wrong = process.communicate()
    if process.returncode:
        raise RuntimeError(f"{' '.join(command)}: {wrong}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    kilobytes = int(wrong.rpartition("VmHWM:")[2].split()[0])
    return Spent(monotonic() - began, processor, kilobytes / 1024)
