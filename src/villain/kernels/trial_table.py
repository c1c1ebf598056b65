"""The chips of a trial: turns, payments, and the hero's share in the end."""

from villain.kernels.arrays import CountArray
from villain.kernels.compiled import kernel
from villain.kernels.trial_cards import rank_hand
from villain.kernels.trial_records import BET, OUT, PUT_IN, STACK, WAITING, TrialRecord


@kernel
def next_seat(line: CountArray, seat: int, level: int) -> int:
    """The next seat to act, from this one on; -1 if there is none."""
    seats = len(line)
    for i in range(seats):
        one = (seat + i) % seats
        able = line[one, OUT] == 0 and line[one, STACK] > 0 and line[one, WAITING]
        # Alone with players who are all-in, one only has to match them.
        if able and (able_to_bet(line) > 1 or line[one, BET] < level):
            return one
    return -1


@kernel
def able_to_bet(line: CountArray) -> int:
    """Count those who are in with chips behind."""
    count = 0
    for i in range(len(line)):
        count += int(line[i, OUT] == 0 and line[i, STACK] > 0)
    return count


@kernel
def still_in(line: CountArray) -> int:
    """Count those who have not folded."""
    count = 0
    for i in range(len(line)):
        count += int(line[i, OUT] == 0)
    return count


@kernel
def pay(line: CountArray, seat: int, chips: int) -> None:
    """Move chips from a seat's stack into the middle."""
    line[seat, STACK] -= chips
    line[seat, BET] += chips
    line[seat, PUT_IN] += chips


@kernel
def show_hands(trial: TrialRecord) -> None:
    """Rank the hands of those who are left, once a trial; alone, one need not show."""
    if still_in(trial.line) == 1 or trial.ready[4]:
        return
    for seat in range(len(trial.line)):
        if trial.inside[seat]:
            trial.showdown[seat] = rank_hand(trial.board, trial.hands[seat])
    trial.ready[4] = True


@kernel
def hero_share(line: CountArray, showdown: CountArray, hero: int, dead: int) -> float:
    """The hero's share of all pots, main and side; an uncalled bet comes back to him.

    Dead chips are in the main pot.
    """
    if still_in(line) == 1:
        total = dead
        for seat in range(len(line)):
            total += line[seat, PUT_IN]
        return float(total)
    share, below = 0.0, 0
    while below < line[hero, PUT_IN]:
        level = line[hero, PUT_IN]
        for seat in range(len(line)):
            if line[seat, OUT] == 0 and below < line[seat, PUT_IN] < level:
                level = line[seat, PUT_IN]
        chips, winners, ahead = dead if below == 0 else 0, 0, True
        for seat in range(len(line)):
            chips += min(line[seat, PUT_IN], level) - min(line[seat, PUT_IN], below)
            if line[seat, OUT] == 0 and line[seat, PUT_IN] >= level:
                ahead = ahead and showdown[seat] <= showdown[hero]
                winners += int(showdown[seat] == showdown[hero])
        if ahead:
            share += chips / winners
        below = level
    return share
