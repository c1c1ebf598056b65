"""The records of many hands of hold'em that are played at once."""

from typing import NamedTuple

from villain.kernels.arrays import CardArray, CountArray

RANK = 5
SEAT_NUMBERS = 6
"""A seat has the five numbers of `trial_records`, and its rank at the showdown."""

DEAD, SEAT, MAY_FOLD, OWED, LEAST, MOST = range(5, 11)
TABLE_NUMBERS = 11
"""A table has the five numbers of a street, chips that are nobody's bet, whose turn it is (`NOBODY`
when the hand is over), and what that seat may do: fold, call for so much, and raise to so much at
least and at most, both 0 if it may not."""

NOBODY = -1

WAITS = -1
"""In place of a kind of action: nobody acts in this hand yet."""


class BettingRules(NamedTuple):
    """The rules of the betting: the size of bets or the least ones, the most raises, who is first.

    These have a number for each street; see `villain.game.rules.Rules` for the others.
    """

    limit: bool
    pot_limit: bool
    free_folds: bool
    bets: CountArray
    caps: CountArray
    first: CountArray


class BatchRules(NamedTuple):
    """The rules of all hands of a batch; ``dead`` and ``blinds`` are by seat."""

    betting: BettingRules
    ante: int
    dead: CountArray
    blinds: CountArray


class BatchRecord(NamedTuple):
    """Many hands: a row of each array is one of them.

    ``cards`` are two for each seat, then the five of the board; ``starting`` are the stacks before
    the blinds; ``seats`` has the numbers of each seat, ``table`` those of the betting. ``payoffs``
    are 0 until a hand is over.
    """

    cards: CardArray
    starting: CountArray
    seats: CountArray
    table: CountArray
    payoffs: CountArray
