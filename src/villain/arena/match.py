"""A match: agents over seeded deals, plain or duplicate, in one process or in many."""

from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from itertools import islice
from multiprocessing import get_start_method
from pathlib import Path
from time import perf_counter

import numpy as np
import numpy.typing as npt

from villain.agents.agent import Agent
from villain.agents.registry import AgentSpec, check_plays, make_agent
from villain.arena.match_chunk import MatchChunk, play_chunk
from villain.arena.match_file import MatchFile
from villain.arena.match_record import MatchRecord
from villain.arena.seating import distinct_names, latin_square
from villain.arena.statistics import Rate, rate
from villain.arena.table import Fault
from villain.errors import VillainError
from villain.evaluation.aivat.games import check_adjustable
from villain.game.chance import agent_seed, check_seed, deals, fresh_seed
from villain.game.deal import Deal
from villain.game.rules import Rules
from villain.kernels.arrays import FloatArray
from villain.processes import PATIENCE, begin_worker, stops_noted
from villain.registry import keep, name_of, text_of

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
    workers: int = 1,
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
    started = perf_counter()
    record = file.record if file else record or MatchRecord.empty(match)
    keep = file.add if file else record.add
    keep_hands = file is not None and file.keeps_hands
    try:
        for replay, chunk in _chunks(match, record, workers, keep_hands=keep_hands):
            keep(replay, chunk)
            if progress is not None:
                progress(record.share)
    except KeyboardInterrupt:
        raise MatchStoppedError(record) from None
    faults = sorted(record.faults, key=lambda fault: (fault.deal, fault.agent, fault.reason))
    seconds = perf_counter() - started
    return MatchResult(match, record.payoffs, tuple(faults), seconds, record.adjusted)


def _chunks(
    match: Match, record: MatchRecord, workers: int, *, keep_hands: bool
) -> Iterator[tuple[int, MatchChunk]]:
    """Play what is missing, chunk by chunk; the chunks of a replay follow one another.

    All replays play the same deals before the next ones, so that what was computed of a board
    is still at hand.
    """
    open_replays = [replay for replay, done in enumerate(record.done) if done < match.deals]
    if workers <= 1:
        with stops_noted() as is_stopped:
            while open_replays:
                replay = min(open_replays, key=lambda one: record.done[one])
                done, agents = record.done[replay], record.agents[replay]
                yield replay, play_chunk(match, replay, done, agents, keep_hands=keep_hands)
                if is_stopped():
                    raise KeyboardInterrupt
                open_replays = [one for one in open_replays if record.done[one] < match.deals]
        return
    check_travels(match.agents)
    several = min(workers, max(1, len(open_replays)))
    with (
        stops_noted() as is_stopped,
        ProcessPoolExecutor(several, initializer=begin_worker) as pool,
    ):
        running: dict[Future[MatchChunk], tuple[int, int]] = {}

        def submit(replay: int, start: int, agents: bytes) -> None:
            if start < match.deals:
                future = pool.submit(
                    play_chunk, match, replay, start, agents, keep_hands=keep_hands
                )
                running[future] = (replay, start)

        for replay in open_replays:
            submit(replay, record.done[replay], record.agents[replay])
        try:
            while running:
                finished, _ = wait(running, PATIENCE, FIRST_COMPLETED)
                if is_stopped():
                    raise KeyboardInterrupt
                for future in finished:
                    replay, start = running.pop(future)
                    chunk = future.result()
                    submit(replay, start + len(chunk.payoffs), chunk.agents)
                    yield replay, chunk
        except BrokenProcessPool:
            raise VillainError("a worker was ended from outside") from None
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def check_travels(agents: tuple[AgentSpec, ...]) -> None:
    """Raise if other processes could not load an agent: those begun anew lack the main script."""
    for spec in agents:
        if get_start_method() != "fork" and text_of(spec).startswith("__main__."):
            raise VillainError(
                f"{name_of(spec)} is defined in the main script, which other processes cannot "
                "load; play with workers=1, or move it into a file of its own and import it"
            )
