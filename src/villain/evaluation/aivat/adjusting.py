r"""AIVAT: what was won in a hand, less the luck in it [aivat].

To the chips that were won one adds, for every event whose chances are known,

    E[v] - v(what happened),

where v is a value function that was fixed before the data. Each of these terms is 0 in the mean
whatever v is, so the sum is unbiased; the better v foretells the rest of the hand, the less chance
is left in it. Events are the cards, and the decisions of players who tell their chances. What a
telling player holds is never looked at: all is averaged over what he may hold, by the chance that
he has come here with it (*imaginary observations*).

**Where this differs from the paper**: where both players tell, both ranges are averaged over. What
a player holds who does not tell is revealed at his first decision and not when it is dealt: until
then it has made no difference. The value function is a formula and no solver's.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from villain.cards.card import Card
from villain.cards.combo import Combo
from villain.errors import VillainError
from villain.evaluation.aivat.games import check_adjustable
from villain.evaluation.aivat.meeting import Cards, Meeting, anything
from villain.evaluation.aivat.value import ValueFunction, value_function_for
from villain.game.actions import Action
from villain.game.events import Acted, Board, Dealt, Event, Posted
from villain.game.public_state import PublicState
from villain.game.rules import Rules
from villain.kernels.arrays import FloatArray

NEVER = 1e-9
"""What somebody does less often than this by his own words, he has not told the truth about."""


SPECK = 1e-13
"""Less than this is rounding."""


class TellsChances(Protocol):
    """What each holding does: agents' `HoldingChances`."""

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions."""

    @property
    def chances(self) -> FloatArray:
        """Their chances, a row for each combo."""


@dataclass
class Luck:
    """Corrections in chips of seat 0, by what they are for; less what was good luck for it."""

    holdings: float = 0.0
    board: float = 0.0
    actions: float = 0.0

    @property
    def total(self) -> float:
        """All of them."""
        return self.holdings + self.board + self.actions


@dataclass(frozen=True)
class AdjustedHand:
    """A finished hand: ``chips`` that seat 0 has won less luck, ``corrections``, and more.

    ``ended`` is the mean win at the end over all that telling players may hold; ``untrue`` counts
    by seat the decisions in which somebody did what he said that he never does.
    """

    ended: float
    corrections: Luck
    untrue: tuple[int, int] = (0, 0)

    @property
    def chips(self) -> float:
        """What seat 0 has won, less luck."""
        return self.ended + self.corrections.total


@dataclass
class Adjusting:
    """A hand being followed: its state, what both may hold, and the corrections so far."""

    state: PublicState
    meeting: Meeting
    values: ValueFunction
    corrections: Luck = field(default_factory=Luck)

    @property
    def worth(self) -> float:
        """The value of the hand as it stands."""
        return self.values.value(self.state, self.meeting)

    def reveal(self, seat: int, hole: Iterable[Card]) -> None:
        """Look at what a seat holds."""
        if self.meeting.held[seat].combo is None:
            before = self.worth
            self.meeting = self.meeting.revealed(seat, hole)
            self.corrections.holdings += before - self.worth

    def act(self, action: Action, known: TellsChances) -> None:
        """Follow an action of which it is known how often each holding takes it."""
        seat = self.state.seat
        assert seat is not None
        often, worth = np.zeros(len(known.actions)), np.zeros(len(known.actions))
        taken = known.actions.index(action)
        chances = [chances_of(known, place) for place in range(len(often))]
        for place, one in enumerate(chances):
            mean = self.meeting.mean(seat, one)
            often[place] = mean if mean > SPECK or place == taken else 0.0
        done = np.flatnonzero(often).tolist()
        meetings = self.meeting.after_each(seat, [chances[place] for place in done])
        before = self.state
        for place, meeting in zip(done, meetings, strict=True):
            state = before.copy()
            state.act(known.actions[place])
            worth[place] = self.values.value(state, meeting)
            if place == taken:
                self.state, self.meeting = state, meeting
        self.corrections.actions += float(often @ worth) / float(often.sum()) - worth[taken]

    def deal(self, street: int, cards: Cards) -> None:
        """Follow cards that come on the board."""
        before = self.worth
        self.state.follow(Board(street, cards))
        self.meeting = self.meeting.on(self.state.board)
        self.corrections.board += before - self.worth


def adjusted(
    rules: Rules,
    events: Iterable[Event],
    told: Sequence[TellsChances | None],
    values: ValueFunction | None = None,
) -> AdjustedHand:
    """A finished hand of two, less luck: its events, and what was told.

    ``told`` has for every decision in order the chances of the player who took it, or None. The
    cards of who does not tell have to be known; of who tells they only show that it was true.

    >>> from villain.cards.card import parse_cards
    >>> from villain.game import CALL, FOLD, Deal, Hand, no_limit_holdem
    >>> rules = no_limit_holdem(2, big_blind=100, stack=10_000)
    >>> deal = Deal((parse_cards("2c7d"), parse_cards("AsAh")), parse_cards("Kc9d4h3s8c"))
    >>> hand = Hand(rules, deal)
    >>> for action in (CALL, CALL) + (CALL, CALL) * 3:
    ...     _ = hand.act(action)
    >>> hand.payoffs[0], adjusted(rules, hand.events, [None] * 8).chips > -50
    (-100, True)
    """
    check_adjustable(rules)
    state, holes = PublicState(rules), dict[int, Cards]()
    start = Meeting((anything(), anything()))
    following = Adjusting(state, start, values or value_function_for(rules))
    chances, untrue = iter(told), [0, 0]
    for event in events:
        if isinstance(event, Dealt):
            holes[event.seat] = event.cards or ()
        if isinstance(event, Acted):
            known = next(chances)
            action = Action(event.kind, event.to if event.kind == "raise" else 0)
            if known is not None and not _is_true(following, known, action, holes):
                known, untrue[event.seat] = None, untrue[event.seat] + 1
            if known is None:
                following.reveal(event.seat, _known_hole(holes, event.seat))
                following.state.follow(event)
            else:
                following.act(action, known)
        elif isinstance(event, Board):
            following.deal(*event)
        elif isinstance(event, Posted | Dealt):
            following.state.follow(event)
    return AdjustedHand(following.worth, following.corrections, (untrue[0], untrue[1]))


def _known_hole(holes: dict[int, Cards], seat: int) -> Cards:
    hole = holes.get(seat, ())
    if not hole:
        raise VillainError(f"the cards of seat {seat} are not known, nor what it does with all")
    return hole


def _is_true(
    following: Adjusting, known: TellsChances, action: Action, holes: dict[int, Cards]
) -> bool:
    """True if somebody did what he may do by his own words, as far as his cards are known."""
    seat = following.state.seat
    assert seat is not None
    if action not in known.actions:
        return False
    often, hole = chances_of(known, known.actions.index(action)), holes.get(seat, ())
    return (often[Combo.of(*hole)] if hole else following.meeting.mean(seat, often)) > NEVER


def chances_of(known: TellsChances, place: int) -> FloatArray:
    """The chances of an action by combo; what is said of impossible ones may be anything."""
    chances: FloatArray = np.clip(np.nan_to_num(known.chances[:, place]), 0.0, 1.0)
    return chances
