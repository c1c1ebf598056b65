"""A hand told step by step: streets, actions, pots, odds, and equities where cards are known."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from villain.cards.card import Card
from villain.cards.combo import Combo
from villain.game.events import Acted, Board, Dealt, Event, Posted, Returned, Shown, Won
from villain.game.hand import Hand
from villain.game.public_state import PublicState
from villain.game.rules import is_holdem
from villain.game.script import WHERE
from villain.game.showdown import split_into_pots
from villain.hands.counting.counts import positions
from villain.hands.hand_history import HandHistory, uncalled
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
    left when cards come or somebody folds, if all their cards are known. ``events`` counts the
    events of the hand up to this step.
    """

    street: str
    board: tuple[Card, ...] | None
    words: str
    pot: str
    pots: tuple[str, ...]
    odds: float | None
    equities: dict[str, float]
    events: int


def steps(history: HandHistory, hand: Hand, amount: Amount | None = None) -> Iterator[HandStep]:
    """Tell a hand that is over, chips as its site wrote them unless ``amount`` says otherwise."""
    rules, blinds = history.rules, [_BLINDS.get(place, "a blind") for place in _places(history)]
    state, back = PublicState(rules), uncalled(hand)
    in_chips = amount or (lambda chips: to_amount(chips, history.origin.decimals, short=True))

    def begin(street: int, happened: int) -> HandStep:
        committed = list(state.committed)
        if back is not None and len(state.line) == len(history.actions):
            committed[back[0]] -= back[1]  # what nobody called is in no side pot
        pots = split_into_pots(committed, state.folded, state.dead)
        several = tuple(in_chips(one.chips) for one in pots) if street and len(pots) > 1 else ()
        shares, pot = equities(history, state.board, state.folded), in_chips(state.pot)
        return HandStep(STREETS[street], state.board, "", pot, several, None, shares, happened)

    for happened, event in enumerate(hand.events, 1):
        odds = pot_odds(state) if isinstance(event, Acted) else None
        bet, shares = not any(state.bets), {}
        state.follow(event)
        if isinstance(event, Board) or (isinstance(event, Dealt) and event.seat == 0):
            # The cards of all seats are dealt at once.
            last = happened + rules.players - 1 if isinstance(event, Dealt) else happened
            yield begin(state.street, last)
        if isinstance(event, Board | Dealt):
            continue
        if isinstance(event, Acted) and event.kind == "fold":
            shares = equities(history, state.board, state.folded)
        words = _words(event, history.names[event.seat], blinds[event.seat], in_chips, bet=bet)
        if isinstance(event, Posted | Acted) and event.chips and not state.stacks[event.seat]:
            words += " and is all-in"
        pot = in_chips(state.pot)
        yield HandStep(STREETS[state.street], None, words, pot, (), odds, shares, happened)
    if rake := history.rake(hand):
        words, pot = f"the house takes {in_chips(rake)} of it", in_chips(state.pot)
        yield HandStep(STREETS[state.street], None, words, pot, (), None, {}, len(hand.events))


def _places(history: HandHistory) -> tuple[str, ...]:
    places = positions(history.rules)
    return ("BB", "SB") if places == ("BB", "BTN") else places


def pot_odds(now: Hand | PublicState) -> float | None:
    """A call's share of the pot; what others have bet beyond one's own stack cannot be won."""
    if now.legal is None or now.seat is None or not now.legal.call:
        return None
    owed = now.legal.call
    return owed / (owed + to_win(owed, now.seat, now.committed))


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
