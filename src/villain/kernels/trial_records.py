"""The records of a simulated hand: what it starts from, and what changes in a trial."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from villain.kernels.arrays import CardArray, CountArray, FloatArray
from villain.kernels.board_classes import BoardClasses

STACK, BET, PUT_IN, OUT, ACTED_AT = range(5)
"""The columns of a seat: chips behind, in front, and put in this hand; folded; and the bet that was
to match when it last acted on this street, or `NOT_YET`."""

STREET, RAISES, CURRENT, LEVEL, FULL_RAISE = range(5)
"""The numbers of the betting on a street, as `villain.game.public_state.PublicState` has them."""

NOT_YET = -1


class TrialRules(NamedTuple):
    """The rules of the betting; ``bets``, ``caps`` and ``first`` have a number for each street.

    ``bets`` are the sizes of bets in limit, else the least ones; ``caps`` are how many raises there
    may be, ``first`` is the seat that opens a street, ``last`` the last street with betting.
    """

    limit: bool
    last: int
    bets: CountArray
    caps: CountArray
    first: CountArray


class TableRecord(NamedTuple):
    """A table at which one seat, the *hero*, has to act.

    ``seats`` has a row for each seat, ``street`` the numbers of the betting; ``dead`` are chips in
    the middle that are nobody's bet.
    """

    seats: CountArray
    street: CountArray
    hero: int
    dead: int


class KnownCards(NamedTuple):
    """The hero's combo, the board so far (``dealt`` of five cards), and how strong all combos are.

    ``values`` are percentiles on this street, ``draws`` chances to improve, ``incomes`` the income
    rates before the flop.
    """

    own: int
    board: CardArray
    dealt: int
    values: FloatArray
    draws: FloatArray
    incomes: FloatArray


class Beliefs(NamedTuple):
    """The hero's beliefs about the others, by seat.

    ``cumulative`` are running sums over the weights of all combos, ``plan`` the chances to fold,
    call and raise by street and cost, ``quantiles`` values of the seat's hands by street, sorted.
    """

    cumulative: FloatArray
    plan: FloatArray
    quantiles: FloatArray


class PlayoutSetup(NamedTuple):
    """All that trials of one decision start from; ``size`` is a bet in no-limit, in pots."""

    rules: TrialRules
    table: TableRecord
    cards: KnownCards
    beliefs: Beliefs
    style: FloatArray
    size: float


class TrialRecord(NamedTuple):
    """One trial: the cards of those who are ``inside``, and the line that is being played.

    ``values`` and ``draws`` (by street and seat) and the ranks at the ``showdown`` are worked out
    when they are first needed: then ``ready`` says so, by street and last for the showdown.
    ``seats`` and ``street`` are those of the table as they change, ``shed`` is the share of a
    seat's weakest hands that it can no longer have; ``classes`` is room for those of a board.
    """

    inside: npt.NDArray[np.bool_]
    hands: CountArray
    board: CardArray
    values: FloatArray
    draws: FloatArray
    showdown: CountArray
    ready: npt.NDArray[np.bool_]
    seats: CountArray
    street: CountArray
    shed: FloatArray
    classes: BoardClasses


class Turn(NamedTuple):
    """The betting as a seat finds it at its turn; ``bet`` is the size of a bet."""

    street: int
    owed: int
    pot: int
    raises: int
    bet: int
