"""Lines of play that might have been, played on a copy of the public state."""

from villain.game.actions import CALL, raise_to
from villain.game.events import Acted
from villain.game.observation import Observation
from villain.game.public_state import PublicState
from villain.game.situation import Situation, situation_of

BETWEEN, HALF = 0.25, 0.5
"""Bets on a street that is passed over, and on the one that is asked about, in pots."""


def facing(state: PublicState, seat: int, owed: int, raiser: int | None = None) -> PublicState:
    """The state in which a call costs a seat so much: somebody has raised, or bet less.

    The raiser is this one, or else who raised last, or else the last to act; if he lacks the chips,
    whoever has most.

    >>> from villain.game import no_limit_holdem
    >>> raised = facing(PublicState.at_start(no_limit_holdem(3)), 0, 9)
    >>> raised.owed_by(0), raised.raiser, raised.pot
    (9, 2, 13)
    """
    line = state.copy()
    owed = min(owed, line.stacks[seat])
    usual, to = line.owed_by(seat), line.bets[seat] + owed
    others = [one for one in line.inside if one != seat]
    if owed > usual and others:
        wanted = [one for one in (raiser, line.raiser, others[-1]) if one in others]
        rich = [one for one in wanted if line.bets[one] + line.stacks[one] >= to]
        by = rich[0] if rich else max(others, key=lambda one: line.bets[one] + line.stacks[one])
        to = min(to, line.bets[by] + line.stacks[by])
        if to > line.current:
            line.follow(Acted(by, "raise", to - line.bets[by], to))
    elif owed < usual:
        line.bet_less(to)
    return line


def situation_in(seen: Observation, seat: int, owed: int | None = None) -> Situation:
    """The situation of a seat in an observation, now or if a call costs it so much."""
    state = PublicState.after(seen.rules, seen.events)
    if owed is not None and owed != state.owed_by(seat):
        state = facing(state, seat, owed, seen.seat)
    return situation_of(state, seat)


def ahead(state: PublicState, seat: int, street: int, cost: int) -> PublicState:
    """The state in which a seat acts on a later street and faces nothing, a bet, or a raise.

    What is owed now is called. On streets between a small bet is made and called; on the street
    itself bets are of half the pot. The cards that come stay unknown. Where chips or rules do not
    allow as much, it is as far as they do.

    >>> from villain.game import limit_holdem
    >>> river = ahead(PublicState.at_start(limit_holdem(2)), 0, 3, 1)
    >>> river.street, river.seat, river.owed_by(0), river.pot
    (3, 0, 4, 20)
    """
    line = state.copy()
    _call_down(line)
    while line.street < street and not line.betting_over:
        line.deal()
        if line.street < street:
            _bet(line, BETWEEN)
            _call_down(line)
    first = line.seat == seat
    if cost == 1 and first:
        line.act(CALL)
    for _ in range(cost):
        _bet(line, HALF)
    if cost > 1 and line.raiser == seat and not first:
        _bet(line, HALF)  # he raised himself, and is raised again
    while line.seat not in (None, seat):
        line.act(CALL)
    return line


def _call_down(line: PublicState) -> None:
    """Everybody calls until the street is over."""
    street = line.street
    while line.seat is not None and line.street == street:
        line.act(CALL)


def _bet(line: PublicState, pots: float) -> None:
    """Whose turn it is bets or raises by so many pots, or calls where he may not."""
    legal = line.legal
    if legal is None:
        return
    if not legal.can_raise:
        line.act(CALL)
    else:
        wanted = line.current + round(pots * (line.pot + legal.call))
        line.act(raise_to(min(max(wanted, legal.least), legal.most)))
