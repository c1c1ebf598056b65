"""Leduc in OpenSpiel: the exact value of each move, where everybody's strategy is known."""

import re

import numpy as np
import pyspiel

from villain.kernels.arrays import FloatArray
from villain.strategy.action_distribution import ActionDistribution
from villain.strategy.small_games import SmallGameSpot, Strategy

GAME = pyspiel.load_game("leduc_poker")
STACK = 100


def strength(card: int, public: int | None) -> float:
    """The chance to win with a card of 0 to 5, two of each rank."""
    unseen = [other for other in range(6) if other not in (card, public)]
    wins = []
    for board in unseen if public is None else [public]:
        for other in unseen:
            if other != board:
                mine, his = ((one // 2 == board // 2, one // 2) for one in (card, other))
                wins.append((mine > his) + (mine == his) / 2)
    return float(np.mean(wins))


def chances(state: pyspiel.State, strategy: Strategy) -> ActionDistribution:
    """What a strategy does in a state, from what OpenSpiel tells the player about it."""
    player = state.current_player()
    told = state.information_state_string(player)
    fields = dict(re.findall(r"\[(\w+): ([^\]]*)\]", told))
    (street,) = re.findall(r"\[Round (\d)\]", told)
    money = [int(word) for word in fields["Money"].split()]
    public = int(fields["Public"]) if "Public" in fields else None
    spot = SmallGameSpot(
        strength(int(fields["Private"]), public),
        max(0, money[player] - money[1 - player]),
        sum(STACK - left for left in money),
        fields[f"Round{street}"].split().count("2"),
    )
    legal = state.legal_actions()
    return strategy(spot).allowed(fold=0 in legal, more=2 in legal)


def expected(state: pyspiel.State, player: int, strategies: tuple[Strategy, ...]) -> float:
    """What a player gets if everybody follows his strategy."""
    if state.is_terminal():
        return float(state.returns()[player])
    if state.is_chance_node():
        lots = state.chance_outcomes()
    else:
        lots = list(enumerate(chances(state, strategies[state.current_player()])))
    value = 0.0
    for action, chance in lots:
        if chance > 0:
            value += chance * expected(state.child(action), player, strategies)
    return value


def exact_values(
    player: int, card: int, path: str, board: int | None, strategies: tuple[Strategy, ...]
) -> FloatArray:
    """The value of each legal move from here on, for who holds a card after a path of actions.

    The path is of OpenSpiel's numbers, 0 to fold, 1 to call, 2 to raise; the other's cards weigh
    what his strategy says of the path.
    """
    total, values = 0.0, np.zeros(3)
    for other in range(6):
        if other in (card, board):
            continue
        state, weight = GAME.new_initial_state(), 1.0
        for dealt in (card, other) if player == 0 else (other, card):
            state.apply_action(dealt)
        for word in path:
            if state.is_chance_node():
                state.apply_action(board)
            if state.current_player() != player:
                weight *= chances(state, strategies[1 - player])[int(word)]
            state.apply_action(int(word))
        if state.is_chance_node():
            state.apply_action(board)
        assert state.current_player() == player
        paid = STACK - float(_money(state, player))
        moves = [
            expected(state.child(move), player, strategies) + paid for move in state.legal_actions()
        ]
        values = values[: len(moves)] + weight * np.array(moves)
        total += weight
    return values / total


def _money(state: pyspiel.State, player: int) -> str:
    (money,) = re.findall(r"\[Money: ([^\]]*)\]", state.information_state_string(player))
    return str(money.split()[player])
