"""One hand of hold'em that somebody wrote down, played again: whether it is legal, and who won.

The betting is that of `villain.kernels.hand_batch`; a test plays the same hands on
`villain.game.hand`. What may be unknown there may be here: cards, and who shows them.
"""

import numpy as np

from villain.kernels.arrays import CardArray, CountArray
from villain.kernels.batch_pots import chips_between, next_level, return_uncalled
from villain.kernels.batch_records import (
    DEAD,
    LEAST,
    MAY_FOLD,
    MOST,
    NOBODY,
    OWED,
    RANK,
    SEAT,
    SEAT_NUMBERS,
    TABLE_NUMBERS,
    BatchRules,
    BettingRules,
)
from villain.kernels.compiled import borrowing_kernel, kernel
from villain.kernels.evaluator import CARD_BITS, CARD_KEYS, key_and_bits, rank_of
from villain.kernels.hand_batch import next_turn, post
from villain.kernels.trial_records import BET, OUT, PUT_IN, STACK, STREET
from villain.kernels.trial_table import CALL, FOLD, act

UNKNOWN = -1
"""In place of a card that nobody knows, of a street, a seat or chips that nobody stated."""

MUCKED, UNSEEN = -1, 2**62
"""Ranks of hands that are not shown, below all others, and of those that won unseen, above them."""

RULES_NUMBERS = 17
"""What a written hand begins with: players, limit, pot-limit, free folds and ante (all numbers),
then by street the bets, the most raises and who is first. By seat follow blinds, dead chips,
stacks, whether its cards are unseen winners (2), shown (1) or neither (0), and its two cards; then
five of the board, and of all actions the kinds, what raises are to, the streets, the seats and the
chips of calls."""

REFUSED, STATED_POT, BET_MORE, BACK, CONTESTED, UNDECIDED, WON = range(7)
"""The numbers of a replayed hand: 1 if it cannot be played so, in which case the rest is nothing;
the pot without what went back; by how much the highest bet of the last street was above the next;
what went back; how many pots more than one could win, and for how many of those nobody shows. From
`WON` on stand what each seat took from the pots, and what each won or lost altogether."""

_ACTION_NUMBERS = 5
_BOARD_CARDS = np.array([0, 3, 4, 5])


@kernel
def replay_hand(written: CountArray) -> CountArray:
    """Play a hand again from numbers; others come back."""
    players = written[0]
    by_seat = written[RULES_NUMBERS : RULES_NUMBERS + 4 * players].reshape(4, players)
    cards = written[RULES_NUMBERS + 4 * players : RULES_NUMBERS + 6 * players + 5]
    board = cards[2 * players :]
    actions = written[RULES_NUMBERS + 6 * players + 5 :].reshape(_ACTION_NUMBERS, -1)
    betting = BettingRules(
        written[1] == 1,
        written[2] == 1,
        written[3] == 1,
        written[5:9],
        written[9:13],
        written[13:RULES_NUMBERS],
    )
    rules = BatchRules(betting, written[4], by_seat[1], by_seat[0])
    seats = np.zeros((players, SEAT_NUMBERS), np.int64)
    table = np.zeros(TABLE_NUMBERS, np.int64)
    result = np.zeros(WON + 2 * players, np.int64)
    post(rules, by_seat[2], seats, table)
    legal = _play(betting, seats, table, actions)
    if legal and _board_fits(board, _BOARD_CARDS[table[STREET]]):
        _rank(by_seat[3], cards, board.astype(np.uint8), seats)
        _settle(by_seat[2], seats, table, result)
    else:
        result[REFUSED] = 1
    return result


@borrowing_kernel
def _play(betting: BettingRules, seats: CountArray, table: CountArray, actions: CountArray) -> bool:
    """Play all actions; False unless they are legal, as they were stated, and end the hand."""
    start, last = betting.first[0], actions.shape[1]
    for number in range(last + 1):
        next_turn(betting, seats, table, start)
        seat = table[SEAT]
        if seat == NOBODY or number == last:
            return bool(seat == NOBODY and number == last)
        if not _as_stated(table, actions, number):
            return False
        kind, to = actions[0, number], actions[1, number]
        if kind == CALL:
            to = seats[seat, BET] + table[OWED]
        act(seats, table, betting.limit, seat, kind, to)
        start = seat + 1
    return False


@borrowing_kernel
def _as_stated(table: CountArray, actions: CountArray, number: int) -> bool:
    """True if an action is legal, and of the seat and the chips that were stated."""
    kind, to, street = actions[0, number], actions[1, number], actions[2, number]
    seat, paid = actions[3, number], actions[4, number]
    if seat != UNKNOWN and (street != table[STREET] or seat != table[SEAT]):
        return False
    if paid != UNKNOWN and paid != table[OWED]:
        return False
    if kind == FOLD:
        return bool(table[MAY_FOLD])
    return bool(kind == CALL or (table[MOST] > 0 and table[LEAST] <= to <= table[MOST]))


@borrowing_kernel
def _board_fits(board: CountArray, dealt: int) -> bool:
    """True if so many cards of the board are known as were dealt."""
    known = 0
    for place in range(len(board)):
        known += int(board[place] != UNKNOWN)
    return bool(known == dealt)


@borrowing_kernel
def _rank(showing: CountArray, cards: CountArray, board: CardArray, seats: CountArray) -> None:
    """Rank the hands of those who show at the end of a whole board."""
    whole = cards[-1] != UNKNOWN
    for seat in range(len(seats)):
        a, b = cards[2 * seat], cards[2 * seat + 1]
        rank = MUCKED
        if showing[seat] == 2:
            rank = UNSEEN
        elif showing[seat] == 1 and a != UNKNOWN and whole:
            key, bits = key_and_bits(board)
            own = CARD_BITS[a] | CARD_BITS[b]
            rank = int(rank_of(key + CARD_KEYS[a] + CARD_KEYS[b], bits | own, 7))
        seats[seat, RANK] = rank


@borrowing_kernel
def _settle(starting: CountArray, seats: CountArray, table: CountArray, result: CountArray) -> None:
    """Give back what nobody called, and every pot to its winners."""
    players, pot = len(seats), table[DEAD]
    most = second = highest = 0
    for seat in range(players):
        bet = seats[seat, BET]
        most, second = max(most, bet), max(second, min(most, bet))
        pot += seats[seat, PUT_IN]
    return_uncalled(seats)
    for seat in range(players):
        result[BACK] += seats[seat, PUT_IN]
        result[WON + players + seat] = seats[seat, STACK] - starting[seat]
        if seats[seat, OUT] == 0:
            highest = max(highest, seats[seat, PUT_IN])
    result[BACK] = pot - table[DEAD] - result[BACK]
    result[STATED_POT] = pot - result[BACK]
    result[BET_MORE] = most - second
    dead = table[DEAD]
    below, level = 0, next_level(seats, -1)
    while level <= highest:
        chips = chips_between(seats, below, level, highest) + dead
        _pay_pot(seats, level, chips, result)
        below, level, dead = level, next_level(seats, level), 0


@borrowing_kernel
def _pay_pot(seats: CountArray, level: int, chips: int, result: CountArray) -> None:
    """Split a pot among the best hands; odd chips go to the first seats left of the button."""
    best, winners, able = MUCKED, 0, 0
    for seat in range(len(seats)):
        if seats[seat, OUT] == 0 and seats[seat, PUT_IN] >= level:
            able += 1
            if seats[seat, RANK] > best:
                best, winners = seats[seat, RANK], 0
            winners += int(seats[seat, RANK] == best)
    if chips == 0:
        return
    result[CONTESTED] += int(able > 1)
    result[UNDECIDED] += int(able > 1 and best == MUCKED)
    share, odd = chips // winners, chips % winners
    for seat in range(len(seats)):
        inside = seats[seat, OUT] == 0 and seats[seat, PUT_IN] >= level
        if inside and seats[seat, RANK] == best:
            won = share + int(odd > 0)
            result[WON + seat] += won
            result[WON + len(seats) + seat] += won
            odd -= 1
