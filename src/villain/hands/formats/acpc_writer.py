"""Writes hands as ``STATE`` lines of the Annual Computer Poker Competition."""

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from villain.cards.card import Card
from villain.errors import VillainError
from villain.game.events import Acted, Board, Event
from villain.game.gamedef import read_gamedef, write_gamedef
from villain.game.hand import Hand
from villain.game.rules import Betting, Rules
from villain.hands.formats.format import RefusedError
from villain.hands.hand_history import HandHistory, winnings


def write(history: HandHistory, hand: Hand) -> str:
    """One hand as a line; refuses what a line, or the definition of its game, cannot say."""
    _check(history, hand)
    betting = write_betting(history.rules, hand.events)
    cards = write_cards(history.holes, hand.events)
    values = "|".join(map(value, hand.fair_payoffs))
    number = history.origin.number or "0"
    return f"STATE:{number}:{betting}:{cards}:{values}:{'|'.join(history.names)}\n"


def write_betting(rules: Rules, events: Iterable[Event]) -> str:
    """The actions of a hand, a slash for each new street; in no-limit raises count over the hand.

    >>> from villain.game.events import Acted, Board
    >>> from villain.game.presets import no_limit_holdem
    >>> raised = [Acted(1, "raise", 5, 6), Acted(0, "call", 4, 6), Board(1, ())]
    >>> write_betting(no_limit_holdem(2), [*raised, Acted(0, "raise", 8, 8)])
    'r6c/r14'
    """
    betting = ""
    amounts = rules.betting is Betting.NO_LIMIT
    put = [0] * rules.players
    before = _before(rules)
    for event in events:
        if isinstance(event, Board):
            betting += "/"
            before = [had + chips for had, chips in zip(before, put, strict=True)]
            put = [0] * rules.players
        elif isinstance(event, Acted):
            betting += event.kind[0]
            if event.kind == "raise" and amounts:
                betting += str(before[event.seat] + event.to)
            put[event.seat] = event.to
    return betting


def write_cards(holes: Iterable[tuple[Card, ...]], events: Iterable[Event]) -> str:
    """Everybody's cards, and those of the board by street."""
    boards = [_cards(event.cards) for event in events if isinstance(event, Board)]
    return "/".join(["|".join(map(_cards, holes)), *boards])


def value(chips: Fraction) -> str:
    """Somebody's winnings, as the competition's dealer writes them.

    >>> value(Fraction(-5, 2)), value(Fraction(100, 3)), value(Fraction(7))
    ('-2.5', '33.333333', '7')
    """
    if chips.denominator == 1:
        return str(chips.numerator)
    return f"{float(chips):.6f}".rstrip("0")


def _cards(cards: tuple[Card, ...]) -> str:
    return "".join(map(str, cards))


def _before(rules: Rules) -> list[int]:
    """Each seat's chips that do not lie in front of it: the antes."""
    return [min(rules.ante, stack) for stack in rules.stacks]


def _check(history: HandHistory, hand: Hand) -> None:
    origin, names = history.origin, history.names
    if not _definable(history.rules):
        raise RefusedError(
            "cannot be written",
            f"no game definition says {history.rules.name!r}: it has no pot-limit, no dead chips, "
            "no least bets, and antes only where there are no blinds",
        )
    if history.collected is not None and history.collected != winnings(hand):
        raise RefusedError("cannot be written", "a STATE line has no rake")
    if origin.number and not (origin.number.isdecimal() and origin.number.isascii()):
        raise RefusedError(
            "cannot be written", f"the hand's number is {origin.number[:40]!r}; it takes digits"
        )
    if any(not name.isprintable() or name != name.strip() or set(name) & {*":|"} for name in names):
        raise RefusedError("cannot be written", "a name has a ':', a '|', or odd spaces")
    left = [seat for seat, out in enumerate(hand.folded) if not out]
    if len(left) > 1 and any(history.holes[seat] and seat not in history.shown for seat in left):
        raise RefusedError("cannot be written", "somebody mucks cards that are known")


@lru_cache(maxsize=256)
def _definable(rules: Rules) -> bool:
    """True if the rules come back from a game definition, apart from what changes no hand."""
    try:
        defined = read_gamedef(write_gamedef(rules), rules.name)
    except VillainError:
        return False
    if rules.ante:
        defined = replace(defined, blinds=rules.blinds, ante=rules.ante)
    same = replace(rules, free_folds=False, dead=rules.dead if any(rules.dead) else ())
    return defined == same and all(rules.board_cards[1:])
