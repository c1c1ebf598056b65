"""The situation in which a player has to act: what every predictor is told [poki]."""

from typing import NamedTuple

from villain.cards.card import Card
from villain.game.events import Acted, Board, Event, Posted
from villain.game.observation import Observation
from villain.game.rules import Betting, Rules
from villain.models.decisions import Teller
from villain.models.loki.action_counts import cost_in

NOTHING, CHECK, CALL, RAISE = range(4)
NOBODY, ANOTHER, HIMSELF = range(3)
NO_PLACE = -1.0


class Context(NamedTuple):
    """What a player faces when he has to act, all of it public. Amounts are chips.

    ``left`` counts who is still in, with himself, ``behind`` who has yet to act after him on this
    street, ``position`` runs from 0 (first to act after the flop) to 1 (the button); ``bet`` is
    what a bet is in limit, the big blind elsewhere; ``cost`` is 0 for nothing to pay, 1 for a bet,
    2 for more; ``put_in`` is what he has put in so far, ``raises`` and ``calls`` are those of this
    street (calls since the last raise), ``raises_before`` those of the street before, ``opening``
    those before the flop; ``last`` is what he did last in this hand, ``acted`` whether on this
    street, ``aggressor`` who raised last. ``raised`` is by how many pots that one did, ``raiser``
    his place among those still in, ``opener`` the seat of who raised first before the flop, from 0
    for the first to 1 for the button; both are negative if there is nobody. ``effective`` is what
    he can still put in that somebody can match.
    """

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


class Choice(NamedTuple):
    """Somebody's action, with what he faced and what then lay before him on this street."""

    seat: int
    name: str
    context: Context
    kind: str
    chips: int
    to: int


class ContextTeller:
    """Keeps what is public of a hand while events pass by, and tells choices and contexts."""

    def __init__(self, rules: Rules, names: tuple[str, ...]) -> None:
        players = rules.players
        self._state = Teller(rules, names)
        self._rules, self._names = rules, names
        self._put_in, self._blind = [0] * players, [0] * players
        self._last = [NOTHING] * players
        self._acted: set[int] = set()
        self._waiting = set(range(players))
        self._calls = self._raises_before = self._opening = 0
        self._raiser: int | None = None
        self._raised, self._opener = 0.0, NO_PLACE
        self.board: tuple[Card, ...] = ()

    def tell(self, event: Event) -> Choice | None:
        """Take in an event; if somebody acted, say what he chose and in which context."""
        choice = None
        if isinstance(event, Acted):
            context = self.context(event.seat)
            choice = Choice(
                event.seat,
                self._names[event.seat],
                context,
                event.kind,
                event.chips,
                event.to,
            )
            self._follow(event, context)
        elif isinstance(event, Posted):
            self._put_in[event.seat] += event.chips
            if event.kind == "blind":
                self._blind[event.seat] = 2 if event.chips >= self._rules.big_blind else 1
        elif isinstance(event, Board):
            self.board += event.cards
            if event.street:
                self._raises_before, self._calls = self._state.raises, 0
                self._acted = set()
                self._waiting = set(self._state.inside)
        self._state.follow(event)
        return choice

    def _follow(self, event: Acted, context: Context) -> None:
        seat = event.seat
        self._put_in[seat] += event.chips
        self._acted.add(seat)
        self._waiting.discard(seat)
        if event.kind == "raise":
            self._last[seat], self._raiser, self._calls = RAISE, seat, 0
            self._raised = (event.chips - context.owed) / max(context.pot + context.owed, 1)
            if context.street == 0:
                self._opening += 1
                if self._opener < 0:
                    self._opener = seat / max(self._rules.players - 1, 1)
            self._waiting = {other for other in self._state.inside if other != seat}
        elif event.kind == "call":
            self._last[seat] = CALL if event.chips else CHECK
            self._calls += event.chips > 0

    def context(self, seat: int, owed: int | None = None) -> Context:
        """What a seat faces if it has to act now; or if a call cost it so much."""
        state = self._state
        usual = state.owed_by(seat)
        more = owed is not None and owed > usual
        owed = usual if owed is None else min(owed, state.stacks[seat])
        raised = self._raised
        if more:
            raiser = self._raiser_of(seat, ANOTHER)
            call = 0 if raiser is None else state.owed_by(raiser)
            raised = (owed - usual) / max(state.pot + call, 1)
        return self._make(
            seat,
            street=state.street,
            owed=owed,
            pot=state.pot + max(owed - usual, 0),
            raises=state.raises + more,
            calls=0 if more else self._calls,
            raises_before=self._raises_before,
            acted=seat in self._acted,
            behind=len(self._waiting - {seat}),
            aggressor=ANOTHER if more else self._aggressor(seat),
            raised=raised,
            could_raise=state.may_raise(seat, owed) and self._below_cap(state.street, more),
        )

    def ahead(self, seat: int, street: int, cost: int, pot: int) -> Context:
        """What a seat would face on a later street, at a pot and a cost that one expects.

        The board is the present one, as what will come is not known.
        """
        state = self._state
        bet = min(self._bet(street, pot), state.stacks[seat])
        owed = min(cost * bet, state.stacks[seat])
        return self._make(
            seat,
            street=street,
            owed=owed,
            pot=pot + (cost > 0) * owed,
            raises=cost,
            calls=0,
            raises_before=state.raises if street == state.street + 1 else 1,
            acted=cost > 1,
            behind=(len(state.inside) - 1) // 2,
            aggressor=ANOTHER if cost else self._aggressor(seat),
            raised=bet / max(pot + 2 * (cost - 1) * bet, 1) if cost else self._raised,
            could_raise=state.stacks[seat] > owed and self._below_cap(street, cost, 0),
        )

    def _below_cap(self, street: int, more: int, raises: int | None = None) -> bool:
        """Whether a further raise is allowed after so many more than there were."""
        cap = self._rules.most_raises[street]
        raises = self._state.raises if raises is None else raises
        return cap is None or raises + more < cap

    def _bet(self, street: int, pot: int) -> int:
        if self._rules.betting is Betting.LIMIT:
            return self._rules.bets[street]
        return max(self._rules.big_blind, pot // 2)

    def _aggressor(self, seat: int) -> int:
        return NOBODY if self._raiser is None else HIMSELF if self._raiser == seat else ANOTHER

    def _raiser_of(self, seat: int, aggressor: int) -> int | None:
        """Who raised last; where another may have, who did, or else who acts after all others."""
        if aggressor != ANOTHER:
            return self._raiser
        others = self._state.inside - {seat}
        return self._raiser if self._raiser in others else max(others, default=None)

    def _place(self, seat: int | None) -> float:
        """From 0 for the first to act after the flop to 1 for the button, of those still in."""
        if seat is None:
            return NO_PLACE
        inside = self._state.inside
        return sum(other < seat for other in inside) / max(len(inside) - 1, 1)

    def _make(
        self,
        seat: int,
        *,
        street: int,
        owed: int,
        pot: int,
        raises: int,
        calls: int,
        raises_before: int,
        acted: bool,
        behind: int,
        aggressor: int,
        raised: float,
        could_raise: bool,
    ) -> Context:
        rules, state = self._rules, self._state
        limit = rules.betting is Betting.LIMIT
        others = [state.bets[one] + state.stacks[one] for one in state.inside if one != seat]
        matched = max(max(others, default=0) - state.bets[seat], 0)
        raiser, opener = self._raiser_of(seat, aggressor), self._opener
        opening = max(self._opening, 0 if street else raises)
        if opening and opener < 0 and raiser is not None:
            opener = raiser / max(rules.players - 1, 1)
        return Context(
            limit=limit,
            street=street,
            players=rules.players,
            left=len(state.inside),
            behind=behind,
            position=self._place(seat),
            blind=self._blind[seat],
            bet=rules.bets[street] if limit else rules.big_blind,
            big_blind=rules.big_blind,
            cost=cost_in(rules, street, owed, raises),
            owed=owed,
            pot=pot,
            put_in=self._put_in[seat],
            stack=state.stacks[seat],
            raises=raises,
            calls=calls,
            raises_before=raises_before,
            opening=opening,
            last=self._last[seat],
            acted=acted,
            aggressor=aggressor,
            raised=raised,
            raiser=self._place(raiser),
            opener=opener,
            effective=min(state.stacks[seat], matched),
            could_raise=could_raise,
            could_fold=owed > 0 or rules.free_folds,
            board=self.board,
        )


def choices(seen: Observation) -> list[Choice]:
    """All choices of a hand so far, in order; a longer observation only adds to the list."""
    teller = ContextTeller(seen.rules, seen.names)
    return [told for event in seen.events if (told := teller.tell(event)) is not None]
