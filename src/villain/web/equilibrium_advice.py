"""What equilibrium does with a person's hand at a heads-up table, solved beside the table.

It takes the person's observation and nothing else. It does not read his opponent: what it says is
the same against everybody who has acted so.
"""

import asyncio
import logging
import math
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from villain.agents.equilibrium import Equilibrium
from villain.cards.combo import Combo
from villain.errors import VillainError
from villain.game.observation import Observation
from villain.models.crowd.threads import OneThread
from villain.solver.resolving import Resolver
from villain.web.action_words import action_words
from villain.web.messages import EquilibriumMove
from villain.web.table import PageTable

log = logging.getLogger(__name__)

SECONDS, ITERATIONS = 1.0, 100
"""A street is solved for so long, or by so many iterations."""

MOST_HANDS = 4
"""So many hands keep the streets that were solved, each some 8 MB; of a table it is one hand."""

_SOLVER = ThreadPoolExecutor(1, "equilibrium")

Turn = tuple[str, int, int]
"""A table, the number of its hand, and how much has happened."""


class SolvedHands:
    """Remembers the solved streets of the hands that were asked about last; for one thread."""

    def __init__(self) -> None:
        self._resolvers: OrderedDict[tuple[str, int], Resolver] = OrderedDict()

    @OneThread()
    def moves(self, turn: Turn, seen: Observation) -> list[EquilibriumMove]:
        """How often each action is taken with the hand that is held, and what it is worth."""
        facing = self._resolver(*turn[:2]).face(seen.rules, seen.events, seen.seat)
        legal, big, held = seen.legal, seen.rules.big_blind, Combo.of(*seen.hole)
        chances, values = facing.chances[held], facing.values()[held] / big
        if legal is None or not all(map(legal.allows, facing.actions)):
            raise VillainError(f"an action of {facing.actions} is against the rules here")
        if not all(map(math.isfinite, values)):
            raise VillainError(f"an action has no value: {values}")
        return [
            EquilibriumMove(
                action=action_words(action, seen.seat, legal, seen.bets, seen.stacks, big),
                kind=action.kind,  # type: ignore[arg-type]
                chance=round(min(max(float(chance), 0.0), 1.0), 4),
                value=round(float(value), 3),
            )
            for action, chance, value in zip(facing.actions, chances, values, strict=True)
        ]

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


class EquilibriumAdviser:
    """Solves a person's turns at one table, one after the other, and says when one is done.

    Where that fails once, nothing more is said of equilibrium at this table.
    """

    def __init__(self, table: PageTable, done: Callable[[], None]) -> None:
        self._table, self._done = table, done
        self._solved: tuple[Turn, list[EquilibriumMove]] | None = None
        self._tasks: dict[Turn, asyncio.Task[None]] = {}
        self._failed = False

    def known(self) -> list[EquilibriumMove] | None:
        """The actions at this turn, none if they are not known yet; None where they never are."""
        table = self._table
        if self._failed or table.you is None or not Equilibrium.plays(table.hand.rules):
            return None
        solved = self._solved
        return solved[1] if solved is not None and solved[0] == self._now() else []

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
            moves = await loop.run_in_executor(_SOLVER, self._work_out, now, seen)
        except Exception:
            log.exception("table %s gets no advice of equilibrium any more", self._table.name)
            self._failed = True
            self._done()
            return
        if moves is not None and now == self._now():
            self._solved = now, moves
            self._done()

    def _work_out(self, now: Turn, seen: Observation) -> list[EquilibriumMove] | None:
        if now != self._now():
            return None  # he has acted in the meantime
        return _HANDS.moves(now, seen)

    def _now(self) -> Turn:
        return self._table.name, self._table.number, self._table.seq

    def stop(self) -> None:
        """Solve nothing any more."""
        for task in list(self._tasks.values()):
            task.cancel()

    async def ended(self) -> None:
        """Wait until nothing is being solved any more."""
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
