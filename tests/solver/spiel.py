"""Small games in OpenSpiel, as explicit trees, and our strategies in its words."""

import pyspiel

from tests.solver.explicit_game import Chance, Choice, End, Node
from villain.game.rules import Rules
from villain.kernels.solver_records import CHANCE
from villain.solver.locks import Locks


def explicit(state: pyspiel.State) -> Node:
    """A game of OpenSpiel as an explicit tree; what a player knows is what OpenSpiel tells him."""
    if state.is_terminal():
        one, two = state.returns()
        return End((one, two))
    if state.is_chance_node():
        return Chance(
            tuple((chance, explicit(state.child(lot))) for lot, chance in state.chance_outcomes())
        )
    player = state.current_player()
    knows = str(state.information_state_string(player))
    return Choice(
        player, knows, tuple(explicit(state.child(move)) for move in state.legal_actions())
    )


def policy_of(game: pyspiel.Game, rules: Rules, told: Locks) -> pyspiel.TabularPolicy:
    """Strategies told for our tree, by what OpenSpiel's players know.

    OpenSpiel numbers the cards of the deck from 0, rank by rank, as our deck lists them.
    """
    table: dict[str, list[tuple[int, float]]] = {}
    ours, deck = told.game, rules.deck

    def walk(state: pyspiel.State, node: int, board: int, dealt: list[int]) -> None:
        if state.is_terminal():
            return
        if state.is_chance_node():
            for lot, _ in state.chance_outcomes():
                if len(dealt) == 2:
                    assert ours.node(node).kind == CHANCE
                    after = ours.boards.cards.index((int(deck[lot]),))
                    walk(state.child(lot), ours.node(node).children[0], after, [*dealt, lot])
                else:
                    walk(state.child(lot), node, board, [*dealt, lot])
            return
        here, player = ours.node(node), state.current_player()
        assert here.player == player
        chances = told.at[node, board].chances[:, dealt[player]]
        moves = state.legal_actions()
        assert len(moves) == len(here.moves)
        table[state.information_state_string(player)] = [
            (move, float(chance)) for move, chance in zip(moves, chances, strict=True)
        ]
        for move, child in zip(moves, here.children, strict=True):
            walk(state.child(move), child, board, dealt)

    walk(game.new_initial_state(), 0, 0, [])
    return pyspiel.TabularPolicy(table)
