"""The chances of the actions: for limit games poki's probability triple [poki]."""

from typing import NamedTuple


class ActionDistribution(NamedTuple):
    """The chances to fold, call (or check) and raise (or bet); they sum to one.

    >>> ActionDistribution.of(1, 1, 2)
    ActionDistribution(fold=0.25, call=0.25, more=0.5)
    """

    fold: float
    call: float
    more: float

    @classmethod
    def of(cls, fold: float, call: float, more: float) -> "ActionDistribution":
        """From weights; if there are none, a call."""
        total = fold + call + more
        return cls(fold / total, call / total, more / total) if total > 0 else cls(0, 1, 0)

    def allowed(self, *, fold: bool, more: bool) -> "ActionDistribution":
        """Only what is legal: whoever may not fold or raise calls."""
        call = self.call + self.fold * (not fold) + self.more * (not more)
        return ActionDistribution.of(self.fold * fold, call, self.more * more)
