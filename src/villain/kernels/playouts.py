"""Hold'em played out many times: poki's full-information simulation [poki].

In each trial everybody gets a hand from his weight table and the board is dealt; then the hand is
played to its end once for each of the hero's moves, with the same cards and the same random
numbers. The others act by their *plan*, how often they fold, call and raise on a street at a
cost, with the hands of their own range that it would be; the hero by the formula of
`villain.kernels.triples`. What a seat has done in a trial narrows what the others believe of it:
nobody acts on a card that he could not see.
"""

import numpy as np
import numpy.typing as npt

from villain.kernels.arrays import CardArray, CountArray, FloatArray, RankArray
from villain.kernels.compiled import kernel
from villain.kernels.evaluator import CARD_BITS
from villain.kernels.randomness import next_random
from villain.kernels.trial_cards import (
    draw_board,
    draw_hands,
    unit,
    values_on,
)
from villain.kernels.trial_choices import (
    BETS,
    BLIND,
    CALL,
    CAPS,
    FIRST,
    FOLD,
    LAST,
    LIMIT,
    MORE,
    after_shedding,
    bet_size,
    hero_triple,
    narrow,
    planned_chances,
    planned_shares,
    rank_within,
    value_of,
)
from villain.kernels.trial_table import (
    BET,
    OUT,
    PUT_IN,
    STACK,
    WAITING,
    able_to_bet,
    hero_share,
    next_seat,
    pay,
    show_hands,
    still_in,
)

STREET, HERO, OWN, RAISES, LEVEL, STEP, TURN, DEALT, DEAD = range(9)
"""What else there is to know: ``STEP`` is the least raise, ``TURN`` whose turn it is, ``DEAD`` are
chips in the middle that are nobody's bet."""

CARRY = 0.6
"""How much of what an action told of the strength of a hand is left on the next street."""

_MIX, _DECISION = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD1B54A32D192ED03)


@kernel
def value_quantiles(
    state: np.uint64,
    pilots: int,
    table: CountArray,
    now: CountArray,
    board: CardArray,
    cumulative: FloatArray,
    values_now: FloatArray,
    first: CardArray,
    second: CardArray,
) -> FloatArray:
    """How strong each seat's hands will be on each street: values by seat and street, unsorted."""
    seats, dealt = len(table), now[DEALT]
    inside = table[:, OUT] == 0
    hands, full = np.zeros(seats, np.int64), np.zeros(5, np.uint8)
    ranks, found = np.zeros(len(first), np.int16), np.zeros((seats, 4, pilots))
    values, draws = np.zeros(seats), np.zeros(seats)
    known = _known(board, dealt, now[OWN], first, second)
    for pilot in range(pilots):
        state, used = draw_hands(
            state, cumulative, inside, now[HERO], now[OWN], known, first, second, hands
        )
        state = draw_board(state, board, dealt, used, full)
        for street in range(now[STREET], 4):
            if street == now[STREET]:
                for seat in range(seats):
                    found[seat, street, pilot] = values_now[hands[seat]]
                continue
            values_on(full, street + 2, inside, hands, first, second, ranks, values, draws)
            for seat in range(seats):
                found[seat, street, pilot] = values[seat] + (1.0 - values[seat]) * draws[seat]
    return found


@kernel
def _known(
    board: CardArray, dealt: int, own: int, first: CardArray, second: CardArray
) -> np.uint64:
    known: np.uint64 = CARD_BITS[first[own]] | CARD_BITS[second[own]]
    for i in range(dealt):
        known |= CARD_BITS[board[i]]
    return known


@kernel
def play_trials(
    seed: np.uint64,
    start: int,
    trials: int,
    table: CountArray,
    now: CountArray,
    rules: CountArray,
    moves: CountArray,
    board: CardArray,
    cumulative: FloatArray,
    values_now: FloatArray,
    draws_now: FloatArray,
    incomes: FloatArray,
    style: FloatArray,
    plan: FloatArray,
    quantiles: FloatArray,
    size: float,
    first: CardArray,
    second: CardArray,
) -> FloatArray:
    """Play trials from number ``start`` on; what each move brings from now on, by trial and move.

    A move is what the hero raises to, 0 for a call. The result is in chips; folding now is 0.
    """
    seats, dealt = len(table), now[DEALT]
    inside = table[:, OUT] == 0
    hands, full = np.zeros(seats, np.int64), np.zeros(5, np.uint8)
    ranks, showdown = np.zeros(len(first), np.int16), np.zeros(seats, np.int64)
    values, draws = np.zeros((4, seats)), np.zeros((4, seats))
    ready = np.zeros(5, np.bool_)
    won = np.zeros((trials, len(moves)))
    known = _known(board, dealt, now[OWN], first, second)
    line, shed = np.zeros(table.shape, np.int64), np.zeros(seats)
    for trial in range(trials):
        # Mixed twice: trials that begin one step apart would deal the same cards.
        _, state = next_random(seed)
        _, state = next_random(state ^ (np.uint64(start + trial) * _MIX))
        state, used = draw_hands(
            state, cumulative, inside, now[HERO], now[OWN], known, first, second, hands
        )
        state = draw_board(state, board, dealt, used, full)
        for street in range(len(ready)):
            ready[street] = False
        for seat in range(seats):
            values[now[STREET], seat] = values_now[hands[seat]]
            draws[now[STREET], seat] = draws_now[hands[seat]]
        ready[now[STREET]] = True
        for move in range(len(moves)):
            for seat in range(seats):
                shed[seat] = 0.0
                for column in range(table.shape[1]):
                    line[seat, column] = table[seat, column]
            _play(
                state,
                line,
                now,
                rules,
                moves[move],
                full,
                hands,
                values,
                draws,
                ready,
                incomes,
                style,
                plan,
                quantiles,
                shed,
                size,
                inside,
                ranks,
                first,
                second,
            )
            if line[now[HERO], OUT] == 0:
                show_hands(line, inside, full, hands, first, second, ready, showdown)
                won[trial, move] = hero_share(line, showdown, now[HERO], now[DEAD])
            won[trial, move] -= line[now[HERO], PUT_IN] - table[now[HERO], PUT_IN]
    return won


@kernel
def _play(
    state: np.uint64,
    line: CountArray,
    now: CountArray,
    rules: CountArray,
    move: int,
    full: CardArray,
    hands: CountArray,
    values: FloatArray,
    draws: FloatArray,
    ready: npt.NDArray[np.bool_],
    incomes: FloatArray,
    style: FloatArray,
    plan: FloatArray,
    quantiles: FloatArray,
    shed: FloatArray,
    size: float,
    inside: npt.NDArray[np.bool_],
    ranks: RankArray,
    first: CardArray,
    second: CardArray,
) -> None:
    """Play one line to the end of the betting; the table is changed."""
    seats, hero = len(line), now[HERO]
    street, raises, level, step = now[STREET], now[RAISES], now[LEVEL], now[STEP]
    seat, forced, turns = now[TURN], True, np.uint64(0)
    while True:
        acting = next_seat(line, seat, level)
        if acting < 0:
            street += 1
            if street > rules[LAST] or able_to_bet(line) < 2:
                return
            raises, level, step = 0, 0, rules[BETS + street] if rules[LIMIT] else rules[BLIND]
            for i in range(seats):
                line[i, BET] = 0
                line[i, WAITING] = int(line[i, OUT] == 0 and line[i, STACK] > 0)
                shed[i] *= CARRY
            if not ready[street]:
                values_on(
                    full,
                    street + 2,
                    inside,
                    hands,
                    first,
                    second,
                    ranks,
                    values[street],
                    draws[street],
                )
                ready[street] = True
            seat = rules[FIRST + street]
            continue
        seat = acting
        owed = min(level - line[seat, BET], line[seat, STACK])
        pot = now[DEAD]
        for i in range(seats):
            pot += line[i, PUT_IN]
        can_raise = (
            line[seat, STACK] > owed and raises < rules[CAPS + street] and able_to_bet(line) > 1
        )
        bet = bet_size(rules, street, pot, owed, size)
        if forced:
            action, to = (CALL, 0) if move == 0 else (MORE, move)
            forced = False
        else:
            turns += np.uint64(1)
            _, bits = next_random(state ^ (np.uint64(seat) + turns * np.uint64(16)) * _DECISION)
            if seat == hero:
                fold, call, _ = hero_triple(
                    line,
                    seat,
                    street,
                    owed,
                    pot,
                    raises,
                    bet,
                    rules,
                    values,
                    draws,
                    incomes[hands[seat]],
                    style,
                    plan,
                    quantiles,
                    shed,
                )
            else:
                often = planned_shares(plan[seat, street], rules, street, owed, raises, pot)
                rank = rank_within(quantiles[seat, street], value_of(values, draws, street, seat))
                fold, call = planned_chances(often, after_shedding(rank, shed[seat]), owed > 0)
            point = unit(bits)
            action = FOLD if point < fold and owed > 0 else CALL
            if point >= fold + call and can_raise:
                action = MORE
            to = level + (step if rules[LIMIT] else max(step, bet))
        if seat != hero:
            narrow(
                planned_shares(plan[seat, street], rules, street, owed, raises, pot),
                action,
                seat,
                shed,
            )
        line[seat, WAITING] = 0
        if action == FOLD:
            line[seat, OUT] = 1
            if still_in(line) == 1:
                return
        elif action == CALL:
            pay(line, seat, owed)
        else:
            chips = min(to - line[seat, BET], line[seat, STACK])
            pay(line, seat, chips)
            gain = line[seat, BET] - level
            if gain > 0:
                # In limit a raise counts from the last whole bet, and half a bet is the least.
                whole = rules[BETS + street]
                above = gain + whole - step
                level = line[seat, BET]
                if rules[LIMIT] and 2 * above < whole:
                    step -= gain  # no raise; the next one completes it
                else:
                    raises += 1
                    step = rules[BETS + street] if rules[LIMIT] else max(step, gain)
                for i in range(seats):
                    if i != seat and line[i, OUT] == 0 and line[i, STACK] > 0:
                        line[i, WAITING] = 1
        seat = (seat + 1) % seats
