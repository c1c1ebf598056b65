"""Spots and their trees as positions of the engine, for whoever reads positions: models do."""

from collections.abc import Iterator
from typing import NamedTuple

from villain.cards.card import DECK
from villain.game.events import Acted, Board
from villain.game.presets import limit_holdem
from villain.game.public_state import PublicState
from villain.game.rules import Rules
from villain.kernels.solver_records import CHANCE, DECISION
from villain.solver.betting import Move
from villain.solver.solvable import Solvable
from villain.solver.spot import Spot

BLIND = 100
"""Units of the engine in a big blind, so that parts of one can be bet."""


class Position(NamedTuple):
    """A decision of the tree on a board, as the engine has it; ``seat`` must act there."""

    node: int
    board: int
    state: PublicState
    seat: int


class Table(NamedTuple):
    """A spot at the engine's table: the state at its start, seats by player, units in a chip."""

    state: PublicState
    seats: tuple[int, int]
    unit: float


def table_of(spot: Spot, blind: float | None = None) -> Table:
    """A table at which a spot without a past could have come about.

    Nothing is known of how it began, so: a raise before the flop that was called, then checks. The
    big blind is the least bet if the spot has one, else one chip, at most half the pot.
    """
    blind = min(blind or spot.least_bet or 1.0, spot.pot / 2 or float("inf"))
    unit = BLIND / blind
    before = round(spot.pot * unit / 2)
    stacks = tuple(
        before + round((bet + stack) * unit)
        for bet, stack in zip(spot.bets, spot.stacks, strict=True)
    )
    if spot.fixed is None:
        first = (1, 0, 0, 0)
        rules = Rules("spot", 2, blinds=(BLIND, BLIND // 2), stacks=stacks, first=first)
    else:
        small = max(1, round(spot.fixed.amounts[0] * unit))
        rules = limit_holdem(small_bet=small).with_stacks(*stacks)
    state = PublicState.at_start(rules)
    _bet_to(state, 1, before)
    _bet_to(state, 0, before)
    cards = spot.board
    state.follow(Board(1, cards[:3]))
    for street, card in enumerate(cards[3:], 2):
        for seat in (0, 1):
            state.follow(Acted(seat, "call", 0, 0))
        state.follow(Board(street, (card,)))
    one, two = (round(bet * unit) for bet in spot.bets)
    if spot.to_act == 1 or two:
        if one > two and two:
            steps = [(0, 0), (1, two), (0, one)]
        else:
            steps = [(0, one), (1, two)] if two else [(0, one)]
        for seat, to in steps:
            _bet_to(state, seat, to)
    elif one:
        _bet_to(state, 0, one)
    return Table(state, (0, 1), unit)


def _bet_to(state: PublicState, seat: int, to: int) -> None:
    """Bring a seat's bet to so many units, as a check, a call or a raise."""
    chips = to - state.bets[seat]
    kind = "raise" if to > state.current else "call"
    state.follow(Acted(seat, kind, chips, to))


def at_engine(state: PublicState) -> Table:
    """The table of a spot that was taken from a position of the engine."""
    one, two = state.inside
    return Table(state, (one, two), 1.0)


def act_on(state: PublicState, seat: int, move: Move, unit: float) -> PublicState:
    """The position after a move."""
    after = state.copy()
    if move.kind == "fold":
        after.follow(Acted(seat, "fold", 0, state.bets[seat]))
        return after
    to = min(round(move.to * unit), state.bets[seat] + state.stacks[seat])
    kind = "raise" if move.kind == "raise" and to > state.current else "call"
    after.follow(Acted(seat, kind, to - state.bets[seat], to))
    return after


def positions(
    game: Solvable, table: Table, player: int, last_street: int = 3
) -> Iterator[Position]:
    """All decisions of a player in a tree, on all boards that are solved, up to a street."""
    waiting = [(0, 0, table.state)]
    while waiting:
        number, board, state = waiting.pop()
        node = game.node(number)
        if node.street > last_street:
            continue
        if node.kind == DECISION:
            seat = table.seats[node.player]
            if node.player == player:
                yield Position(number, board, state, seat)
            for move, child in zip(node.moves, node.children, strict=True):
                if game.node(child).kind in (DECISION, CHANCE):
                    waiting.append((child, board, act_on(state, seat, move, table.unit)))
        elif node.kind == CHANCE and node.street < last_street and min(state.stacks) > 0:
            [child] = node.children
            record = game.boards_record
            for following in range(record.first[board], record.last[board]):
                dealt = state.copy()
                card = DECK[game.boards.cards[following][-1]]
                dealt.follow(Board(node.street + 1, (card,)))
                waiting.append((child, following, dealt))
