"""One deal being played: the state machine of every game here."""

from collections.abc import Iterable
from fractions import Fraction

from villain.cards.card import Card
from villain.errors import VillainError
from villain.game.actions import Action, Legal
from villain.game.deal import Deal
from villain.game.events import Acted, Board, Dealt, Event, Returned, Shown, Won
from villain.game.observation import Observation, observe
from villain.game.public_state import PublicState
from villain.game.rules import Rules
from villain.game.showdown import (
    Pot,
    fair_payoffs,
    rank_seats,
    split_chips,
    winners,
)

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
        "_hidden",
        "_mucks",
        "_ranks",
        "_unseen",
        "events",
        "names",
        "payoffs",
        "pots",
        "rules",
        "state",
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
        self.names = names or tuple(f"seat {seat}" for seat in range(rules.players))
        self.state = PublicState(rules) if state is None else state
        self.payoffs: tuple[int, ...] | None = None
        self.pots: list[Pot] = []
        self._ranks: dict[int, int] = {}
        self.events: list[Event] = self.state.post()
        self._dealt_at = len(self.events)
        self._hidden: list[Event] = [Dealt(seat, None) for seat in range(rules.players)]
        self.events += [Dealt(seat, cards or None) for seat, cards in enumerate(deal.holes)]
        if rules.board_cards[0]:
            self._deal_board(0)
        else:
            self.state.begin()
        self._go_on()

    def act(self, action: Action) -> None:
        """Let the seat whose turn it is act; an illegal action changes nothing."""
        self.events.append(self.state.act(action))
        if self.state.seat is None:
            self._go_on()

    def _go_on(self) -> None:
        """Deal streets until somebody must act, or end the hand."""
        state = self.state
        while state.seat is None:
            if state.betting_over:
                self._end()
                return
            self._deal_board(state.street + 1)

    def _deal_board(self, street: int) -> None:
        dealt, new = len(self.state.board), self.rules.board_cards[street]
        cards = self._deal.board[dealt : dealt + new]
        if len(cards) < new:
            raise VillainError(
                f"the board has {len(self._deal.board)} cards, too few for street {street}"
            )
        self._happens(Board(street, cards))

    def _happens(self, event: Event) -> None:
        self.events.append(event)
        self.state.follow(event)

    # The end

    def _end(self) -> None:
        state = self.state
        self._return_uncalled()
        pots = self.pots = state.pots()
        left = state.inside
        ranks = self._ranks = self._show_hands(left) if len(left) > 1 else {left[0]: 0}
        net = [-chips for chips in state.committed]
        for number, pot in enumerate(pots):
            winning = winners(pot, ranks)
            for seat, chips in zip(winning, split_chips(pot, winning), strict=True):
                net[seat] += chips
                self._happens(Won(seat, chips, number))
        self.payoffs = tuple(net)

    def _show_hands(self, left: list[int]) -> dict[int, int]:
        """Who is left shows his cards, unless he mucks; a number for each hand, the higher wins."""
        holes = {seat: self._deal.holes[seat] for seat in left if seat not in self._mucks}
        holes = {seat: cards for seat, cards in holes.items() if cards}
        for seat, cards in holes.items():
            self.events.append(Shown(seat, cards))
        ranks = rank_seats(self.rules.comparison, holes, self.state.board) if holes else {}
        ranks |= dict.fromkeys(self._unseen, UNSEEN)
        return {seat: ranks.get(seat, MUCKED) for seat in left}

    def _return_uncalled(self) -> None:
        state = self.state
        bets = [put - dead for put, dead in zip(state.committed, state.dead, strict=True)]
        most, second = sorted(bets, reverse=True)[:2]
        if most > second:
            self._happens(Returned(bets.index(most), most - second))

    # What can be seen

    @property
    def seat(self) -> int | None:
        """Whose turn it is."""
        return self.state.seat

    @property
    def legal(self) -> Legal | None:
        """The legal actions of the seat whose turn it is."""
        return self.state.legal

    @property
    def street(self) -> int:
        """The number of the street, from 0."""
        return self.state.street

    @property
    def board(self) -> tuple[Card, ...]:
        """The cards on the board."""
        return self.state.board

    @property
    def stacks(self) -> list[int]:
        """The chips that everybody has left."""
        return self.state.stacks

    @property
    def bets(self) -> list[int]:
        """The chips that lie before everybody on this street."""
        return self.state.bets

    @property
    def committed(self) -> list[int]:
        """The chips that everybody has put in."""
        return self.state.committed

    @property
    def folded(self) -> list[bool]:
        """True for each seat that has folded."""
        return self.state.folded

    @property
    def over(self) -> bool:
        """True if the last pot has been won."""
        return self.payoffs is not None

    @property
    def fair_payoffs(self) -> tuple[Fraction, ...]:
        """The payoffs with odd chips split, as the competition's dealer counts them."""
        if not self.over:
            raise VillainError("the hand is not over; nobody has won or lost yet")
        return tuple(fair_payoffs(self.pots, self._ranks, self.state.committed))

    def observation(self, seat: int) -> Observation:
        """The view of a seat: its own cards, and what happened in the open."""
        return observe(self.state, seat, self.names, self._seen_by(seat), self._deal.holes[seat])

    def _seen_by(self, seat: int) -> tuple[Event, ...]:
        """The events with nobody's cards but one's own, until they are shown."""
        start, end = self._dealt_at, self._dealt_at + self.rules.players
        dealt = self._hidden.copy()
        dealt[seat] = Dealt(seat, self._deal.holes[seat] or None)
        return (*self.events[:start], *dealt, *self.events[end:])

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
        twin = self.__class__.__new__(self.__class__)
        for name in self.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.events = self.events[:events]
        if events < len(self.events):
            twin.state = PublicState.after(self.rules, twin.events)
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
