"""Matches, tournaments and live tables of agents, and what they show."""

from villain.arena.freezeout import FreezeOut, play_freezeout
from villain.arena.freezeout_series import FreezeOutSeries
from villain.arena.live_table import LiveTable
from villain.arena.match import Match, MatchResult, MatchStoppedError, play_match
from villain.arena.match_record import MatchRecord
from villain.arena.round_robin import RoundRobin, RoundRobinPlan, play_round_robin
from villain.arena.statistics import Rate, Share

__all__ = [
    "FreezeOut",
    "FreezeOutSeries",
    "LiveTable",
    "Match",
    "MatchRecord",
    "MatchResult",
    "MatchStoppedError",
    "Rate",
    "RoundRobin",
    "RoundRobinPlan",
    "Share",
    "play_freezeout",
    "play_match",
    "play_round_robin",
]
