"""Matches that take long: stopped, they are kept, and go on from there."""

from functools import cache
from hashlib import sha256
from pathlib import Path

import villain
from villain.arena.match import Match, MatchResult, MatchStoppedError, play_match
from villain.arena.record import Record, fingerprint
from villain.papers.report import Progress, Setting

Played = dict[Match, MatchResult]
"""The same match has the same result, so that an item need not repeat what another has played."""

ROOMS = ("kernels", "game", "strength", "strategy", "models", "agents")
"""What an agent is made of."""


def play_and_keep(
    match: Match, setting: Setting, item: str, part: Progress | None = None
) -> MatchResult:
    """Play a match; stopped, it is kept in the folder, and goes on from there the next time."""
    file = setting.folder / f"{item}-{match.deals}-{match.seed}.zip" if setting.folder else None
    record = Record.load(file, match) if file and file.exists() else Record.empty(match)
    try:
        result = play_match(
            match, workers=setting.workers, progress=part or setting.progress, record=record
        )
    except MatchStoppedError as stopped:
        if file:
            stopped.record.save(file)
        raise
    if file:
        file.unlink(missing_ok=True)
    return result


def play_all(
    matches: list[Match], setting: Setting, name: str, played: Played
) -> list[MatchResult]:
    """Play matches one after the other, but for those that were ``played``.

    With a folder all of them are kept there until the last is over: stopped, they go on from
    there the next time. ``name`` is that of their files.
    """
    results, files = [], []
    for number, match in enumerate(matches):

        def part(share: float, done: int = number) -> None:
            setting.progress((done + share) / len(matches))

        if match in played:
            results.append(played[match])
            part(1.0)
            continue
        kept = f"{name}-{fingerprint(match)}-{program()}.zip"
        file = setting.folder / kept if setting.folder else None
        record = Record.load(file, match) if file and file.exists() else Record.empty(match)
        try:
            result = play_match(match, workers=setting.workers, progress=part, record=record)
        except MatchStoppedError as stopped:
            if file:
                stopped.record.save(file)
            raise
        if file:
            record.save(file)
            files.append(file)
        played[match] = result
        results.append(result)
    for file in files:
        file.unlink(missing_ok=True)
    return results


@cache
def program() -> str:
    """A digest of everything that an agent is made of: another program plays another match."""
    digest, home = sha256(), Path(villain.__file__).parent
    for room in ROOMS:
        for source in sorted((home / room).rglob("*.py")):
            digest.update(source.read_bytes())
    return digest.hexdigest()[:8]


def faults_note(results: list[MatchResult]) -> str:
    """How often an agent failed and folded instead; empty if none did."""
    counts: dict[str, int] = {}
    for result in results:
        for fault in result.faults:
            counts[fault.agent] = counts.get(fault.agent, 0) + 1
    told = ", ".join(f"{agent} {count:,} times" for agent, count in counts.items())
    return f"An agent failed, and folded or checked instead: {told}." if told else ""
