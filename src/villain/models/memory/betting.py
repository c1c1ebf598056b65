"""Betting as a chunk remembers it: a word for each street, such as ``crc`` [sander]."""

from collections.abc import Hashable
from dataclasses import dataclass
from functools import lru_cache

from villain.game.rules import Betting, Rules
from villain.game.situation import Decision
from villain.models.memory.declarative import Condition

FOLD, CALL, RAISE = "f", "c", "r"
SIZES = (0.4, 0.75, 1.25)
"""Bounds between the sizes of raises where they are told apart, as shares of the pot."""

LETTERS = "wxyz"
"""Raises by size, the smallest first."""

OTHER_SIZE = 0.5
"""The cost of taking a raise for one of another size; any other difference costs 1."""


def letter(decision: Decision, rules: Rules, *, sizes: bool) -> str:
    """The letter of an action: ``f``, ``c``, ``r``; in no-limit, if wanted, ``w`` to ``z`` by size.

    A raise's size is what it adds to a call, as a share of the pot after that call.
    """
    if decision.kind != "raise":
        return FOLD if decision.kind == "fold" else CALL
    if not sizes or rules.betting is Betting.LIMIT:
        return RAISE
    return raise_letter(decision.size)


def raise_letter(share: float) -> str:
    """The letter of a raise by this share of the pot."""
    return LETTERS[sum(share > size for size in SIZES)]


@dataclass(frozen=True)
class Begins(Condition):
    """Betting that went on from this: the street is not over yet.

    >>> Begins("cr").holds("crc"), Begins("cr").holds("cc")
    (True, False)
    """

    text: str

    def holds(self, value: Hashable) -> bool:
        """True if a street's betting begins so."""
        return isinstance(value, str) and value.startswith(self.text)


def similarity(value: Hashable, wanted: Hashable) -> float:
    """The similarity of two streets' betting: 1 less the share of letters that have to be changed.

    Where the wanted betting is not over, only as much of the other is looked at.

    >>> similarity("crc", "crrc"), similarity("cc", "cc"), similarity("cc", Begins("cr"))
    (0.75, 1.0, 0.5)
    """
    if isinstance(wanted, Begins):
        return _similarity(str(value)[: len(wanted.text)], wanted.text)
    return _similarity(str(value), str(wanted))


@lru_cache(maxsize=1 << 16)
def _similarity(one: str, other: str) -> float:
    if one == other:
        return 1.0
    costs = [float(n) for n in range(len(other) + 1)]
    for row, mine in enumerate(one, 1):
        before, costs[0] = costs[0], float(row)
        for column, theirs in enumerate(other, 1):
            change = 0.0 if mine == theirs else 1.0
            if change and mine in LETTERS and theirs in LETTERS:
                change = OTHER_SIZE
            least = min(before + change, costs[column] + 1.0, costs[column - 1] + 1.0)
            before, costs[column] = costs[column], least
    return 1.0 - costs[-1] / max(len(one), len(other))
