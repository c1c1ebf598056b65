"""The loop behind every match: chunks of several matches, wherever they are played."""

from collections.abc import Generator, Iterator
from functools import partial
from multiprocessing import get_start_method
from time import perf_counter
from typing import TYPE_CHECKING

from villain.agents.registry import AgentSpec
from villain.arena.match_chunk import MatchChunk, play_chunk
from villain.arena.match_record import MatchRecord
from villain.errors import VillainError
from villain.processes import stops_noted
from villain.registry import name_of, text_of
from villain.work import Crew, Workers, Workplace, at_work

if TYPE_CHECKING:
    from villain.arena.match import Match
    from villain.arena.match_file import MatchFile


class MatchInPlay:
    """A match that goes on: how it stands, where it is kept, and which replays are being played.

    The chunks of a replay follow one another. All replays play the same deals before the next
    ones, so that what was computed of a board is still at hand.
    """

    def __init__(
        self, match: "Match", record: MatchRecord | None = None, file: "MatchFile | None" = None
    ) -> None:
        self.match, self.file = match, file
        self.record = file.record if file else record or MatchRecord.empty(match)
        self.seconds, self._began = 0.0, perf_counter()
        self._keeps_hands = file is not None and file.keeps_hands
        self._done, self._agents = [*self.record.done], [*self.record.agents]
        self._busy: set[int] = set()

    @property
    def is_over(self) -> bool:
        """True if nothing is left to play."""
        return min(self.record.done) >= self.match.deals

    @property
    def next_replay(self) -> int | None:
        """The replay that lags behind most, of those that are not being played; None if all are."""
        deals = [
            (done, replay)
            for replay, done in enumerate(self._done)
            if done < self.match.deals and replay not in self._busy
        ]
        return min(deals)[1] if deals else None

    def begin(self, replay: int, crew: Crew["tuple[MatchInPlay, int]"], *, far: bool) -> None:
        """Have the next chunk of a replay played, here or far away."""
        self._busy.add(replay)
        start, agents = self._done[replay], self._agents[replay]
        play = partial(play_chunk, keep_hands=self._keeps_hands, far=far)
        crew.begin((self, replay), play, self.match, replay, start, agents)

    def end(self, replay: int, chunk: MatchChunk) -> None:
        """A chunk has been played, so that the next of its replay can be begun."""
        self._busy.remove(replay)
        self._done[replay] += len(chunk.payoffs)
        self._agents[replay] = chunk.agents

    def keep(self, replay: int, chunk: MatchChunk) -> None:
        """Take a chunk into the record, and into the file if there is one."""
        (self.file or self.record).add(replay, chunk)
        self.seconds = perf_counter() - self._began


def play_on(
    matches: Iterator[MatchInPlay], workers: Workers, most: int
) -> Generator[MatchInPlay, None, None]:
    """Play what is missing of some matches; each comes whenever a chunk of it has been added.

    Another match is begun when all replays of the earlier ones are being played and a worker is
    still free; ``most`` replays there are at once.
    """
    workplace = Workplace.of(workers)
    begun: list[MatchInPlay] = []

    def with_work() -> Iterator[MatchInPlay]:
        yield from begun
        for one in matches:
            check_travels(one.match.agents, workplace)
            begun.append(one)
            yield one

    with stops_noted() as is_stopped, at_work(workplace, most) as crew:

        def begin() -> None:
            for one in with_work():
                while crew.has_room and (replay := one.next_replay) is not None:
                    one.begin(replay, crew, far=workplace.is_elsewhere)
                if not crew.has_room:
                    return

        begin()
        for (one, replay), chunk in crew.done():
            one.end(replay, chunk)
            begin()  # nobody waits for what is written
            one.keep(replay, chunk)
            if one.is_over:
                begun.remove(one)
            yield one
            if is_stopped():
                raise KeyboardInterrupt


def check_travels(agents: tuple[AgentSpec, ...], workplace: Workplace) -> None:
    """Raise if other processes could not load an agent: those begun anew lack the main script."""
    if workplace.is_here or (not workplace.is_elsewhere and get_start_method() == "fork"):
        return
    for spec in agents:
        if text_of(spec).startswith("__main__."):
            raise VillainError(
                f"{name_of(spec)} is defined in the main script, which other processes cannot "
                "load; play with workers=1, or move it into a file of its own and import it"
            )
