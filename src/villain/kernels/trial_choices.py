"""What the players of a trial do: the others by their plans, the hero by the formula [poki]."""

from villain.kernels.arrays import CountArray, FloatArray
from villain.kernels.compiled import kernel
from villain.kernels.trial_table import OUT, STACK, WAITING
from villain.kernels.triples import (
    soft,
    triple_after_flop,
    triple_before_flop,
)

LIMIT, LAST, BLIND, BETS, CAPS, FIRST = 0, 1, 2, 3, 7, 11
"""The rules: ``LAST`` is the last street with betting; the last three are four numbers each."""

FOLD, CALL, MORE = range(3)

USUAL = 2.0 / 3.0
"""The pot before a bet beside the pot with it, for a bet of half the pot."""

HEED = 0.85
"""The power with which a dearer bet makes a player fold."""

LUCK = 1.0 / 3.0
"""How often the worse of two hands wins, if all cards are still to come."""

SURE = 0.12
"""How far around a threshold a player mixes two actions, as a share of his hands."""


@kernel
def bet_size(rules: CountArray, street: int, pot: int, owed: int, size: float) -> int:
    """What a bet is: in limit the street's, else a share of the pot."""
    if rules[LIMIT]:
        return int(rules[BETS + street])
    return max(int(rules[BLIND]), int(size * (pot + owed)))


@kernel
def cost_of_call(rules: CountArray, street: int, owed: int, raises: int) -> int:
    """Nothing to pay, a bet, or more: as `villain.models.loki.action_counts.cost_in` has it."""
    if owed <= 0:
        return 0
    if rules[LIMIT]:
        return 1 if owed <= rules[BETS + street] else 2
    return 1 if raises <= min(street, 1) else 2


@kernel
def value_of(values: FloatArray, draws: FloatArray, street: int, seat: int) -> float:
    """How strong a seat's hand is on a street, draws included."""
    value: float = values[street, seat]
    value += (1.0 - value) * draws[street, seat]
    return value


@kernel
def rank_within(sorted_values: FloatArray, value: float) -> float:
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
def after_shedding(share: float, gone: float) -> float:
    """A share of all hands as one of those that are left when the weakest are gone."""
    return min(max((share - gone) / (1.0 - gone), 0.0), 1.0)


@kernel
def planned_shares(
    planned: FloatArray, rules: CountArray, street: int, owed: int, raises: int, pot: int
) -> tuple[float, float]:
    """How often a player folds and raises at this cost, by his plan.

    Plans are about bets of half the pot where there is a choice. At a dearer one the odds that he
    goes on are less: they follow the share that would leave the bettor indifferent, the pot before
    the bet beside the pot with it, to a power. (In proportion to it he would fold so much to an
    all-in that any hand could bluff.) Who never folds does not here.
    """
    cost = cost_of_call(rules, street, owed, raises)
    fold, more = planned[cost, FOLD], planned[cost, MORE]
    if not rules[LIMIT] and owed > 0:
        stay = 1.0 - fold
        odds = stay * min((pot - owed) / pot / USUAL, 1.0) ** HEED
        if odds > 0.0:
            fold = fold / (fold + odds)
            more *= (1.0 - fold) / stay
    return fold, more


@kernel
def planned_chances(often: tuple[float, float], rank: float, pays: bool) -> tuple[float, float]:
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
def narrow(often: tuple[float, float], action: int, seat: int, shed: FloatArray) -> None:
    """An action says that the weakest hands are gone: those that would not have done it."""
    gone = often[0] if action == CALL else 1.0 - often[1] if action == MORE else 0.0
    shed[seat] = min(shed[seat] + (1.0 - shed[seat]) * gone, 0.98)


@kernel
def hero_triple(
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
    """What the hero does by the formula, against what the others still can have."""
    strength, all_fold, behind = 1.0, 1.0, 0
    value = values[street, hero]
    for seat in range(len(line)):
        if seat != hero and line[seat, OUT] == 0:
            share = rank_within(quantiles[seat, street], value)
            strength *= after_shedding(share, shed[seat])
            all_fold *= plan[seat, street, 1, FOLD] if line[seat, STACK] > 0 else 0.0
            behind += line[seat, WAITING]
    if street == 0 and (rules[LIMIT] or raises == 0):
        return triple_before_flop(style, income, owed / rules[BETS], raises, behind)
    if street == 0:
        strength += (1.0 - strength) * LUCK
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
