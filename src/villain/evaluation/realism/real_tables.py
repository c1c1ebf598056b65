"""Real tables to set others beside: stretches of hands that were played at one table of a store."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from villain.cards.card import Card
from villain.errors import VillainError
from villain.evaluation.judging import untouched
from villain.evaluation.realism.stakes import StakesOfTables
from villain.game.hand import Hand
from villain.hands.formats.format import read_hand
from villain.hands.formats.phh import FORMAT
from villain.hands.store.hand_store import IN_ORDER, HandStore

MOST_SEATS = 10
"""No agent here plays at a larger table."""

POOL = 4
"""Out of so many times as many tables the nearest are chosen."""

HELD_BACK = 0.5
"""At a table of held-back players they sit in this part of the chairs, or more."""

_STRETCHES = f"""
    SELECT concat_ws('|', site, currency, decimals, big_blind, table_name), hand, names
    FROM hands JOIN (SELECT hand, list(name) AS names FROM seats GROUP BY hand) USING (hand)
    WHERE players <= {MOST_SEATS} {{}} ORDER BY 1, {IN_ORDER}
"""
_OF_STAKES = """
    AND site IS NOT DISTINCT FROM ? AND currency IS NOT DISTINCT FROM ?
    AND decimals = ? AND big_blind = ?
"""


class TooFewTablesError(VillainError):
    """A store, or the stakes that were asked for, have too few tables to compare with."""


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


def draw_tables(
    store: HandStore,
    tables: int,
    hands: int,
    seed: int,
    stakes: StakesOfTables | None = None,
    *,
    held_back: bool = False,
) -> list[RealTable]:
    """So many stretches of so many hands, drawn at random; no player is at two of the tables.

    Fewer if the store has no more. Tables of some ``stakes``, or of all; with ``held_back`` such
    tables at which at least half of the chairs are those of players whom nothing was trained on.
    """
    stretches = _stretches(store, hands, stakes)
    if held_back:
        stretches = [one for one in stretches if one.held_back >= HELD_BACK]
    rng = np.random.default_rng((seed, 0))
    seen: set[str] = set()
    chosen: list[list[str]] = []
    for place in rng.permutation(len(stretches)).tolist():
        stretch = stretches[place]
        if len(chosen) < tables and seen.isdisjoint(stretch.names):
            seen |= stretch.names
            chosen.append(stretch.hands)
    if not chosen:
        half = " with half of the chairs held back from training" if held_back else ""
        raise TooFewTablesError(
            f"no table of {str(store.folder)!r} has {hands} hands in a row{half}; "
            "ask for fewer --hands"
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


class _Stretch(NamedTuple):
    """Identifiers of hands in a row, who played them, and what part of the chairs is held back."""

    hands: list[str]
    names: set[str]
    held_back: float


def _stretches(store: HandStore, hands: int, stakes: StakesOfTables | None) -> list[_Stretch]:
    """All that could be drawn."""
    which, parameters = "", []
    if stakes is not None:
        which = _OF_STAKES
        parameters = [stakes.site, stakes.currency, stakes.decimals, stakes.big_blind]
    is_held_back = cache(untouched)
    stretches: list[_Stretch] = []
    ids: list[str] = []
    chairs: list[str] = []
    last = None
    for table, hand, players in store.rows(_STRETCHES.format(which), parameters):
        if table != last:
            ids, chairs, last = [], [], table
        ids.append(hand)
        chairs += players
        if len(ids) == hands:
            share = sum(map(is_held_back, chairs)) / len(chairs)
            stretches.append(_Stretch(ids, set(chairs), share))
            ids, chairs = [], []
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
