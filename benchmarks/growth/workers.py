"""What a tournament takes as more processes work on it: processor time of all, and memory of one.

What is lost by sharing shows in the processor time, whatever else the machine does: every process
loads and remembers for itself. That the work is done sooner is for a machine that is idle to show.
"""

from collections.abc import Iterator

from benchmarks.growth.commands import villain

WORKERS = (1, 2, 4)
AGENTS = ("loki:som", "loki:bpm", "loki:bpt", "poki")
HANDS = 500


def by_workers() -> Iterator[dict[str, float]]:
    """A tournament of four agents, six matches, with each number of processes."""
    options = ("--game", "limit", "--hands", str(HANDS), "--seed", "7")
    villain("tournament", *AGENTS, "--game", "limit", "--hands", "10", "--seed", "7")  # compiles
    for workers in WORKERS:
        spent = villain("tournament", *AGENTS, *options, "--workers", str(workers))
        yield {"workers": workers, "processor": spent.processor, "MB": spent.megabytes}
