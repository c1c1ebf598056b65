"""The betting of a trial, and the hero's share in the end.

The rules are those of `villain.game.public_state`; a test plays the same hands on both.
"""

from villain.kernels.arrays import CountArray
from villain.kernels.compiled import borrowing_kernel, kernel
from villain.kernels.trial_cards import rank_hand
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
    TrialRecord,
)

FOLD, CALL, MORE = range(3)


@borrowing_kernel
def begin_street(seats: CountArray, street: CountArray, bets: CountArray) -> None:
    """Begin the next street: nobody has bet or acted; ``bets`` are the sizes by street."""
    street[STREET] += 1
    street[RAISES] = street[CURRENT] = street[LEVEL] = 0
    street[FULL_RAISE] = bets[street[STREET]]
    for seat in range(len(seats)):
        seats[seat, BET] = 0
        seats[seat, ACTED_AT] = NOT_YET


@borrowing_kernel
def next_seat(seats: CountArray, street: CountArray, start: int) -> int:
    """The next seat to act, from this one on; -1 if there is none."""
    players, alone = len(seats), able_to_bet(seats) == 1
    for place in range(start, start + players):
        seat = place if place < players else place - players  # quicker than a remainder
        if seats[seat, OUT] == 0 and seats[seat, STACK] > 0:
            if not alone and seats[seat, ACTED_AT] < street[CURRENT]:
                return seat
            if alone and owed_by(seats, street, seat) > 0:
                return seat
    return -1


@borrowing_kernel
def owed_by(seats: CountArray, street: CountArray, seat: int) -> int:
    """The price of a call for a seat that has chips.

    Beside players who are all-in, one has to match what they have bet and no more.
    """
    facing = street[CURRENT]
    if facing <= seats[seat, BET]:
        return 0  # the others have bet no more
    if able_to_bet(seats) == 1:
        facing = 0
        for other in range(len(seats)):
            if other != seat and seats[other, OUT] == 0:
                facing = max(facing, seats[other, BET])
    return int(min(max(facing - seats[seat, BET], 0), seats[seat, STACK]))


@borrowing_kernel
def may_raise(
    seats: CountArray, street: CountArray, limit: bool, cap: int, seat: int, owed: int
) -> bool:
    """True if a seat has the chips to raise, the rules allow it, and somebody could answer."""
    acted_at, current = seats[seat, ACTED_AT], street[CURRENT]
    # Whoever has acted may raise again only after a full raise (half a bet in limit).
    since = (current - acted_at) * (2 if limit else 1)
    closed = acted_at != NOT_YET and since < street[FULL_RAISE]
    if closed or street[RAISES] >= cap or seats[seat, STACK] <= owed:
        return False
    for other in range(len(seats)):
        answers = seats[other, BET] + seats[other, STACK] > current
        if other != seat and seats[other, OUT] == 0 and answers:
            return True
    return False


@borrowing_kernel
def least_raise(street: CountArray, limit: bool) -> int:
    """The bet to which one has to raise at least, if the chips are there."""
    return int(street[LEVEL if limit else CURRENT] + street[FULL_RAISE])


@borrowing_kernel
def act(
    seats: CountArray, street: CountArray, limit: bool, seat: int, action: int, to: int
) -> None:
    """Let a seat fold, or call or raise to so much, as far as its chips go."""
    if action == FOLD:
        seats[seat, OUT] = 1
    else:
        chips = min(to - seats[seat, BET], seats[seat, STACK])
        seats[seat, STACK] -= chips
        seats[seat, BET] += chips
        seats[seat, PUT_IN] += chips
    if action == MORE:
        to = seats[seat, BET]
        if not limit:
            street[FULL_RAISE] = max(street[FULL_RAISE], to - street[CURRENT])
            street[RAISES] += 1
        elif 2 * (to - street[LEVEL]) >= street[FULL_RAISE]:
            street[RAISES] += 1
            street[LEVEL] = to
        # In limit less than half a bet is no raise: the next player may complete it.
        street[CURRENT] = to
    seats[seat, ACTED_AT] = street[CURRENT]


@borrowing_kernel
def count_waiting(seats: CountArray, street: CountArray, hero: int) -> int:
    """Count the others who can act and have not since the last bet or raise."""
    count = 0
    for seat in range(len(seats)):
        able = seats[seat, OUT] == 0 and seats[seat, STACK] > 0
        count += int(able and seat != hero and seats[seat, ACTED_AT] < street[CURRENT])
    return count


@borrowing_kernel
def able_to_bet(seats: CountArray) -> int:
    """Count those who are in with chips behind."""
    count = 0
    for seat in range(len(seats)):
        count += int(seats[seat, OUT] == 0 and seats[seat, STACK] > 0)
    return count


@borrowing_kernel
def still_in(seats: CountArray) -> int:
    """Count those who have not folded."""
    count = 0
    for seat in range(len(seats)):
        count += int(seats[seat, OUT] == 0)
    return count


@borrowing_kernel
def pot_of(seats: CountArray, dead: int) -> int:
    """All chips in the middle and before the seats."""
    pot = dead
    for seat in range(len(seats)):
        pot += seats[seat, PUT_IN]
    return pot


@kernel
def show_hands(trial: TrialRecord) -> None:
    """Rank the hands of those who are left, once a trial; alone, one need not show."""
    if still_in(trial.seats) == 1 or trial.ready[4]:
        return
    for seat in range(len(trial.seats)):
        if trial.inside[seat]:
            trial.showdown[seat] = rank_hand(trial.board, trial.hands[seat])
    trial.ready[4] = True


@kernel
def hero_share(seats: CountArray, showdown: CountArray, hero: int, dead: int) -> float:
    """The hero's share of all pots, main and side; an uncalled bet comes back to him.

    Dead chips are in the main pot.
    """
    if still_in(seats) == 1:
        return float(pot_of(seats, dead))
    share, below = 0.0, 0
    while below < seats[hero, PUT_IN]:
        level = seats[hero, PUT_IN]
        for seat in range(len(seats)):
            if seats[seat, OUT] == 0 and below < seats[seat, PUT_IN] < level:
                level = seats[seat, PUT_IN]
        chips, winners, ahead = dead if below == 0 else 0, 0, True
        for seat in range(len(seats)):
            chips += min(seats[seat, PUT_IN], level) - min(seats[seat, PUT_IN], below)
            if seats[seat, OUT] == 0 and seats[seat, PUT_IN] >= level:
                ahead = ahead and showdown[seat] <= showdown[hero]
                winners += int(showdown[seat] == showdown[hero])
        if ahead:
            share += chips / winners
        below = level
    return share
