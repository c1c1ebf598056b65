"""Hold'em for the simulation framework: trials from what one seat sees and believes [poki]."""

from collections.abc import Mapping, Sequence

import numpy as np

from villain.cards.combo import Combo
from villain.cards.range import HIGH_CARDS, LOW_CARDS
from villain.errors import VillainError
from villain.game.events import Acted, Board, Posted
from villain.game.observation import Observation, street_actions
from villain.game.rules import UNLIMITED, Betting
from villain.kernels.arrays import CountArray, FloatArray
from villain.kernels.playouts import play_trials, value_quantiles
from villain.strategy.loki import combo_income
from villain.strategy.poki import Parameters, at_table
from villain.strategy.simulation import Trials
from villain.strength.quick_strengths import quick_strengths

PILOTS = 256
"""Hands of each seat from which it is known how strong it will be on the streets to come."""

PART_OF_POT = 0.7
"""What is bet in a trial, as a share of the pot, where there is a choice."""


def holdem_trials(
    seen: Observation,
    ranges: Mapping[int, FloatArray],
    plans: Mapping[int, FloatArray],
    style: Parameters,
    moves: Sequence[int],
    seed: int,
    *,
    streets: int = 4,
) -> Trials:
    """Trials of what to do now: each move is what to raise to, 0 for a call; values are in chips.

    ``ranges`` are the weights of each opponent who is left, ``plans`` how often he folds, calls
    and raises by street and cost; ``style`` is how we would go on. With fewer ``streets`` the
    betting ends after so many, this one included, and the rest is a showdown.
    """
    if seen.legal is None:
        raise VillainError("it is not this seat's turn; there is nothing to simulate")
    table, now = _table(seen), _now(seen)
    rules = _rules(seen, streets)
    players = seen.rules.players
    cumulative, plan = np.zeros((players, 1326)), np.zeros((players, 4, 3, 3))
    for seat, weights in ranges.items():
        cumulative[seat] = np.cumsum(weights)
        plan[seat] = plans[seat]
    board = np.zeros(5, np.uint8)
    board[: len(seen.board)] = seen.board
    left = seen.folded.count(False)
    incomes, style = combo_income(left), at_table(style, players, left)
    if seen.street == 0:
        # By places in the order of income rates, since all that counts is who is above whom.
        values, draws = np.argsort(np.argsort(incomes)) / 1326, np.zeros(1326)
    else:
        values, draws = quick_strengths(seen.board)
    strengths = values + (1 - values) * draws
    start = np.uint64(seed)
    quantiles = value_quantiles(
        start,
        PILOTS,
        table,
        now,
        board,
        cumulative,
        strengths,
        HIGH_CARDS,
        LOW_CARDS,
    )
    quantiles.sort(axis=-1)
    for seat, weights in ranges.items():
        quantiles[seat, seen.street] = _quantiles(strengths, weights)
    raises_to = np.array(moves, np.int64)

    def trials(first: int, count: int) -> FloatArray:
        return play_trials(
            start,
            first,
            count,
            table,
            now,
            rules,
            raises_to,
            board,
            cumulative,
            values,
            draws,
            incomes,
            style.array,
            plan,
            quantiles,
            PART_OF_POT,
            HIGH_CARDS,
            LOW_CARDS,
        )

    return trials


def _quantiles(values: FloatArray, weights: FloatArray) -> FloatArray:
    """Values at equal steps of the weight, from the weakest to the strongest: no sampling."""
    order = np.argsort(values, kind="stable")
    sums = weights[order].cumsum()
    points = (np.arange(PILOTS) + 0.5) / PILOTS * sums[-1]
    found: FloatArray = values[order][np.searchsorted(sums, points)]
    return found


def _table(seen: Observation) -> CountArray:
    """By seat: chips behind, in front and put in; folded; has yet to act."""
    waiting = _waiting(seen)
    put_in = _put_in(seen)
    rows = [
        (
            min(seen.stacks[seat], UNLIMITED),
            seen.bets[seat],
            put_in[seat],
            int(seen.folded[seat]),
            int(seat in waiting),
        )
        for seat in range(seen.rules.players)
    ]
    return np.array(rows, np.int64)


def _put_in(seen: Observation) -> list[int]:
    """By seat what is in the middle and before it, but for dead chips."""
    return [
        start - left - dead
        for start, left, dead in zip(seen.rules.stacks, seen.stacks, _dead(seen), strict=True)
    ]


def _waiting(seen: Observation) -> set[int]:
    """Who has yet to act on this street: everybody since the last raise, the actor among them."""
    able = {seat for seat, out in enumerate(seen.folded) if not out and seen.stacks[seat]}
    for event in reversed(seen.events):
        if isinstance(event, Board) and event.street == seen.street and seen.street:
            break
        if isinstance(event, Acted):
            able.discard(event.seat)
            if event.kind == "raise":
                break
    return able | {seen.seat}


def _now(seen: Observation) -> CountArray:
    rules, street = seen.rules, seen.street
    limit = rules.betting is Betting.LIMIT
    bet = rules.bets[street] if limit else rules.big_blind
    level = max(rules.blinds) if street == 0 else 0
    raises, whole, step = 0, level, bet
    for event in street_actions(seen):
        if event.kind != "raise":
            continue
        if not limit:
            step = max(step, event.to - level)
        level = max(level, event.to)
        # In limit an all-in for less than half a bet is no raise, and the next completes it.
        if not limit or 2 * (event.to - whole) >= bet:
            raises, whole = raises + 1, event.to
    if limit:
        step = whole + bet - level
    return np.array(
        [
            street,
            seen.seat,
            Combo.of(*seen.hole),
            raises,
            level,
            step,
            seen.seat,
            len(seen.board),
            sum(_dead(seen)),
        ],
        np.int64,
    )


def _dead(seen: Observation) -> list[int]:
    """By seat the chips that were posted and are no bet."""
    found = [0] * seen.rules.players
    for event in seen.events:
        if isinstance(event, Posted) and event.kind == "dead":
            found[event.seat] += event.chips
    return found


def _rules(seen: Observation, streets: int) -> CountArray:
    rules = seen.rules
    limit = rules.betting is Betting.LIMIT
    caps = [UNLIMITED if cap is None else cap for cap in rules.most_raises]
    bets = rules.bets if limit else (rules.big_blind,) * 4
    last = min(seen.street + streets - 1, 3)
    return np.array([int(limit), last, rules.big_blind, *bets, *caps, *rules.first], np.int64)
