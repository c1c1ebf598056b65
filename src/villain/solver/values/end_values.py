"""What holdings are worth where a street ends and the hand goes on: the seam of street games."""

from typing import Any, Protocol, TypeAlias

import numpy.typing as npt

Values: TypeAlias = npt.NDArray[Any]
"""float32 or float64: a row for each end of the street, a column for each holding of the board."""


class EndValues(Protocol):
    """Says what all holdings of both players are worth at ends of a street.

    The holdings are those of `BoardFacts.holdings`, in that order; player 0 acts first on the next
    street.
    """

    def values(
        self, reaches: tuple[Values, Values], pots: Values, stacks: Values
    ) -> tuple[Values, Values]:
        """Counterfactual values in chips, by end and holding, for both players.

        That is the pot times the share of it beyond one half, times the weight of the other's
        holdings that share no card with it. ``pots`` and ``stacks`` are by end; a stack is what
        each of the two has left.
        """
