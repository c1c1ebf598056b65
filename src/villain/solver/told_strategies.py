"""Strategies that somebody tells, decision by decision: their value, and what beats them best.

Whoever can say with what chances he does something where he stands, with each holding, can be
judged exactly: no hands have to be dealt.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np

from villain.cards.card import Card
from villain.errors import VillainError
from villain.game.actions import CALL, FOLD, Action, raise_to
from villain.game.deal import Deal
from villain.game.hand import Hand
from villain.game.observation import Observation
from villain.game.rules import Rules
from villain.kernels.arrays import FloatArray
from villain.kernels.solver_records import DECISION
from villain.solver.betting import BettingTree, Move
from villain.solver.locks import Locks
from villain.solver.solution import Solution
from villain.solver.solvable import Solvable

Chances: TypeAlias = Callable[[Observation], Sequence[float]]
"""The chances to fold, to call (or check) and to raise (or bet), by what a seat sees."""

_KINDS = {"fold": 0, "check": 1, "call": 1, "raise": 2}


class StrategyJudgement(NamedTuple):
    """What strategies are worth, in chips beyond half the pot, in small games chips won.

    ``values`` are of both players if both keep to them, ``best`` what each one's best response to
    the other's strategy wins.
    """

    values: tuple[float, float]
    best: tuple[float, float]

    @property
    def exploitability(self) -> float:
        """Half of what both best responses win together: 0 in equilibrium."""
        return sum(self.best) / 2

    @property
    def gains(self) -> tuple[float, float]:
        """What each player would win more by his best response."""
        return self.best[0] - self.values[0], self.best[1] - self.values[1]


def judge_strategies(told: Locks) -> StrategyJudgement:
    """Judge strategies of both players that are told for every decision.

    >>> from villain.game.presets import kuhn
    >>> from villain.solver.small_games import small_game
    >>> game = small_game(kuhn())
    >>> callers = tell_strategy(game, kuhn(), lambda seen: (0, 1, 0))
    >>> f"{judge_strategies(callers).exploitability:.4f}"
    '0.3333'
    """
    game = told.game
    for number, node in enumerate(game.tree.nodes):
        if node.kind == DECISION:
            for board in _boards(game, node.street):
                lock = told.at.get((number, board))
                if lock is None or (lock.share < 1).any():
                    raise VillainError(
                        f"nothing is told of node {number} on board {board}; tell all decisions"
                    )
    solution = Solution(game, locks=told)
    return StrategyJudgement(
        (solution.value(0), solution.value(1)),
        (solution.best_against_locks(0), solution.best_against_locks(1)),
    )


def tell_strategy(
    game: Solvable, rules: Rules, chances: Chances, players: Sequence[int] = (0, 1)
) -> Locks:
    """Ask for the chances at each decision of some players in a small game, for each card.

    Chances of what is not legal there count for nothing.
    """
    locks = Locks(game)
    for number, node in enumerate(game.tree.nodes):
        if node.kind != DECISION or node.player not in players:
            continue
        path = _moves_to(game.tree, number)
        for board in _boards(game, node.street):
            cards = tuple(Card(card) for card in game.boards.cards[board])
            table = np.zeros((len(node.moves), game.size(node.player)))
            for place, card in enumerate(game.holdings[node.player]):
                if card in cards:
                    table[:, place] = 1  # nobody has it
                    continue
                seen = _observe(rules, node.player, Card(int(card)), cards, path)
                table[:, place] = _legal_chances(chances(seen), node.moves, seen)
            locks.add(number, board, table)
    return locks


def keep_strategy(solution: Solution, players: Sequence[int] = (0, 1)) -> Locks:
    """What some players do in a solution, as locks."""
    game = solution.game
    locks = Locks(game)
    for number, node in enumerate(game.tree.nodes):
        if node.kind == DECISION and node.player in players:
            for board in _boards(game, node.street):
                locks.add(number, board, solution.strategy(number, board))
    return locks


def _boards(game: Solvable, street: int) -> list[int]:
    """The boards on a street."""
    wanted = street - game.first_street
    return [number for number, one in enumerate(game.boards.street) if one == wanted]


def _legal_chances(told: Sequence[float], moves: tuple[Move, ...], seen: Observation) -> FloatArray:
    weights = np.asarray(told, np.float64)
    if weights.shape != (3,) or not np.isfinite(weights).all() or (weights < 0).any():
        raise VillainError(f"chances {told!r}; they are three numbers: fold, call, raise")
    chosen = weights[[_KINDS[move.kind] for move in moves]]
    if not chosen.sum():
        raise VillainError(f"chances {told!r} of nothing that is legal ({seen.legal})")
    return chosen


def _moves_to(tree: BettingTree, number: int) -> list[Move]:
    """What was done on the way to a node."""
    path = list[Move]()
    while (parent := tree.nodes[number].parent) >= 0:
        before = tree.nodes[parent]
        if before.kind == DECISION:
            path.append(before.moves[before.children.index(number)])
        number = parent
    return path[::-1]


def _observe(
    rules: Rules, seat: int, card: Card, board: tuple[Card, ...], path: Sequence[Move]
) -> Observation:
    """What a seat sees after a path of moves; what it cannot see are any other cards."""
    others = iter([one for one in rules.deck if one != card and one not in board])
    holes = tuple((card,) if one == seat else (next(others),) for one in range(rules.players))
    rest = [next(others) for _ in range(sum(rules.board_cards) - len(board))]
    hand = Hand(rules, Deal(holes, (*board, *rest)))
    for move in path:
        hand.act(_action(move))
    return hand.observation(seat)


def _action(move: Move) -> Action:
    if move.kind == "raise":
        return raise_to(int(move.to))
    return FOLD if move.kind == "fold" else CALL
