"""What equilibrium does with a person's hand at a heads-up table, solved beside the table.

It takes the person's observation and nothing else. It does not read his opponent: what it says is
the same against everybody who has acted so. Then come the answers to this opponent, which do.
"""

import asyncio
import logging
import math
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from villain.agents.equilibrium import Equilibrium
from villain.agents.villain_counsel import SafePlay
from villain.cards.combo import Combo
from villain.errors import VillainError
from villain.game.observation import Observation
from villain.models.crowd.threads import OneThread
from villain.solver.resolving import Resolver
from villain.web.action_words import action_words
from villain.web.messages import EquilibriumMove, SideBySide
from villain.web.side_by_side import Counsels, SeenTable
from villain.web.table import PageTable

log = logging.getLogger(__name__)

SECONDS, ITERATIONS = 1.0, 100
"""A street is solved for so long, or by so many iterations."""

MOST_HANDS = 4
"""So many hands keep the streets that were solved, each some 8 MB; of a table it is one hand."""

_SOLVER = ThreadPoolExecutor(1, "equilibrium")

_ANSWERER = ThreadPoolExecutor(1, "answers")

Turn = tuple[str, int, int]
"""A table, the number of its hand, and how much has happened."""


class SolvedHands:
    """Remembers the solved streets of the hands that were asked about last; for one thread."""

    def __init__(self) -> None:
        self._resolvers: OrderedDict[tuple[str, int], Resolver] = OrderedDict()

    @OneThread()
    def moves(self, turn: Turn, seen: Observation) -> list[EquilibriumMove]:
        """How often each action is taken with the hand that is held, and what it is worth."""
        play = self.play(turn, seen).hand
        legal, big = seen.legal, seen.rules.big_blind
        values = play.values / big
        if legal is None or not all(map(legal.allows, play.actions)):
            raise VillainError(f"an action of {play.actions} is against the rules here")
        if not all(map(math.isfinite, values)):
            raise VillainError(f"an action has no value: {values}")
        return [
            EquilibriumMove(
                action=action_words(action, seen.seat, legal, seen.bets, seen.stacks, big),
                kind=action.kind,  # type: ignore[arg-type]
                chance=round(min(max(float(chance), 0.0), 1.0), 4),
                value=round(float(value), 3),
            )
            for action, chance, value in zip(play.actions, play.chances, values, strict=True)
        ]

    @OneThread()
    def play(self, turn: Turn, seen: Observation) -> SafePlay:
        """The same in chips, with the ranges that lead there, to be compared."""
        facing = self._resolver(*turn[:2]).face(seen.rules, seen.events, seen.seat)
        return SafePlay.of(facing, Combo.of(*seen.hole))

    def _resolver(self, table: str, hand: int) -> Resolver:
        """The resolver of a hand; the hands before it at the same table are forgotten."""
        kept, wanted = self._resolvers, (table, hand)
        if wanted not in kept:
            for other in [one for one in kept if one[0] == table]:
                del kept[other]
            while len(kept) >= MOST_HANDS:
                kept.popitem(last=False)
            # The agent brings its menus, and is warm before the clock runs.
            kept[wanted] = Resolver(Equilibrium(iterations=ITERATIONS).settings, SECONDS)
        kept.move_to_end(wanted)
        return kept[wanted]

    def __len__(self) -> int:
        return len(self._resolvers)


_HANDS = SolvedHands()

_COUNSELS = Counsels()


class EquilibriumAdviser:
    """Solves a person's turns at one table, one after the other, and says when there is news.

    First comes what equilibrium does, then what answers the opponent beside it. Where one of them
    fails once, no more is said of it at this table.
    """

    def __init__(self, table: PageTable, done: Callable[[], None]) -> None:
        self._table, self._done = table, done
        self._solved: tuple[Turn, list[EquilibriumMove]] | None = None
        self._beside: tuple[Turn, SideBySide] | None = None
        self._tasks: dict[Turn, asyncio.Task[None]] = {}
        self._failed = self._answers_failed = False

    def known(self) -> list[EquilibriumMove] | None:
        """The actions at this turn, none if they are not known yet; None where they never are."""
        table = self._table
        if self._failed or table.you is None or not Equilibrium.plays(table.hand.rules):
            return None
        solved = self._solved
        return solved[1] if solved is not None and solved[0] == self._now() else []

    def beside(self) -> SideBySide | None:
        """The answers to the opponent at this turn, once they are known."""
        return self._beside[1] if self._beside and self._beside[0] == self._now() else None

    def ask(self) -> None:
        """Have this turn solved, if it is the person's and nobody does so already."""
        table, now = self._table, self._now()
        if self.known() != [] or table.you is None or table.turn != table.you or now in self._tasks:
            return
        seen = table.hand.observation(table.seat_of(table.you))
        task = asyncio.create_task(self._solve(now, seen))
        self._tasks[now] = task
        task.add_done_callback(lambda _: self._tasks.pop(now, None))

    async def _solve(self, now: Turn, seen: Observation) -> None:
        loop = asyncio.get_running_loop()
        try:
            solved = await loop.run_in_executor(_SOLVER, self._work_out, now, seen)
        except Exception:
            log.exception("table %s gets no advice of equilibrium any more", self._table.name)
            self._failed = True
            self._done()
            return
        if solved is None or now != self._now():
            return
        self._solved = now, solved[0]
        self._done()
        if self._answers_failed:
            return
        table = SeenTable.of(self._table)
        try:
            beside = await loop.run_in_executor(
                _ANSWERER, self._answer, now, table, seen, solved[1]
            )
        except Exception:
            log.exception("table %s gets no answers to its opponent any more", table.name)
            self._answers_failed = True
            return
        if beside is not None and now == self._now():
            self._beside = now, beside
            self._done()

    def _work_out(
        self, now: Turn, seen: Observation
    ) -> tuple[list[EquilibriumMove], SafePlay] | None:
        if now != self._now():
            return None  # he has acted in the meantime
        return _HANDS.moves(now, seen), _HANDS.play(now, seen)

    def _answer(
        self, now: Turn, table: SeenTable, seen: Observation, safe: SafePlay
    ) -> SideBySide | None:
        return _COUNSELS.beside(table, seen, safe) if now == self._now() else None

    def _now(self) -> Turn:
        return self._table.name, self._table.number, self._table.seq

    def stop(self) -> None:
        """Solve nothing any more."""
        for task in list(self._tasks.values()):
            task.cancel()

    async def ended(self) -> None:
        """Wait until nothing is being solved any more."""
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
