"""The three actions. A check is a call of nothing, a bet is a raise from nothing."""

from typing import NamedTuple

from villain.errors import VillainError


class Action(NamedTuple):
    """Fold, call, or raise *to* so many chips in front of one on this street.

    >>> Action.parse("r20"), Action.parse("call"), str(raise_to(20))
    (Action(kind='raise', to=20), Action(kind='call', to=0), 'raise to 20')
    """

    kind: str
    to: int = 0

    @classmethod
    def parse(cls, text: str) -> "Action":
        """Read ``fold``, ``call``, ``check``, ``raise 20``, or their first letters."""
        word = text.strip().lower()
        kind = {"f": "fold", "c": "call", "k": "call", "r": "raise", "b": "raise"}.get(word[:1])
        number = word.lstrip("abcdefghijklmnopqrstuvwxyz ")
        if kind == "raise" and number.isdecimal():
            return cls(kind, int(number))
        if kind in ("fold", "call") and not number:
            return cls(kind)
        raise VillainError(f"{text!r} is no action; write fold, call, check or raise 20")

    def __str__(self) -> str:
        return f"raise to {self.to}" if self.kind == "raise" else str(self.kind)


FOLD, CALL = Action("fold"), Action("call")


def raise_to(chips: int) -> Action:
    """Raise (or bet) to so many chips in front of one on this street."""
    return Action("raise", chips)


class Legal(NamedTuple):
    """The actions open to the seat whose turn it is.

    ``call`` is what calling costs (0: a check; all that is left if that is less), ``least`` and
    ``most`` are what one may raise to, both 0 if one may not. In a limit game they are equal.
    """

    fold: bool
    call: int
    least: int
    most: int

    @property
    def can_raise(self) -> bool:
        """True if raising is allowed."""
        return self.most > 0

    def allows(self, action: Action) -> bool:
        """True if an action is one of these."""
        if action.kind == "raise":
            return self.least <= action.to <= self.most and self.most > 0
        return action.kind == "call" or (action.kind == "fold" and self.fold)

    def __str__(self) -> str:
        words = ["fold"] if self.fold else []
        words.append(f"call {self.call}" if self.call else "check")
        if self.can_raise:
            span = str(self.least) if self.least == self.most else f"{self.least}–{self.most}"
            words.append(f"raise to {span}")
        return ", ".join(words)


class IllegalActionError(VillainError):
    """An action that the rules do not allow; the hand is unchanged."""
