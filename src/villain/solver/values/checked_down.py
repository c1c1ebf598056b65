"""The plainest value of a holding at the end of a street: nobody bets any more."""

from functools import cache

import numpy as np

from villain.cards.range import CLASS_OF_COMBO
from villain.kernels.arrays import SingleArray
from villain.solver.values.board_facts import BoardFacts
from villain.solver.values.end_values import Values
from villain.strength.preflop import REPRESENTATIVES


class CheckedDown:
    """Values as if all cards came and nobody bet again; exact where somebody is all-in.

    >>> from villain.cards.card import parse_distinct
    >>> from villain.solver.values.board_facts import facts_of
    >>> facts = facts_of(parse_distinct("Ks7d2c4h9s", "board"))
    >>> both = np.ones((1, facts.size)), np.ones((1, facts.size))
    >>> mine, his = CheckedDown(facts).values(both, np.array([10.0]), np.array([0.0]))
    >>> bool(abs(mine.sum()) < 1e-3), float(mine.max() / facts.rivals(both[0]).max())
    (True, 5.0)
    """

    def __init__(self, facts: BoardFacts) -> None:
        self.facts = facts

    def values(
        self, reaches: tuple[Values, Values], pots: Values, stacks: Values
    ) -> tuple[Values, Values]:
        """Half the pot times what each wins at a showdown."""
        del stacks
        halves = pots[:, None] / 2
        one, two = reaches
        return halves * self.against(two), halves * self.against(one)

    def against(self, reach: Values) -> Values:
        """What each holding wins from rivals with these weights, if each pays 1; by row."""
        if self.facts.board:
            # One's gain is the other's loss; this order of the product takes a third of the time.
            values: Values = -(reach @ self.facts.edge)
            return values
        # Before the flop suits are alike, in ranges that betting alone has made.
        few = reach[:, REPRESENTATIVES] @ _class_edge().T
        wide: Values = few[:, CLASS_OF_COMBO]
        return wide


@cache
def _class_edge() -> SingleArray:
    """By class, and the other's class: what one holding wins from all holdings of that class."""
    edge = BoardFacts(()).edge[REPRESENTATIVES]
    sums = np.zeros((len(REPRESENTATIVES), len(REPRESENTATIVES)), np.float32)
    np.add.at(sums.T, CLASS_OF_COMBO, edge.T)
    return sums
