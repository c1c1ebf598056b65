"""Why one thinks what one thinks: what a player did before in the same place, and with what hands.

All of it is public: actions, and cards that were shown.
"""

from collections import defaultdict

from villain.cards.card import Card
from villain.game.observation import Observation
from villain.game.situation import Decision, decisions, shown_cards
from villain.strength.hand_value import CATEGORIES, evaluate

STREETS = ("before the flop", "the flop", "the turn", "the river")
DEEDS = {"fold": "folded", "call": "called", "raise": "raised", "check": "checked", "bet": "bet"}
ENTRIES = {"raise": "raising", "call": "calling", "check": "checking"}
TEN = 8

Place = tuple[int, str, str]
"""A street, what was done there, and how one had come in before the flop."""


class Memory:
    """How often each player did what, how often he showed then, and how often it was good."""

    def __init__(self) -> None:
        self._seen: dict[str, dict[Place, list[int]]] = defaultdict(dict)

    def add(self, seen: Observation) -> None:
        """Take in a hand that is over, from what everybody could see."""
        shown = shown_cards(seen)
        for name, place, decision in _places(seen):
            found = self._seen[name].setdefault(place, [0, 0, 0])
            found[0] += 1
            cards = shown.get(decision.seat)
            if cards:
                found[1] += 1
                found[2] += is_good(cards, decision.situation.board)

    def evidence(self, seen: Observation, seat: int, *, you: bool) -> str:
        """What a player did last in this hand, and what it meant before."""
        who = "you" if you else seen.names[seat]
        last = [(place, one) for _, place, one in _places(seen) if one.seat == seat]
        if not last:
            return f"{who} {'have' if you else 'has'} not acted in this hand."
        place, _ = last[-1]
        times, shown, good = self._seen.get(seen.names[seat], {}).get(place, (0, 0, 0))
        deed = _in_words(who, place)
        if not times:
            return f"{deed}: not seen before."
        often = f"{deed}: seen {times} time{'s' * (times != 1)} before"
        if not shown:
            return f"{often}, never shown."
        what = "top pair or better" if place[0] else "a pair or two cards from ten up"
        return f"{often}, {shown} of them shown, {good} with {what}."


def _places(seen: Observation) -> list[tuple[str, Place, Decision]]:
    came: dict[int, str] = {}
    found = []
    for one in decisions(seen):
        kind, street = one.kind, one.situation.street
        if kind == "call" and one.situation.owed == 0:
            kind = "check"
        elif kind == "raise" and one.situation.raises == 0 and street:
            kind = "bet"
        found.append((one.name, (street, kind, came.get(one.seat, "")), one))
        if street == 0 and kind != "fold":
            came[one.seat] = kind
    return found


def _in_words(who: str, place: Place) -> str:
    street, kind, came = place
    deed = f"{who} {DEEDS[kind]}"
    if street == 0:
        return f"{deed} {STREETS[0]}" + (f" after {ENTRIES[came]}" if came else "")
    where = (
        f"{deed} {STREETS[street]}" if kind in ("bet", "raise") else f"{deed} on {STREETS[street]}"
    )
    return f"{where} after {ENTRIES[came]} before it" if came else where


def is_good(hole: tuple[Card, ...], board: tuple[Card, ...]) -> bool:
    """Top pair or better; before the flop a pair, or two cards from ten up.

    >>> from villain.cards.card import parse_cards
    >>> [is_good(parse_cards(hand), parse_cards("Kd 7c 2s")) for hand in ("KhQh", "AhAs", "8h7h")]
    [True, True, False]
    """
    ranks = [card.rank for card in hole]
    if not board:
        return ranks[0] == ranks[1] or min(ranks) >= TEN
    top = max(card.rank for card in board)
    if top in ranks or (ranks[0] == ranks[1] and ranks[0] > top):
        return True
    value = evaluate((*hole, *board))
    strong = CATEGORIES.index(value.category) > CATEGORIES.index("pair")
    return strong and any(card in value.best for card in hole)
