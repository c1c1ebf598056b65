"""Passes over a game: from one player's way of playing to the values of the other's holdings.

The first street is walked by itself; what follows each of its ends on each next board is a task of
its own, and tasks are shared by threads, which kernels let run at once. Values are summed in the
order of tasks, so that the number of threads changes nothing.
"""

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import numpy as np

from villain.kernels.arrays import FloatArray
from villain.kernels.solver_records import (
    AVERAGE,
    BEST,
    BOUND,
    IGNORED,
    KEPT,
    NEGATIVE,
    ONE,
    POSITIVE,
    REST,
    ROUNDING,
    SHARE,
    UPDATE,
    LearnedRecord,
    PassRecord,
    ValueArray,
    WorkRecord,
)
from villain.kernels.solver_walk import gather_boards, reach_leaves, walk, walk_boards
from villain.solver.schemes import Scheme
from villain.solver.solvable import Solvable, leaf_tasks

_ROUNDING_STEP = 0.7548776662466927
"""One over the plastic number: multiples of it, less what is whole, fill the unit evenly."""

_CHUNKS = 8
"""Parts for each thread, so that none waits long for the others."""


class Passes:
    """Walks a game, with room to work in for each thread."""

    def __init__(self, game: Solvable, learned: LearnedRecord, threads: int = 1) -> None:
        self.game, self.learned = game, learned
        self.bound_start: ValueArray | None = None
        """How the holdings of a bound player are spread, if not as those of a free one."""
        self.threads = max(1, threads)
        self.tasks = leaf_tasks(game)
        leaves = int(game.tree_record.leaf.max()) + 1
        dtype = game.dtype
        sizes = game.size(0), game.size(1)
        self._work = [[work_record(game, player) for player in (0, 1)] for _ in range(self.threads)]
        self._reach = [np.zeros((leaves, sizes[1 - player]), dtype) for player in (0, 1)]
        self._bound = [np.zeros_like(reach) for reach in self._reach]
        self._leaves = [np.zeros((leaves, sizes[player]), dtype) for player in (0, 1)]
        self._parts = [np.zeros((len(self.tasks), sizes[player]), dtype) for player in (0, 1)]

    def update(self, player: int, scheme: Scheme, iteration: int, locks: int, share: float) -> None:
        """Let a player learn from what the other does now."""
        how = PassRecord(player, UPDATE, False, locks, scheme.clipped, scheme.predictive, True)
        factors = scheme.factors(iteration)
        rounding = iteration * _ROUNDING_STEP % 1.0
        self._run(how, (*factors, share), self.game.weights[1 - player], rounding)

    def values(
        self, player: int, *, best: bool = False, locks: int = IGNORED, share: float = 0.0
    ) -> FloatArray:
        """What each holding of a player has, at his average or at his best, against the average."""
        how = PassRecord(player, BEST if best else AVERAGE, True, locks, False, False, True)
        return self._run(how, (1.0, 1.0, 1.0, share), self.game.weights[1 - player])

    def values_below(
        self,
        player: int,
        node: int,
        board: int,
        reach: ValueArray,
        locks: int = IGNORED,
        *,
        best: bool = False,
    ) -> FloatArray:
        """The same from a node on, with the other player's weights as he gets there.

        It has room of its own: somebody may look while another thread goes on solving.
        """
        how = PassRecord(player, BEST if best else AVERAGE, True, locks, False, False, False)
        work = work_record(self.game, player)
        set_numbers(work, (1.0, 1.0, 1.0, 0.0))
        work.reach[0] = reach
        self._walk(how, work, node, board)
        values: FloatArray = work.values[0].astype(np.float64)
        return values

    def _run(
        self,
        how: PassRecord,
        numbers: tuple[float, float, float, float],
        start: ValueArray,
        rounding: float = 0.0,
    ) -> FloatArray:
        game, player, learned = self.game, how.player, self.learned
        reach, bound = self._reach[player], self._bound[player]
        work = self._work[0][player]
        for one in self._work:
            set_numbers(one[player], numbers, rounding)
        if len(self.tasks):
            below = how._replace(given=False)
            reach_leaves(game.tree_record, learned, below, work, 0, start, start, reach, bound)
            self._share_tasks(below)
            gather_boards(
                game.boards_record,
                game.sides[player],
                self.tasks,
                self._parts[player],
                0,
                self._leaves[player],
            )
        work.reach[0] = start
        if how.locks == BOUND:
            work.bound[0] = start if self.bound_start is None else self.bound_start
        self._walk(how, work, 0, 0)
        values: FloatArray = work.values[0].astype(np.float64)
        return values

    def _walk(self, how: PassRecord, work: WorkRecord, node: int, board: int) -> None:
        game, player = self.game, how.player
        sides = game.sides[player], game.sides[1 - player]
        walk(
            game.tree_record,
            game.boards_record,
            *sides,
            self._record(player),
            how,
            work,
            node,
            board,
            self._leaves[player],
        )

    def _record(self, player: int) -> LearnedRecord:
        """What is learned, with the locks that count while values of a player are computed."""
        del player
        return self.learned

    def _share_tasks(self, how: PassRecord) -> None:
        if self.threads == 1:
            self._do_tasks(how, 0, slice(None))
            return
        chunks = min(len(self.tasks), _CHUNKS * self.threads)
        bounds = np.linspace(0, len(self.tasks), chunks + 1).astype(int)
        waiting = [slice(*pair) for pair in pairwise(bounds)][::-1]

        def work(thread: int) -> None:
            while True:
                try:
                    part = waiting.pop()
                except IndexError:
                    return
                self._do_tasks(how, thread, part)

        with ThreadPoolExecutor(self.threads) as pool:
            try:
                list(pool.map(work, range(self.threads)))
            except BaseException:
                waiting.clear()  # whoever was interrupted does not wait for the rest
                raise

    def _do_tasks(self, how: PassRecord, thread: int, part: slice) -> None:
        game, player = self.game, how.player
        walk_boards(
            game.tree_record,
            game.boards_record,
            game.sides[player],
            game.sides[1 - player],
            self.learned,
            how,
            self._work[thread][player],
            self.tasks[part],
            self._reach[player],
            self._bound[player],
            self._parts[player][part],
        )


def set_numbers(
    work: WorkRecord, numbers: tuple[float, float, float, float], rounding: float = 0.0
) -> None:
    """Write down the numbers of a pass: factors of what was learned, and the bound share."""
    positive, negative, kept, share = numbers
    for place, number in (
        (ONE, 1.0),
        (POSITIVE, positive),
        (NEGATIVE, negative),
        (KEPT, kept),
        (SHARE, share),
        (REST, 1.0 - share),
        (ROUNDING, rounding),
    ):
        work.numbers[place] = number


def work_record(
    game: Solvable, player: int, *, depth: int | None = None, width: int | None = None
) -> WorkRecord:
    """Room to work in for a pass over a game, or over another tree with the same holdings."""
    own, other, dtype = game.size(player), game.size(1 - player), game.dtype
    depth = depth or game.tree.depth + 1
    width = width or game.tree_record.child.shape[1]
    rows = [np.zeros(depth + 1, np.int32) for _ in range(5)]
    return WorkRecord(
        np.zeros(1 + ROUNDING, dtype),
        np.zeros((depth, other), dtype),
        np.zeros((depth, other), dtype),
        np.zeros(((depth + 1) * width, own), dtype),
        np.zeros((depth, width, other), dtype),
        np.zeros((width, own), dtype),
        np.zeros((depth, width, other), dtype),
        np.zeros(max(own, other), dtype),
        np.zeros(1 + max(int(side.one.max()) for side in game.sides), dtype),
        *rows,
    )
