"""Many freeze-outs of the same agents: who wins how often."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from villain.agents.registry import AgentSpec, check_plays
from villain.arena.freezeout import FreezeOut, Game, play_freezeout
from villain.arena.match_chunk import rehearse
from villain.arena.match_record import describe_rules
from villain.arena.playing import check_travels
from villain.arena.seating import distinct_names
from villain.arena.statistics import Share, share
from villain.errors import VillainError
from villain.game.chance import check_seed, fresh_seed, match_seeds
from villain.game.rules import UNLIMITED
from villain.processes import stops_noted
from villain.registry import keep, name_of, text_of
from villain.work import Workers, Workplace, run_in_order

if TYPE_CHECKING:
    from villain.arena.series_file import SeriesFile

MOST_FREEZEOUTS = 1_000_000
SOME = 20
"""So many go to a worker at a time, where there are enough of them."""


@dataclass
class FreezeOutSeries:
    """Freeze-outs with fresh agents each, seated anew from one to the next.

    The same series gives the same result, whatever the number of workers.
    """

    game: Game
    agents: tuple[AgentSpec, ...]
    count: int
    seed: int = field(default_factory=fresh_seed)
    strict: bool = False
    played: list[FreezeOut] = field(default_factory=list)

    def __post_init__(self) -> None:
        if len(self.agents) < 2:
            raise VillainError("a freeze-out takes two agents or more")
        if not 1 <= self.count <= MOST_FREEZEOUTS:
            raise VillainError(f"a series has 1 to {MOST_FREEZEOUTS:,} freeze-outs")
        check_seed(self.seed)
        rules = self.game(len(self.agents))
        if max(rules.stacks) >= UNLIMITED:
            raise VillainError(
                f"{rules.name} is played with chips without end, so that nobody can win them all; "
                "give everybody a stack"
            )
        self.agents = tuple(map(keep, self.agents))
        for spec in self.agents:
            check_plays(spec, rules)

    @property
    def names(self) -> tuple[str, ...]:
        """The agents' names; where one plays twice, the second is ``call#2``."""
        return distinct_names(tuple(map(name_of, self.agents)))

    @property
    def hands(self) -> int:
        """The number of hands that were played."""
        return sum(one.hands for one in self.played)

    @property
    def faults(self) -> dict[str, int]:
        """The number of failures of each agent."""
        failed = [fault.agent for one in self.played for fault in one.faults]
        return {name: failed.count(name) for name in self.names}

    def shares(self) -> tuple[Share, ...]:
        """The share of the freeze-outs that each agent won."""
        winners = [one.winner for one in self.played]
        return tuple(share(winners.count(i), len(winners)) for i in range(len(self.agents)))

    def play(
        self,
        *,
        workers: Workers = 1,
        progress: Callable[[float], None] | None = None,
        file: "SeriesFile | None" = None,
    ) -> "FreezeOutSeries":
        """Play what is missing; ``file`` keeps what was played, as it goes."""
        with stops_noted() as is_stopped:
            for result in self._rest(Workplace.of(workers)):
                self.played.append(result)
                if file is not None:
                    file.keep(self)
                if progress is not None:
                    progress(len(self.played) / self.count)
                if is_stopped():
                    raise KeyboardInterrupt
        return self

    def _rest(self, workplace: Workplace) -> Iterator[FreezeOut]:
        check_travels(self.agents, workplace)
        numbers = range(len(self.played), self.count)
        some = 1 if workplace.is_here else max(1, min(SOME, len(numbers) // SOME))
        parts = [numbers[at : at + some] for at in range(0, len(numbers), some)]
        far = workplace.is_elsewhere
        play = partial(_play_some, self.game, self.agents, self.seed, self.strict, far)
        for results in run_in_order(play, parts, workplace):
            yield from results

    def describe(self) -> str:
        """All that decides the result of every freeze-out, in a line."""
        rules = describe_rules(self.game(len(self.agents)))
        return f"{rules}, {' '.join(map(text_of, self.agents))}, seed {self.seed}"


def _play_some(
    game: Game, agents: tuple[AgentSpec, ...], seed: int, strict: bool, far: bool, numbers: range
) -> list[FreezeOut]:
    if far:
        rehearse(game(len(agents)), agents)
    return [_play(game, agents, seed, strict, number) for number in numbers]


def _play(
    game: Game, agents: tuple[AgentSpec, ...], seed: int, strict: bool, number: int
) -> FreezeOut:
    chance, own = match_seeds(seed, number)
    seating = tuple(np.random.default_rng(chance).permutation(len(agents)).tolist())
    try:
        return play_freezeout(game, agents, seed=own, seating=seating, strict=strict)
    except VillainError as error:
        raise VillainError(f"freeze-out {number}, {error}") from None
