"""Work that takes long: however it ends, it goes on from there."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import TypeVar

from villain.arena.freezeout_series import FreezeOutSeries
from villain.arena.match import Match, MatchResult, play_matches
from villain.arena.match_file import MatchFile
from villain.arena.match_record import fingerprint
from villain.arena.series_file import SeriesFile
from villain.papers.report import Setting
from villain.work import Workers, run
from villain.work.program import digest_of

Job = TypeVar("Job")
Answer = TypeVar("Answer")

ROOMS = ("kernels", "cards", "game", "strength", "strategy", "models", "agents", "arena")
"""The rooms that make up an agent and what it plays."""

PLAYED: dict[Match, MatchResult] = {}
"""The same match has the same result, so that an item need not repeat what another has played."""


def play_and_keep(match: Match, setting: Setting, name: str) -> MatchResult:
    """Play a match; it is kept in the folder as it goes, and goes on from there."""
    return _play([match], setting, name)[0]


def play_all(matches: list[Match], setting: Setting, name: str) -> list[MatchResult]:
    """Play matches, but for those that were played before."""
    new = [match for match in dict.fromkeys(matches) if match not in PLAYED]
    PLAYED.update(zip(new, _play(new, setting, name) if new else [], strict=True))
    setting.progress(1.0)
    return [PLAYED[match] for match in matches]


def _play(matches: list[Match], setting: Setting, name: str) -> list[MatchResult]:
    def open_file(number: int) -> MatchFile | None:
        match = matches[number]
        path = setting.keep(f"{name}-{fingerprint(match)}-{program()}.match")
        if path is None:
            return None
        return MatchFile.load(path, match) if path.exists() else MatchFile(path, match)

    workers, progress = setting.workers, setting.progress
    return play_matches(matches, workers=workers, progress=progress, open_file=open_file)


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
    work: Callable[[Job], Answer], jobs: Iterable[Job], workers: Workers
) -> Iterator[tuple[Job, Answer]]:
    """Jobs with their answers, in the order in which they are done."""
    every = list(jobs)
    yield from ((every[number], answer) for number, answer in run(work, every, workers))


@cache
def program() -> str:
    """A digest of everything that an agent is made of: another program plays another match."""
    return digest_of(ROOMS)


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
