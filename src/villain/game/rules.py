"""The rules of a game, as data."""

from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property

from villain.cards.card import DECK, Card
from villain.errors import VillainError

UNLIMITED = 2**31 - 1
"""A stack that no limit game can exhaust, as the competition's dealer has it."""


class Betting(Enum):
    """The limits of betting."""

    LIMIT = "limit"
    NO_LIMIT = "nolimit"
    POT_LIMIT = "potlimit"

    __hash__ = object.__hash__  # Python's own calls Python, and rules are looked up often


class Comparison(Enum):
    """The order of hands at the showdown."""

    BEST_FIVE = "the best five of all cards"
    HIGH_CARD = "the highest card"
    PAIR_OR_HIGH = "a pair with the board, then the highest card"

    __hash__ = object.__hash__


@dataclass(frozen=True)
class Rules:
    """One game. Seats are positions: seat 0 acts first after the flop, the last is the button.

    ``blinds`` and ``stacks`` are by seat, what depends on the street is by street: ``board_cards``
    dealt before it, the ``bets`` of a limit game, the most bets and raises (None: any number;
    the big blind is not counted), and the seat that speaks ``first``. ``dead`` is by seat what is
    posted beside the ante and is no bet, such as a missed small blind. With ``free_folds`` one may
    fold where a check costs nothing, which no casino wants and one reading of a paper needs.

    >>> rules = Rules("tiny", 2, blinds=(2, 1), stacks=(20, 20), first=(1, 0, 0, 0))
    >>> rules.streets, rules.big_blind, len(rules.deck)
    (4, 2, 52)
    """

    name: str
    players: int
    blinds: tuple[int, ...]
    stacks: tuple[int, ...]
    first: tuple[int, ...]
    betting: Betting = Betting.NO_LIMIT
    bets: tuple[int, ...] = ()
    most_raises: tuple[int | None, ...] = (None, None, None, None)
    ante: int = 0
    ranks: int = 13
    suits: int = 4
    hole_cards: int = 2
    board_cards: tuple[int, ...] = (0, 3, 1, 1)
    comparison: Comparison = Comparison.BEST_FIVE
    free_folds: bool = False
    dead: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        by_seat = {"blinds": self.blinds, "stacks": self.stacks}
        if self.dead:
            by_seat["dead"] = self.dead
        by_street = {"first": self.first, "most_raises": self.most_raises}
        if self.betting is Betting.LIMIT:
            by_street["bets"] = self.bets
        for kind, table, wanted in (
            ("players", by_seat, self.players),
            ("streets", by_street, self.streets),
        ):
            for field, values in table.items():
                if len(values) != wanted:
                    raise VillainError(
                        f"rules {self.name!r}: {field} has {len(values)} values for {wanted} {kind}"
                    )
        best_five = self.comparison is Comparison.BEST_FIVE
        each = self.hole_cards + sum(self.board_cards)
        if (
            not 1 <= self.ranks <= 13
            or not 1 <= self.suits <= 4
            or self.hole_cards < 1
            or min(self.board_cards, default=-1) < 0
            or (best_five and not 5 <= each <= 7)
            or (self.comparison is Comparison.PAIR_OR_HIGH and self.hole_cards != 1)
        ):
            raise VillainError(
                f"rules {self.name!r}: a deck has up to 13 ranks and 4 suits, and the best five "
                "are of five to seven cards"
            )
        needed = self.players * self.hole_cards + sum(self.board_cards)
        if self.players < 2 or needed > self.ranks * self.suits:
            raise VillainError(
                f"rules {self.name!r}: {self.players} players take {needed} cards, and the deck "
                f"has {self.ranks * self.suits}; there should be two players or more"
            )
        chips = (*self.blinds, *self.bets, *self.dead, self.ante)
        if (
            max(*self.blinds, self.ante) < 1
            or min(chips) < 0
            or min(self.stacks) < 1
            or not all(0 <= s < self.players for s in self.first)
        ):
            raise VillainError(
                f"rules {self.name!r}: blinds, antes and bets are 0 or more, stacks 1 or more, "
                "and the first to act is one of the seats"
            )

    def __getstate__(self) -> dict[str, object]:
        """The rules alone, without what others keep with them (`villain.game.known_lines`)."""
        kept = vars(self)
        return {name: kept[name] for name in self.__dataclass_fields__}

    @property
    def streets(self) -> int:
        """The number of betting rounds."""
        return len(self.board_cards)

    @property
    def big_blind(self) -> int:
        """The largest blind, or else the ante: what results are counted in."""
        return max(self.blinds) or self.ante

    @property
    def stake(self) -> int:
        """The big blind by which a game is called: no straddle, and also if nobody posted it."""
        return self.bets[min(1, len(self.bets) - 1)] if self.bets else self.big_blind

    @cached_property
    def cards(self) -> int:
        """The cards of a whole deal: everybody's, and the board."""
        return self.players * self.hole_cards + sum(self.board_cards)

    @cached_property
    def deck(self) -> tuple[Card, ...]:
        """The cards in play: the highest ranks of the last suits."""
        return tuple(
            card for card in DECK if card.rank >= 13 - self.ranks and card.suit >= 4 - self.suits
        )

    def with_stacks(self, *stacks: int) -> "Rules":
        """The same game with other stacks."""
        return replace(self, stacks=stacks)


def is_holdem(rules: Rules) -> bool:
    """True if a game is hold'em: two cards each, a flop, a turn and a river from a whole deck."""
    return (
        rules.hole_cards == 2
        and rules.board_cards == (0, 3, 1, 1)
        and (rules.ranks, rules.suits) == (13, 4)
        and rules.comparison is Comparison.BEST_FIVE
    )
