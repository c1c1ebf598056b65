"""Matches that take long: however they end, they go on from there."""

from functools import cache
from hashlib import sha256
from pathlib import Path

import villain
from villain.arena.match import Match, MatchResult, play_match
from villain.arena.match_file import MatchFile
from villain.arena.match_record import fingerprint
from villain.papers.report import Progress, Setting

Played = dict[Match, MatchResult]
"""The same match has the same result, so that an item need not repeat what another has played."""

ROOMS = ("kernels", "cards", "game", "strength", "strategy", "models", "agents", "arena")
"""What an agent, and what it plays, is made of."""


def play_and_keep(
    match: Match, setting: Setting, name: str, part: Progress | None = None
) -> MatchResult:
    """Play a match; it is kept in the folder as it goes, and goes on from there."""
    path = setting.keep(f"{name}-{fingerprint(match)}-{program()}.match")
    progress = part or setting.progress
    if path is None:
        return play_match(match, workers=setting.workers, progress=progress)
    with MatchFile.load(path, match) if path.exists() else MatchFile(path, match) as file:
        return play_match(match, workers=setting.workers, progress=progress, file=file)


def play_all(
    matches: list[Match], setting: Setting, name: str, played: Played
) -> list[MatchResult]:
    """Play matches one after the other, but for those that were ``played``."""
    results = []
    for number, match in enumerate(matches):

        def part(share: float, done: int = number) -> None:
            setting.progress((done + share) / len(matches))

        if match not in played:
            played[match] = play_and_keep(match, setting, name, part)
        part(1.0)
        results.append(played[match])
    return results


@cache
def program() -> str:
    """A digest of everything that an agent is made of: another program plays another match."""
    digest, home = sha256(), Path(villain.__file__).parent
    for room in ROOMS:
        for source in sorted((home / room).rglob("*")):
            if source.suffix in {".py", ".npz"}:
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
