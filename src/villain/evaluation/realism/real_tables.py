"""Real tables to set others beside: stretches of hands that were played at one table of a store."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from villain.cards.card import Card
from villain.errors import VillainError
from villain.game.hand import Hand
from villain.hands.formats.format import read_hand
from villain.hands.formats.phh import FORMAT
from villain.hands.money import to_amount
from villain.hands.store.hand_store import IN_ORDER, HandStore

MOST_SEATS = 10
"""No agent here plays at a larger table."""

POOL = 4
"""Out of so many times as many tables the nearest are chosen."""

_STRETCHES = f"""
    SELECT concat_ws('|', site, currency, decimals, big_blind, table_name), hand, names
    FROM hands JOIN (SELECT hand, list(name) AS names FROM seats GROUP BY hand) USING (hand)
    WHERE players <= {MOST_SEATS} ORDER BY 1, {IN_ORDER}
"""
_STAKES = """
    SELECT site, currency, decimals, mode(small_blind), big_blind, count(*) AS hands FROM hands
    GROUP BY site, currency, decimals, big_blind ORDER BY hands DESC, big_blind
"""


class TableHand(NamedTuple):
    """A hand that is over, and the cards that were shown for the pot, by seat."""

    hand: Hand
    shown: dict[int, tuple[Card, ...]]

    @property
    def showdown(self) -> list[int]:
        """The seats that were left at the end; none if everybody but one had folded."""
        left = self.hand.state.inside
        return left if len(left) > 1 else []


RealTable = list[TableHand]
"""Hands of one table, one after the other."""


def stakes_of(store: HandStore) -> str:
    """The games of a store in words, those with the most hands first; rare ones are left out."""
    rows = store.query(_STAKES).fetchall()
    total = sum(row[-1] for row in rows)
    words = []
    for site, currency, decimals, small, big, hands in rows:
        if hands >= total / 50:
            blinds = "/".join(to_amount(chips, decimals, short=True) for chips in (small, big))
            words.append(" ".join(filter(None, (site, blinds, currency))))
    return ", ".join(words)


def draw_tables(store: HandStore, tables: int, hands: int, seed: int) -> list[RealTable]:
    """So many stretches of so many hands, drawn at random; no player is at two of the tables.

    Fewer if the store has no more.
    """
    stretches = _stretches(store, hands)
    rng = np.random.default_rng((seed, 0))
    seen: set[str] = set()
    chosen: list[list[str]] = []
    for place in rng.permutation(len(stretches)).tolist():
        ids, names = stretches[place]
        if len(chosen) < tables and seen.isdisjoint(names):
            seen |= names
            chosen.append(ids)
    if not chosen:
        raise VillainError(
            f"no table of {str(store.folder)!r} has {hands} hands in a row; ask for fewer --hands"
        )
    read = _read(store, [one for ids in chosen for one in ids])
    return [[read[one] for one in ids] for ids in chosen]


def nearest_tables(
    store: HandStore, like: Sequence[RealTable], hands: int, seed: int
) -> list[RealTable]:
    """Tables of another store, one for each of these with about as many players; or fewer."""
    pool = draw_tables(store, POOL * len(like), hands, seed)
    tables = []
    for table in like:
        if pool:
            nearest = min(pool, key=lambda one: abs(_players(one) - _players(table)))
            pool.remove(nearest)
            tables.append(nearest)
    return tables


def _players(table: RealTable) -> float:
    return float(np.mean([one.hand.rules.players for one in table]))


def _stretches(store: HandStore, hands: int) -> list[tuple[list[str], set[str]]]:
    """All that could be drawn: the identifiers of hands, and the players."""
    stretches: list[tuple[list[str], set[str]]] = []
    ids: list[str] = []
    names: set[str] = set()
    last = None
    for table, hand, players in store.rows(_STRETCHES):
        if table != last:
            ids, names, last = [], set(), table
        ids.append(hand)
        names.update(players)
        if len(ids) == hands:
            stretches.append((ids, names))
            ids, names = [], set()
    return stretches


def _read(store: HandStore, ids: list[str]) -> dict[str, TableHand]:
    """These hands, by identifier."""
    marks = ", ".join("?" * len(ids))
    hands = {}
    for one, text in store.rows(f"SELECT hand, phh FROM hands WHERE hand IN ({marks})", ids):
        history, hand = read_hand(FORMAT, text)
        left = hand.state.inside
        shown = {
            seat: history.holes[seat]
            for seat in left
            if len(left) > 1 and seat in history.shown and history.holes[seat]
        }
        hands[one] = TableHand(hand, shown)
    return hands
