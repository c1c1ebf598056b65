"""Everybody against everybody, two at a time."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path

from villain.agents.registry import AgentSpec
from villain.arena.kept_file import NotWrittenError
from villain.arena.match import Match, MatchResult, play_matches
from villain.arena.match_file import MatchFile
from villain.arena.seating import distinct_names
from villain.arena.statistics import Rate, rate
from villain.errors import VillainError
from villain.game.chance import fresh_seed
from villain.game.rules import Rules
from villain.kernels.arrays import FloatArray
from villain.registry import keep, name_of
from villain.work import Workers

Pair = tuple[int, int]


@dataclass(frozen=True, eq=False)
class RoundRobin:
    """The matches of all pairs; ``results[i, j]`` with i before j; ``agents`` are their names.

    ``troubles`` say which of them could not be kept.
    """

    agents: tuple[str, ...]
    results: dict[Pair, MatchResult]
    troubles: tuple[str, ...] = ()

    @property
    def faults(self) -> dict[str, int]:
        """The number of failures of each agent."""
        counts = dict.fromkeys(self.agents, 0)
        for pair, result in self.results.items():
            for fault in result.faults:
                counts[self.agents[pair[result.match.names.index(fault.agent)]]] += 1
        return counts

    def against(self, one: int, other: int) -> Rate:
        """The winnings of one against another, in big blinds a hand."""
        if one < other:
            return self.results[one, other].rates()[0]
        return self.results[other, one].rates()[1]

    def adjusted_against(self, one: int, other: int) -> Rate:
        """The same less luck, where the plan asked for that."""
        if one < other:
            return self.results[one, other].adjusted_rates()[0]
        return self.results[other, one].adjusted_rates()[1]

    def average(self, one: int) -> Rate:
        """The winnings of one on average over all opponents; the pairs share their deals."""
        return self._average(one, lambda result: result.by_deal)

    def adjusted_average(self, one: int) -> Rate:
        """The same less luck, where the plan asked for that."""
        return self._average(one, lambda result: result.adjusted_by_deal)

    def _average(self, one: int, by_deal: Callable[[MatchResult], FloatArray]) -> Rate:
        columns = [
            by_deal(result)[:, pair.index(one)]
            for pair, result in self.results.items()
            if one in pair
        ]
        return rate(sum(columns[1:], start=columns[0]) / len(columns))


class RoundRobinStoppedError(KeyboardInterrupt):
    """Ctrl-C in a round robin, after this share of it."""

    def __init__(self, share: float) -> None:
        super().__init__()
        self.share = share


@dataclass(frozen=True)
class RoundRobinPlan:
    """A plan: a duplicate match of every two agents, all over the same deals."""

    rules: Rules
    agents: tuple[AgentSpec, ...]
    deals: int
    seed: int = field(default_factory=fresh_seed)
    strict: bool = False
    aivat: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "agents", tuple(map(keep, self.agents)))
        if len(set(self.agents)) < len(self.agents) or len(self.agents) < 2:
            raise VillainError("a tournament takes two or more agents, each of them once")

    @property
    def names(self) -> tuple[str, ...]:
        """The agents' names, all different."""
        return distinct_names(tuple(map(name_of, self.agents)))

    def matches(self) -> dict[Pair, Match]:
        """The match of every pair."""
        return {
            (i, j): Match(
                self.rules,
                (self.agents[i], self.agents[j]),
                self.deals,
                self.seed,
                strict=self.strict,
                aivat=self.aivat,
            )
            for i, j in combinations(range(len(self.agents)), 2)
        }


def kept_matches(folder: Path) -> list[Path]:
    """The files of a folder that keep the matches of pairs."""
    return sorted(folder.glob("*-*.match"))


def play_round_robin(
    plan: RoundRobinPlan,
    *,
    workers: Workers = 1,
    progress: Callable[[float], None] | None = None,
    folder: Path | None = None,
) -> RoundRobin:
    """Play a round robin, or the rest of what a ``folder`` keeps: a file for every pair.

    >>> from villain.game import no_limit_holdem
    >>> plan = RoundRobinPlan(no_limit_holdem(2), ("call", "fold", "raise"), 100)
    >>> table = play_round_robin(plan)
    >>> table.against(0, 1).mean == -table.against(1, 0).mean
    True
    """
    matches = plan.matches()
    troubles: list[str] = []
    files: list[MatchFile] = []
    share = 0.0

    def report(now: float) -> None:
        nonlocal share
        share = now
        if progress is not None:
            progress(now)

    def open_file(number: int) -> MatchFile | None:
        if folder is None:
            return None
        try:
            files.append(_file(folder, *list(matches.items())[number]))
        except NotWrittenError as error:
            troubles.append(str(error))
            return None
        return files[-1]

    try:
        played = play_matches(
            list(matches.values()), workers=workers, progress=report, open_file=open_file
        )
    except KeyboardInterrupt:
        raise RoundRobinStoppedError(share) from None
    troubles += [file.trouble for file in files if file.trouble]
    return RoundRobin(plan.names, dict(zip(matches, played, strict=True)), tuple(troubles))


def _file(folder: Path, pair: Pair, match: Match) -> MatchFile:
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{pair[0]}-{pair[1]}.match"
    return MatchFile.load(path, match) if path.exists() else MatchFile(path, match)
