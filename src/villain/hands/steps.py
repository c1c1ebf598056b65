"""A hand told step by step: streets, actions, pots, odds, and equities where cards are known."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from villain.cards.card import Card
from villain.cards.combo import Combo
from villain.game.actions import Action
from villain.game.deal import Deal
from villain.game.events import Acted, Board, Dealt, Event, Posted, Returned, Shown, Won
from villain.game.hand import Hand
from villain.game.rules import is_holdem
from villain.game.script import WHERE
from villain.game.showdown import split_into_pots
from villain.hands.counting.counts import positions
from villain.hands.hand_history import HandHistory
from villain.hands.money import to_amount
from villain.strength.equities import MOST_PLAYERS, equity

STREETS = ("Before the flop", *(where.removeprefix("on the ").capitalize() for where in WHERE[1:]))
_BLINDS = {"SB": "the small blind", "BB": "the big blind"}

Amount = Callable[[int], str]


class HandStep(NamedTuple):
    """One step of a hand: new cards on the ``board`` at the start of a street, or ``words``.

    ``pot`` is all that lies there afterwards; ``pots`` are main and side pots at the start of a
    street, where there are several. ``odds`` is what a call has to win at least, for whoever faced
    a bet: its share of the pot that it could win. ``equities`` are those of the players who are
    left when cards come or somebody folds, if all their cards are known.
    """

    street: str
    board: tuple[Card, ...] | None
    words: str
    pot: str
    pots: tuple[str, ...]
    odds: float | None
    equities: dict[str, float]


def steps(history: HandHistory, hand: Hand) -> Iterator[HandStep]:
    """Tell a hand that is over."""
    rules, blinds = history.rules, [_BLINDS.get(place, "a blind") for place in _places(history)]
    # Another one is played beside it: it knows what had to be called, and what lay where.
    beside = Hand(rules, Deal(history.holes, history.board), history.names, check=False)
    pot, began, left = 0, False, list(rules.stacks)
    board: tuple[Card, ...] = ()

    def amount(chips: int) -> str:
        return to_amount(chips, history.origin.decimals, short=True)

    def begin(street: int) -> HandStep:
        pots = split_into_pots(beside.committed, beside.folded, _dead(history))
        several = tuple(amount(one.chips) for one in pots) if street and len(pots) > 1 else ()
        shares = equities(history, board, beside.folded)
        return HandStep(STREETS[street], board, "", amount(pot), several, None, shares)

    street = 0
    for event in hand.events:
        odds, shares, bet = None, {}, False
        if isinstance(event, Dealt):
            if not began:
                began = True
                yield begin(0)
            continue
        if isinstance(event, Board):
            street, board = event.street, board + event.cards
            yield begin(street)
            continue
        if isinstance(event, Posted):
            pot += event.chips
        elif isinstance(event, Acted):
            odds, bet = pot_odds(beside), not any(beside.bets)
            beside.act(Action(event.kind, event.to if event.kind == "raise" else 0))
            pot += event.chips
            if event.kind == "fold":
                shares = equities(history, board, beside.folded)
        elif isinstance(event, Returned):
            pot -= event.chips
        words = _words(event, history.names[event.seat], blinds[event.seat], amount, bet=bet)
        if isinstance(event, Posted | Acted):
            left[event.seat] -= event.chips
            words += " and is all-in" if event.chips and not left[event.seat] else ""
        yield HandStep(STREETS[street], None, words, amount(pot), (), odds, shares)
    if rake := history.rake(hand):
        words = f"the house takes {amount(rake)} of it"
        yield HandStep(STREETS[street], None, words, amount(pot), (), None, {})


def _places(history: HandHistory) -> tuple[str, ...]:
    places = positions(history.rules)
    return ("BB", "SB") if places == ("BB", "BTN") else places


def _dead(history: HandHistory) -> tuple[int, ...]:
    pairs = zip(history.rules.dead, history.rules.stacks, strict=False)
    return tuple(min(dead, stack) for dead, stack in pairs)


def pot_odds(hand: Hand) -> float | None:
    """A call's share of the pot; what others have bet beyond one's own stack cannot be won."""
    if hand.legal is None or hand.seat is None or not hand.legal.call:
        return None
    owed = hand.legal.call
    return owed / (owed + to_win(owed, hand.seat, hand.committed))


def to_win(owed: int, seat: int, committed: Sequence[int]) -> int:
    """The chips that a seat can win by a call: from each of the others no more than its own."""
    most = committed[seat] + owed
    return sum(min(put, most) for put in committed)


def _words(event: Event, name: str, blind: str, amount: Amount, *, bet: bool) -> str:
    if isinstance(event, Posted):
        kind = {"dead": "dead chips", "ante": "the ante"}.get(event.kind, blind)
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
        return f"{name} shows {' '.join(card.symbol for card in event.cards)}"
    assert isinstance(event, Won)
    return f"{name} wins {amount(event.chips)}" + (
        f" from side pot {event.pot}" if event.pot else ""
    )


def equities(history: HandHistory, board: tuple[Card, ...], folded: list[bool]) -> dict[str, float]:
    """Of those who are left; the known cards of the others are dead."""
    left = [seat for seat, out in enumerate(folded) if not out]
    if not is_holdem(history.rules):
        return {}
    if not 2 <= len(left) <= MOST_PLAYERS or not all(history.holes[seat] for seat in left):
        return {}
    dead = [card for seat, out in enumerate(folded) if out for card in history.holes[seat]]
    hands = [str(Combo.of(*history.holes[seat])) for seat in left]
    shares = equity(hands, board, dead=dead, exact=True).shares
    return dict(zip((history.names[seat] for seat in left), shares, strict=True))
