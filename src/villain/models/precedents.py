"""Precedents: what a player did before in the same place, and with what hands.

They come from what everybody could see: actions, and cards that were shown. This is no
`OpponentModel`, since it says neither what somebody may hold nor what he will do. It counts what a
person would remember, so that a page can say why a model thinks what it thinks.
"""

from collections import defaultdict
from typing import NamedTuple

from villain.cards.card import Card
from villain.game.observation import Observation
from villain.game.public_state import PublicState
from villain.game.situation import shown_cards
from villain.strength.hand_value import CATEGORIES, evaluate

TEN = 8


class PastAction(NamedTuple):
    """A street, what a player did there, and how he had come in before the flop, if he had.

    What he did is ``fold``, ``check``, ``call``, ``bet`` or ``raise``.
    """

    street: int
    deed: str
    entry: str


class Precedent(NamedTuple):
    """The times somebody did this before, showed then, and had a good hand."""

    action: PastAction
    times: int = 0
    shown: int = 0
    good: int = 0


class Precedents:
    """Counts what each player did, by street and entry, and what he turned out to have.

    >>> from villain.game import CALL, Hand, limit_holdem, shuffle
    >>> import numpy as np
    >>> precedents, rules = Precedents(), limit_holdem(2)
    >>> for seed in range(2):
    ...     hand = Hand(rules, shuffle(rules, np.random.default_rng(seed)), ("Ann", "Bob"))
    ...     while not hand.over:
    ...         hand.act(CALL)
    ...     precedents.observe(hand.observation(0))
    >>> precedents.of(hand.observation(0), 1)
    Precedent(action=PastAction(street=3, deed='check', entry='call'), times=2, shown=2, good=1)
    """

    def __init__(self) -> None:
        self._counts: dict[str, dict[PastAction, list[int]]] = defaultdict(dict)

    def observe(self, seen: Observation) -> None:
        """Take in a hand that is over, from what everybody could see."""
        cards_shown = shown_cards(seen)
        for seat, action in _past_actions(seen):
            counts = self._counts[seen.names[seat]].setdefault(action, [0, 0, 0])
            counts[0] += 1
            cards = cards_shown.get(seat)
            if cards:
                dealt = sum(seen.rules.board_cards[: action.street + 1])
                counts[1] += 1
                counts[2] += is_good(cards, seen.board[:dealt])

    def of(self, seen: Observation, seat: int) -> Precedent | None:
        """What a seat did last in this hand, and how that went before; None if it has not acted."""
        actions = [action for one, action in _past_actions(seen) if one == seat]
        if not actions:
            return None
        counts = self._counts.get(seen.names[seat], {}).get(actions[-1], ())
        return Precedent(actions[-1], *counts)


def _past_actions(seen: Observation) -> list[tuple[int, PastAction]]:
    """Everything that was done in a hand so far, and by which seat."""
    entries: dict[int, str] = {}
    actions = []
    for one in PublicState.after(seen.rules, seen.events).line:
        deed = one.kind
        if deed == "call" and one.owed == 0:
            deed = "check"
        elif deed == "raise" and one.raises == 0 and one.street:
            deed = "bet"
        actions.append((one.seat, PastAction(one.street, deed, entries.get(one.seat, ""))))
        if one.street == 0 and deed != "fold":
            entries[one.seat] = deed
    return actions


def is_good(hole: tuple[Card, ...], board: tuple[Card, ...]) -> bool:
    """True if a hand is top pair or better; before the flop, a pair or two cards from ten up.

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
