"""A hand told step by step: streets, actions, pots, odds, and equities where cards are known."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from villain.cards.card import Card, show
from villain.cards.combo import Combo
from villain.game.events import Acted, Board, Dealt, Event, Posted, Returned, Shown, Won
from villain.game.hand import Hand
from villain.game.script import WHERE
from villain.histories.hand_history import HandHistory
from villain.histories.money import to_amount
from villain.strength.equities import equity

STREETS = ("Before the flop", *(where.removeprefix("on the ").capitalize() for where in WHERE[1:]))


class Step(NamedTuple):
    """What happened: new cards on the ``board`` at the start of a street, or ``words``.

    ``odds`` is the share of the pot that a call costs, for whoever has just faced a bet;
    ``equities`` are those of the players who are left, if the cards of two or more are known.
    """

    street: str
    board: tuple[Card, ...] | None
    words: str
    pot: str
    odds: float | None
    equities: dict[str, float]


def steps(history: HandHistory, hand: Hand) -> Iterator[Step]:
    """Tell a hand that is over."""
    decimals, names = history.origin.decimals, history.names
    board: tuple[Card, ...] = ()
    pot = street = 0
    bets = [0] * len(names)
    inside = set(range(len(names)))

    def amount(chips: int) -> str:
        return to_amount(chips, decimals, short=True)

    def begin() -> Step:
        shares = _equities(history, board, inside)
        return Step(STREETS[street], board, "", amount(pot), None, shares)

    began = False
    for event in hand.events:
        odds, bet = None, not any(bets)
        if isinstance(event, Dealt):
            if not began:
                began = True
                yield begin()
            continue
        if isinstance(event, Board):
            street, bets, board = event.street, [0] * len(names), board + event.cards
            yield begin()
            continue
        if isinstance(event, Posted):
            pot += event.chips
            bets[event.seat] += event.chips * (event.kind == "blind")
        elif isinstance(event, Acted):
            owed = min(max(bets) - bets[event.seat], event.chips or max(bets))
            odds = owed / (pot + owed) if owed > 0 else None
            pot += event.chips
            bets[event.seat] = event.to
            if event.kind == "fold":
                inside.discard(event.seat)
        elif isinstance(event, Returned):
            pot -= event.chips
        words = _words(event, names[event.seat], amount, bet=bet)
        yield Step(STREETS[street], None, words, amount(pot), odds, {})


def _words(event: Event, name: str, amount: Callable[[int], str], *, bet: bool) -> str:
    if isinstance(event, Posted):
        kind = "dead chips" if event.kind == "dead" else f"the {event.kind}"
        return f"{name} posts {kind} of {amount(event.chips)}"
    if isinstance(event, Acted):
        if event.kind == "raise":
            verb = "bets" if bet else "raises to"
            return f"{name} {verb} {amount(event.to)}"
        if event.kind == "call":
            return f"{name} calls {amount(event.chips)}" if event.chips else f"{name} checks"
        return f"{name} folds"
    if isinstance(event, Returned):
        return f"{name} gets {amount(event.chips)} back"
    if isinstance(event, Shown):
        return f"{name} shows {show(event.cards)}"
    assert isinstance(event, Won)
    return f"{name} wins {amount(event.chips)}" + (
        f" from side pot {event.pot}" if event.pot else ""
    )


def _equities(history: HandHistory, board: tuple[Card, ...], inside: set[int]) -> dict[str, float]:
    known = [seat for seat in sorted(inside) if history.holes[seat]]
    if len(known) < 2 or len(known) < len(inside):
        return {}
    hands = [str(Combo.of(*history.holes[seat])) for seat in known]
    shares = equity(hands, board, exact=len(board) > 0 or len(known) < 4 or None).shares
    return dict(zip((history.names[seat] for seat in known), shares, strict=True))
