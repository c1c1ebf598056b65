"""Hold'em played out many times: poki's full-information simulation [poki].

In each trial everybody gets a hand from his weight table and the board is dealt; then the hand is
played to its end once for each of the hero's moves, with the same cards and the same random
numbers. The others act by their *plan*, how often they fold, call and raise on a street at a
cost, with the hands of their own range that it would be; the hero by the formula of
`villain.kernels.triples`. What a seat has done in a trial narrows what the others believe of it:
nobody acts on a card that he could not see.
"""

import numpy as np

from villain.kernels.arrays import CountArray, FloatArray
from villain.kernels.board_classes import room_for_classes
from villain.kernels.compiled import kernel
from villain.kernels.evaluator import CARD_BITS
from villain.kernels.randomness import next_random
from villain.kernels.trial_cards import combo_bits, draw_board, draw_hands, unit, values_on
from villain.kernels.trial_choices import (
    after_shedding,
    bet_size,
    hero_triple,
    narrow,
    planned_chances,
    planned_shares,
    rank_within,
    value_of,
)
from villain.kernels.trial_records import (
    BET,
    CURRENT,
    FULL_RAISE,
    OUT,
    PUT_IN,
    RAISES,
    STREET,
    KnownCards,
    PlayoutSetup,
    TableRecord,
    TrialRecord,
    Turn,
)
from villain.kernels.trial_table import (
    CALL,
    FOLD,
    MORE,
    able_to_bet,
    act,
    begin_street,
    hero_share,
    least_raise,
    may_raise,
    next_seat,
    owed_by,
    pot_of,
    show_hands,
    still_in,
)

CARRY = 0.6
"""The part of what an action says about a hand that still holds on the next street."""

_MIX, _DECISION = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD1B54A32D192ED03)


@kernel
def value_quantiles(
    state: np.uint64, pilots: int, table: TableRecord, cards: KnownCards, cumulative: FloatArray
) -> FloatArray:
    """The values of so many hands of each seat on each street: by seat and street, unsorted."""
    trial = _make_room(table.seats)
    seats, street = len(table.seats), table.street[STREET]
    values, draws = trial.values, trial.draws
    samples = np.zeros((seats, 4, pilots))
    known = _known(cards)
    for pilot in range(pilots):
        state, used = draw_hands(
            state, cumulative, trial.inside, table.hero, cards.own, known, trial.hands
        )
        state = draw_board(state, cards.board, cards.dealt, used, trial.board)
        for seat in range(seats):
            hand = trial.hands[seat]
            values[street, seat], draws[street, seat] = cards.values[hand], cards.draws[hand]
        for later in range(street, 4):
            if later > street:
                _look_at(trial, later)
            for seat in range(seats):
                samples[seat, later, pilot] = value_of(trial, later, seat)
    return samples


@kernel
def _make_room(seats: CountArray) -> TrialRecord:
    count = len(seats)
    return TrialRecord(
        seats[:, OUT] == 0,
        np.zeros(count, np.int64),
        np.zeros(5, np.uint8),
        np.zeros((4, count)),
        np.zeros((4, count)),
        np.zeros(count, np.int64),
        np.zeros(5, np.bool_),
        np.zeros(seats.shape, np.int64),
        np.zeros(FULL_RAISE + 1, np.int64),
        np.zeros(count),
        room_for_classes(),
    )


@kernel
def _known(cards: KnownCards) -> np.uint64:
    known = combo_bits(cards.own)
    for i in range(cards.dealt):
        known |= CARD_BITS[cards.board[i]]
    return known


@kernel
def _look_at(trial: TrialRecord, street: int) -> None:
    """Work out how strong the hands are on a street."""
    values_on(
        trial.board,
        street + 2,
        trial.inside,
        trial.hands,
        trial.classes,
        trial.values[street],
        trial.draws[street],
    )


@kernel
def play_trials(
    setup: PlayoutSetup, seed: np.uint64, start: int, trials: int, moves: CountArray
) -> FloatArray:
    """Play trials from number ``start`` on; what each move brings from now on, by trial and move.

    A move is what the hero raises to, 0 for a call. The result is in chips; folding now is 0.
    """
    table, cards = setup.table, setup.cards
    trial = _make_room(table.seats)
    seats, hero, street = len(table.seats), table.hero, table.street[STREET]
    won = np.zeros((trials, len(moves)))
    known = _known(cards)
    for number in range(trials):
        # Mixed twice: trials that begin one step apart would deal the same cards.
        _, state = next_random(seed)
        _, state = next_random(state ^ (np.uint64(start + number) * _MIX))
        state, used = draw_hands(
            state, setup.beliefs.cumulative, trial.inside, hero, cards.own, known, trial.hands
        )
        state = draw_board(state, cards.board, cards.dealt, used, trial.board)
        for i in range(len(trial.ready)):
            trial.ready[i] = i == street
        for seat in range(seats):
            trial.values[street, seat] = cards.values[trial.hands[seat]]
            trial.draws[street, seat] = cards.draws[trial.hands[seat]]
        for move in range(len(moves)):
            for column in range(len(table.street)):
                trial.street[column] = table.street[column]
            for seat in range(seats):
                trial.shed[seat] = 0.0
                for column in range(table.seats.shape[1]):
                    trial.seats[seat, column] = table.seats[seat, column]
            _play(setup, trial, state, moves[move])
            if trial.seats[hero, OUT] == 0:
                show_hands(trial)
                won[number, move] = hero_share(trial.seats, trial.showdown, hero, table.dead)
            won[number, move] -= trial.seats[hero, PUT_IN] - table.seats[hero, PUT_IN]
    return won


@kernel
def _play(setup: PlayoutSetup, trial: TrialRecord, state: np.uint64, move: int) -> None:
    """Play one line to the end of the betting; the trial's seats are changed."""
    rules, table, seats, street = setup.rules, setup.table, trial.seats, trial.street
    plan, quantiles = setup.beliefs.plan, setup.beliefs.quantiles
    hero, limit = table.hero, rules.limit
    seat, forced, turns = hero, True, np.uint64(0)
    while True:
        seat = next_seat(seats, street, seat)
        if seat < 0:
            if street[STREET] == rules.last or able_to_bet(seats) < 2:
                return
            begin_street(seats, street, rules.bets)
            now = street[STREET]
            for i in range(len(seats)):
                trial.shed[i] *= CARRY
            if not trial.ready[now]:
                _look_at(trial, now)
                trial.ready[now] = True
            seat = rules.first[now]
            continue
        now, owed, pot = street[STREET], owed_by(seats, street, seat), pot_of(seats, table.dead)
        bet = bet_size(rules, now, pot, owed, setup.size)
        turn = Turn(now, owed, pot, street[RAISES], bet)
        often = (0.0, 0.0) if seat == hero else planned_shares(plan[seat], rules, turn)
        if forced:
            action, forced = CALL if move == 0 else MORE, False
            to = move
        else:
            turns += np.uint64(1)
            _, bits = next_random(state ^ (np.uint64(seat) + turns * np.uint64(16)) * _DECISION)
            if seat == hero:
                fold, call, _ = hero_triple(setup, trial, turn)
            else:
                rank = rank_within(quantiles[seat, now], value_of(trial, now, seat))
                rank = after_shedding(rank, trial.shed[seat])
                fold, call = planned_chances(often, rank, owed > 0)
            point = unit(bits)
            action = FOLD if point < fold and owed > 0 else CALL
            to = least_raise(street, limit)
            if not limit:
                to = max(to, street[CURRENT] + bet)
            cap = rules.caps[now]
            if point >= fold + call and may_raise(seats, street, limit, cap, seat, owed):
                action = MORE
        if seat != hero:
            narrow(often, action, seat, trial.shed)
        if action == CALL:
            to = seats[seat, BET] + owed
        act(seats, street, limit, seat, action, to)
        if action == FOLD and still_in(seats) == 1:
            return
        seat = seat + 1 if seat + 1 < len(seats) else 0
