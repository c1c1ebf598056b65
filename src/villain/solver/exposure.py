"""What a street's solution risks, and what its opponent has given away on it.

Who moves away from equilibrium toward the answer to somebody can be answered himself. What the
worst opponent wins more by that is his *exposure*; what somebody gives by an action that is not his
best is a *gift* [safe]. Both are counted in the street's own game, in which both go on as well as
they can where it ends.
"""

import numpy as np

from villain.kernels.arrays import FloatArray
from villain.solver.street_solution import StreetSolution
from villain.solver.values.sources import ValueSource


def worst_case(solution: StreetSolution, player: int) -> float:
    """What a player wins by his best answer to a solution, in chips."""
    return solution.best_response(player)


def start_value(solution: StreetSolution, values: ValueSource, player: int) -> float | None:
    """What the start of a street is worth to a player with these ranges, in chips."""
    promised = promised_values(solution, values, player)
    if promised is None:
        return None
    game = solution.game
    weights = game.weights[player].astype(np.float64) * game.rivals(player)
    return float(weights @ promised) / float(weights.sum())


def promised_values(
    solution: StreetSolution, values: ValueSource, player: int
) -> FloatArray | None:
    """What each holding of a player is worth at the start of a street, for each rival's weight."""
    street, game = solution.street, solution.game
    start = street.tree.start
    starts = values.at_start(street.facts, start.rules)
    if starts is None:
        return None
    stack = min(left + put for left, put in zip(start.stacks, start.committed, strict=True))
    behind = np.array([stack - min(start.committed)], np.float64)
    reaches = game.weights[0][None], game.weights[1][None]
    worth = starts.values(reaches, np.array([float(start.pot)]), behind)[player][0]
    each: FloatArray = worth / np.maximum(game.rivals(player), 1e-30)
    return each


def gift(solution: StreetSolution, node: int, taken: int, held: FloatArray) -> float:
    """What a player has given by an action at a decision, in chips, over what he may hold then.

    ``held`` are weights of the holdings of the board, after the action.
    """
    values = solution.action_values(node)
    lost = values.max(axis=0) - values[taken]
    return float(held @ lost) / max(float(held.sum()), 1e-30)
