"""Realism by stakes: how people play depends on what they play for, so each is compared alone."""

from collections.abc import Callable, Sequence

from villain.agents.registry import AgentSpec
from villain.errors import VillainError
from villain.evaluation.realism.real_tables import TooFewTablesError
from villain.evaluation.realism.realism import Realism, measure_realism
from villain.evaluation.realism.stakes import StakesOfTables
from villain.hands.store.hand_store import HandStore
from villain.work import Workers


def measure_by_stakes(
    store: HandStore,
    chosen: Sequence[StakesOfTables],
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
) -> tuple[list[Realism], list[str]]:
    """Realism at each of the chosen stakes of a store, the smallest first.

    The second list names those of several that have too few tables.
    """
    measured, left_out = [], []
    for place, stakes in enumerate(sorted(chosen, key=lambda one: one.value)):

        def tell(done: float, place: int = place) -> None:
            progress((place + done) / len(chosen))

        try:
            one = measure_realism(
                store,
                stakes,
                agents,
                tables,
                hands,
                seed,
                judge=judge,
                held_back=held_back,
                hide_stacks=hide_stacks,
                beside=beside,
                workers=workers,
                progress=tell,
            )
        except TooFewTablesError:
            if len(chosen) == 1:
                raise
            left_out.append(str(stakes))
        else:
            measured.append(one)
    if not measured:
        raise VillainError(
            f"none of the stakes of {str(store.folder)!r} has two tables with {hands} hands in a "
            "row; ask for fewer --hands"
        )
    return measured, left_out
