"""Many hands of hold'em at once: they begin, and take an action each until they are over.

The betting is that of `villain.kernels.trial_table`, the pots are those of
`villain.kernels.batch_pots`; a test plays the same hands on `villain.game.hand`.
"""

import numpy as np

from villain.kernels.arrays import CardArray, CountArray, FloatArray
from villain.kernels.batch_pots import settle
from villain.kernels.batch_records import (
    DEAD,
    LEAST,
    MAY_FOLD,
    MOST,
    NOBODY,
    OWED,
    RANK,
    SEAT,
    WAITS,
    BatchRecord,
    BatchRules,
    BettingRules,
)
from villain.kernels.compiled import borrowing_kernel, kernel
from villain.kernels.randomness import next_random, shuffle_first
from villain.kernels.trial_cards import unit
from villain.kernels.trial_records import (
    ACTED_AT,
    BET,
    CURRENT,
    FULL_RAISE,
    LEVEL,
    NOT_YET,
    OUT,
    PUT_IN,
    RAISES,
    STACK,
    STREET,
)
from villain.kernels.trial_table import (
    CALL,
    FOLD,
    MORE,
    act,
    begin_street,
    least_raise,
    may_raise,
    next_seat,
    owed_by,
    pot_of,
    still_in,
)

_DECK = np.arange(52, dtype=np.uint8)
_RIVER = 3


@kernel
def deal_at_random(cards: CardArray, seed: np.uint64) -> np.uint64:
    """Fill each row with different cards; the state of chance after it."""
    _, state = next_random(seed)
    deck = _DECK.copy()
    for hand in range(len(cards)):
        state = shuffle_first(deck, cards.shape[1], state)
        for place in range(cards.shape[1]):
            cards[hand, place] = deck[place]
    return state


@borrowing_kernel
def begin_hands(rules: BatchRules, batch: BatchRecord) -> None:
    """Begin every hand: antes, dead chips and blinds are posted, and somebody is to act."""
    for hand in range(len(batch.table)):
        post(rules, batch.starting[hand], batch.seats[hand], batch.table[hand])
        for seat in range(len(rules.blinds)):
            batch.payoffs[hand, seat] = 0
        _go_on(rules.betting, batch, hand, rules.betting.first[0])


@borrowing_kernel
def act_in_hands(
    rules: BatchRules, batch: BatchRecord, kinds: CountArray, raises_to: CountArray
) -> None:
    """Let the seat whose turn it is act in every hand.

    Hands that are over, and those in which the kind is `WAITS`, stay as they are.
    """
    for hand in range(len(kinds)):
        if batch.table[hand, SEAT] != NOBODY and kinds[hand] != WAITS:
            _act(rules.betting, batch, hand, kinds[hand], raises_to[hand])


@borrowing_kernel
def play_at_random(
    rules: BatchRules, batch: BatchRecord, weights: FloatArray, state: np.uint64
) -> int:
    """Play every hand to its end by chance; the number of actions.

    ``weights`` are those of a fold, a call and a raise, as far as they are legal; a raise is to any
    amount.
    """
    actions = 0
    for hand in range(len(batch.table)):
        table = batch.table[hand]
        while table[SEAT] != NOBODY:
            fold = weights[FOLD] * table[MAY_FOLD]
            more = weights[MORE] if table[MOST] > 0 else 0.0
            state, bits = next_random(state)
            point = unit(bits) * (fold + weights[CALL] + more) - fold
            kind, to = FOLD if point < 0.0 else CALL, 0
            if point >= weights[CALL] and more > 0.0:
                state, bits = next_random(state)
                kind = MORE
                to = table[LEAST] + int(unit(bits) * (table[MOST] - table[LEAST] + 1))
            _act(rules.betting, batch, hand, kind, to)
            actions += 1
    return actions


@borrowing_kernel
def post(rules: BatchRules, starting: CountArray, seats: CountArray, table: CountArray) -> None:
    """Take antes, dead chips and blinds, as far as the stacks go."""
    table[DEAD] = table[STREET] = table[RAISES] = table[LEVEL] = 0
    for seat in range(len(starting)):
        ante = min(rules.ante, starting[seat])
        dead = min(rules.dead[seat], starting[seat] - ante)
        blind = min(rules.blinds[seat], starting[seat] - ante - dead)
        seats[seat, STACK] = starting[seat] - ante - dead - blind
        seats[seat, BET] = blind
        seats[seat, PUT_IN] = ante + blind
        seats[seat, OUT] = 0
        seats[seat, ACTED_AT] = NOT_YET
        seats[seat, RANK] = 0
        table[DEAD] += dead
        # A short blind does not lower what the others have to call.
        table[LEVEL] = max(table[LEVEL], rules.blinds[seat])
    table[CURRENT] = table[LEVEL]
    table[FULL_RAISE] = rules.betting.bets[0]


@borrowing_kernel
def _act(betting: BettingRules, batch: BatchRecord, hand: int, kind: int, to: int) -> None:
    """Let the seat whose turn it is act, and go on with the hand."""
    seats, table = batch.seats[hand], batch.table[hand]
    seat = table[SEAT]
    if kind == CALL:
        to = seats[seat, BET] + table[OWED]
    act(seats, table, betting.limit, seat, kind, to)
    _go_on(betting, batch, hand, seat + 1)


@borrowing_kernel
def _go_on(betting: BettingRules, batch: BatchRecord, hand: int, start: int) -> None:
    """Find who acts next, or end the hand."""
    seats, table = batch.seats[hand], batch.table[hand]
    next_turn(betting, seats, table, start)
    if table[SEAT] == NOBODY:
        settle(batch.cards[hand], batch.starting[hand], seats, table[DEAD], batch.payoffs[hand])


@borrowing_kernel
def next_turn(betting: BettingRules, seats: CountArray, table: CountArray, start: int) -> None:
    """Find who acts next, from a seat on and on later streets, and what he may do."""
    seat = NOBODY
    if still_in(seats) > 1:
        seat = next_seat(seats, table, start)
        while seat == NOBODY and table[STREET] < _RIVER:
            begin_street(seats, table, betting.bets)
            seat = next_seat(seats, table, betting.first[table[STREET]])
    table[SEAT] = seat
    table[MAY_FOLD] = table[OWED] = table[LEAST] = table[MOST] = 0
    if seat != NOBODY:
        _find_options(betting, seats, table, seat)


@borrowing_kernel
def _find_options(betting: BettingRules, seats: CountArray, table: CountArray, seat: int) -> None:
    """Write down what the seat whose turn it is may do."""
    limit = betting.limit
    owed = owed_by(seats, table, seat)
    table[OWED] = owed
    table[MAY_FOLD] = int(owed > 0 or betting.free_folds)
    if may_raise(seats, table, limit, betting.caps[table[STREET]], seat, owed):
        everything = seats[seat, BET] + seats[seat, STACK]
        least = most = least_raise(table, limit)
        if betting.pot_limit:
            most = table[CURRENT] + pot_of(seats, table[DEAD]) + owed
        elif not limit:
            most = everything
        table[LEAST] = min(least, everything)
        table[MOST] = min(most, everything)
