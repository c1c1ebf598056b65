"""The public state of a hand: what everybody at the table can see, folded from events.

This is the only place that follows betting. `Hand` deals cards and keeps score around one of these;
models, agents, formats and statistics fold one from the events that they are shown.
"""

from collections.abc import Iterable
from functools import cache
from operator import index
from typing import NamedTuple, TypeAlias, TypeVar

from villain.cards.card import Card
from villain.game.actions import Action, IllegalActionError, Legal
from villain.game.events import Acted, Board, Dealt, Event, Posted, Returned, Won
from villain.game.rules import Betting, Rules
from villain.game.showdown import Pot, split_into_pots

NOT_YET = -1

State = TypeVar("State", bound="PublicState")

Facts: TypeAlias = tuple[int, int, tuple[int, ...], tuple[int, ...], tuple[bool, ...]]
"""What everybody sees on the table, with the street first."""


class PricedAction(NamedTuple):
    """An action with the price that was on it: what a call cost, and the pot before it.

    ``left`` counts who was still in, with himself, ``raises`` those of the street before it.
    """

    street: int
    seat: int
    kind: str
    chips: int
    to: int
    owed: int
    pot: int
    left: int = 2
    raises: int = 0


class PublicState:
    """Stacks, bets, pots, the board, whose turn it is, and what he may do.

    ``seat`` is who must act, ``legal`` what he may do; both are None while cards are to come and
    after the last bet. ``stacks`` are what is left behind, ``bets`` what lies before the seats on
    this street, ``committed`` what each has put in altogether, ``dead`` how much of that is no bet;
    ``left`` counts who has not folded.
    ``current`` is what one has to match, ``raises`` how many bets and raises the street has seen,
    ``full_raise`` by how much one has to raise. ``line`` is everything that was done so far.

    Feed it events with `follow`, or play on it with `act` and `deal`; `copy` it first to try a line
    of play that might have been.

    >>> from villain.game.presets import no_limit_holdem
    >>> state = PublicState.at_start(no_limit_holdem(3))
    >>> state.seat, str(state.legal), state.pot
    (2, 'fold, call 2, raise to 4–200', 3)
    >>> state.act(Action("raise", 6)); state.act(Action("fold"))
    Acted(seat=2, kind='raise', chips=6, to=6)
    Acted(seat=0, kind='fold', chips=0, to=1)
    >>> state.seat, state.legal.call, state.raises, state.raiser
    (1, 4, 1, 2)
    """

    __slots__ = (
        "_acted_at",
        "bets",
        "betting_over",
        "board",
        "committed",
        "current",
        "dead",
        "folded",
        "full_raise",
        "left",
        "legal",
        "level",
        "line",
        "pot",
        "raises",
        "raises_by_street",
        "rules",
        "seat",
        "stacks",
        "street",
    )

    def __init__(self, rules: Rules) -> None:
        players = rules.players
        self.rules = rules
        self.stacks = list(rules.stacks)
        self.bets = [0] * players
        self.committed = [0] * players
        self.dead = [0] * players
        self.folded = [False] * players
        self.left = players
        self.board: tuple[Card, ...] = ()
        self.street = self.pot = 0
        self.line: list[PricedAction] = []
        self.seat: int | None = None
        self.legal: Legal | None = None
        self.betting_over = False
        self.current = self.level = self.full_raise = self.raises = 0
        self.raises_by_street = [0] * rules.streets
        self._acted_at = [NOT_YET] * players

    @classmethod
    def at_start(cls: type[State], rules: Rules) -> State:
        """A hand in which blinds and antes are posted, and nobody has acted."""
        state = cls(rules)
        state.post()
        state.begin()
        return state

    @classmethod
    def after(cls: type[State], rules: Rules, events: Iterable[Event]) -> State:
        """The state of a hand after these events."""
        state = cls(rules)
        for event in events:
            state.follow(event)
        return state

    def copy(self: State) -> State:
        """The same state, to play on without changing this one."""
        kind = self.__class__
        twin = kind.__new__(kind)
        twin.rules, twin.board, twin.line = self.rules, self.board, self.line.copy()
        twin.stacks, twin.bets = self.stacks.copy(), self.bets.copy()
        twin.committed, twin.dead = self.committed.copy(), self.dead.copy()
        twin.folded, twin.left = self.folded.copy(), self.left
        twin.street, twin.pot, twin.betting_over = self.street, self.pot, self.betting_over
        twin.seat, twin.legal = self.seat, self.legal
        twin.current, twin.level = self.current, self.level
        twin.full_raise, twin.raises = self.full_raise, self.raises
        twin.raises_by_street = self.raises_by_street.copy()
        twin._acted_at = self._acted_at.copy()
        if kind is not PublicState:
            for name in _further_slots(kind):  # type: ignore[arg-type]
                value = getattr(self, name)
                setattr(twin, name, value.copy() if type(value) is list else value)
        return twin

    # What happened

    def follow(self, event: Event) -> None:
        """Take in the next event of the hand."""
        if isinstance(event, Acted):
            self._take(*event)
        elif isinstance(event, Board):
            self._begin_street(*event)
        elif isinstance(event, Posted):
            self._post(event)
        elif isinstance(event, Dealt):
            if event.seat == self.rules.players - 1 and not self.rules.board_cards[0]:
                self.begin()
        elif isinstance(event, Returned):
            self._give_back(event.seat, event.chips)
        elif isinstance(event, Won):
            self.stacks[event.seat] += event.chips

    def post(self) -> list[Event]:
        """Post antes, dead chips and blinds, as the rules have them."""
        rules, events = self.rules, list[Event]()
        dead = rules.dead or (0,) * rules.players
        for amounts, kind in (
            ((rules.ante,) * rules.players, "ante"),
            (dead, "dead"),
            (rules.blinds, "blind"),
        ):
            for seat, amount in enumerate(amounts):
                chips = min(amount, self.stacks[seat])
                if chips:
                    posted = Posted(seat, chips, kind)
                    self._post(posted)
                    events.append(posted)
        return events

    def begin(self) -> None:
        """Begin the betting of the first street: everybody has his cards."""
        self._begin_street(0, ())

    def act(self, action: Action) -> Acted:
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
        kind, bet = action.kind, self.bets[seat]
        chips = 0 if kind == "fold" else legal.call if kind == "call" else action.to - bet
        self._take(seat, kind, chips, bet + chips)
        return Acted(seat, kind, chips, bet + chips)

    def deal(self, cards: tuple[Card, ...] = ()) -> Board:
        """Begin the next street; without cards, whatever they may be."""
        event = Board(self.street + 1, cards)
        self._begin_street(*event)
        return event

    def bet_less(self, to: int) -> None:
        """Undo what was bet on this street beyond so many chips, as if nobody had bet more."""
        for seat, bet in enumerate(self.bets):
            if bet > to:
                # At the end some of it may have been returned.
                self._give_back(seat, min(bet - to, self.committed[seat]))
                self.bets[seat] = to
        self.current = self.level = to
        self._next_turn(0 if self.seat is None else self.seat)

    def _post(self, event: Posted) -> None:
        seat, chips, kind = event
        self._put(seat, chips)
        if kind == "blind":
            self.bets[seat] += chips
        elif kind == "dead":
            self.dead[seat] += chips

    def _put(self, seat: int, chips: int) -> None:
        self.stacks[seat] -= chips
        self.committed[seat] += chips
        self.pot += chips

    def _give_back(self, seat: int, chips: int) -> None:
        self.stacks[seat] += chips
        self.committed[seat] -= chips
        self.pot -= chips

    def _begin_street(self, street: int, cards: tuple[Card, ...]) -> None:
        rules = self.rules
        self.board += cards
        self.street = street
        if street:
            self.bets = [0] * rules.players
        # A short blind does not lower what the others have to call.
        self.current = self.level = 0 if street else max(rules.blinds)
        self.full_raise = rules.bets[street] if rules.bets else rules.big_blind
        self.raises = 0
        self._acted_at = [NOT_YET] * rules.players
        self._next_turn(rules.first[street])

    def _take(self, seat: int, kind: str, chips: int, to: int) -> None:
        """Take in what a seat does, whether the rules allow it or not."""
        legal = self.legal
        owed = legal.call if legal is not None and seat == self.seat else self.owed_by(seat)
        self.line.append(
            PricedAction(self.street, seat, kind, chips, to, owed, self.pot, self.left, self.raises)
        )
        if kind == "fold":
            self.left -= not self.folded[seat]
            self.folded[seat] = True
        else:
            self._put(seat, chips)
            self.bets[seat] = to
            if kind == "raise":
                self._raise(to)
        self._acted_at[seat] = self.current
        self._next_turn(seat + 1)

    def _raise(self, to: int) -> None:
        if self.rules.betting is not Betting.LIMIT:
            # An all-in for less than a full raise leaves the next minimum as it was.
            self.full_raise = max(self.full_raise, to - self.current)
            self._count_raise()
        elif 2 * (to - self.level) >= self.full_raise:
            self._count_raise()
            self.level = to
        # In limit less than half a bet is no raise: the next player may complete it.
        self.current = to

    def _count_raise(self) -> None:
        self.raises += 1
        self.raises_by_street[self.street] = self.raises

    def _next_turn(self, start: int) -> None:
        """Find who acts next, from this seat on; the street is over if nobody does."""
        self.seat = self.legal = None
        if self.left == 1:
            self.betting_over = True
            return
        folded, stacks, bets, acted_at = self.folded, self.stacks, self.bets, self._acted_at
        alone, players = self._one_is_able(), len(stacks)
        for place in range(start, start + players):
            seat = place if place < players else place - players
            if folded[seat] or not stacks[seat]:
                continue
            # Beside players who are all-in, one has to match what they have put in and no more.
            facing = self._most_of_others(seat) if alone else self.current
            if bets[seat] < facing or (acted_at[seat] == NOT_YET and not alone):
                self.seat = seat
                self.legal = self._options(seat, facing)
                return
        following = self.street + 1
        if following == self.rules.streets:
            self.betting_over = True
        elif not self.rules.board_cards[following]:
            self._begin_street(following, ())

    def _one_is_able(self) -> bool:
        """True if only one player who is left has chips."""
        able = 0
        for seat, out in enumerate(self.folded):
            if not out and self.stacks[seat]:
                able += 1
                if able > 1:
                    return False
        return able == 1

    # What may be done

    def options(self, seat: int) -> Legal:
        """The options of a seat, as if it were its turn."""
        if seat == self.seat and self.legal is not None:
            return self.legal
        return self._options(seat, self._faced_by(seat))

    def owed_by(self, seat: int) -> int:
        """The cost of a call to a seat, as if it were its turn."""
        return min(max(0, self._faced_by(seat) - self.bets[seat]), self.stacks[seat])

    def _faced_by(self, seat: int) -> int:
        others = [
            chips for one, chips in enumerate(self.stacks) if one != seat and not self.folded[one]
        ]
        return self.current if any(others) or not others else self._most_of_others(seat)

    def _most_of_others(self, seat: int) -> int:
        """The most that anybody else who is left has bet on this street."""
        return max(
            bet for other, bet in enumerate(self.bets) if other != seat and not self.folded[other]
        )

    def _options(self, seat: int, facing: int) -> Legal:
        rules, stack, bet = self.rules, self.stacks[seat], self.bets[seat]
        owed = max(0, facing - bet)
        call = min(owed, stack)
        fold = owed > 0 or rules.free_folds
        cap = rules.most_raises[self.street]
        acted_at = self._acted_at[seat]
        # Who has acted may raise again only if a full raise has come since (half a bet in limit).
        since = self.current - acted_at
        limit = rules.betting is Betting.LIMIT
        closed = acted_at != NOT_YET and (2 if limit else 1) * since < self.full_raise
        if (
            stack <= owed
            or closed
            or (cap is not None and self.raises >= cap)
            or not self._answerable(seat)
        ):
            return Legal(fold, call, 0, 0)
        everything = bet + stack
        least = (self.level if limit else self.current) + self.full_raise
        if limit:
            most = least
        elif rules.betting is Betting.POT_LIMIT:
            most = self.current + self.pot + call
        else:
            most = everything
        return Legal(fold, call, min(least, everything), min(most, everything))

    def _answerable(self, raiser: int) -> bool:
        """True if anybody else has chips beyond the present bet; if not, a raise is idle."""
        for seat, out in enumerate(self.folded):
            if seat != raiser and not out and self.bets[seat] + self.stacks[seat] > self.current:
                return True
        return False

    # What follows from it

    @property
    def facts(self) -> Facts:
        """The street, the pot, and by seat stacks, bets and who has folded."""
        return self.street, self.pot, tuple(self.stacks), tuple(self.bets), tuple(self.folded)

    @property
    def inside(self) -> list[int]:
        """The seats that have not folded."""
        return [seat for seat, out in enumerate(self.folded) if not out]

    @property
    def awaits_cards(self) -> bool:
        """True if a street is over and another is to come."""
        return self.seat is None and not self.betting_over

    @property
    def raiser(self) -> int | None:
        """Who bet or raised last in the hand, on whatever street."""
        return next((one.seat for one in reversed(self.line) if one.kind == "raise"), None)

    def has_acted(self, seat: int) -> bool:
        """True if a seat has acted on this street."""
        return self._acted_at[seat] != NOT_YET

    def acted_at(self, seat: int) -> int:
        """The bet to match when a seat last acted on this street; `NOT_YET` before that."""
        return self._acted_at[seat]

    def behind(self, seat: int) -> int:
        """The others who will be asked to act on this street if a seat calls, and they do."""
        inside, stacks, bets = self.inside, self.stacks, self.bets
        waiting = [
            one
            for one in inside
            if one != seat and stacks[one] and self._acted_at[one] < self.current
        ]
        deep = sum(bets[one] + stacks[one] > self.current for one in inside)
        if deep > 1 or not waiting:
            return len(waiting)
        # Beside players who are all-in one is asked only if he has less in than they.
        bets, asked = bets.copy(), 0
        everything = [bet + stack for bet, stack in zip(bets, stacks, strict=True)]
        bets[seat] = min(max(self.current, bets[seat]), everything[seat])
        for one in [*(w for w in waiting if w > seat), *(w for w in waiting if w < seat)]:
            alone = all(bets[other] == everything[other] for other in inside if other != one)
            most = max((bets[other] for other in inside if other != one), default=0)
            if not alone or bets[one] < most:
                asked += 1
                bets[one] = min(max(self.current, bets[one]), everything[one])
        return asked

    def pots(self) -> list[Pot]:
        """The main pot and the side pots, as they are now."""
        return split_into_pots(self.committed, self.folded, self.dead)


@cache
def _further_slots(kind: type) -> tuple[str, ...]:
    """The attributes that a kind of state has beside those of all."""
    before = kind.__mro__[: kind.__mro__.index(PublicState)]
    return tuple(name for one in before for name in getattr(one, "__slots__", ()))
