"""One deal being played: the state machine of every game here."""

from collections.abc import Iterable
from fractions import Fraction
from operator import index
from typing import TYPE_CHECKING

from villain.errors import VillainError
from villain.game.actions import Action, IllegalActionError, Legal
from villain.game.deal import Deal
from villain.game.events import Acted, Board, Dealt, Event, Posted, Returned, Shown, Won
from villain.game.observation import Observation
from villain.game.rules import Betting, Rules
from villain.game.showdown import (
    Pot,
    fair_payoffs,
    rank_seats,
    split_chips,
    split_into_pots,
    winners,
)

if TYPE_CHECKING:
    from villain.cards.card import Card

NOT_YET = -1
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
        "_acted_at",
        "_current",
        "_dead",
        "_deal",
        "_dealt_at",
        "_full_raise",
        "_level",
        "_mucks",
        "_raises",
        "_ranks",
        "_unseen",
        "bets",
        "board",
        "committed",
        "events",
        "folded",
        "legal",
        "names",
        "payoffs",
        "pots",
        "rules",
        "seat",
        "stacks",
        "street",
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
    ) -> None:
        if check:
            deal.check(rules)
        self.rules, self._deal, self._mucks, self._unseen = rules, deal, mucks, unseen
        players = rules.players
        self.names = names or tuple(f"seat {seat}" for seat in range(players))
        self.stacks = list(rules.stacks)
        self.bets = [0] * players
        self.committed = [0] * players
        self.folded = [False] * players
        self._dead = [0] * players
        self.board: tuple[Card, ...] = ()
        self.street = 0
        self.events: list[Event] = []
        self.seat: int | None = None
        self.legal: Legal | None = None
        self.payoffs: tuple[int, ...] | None = None
        self.pots: list[Pot] = []
        self._ranks: dict[int, int] = {}
        self._post()
        self._begin_street()

    # What happens before anybody acts

    def _post(self) -> None:
        rules = self.rules
        if rules.ante:
            for seat in range(rules.players):
                chips = min(rules.ante, self.stacks[seat])
                self._put(seat, chips)
                self.bets[seat] = 0  # an ante is no bet
                self.events.append(Posted(seat, chips, "ante"))
        for seat, dead in enumerate(rules.dead):
            chips = min(dead, self.stacks[seat])
            if chips:
                self._put(seat, chips)
                self.bets[seat] = 0
                self._dead[seat] = chips
                self.events.append(Posted(seat, chips, "dead"))
        for seat, blind in enumerate(rules.blinds):
            chips = min(blind, self.stacks[seat])
            if chips:
                self._put(seat, chips)
                self.events.append(Posted(seat, chips, "blind"))
        self._dealt_at = len(self.events)
        for seat, cards in enumerate(self._deal.holes):
            self.events.append(Dealt(seat, cards or None))

    def _begin_street(self) -> None:
        rules, street = self.rules, self.street
        new = rules.board_cards[street]
        if new:
            cards = self._deal.board[len(self.board) : len(self.board) + new]
            if len(cards) < new:
                raise VillainError(
                    f"the board has {len(self._deal.board)} cards, too few for street {street}"
                )
            self.board += cards
            self.events.append(Board(street, cards))
        if street:
            self.bets = [0] * rules.players
        # A short blind does not lower what the others have to call.
        self._current = self._level = 0 if street else max(rules.blinds)
        self._full_raise = rules.bets[street] if rules.bets else rules.big_blind
        self._raises = 0
        self._acted_at = [NOT_YET] * rules.players
        self._next_turn(rules.first[street])

    # The betting

    def act(self, action: Action) -> None:
        """Let the seat whose turn it is act; an illegal action changes nothing."""
        seat, legal = self.seat, self.legal
        if seat is None or legal is None:
            raise IllegalActionError(f"{action} after the end of the hand; nobody is to act")
        try:
            if type(action) is not Action or type(action.to) is not int:
                action = Action(action.kind, index(action.to))
        except (AttributeError, TypeError):
            raise IllegalActionError(f"seat {seat} may not {action!r}; legal: {legal}") from None
        if not legal.allows(action):
            raise IllegalActionError(f"seat {seat} may not {action}; legal: {legal}")
        if action.kind == "fold":
            self.folded[seat] = True
            self.events.append(Acted(seat, "fold", 0, self.bets[seat]))
        elif action.kind == "call":
            self._put(seat, legal.call)
            self.events.append(Acted(seat, "call", legal.call, self.bets[seat]))
        else:
            self._raise(seat, action.to)
        self._acted_at[seat] = self._current
        self._next_turn(seat + 1)

    def _raise(self, seat: int, to: int) -> None:
        chips = to - self.bets[seat]
        self._put(seat, chips)
        step = to - self._level
        if self.rules.betting is not Betting.LIMIT:
            # An all-in for less than a full raise leaves the next minimum as it was.
            self._full_raise = max(self._full_raise, to - self._current)
            self._raises += 1
        elif 2 * step >= self._full_raise:
            self._raises += 1
            self._level = to
        # In limit less than half a bet is no raise: the next player may complete it.
        self._current = to
        self.events.append(Acted(seat, "raise", chips, to))

    def _put(self, seat: int, chips: int) -> None:
        self.stacks[seat] -= chips
        self.bets[seat] += chips
        self.committed[seat] += chips

    def _next_turn(self, start: int) -> None:
        """Find who acts next, from this seat on; end the street or the hand if nobody does."""
        folded, stacks, bets = self.folded, self.stacks, self.bets
        if folded.count(False) == 1:
            self._end()
            return
        players = self.rules.players
        around = (*range(start, players), *range(start)) if start < players else range(players)
        able = [seat for seat in around if stacks[seat] > 0 and not folded[seat]]
        alone = len(able) == 1
        for seat in able:
            # Beside players who are all-in, one has to match what they have put in and no more.
            facing = self._most_of_others(seat) if alone else self._current
            if bets[seat] < facing or (self._acted_at[seat] == NOT_YET and not alone):
                self.seat = seat
                self.legal = self._options(seat, facing)
                return
        self.seat = self.legal = None
        if self.street + 1 < self.rules.streets:
            self.street += 1
            self._begin_street()
        else:
            self._end()

    def _most_of_others(self, seat: int) -> int:
        """The most that anybody else who is left has bet on this street."""
        return max(
            bet for other, bet in enumerate(self.bets) if other != seat and not self.folded[other]
        )

    def _options(self, seat: int, facing: int) -> Legal:
        rules, stack, bet = self.rules, self.stacks[seat], self.bets[seat]
        owed = facing - bet
        call = min(owed, stack)
        fold = owed > 0 or rules.free_folds
        cap = rules.most_raises[self.street]
        acted_at = self._acted_at[seat]
        # Who has acted may raise again only if a full raise has come since (half a bet in limit).
        since = self._current - acted_at
        share = 2 if rules.betting is Betting.LIMIT else 1
        closed = acted_at != NOT_YET and share * since < self._full_raise
        if (
            stack <= owed
            or closed
            or (cap is not None and self._raises >= cap)
            or not self._answerable(seat)
        ):
            return Legal(fold, call, 0, 0)
        everything = bet + stack
        limit = rules.betting is Betting.LIMIT
        least = (self._level if limit else self._current) + self._full_raise
        if limit:
            most = least
        elif rules.betting is Betting.POT_LIMIT:
            most = self._current + sum(self.committed) + call
        else:
            most = everything
        return Legal(fold, call, min(least, everything), min(most, everything))

    def _answerable(self, raiser: int) -> bool:
        """Whether anybody else has chips beyond the present bet; if not, a raise is idle."""
        for seat, out in enumerate(self.folded):
            if seat != raiser and not out and self.bets[seat] + self.stacks[seat] > self._current:
                return True
        return False

    # The end

    def _end(self) -> None:
        self.seat = self.legal = None
        self._return_uncalled()
        pots = self.pots = split_into_pots(self.committed, self.folded, self._dead)
        left = [seat for seat, out in enumerate(self.folded) if not out]
        ranks = self._ranks = self._show_hands(left) if len(left) > 1 else {left[0]: 0}
        net = [-chips for chips in self.committed]
        for number, pot in enumerate(pots):
            winning = winners(pot, ranks)
            for seat, chips in zip(winning, split_chips(pot, winning), strict=True):
                self.stacks[seat] += chips
                net[seat] += chips
                self.events.append(Won(seat, chips, number))
        self.payoffs = tuple(net)

    def _show_hands(self, left: list[int]) -> dict[int, int]:
        """Who is left shows his cards, unless he mucks; a number for each hand, the higher wins."""
        holes = {seat: self._deal.holes[seat] for seat in left if seat not in self._mucks}
        holes = {seat: cards for seat, cards in holes.items() if cards}
        for seat, cards in holes.items():
            self.events.append(Shown(seat, cards))
        ranks = rank_seats(self.rules.comparison, holes, self.board) if holes else {}
        ranks |= dict.fromkeys(self._unseen, UNSEEN)
        return {seat: ranks.get(seat, MUCKED) for seat in left}

    def _return_uncalled(self) -> None:
        bets = [put - dead for put, dead in zip(self.committed, self._dead, strict=True)]
        most, second = sorted(bets, reverse=True)[:2]
        if most > second:
            seat = bets.index(most)
            self.committed[seat] -= most - second
            self.stacks[seat] += most - second
            self.events.append(Returned(seat, most - second))

    # What can be seen

    @property
    def over(self) -> bool:
        """Whether the last pot has been won."""
        return self.payoffs is not None

    @property
    def fair_payoffs(self) -> tuple[Fraction, ...]:
        """The payoffs with odd chips split, as the competition's dealer counts them."""
        if not self.over:
            raise VillainError("the hand is not over; nobody has won or lost yet")
        return tuple(fair_payoffs(self.pots, self._ranks, self.committed))

    def observation(self, seat: int) -> Observation:
        """What a seat may see: its own cards, and what happened in the open."""
        return Observation(
            seat,
            self.names,
            self.rules,
            self._seen_by(seat),
            self._deal.holes[seat],
            self.board,
            self.street,
            sum(self.committed),
            tuple(self.stacks),
            tuple(self.bets),
            tuple(self.folded),
            self.legal if seat == self.seat else None,
        )

    def _seen_by(self, seat: int) -> tuple[Event, ...]:
        """The events with nobody's cards but one's own, until they are shown."""
        start, end = self._dealt_at, self._dealt_at + self.rules.players
        dealt = [Dealt(one, None) for one in range(self.rules.players)]
        dealt[seat] = Dealt(seat, self._deal.holes[seat] or None)
        return (*self.events[:start], *dealt, *self.events[end:])

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
