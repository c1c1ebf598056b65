"""The one family of errors that Villain raises for what a person got wrong."""


class VillainError(Exception):
    """Something the caller can mend; the message says what, where, and what would be right."""


class NotationError(VillainError, ValueError):
    """A text that should have been cards, a board or a range."""


class ImpossibleError(VillainError, ValueError):
    """Well-formed input that cannot happen: a card in two places, a range with nothing left."""
