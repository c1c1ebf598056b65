"""The heads-up no-limit hands of a store, as the situations that their players faced."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from villain.game.public_state import PricedAction
from villain.hands.store.hand_store import IN_ORDER, HandStore
from villain.strategy.huang.abstraction import FOLD, Abstraction, faces_bet
from villain.strategy.huang.sequences import faced_in_turn

HEADS_UP = "players = 2 AND betting = 'nolimit'"

ACTIONS = f"""
    SELECT number_of_hand, actions.name, actions.seat, street, action, chips, owed, pot
    FROM actions JOIN (
        SELECT hand, row_number() OVER (ORDER BY {IN_ORDER}) AS number_of_hand
        FROM hands WHERE {HEADS_UP}
    ) USING (hand)
    ORDER BY number_of_hand, place
"""


class FacedSequence(NamedTuple):
    """Somebody's decision: the action sequence that he faced, and the number of his action."""

    name: str
    sequence: str
    action: int


def heads_up_hands(store: HandStore, abstraction: Abstraction) -> Iterator[list[FacedSequence]]:
    """The decisions of each heads-up hand, oldest hand first.

    To fold where a check is free is to leave the table, and no decision; so are the few folds to
    odd blinds, of which a sequence says nothing. Hands in which nobody decided are left out.
    """
    for _, rows in groupby(_rows(store, ACTIONS), itemgetter(0)):
        names, line = {}, []
        for _, name, seat, street, kind, chips, owed, pot in rows:
            names[seat] = name
            line.append(PricedAction(street, seat, kind, chips, 0, owed, pot))
        decided = [
            FacedSequence(names[one.seat], sequence, action)
            for one, sequence, action in decided_in(line, abstraction)
        ]
        if decided:
            yield decided


def decided_in(
    line: Iterable[PricedAction], abstraction: Abstraction
) -> Iterator[tuple[PricedAction, str, int]]:
    """Sequences faced and actions taken in a heads-up hand, where they were decisions."""
    for one, sequence, action in faced_in_turn(line, abstraction):
        if action != FOLD or (one.owed > 0 and faces_bet(sequence)):
            yield one, sequence, action


def hands_played(store: HandStore) -> dict[str, int]:
    """The number of heads-up hands that each player was dealt."""
    rows = _rows(store, f"SELECT name, sum(hands) FROM totals WHERE {HEADS_UP} GROUP BY name")
    return {name: int(hands) for name, hands in rows}


def _rows(store: HandStore, sql: str) -> Iterator[tuple[Any, ...]]:
    """Rows of the store; Ctrl-C in the midst of a long question is still a Ctrl-C."""
    try:
        yield from store.rows(sql)
    except RuntimeError as error:  # so DuckDB tells it
        if "interrupted" not in str(error).lower():
            raise
        raise KeyboardInterrupt from None
