"""The record of a match so far."""

from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING

import numpy as np

from villain.arena.table import Fault
from villain.game.rules import Rules
from villain.registry import text_of

if TYPE_CHECKING:
    import numpy.typing as npt

    from villain.arena.match import Match
    from villain.arena.match_chunk import MatchChunk
    from villain.kernels.arrays import FloatArray


@dataclass(eq=False)
class MatchRecord:
    """Payoffs by replay, deal and participant; how far each replay is, and its agents there.

    ``adjusted`` are the payoffs less luck, where the match asks for that.
    """

    match: "Match"
    payoffs: "npt.NDArray[np.int64]"
    done: list[int]
    agents: list[bytes]
    faults: list[Fault] = field(default_factory=list)
    adjusted: "FloatArray | None" = None

    @classmethod
    def empty(cls, match: "Match") -> "MatchRecord":
        """Nothing has been played yet."""
        replays = len(match.seatings)
        payoffs = np.zeros((replays, match.deals, match.rules.players), np.int64)
        adjusted = np.zeros(payoffs.shape) if match.aivat else None
        return cls(match, payoffs, [0] * replays, [b""] * replays, adjusted=adjusted)

    def add(self, replay: int, chunk: "MatchChunk") -> None:
        """Take in the next chunk of a replay."""
        start, count = self.done[replay], len(chunk.payoffs)
        self.payoffs[replay, start : start + count] = chunk.payoffs
        if self.adjusted is not None:
            self.adjusted[replay, start : start + count] = chunk.adjusted
        self.done[replay] = start + count
        self.agents[replay] = chunk.agents
        self.faults += chunk.faults

    @property
    def share(self) -> float:
        """The share of the match that has been played."""
        return sum(self.done) / (len(self.done) * self.match.deals)


def describe_rules(rules: Rules) -> str:
    """A game's name, and a digest of all its rules."""
    return f"{rules.name} ({sha256(repr(rules).encode()).hexdigest()[:12]})"


def fingerprint(match: "Match") -> str:
    """A few letters that no other match has."""
    return sha256(describe(match).encode()).hexdigest()[:8]


def describe(match: "Match") -> str:
    """All that decides a match's result, in a line."""
    kind = "duplicate" if match.duplicate else "plain"
    agents = " ".join(map(text_of, match.agents))
    known = f", knowing {match.know}" if match.know else ""
    return (
        f"{describe_rules(match.rules)}, {agents}, {match.deals} hands, seed {match.seed}, {kind}"
        f"{known}{', less luck' if match.aivat else ''}"
    )
