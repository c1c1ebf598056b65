"""What a solution says at a place: chances, values and equities by holding, and card by card."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from villain.cards.card import DECK, Card
from villain.errors import VillainError
from villain.kernels.arrays import FloatArray
from villain.kernels.solver_records import (
    AVERAGE,
    CHANCE,
    DECISION,
    IGNORED,
    PassRecord,
    TreeRecord,
)
from villain.kernels.solver_records import SHOWDOWN as SHOWN
from villain.kernels.solver_walk import walk
from villain.solver.betting import Move
from villain.solver.passes import work_record
from villain.solver.places import TreePlace, after_card, decision_at, follow
from villain.solver.solution import Solution
from villain.solver.solvable import Solvable, rival_weights


@dataclass(frozen=True, eq=False)
class SideReport:
    """One player at a place: his holdings, with what weight he gets there, values and equities.

    ``holdings`` are numbers of combos (cards in small games); ``values`` are chips that he can
    expect from here on, so that a fold has none; both are not numbers for holdings that cannot be
    there.
    """

    holdings: npt.NDArray[np.int64]
    weights: FloatArray
    values: FloatArray
    equities: FloatArray

    @property
    def value(self) -> float:
        """The mean value over his range."""
        return _mean(self.values, self.weights)

    @property
    def equity(self) -> float:
        """His share of the pot if there were no more betting."""
        return _mean(self.equities, self.weights)


@dataclass(frozen=True, eq=False)
class DecisionReport:
    """A decision: who acts, what he may do, how often he does it and what it is worth.

    ``chances`` and ``move_values`` are by move and holding, ``sides`` are those of both players.
    """

    place: TreePlace
    player: int
    pot: float
    moves: tuple[Move, ...]
    chances: FloatArray
    move_values: FloatArray
    sides: tuple[SideReport, SideReport]

    @property
    def own(self) -> SideReport:
        """The side of who acts."""
        return self.sides[self.player]

    def frequency(self, number: int) -> float:
        """How often a move is made, over the range of who acts."""
        return _mean(self.chances[number], self.own.weights)

    def value_of(self, number: int) -> float:
        """What a move is worth on average over the hands that make it; over all if none does."""
        weights = self.own.weights * self.chances[number]
        if not weights.sum() > 0:
            weights = self.own.weights
        return _mean(self.move_values[number], weights)

    def equity_of(self, number: int) -> float:
        """The equity of the hands that make a move."""
        return _mean(self.own.equities, self.own.weights * self.chances[number])


class CardReport(NamedTuple):
    """A card that may come: how often each move is made after it, and both players' values."""

    card: Card
    player: int
    frequencies: tuple[float, ...]
    values: tuple[float, float]
    equities: tuple[float, float]


def report(solution: Solution, place: TreePlace | str = "") -> DecisionReport:
    """What the solution says at a decision, given as a place or as a line that leads to it."""
    if isinstance(place, str):
        place = follow(solution, place)
    game, node = solution.game, decision_at(solution.game, place)
    player = node.player
    chances = solution.strategy(place.node, place.board)
    after = np.array(
        [
            _values(solution, place, player, child, place.reach[1 - player])
            for child in node.children
        ]
    )
    worth = (chances * after).sum(axis=0)
    reach = place.reach[player]
    other = sum(
        _values(solution, place, 1 - player, child, reach * chances[number])
        for number, child in enumerate(node.children)
    )
    values = (worth, other) if player == 0 else (other, worth)
    equities = tuple(_equities(solution, place, one) for one in (0, 1))
    sides = tuple(_side(game, place, one, np.asarray(values[one]), equities[one]) for one in (0, 1))
    offset = game.pot / 2 + node.put[player]
    rivals = _rivals(game, place, player)
    return DecisionReport(
        place,
        player,
        game.pot + sum(node.put),
        node.moves,
        place.shown(player, chances),
        place.shown(player, _each(after, rivals) + offset),
        (sides[0], sides[1]),
    )


def best_move_values(solution: Solution, place: TreePlace | str = "") -> FloatArray:
    """What each move is worth to each holding if its player goes on at his best.

    The other plays as he does in the solution. Where a move is hardly ever made, its player has
    hardly learned what to do after it; what it would cost to make it is therefore told by these.
    """
    if isinstance(place, str):
        place = follow(solution, place)
    game, node = solution.game, decision_at(solution.game, place)
    player, reach = node.player, place.reach[1 - node.player].astype(game.dtype)
    after = np.array(
        [
            solution.passes.values_below(
                player, child, place.board, reach, solution.locks_at_places, best=True
            )
            for child in node.children
        ]
    )
    offset = game.pot / 2 + node.put[player]
    return place.shown(player, _each(after, _rivals(game, place, player)) + offset)


def report_cards(solution: Solution, place: TreePlace | str = "") -> list[CardReport]:
    """What happens after every card that may come at the end of a street."""
    if isinstance(place, str):
        place = follow(solution, place)
    if solution.game.node(place.node).kind != CHANCE:
        raise VillainError("cards come at the end of a street; walk to one, by a call for instance")
    rows = []
    for card in DECK:
        if card in place.cards:
            continue
        there = after_card(solution, place, card)
        if min(weights.sum() for weights in there.reach) <= 0:
            continue
        rows.append(_card_report(solution, there, card))
    return rows


def _card_report(solution: Solution, there: TreePlace, card: Card) -> CardReport:
    game, node = solution.game, solution.game.node(there.node)
    if node.kind == DECISION:
        seen = report(solution, there)
        moves = tuple(seen.frequency(number) for number in range(len(seen.moves)))
        sides, player = seen.sides, seen.player
    else:
        moves, player = (), -1
        both = tuple(
            _side(
                game,
                there,
                one,
                _values(solution, there, one, there.node, there.reach[1 - one]),
                _equities(solution, there, one),
            )
            for one in (0, 1)
        )
        sides = both[0], both[1]
    return CardReport(
        card,
        player,
        moves,
        (sides[0].value, sides[1].value),
        (sides[0].equity, sides[1].equity),
    )


def _side(
    game: Solvable, place: TreePlace, player: int, values: FloatArray, equities: FloatArray
) -> SideReport:
    offset = game.pot / 2 + game.node(place.node).put[player]
    rivals = _rivals(game, place, player)
    weights = np.where(rivals > 0, place.reach[player] * rivals, 0.0)
    total = weights.sum()
    return SideReport(
        game.holdings[player],
        place.shown(player, weights / total if total > 0 else weights),
        place.shown(player, _each(values, rivals) + offset),
        place.shown(player, _each(equities, rivals)),
    )


def _values(
    solution: Solution, place: TreePlace, player: int, node: int, reach: FloatArray
) -> FloatArray:
    """The values of all holdings of a player below a node, times those who can be against them."""
    reach = reach.astype(solution.game.dtype)
    return solution.passes.values_below(player, node, place.board, reach, solution.locks_at_places)


def _rivals(game: Solvable, place: TreePlace, player: int) -> FloatArray:
    """The weight of what each holding may meet; 0 if the board has one of its cards."""
    rivals = rival_weights(game.sides[player], game.sides[1 - player], place.reach[1 - player])
    most = place.reach[1 - player].sum()
    side = game.sides[player]
    blocked = np.isin(side.one, game.boards.cards[place.board]) | np.isin(
        side.two, game.boards.cards[place.board]
    )
    return np.where(blocked | (rivals < 1e-9 * most), 0.0, rivals)


def _equities(solution: Solution, place: TreePlace, player: int) -> FloatArray:
    """The share of each holding if all cards came now, times those who can be against it."""
    game = solution.game
    to_come = max(game.boards.street) - game.boards.street[place.board]
    kinds = [CHANCE] * to_come + [SHOWN]
    size = len(kinds)
    child = np.minimum(np.arange(1, size + 1), size - 1).astype(np.int32)[:, None]
    ints = np.zeros(size, np.int64)
    pays = np.zeros((size, 2, 3), game.dtype)
    pays[:, :] = (1.0, 0.0, 0.5)
    tree = TreeRecord(
        np.array(kinds, np.int16),
        np.zeros(size, np.int16),
        np.zeros(size, np.int32),
        child,
        ints,
        ints,
        np.full(size, -1, np.int32),
        pays,
    )
    work = work_record(game, player, depth=size + 1, width=1)
    work.numbers[0] = 1.0
    work.reach[0] = place.reach[1 - player]
    how = PassRecord(player, AVERAGE, True, IGNORED, False, False, False)
    walk(
        tree,
        game.boards_record,
        game.sides[player],
        game.sides[1 - player],
        solution.learned,
        how,
        work,
        0,
        place.board,
        np.zeros((0, game.size(player)), game.dtype),
    )
    shares: FloatArray = work.values[0].astype(np.float64)
    return shares


def _each(values: FloatArray, rivals: FloatArray) -> FloatArray:
    with np.errstate(invalid="ignore", divide="ignore"):
        each: FloatArray = np.where(rivals > 0, values / rivals, np.nan)
    return each


def _mean(values: FloatArray, weights: FloatArray) -> float:
    known = np.isfinite(values) & (weights > 0)
    total = weights[known].sum()
    return float(values[known] @ weights[known] / total) if total > 0 else float("nan")
