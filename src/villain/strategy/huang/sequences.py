"""Follows the betting of a heads-up hand: which action sequence a seat faces [huang]."""

from villain.strategy.huang.abstraction import RAISE, Abstraction


class SequenceTeller:
    """The betting of one hand so far; it is told every action, in order.

    >>> teller = SequenceTeller(Abstraction())
    >>> for move in [(0, 1, 3), (0, 0, 2), (0, 1, 1), (1, 0, 1)]:
    ...     teller.follow(*move)
    >>> teller.faced(1, 1)  # seat 1 was raised before the flop, and is checked to
    '1211'
    """

    __slots__ = ("_abstraction", "_actions", "_before", "_raiser", "_raises", "_street")

    def __init__(self, abstraction: Abstraction) -> None:
        self._abstraction = abstraction
        self._street = self._raises = 0
        self._raiser: int | None = None
        self._before: tuple[int, int | None] = (0, None)
        self._actions: list[int] = []

    def faced(self, seat: int, street: int) -> str:
        """What a seat faces that has to act on a street: this one, or the one that begins."""
        if street != self._street:
            self._begin(street)
        raises, raiser = self._before
        other_was_last = raiser is not None and raiser != seat
        return self._abstraction.sequence(street, raises, other_was_last, self._actions)

    def follow(self, street: int, seat: int, action: int) -> None:
        """Take in an action."""
        if street != self._street:
            self._begin(street)
        if action >= RAISE:
            self._raises, self._raiser = self._raises + 1, seat
        self._actions.append(action)

    def _begin(self, street: int) -> None:
        self._before = (self._raises, self._raiser)
        self._street, self._raises, self._raiser = street, 0, None
        self._actions.clear()
