"""A spot: a heads-up pot to be solved, from the flop on."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import isfinite

import numpy as np

from villain.cards.card import Card, parse_distinct
from villain.cards.range import HIGH_CARDS, LOW_CARDS, Range
from villain.errors import ImpossibleError, VillainError
from villain.game.public_state import PublicState
from villain.game.rules import Betting, is_holdem
from villain.solver.sizes import STREETS, BetSizes

SIZES = "33%, 75%, a"
"""Sizes if nothing is said."""

ALL_IN = 0.8
"""A bet of so much of the stack is made all-in, if nothing else is said."""


@dataclass(frozen=True)
class FixedBets:
    """Limit: one size a street, flop to river, and the most bets and raises on a street."""

    amounts: tuple[float, float, float]
    cap: int = 4


@dataclass(frozen=True, eq=False)
class Spot:
    """A heads-up pot: player 0 acts first on every street, player 1 has position.

    ``pot`` is in the middle without this street's ``bets``; ``stacks`` are behind. ``to_act`` is
    whose turn it is: if it is player 1 and nobody has bet, player 0 has checked. ``rake`` is the
    share of the pot that the house takes, up to ``rake_cap``. A bet that would put in a share of
    the stack of ``all_in`` or more is made all-in; ``chip`` is the smallest unit that can be bet
    (0: any), ``least_bet`` the smallest bet.

    >>> spot = Spot.parse("Ks7d2c", pot=6, stacks="97", ranges=("QQ+, AK", "JJ-22, AQs"))
    >>> spot.street, spot.stacks, str(spot.sizes[0])
    (1, (97.0, 97.0), '33%, 75%, a')
    """

    board: tuple[Card, ...]
    pot: float
    stacks: tuple[float, float]
    ranges: tuple[Range, Range]
    sizes: tuple[BetSizes, BetSizes] = field(default_factory=lambda: (BetSizes.parse(SIZES),) * 2)
    to_act: int = 0
    bets: tuple[float, float] = (0.0, 0.0)
    last_raise: float = 0.0
    raises: int = 0
    rake: float = 0.0
    rake_cap: float = float("inf")
    all_in: float = ALL_IN
    chip: float = 0.0
    least_bet: float = 0.0
    fixed: FixedBets | None = None
    names: tuple[str, str] = ("out of position", "in position")

    def __post_init__(self) -> None:
        if not 3 <= len(self.board) <= 5:
            raise ImpossibleError(
                f"a board of {len(self.board)} cards; a spot begins on the flop, turn or river (3 "
                "to 5 cards)"
            )
        if len(set(self.board)) != len(self.board):
            raise ImpossibleError("a card is twice on the board")
        numbers = (self.pot, *self.stacks, *self.bets, self.rake, self.all_in, self.chip)
        if not all(isfinite(number) and number >= 0 for number in numbers):
            raise VillainError("pot, stacks, bets, rake and chips are numbers of 0 or more")
        if self.pot + sum(self.bets) <= 0:
            raise ImpossibleError("a pot of nothing; there is nothing to win")
        if not 0 <= self.rake < 1:
            raise VillainError(f"a rake of {self.rake:g}; it is a share of the pot, such as 0.05")
        if self.rake_cap < 0:
            raise VillainError(f"a cap of the rake of {self.rake_cap:g}; it is 0 chips or more")
        if not 0 < self.all_in <= 1:
            raise VillainError(f"all-in from {self.all_in:g} of the stack; it is above 0, up to 1")
        if self.to_act not in (0, 1):
            raise VillainError(f"player {self.to_act} is to act; there are players 0 and 1")
        if self.bets[self.to_act] > self.bets[1 - self.to_act]:
            raise ImpossibleError(
                f"{self.names[self.to_act]} is to act, and has bet more than the other"
            )
        if self.to_act == 0 and self.bets[0] == self.bets[1] > 0:
            raise ImpossibleError("both have bet the same: the street is over")
        self._check_stacks()
        self._check_ranges()

    def _check_stacks(self) -> None:
        least = min(bet + stack for bet, stack in zip(self.bets, self.stacks, strict=True))
        if least <= max(self.bets) and self.bets[0] == self.bets[1]:
            raise ImpossibleError(
                "stacks of nothing: nobody can bet any more; give both some chips behind"
            )
        if self.stacks[self.to_act] <= 0:
            raise ImpossibleError(f"{self.names[self.to_act]} has no chips to act with")

    def _check_ranges(self) -> None:
        for player in (0, 1):
            if not len(self.range_of(player)):
                raise ImpossibleError(
                    f"the range of {self.names[player]} has no hand left on {self.board_text}; "
                    "take another board or add hands to it"
                )
        if not self.pairs_of_hands():
            raise ImpossibleError("the two ranges have no hands that can be dealt together")

    def pairs_of_hands(self) -> float:
        """The weight of all pairs of holdings that share no card."""
        one, two = (self.range_of(player).weights for player in (0, 1))
        by_card = np.zeros((2, 52))
        for row, weights in zip(by_card, (one, two), strict=True):
            np.add.at(row, HIGH_CARDS, weights)
            np.add.at(row, LOW_CARDS, weights)
        total = one.sum() * two.sum() - (by_card[0] * by_card[1]).sum() + (one * two).sum()
        return float(max(total, 0.0)) if total > 1e-12 * one.sum() * two.sum() else 0.0

    @classmethod
    def parse(
        cls,
        board: str,
        *,
        pot: float,
        stacks: str | float,
        ranges: Sequence[str | Range],
        sizes: Sequence[str] | str = SIZES,
        to_act: int = 0,
        bets: str = "",
        rake: float = 0.0,
        rake_cap: float = float("inf"),
        all_in: float = ALL_IN,
        chip: float = 0.0,
        least_bet: float = 0.0,
        fixed: FixedBets | None = None,
        names: tuple[str, str] = ("out of position", "in position"),
    ) -> "Spot":
        """Read a spot from texts; stacks and bets are one number or two with a / between them."""
        both = (sizes, sizes) if isinstance(sizes, str) else tuple(sizes)
        one, two = (one if isinstance(one, Range) else Range(one) for one in ranges)
        return cls(
            parse_distinct(board, "board"),
            float(pot),
            _two_numbers(str(stacks), "stacks"),
            (one, two),
            (BetSizes.parse(both[0]), BetSizes.parse(both[1])),
            to_act,
            _two_numbers(bets, "bets") if bets else (0.0, 0.0),
            rake=rake,
            rake_cap=rake_cap,
            all_in=all_in,
            chip=chip,
            least_bet=least_bet,
            fixed=fixed,
            names=names,
        )

    @classmethod
    def of(
        cls,
        state: PublicState,
        ranges: Sequence[Range],
        sizes: tuple[BetSizes, BetSizes] | None = None,
        *,
        rake: float = 0.0,
        rake_cap: float = float("inf"),
        all_in: float = ALL_IN,
        names: tuple[str, str] = ("out of position", "in position"),
    ) -> "Spot":
        """The spot at a position of the engine; ``ranges`` are of the two who are left, in order.

        Whoever acts first after the flop is player 0. In limit the rules give the bets.
        """
        if not is_holdem(state.rules):
            raise VillainError("a spot is of hold'em; small games are solved whole")
        inside = state.inside
        if len(inside) != 2:
            raise VillainError(f"{len(inside)} players are left; the solver takes two")
        if state.seat is None or not state.street:
            where = "before the flop" if not state.street else "while nobody is to act"
            raise VillainError(f"a spot {where}; it begins at a decision on the flop or later")
        bets = tuple(float(state.bets[seat]) for seat in inside)
        rules = state.rules
        fixed = None
        if rules.betting is Betting.LIMIT:
            cap = rules.most_raises[state.street]
            amounts = tuple(float(bet) for bet in rules.bets[1:])
            fixed = FixedBets(amounts, 4 if cap is None else cap)  # type: ignore[arg-type]
        elif rules.betting is Betting.POT_LIMIT:
            raise VillainError("the solver does not know pot-limit; take limit or no-limit")
        return cls(
            state.board,
            float(state.pot - sum(state.bets[seat] for seat in inside)),
            (float(state.stacks[inside[0]]), float(state.stacks[inside[1]])),
            (ranges[0], ranges[1]),
            sizes or (BetSizes.parse(SIZES), BetSizes.parse(SIZES)),
            inside.index(state.seat),
            (bets[0], bets[1]),
            float(state.full_raise),
            state.raises,
            rake,
            rake_cap,
            all_in,
            1.0,
            float(rules.big_blind),
            fixed,
            names,
        )

    @property
    def street(self) -> int:
        """The street it begins on: 1 for the flop to 3 for the river."""
        return len(self.board) - 2

    @property
    def street_name(self) -> str:
        """The street it begins on, in words."""
        return STREETS[self.street - 1]

    @property
    def board_text(self) -> str:
        """The board as people write it."""
        return "".join(map(str, self.board))

    @property
    def whole_pot(self) -> float:
        """The pot with this street's bets as far as both can put them in; values count in it."""
        reach = min(bet + stack for bet, stack in zip(self.bets, self.stacks, strict=True))
        return self.pot + sum(min(bet, reach) for bet in self.bets)

    def range_of(self, player: int) -> Range:
        """A player's range, less what the board makes impossible."""
        return self.ranges[player].without(*self.board)


def _two_numbers(text: str, what: str) -> tuple[float, float]:
    parts = [part.strip() for part in text.split("/")]
    try:
        numbers = [float(part) for part in parts]
    except ValueError:
        numbers = []
    if len(numbers) not in (1, 2):
        raise VillainError(f"{what} {text!r}; write one number for both (97) or two (97/120)")
    return numbers[0], numbers[-1]
