"""How often a seat does what at equilibrium, over the range with which it gets there."""

from villain.game.actions import Action
from villain.kernels.arrays import FloatArray
from villain.solver.resolving import PlayedStreet
from villain.solver.street_betting import action_of


def mean_chances(street: PlayedStreet, length: int | None = None) -> FloatArray | None:
    """The chance of each move at a decision of the one whose street it is, over his range there.

    The decision comes after so many actions of the street, or after all of them. His range is the
    one that the solution itself gives him: None where that is empty, so that he never gets there.

    >>> from villain.game.presets import no_limit_holdem
    >>> from villain.solver.resolving import Resolver
    >>> from villain.solver.street_solving import ResolverSettings
    >>> resolver = Resolver(ResolverSettings(iterations=50))
    >>> street = resolver.follow(no_limit_holdem(2), [], 1)
    >>> fold, *_ = mean_chances(street)
    >>> bool(0 < fold < 0.5)
    True
    """
    line = street.line if length is None else street.line[:length]
    nodes, places = street.tree.nodes, street.tree.places
    held = street.ranges[street.hero][street.solution.street.facts.holdings]
    for before, action in enumerate(line):
        if nodes[places[line[:before]]].player == street.hero:
            taken = moves_at(street, before).index(action)
            held = held * street.chances(line[:before])[taken]
    total = held.sum()
    if total <= 0:
        return None
    means: FloatArray = street.chances(line) @ held / total
    return means


def moves_at(street: PlayedStreet, length: int | None = None) -> list[Action]:
    """What can be done after so many actions of a street, or after all of them."""
    line = street.line if length is None else street.line[:length]
    return [action_of(move) for move in street.tree.nodes[street.tree.places[line]].moves]
