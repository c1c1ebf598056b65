"""Matches between agents, and what they show."""

from villain.arena.match import Match, MatchResult, MatchStoppedError, play_match
from villain.arena.record import Record
from villain.arena.statistics import Rate

__all__ = ["Match", "MatchResult", "MatchStoppedError", "Rate", "Record", "play_match"]
