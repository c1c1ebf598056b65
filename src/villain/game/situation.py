"""Situations and decisions: what is public when somebody must act, and what he then does."""

from collections.abc import Container, Iterable, Iterator
from typing import NamedTuple

from villain.cards.card import Card
from villain.game.actions import Action
from villain.game.events import Acted, Dealt, Event, Shown, Won
from villain.game.observation import Observation
from villain.game.public_state import PricedAction, PublicState
from villain.game.rules import Betting, Rules

NOTHING, CHECK, CALL, RAISE = range(4)
"""A player's last action: nothing yet, or one of these."""

NOBODY, ANOTHER, HIMSELF = range(3)
"""Who raised last, as the player sees it."""

NO_PLACE = -1.0


class Situation(NamedTuple):
    """Everything public that a player faces when he has to act. Amounts are chips.

    ``stacks``, ``bets`` and ``folded`` are by seat, ``line`` is all that was done before; `state`
    sets the table up again, to play on. The rest are facts that readers ask for:

    - ``left`` counts who is still in, with himself, ``behind`` who has yet to act after him on this
      street; ``position`` runs from 0, the first to act after the flop, to 1, the button.
    - ``bet`` is the size of a bet in limit, and elsewhere the big blind; ``cost`` is 0 if there is
      nothing to pay, 1 for a bet, 2 for more. ``put_in`` is what he has bet and called so far, his
      blind included; antes and other dead chips are in the pot, but nobody's bet. ``dead`` counts
      those of all players.
    - ``raises`` and ``calls`` are those of this street, calls since the last raise;
      ``raises_before`` are those of the street before, ``opening`` those before the flop.
    - ``last`` is what he did last in this hand, ``acted`` whether he has on this street.
    - ``aggressor`` is who raised last, ``raised`` by how many pots, ``raiser`` his place among
      those still in; ``opener`` is the seat that raised first before the flop, from 0 to 1 for the
      button. Both places are negative if there is nobody.
    - ``effective`` is what he can still put in that somebody can match; ``least`` and ``most`` are
      what he may raise to, 0 where he may not.
    """

    rules: Rules
    seat: int
    line: tuple[PricedAction, ...]
    stacks: tuple[int, ...]
    bets: tuple[int, ...]
    folded: tuple[bool, ...]
    limit: bool
    street: int
    players: int
    left: int
    behind: int
    position: float
    blind: int
    bet: int
    big_blind: int
    cost: int
    owed: int
    pot: int
    put_in: int
    stack: int
    raises: int
    calls: int
    raises_before: int
    opening: int
    last: int
    acted: bool
    aggressor: int
    raised: float
    raiser: float
    opener: float
    effective: int
    could_raise: bool
    could_fold: bool
    board: tuple[Card, ...]
    least: int = 0
    most: int = 0
    dead: int = 0

    @property
    def bet_pot(self) -> int:
        """The pot that bets of this street are measured by.

        Before the flop people size their raises by the blinds and by what others bet, whether there
        are antes or not; later they go by all that lies in the middle.
        """
        return self.pot if self.street else self.pot - self.dead

    def state(self) -> PublicState:
        """The table as it was, to play on; one's own copy.

        In a line that might have been, bets are as they were made: not what somebody bet less.
        """
        state = PublicState.at_start(self.rules)
        state.board = self.board[: self.rules.board_cards[0]]
        for action in self.line:
            self._deal_up_to(state, action.street)
            state.follow(Acted(action.seat, action.kind, action.chips, action.to))
        self._deal_up_to(state, self.street)
        return state

    def _deal_up_to(self, state: PublicState, street: int) -> None:
        while state.street < street:
            start = len(state.board)
            state.deal(self.board[start : start + self.rules.board_cards[state.street + 1]])


class Decision(NamedTuple):
    """An action, the situation in which somebody took it, and his cards where they are known.

    ``chips`` is what he added, ``to`` what then lay before him on this street.
    """

    seat: int
    name: str
    situation: Situation
    kind: str
    chips: int
    to: int
    cards: tuple[Card, ...] = ()

    @property
    def action(self) -> Action:
        """The action that he took."""
        return Action(self.kind, self.to if self.kind == "raise" else 0)

    @property
    def size(self) -> float:
        """The part of a raise beyond the call, in pots after that call."""
        situation = self.situation
        return (self.chips - situation.owed) / max(situation.pot + situation.owed, 1)


def situation_of(state: PublicState, seat: int | None = None) -> Situation:
    """The situation of a seat: whose turn it is, or another, as if it had to act now.

    >>> from villain.game import limit_holdem, raise_to
    >>> state = PublicState.at_start(limit_holdem(3))
    >>> action = state.act(raise_to(4))
    >>> facing = situation_of(state)
    >>> facing.seat, facing.owed, facing.pot, facing.aggressor == ANOTHER, facing.behind
    (0, 3, 7, True, 1)
    """
    if seat is None:
        seat = state.seat
        assert seat is not None, "nobody has to act"
    rules, street, line = state.rules, state.street, state.line
    stacks, bets, folded = state.stacks, state.bets, state.folded
    legal = state.options(seat)
    owed, limit = legal.call, rules.betting is Betting.LIMIT
    calls, raiser, raised, last = 0, None, 0.0, NOTHING
    dead, own_dead = dead_chips(rules, seat)
    for action in reversed(line):
        kind = action.kind
        if raiser is None:
            if kind == "raise":
                raiser = action.seat
                pot = action.pot if action.street else action.pot - dead
                raised = (action.chips - action.owed) / max(pot + action.owed, 1)
            elif kind == "call" and action.chips and action.street == street:
                calls += 1
        if not last and action.seat == seat:
            last = RAISE if kind == "raise" else CALL if action.chips else CHECK
        if last and raiser is not None:
            break
    left = before = most = 0
    last_other = None
    for one, out in enumerate(folded):
        if not out:
            left += 1
            if one != seat:
                before += one < seat
                most = max(most, bets[one] + stacks[one])
                last_other = one
    aggressor = NOBODY if raiser is None else HIMSELF if raiser == seat else ANOTHER
    if aggressor == ANOTHER and folded[raiser]:  # type: ignore[index]
        raiser = last_other
    places, seats = max(left - 1, 1), max(rules.players - 1, 1)
    opening, opener = state.raises_by_street[0], NO_PLACE
    if opening:
        opener = next(one.seat for one in line if one.kind == "raise") / seats
    raiser_place = NO_PLACE
    if raiser is not None:
        raiser_place = (raiser - sum(folded[:raiser])) / places
    return Situation(
        rules,
        seat,
        tuple(line),
        tuple(stacks),
        tuple(bets),
        tuple(folded),
        limit,
        street,
        rules.players,
        left,
        state.behind(seat),
        before / places,
        _blind(rules, seat),
        rules.bets[street] if limit else rules.big_blind,
        rules.big_blind,
        cost_in(rules, street, owed, state.raises),
        owed,
        state.pot,
        state.committed[seat] - own_dead,
        stacks[seat],
        state.raises,
        calls,
        state.raises_by_street[street - 1] if street else 0,
        opening,
        last,
        state.has_acted(seat),
        aggressor,
        raised,
        raiser_place,
        opener,
        min(stacks[seat], max(most - bets[seat], 0)),
        legal.most > 0,
        legal.fold,
        state.board,
        legal.least,
        legal.most,
        dead,
    )


def dead_chips(rules: Rules, seat: int) -> tuple[int, int]:
    """The antes and other dead chips of all players, and those of one.

    >>> from villain.game import no_limit_holdem
    >>> dead_chips(no_limit_holdem(6, ante=1), 0)
    (6, 1)
    """
    if not rules.ante and not rules.dead:
        return 0, 0
    dead = rules.dead or (0,) * rules.players
    by_seat = [min(rules.ante + dead[one], stack) for one, stack in enumerate(rules.stacks)]
    return sum(by_seat), by_seat[seat]


def _blind(rules: Rules, seat: int) -> int:
    """2 for who posted a whole big blind, 1 for who posted a part of one."""
    stack = rules.stacks[seat] - rules.ante - (rules.dead[seat] if rules.dead else 0)
    posted = min(rules.blinds[seat], stack)
    return 0 if posted <= 0 else 2 if posted >= rules.big_blind else 1


def cost_in(rules: Rules, street: int, owed: int, raises: int) -> int:
    """The cost of a call, 0 to 2: in limit by chips, where bets have no size by the raises faced.

    Before the flop the blind is one bet and a raise makes it more; after it a bet is one.
    """
    if owed <= 0:
        return 0
    if rules.betting is Betting.LIMIT:
        return 1 if owed <= rules.bets[street] else 2
    return 1 if raises <= min(street, 1) else 2


class HandFollower:
    """Follows what one seat sees of hand after hand, and gives the decisions that are new.

    A hand is over with its last pot; what is seen after that, or what does not continue what was
    seen before, is a new hand.
    """

    def __init__(self) -> None:
        self.events: tuple[Event, ...] = ()
        self.state: PublicState | None = None
        self._names: tuple[str, ...] = ()

    def knows(self, seen: Observation) -> bool:
        """True if this is all that was seen last."""
        return seen.events == self.events and self._same_table(seen)

    def knows_end_of(self, seen: Observation) -> bool:
        """True if this was seen, and since then at most how the hand ended: nobody has acted."""
        count = len(seen.events)
        since = self.events[count:]
        return (
            self.events[:count] == seen.events
            and self._same_table(seen)
            and not any(isinstance(event, Acted) for event in since)
        )

    def begins_anew(self, seen: Observation) -> bool:
        """True if this is another hand than the one that was followed so far."""
        before = self.events
        ended = not before or isinstance(before[-1], Won)
        return ended or seen.events[: len(before)] != before or not self._same_table(seen)

    def _same_table(self, seen: Observation) -> bool:
        """True if the same people sit there with the same chips.

        To somebody who sees no cards, hands of others can have the very same events.
        """
        state = self.state
        return state is None or (
            seen.names == self._names and seen.rules.stacks == state.rules.stacks
        )

    def news(self, seen: Observation, seats: Container[int] | None = None) -> list[Decision]:
        """The decisions that are new in an observation, of these seats or of all."""
        if self.state is None or self.begins_anew(seen):
            self.events, self.state, self._names = (), PublicState(seen.rules), seen.names
        fresh, self.events = seen.events[len(self.events) :], seen.events
        return list(decisions_in(self.state, seen.names, fresh, seats))


def decisions_in(
    state: PublicState,
    names: tuple[str, ...],
    events: Iterable[Event],
    seats: Container[int] | None = None,
) -> Iterator[Decision]:
    """Fold events into a state, and give the decisions of these seats as they are taken."""
    for event in events:
        if isinstance(event, Acted) and (seats is None or event.seat in seats):
            seat, kind, chips, to = event
            situation = situation_of(state, seat)
            state.follow(event)
            yield Decision(seat, names[seat], situation, kind, chips, to)
        else:
            state.follow(event)


def decisions(seen: Observation) -> list[Decision]:
    """All decisions of a hand so far, in order; a longer observation only adds to the list."""
    return list(decisions_in(PublicState(seen.rules), seen.names, seen.events))


def at_beginning(seen: Observation) -> Observation:
    """The view of the same hand when everybody had his cards, and nobody had acted."""
    dealt = max(number for number, event in enumerate(seen.events) if isinstance(event, Dealt))
    start = PublicState.at_start(seen.rules)
    return seen._replace(
        events=seen.events[: dealt + 1],
        board=(),
        street=0,
        pot=start.pot,
        stacks=tuple(start.stacks),
        bets=tuple(start.bets),
        folded=tuple(start.folded),
        legal=None,
    )


def shown_cards(seen: Observation) -> dict[int, tuple[Card, ...]]:
    """Cards that were shown at the end of the hand, by seat."""
    cards = {}
    for event in reversed(seen.events):
        if isinstance(event, Shown):
            cards[event.seat] = event.cards
        elif not isinstance(event, Won):
            break
    return cards
