"""Hold'em played out many times in which everybody, the hero too, goes on by a table of policies.

In each trial everybody gets a hand from his weights and the board is one of a pool, on which it is
known how strong every hand is; then the hand is played to its end once for each of the hero's
moves, with the same cards and the same random numbers. A policy has the chances of seven kinds of
actions by *cell*, what a seat faces as `villain.models.crowd.grid` tells it, and by the *step* of
its hand. Nobody acts on a card that he could not see.
"""

from typing import NamedTuple

import numpy as np

from villain.kernels.arrays import CardArray, CountArray, FloatArray
from villain.kernels.compiled import kernel
from villain.kernels.copying import copy_row
from villain.kernels.evaluator import CARD_BITS
from villain.kernels.people_cells import (
    CALLED,
    CHECKED,
    LAST,
    LAST_RAISER,
    RAISED,
    RAISES_BEFORE,
    TURNS,
    UNBET,
    cell_at,
)
from villain.kernels.randomness import next_random
from villain.kernels.trial_cards import combo_bits, draw_hands, rank_hand, unit
from villain.kernels.trial_records import (
    BET,
    CURRENT,
    OUT,
    PUT_IN,
    RAISES,
    STACK,
    STREET,
    TableRecord,
    TrialRules,
)
from villain.kernels.trial_table import (
    CALL,
    FOLD,
    MORE,
    able_to_bet,
    act,
    begin_street,
    hero_share,
    least_raise,
    may_raise,
    next_seat,
    owed_by,
    pot_of,
    still_in,
)

COMMITTED = 0.4
"""Whoever would put in this share of his chips puts in all."""

_TRIES = 256
_MIX, _DECISION = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD1B54A32D192ED03)


class BoardPool(NamedTuple):
    """Boards that may come, and how strong every combo is on each.

    ``steps`` is by board, street and combo. A board stands for itself under each of the renamings
    of suits: ``cards`` is what they make of a card, ``combos`` leads back from a combo.
    """

    boards: CardArray
    steps: CardArray
    cards: CardArray
    combos: CountArray


class PolicyTables(NamedTuple):
    """Policies by seat: ``place`` leads from seat and cell to a row, (rows, steps, 7) running sums.

    ``sizes`` are those of the five kinds of raises, in pots.
    """

    place: CountArray
    sums: FloatArray
    sizes: FloatArray


class PeopleSetup(NamedTuple):
    """All that trials of one decision start from.

    ``past`` and ``numbers`` tell what was done in the hand so far; ``cumulative`` are running sums
    over the weights of combos by seat; ``dealt`` counts the cards of the board.
    """

    rules: TrialRules
    table: TableRecord
    past: CountArray
    numbers: CountArray
    own: int
    dealt: int
    pool: BoardPool
    cumulative: FloatArray
    policies: PolicyTables


@kernel
def play_people(
    setup: PeopleSetup, seed: np.uint64, start: int, trials: int, moves: CountArray
) -> FloatArray:
    """Play trials from number ``start`` on; what each move brings from now on, by trial and move.

    A move is what the hero raises to, 0 for a call. The result is in chips; folding now is 0.
    """
    table, pool = setup.table, setup.pool
    players, hero = len(table.seats), table.hero
    inside = table.seats[:, OUT] == 0
    seats, street = table.seats.copy(), table.street.copy()
    past, numbers = setup.past.copy(), setup.numbers.copy()
    hands, showdown = np.zeros(players, np.int64), np.zeros(players, np.int64)
    steps, board = np.zeros((4, players), np.int64), np.zeros(5, np.uint8)
    won = np.zeros((trials, len(moves)))
    known = combo_bits(setup.own)
    for i in range(setup.dealt):
        known |= CARD_BITS[pool.boards[0, i]]
    for number in range(trials):
        # Mixed twice: trials that begin one step apart would deal the same cards.
        _, state = next_random(seed)
        _, state = next_random(state ^ (np.uint64(start + number) * _MIX))
        state, used = draw_hands(state, setup.cumulative, inside, hero, setup.own, known, hands)
        state = _choose_board(setup, state, used, inside, hands, board, steps)
        ranked = False
        for move in range(len(moves)):
            copy_row(table.street, street)
            for seat in range(players):
                copy_row(table.seats[seat], seats[seat])
                copy_row(setup.past[seat], past[seat])
            copy_row(setup.numbers, numbers)
            _play_on(setup, seats, street, past, numbers, steps, state, moves[move])
            if seats[hero, OUT] == 0:
                if not ranked and still_in(seats) > 1:
                    for seat in range(players):
                        if inside[seat]:
                            showdown[seat] = rank_hand(board, hands[seat])
                    ranked = True
                won[number, move] = hero_share(seats, showdown, hero, table.dead)
            won[number, move] -= seats[hero, PUT_IN] - table.seats[hero, PUT_IN]
    return won


@kernel
def _choose_board(
    setup: PeopleSetup,
    state: np.uint64,
    used: np.uint64,
    inside: CountArray,
    hands: CountArray,
    board: CardArray,
    steps: CountArray,
) -> np.uint64:
    """Take a board of the pool that leaves everybody his cards; the new state."""
    pool = setup.pool
    number = renaming = 0
    for _ in range(_TRIES):
        state, bits = next_random(state)
        number = int(unit(bits) * len(pool.boards))
        state, bits = next_random(state)
        renaming = int(unit(bits) * len(pool.cards))
        clash = False
        for i in range(setup.dealt, 5):
            card = pool.cards[renaming, pool.boards[number, i]]
            clash = clash or CARD_BITS[card] & used != np.uint64(0)
        if not clash:
            break
    for i in range(5):
        board[i] = pool.cards[renaming, pool.boards[number, i]]
    for seat in range(len(inside)):
        if inside[seat]:
            combo = pool.combos[renaming, hands[seat]]
            for street in range(4):
                steps[street, seat] = pool.steps[number, street, combo]
    return state


@kernel
def _play_on(
    setup: PeopleSetup,
    seats: CountArray,
    street: CountArray,
    past: CountArray,
    numbers: CountArray,
    steps: CountArray,
    state: np.uint64,
    move: int,
) -> None:
    """Play one line until the betting ends or the hero folds; the seats are changed."""
    rules, hero, dead = setup.rules, setup.table.hero, setup.table.dead
    policies, limit = setup.policies, rules.limit
    seat, forced = hero, True
    while True:
        seat = next_seat(seats, street, seat)
        if seat < 0:
            if street[STREET] == rules.last or able_to_bet(seats) < 2:
                return
            numbers[RAISES_BEFORE] = street[RAISES]
            begin_street(seats, street, rules.bets)
            past[:, TURNS] = 0
            seat = rules.first[street[STREET]]
            continue
        now, owed = street[STREET], owed_by(seats, street, seat)
        action, to = CALL if move == 0 else MORE, move
        if not forced:
            # The same for a seat's first turn on a street, whatever the hero's move was; and so on.
            key = np.uint64((now * 64 + past[seat, TURNS]) * 16 + seat + 1)
            past[seat, TURNS] += 1
            _, bits = next_random(state ^ key * _DECISION)
            cell = cell_at(seats, street, past, numbers, limit, dead, seat)
            sums = policies.sums[policies.place[seat, cell], steps[now, seat]]
            point = unit(bits)
            raising = point >= sums[1] and may_raise(
                seats, street, limit, rules.caps[now], seat, owed
            )
            action = MORE if raising else FOLD if point < sums[0] and owed > 0 else CALL
            if raising:
                to = _raise_to(setup, seats, street, numbers, seat, owed, sums, point)
        forced = False
        if action == CALL:
            to = seats[seat, BET] + owed
        if action == MORE:
            numbers[LAST_RAISER] = seat
            past[seat, LAST] = RAISED
        elif action == CALL:
            past[seat, LAST] = CALLED if owed > 0 else CHECKED
        act(seats, street, limit, seat, action, to)
        if action == FOLD and (seat == hero or still_in(seats) == 1):
            return
        seat = seat + 1 if seat + 1 < len(seats) else 0


@kernel
def _raise_to(
    setup: PeopleSetup,
    seats: CountArray,
    street: CountArray,
    numbers: CountArray,
    seat: int,
    owed: int,
    sums: FloatArray,
    point: float,
) -> int:
    """The bet to which a seat raises by the kind at this point of its chances."""
    limit, least = setup.rules.limit, least_raise(street, setup.rules.limit)
    if limit:
        return least
    kind = 2
    while kind < len(sums) - 1 and point >= sums[kind]:
        kind += 1
    pot = pot_of(seats, setup.table.dead) - (numbers[UNBET] if street[STREET] == 0 else 0)
    size = setup.policies.sizes[kind - 2] * (pot + owed)
    to = max(least, street[CURRENT] + int(size + 0.5))
    bet, stack = seats[seat, BET], seats[seat, STACK]
    return int(bet + stack if to - bet >= COMMITTED * stack else to)
