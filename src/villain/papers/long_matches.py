"""Work that takes long: however it ends, it goes on from there."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

import villain
from villain.arena.freezeout_series import FreezeOutSeries
from villain.arena.match import Match, MatchResult, play_match
from villain.arena.match_file import MatchFile
from villain.arena.match_record import fingerprint
from villain.arena.series_file import SeriesFile
from villain.papers.report import Setting

Job = TypeVar("Job")
Answer = TypeVar("Answer")

ROOMS = ("kernels", "cards", "game", "strength", "strategy", "models", "agents", "arena")
"""The rooms that make up an agent and what it plays."""

PLAYED: dict[Match, MatchResult] = {}
"""The same match has the same result, so that an item need not repeat what another has played."""


def play_and_keep(match: Match, setting: Setting, name: str) -> MatchResult:
    """Play a match; it is kept in the folder as it goes, and goes on from there."""
    path = setting.keep(f"{name}-{fingerprint(match)}-{program()}.match")
    workers, progress = setting.workers, setting.progress
    if path is None:
        return play_match(match, workers=workers, progress=progress)
    with MatchFile.load(path, match) if path.exists() else MatchFile(path, match) as file:
        return play_match(match, workers=workers, progress=progress, file=file)


def play_all(matches: list[Match], setting: Setting, name: str) -> list[MatchResult]:
    """Play matches one after the other, but for those that were played before."""
    for match, part in setting.parts(matches):
        if match not in PLAYED:
            PLAYED[match] = play_and_keep(match, part, name)
        part.progress(1.0)
    return [PLAYED[match] for match in matches]


def play_series(series: FreezeOutSeries, setting: Setting, name: str) -> None:
    """Play freeze-outs, or the rest of them; they are kept in the folder as they go."""
    path = setting.keep(f"{name}-{program()}.json")
    workers, progress = setting.workers, setting.progress
    if path is None:
        series.play(workers=workers, progress=progress)
        return
    with SeriesFile.load(path, series) if path.exists() else SeriesFile(path, series) as file:
        try:
            series.play(workers=workers, progress=progress, file=file)
        finally:
            file.keep(series, now=True)


def do_all(
    work: Callable[[Job], Answer], jobs: Iterable[Job], workers: int
) -> Iterator[tuple[Job, Answer]]:
    """Jobs with their answers, in the order in which they are done.

    No process is given work ahead of time, so that after Ctrl-C none begins anew.
    """
    if workers <= 1:
        yield from ((job, work(job)) for job in jobs)
        return
    waiting = iter(jobs)
    with ProcessPoolExecutor(workers) as pool:
        running: dict[Future[Answer], Job] = {}
        while True:
            for job in waiting:
                running[pool.submit(work, job)] = job
                if len(running) == workers:
                    break
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                yield running.pop(future), future.result()


@cache
def program() -> str:
    """A digest of everything that an agent is made of: another program plays another match."""
    digest, home = sha256(), Path(villain.__file__).parent
    for room in ROOMS:
        for source in sorted((home / room).rglob("*")):
            if source.suffix in {".py", ".npz"}:
                digest.update(source.read_bytes())
    return digest.hexdigest()[:8]


def faults_note(results: Iterable[MatchResult | FreezeOutSeries]) -> str:
    """The agents that failed and folded instead, with how often; empty if none did."""
    counts: Counter[str] = Counter()
    for result in results:
        if isinstance(result, MatchResult):
            counts.update(fault.agent for fault in result.faults)
        else:
            counts.update(result.faults)
    failed = ", ".join(f"{agent} {count:,} times" for agent, count in counts.items() if count)
    return f"An agent failed, and folded or checked instead: {failed}." if failed else ""
