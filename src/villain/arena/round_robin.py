"""Everybody against everybody, two at a time."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from villain.arena.match import Match, MatchResult, MatchStoppedError, play_match
from villain.arena.record import Record
from villain.arena.statistics import Rate, rate
from villain.errors import VillainError
from villain.game.rules import Rules

Pair = tuple[int, int]


@dataclass(frozen=True, eq=False)
class RoundRobin:
    """The matches of all pairs; ``results[i, j]`` with i before j."""

    agents: tuple[str, ...]
    results: dict[Pair, MatchResult]

    @property
    def faults(self) -> dict[str, int]:
        """How often each agent failed."""
        counts = dict.fromkeys(self.agents, 0)
        for result in self.results.values():
            for fault in result.faults:
                counts[fault.agent] += 1
        return counts

    def against(self, one: int, other: int) -> Rate:
        """What one won against another, in big blinds a hand."""
        if one < other:
            return self.results[one, other].rates()[0]
        return self.results[other, one].rates()[1]

    def average(self, one: int) -> Rate:
        """What one won on average over all opponents; the pairs share their deals."""
        columns = [
            result.by_deal[:, pair.index(one)]
            for pair, result in self.results.items()
            if one in pair
        ]
        return rate(sum(columns[1:], start=columns[0]) / len(columns))


class RoundRobinStoppedError(KeyboardInterrupt):
    """Ctrl-C in a round robin: ``records`` are what was played of its pairs."""

    def __init__(self, records: dict[Pair, Record]) -> None:
        super().__init__()
        self.records = records


@dataclass(frozen=True)
class RoundRobinPlan:
    """What is played: a duplicate match of every two agents, all over the same deals."""

    rules: Rules
    agents: tuple[str, ...]
    deals: int
    seed: int = 0
    strict: bool = False

    def __post_init__(self) -> None:
        if len(set(self.agents)) < len(self.agents) or len(self.agents) < 2:
            raise VillainError("a tournament takes two or more agents, each of them once")

    def matches(self) -> dict[Pair, Match]:
        """The match of every pair."""
        return {
            (i, j): Match(
                self.rules,
                (self.agents[i], self.agents[j]),
                self.deals,
                self.seed,
                strict=self.strict,
            )
            for i, j in combinations(range(len(self.agents)), 2)
        }

    def load(self, folder: Path) -> dict[Pair, Record]:
        """What was played before, from a folder with a file for every pair that was begun."""
        if not folder.is_dir():
            raise VillainError(f"there is no folder {str(folder)!r} to go on from")
        found = {
            pair: Record.load(_file(folder, pair), match)
            for pair, match in self.matches().items()
            if _file(folder, pair).exists()
        }
        if not found:
            raise VillainError(f"{str(folder)!r} holds no saved matches to go on from")
        return found


def save_records(folder: Path, records: dict[Pair, Record]) -> None:
    """Keep what was played of every pair in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for pair, record in records.items():
        record.save(_file(folder, pair))


def _file(folder: Path, pair: Pair) -> Path:
    return folder / f"{pair[0]}-{pair[1]}.zip"


def play_round_robin(
    plan: RoundRobinPlan,
    *,
    workers: int = 1,
    progress: Callable[[float], None] | None = None,
    records: dict[Pair, Record] | None = None,
) -> RoundRobin:
    """Play a round robin, or the rest of one; ``records`` fills with what was played.

    >>> from villain.game import no_limit_holdem
    >>> plan = RoundRobinPlan(no_limit_holdem(2), ("call", "fold", "raise"), 100)
    >>> table = play_round_robin(plan)
    >>> table.against(0, 1).mean == -table.against(1, 0).mean
    True
    """
    matches = plan.matches()
    records = {} if records is None else records
    results = {}
    for number, (pair, match) in enumerate(matches.items()):

        def report(share: float, done: int = number) -> None:
            if progress is not None:
                progress((done + share) / len(matches))

        records.setdefault(pair, Record.empty(match))
        try:
            results[pair] = play_match(
                match, workers=workers, progress=report, record=records[pair]
            )
        except MatchStoppedError:
            raise RoundRobinStoppedError(records) from None
    return RoundRobin(plan.agents, results)
