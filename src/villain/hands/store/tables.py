"""The tables of the hand store, and the rows that a hand makes in them.

``hands`` has a row for each hand, ``seats`` one for each player in it with what the statistics
count, ``actions`` one for each decision, and ``totals`` sums of ``seats`` by player, game and
position, so that profiles need not read the rest.
"""

import time
from collections.abc import Sequence

import numpy as np
import pyarrow as pa

from villain.cards.card import Card
from villain.game.hand import Hand
from villain.hands.counting.counts import count
from villain.hands.counting.statistics import COLUMNS
from villain.hands.formats.format import RefusedError
from villain.hands.formats.phh_writer import write
from villain.hands.hand_history import HandHistory
from villain.hands.store.identity import identity

GAME = {
    "site": pa.string(),
    "betting": pa.string(),
    "currency": pa.string(),
    "decimals": pa.int8(),
    "big_blind": pa.int64(),
    "players": pa.int8(),
}
"""What is played, and for how much: repeated in several tables, so that few joins are needed."""

HANDS = pa.schema(
    {
        "hand": pa.string(),
        "number": pa.string(),
        "played": pa.timestamp("s"),
        "zone": pa.string(),
        **GAME,
        "small_blind": pa.int64(),
        "ante": pa.int64(),
        "tournament": pa.string(),
        "table_name": pa.string(),
        "hero": pa.string(),
        "board": pa.string(),
        "street": pa.int8(),
        "showdown": pa.bool_(),
        "all_in": pa.int8(),
        "pot": pa.int64(),
        "rake": pa.int64(),
        "source": pa.string(),
        "placed": pa.int64(),
        "phh": pa.string(),
    }
)
_COUNTS = dict.fromkeys(COLUMNS, pa.uint8())
SEATS = pa.schema(
    {
        "hand": pa.string(),
        "seat": pa.int8(),
        "name": pa.string(),
        "position": pa.string(),
        "stack": pa.int64(),
        "cards": pa.string(),
        "shown": pa.bool_(),
        "net": pa.int64(),
        "showdown": pa.bool_(),
        "played": pa.timestamp("s"),
        "number": pa.string(),
        "placed": pa.int64(),
        **GAME,
        **_COUNTS,
    }
)
ACTIONS = pa.schema(
    {
        "hand": pa.string(),
        "place": pa.int32(),
        "seat": pa.int8(),
        "name": pa.string(),
        "street": pa.int8(),
        "action": pa.string(),
        "chips": pa.int64(),
        "owed": pa.int64(),
        "pot": pa.int64(),
        "players_left": pa.int8(),
        "raises": pa.int32(),
    }
)
TOTALS = pa.schema(
    {
        "name": pa.string(),
        **GAME,
        "position": pa.string(),
        "hands": pa.int64(),
        "net": pa.int64(),
        **dict.fromkeys(COLUMNS, pa.int64()),
    }
)
MOST_CHIPS = 10**13
"""Nobody has more; so the sums of a batch fit their columns."""

SCHEMAS = {"hands": HANDS, "seats": SEATS, "actions": ACTIONS, "totals": TOTALS}


class Rows:
    """Rows of hands in the making, column by column."""

    def __init__(self) -> None:
        self.ids: set[str] = set()
        self._began = time.time_ns()
        self._hands: list[tuple[object, ...]] = []
        self._seats: list[tuple[object, ...]] = []
        self._counts = bytearray()
        self._actions: list[tuple[object, ...]] = []

    def __len__(self) -> int:
        return len(self._hands)

    def add(self, history: HandHistory, hand: Hand, source: str, placed: int | None = None) -> bool:
        """Add a hand; False if it is there already. Raises a `RefusedError` if it does not fit.

        ``placed`` is for a hand that had its place in the order before.
        """
        key = identity(history)
        if key in self.ids:
            return False
        text = write(history, hand)
        _check(history, text)
        self.ids.add(key)
        rules, origin = history.rules, history.origin
        game = (
            origin.site,
            rules.betting.value,
            origin.currency,
            origin.decimals,
            rules.stake,
            rules.players,
        )
        if placed is None:
            placed = self._began + len(self._hands)  # the order in which hands came
        rake, showdown = history.rake(hand), hand.folded.count(False) > 1
        line = hand.state.line
        last = line[-1].street if line else 0
        self._hands.append(
            (
                key,
                origin.number,
                origin.time,
                origin.zone,
                *game,
                min((blind for blind in rules.blinds if blind), default=0),
                rules.ante,
                origin.tournament,
                origin.table,
                history.names[origin.hero] if origin.hero is not None else "",
                _cards(history.board),
                hand.street,
                showdown,
                last if showdown and last < rules.streets - 1 else None,
                sum(hand.committed),
                rake,
                source,
                placed,
                text,
            )
        )
        net, counts = history.net(hand), count(hand)
        for seat, (position, numbers) in enumerate(counts):
            self._seats.append(
                (
                    key,
                    seat,
                    history.names[seat],
                    position,
                    rules.stacks[seat],
                    _cards(history.holes[seat]),
                    seat in history.shown,
                    net[seat],
                    showdown and not hand.folded[seat],
                    origin.time,
                    origin.number,
                    placed,
                    *game,
                )
            )
            self._counts += bytes(numbers)
        for place, one in enumerate(line):
            self._actions.append(
                (
                    key,
                    place,
                    one.seat,
                    history.names[one.seat],
                    one.street,
                    one.kind,
                    one.chips,
                    one.owed,
                    one.pot,
                    one.left,
                    one.raises,
                )
            )
        return True

    def tables(self) -> dict[str, pa.Table]:
        """What there is, as tables; the totals are sums."""
        if not self._hands:
            return {name: schema.empty_table() for name, schema in SCHEMAS.items()}
        seats = _table(self._seats, SEATS)
        counts = np.frombuffer(bytes(self._counts), np.uint8).reshape(-1, len(COLUMNS))
        for number, column in enumerate(COLUMNS):
            seats = seats.append_column(column, pa.array(counts[:, number].copy()))
        return {
            "hands": _table(self._hands, HANDS),
            "seats": seats,
            "actions": _table(self._actions, ACTIONS),
            "totals": totals_of(seats),
        }


def _check(history: HandHistory, text: str) -> None:
    """Raise unless everything that a hand says can be kept."""
    rules = history.rules
    most = max(*rules.stacks, *rules.blinds, *rules.bets, *rules.dead, rules.ante)
    if most > MOST_CHIPS:
        raise RefusedError("too many chips", f"{most:,}, and the store counts to {MOST_CHIPS:,}")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise RefusedError("not UTF-8", "it has halves of characters") from None


def totals_of(seats: pa.Table) -> pa.Table:
    """The sums of a table of seats, by player, game and position."""
    keys = ["name", *GAME, "position"]
    sums = [("net", "sum"), *((column, "sum") for column in COLUMNS)]
    found = seats.group_by(keys).aggregate([("hand", "count"), *sums])
    found = found.rename_columns([_total_name(name) for name in found.column_names])
    return found.select(TOTALS.names).cast(TOTALS)


def _total_name(column: str) -> str:
    return "hands" if column == "hand_count" else column.removesuffix("_sum")


def _table(rows: Sequence[tuple[object, ...]], schema: pa.Schema) -> pa.Table:
    """Rows as a table; columns of the schema that the rows do not have are left out."""
    columns = list(zip(*rows, strict=True))
    fields = list(schema)[: len(columns)]
    arrays = [pa.array(column, field.type) for column, field in zip(columns, fields, strict=True)]
    return pa.table(arrays, pa.schema(fields))


def _cards(cards: tuple[Card, ...]) -> str:
    return "".join([str(card) for card in cards])
