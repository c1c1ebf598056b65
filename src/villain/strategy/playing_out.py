"""Hold'em for the simulation framework: trials from what one seat sees and believes [poki]."""

from collections.abc import Mapping, Sequence

import numpy as np

from villain.cards.combo import Combo
from villain.errors import VillainError
from villain.game.observation import Observation
from villain.game.public_state import PublicState
from villain.game.rules import UNLIMITED, Betting, Rules
from villain.kernels.arrays import FloatArray
from villain.kernels.playouts import play_trials, value_quantiles
from villain.kernels.trial_records import (
    Beliefs,
    KnownCards,
    PlayoutSetup,
    TableRecord,
    TrialRules,
)
from villain.strategy.loki import BettingStyle, combo_income
from villain.strategy.poki import at_table
from villain.strategy.simulation import Trials
from villain.strength.quick_strengths import quick_strengths

PILOTS = 256
"""Hands of each seat from which it is known how strong it will be on the streets to come."""

PART_OF_POT = 0.7
"""A bet in a trial where there is a choice, as a share of the pot."""


def holdem_trials(
    seen: Observation,
    ranges: Mapping[int, FloatArray],
    plans: Mapping[int, FloatArray],
    style: BettingStyle,
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
    players = seen.rules.players
    cumulative, plan = np.zeros((players, 1326)), np.zeros((players, 4, 3, 3))
    for seat, weights in ranges.items():
        cumulative[seat] = np.cumsum(weights)
        plan[seat] = plans[seat]
    state = PublicState.after(seen.rules, seen.events)
    table, cards, start = table_of(state, seen.seat), _cards(seen), np.uint64(seed)
    quantiles = value_quantiles(start, PILOTS, table, cards, cumulative)
    quantiles.sort(axis=-1)
    strengths = cards.values + (1 - cards.values) * cards.draws
    for seat, weights in ranges.items():
        quantiles[seat, seen.street] = _quantiles(strengths, weights)
    setup = PlayoutSetup(
        rules_of(seen.rules, min(seen.street + streets - 1, 3)),
        table,
        cards,
        Beliefs(cumulative, plan, quantiles),
        at_table(style, players, seen.folded.count(False)).array,
        PART_OF_POT,
    )
    raises_to = np.array(moves, np.int64)

    def trials(first: int, count: int) -> FloatArray:
        return play_trials(setup, start, first, count, raises_to)

    return trials


def _cards(seen: Observation) -> KnownCards:
    """The cards that the seat sees, and how strong every combo is beside them."""
    board = np.zeros(5, np.uint8)
    board[: len(seen.board)] = seen.board
    incomes = combo_income(seen.folded.count(False))
    if seen.street == 0:
        # By places in the order of income rates, since all that counts is who is above whom.
        values, draws = np.argsort(np.argsort(incomes)) / 1326, np.zeros(1326)
    else:
        values, draws = quick_strengths(seen.board)
    # Copies: for arrays that are read-only the kernels would be compiled once more.
    rows = (row.copy() for row in (values, draws, incomes))
    return KnownCards(int(Combo.of(*seen.hole)), board, len(seen.board), *rows)


def _quantiles(values: FloatArray, weights: FloatArray) -> FloatArray:
    """Values at equal steps of the weight, from the weakest to the strongest: no sampling."""
    order = np.argsort(values, kind="stable")
    sums = weights[order].cumsum()
    points = (np.arange(PILOTS) + 0.5) / PILOTS * sums[-1]
    quantiles: FloatArray = values[order][np.searchsorted(sums, points)]
    return quantiles


def table_of(state: PublicState, hero: int) -> TableRecord:
    """The table of a public state in which the hero has to act, as kernels take it."""
    seats = [
        (
            min(state.stacks[seat], UNLIMITED),
            state.bets[seat],
            state.committed[seat] - state.dead[seat],
            int(state.folded[seat]),
            state.acted_at(seat),
        )
        for seat in range(state.rules.players)
    ]
    street = (state.street, state.raises, state.current, state.level, state.full_raise)
    return TableRecord(np.array(seats, np.int64), np.array(street, np.int64), hero, sum(state.dead))


def rules_of(rules: Rules, last: int = 3) -> TrialRules:
    """The rules as kernels take them, with betting up to a last street."""
    limit = rules.betting is Betting.LIMIT
    bets = rules.bets if limit else (rules.big_blind,) * 4
    caps = [UNLIMITED if cap is None else cap for cap in rules.most_raises]
    return TrialRules(
        limit,
        last,
        np.array(bets, np.int64),
        np.array(caps, np.int64),
        np.array(rules.first, np.int64),
    )
