"""Plays heads-up no-limit trials to their end: he acts by his strategy, we by a policy [huang].

Player 0 is we, player 1 the opponent. Chips that one player could not match do not exist here:
``CAP`` is what each can put in at most over the whole hand.
"""

from typing import NamedTuple

import numpy as np

from villain.kernels.arrays import CountArray, FloatArray
from villain.kernels.compiled import kernel
from villain.kernels.copying import copy_row
from villain.kernels.heads_up_deals import DealtTrials
from villain.kernels.heads_up_strategy import (
    AbstractionRecord,
    StrategyRecord,
    fill_strategy,
    number_of,
)
from villain.kernels.randomness import next_random
from villain.kernels.trial_cards import unit

STREET, CAP, DEAD, LAST_RAISE, BIG_BLIND, FIRST = range(6)
RAISES_BEFORE, RAISER_BEFORE, RAISES, RAISER, LENGTH, CODE = range(6, 12)
IN, BET, ACTED, STACK = 12, 14, 16, 18
SPOT = 20
"""The places in a spot; the last four have one for each player.

DEAD is what lies in the pot from nobody, LAST_RAISE by how much one has to raise, FIRST who acts
first on later streets, RAISER who raised last (-1: nobody), LENGTH and CODE the actions of this
street, IN what a player has bet over the hand, BET on this street, ACTED whether he has acted,
STACK what he could bet over the hand if the other could match it.
"""

RANDOM, STAYING, MODEL, PLAN = range(4)
"""Kinds of policies: all actions alike; all but a fold; by a strategy as he does; by a plan."""

FROM, ABOVE, SIZE, PRICE = range(4)
"""A plan: from a street on raise by SIZE (below 0: all-in) with what is above a relative strength;
otherwise call where that strength is PRICE times the pot's odds, or more."""

FOLD, CALL = 0, 1


class OurPolicy(NamedTuple):
    """Our play after the first move: its kind, and the plan if that is the kind."""

    kind: int
    plan: FloatArray


class RelativeStrengths(NamedTuple):
    """Ranks within his range, by trial and street: of our hand, and of his own."""

    ours: FloatArray
    his: FloatArray


class HeadsUpSetup(NamedTuple):
    """All that trials of one decision start from.

    ``heed`` is how much a raise that is dearer than his usual one of its kind narrows what he goes
    on with: not at all where it is 0.
    """

    spot: CountArray
    dealt: DealtTrials
    relative: RelativeStrengths
    grid: AbstractionRecord
    ours: StrategyRecord
    his: StrategyRecord
    heed: float


@kernel
def play_deals(
    setup: HeadsUpSetup, state: np.uint64, move: int, policy: OurPolicy, returns: FloatArray
) -> np.uint64:
    """Work out what we win in each trial from now on if we call (``move`` 0) or bet to ``move``."""
    spot, grid, ours, his, heed = setup.spot, setup.grid, setup.ours, setup.his, setup.heed
    strengths, won, relative = setup.dealt.strengths, setup.dealt.won, setup.relative
    actions = his.frequencies.shape[1]
    now, kinds = np.empty(SPOT, np.int64), np.empty(actions)
    for trial in range(len(won)):
        copy_row(spot, now)
        player, first_move, price = 0, True, 1.0
        while True:
            other = 1 - player
            owed = now[IN + other] - now[IN + player]
            pot = now[IN] + now[IN + 1] + now[DEAD]
            can_raise = now[IN + other] < now[CAP]
            size = 0.0
            if first_move:
                action = CALL if move == 0 else 2
            else:
                street = now[STREET]
                if player == 0 and policy.kind <= STAYING:
                    least = FOLD if owed > 0 and policy.kind == RANDOM else CALL
                    choices = (actions if can_raise else CALL + 1) - least
                    state, bits = next_random(state)
                    action = least + min(int(unit(bits) * choices), choices - 1)
                elif player == 0 and policy.kind == PLAN:
                    strength = relative.ours[trial, street]
                    action, size = _by_plan(policy.plan, street, strength, owed, pot, can_raise)
                else:
                    strength = strengths[player, trial, street]
                    if player == 0:
                        row = _look_up(ours, grid, now, player, strength, kinds)
                    else:
                        row = _look_up(his, grid, now, player, strength, kinds)
                    if owed == 0:
                        _give(kinds, FOLD, CALL)
                    elif player == 1 and price < 1.0:
                        folds = his.frequencies[row, FOLD] / his.frequencies[row].sum()
                        _narrow(kinds, price * (1.0 - folds), relative.his[trial, street])
                    if not can_raise:
                        for kind in range(CALL + 1, actions):
                            _give(kinds, kind, CALL)
                    state, bits = next_random(state)
                    action = _draw(kinds, unit(bits))
                if action > CALL and size == 0.0:
                    kind = action - CALL - 1
                    size = ours.sizes[kind] if player == 0 else his.sizes[kind]
            if action == FOLD:
                share = float(player)  # who folds leaves all to the other
                break
            digit = 0
            if action == CALL:
                now[IN + player] += owed
                now[BET + player] += owed
            else:
                level = now[IN + other]
                if first_move:
                    target = now[IN] + move - now[BET]
                elif size < 0.0:
                    target = now[STACK + player]
                else:
                    target = level + max(round(size * (pot + owed)), now[LAST_RAISE])
                # A raise counts as it was made, though the other may not be able to match it.
                made = min(target, now[STACK + player]) - level
                digit = 1 + _kind(made / (pot + owed), grid.ratios)
                target = min(target, now[CAP])
                by = target - level
                price = price_of(by / (pot + owed), his.sizes[digit - 1], heed)
                now[BET + player] += target - now[IN + player]
                now[IN + player] = target
                now[LAST_RAISE] = max(by, now[LAST_RAISE])
                now[RAISES] += 1
                now[RAISER] = player
            first_move = False
            _keep(now, digit, grid.limits)
            now[ACTED + player] = 1
            if action == CALL and (now[ACTED + other] or now[IN] >= now[CAP]):
                if now[STREET] == 3 or now[IN] >= now[CAP]:
                    share = won[trial]
                    break
                _next_street(now)
                player = now[FIRST]
            else:
                player = other
        whole = now[IN] + now[IN + 1] + now[DEAD]
        returns[trial] = share * whole - (now[IN] - spot[IN])
    return state


@kernel
def _look_up(
    strategy: StrategyRecord,
    grid: AbstractionRecord,
    now: CountArray,
    player: int,
    strength: float,
    kinds: FloatArray,
) -> int:
    """Fill in the chances of the kinds of actions by a strategy; the row where they stand."""
    last, buckets = now[RAISER_BEFORE], len(grid.middles)
    other_was_last = int(last >= 0 and last != player)
    number = number_of(
        now[STREET], now[RAISES_BEFORE], other_was_last, now[LENGTH], now[CODE], grid.limits
    )
    row = strategy.rows[number]
    if not strategy.ready[row]:
        fill_strategy(
            strategy.frequencies[row],
            grid.middles,
            grid.shares[now[STREET]],
            strategy.steepness[now[STREET]],
            strategy.chances[row],
        )
        strategy.ready[row] = True
    copy_row(strategy.chances[row, min(int(strength * buckets + 1e-9), buckets - 1)], kinds)
    return int(row)


@kernel
def _give(kinds: FloatArray, kind: int, to: int) -> None:
    """Do another action instead of one that is not allowed."""
    kinds[to] += kinds[kind]
    kinds[kind] = 0.0


@kernel
def _narrow(kinds: FloatArray, stays: float, standing: float) -> None:
    """Go on with the best hands only: those above all but a share ``stays`` by their standing."""
    if standing < 1.0 - stays:
        kinds[:] = 0.0
        kinds[FOLD] = 1.0
    else:
        kinds[FOLD] = 0.0
        kinds[CALL] += 1e-9  # with a hand that the strategy never goes on with he calls


@kernel
def price_of(share: float, usual: float, heed: float) -> float:
    """The part of his hands that he goes on with where a raise is larger than usual, in pots.

    It follows the share of calls that would leave the raiser indifferent, to the power ``heed``.
    """
    if heed == 0.0 or share <= usual:
        return 1.0
    return float(((1.0 + usual) / (1.0 + share)) ** heed)


@kernel
def _by_plan(
    plan: FloatArray, street: int, strength: float, owed: int, pot: int, can_raise: bool
) -> tuple[int, float]:
    """An action and the size of a raise."""
    if can_raise and street >= plan[FROM] and strength > plan[ABOVE]:
        return CALL + 1, plan[SIZE]
    if owed == 0 or strength * (pot + owed) >= plan[PRICE] * owed:
        return CALL, 0.0
    return FOLD, 0.0


@kernel
def _draw(chances: FloatArray, point: float) -> int:
    """The action at a point (0 to 1) of its chances."""
    point *= chances.sum()
    for action in range(len(chances) - 1):
        point -= chances[action]
        if point < 0.0:
            return action
    last = len(chances) - 1
    while last > CALL and chances[last] <= 0.0:
        last -= 1
    return last


@kernel
def _kind(share: float, ratios: FloatArray) -> int:
    """The kind of a raise by a share of the pot."""
    for kind in range(len(ratios)):
        if share <= ratios[kind]:
            return kind
    return len(ratios)


@kernel
def _keep(now: CountArray, digit: int, limits: CountArray) -> None:
    """Add an action to those of this street; only the last ones are kept."""
    base, length = limits[0], limits[1]
    if now[LENGTH] < length:
        now[LENGTH] += 1
    else:
        now[CODE] %= base ** (length - 1)
    now[CODE] = now[CODE] * base + digit


@kernel
def _next_street(now: CountArray) -> None:
    now[STREET] += 1
    now[RAISES_BEFORE], now[RAISER_BEFORE] = now[RAISES], now[RAISER]
    now[RAISES], now[RAISER], now[LENGTH], now[CODE] = 0, -1, 0, 0
    now[BET], now[BET + 1], now[ACTED], now[ACTED + 1] = 0, 0, 0, 0
    now[LAST_RAISE] = now[BIG_BLIND]
