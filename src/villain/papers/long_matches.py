"""Matches that take long: stopped, they are kept, and go on from there."""

from villain.arena.match import Match, MatchResult, MatchStoppedError, play_match
from villain.arena.record import Record
from villain.papers.report import Progress, Setting


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
