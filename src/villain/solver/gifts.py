"""Gifts: what a player's decisions cost him against equilibrium, in small games, exactly.

Against a fixed strategy each of his moves is worth so much if he then does his best; what a move is
worth less than the best one, he gives away (Ganzfried and Sandholm 2015). Summed over a hand and
averaged over deals that is just what the strategy wins from him beyond its value.
"""

import numpy as np

from villain.kernels.arrays import FloatArray
from villain.kernels.solver_records import CHANCE, DECISION
from villain.solver.small_answers import SmallAnswer
from villain.solver.solvable import Solvable, rival_weights

_NEVER = 1e-9
"""Where the fixed strategy gets less often than this, nothing is said of any move."""


class Gifts:
    """What each move gives away to a fixed strategy, by node, board, move and holding.

    >>> from villain.game.presets import kuhn
    >>> from villain.solver.small_answers import small_equilibrium
    >>> gifts = Gifts(small_equilibrium(kuhn()))
    >>> node = next(number for number, one in enumerate(gifts.game.tree.nodes)
    ...     if one.player == 1 and str(one.moves[0]) == "fold")
    >>> gifts.losses[node, 0].round(2)[:, 2]  # who folds an ace to a bet gives the pot and more
    array([3., 0.])
    """

    def __init__(self, fixed: SmallAnswer) -> None:
        self.fixed, self.game = fixed, fixed.game
        self.losses: dict[tuple[int, int], FloatArray] = {}
        self.masses: dict[tuple[int, int], FloatArray] = {}
        for player in (0, 1):
            self._walk(player, 0, 0, self.game.weights[1 - player].astype(np.float64))

    def _walk(self, player: int, number: int, board: int, reach: FloatArray) -> None:
        """Go on from a node, with the weights with which the fixed strategy gets there."""
        game, node = self.game, self.game.node(number)
        if node.kind == CHANCE:
            for after, cards in enumerate(game.boards.cards):
                if cards:
                    there = ~np.isin(game.holdings[1 - player], cards)
                    self._walk(player, node.children[0], after, reach * there)
        elif node.kind == DECISION and node.player == player:
            self._weigh(player, number, board, reach)
            for child in node.children:
                self._walk(player, child, board, reach)
        elif node.kind == DECISION:
            chances = self.fixed.chances(number, board)
            for move, child in enumerate(node.children):
                self._walk(player, child, board, reach * chances[move])

    def _weigh(self, player: int, number: int, board: int, reach: FloatArray) -> None:
        passes = self.fixed.by_seat[1 - player].passes
        mass = rival_mass(self.game, player, reach)
        worth = np.array(
            [
                passes.values_below(player, child, board, reach, best=True)
                for child in self.game.node(number).children
            ]
        )
        losses = (worth.max(axis=0) - worth) / np.maximum(mass, _NEVER)
        self.losses[number, board] = np.where(mass > _NEVER, losses, 0.0)
        self.masses[number, board] = mass

    def given(
        self, number: int, board: int, move: int, played: FloatArray | None = None
    ) -> FloatArray:
        """What a move gives away, by holding.

        Somebody who plays otherwise gets to a decision more often, or less. If he says with what
        weights he ``played`` that far, a move there counts as often as against the fixed strategy,
        and never more than once.
        """
        losses: FloatArray = self.losses[number, board][move]
        if played is None:
            return losses
        player, mass = self.game.node(number).player, self.masses[number, board]
        own = rival_mass(self.game, player, played)
        counted: FloatArray = losses * np.minimum(1.0, mass / np.maximum(own, _NEVER))
        return counted


def rival_mass(game: Solvable, player: int, reach: FloatArray) -> FloatArray:
    """By a player's holding the other's weight, as far as both can be held."""
    return rival_weights(game.sides[player], game.sides[1 - player], reach)
