"""Places in a solved game: a node of the betting on a board, and who gets there with what.

Boards that differ by suits only are solved once. Whoever walks to another one of them is shown the
solved one under other names: ``naming`` leads from the holdings as they are shown to those that
were solved.
"""

import re
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from villain.cards.card import DECK, Card
from villain.errors import NotationError, VillainError
from villain.kernels.arrays import FloatArray
from villain.kernels.solver_records import CHANCE, DECISION
from villain.solver.betting import BettingNode, Move
from villain.solver.boards import exchange_cards
from villain.solver.sizes import STREETS
from villain.solver.solution import Solution
from villain.solver.solvable import Solvable

Naming = tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]

_DEALT = re.compile(r"(?:(flop|turn|river)\s+)?([2-9tjqka][shdc])$", re.IGNORECASE)


@dataclass(frozen=True, eq=False)
class TreePlace:
    """A node on a board, the way to it, and the weights with which both get there.

    ``reach`` is by player and holding, as solved; ``cards`` is the board as it is shown, and
    ``suits`` are what its suits are called in the solution.
    """

    node: int
    board: int
    cards: tuple[Card, ...]
    reach: tuple[FloatArray, FloatArray]
    naming: Naming
    suits: tuple[int, ...] = (0, 1, 2, 3)
    line: tuple[str, ...] = ()

    def shown(self, player: int, by_holding: FloatArray) -> FloatArray:
        """Something by holding (the last axis) under the names of the cards that are shown."""
        return by_holding[..., self.naming[player]]


def start(solution: Solution) -> TreePlace:
    """The beginning of a game."""
    game = solution.game
    weights = tuple(held.astype(np.float64) for held in game.weights)
    names = tuple(np.arange(game.size(player)) for player in (0, 1))
    cards = tuple(DECK[card] for card in game.boards.cards[0])
    return TreePlace(0, 0, cards, (weights[0], weights[1]), (names[0], names[1]))


def after_move(solution: Solution, place: TreePlace, number: int) -> TreePlace:
    """The place after one of the moves at a decision."""
    node = decision_at(solution.game, place)
    chances = solution.strategy(place.node, place.board)[number]
    reach = list(place.reach)
    reach[node.player] = reach[node.player] * chances
    line = (*place.line, str(node.moves[number]))
    return replace(place, node=node.children[number], reach=(reach[0], reach[1]), line=line)


def after_card(solution: Solution, place: TreePlace, card: Card) -> TreePlace:
    """The place after a card is dealt at the end of a street."""
    game, node = solution.game, solution.game.node(place.node)
    if node.kind != CHANCE:
        raise VillainError(f"{card} is dealt, but the betting goes on; {options_text(game, place)}")
    if card in place.cards:
        raise VillainError(f"{card} is on the board already")
    board, row = _find_board(game, place, card - card.suit + place.suits[card.suit])
    naming, suits = place.naming, place.suits
    if row is not None:
        one, two = game.boards.exchanges[row]
        suits = tuple(two if suit == one else one if suit == two else suit for suit in suits)
        names = tuple(
            game.sides[player].renamed[row].astype(np.int64)[naming[player]] for player in (0, 1)
        )
        naming = (names[0], names[1])
    solved = game.boards.cards[board][-1]
    reach = tuple(
        np.where(_holds(game, player, solved), 0.0, place.reach[player]) for player in (0, 1)
    )
    return TreePlace(
        node.children[0],
        board,
        (*place.cards, card),
        (reach[0], reach[1]),
        naming,
        suits,
        (*place.line, f"{STREETS[node.street]} {card}"),
    )


def follow(solution: Solution, line: str, begin: TreePlace | None = None) -> TreePlace:
    """Walk a line such as ``check, bet 33%, call, turn 5h``; cards may be left out at its end."""
    place = begin or start(solution)
    for part in filter(None, (piece.strip() for piece in line.split(","))):
        dealt = _DEALT.match(part)
        place = (
            after_card(solution, place, Card.parse(dealt[2][0].upper() + dealt[2][1].lower()))
            if dealt
            else after_move(solution, place, find_move(solution.game, place, part))
        )
    return place


def decision_at(game: Solvable, place: TreePlace) -> BettingNode:
    """The decision at a place; refused where nobody decides."""
    node = game.node(place.node)
    if node.kind != DECISION:
        raise VillainError(
            f"nobody decides after {', '.join(place.line)!r}; the hand is over there"
        )
    return node


def find_move(game: Solvable, place: TreePlace, text: str) -> int:
    """The number of the move that a text names: by kind, size or chips."""
    node = game.node(place.node)
    if node.kind != DECISION:
        what = "a card comes next" if node.kind == CHANCE else "the hand is over"
        raise NotationError(f"{text!r} after {', '.join(place.line) or 'nothing'!r}: {what}")
    words = text.lower().replace("all-in", "a").replace("all in", "a").replace("allin", "a").split()
    for number, move in enumerate(node.moves):
        if _names(move, words):
            return number
    raises = [number for number, move in enumerate(node.moves) if move.kind == "raise"]
    if words in (["bet"], ["raise"], ["b"], ["r"]) and len(raises) == 1:
        return raises[0]
    raise NotationError(f"{text!r} cannot be done here; {options_text(game, place)}")


def _names(move: Move, words: list[str]) -> bool:
    if not words:
        return False
    kind, rest = words[0], words[1:]
    if move.kind != "raise":
        aliases = {"check": ("check", "x"), "call": ("call", "c"), "fold": ("fold", "f")}
        return kind in aliases[move.kind] and not rest
    said = "bet" if move.opens else "raise"
    if kind in ("bet", "raise", "b", "r") and rest:
        if kind[0] != said[0]:
            return False
        amount = [word for word in rest if word != "to"]
    else:
        amount = words
    if amount[-1:] == ["a"]:
        return move.all_in and (len(amount) == 1 or amount[0] == f"{move.to:g}")
    return amount in ([move.size], [f"{move.to:g}"])


def options_text(game: Solvable, place: TreePlace) -> str:
    """What may follow, in words."""
    node = game.node(place.node)
    if node.kind == DECISION:
        moves = (f"{move} ({move.size})" if move.size else str(move) for move in node.moves)
        return f"there are: {', '.join(moves)}"
    if node.kind == CHANCE:
        return f"a {STREETS[node.street]} card comes, such as {STREETS[node.street]} 5h"
    return "the hand is over"


def _find_board(game: Solvable, place: TreePlace, card: int) -> tuple[int, int | None]:
    """The board that was solved for a card, and the exchange of suits that leads to it."""
    record = game.boards_record
    for board in range(record.first[place.board], record.last[place.board]):
        solved = int(record.card[board])
        if solved == card:
            return board, None
        for row in range(record.renamed[board], record.renamed_to[board]):
            if int(exchange_cards(*game.boards.exchanges[row])[card]) == solved:
                return board, row
    raise VillainError(f"{DECK[card]} cannot come here")


def _holds(game: Solvable, player: int, card: int) -> npt.NDArray[np.bool_]:
    side = game.sides[player]
    held: npt.NDArray[np.bool_] = (side.one == card) | (side.two == card)
    return held
