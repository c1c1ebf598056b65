"""The one family of errors that Villain raises for what a person got wrong."""

from collections.abc import Iterable
from difflib import get_close_matches


class VillainError(Exception):
    """Something the caller can mend; the message says what, where, and what would be right."""

    @classmethod
    def unknown(cls, what: str, name: str, known: Iterable[str]) -> "VillainError":
        """No such name; the nearest right one is suggested, whatever its case.

        >>> print(VillainError.unknown("game", "Nolimt", ["limit", "nolimit"]))
        no game is called 'Nolimt'; did you mean 'nolimit'? There are: limit, nolimit
        """
        by_case = {right.lower(): right for right in known}
        near = get_close_matches(name.lower(), by_case, n=1)
        hint = f"did you mean {by_case[near[0]]!r}? There are" if near else "there are"
        return cls(f"no {what} is called {name!r}; {hint}: {', '.join(by_case.values()) or 'none'}")


class NotationError(VillainError, ValueError):
    """A text that should have been cards, a board or a range."""


class ImpossibleError(VillainError, ValueError):
    """Well-formed input that cannot happen: a card in two places, a range with nothing left."""
