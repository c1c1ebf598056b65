"""Several matches of one experiment: whatever was played survives a stop, finished or not."""

from functools import cache
from hashlib import sha256
from pathlib import Path

import villain
from villain.arena.match import Match, MatchResult, MatchStoppedError, play_match
from villain.arena.record import Record, fingerprint
from villain.game.presets import no_limit_holdem
from villain.game.rules import Rules
from villain.papers.report import Setting

RULES: Rules = no_limit_holdem(2, stack=200)
"""The thesis's game: two players, a hundred big blinds each at the beginning of every hand."""

_PLAYED: dict[Match, MatchResult] = {}
"""The same match has the same result, so that an item need not repeat what another has played."""


def play_series(matches: list[Match], setting: Setting, item: str) -> list[MatchResult]:
    """Play matches one after the other.

    With a folder all of them are kept there until the last is over: stopped, they go on from
    there the next time.
    """
    results, files = [], []
    for number, match in enumerate(matches):

        def part(share: float, done: int = number) -> None:
            setting.progress((done + share) / len(matches))

        if match in _PLAYED:
            results.append(_PLAYED[match])
            part(1.0)
            continue
        name = f"huang-{item}-{fingerprint(match)}-{_program()}.zip"
        file = setting.folder / name if setting.folder else None
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
        _PLAYED[match] = result
        results.append(result)
    for file in files:
        file.unlink(missing_ok=True)
    return results


@cache
def _program() -> str:
    """A digest of everything that an agent is made of: another program plays another match."""
    digest, home = sha256(), Path(villain.__file__).parent
    for room in ("kernels", "game", "strength", "strategy", "models", "agents"):
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
