"""Everybody against everybody, two at a time."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations

from villain.arena.match import Match, MatchResult, play_match
from villain.arena.statistics import Rate, rate
from villain.errors import VillainError
from villain.game.rules import Rules


@dataclass(frozen=True, eq=False)
class RoundRobin:
    """The matches of all pairs; ``results[i, j]`` with i before j."""

    agents: tuple[str, ...]
    results: dict[tuple[int, int], MatchResult]

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


def play_round_robin(
    rules: Rules,
    agents: tuple[str, ...],
    deals: int,
    *,
    seed: int = 0,
    workers: int = 1,
    strict: bool = False,
    progress: Callable[[float], None] | None = None,
) -> RoundRobin:
    """Play a duplicate match of every two agents, all over the same deals.

    >>> from villain.game import no_limit_holdem
    >>> table = play_round_robin(no_limit_holdem(2), ("call", "fold", "raise"), 100)
    >>> table.against(0, 1).mean == -table.against(1, 0).mean
    True
    """
    if len(set(agents)) < len(agents) or len(agents) < 2:
        raise VillainError("a tournament takes two or more agents, each of them once")
    pairs = list(combinations(range(len(agents)), 2))
    results = {}
    for number, (one, other) in enumerate(pairs):

        def report(share: float, done: int = number) -> None:
            if progress is not None:
                progress((done + share) / len(pairs))

        match = Match(rules, (agents[one], agents[other]), deals, seed, strict=strict)
        results[one, other] = play_match(match, workers=workers, progress=report)
    return RoundRobin(agents, results)
