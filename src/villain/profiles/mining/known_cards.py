"""Heads-up hands in which a player's cards are known, with what he decided in them [huang].

Two sources. In a log with all cards everybody's are known in every hand. In a hand store they are
known where they were shown, which chooses hands; that does no harm where it depends on the betting
alone. So only showdowns are read after the river was played, and of them the player who has to
show first: who raised last on the river, or, if nobody did, who was first to act.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from villain.cards.card import Card, parse_cards
from villain.cards.combo import Combo
from villain.game.public_state import PricedAction
from villain.hands.hand_history import HandHistory
from villain.hands.store.hand_store import IN_ORDER, HandStore
from villain.profiles.mining.heads_up import HEADS_UP, decided_in
from villain.strategy.huang.abstraction import Abstraction

SHOWS_FIRST = ("PokerStars",)
"""Sites where the first to act shows first after a checked river; not always at Full Tilt."""

RIVER = 3

SHOWDOWNS = f"""
    SELECT number_of_hand, site, board, actions.seat, actions.name, street, action, chips, owed,
        pot, cards
    FROM actions JOIN (
        SELECT hand, board, row_number() OVER (ORDER BY {IN_ORDER}) AS number_of_hand
        FROM hands WHERE {HEADS_UP} AND showdown AND all_in IS NULL
    ) USING (hand) JOIN (SELECT hand, seat, site, cards FROM seats) AS seats
        ON seats.hand = actions.hand AND seats.seat = actions.seat
    ORDER BY number_of_hand, place
"""


class KnownHand(NamedTuple):
    """Somebody's cards, the board, and his decisions: sequences with the numbers of actions."""

    name: str
    board: tuple[Card, ...]
    combo: Combo
    decisions: tuple[tuple[str, int], ...]


class ShowdownCounts(NamedTuple):
    """By site and whether the river saw a raise: how often the first to show was seen to."""

    hands: Counter[tuple[str, bool]]
    known: Counter[tuple[str, bool]]


def hands_with_cards(
    histories: Iterable[HandHistory], abstraction: Abstraction
) -> Iterator[KnownHand]:
    """Both players of each heads-up hand in which all cards are known."""
    for history in histories:
        if len(history.names) != 2 or not all(history.holes):
            continue
        decided = decided_by_seat(history.play().state.line, abstraction)
        for seat, (name, hole) in enumerate(zip(history.names, history.holes, strict=True)):
            if decided[seat]:
                yield KnownHand(name, history.board, Combo.of(*hole), tuple(decided[seat]))


def first_to_show(
    store: HandStore, abstraction: Abstraction, shown: ShowdownCounts
) -> Iterator[KnownHand]:
    """The players of a store who had to show first; ``shown`` counts whether they were seen to."""
    for _, group in groupby(store.rows(SHOWDOWNS), itemgetter(0)):
        rows = list(group)
        _, site, board, *_ = rows[0]
        river = [row for row in rows if row[5] == RIVER]
        raised = [row for row in river if row[6] == "raise"]
        if not river:
            continue
        _, _, _, seat, name, *_, cards = raised[-1] if raised else river[0]
        key = site, bool(raised)
        shown.hands[key] += 1
        shown.known[key] += bool(cards)
        if cards and (raised or site in SHOWS_FIRST):
            line = [
                PricedAction(street, seat, kind, chips, 0, owed, pot)
                for _, _, _, seat, _, street, kind, chips, owed, pot, *_ in rows
            ]
            decided = decided_by_seat(line, abstraction)[seat]
            combo = Combo.of(*parse_cards(cards))
            yield KnownHand(name, tuple(parse_cards(board)), combo, tuple(decided))


def decided_by_seat(
    line: Iterable[PricedAction], abstraction: Abstraction
) -> tuple[list[tuple[str, int]], list[tuple[str, int]]]:
    """Sequences and actions of each of two seats.

    >>> line = [PricedAction(0, 1, "raise", 4, 5, 1, 3), PricedAction(0, 0, "call", 3, 5, 3, 8)]
    >>> decided_by_seat(line, Abstraction())
    ([('0002', 1)], [('000', 2)])
    """
    decided: tuple[list[tuple[str, int]], list[tuple[str, int]]] = ([], [])
    for one, sequence, action in decided_in(line, abstraction):
        decided[one.seat].append((sequence, action))
    return decided
