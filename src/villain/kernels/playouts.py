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
from villain.kernels.triples import (
    DEAR_BETS,
    DEAREST,
    soft,
    triple_after_flop,
    triple_before_flop,
)

STREET, HERO, OWN, RAISES, LEVEL, STEP, TURN, DEALT, DEAD = range(9)
"""What else there is to know: ``STEP`` is the least raise, ``TURN`` whose turn it is, ``DEAD`` are
chips in the middle that are nobody's bet."""

LIMIT, LAST, BLIND, BETS, CAPS, FIRST = 0, 1, 2, 3, 7, 11
"""The rules: ``LAST`` is the last street with betting; the last three are four numbers each."""

FOLD, CALL, MORE = range(3)
CARRY = 0.6
"""How much of what an action told of the strength of a hand is left on the next street."""

SURE = 0.12
"""How far around a threshold a player mixes two actions, as a share of his hands."""

USUAL = 2.0 / 3.0
"""The pot before a bet beside the pot with it, for a bet of half the pot."""

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
        bet = _bet_size(rules, street, pot, owed, size)
        if forced:
            action, to = (CALL, 0) if move == 0 else (MORE, move)
            forced = False
        else:
            turns += np.uint64(1)
            _, bits = next_random(state ^ (np.uint64(seat) + turns * np.uint64(16)) * _DECISION)
            if seat == hero:
                fold, call, _ = _hero_triple(
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
                often = _often(plan[seat, street], rules, street, owed, raises, pot)
                rank = _rank_within(quantiles[seat, street], _value(values, draws, street, seat))
                fold, call = _planned(often, _after_shedding(rank, shed[seat]), owed > 0)
            point = unit(bits)
            action = FOLD if point < fold and owed > 0 else CALL
            if point >= fold + call and can_raise:
                action = MORE
            to = level + (step if rules[LIMIT] else max(step, bet))
        if seat != hero:
            _narrow(
                _often(plan[seat, street], rules, street, owed, raises, pot), action, seat, shed
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


@kernel
def _bet_size(rules: CountArray, street: int, pot: int, owed: int, size: float) -> int:
    if rules[LIMIT]:
        return int(rules[BETS + street])
    return max(int(rules[BLIND]), int(size * (pot + owed)))


@kernel
def _cost(rules: CountArray, street: int, owed: int, raises: int) -> int:
    """Nothing to pay, a bet, or more: as `villain.models.action_counts.cost_in` has it."""
    if owed <= 0:
        return 0
    if rules[LIMIT]:
        return 1 if owed <= rules[BETS + street] else 2
    return 1 if raises <= min(street, 1) else 2


@kernel
def _value(values: FloatArray, draws: FloatArray, street: int, seat: int) -> float:
    value: float = values[street, seat]
    value += (1.0 - value) * draws[street, seat]
    return value


@kernel
def _rank_within(sorted_values: FloatArray, value: float) -> float:
    """The share of the values that are below this one, those that are equal as half."""
    low, high = 0, len(sorted_values)
    while low < high:
        middle = (low + high) // 2
        if sorted_values[middle] < value:
            low = middle + 1
        else:
            high = middle
    same = low
    while same < len(sorted_values) and sorted_values[same] == value:
        same += 1
    return 0.5 * (low + same) / len(sorted_values)


@kernel
def _after_shedding(share: float, gone: float) -> float:
    """A share of all hands as one of those that are left when the weakest are gone."""
    return min(max((share - gone) / (1.0 - gone), 0.0), 1.0)


@kernel
def _often(
    planned: FloatArray, rules: CountArray, street: int, owed: int, raises: int, pot: int
) -> tuple[float, float]:
    """How often a player folds and raises at this cost, by his plan.

    Plans are about bets of half the pot where there is a choice. At a dearer one the odds that he
    goes on are less, in proportion to the share that would leave the bettor indifferent: the pot
    before the bet beside the pot with it. Who never folds does not here.
    """
    cost = _cost(rules, street, owed, raises)
    fold, more = planned[cost, FOLD], planned[cost, MORE]
    if not rules[LIMIT] and owed > 0:
        stay = 1.0 - fold
        odds = stay * min((pot - owed) / pot / USUAL, 1.0)
        if odds > 0.0:
            fold = fold / (fold + odds)
            more *= (1.0 - fold) / stay
    return fold, more


@kernel
def _planned(often: tuple[float, float], rank: float, pays: bool) -> tuple[float, float]:
    """The chances to fold and to call of the hand at this rank of a player's hands."""
    more = _beyond(rank, 1.0 - often[1])
    stay = max(_beyond(rank, often[0]), more) if pays else 1.0
    return 1.0 - stay, stay - more


@kernel
def _beyond(rank: float, threshold: float) -> float:
    """The chance to be above a threshold; all hands together are so as often as it says."""
    if threshold <= 0.0 or threshold >= 1.0:
        return 1.0 if threshold <= 0.0 else 0.0
    return soft(rank, threshold, min(SURE, threshold, 1.0 - threshold))


@kernel
def _narrow(often: tuple[float, float], action: int, seat: int, shed: FloatArray) -> None:
    """An action says that the weakest hands are gone: those that would not have done it."""
    gone = often[0] if action == CALL else 1.0 - often[1] if action == MORE else 0.0
    shed[seat] = min(shed[seat] + (1.0 - shed[seat]) * gone, 0.98)


@kernel
def _hero_triple(
    line: CountArray,
    hero: int,
    street: int,
    owed: int,
    pot: int,
    raises: int,
    bet: int,
    rules: CountArray,
    values: FloatArray,
    draws: FloatArray,
    income: float,
    style: FloatArray,
    plan: FloatArray,
    quantiles: FloatArray,
    shed: FloatArray,
) -> tuple[float, float, float]:
    strength, all_fold, behind = 1.0, 1.0, 0
    value = values[street, hero]
    for seat in range(len(line)):
        if seat != hero and line[seat, OUT] == 0:
            share = _rank_within(quantiles[seat, street], value)
            strength *= _after_shedding(share, shed[seat])
            all_fold *= plan[seat, street, 1, FOLD] if line[seat, STACK] > 0 else 0.0
            behind += line[seat, WAITING]
    if street == 0:
        bets = owed / rules[BETS]
        if not rules[LIMIT] and bets > 1.0:
            bets = min(1.0 + (bets - 1.0) / DEAR_BETS, DEAREST)
        return triple_before_flop(style, income, bets, raises, behind)
    later = 0
    for further in range(street + 1, 4):
        later += rules[BETS + further] if rules[LIMIT] else bet
    return triple_after_flop(
        style,
        strength,
        draws[street, hero],
        pot,
        owed,
        min(later, line[hero, STACK]),
        bet,
        raises,
        behind,
        all_fold,
    )
