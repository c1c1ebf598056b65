"""Equilibrium, the best answer to a player who is held, and a blend: what each does, wins, risks.

Whoever is held, by a model or by locks that were dragged, is answered by the other: the *hero*.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from villain.cards.range import CLASS_OF_COMBO
from villain.errors import VillainError
from villain.kernels.arrays import FloatArray
from villain.solver.dial import (
    DialPoint,
    Safe,
    answer,
    measure_answer,
    measure_equilibrium,
    measure_held,
    measure_lock,
)
from villain.solver.locks import Locks
from villain.solver.reports import best_move_values, report
from villain.solver.solution import Solution
from villain.solver.solvable import Solvable
from villain.web.study_messages import BesideColumn, DialMark, RunKey, Sides, StudyBeside
from villain.web.study_spots import Studied
from villain.web.study_views import HANDS, faced, move_words, shade

HALFWAY = 0.5
"""How far a blend goes if nobody says."""


@dataclass(frozen=True, eq=False)
class HeldPlayer:
    """A player who is held to locks, by a model at all his decisions or by hand at some."""

    player: int
    locks: Locks
    by_model: bool

    @property
    def hero(self) -> int:
        """Who answers him."""
        return 1 - self.player

    def safe(self, free: Solution) -> Safe:
        """What equilibrium wins from him, and what its worst opponent wins."""
        held = free.with_locks(self.locks)
        return (measure_equilibrium if self.by_model else measure_held)(held, self.hero)

    def begin(
        self, game: Solvable, share: float, *, threads: int = 1, short: bool = False
    ) -> Solution:
        """A solution in which he is held so far, else free: the best answer to him at 1."""
        if self.by_model and share < 1:
            return answer(game, self.locks, self.hero, share, threads=threads, short=short)
        scaled = {at: replace(lock, share=share * lock.share) for at, lock in self.locks.at.items()}
        return Solution(game, locks=Locks(game, scaled), threads=threads, short=short)

    def measure(self, free: Solution, solution: Solution, share: float) -> DialPoint:
        """What an answer wins from him beyond equilibrium, and what it risks."""
        safe = self.safe(free)
        if self.by_model:
            return measure_answer(solution.with_locks(self.locks), self.hero, safe, share)
        if share == 1:
            return measure_lock(solution, self.hero, safe)
        held = measure_held(solution.with_locks(self.locks), self.hero)
        return DialPoint(
            share,
            held.wins,
            held.wins - safe.wins,
            max(held.worst - safe.worst, 0.0),
            solution.distance(),
        )


class Beside(NamedTuple):
    """A strategy to be shown: its run, its solution, and whom it answers, if anybody."""

    key: RunKey
    solution: Solution
    held: HeldPlayer | None


def sides_of(
    hero: int, other: str, model: str, share: float, marks: Mapping[RunKey, DialMark]
) -> Sides:
    """What is held beside what; gain and risk of those that have none yet come later."""
    best: RunKey = "answer" if model else "locked"
    rows = [DialMark(key="equilibrium", share=0.0, gain=0.0, risk=0.0)]
    shares: tuple[tuple[RunKey, float], ...] = ((best, 1.0), ("blend", share))
    for key, held in shares:
        known = marks.get(key)
        rows.append(known or DialMark(key=key, share=held, gain=None, risk=None))
    return Sides(hero=hero, other=other, model=model, share=share, marks=rows)


def view_beside(
    strategies: list[Beside], studied: Studied, line: str, hand: str, version: int
) -> StudyBeside:
    """What each strategy does at a decision, over the range and with one starting hand."""
    if hand and hand not in HANDS:
        raise VillainError(f"{hand[:8]!r} is no starting hand; write one such as AKs, T9o or 88")
    columns, words, kinds, shades, player = list[BesideColumn](), [""], [""], [0.0], -1
    for key, solution, held in strategies:
        shown = solution.with_locks(held.locks) if held is not None else solution
        seen, values = report(shown, line), best_move_values(shown, line)
        node = solution.game.node(seen.place.node)
        facing = faced(studied.spot, node)
        words = [move_words(move, *facing, studied.unit) for move in seen.moves]
        kinds = [move.kind for move in seen.moves]
        shades = [shade(move, *facing) for move in seen.moves]
        player = seen.player
        here = CLASS_OF_COMBO[seen.own.holdings] == HANDS.get(hand, -1)
        weights = np.where(here, seen.own.weights, 0.0)
        columns.append(
            BesideColumn(
                key=key,
                frequencies=[_rounded(seen.frequency(at)) or 0.0 for at in range(len(words))],
                chances=[_mean(row, weights) for row in seen.chances],
                values=[_mean(row, weights) for row in values],
            )
        )
    return StudyBeside(
        version=version,
        line=line,
        player=player,
        hand=hand,
        moves=words,
        kinds=kinds,
        shades=shades,
        columns=columns,
    )


def _mean(numbers: FloatArray, weights: FloatArray) -> float | None:
    known = np.isfinite(numbers) & (weights > 0)
    if not known.any():
        return None
    return _rounded(float(numbers[known] @ weights[known] / weights[known].sum()))


def _rounded(number: float) -> float | None:
    return round(number, 5) if np.isfinite(number) else None
