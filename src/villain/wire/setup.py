"""The setup of a dealer: the game, who sits down, how many hands, and how long one may think."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from math import isfinite

import numpy as np

from villain.arena.match import MOST_DEALS
from villain.errors import VillainError
from villain.game.actions import CALL
from villain.game.chance import MOST_SEEDS, check_seed, deals, fresh_seed, seed_hash
from villain.game.deal import Deal, shuffle
from villain.game.gamedef import write_gamedef
from villain.game.hand import Hand
from villain.game.presets import find_game
from villain.game.rules import Rules
from villain.hands.formats.acpc import GAMES as COMPETITION_GAMES


@dataclass(frozen=True)
class TimeLimits:
    """Seconds for a response, for all of a hand, and for a hand on the average of the match."""

    response: float = 600.0
    hand: float = 600.0
    average: float = 7.0

    def __post_init__(self) -> None:
        if not all(isfinite(limit) and limit > 0 for limit in self.all):
            raise VillainError(f"time limits {self.all}; they should be seconds above 0")

    @property
    def all(self) -> tuple[float, float, float]:
        """All three."""
        return self.response, self.hand, self.average

    @property
    def named(self) -> tuple[str, str, str]:
        """All three as a person reads them."""
        return (
            f"{self.response:g} s for a response",
            f"{self.hand:g} s for a hand",
            f"{self.average:g} s a hand on the average of the match",
        )


SECRET = MOST_SEEDS
"""Stands for a seed that nobody is told before the match is over."""


@dataclass(frozen=True)
class Setup:
    """A match that a dealer deals; the same seed gives the same cards, and by default it is secret.

    A duplicate is a second match with the same seed and the names in another order. ``title``
    is how the log calls the match.
    """

    rules: Rules
    names: tuple[str, ...]
    hands: int
    seed: int = SECRET
    limits: TimeLimits = field(default_factory=TimeLimits)
    title: str = ""
    secret: bool = field(init=False, default=False)

    def __post_init__(self) -> None:
        if self.seed == SECRET:  # of the frozen fields these two follow from that
            object.__setattr__(self, "seed", fresh_seed())
            object.__setattr__(self, "secret", True)
        players = self.rules.players
        if len(self.names) != players or len(set(self.written_names)) < players:
            raise VillainError(
                f"{len(self.names)} names for {players} seats of {self.rules.name}; "
                "everybody has one of his own"
            )
        for name in self.names:
            if not name or not name.isascii() or not name.isprintable() or set(name) & {*" |"}:
                raise VillainError(
                    f"{name[:40]!r} is no name of a seat; it has ASCII letters, no space and no '|'"
                )
        if not 1 <= self.hands <= MOST_DEALS:
            raise VillainError(f"a match has 1 to {MOST_DEALS:,} hands")
        check_seed(self.seed)
        write_gamedef(self.rules)  # raises if the protocol cannot say these rules

    @property
    def written_names(self) -> tuple[str, ...]:
        """The names as a log can have them: ``loki:som`` is ``loki.som``."""
        return tuple(name.replace(":", ".") for name in self.names)

    def deals(self) -> Iterator[Deal]:
        """The cards of hand after hand: those of a match in memory with the same seed."""
        return islice(deals(self.rules, self.seed), self.hands)

    @property
    def shown_seed(self) -> str:
        """The seed as anybody may see it before the match is over; a secret one is hashed."""
        return f"blake2b:{seed_hash(self.seed)}" if self.secret else str(self.seed)

    def seated(self, number: int) -> Sequence[int]:
        """The players by position in a hand: the button moves on by one.

        >>> from villain.game import limit_holdem
        >>> [Setup(limit_holdem(3), ("A", "B", "C"), 9).seated(number) for number in (0, 1, 3)]
        [[0, 1, 2], [1, 2, 0], [0, 1, 2]]
        """
        players = self.rules.players
        return [(number + position) % players for position in range(players)]


def find_rules(game: str, players: int) -> Rules:
    """A game by its name, the competition's own among them, or by the path of a definition.

    >>> find_rules("holdem.nolimit.2p.reverse_blinds", 2).stacks
    (20000, 20000)
    """
    if game in COMPETITION_GAMES:
        return COMPETITION_GAMES[game]
    return find_game(game, players)


def warm_up(rules: Rules) -> None:
    """Play a hand to its end: what has to be compiled is, before anybody's time counts."""
    hand = Hand(rules, shuffle(rules, np.random.default_rng(0)))
    while hand.seat is not None:
        hand.act(CALL)
