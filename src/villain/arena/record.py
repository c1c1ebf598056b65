"""What a match has brought so far, in memory and in a file from which it can go on."""

import io
import json
import os
import zipfile
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from villain.arena.table import Chunk, Fault
from villain.errors import VillainError
from villain.game.rules import Rules

if TYPE_CHECKING:
    import numpy.typing as npt

    from villain.arena.match import Match


@dataclass(eq=False)
class Record:
    """Payoffs by replay, deal and participant; how far each replay is, and its agents there."""

    match: "Match"
    payoffs: "npt.NDArray[np.int64]"
    done: list[int]
    agents: list[bytes]
    faults: list[Fault] = field(default_factory=list)

    @classmethod
    def empty(cls, match: "Match") -> "Record":
        """Nothing has been played yet."""
        replays = len(match.seatings)
        payoffs = np.zeros((replays, match.deals, match.rules.players), np.int64)
        return cls(match, payoffs, [0] * replays, [b""] * replays)

    def add(self, replay: int, chunk: Chunk) -> None:
        """Take in the next chunk of a replay."""
        start, count = self.done[replay], len(chunk.payoffs)
        self.payoffs[replay, start : start + count] = chunk.payoffs
        self.done[replay] = start + count
        self.agents[replay] = chunk.agents
        self.faults += chunk.faults

    @property
    def share(self) -> float:
        """How much of the match has been played."""
        return sum(self.done) / (len(self.done) * self.match.deals)

    def save(self, path: Path) -> None:
        """Write the record whole, then put it in its place."""
        header = {
            "match": _describe(self.match),
            "done": self.done,
            "faults": [[fault.agent, fault.deal, fault.reason] for fault in self.faults],
        }
        payoffs = io.BytesIO()
        np.save(payoffs, self.payoffs)
        part = path.with_name(path.name + ".part")
        with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("match.json", json.dumps(header))
            archive.writestr("payoffs.npy", payoffs.getvalue())
            for replay, agents in enumerate(self.agents):
                archive.writestr(f"agents-{replay}.pickle", agents)
        os.replace(part, path)  # noqa: PTH105

    @classmethod
    def load(cls, path: Path, match: "Match") -> "Record":
        """Read a record of the same match. It holds pickled agents: load only your own files."""
        try:
            with zipfile.ZipFile(path) as archive:
                header = json.loads(archive.read("match.json"))
                payoffs = np.load(io.BytesIO(archive.read("payoffs.npy")), allow_pickle=False)
                agents = [
                    archive.read(f"agents-{replay}.pickle") for replay in range(len(header["done"]))
                ]
            faults = [Fault(*fault) for fault in header["faults"]]
            whole, done = cls.empty(match), [int(deals) for deals in header["done"]]
            other = header["match"] != _describe(match)
            if not other and (
                payoffs.shape != whole.payoffs.shape
                or len(done) != len(whole.done)
                or not all(0 <= deals <= match.deals for deals in done)
            ):
                raise ValueError("its parts do not fit together")
        except FileNotFoundError:
            raise VillainError(f"there is no file {str(path)!r} to go on from") from None
        except Exception as error:  # whatever a damaged archive can bring
            raise VillainError(f"{path} is no saved match, or is damaged: {error}") from None
        if other:
            raise VillainError(
                f"{path} is another match; go on with the game, agents, hands and seed it had: "
                f"{header['match']}"
            )
        return cls(match, payoffs, done, agents, faults)


def describe_rules(rules: Rules) -> str:
    """A game's name, and a digest of all its rules."""
    return f"{rules.name} ({sha256(repr(rules).encode()).hexdigest()[:12]})"


def fingerprint(match: "Match") -> str:
    """A few letters that no other match has."""
    return sha256(_describe(match).encode()).hexdigest()[:8]


def _describe(match: "Match") -> str:
    """All that decides a match's result, in a line."""
    kind = "duplicate" if match.duplicate else "plain"
    return (
        f"{describe_rules(match.rules)}, {' '.join(match.agents)}, {match.deals} hands, "
        f"seed {match.seed}, {kind}"
    )
