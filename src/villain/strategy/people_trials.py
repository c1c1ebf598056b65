"""Trials in which everybody goes on by a policy of his own: from a public state to a kernel."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from villain.game.public_state import PublicState
from villain.game.situation import CALL, CHECK, RAISE, dead_chips
from villain.kernels.arrays import CountArray, FloatArray
from villain.kernels.people_playouts import (
    BoardPool,
    PeopleSetup,
    PolicyTables,
    play_people,
)
from villain.kernels.trial_records import OUT, PUT_IN, STACK, TableRecord
from villain.strategy.playing_out import rules_of, table_of
from villain.strategy.simulation import Trials


class SeatPolicy(NamedTuple):
    """What a player does: ``place`` leads from a cell to a row of ``kinds`` (rows, steps, 7)."""

    place: CountArray
    kinds: FloatArray


class OwnCards(NamedTuple):
    """The hero's combo, and boards that may come after the one that is there."""

    combo: int
    pool: BoardPool


def people_trials(
    state: PublicState,
    hero: int,
    cards: OwnCards,
    ranges: Mapping[int, FloatArray],
    policies: Mapping[int, SeatPolicy],
    sizes: tuple[float, ...],
    moves: list[int],
    seed: int,
) -> Trials:
    """Trials of the hero's moves, each what to raise to or 0 for a call; values are in chips.

    ``ranges`` are the weights of the opponents who are left, ``policies`` those of everybody who
    is; ``sizes`` are the five of raises, in pots.
    """
    setup = setup_of(state, hero, cards, ranges, policies, sizes)
    raises_to = np.array(moves, np.int64)

    def trials(first: int, count: int) -> FloatArray:
        return play_people(setup, np.uint64(seed), first, count, raises_to)

    return trials


def showdown_share(
    state: PublicState,
    hero: int,
    cards: OwnCards,
    ranges: Mapping[int, FloatArray],
    trials: int,
    seed: int,
) -> float:
    """The hero's share of what is in the middle if those in ``ranges`` show, and nobody else.

    Everybody is taken to have put in the same.
    """
    setup = setup_of(state, hero, cards, ranges, {}, ())
    seats = setup.table.seats.copy()
    seats[:, OUT] = [int(seat != hero and seat not in ranges) for seat in range(len(seats))]
    seats[:, STACK] = 0
    seats[:, PUT_IN] = 1 - seats[:, OUT]
    table = TableRecord(seats, setup.table.street, hero, 0)
    won = play_people(
        setup._replace(table=table), np.uint64(seed), 0, trials, np.zeros(1, np.int64)
    )
    return float(won.mean()) / (1 + len(ranges))


def setup_of(
    state: PublicState,
    hero: int,
    cards: OwnCards,
    ranges: Mapping[int, FloatArray],
    policies: Mapping[int, SeatPolicy],
    sizes: tuple[float, ...],
) -> PeopleSetup:
    """All that trials of one decision start from, as the kernel takes it."""
    players = state.rules.players
    cumulative = np.zeros((players, 1326))
    for seat, weights in ranges.items():
        cumulative[seat] = np.cumsum(weights)
    unbet = dead_chips(state.rules, hero)[0]
    raiser = -1 if state.raiser is None else state.raiser
    before = state.raises_by_street[state.street - 1] if state.street else 0
    return PeopleSetup(
        rules_of(state.rules),
        table_of(state, hero),
        _past(state),
        np.array([raiser, before, unbet], np.int64),
        cards.combo,
        len(state.board),
        cards.pool,
        cumulative,
        _tables(players, policies, sizes),
    )


def _past(state: PublicState) -> CountArray:
    """Each seat's last action in the hand, and that it had no turn yet in the trial."""
    past = np.zeros((state.rules.players, 2), np.int64)
    for action in state.line:
        if action.kind != "fold":
            passive = CALL if action.chips else CHECK
            past[action.seat, 0] = RAISE if action.kind == "raise" else passive
    return past


def _tables(
    players: int, policies: Mapping[int, SeatPolicy], sizes: tuple[float, ...]
) -> PolicyTables:
    """The policies one above the other, as running sums."""
    if not policies:
        return PolicyTables(np.zeros((players, 1), np.int64), np.ones((1, 1, 7)), np.ones(5))
    cells = len(next(iter(policies.values())).place)
    place, tables, row = np.zeros((players, cells), np.int64), [], 0
    for seat, policy in policies.items():
        place[seat] = policy.place + row
        tables.append(np.cumsum(policy.kinds, axis=-1))
        row += len(policy.kinds)
    return PolicyTables(place, np.concatenate(tables), np.array(sizes, np.float64))
