"""A match: agents over seeded deals, plain or duplicate, in one process or in many."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

import numpy as np
import numpy.typing as npt

from villain.agents.agent import Agent
from villain.agents.registry import AgentSpec, check_plays, make_agent
from villain.arena.match_file import MatchFile
from villain.arena.match_record import MatchRecord
from villain.arena.playing import MatchInPlay, play_on
from villain.arena.seating import distinct_names, latin_square
from villain.arena.statistics import Rate, rate
from villain.arena.table import Fault
from villain.errors import VillainError
from villain.evaluation.aivat.games import check_adjustable
from villain.game.chance import agent_seed, check_seed, deals, fresh_seed
from villain.game.deal import Deal
from villain.game.rules import Rules
from villain.kernels.arrays import FloatArray
from villain.registry import keep, name_of
from villain.work import Workers

Progress = Callable[[float], None]
MOST_DEALS = 10_000_000


@dataclass(frozen=True)
class Match:
    """A match to play. The same match gives the same result, whatever the number of workers.

    In a *duplicate* every deal is played once for each participant: each replay is a whole match
    over the same deals, with fresh agents and everybody seated anew, so that everyone holds every
    hand once. Without it there is one replay, and only the button moves.

    An agent is a name, a class, or an object. A class is made anew for every replay; of an object
    a copy is played, as it was when the match was made, with its generator ``rng`` seeded.

    With ``know``, the folder of a hand store, every agent has first studied what that has of the
    others, by their names.

    With ``aivat`` what everybody won is also given less luck (`villain.evaluation.aivat`): agents
    are asked for their chances before each of their decisions. For hold'em between two.
    """

    rules: Rules
    agents: tuple[AgentSpec, ...]
    deals: int
    seed: int = field(default_factory=fresh_seed)
    duplicate: bool = True
    strict: bool = False
    patience: float = 10.0
    know: Path | None = None
    aivat: bool = False

    def __post_init__(self) -> None:
        if len(self.agents) != self.rules.players:
            raise VillainError(
                f"{len(self.agents)} agents for {self.rules.players} seats of {self.rules.name}"
            )
        if not 1 <= self.deals <= MOST_DEALS:
            raise VillainError(f"a match has 1 to {MOST_DEALS:,} deals")
        check_seed(self.seed)
        if self.aivat:
            check_adjustable(self.rules)
        object.__setattr__(self, "agents", tuple(map(keep, self.agents)))
        for spec in self.agents:
            check_plays(spec, self.rules)

    @property
    def names(self) -> tuple[str, ...]:
        """The agents' names; where one plays twice, the second is ``call#2``."""
        return distinct_names(tuple(map(name_of, self.agents)))

    @property
    def seatings(self) -> tuple[tuple[int, ...], ...]:
        """The participants by place, one row a replay."""
        if self.duplicate:
            return tuple(map(tuple, latin_square(self.rules.players).tolist()))
        return (tuple(range(self.rules.players)),)

    def make_agents(self, replay: int = 0) -> list[Agent]:
        """The agents as they are before the first deal of a replay."""
        specs = enumerate(self.agents)
        agents = [make_agent(spec, agent_seed(self.seed, replay, who)) for who, spec in specs]
        if self.know is not None:
            from villain.hands.store.hand_store import HandStore  # it takes a while to load

            store = HandStore(self.know)
            for who, agent in enumerate(agents):
                for other, name in enumerate(self.names):
                    if other != who:
                        agent.study(store, name)
        return agents

    def cards(self, start: int = 0) -> Iterator[Deal]:
        """The cards of the deals, from one of them on."""
        return islice(deals(self.rules, self.seed, start), self.deals - start)


@dataclass(frozen=True, eq=False)
class MatchResult:
    """Payoffs in chips by replay, deal and participant, and what follows from them.

    ``adjusted`` are the same less luck, where the match asked for that.
    """

    match: Match
    payoffs: npt.NDArray[np.int64]
    faults: tuple[Fault, ...]
    seconds: float
    adjusted: FloatArray | None = None

    @property
    def by_deal(self) -> FloatArray:
        """Big blinds a hand of each participant in each deal, averaged over the replays."""
        means: FloatArray = self.payoffs.mean(axis=0) / self.match.rules.big_blind
        return means

    @property
    def hands(self) -> int:
        """The number of hands that were played."""
        return len(self.match.seatings) * self.match.deals

    def rates(self) -> tuple[Rate, ...]:
        """The winnings of each participant, in big blinds a hand."""
        return tuple(rate(column) for column in self.by_deal.T)

    @property
    def adjusted_by_deal(self) -> FloatArray:
        """The same as `by_deal`, less luck."""
        if self.adjusted is None:
            raise VillainError("this match was played without aivat=True")
        means: FloatArray = self.adjusted.mean(axis=0) / self.match.rules.big_blind
        return means

    def adjusted_rates(self) -> tuple[Rate, ...]:
        """The winnings of each participant less luck, in big blinds a hand."""
        return tuple(rate(column) for column in self.adjusted_by_deal.T)

    def difference(self, one: int, other: int) -> Rate:
        """By how much one did better than another, paired by deal."""
        return rate(self.by_deal[:, one] - self.by_deal[:, other])


class MatchStoppedError(KeyboardInterrupt):
    """Ctrl-C in a match: ``record`` is what was played, from which it can go on."""

    def __init__(self, record: MatchRecord) -> None:
        super().__init__()
        self.record = record


def play_match(
    match: Match,
    *,
    workers: Workers = 1,
    progress: Progress | None = None,
    record: MatchRecord | None = None,
    file: MatchFile | None = None,
) -> MatchResult:
    """Play a match, or the rest of one; a ``record`` shows how it stands, a ``file`` keeps it.

    >>> from villain.game import no_limit_holdem
    >>> result = play_match(Match(no_limit_holdem(2), ("call", "call"), deals=500, seed=7))
    >>> [rate.mean for rate in result.rates()]
    [0.0, 0.0]
    """
    if record is not None and file is not None:
        raise VillainError("a file has a record of its own")
    in_play = MatchInPlay(match, record, file)
    record = in_play.record
    try:
        with closing(play_on(iter([in_play]), workers, len(match.seatings))) as chunks:
            for _ in chunks:
                if progress is not None:
                    progress(record.share)
    except KeyboardInterrupt:
        raise MatchStoppedError(record) from None
    return result_of(in_play)


def play_matches(
    matches: Sequence[Match],
    *,
    workers: Workers = 1,
    progress: Progress | None = None,
    open_file: Callable[[int], MatchFile | None] = lambda _: None,
) -> list[MatchResult]:
    """Play several matches, or what is missing of them; ``open_file`` is given their numbers.

    They are begun in order, the next as soon as a worker would have nothing to do.
    """
    in_play: list[MatchInPlay] = []
    total = sum(len(match.seatings) * match.deals for match in matches)
    with ExitStack() as files:

        def one_by_one() -> Iterator[MatchInPlay]:
            for number, match in enumerate(matches):
                file = open_file(number)
                if file is not None:
                    files.enter_context(file)
                in_play.append(MatchInPlay(match, file=file))
                yield in_play[-1]

        for one in files.enter_context(closing(play_on(one_by_one(), workers, total))):
            if one.is_over and one.file is not None:
                one.file.close()
            if progress is not None:
                progress(sum(sum(one.record.done) for one in in_play) / total)
    return [result_of(one) for one in in_play]


def result_of(played: MatchInPlay) -> MatchResult:
    """What came of a match that is over."""
    record = played.record
    faults = sorted(record.faults, key=lambda fault: (fault.deal, fault.agent, fault.reason))
    return MatchResult(played.match, record.payoffs, tuple(faults), played.seconds, record.adjusted)
