"""The thesis's game, and its matches: whatever was played survives a stop, finished or not."""

from villain.arena.match import Match, MatchResult
from villain.game.presets import no_limit_holdem
from villain.game.rules import Rules
from villain.papers.long_matches import Played, faults_note, play_all
from villain.papers.report import Setting

__all__ = ["RULES", "faults_note", "play_series"]

RULES: Rules = no_limit_holdem(2, stack=200)
"""The thesis's game: two players, a hundred big blinds each at the beginning of every hand."""

_PLAYED: Played = {}


def play_series(matches: list[Match], setting: Setting, item: str) -> list[MatchResult]:
    """Play the matches of an item, but for those that another has played."""
    return play_all(matches, setting, f"huang-{item}", _PLAYED)
