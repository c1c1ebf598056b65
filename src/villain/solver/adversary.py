"""What each kind of action would win a player: from our strategy as it is, and from equilibrium.

Somebody who answers all that we do cannot be answered with gain, however well he is foreseen. At
each of his decisions on a solved street, what he can win by folding, by checking or calling and by
his best raise is known for every holding, both against our strategy and against what equilibrium
would do in our place. A sound player leans to what wins at all; who leans to what wins against us
alone knows more of us than he can see.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from villain.kernels.arrays import FloatArray
from villain.solver.resolving import Resolver, ReviewedStreet
from villain.solver.street_betting import action_of
from villain.solver.street_solution import StreetSolution

KINDS = ("fold", "call", "raise")


class KnownWins(NamedTuple):
    """What his kinds of action win beside the best of them, in pots: by kind and combo."""

    from_us: FloatArray
    from_equilibrium: FloatArray


def known_wins(resolver: Resolver, streets: Sequence[ReviewedStreet]) -> dict[int, KnownWins]:
    """What he could have won, by the number of the event with which he decided.

    Streets on which he was not bound are left out, since both are the same there.
    """
    wins = dict[int, KnownWins]()
    for street, _, his in streets:
        if not his or street.solution.binding is None:
            continue
        free, tree = resolver.as_free(street), street.tree
        for line, action, number in his:
            node = tree.places[line]
            if action not in map(action_of, tree.nodes[node].moves):
                break
            ours, fair = (_below_best(one, node) for one in (street.solution, free))
            wins[number] = KnownWins(ours, fair)
    return wins


def _below_best(solution: StreetSolution, node: int) -> FloatArray:
    """By kind and combo; where there is no such action, and where none is possible, it is 0."""
    tree = solution.street.tree
    here = tree.nodes[node]
    values = solution.action_values(node, best=True)
    below = (values - values.max(axis=0)) / (tree.start.pot + sum(here.put))
    rows = np.zeros((len(KINDS), values.shape[1]))
    for place, kind in enumerate(KINDS):
        alike = [move.kind == kind for move in map(action_of, here.moves)]
        if any(alike):
            rows[place] = below[alike].max(axis=0)
    return solution.street.spread(rows)
