"""The choices of the players of a trial: by a plan, or for the hero by the formula [poki]."""

from villain.kernels.arrays import FloatArray
from villain.kernels.compiled import kernel
from villain.kernels.trial_records import OUT, STACK, PlayoutSetup, TrialRecord, TrialRules, Turn
from villain.kernels.trial_table import CALL, FOLD, MORE, count_waiting
from villain.kernels.triples import FormulaInputs, soft, triple_after_flop, triple_before_flop

USUAL = 2.0 / 3.0
"""The pot before a bet beside the pot with it, for a bet of half the pot."""

HEED = 0.85
"""The power with which a dearer bet makes a player fold."""

LUCK = 1.0 / 3.0
"""The chance of the worse of two hands, if all cards are still to come."""

SURE = 0.12
"""The distance from a threshold within which a player mixes two actions, as a share of hands."""


@kernel
def bet_size(rules: TrialRules, street: int, pot: int, owed: int, size: float) -> int:
    """A bet: in limit the street's, else a share of the pot."""
    least = int(rules.bets[street])
    return least if rules.limit else max(least, int(size * (pot + owed)))


@kernel
def cost_of_call(rules: TrialRules, turn: Turn) -> int:
    """Nothing to pay, a bet, or more: as `villain.game.situation.cost_in` has it."""
    if turn.owed <= 0:
        return 0
    if rules.limit:
        return 1 if turn.owed <= rules.bets[turn.street] else 2
    return 1 if turn.raises <= min(turn.street, 1) else 2


@kernel
def value_of(trial: TrialRecord, street: int, seat: int) -> float:
    """The strength of a seat's hand on a street, draws included."""
    value: float = trial.values[street, seat]
    value += (1.0 - value) * trial.draws[street, seat]
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
def planned_shares(planned: FloatArray, rules: TrialRules, turn: Turn) -> tuple[float, float]:
    """The shares of his hands that a player folds and raises at this cost, by his plan.

    Plans are about bets of half the pot where there is a choice. At a dearer one the odds that he
    goes on are less: they follow the share that would leave the bettor indifferent, the pot before
    the bet beside the pot with it, to a power. (In proportion to it he would fold so much to an
    all-in that any hand could bluff.) A player who never folds does not fold here either.
    """
    cost, owed, pot = cost_of_call(rules, turn), turn.owed, turn.pot
    fold, more = planned[turn.street, cost, FOLD], planned[turn.street, cost, MORE]
    if not rules.limit and owed > 0:
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
def hero_triple(setup: PlayoutSetup, trial: TrialRecord, turn: Turn) -> tuple[float, float, float]:
    """The hero's chances by the formula, against what the others can still have."""
    rules, beliefs, seats = setup.rules, setup.beliefs, trial.seats
    hero, street = setup.table.hero, turn.street
    strength, all_fold = 1.0, 1.0
    behind = count_waiting(seats, trial.street, hero)
    value = trial.values[street, hero]
    for seat in range(len(seats)):
        if seat != hero and seats[seat, OUT] == 0:
            share = rank_within(beliefs.quantiles[seat, street], value)
            strength *= after_shedding(share, trial.shed[seat])
            all_fold *= beliefs.plan[seat, street, 1, FOLD] if seats[seat, STACK] > 0 else 0.0
    if street == 0 and (rules.limit or turn.raises == 0):
        income, bets = setup.cards.incomes[trial.hands[hero]], turn.owed / rules.bets[0]
        return triple_before_flop(setup.style, income, bets, turn.raises, behind)
    if street == 0:
        strength += (1.0 - strength) * LUCK
    later = 0
    for further in range(street + 1, 4):
        later += rules.bets[further] if rules.limit else turn.bet
    inputs = FormulaInputs(
        float(street),
        float(turn.pot),
        float(turn.owed),
        float(turn.bet),
        float(turn.raises),
        float(behind),
        float(min(later, seats[hero, STACK])),
        all_fold,
    )
    return triple_after_flop(setup.style, strength, trial.draws[street, hero], inputs)
