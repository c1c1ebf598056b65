"""How much agents play like people: tables of theirs beside real ones of a store."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from operator import call
from typing import Any

from villain.agents.registry import AgentSpec
from villain.evaluation.judging import untouched
from villain.evaluation.realism.hand_judge import HandVerdict, has_judge, judge_hands_of
from villain.evaluation.realism.hand_shapes import HandShape, hand_shape
from villain.evaluation.realism.real_tables import (
    RealTable,
    TableHand,
    draw_tables,
    nearest_tables,
)
from villain.evaluation.realism.showing import ShowingHabits
from villain.evaluation.realism.spreads import (
    PlayerCounts,
    StatisticSpread,
    count_tables,
    statistic_spreads,
)
from villain.evaluation.realism.stakes import StakesOfTables
from villain.evaluation.realism.twin_tables import play_twin
from villain.hands.store.hand_store import HandStore
from villain.work import Workers, run_in_order


@dataclass(frozen=True)
class Realism:
    """What was compared, statistic by statistic, in shape, and by a judge if there is one.

    If players are ``held_back``, the statistics are theirs alone, and of those in their chairs.
    """

    stakes: StakesOfTables
    held_back: bool
    tables: int
    hands: int
    real_counts: PlayerCounts
    our_counts: PlayerCounts
    spreads: list[StatisticSpread]
    real_shape: HandShape
    our_shape: HandShape
    verdict: HandVerdict | None

    @property
    def within(self) -> int:
        """Of how many statistics, overall and by position, our rate is in the real spread."""
        return sum(one.fits for one in self.spreads)

    def as_dict(self) -> dict[str, Any]:
        """All of it, for scripts."""
        verdict = self.verdict
        return {
            "stakes": str(self.stakes),
            "held_back": self.held_back,
            "tables": self.tables,
            "hands": self.hands,
            "within": self.within,
            "statistics": [one.as_dict() for one in self.spreads],
            "real": self.real_shape.as_dict(),
            "ours": self.our_shape.as_dict(),
            "judge": None
            if verdict is None
            else {
                "area": verdict.area,
                "ci95": [verdict.low, verdict.high],
                "area_seen_flop": verdict.seen_flop,
                "area_ten_hands": verdict.together,
                "area_without_amounts": verdict.without_amounts,
                "tells": [tell._asdict() for tell in verdict.tells],
            },
        }


def measure_realism(
    store: HandStore,
    stakes: StakesOfTables,
    agents: Sequence[AgentSpec],
    tables: int,
    hands: int,
    seed: int,
    *,
    judge: bool = True,
    held_back: bool = False,
    hide_stacks: bool = False,
    workers: Workers = 1,
    beside: HandStore | None = None,
    progress: Callable[[float], None] = lambda _: None,
) -> Realism:
    """Play twins of real tables, and compare; or compare with the people of a store ``beside``.

    With ``hide_stacks`` the judge does not see them: where they are made up they give hands away.
    """
    real = draw_tables(store, tables, hands, seed, stakes, held_back=held_back)
    habits = ShowingHabits(one for table in real for one in table)
    twins = [] if beside is None else nearest_tables(beside, real, hands, seed)
    real = real[: len(twins) or None]
    tasks = [
        partial(play_twin, table, agents, habits, (seed, 1, number))
        for number, table in enumerate(real)
    ]
    todo = tasks if beside is None else []
    for twin in run_in_order(call, todo, workers, fresh=True):
        twins.append(twin)
        progress(0.9 * len(twins) / len(real))
    verdict = None
    if judge and has_judge():

        def tell(done: float) -> None:
            progress(0.9 + 0.1 * done)

        verdict = judge_hands_of(real, twins, seed, tell, alike=beside is None and not hide_stacks)
    who = untouched if held_back else _anybody
    counts = count_tables(real, who=who), count_tables(twins, real if beside is None else None, who)
    shapes = [hand_shape(_all(side)) for side in (real, twins)]
    return Realism(
        stakes,
        held_back,
        len(real),
        len(_all(real)),
        counts[0],
        counts[1],
        statistic_spreads(counts[0], counts[1]),
        shapes[0],
        shapes[1],
        verdict,
    )


def _anybody(_: str) -> bool:
    return True


def _all(tables: Sequence[RealTable]) -> list[TableHand]:
    return [one for table in tables for one in table]
