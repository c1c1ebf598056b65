"""One deal being played: the state machine of every game here."""

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING

from villain.errors import VillainError
from villain.game.actions import Action, Legal
from villain.game.deal import Deal
from villain.game.ending import Ending
from villain.game.events import Acted, Board, Dealt, Event, board_cards, dealt, hidden_cards, shown
from villain.game.known_lines import KnownLine, known_lines
from villain.game.observation import Observation
from villain.game.public_state import PublicState
from villain.game.rules import Rules
from villain.game.showdown import Pot, fair_payoffs, rank_seats, winners

if TYPE_CHECKING:
    from villain.cards.card import Card

MUCKED = -1
"""The rank of a hand that is not shown: below every other."""
UNSEEN = 2**62
"""The rank of a hand that nobody saw, and that is known to have won: above every other."""


class Hand:
    """A hand, from the blinds to the last pot.

    ``seat`` is whose turn it is (None when the hand is over), ``legal`` what he may do, ``events``
    what has happened, ``pots`` and ``payoffs`` what everybody won or lost in the end. Seats get an
    ``observation``; the hand itself knows everybody's cards. In a hand that somebody wrote down
    a seat's cards can be unknown, an empty tuple; and some do not show at the end: they ``muck``.
    Seats that are known to have won with cards that nobody saw are ``unseen``; a pot for which
    nobody shows is shared.

    >>> import numpy as np
    >>> from villain.game import CALL, FOLD, Hand, limit_holdem, raise_to, shuffle
    >>> rules = limit_holdem(2, small_bet=10)
    >>> hand = Hand(rules, shuffle(rules, np.random.default_rng(1)))
    >>> hand.seat, str(hand.legal)
    (1, 'fold, call 5, raise to 20')
    >>> hand.act(raise_to(20)); hand.act(FOLD)
    >>> hand.over, hand.payoffs
    (True, (-10, 10))
    """

    __slots__ = (
        "_deal",
        "_dealt_at",
        "_ended_at",
        "_mucks",
        "_now",
        "_opening",
        "_ranks",
        "_unseen",
        "board",
        "events",
        "names",
        "payoffs",
        "pots",
        "rules",
    )

    def __init__(
        self,
        rules: Rules,
        deal: Deal,
        names: tuple[str, ...] = (),
        *,
        check: bool = True,
        mucks: frozenset[int] = frozenset(),
        unseen: frozenset[int] = frozenset(),
        state: PublicState | None = None,
    ) -> None:
        if check:
            deal.check(rules)
        self.rules, self._deal, self._mucks, self._unseen = rules, deal, mucks, unseen
        self.names = names or _seat_names(rules.players)
        self.board: tuple[Card, ...] = ()
        self.payoffs: tuple[int, ...] | None = None
        self.pots: list[Pot] = []
        self._ranks: dict[int, int] = {}
        known = known_lines(rules) if state is None else None
        # Where the hand stands: on a line that is known, or at a table of its own.
        self._now: KnownLine | PublicState
        if known is not None:
            self._now, self._opening = known.first, known.opening
        else:
            self._now = state = state or PublicState(rules)
            self._opening = (*state.post(), *hidden_cards(rules.players))
        self._ended_at = 0
        self._dealt_at = len(self._opening) - rules.players
        self.events: list[Event] = [*self._opening[: self._dealt_at], *dealt(deal.holes)]
        if rules.board_cards[0]:
            self._deal_board(0)
        elif state is not None:
            state.begin()
        if self._now.seat is None:
            self._go_on()

    def act(self, action: Action) -> None:
        """Let the seat whose turn it is act; an illegal action changes nothing."""
        line = self._now
        if isinstance(line, KnownLine):
            known = line.after(action)
            if known is None:
                self._leave(line, action)
            else:
                self._now = known
                self.events.append(known.event)  # type: ignore[arg-type]
        else:
            self.events.append(line.act(action))
        if self._now.seat is None:
            self._go_on()

    def _leave(self, line: KnownLine, action: Action) -> None:
        """Take a step that nobody took before."""
        state = line.state(self.board)
        event = state.act(action)
        self._now = state
        self.events.append(event)
        line.learn(event, state)

    def _go_on(self) -> None:
        """Deal streets until somebody must act, or end the hand."""
        while self._now.seat is None:
            if self._now.betting_over:
                self._end()
                return
            self._deal_board(self._now.street + 1)

    def _deal_board(self, street: int) -> None:
        dealt, new = len(self.board), self.rules.board_cards[street]
        cards = self._deal.board[dealt : dealt + new]
        if len(cards) < new:
            raise VillainError(
                f"the board has {len(self._deal.board)} cards, too few for street {street}"
            )
        event, line = board_cards(street, cards), self._now
        self.events.append(event)
        if isinstance(line, KnownLine):
            known = line.next_street
            if known is None:
                self._now = state = line.state(self.board)
                state.follow(event)
                line.learn_street(state)
            else:
                self._now = known
        else:
            line.follow(event)
        self.board += cards

    # The end

    def _end(self) -> None:
        now = self._now
        ending = now.ending if isinstance(now, KnownLine) else Ending(now)
        self._ended_at = len(self.events)
        if ending.returned is not None:
            self.events.append(ending.returned)
        self.pots = [*ending.pots]
        left = ending.inside
        ranks = self._ranks = self._show_hands(left) if len(left) > 1 else {left[0]: 0}
        shares = ending.shares(tuple([winners(pot, ranks) for pot in ending.pots]))
        self.events += shares.events
        if isinstance(now, PublicState):
            self._settle(now)
        self.payoffs = shares.payoffs

    def _settle(self, state: PublicState) -> None:
        """Let a state follow how the hand ended."""
        for event in self.events[self._ended_at :]:
            state.follow(event)

    def _show_hands(self, left: tuple[int, ...]) -> dict[int, int]:
        """Who is left shows his cards, unless he mucks; a number for each hand, the higher wins."""
        held, mucks = self._deal.holes, self._mucks
        holes = {seat: held[seat] for seat in left if held[seat] and seat not in mucks}
        self.events += shown(holes)
        ranks = rank_seats(self.rules.comparison, holes, self.board) if holes else {}
        if self._unseen or len(ranks) < len(left):
            ranks |= dict.fromkeys(self._unseen, UNSEEN)
            ranks = {seat: ranks.get(seat, MUCKED) for seat in left}
        return ranks

    def __getstate__(self) -> object:
        """A copy has a table of its own, without the lines that this one walks along."""
        self._now = self.state
        return super().__getstate__()

    # What can be seen

    @property
    def state(self) -> PublicState:
        """The table as all see it, which goes on with the hand."""
        now = self._now
        if isinstance(now, KnownLine):
            self._now = now = now.state(self.board)
            if self.payoffs is not None:
                self._settle(now)
        return now

    @property
    def _table(self) -> KnownLine | PublicState:
        """The table for looking at, which nobody may change."""
        return self._now if self.payoffs is None else self.state

    @property
    def seat(self) -> int | None:
        """Whose turn it is."""
        return self._now.seat

    @property
    def legal(self) -> Legal | None:
        """The legal actions of the seat whose turn it is."""
        return self._now.legal

    @property
    def street(self) -> int:
        """The number of the street, from 0."""
        return self._now.street

    @property
    def stacks(self) -> list[int]:
        """The chips that everybody has left."""
        return [*self._table.facts[2]]

    @property
    def bets(self) -> list[int]:
        """The chips that lie before everybody on this street."""
        return [*self._now.facts[3]]

    @property
    def committed(self) -> list[int]:
        """The chips that everybody has put in."""
        return list(self._table.committed)

    @property
    def folded(self) -> list[bool]:
        """True for each seat that has folded."""
        return [*self._now.facts[4]]

    @property
    def over(self) -> bool:
        """True if the last pot has been won."""
        return self.payoffs is not None

    @property
    def fair_payoffs(self) -> tuple[Fraction, ...]:
        """The payoffs with odd chips split, as the competition's dealer counts them."""
        if not self.over:
            raise VillainError("the hand is not over; nobody has won or lost yet")
        return tuple(fair_payoffs(self.pots, self._ranks, self.committed))

    def observation(self, seat: int) -> Observation:
        """The view of a seat: its own cards, and what happened in the open."""
        table = self._now if self.payoffs is None else self.state
        opening, happened, own = self._opening, self.events, self._dealt_at + seat
        # Nobody's cards but one's own, until they are shown.
        seen = [*opening, *happened[len(opening) :]]
        if own < len(seen):  # else the cards are yet to be dealt, in a hand as it was earlier
            seen[own] = happened[own]
        street, pot, stacks, bets, folded = table.facts
        # Observation(...) would pass through Python first, and take twice the time.
        return tuple.__new__(
            Observation,
            (
                seat,
                self.names,
                self.rules,
                tuple(seen),
                self._deal.holes[seat],
                self.board,
                street,
                pot,
                stacks,
                bets,
                folded,
                table.legal if seat == table.seat else None,
            ),
        )

    def earlier(self, events: int) -> "Hand":
        """The hand as it was after so many of its events, to look at: its own events are fewer.

        >>> import numpy as np
        >>> from villain.game import CALL, FOLD, Hand, limit_holdem, raise_to, shuffle
        >>> hand = Hand(limit_holdem(2), shuffle(limit_holdem(2), np.random.default_rng(1)))
        >>> begun = len(hand.events)
        >>> hand.act(CALL); hand.act(CALL); hand.act(raise_to(2)); hand.act(FOLD)
        >>> before = hand.earlier(begun + 2)
        >>> before.street, before.board, before.over, hand.over
        (0, (), False, True)
        """
        twin = Hand.__new__(Hand)
        for name in Hand.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.events = self.events[:events]
        if events < len(self.events):
            state = PublicState.after(self.rules, twin.events)
            twin._now, twin.board = state, state.board
            twin._opening = self._opening[:events]
            twin.payoffs, twin.pots = None, []
        return twin

    @classmethod
    def replay(cls, rules: Rules, events: Iterable[Event]) -> "Hand":
        """Rebuild a hand from its events; they must be what the rules make of it."""
        events = list(events)
        holes = {event.seat: event.cards for event in events if isinstance(event, Dealt)}
        public = [card for event in events if isinstance(event, Board) for card in event.cards]
        if len(holes) != rules.players or None in holes.values():
            raise VillainError(
                "these events do not say what everybody holds; they cannot be replayed"
            )
        known = {card for cards in holes.values() for card in cards or ()} | set(public)
        # Cards that never came can be any others.
        rest = [card for card in rules.deck if card not in known]
        board = (public + rest)[: sum(rules.board_cards)]
        deal = Deal(tuple(holes[seat] or () for seat in range(rules.players)), tuple(board))
        hand = cls(rules, deal)
        for event in events:
            if isinstance(event, Acted):
                hand.act(Action(event.kind, event.to if event.kind == "raise" else 0))
        if hand.events != events:
            raise VillainError("these events are not what the rules make of the cards and actions")
        return hand


@cache
def _seat_names(players: int) -> tuple[str, ...]:
    return tuple([f"seat {seat}" for seat in range(players)])
