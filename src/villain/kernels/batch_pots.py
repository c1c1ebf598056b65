"""The end of a hand: an uncalled bet goes back, and every pot to its winners in whole chips."""

import numpy as np

from villain.kernels.arrays import CardArray, CountArray
from villain.kernels.batch_records import RANK
from villain.kernels.compiled import borrowing_kernel
from villain.kernels.evaluator import CARD_BITS, CARD_KEYS, key_and_bits, rank_of
from villain.kernels.trial_records import OUT, PUT_IN, STACK
from villain.kernels.trial_table import still_in

_UNBOUNDED = np.iinfo(np.int64).max


@borrowing_kernel
def settle(
    cards: CardArray, starting: CountArray, seats: CountArray, dead: int, payoffs: CountArray
) -> None:
    """Pay out a hand that is over, and say what everybody won or lost."""
    return_uncalled(seats)
    if still_in(seats) > 1:
        _rank_hands(cards, seats)
    highest = 0
    for seat in range(len(seats)):
        if seats[seat, OUT] == 0:
            highest = max(highest, seats[seat, PUT_IN])
    below, level = 0, next_level(seats, -1)
    while level <= highest:
        # The first pot has the dead chips; those alone if somebody who is left has bet nothing.
        _pay_pot(seats, level, chips_between(seats, below, level, highest) + dead)
        below, level, dead = level, next_level(seats, level), 0
    for seat in range(len(starting)):
        payoffs[seat] = seats[seat, STACK] - starting[seat]


@borrowing_kernel
def return_uncalled(seats: CountArray) -> None:
    """Give back what one has put in beyond everybody else."""
    highest, most, second = 0, seats[0, PUT_IN], 0
    for seat in range(1, len(seats)):
        put_in = seats[seat, PUT_IN]
        if put_in > most:
            highest, most, second = seat, put_in, most
        else:
            second = max(second, put_in)
    seats[highest, PUT_IN] = second
    seats[highest, STACK] += most - second


@borrowing_kernel
def _rank_hands(cards: CardArray, seats: CountArray) -> None:
    key, bits = key_and_bits(cards[2 * len(seats) :])
    for seat in range(len(seats)):
        if seats[seat, OUT] == 0:
            a, b = cards[2 * seat], cards[2 * seat + 1]
            own_bits = CARD_BITS[a] | CARD_BITS[b]
            seats[seat, RANK] = rank_of(key + CARD_KEYS[a] + CARD_KEYS[b], bits | own_bits, 7)


@borrowing_kernel
def next_level(seats: CountArray, above: int) -> int:
    """The least that anybody who is left has put in, above an amount."""
    level = _UNBOUNDED
    for seat in range(len(seats)):
        if seats[seat, OUT] == 0 and seats[seat, PUT_IN] > above:
            level = min(level, seats[seat, PUT_IN])
    return level


@borrowing_kernel
def chips_between(seats: CountArray, below: int, level: int, highest: int) -> int:
    """The chips that were put in between two levels.

    Above the highest level of those who are left, the last pot has what others put in and folded.
    """
    chips = 0
    for seat in range(len(seats)):
        put_in = seats[seat, PUT_IN]
        upper = put_in if level == highest else min(put_in, level)
        chips += max(0, upper - below)
    return chips


@borrowing_kernel
def _pay_pot(seats: CountArray, level: int, chips: int) -> None:
    """Split a pot among the best hands; odd chips go to the first seats left of the button."""
    best, winners = -1, 0
    for seat in range(len(seats)):
        if seats[seat, OUT] == 0 and seats[seat, PUT_IN] >= level:
            if seats[seat, RANK] > best:
                best, winners = seats[seat, RANK], 0
            winners += int(seats[seat, RANK] == best)
    share, odd = chips // winners, chips % winners
    for seat in range(len(seats)):
        inside = seats[seat, OUT] == 0 and seats[seat, PUT_IN] >= level
        if inside and seats[seat, RANK] == best:
            seats[seat, STACK] += share + int(odd > 0)
            odd -= 1
