"""A player's counts in each of his games, beside those of everybody else who plays them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import duckdb
import numpy as np

from villain.histories.counting.statistics import COLUMNS, STATISTICS
from villain.histories.profiles.population import Prior, fit
from villain.histories.store.answers import one_line_errors

LEAST_SHARE, MOST_GAMES = 0.05, 6
"""A player is compared in the games that are such a share of his hands, but in no more games."""

_NAMES = {"limit": "limit", "nolimit": "no-limit", "potlimit": "pot-limit"}
_TABLE = (
    "CASE WHEN players = 2 THEN 'heads-up' WHEN players <= 6 THEN '3 to 6' ELSE '7 or more' END"
)
_GAME = f"betting, currency, big_blind / 10.0 ** decimals AS stake, {_TABLE} AS seats"
_SUMS = ", ".join(f"sum({column})::BIGINT AS {column}" for column in COLUMNS)
_PLAYED = f"""
    SELECT {_GAME}, sum(hands)::BIGINT AS hands
    FROM totals WHERE name = ? AND site = ? GROUP BY ALL ORDER BY hands DESC, ALL
"""
_MINE = f"""
    SELECT {_GAME}, position, sum(hands)::BIGINT AS hands, {_SUMS}
    FROM totals WHERE name = ? AND site = ? GROUP BY ALL
"""
_EVERYBODY = f"""
    SELECT betting, currency, stake, seats, {_SUMS}
    FROM (SELECT *, {_GAME} FROM totals)
    WHERE (betting, currency, stake, seats) IN ({{games}})
    GROUP BY betting, currency, stake, seats, name, site
"""

Table: TypeAlias = "np.ndarray[tuple[int, int], np.dtype[np.int64]]"


class Game(NamedTuple):
    """What is played, for how much, and at how large a table."""

    betting: str
    currency: str
    stake: float
    seats: str

    def __str__(self) -> str:
        stake = f"{self.stake:.2f}".removesuffix(".00")
        table = self.seats if self.seats == "heads-up" else f"{self.seats} players"
        name = _NAMES.get(self.betting, self.betting)
        return f"{name}, big blind {stake} {self.currency}".rstrip() + f", {table}"


@dataclass(frozen=True, eq=False)
class Comparison:
    """Hands by game, counts by position, and for each statistic all counts and a prior.

    ``priors`` are those of the populations of his games, by how many chances he had in each; None
    for a ratio. ``players`` says for each statistic how many players the prior is made from, and
    ``others`` how many played these games at all, himself included.
    """

    games: dict[Game, int]
    positions: dict[str, dict[str, tuple[int, int]]]
    counts: list[tuple[int, int]]
    priors: list[Prior | None]
    players: list[int]
    others: int


def compare(connection: duckdb.DuckDBPyConnection, name: str, site: str) -> Comparison:
    """The counts of a player whom the store has, and of the populations of his games."""
    with one_line_errors():
        played = connection.execute(_PLAYED, [name, site]).fetchall()
        rows = connection.execute(_MINE, [name, site]).fetchall()
    games = {Game(*row[:4]): row[4] for row in played}
    mine = {game: np.zeros(len(COLUMNS), np.int64) for game in games}
    positions: dict[str, dict[str, tuple[int, int]]] = {}
    for row in rows:
        mine[Game(*row[:4])] += np.array(row[6:], np.int64)
        _add_up(positions.setdefault(row[4], {"hands": (0, 0)}), row[5], row[6:])
    tables = _everybody(connection, _compared(games))
    total = np.sum(list(mine.values()), axis=0).tolist()
    priors: list[Prior | None] = []
    players = []
    for place, statistic in enumerate(STATISTICS):
        done, chances = 2 * place, 2 * place + 1
        fits = [
            (fit(table[:, done], table[:, chances]), int(mine[game][chances]))
            for game, table in tables.items()
            if statistic.kind == "rate"
        ]
        priors.append(_combine(fits) if fits else None)
        players.append(sum(int((table[:, chances] > 0).sum()) for table in tables.values()))
    counts = [(total[2 * place], total[2 * place + 1]) for place in range(len(STATISTICS))]
    ordered = dict(sorted(positions.items(), key=lambda one: _place(one[0])))
    return Comparison(games, ordered, counts, priors, players, sum(map(len, tables.values())))


def _compared(games: dict[Game, int]) -> list[Game]:
    """The games in which a player is compared with others: those that he plays most."""
    least = LEAST_SHARE * sum(games.values())
    often = [game for game, hands in games.items() if hands >= least]
    return (often or list(games))[:MOST_GAMES]


def _everybody(connection: duckdb.DuckDBPyConnection, games: Sequence[Game]) -> dict[Game, Table]:
    """For each game a row of counts for each player."""
    marks = ", ".join(["(?, ?, ?, ?)"] * len(games))
    asked: list[Any] = [value for game in games for value in game]
    with one_line_errors():
        found = connection.execute(_EVERYBODY.format(games=marks), asked).fetchnumpy()
    counts = np.stack([np.asarray(found[column], np.int64) for column in COLUMNS], axis=1)
    keys = list(zip(*(found[key] for key in Game._fields), strict=True))
    number = {tuple(game): place for place, game in enumerate(games)}
    of = np.array([number[key] for key in keys])
    return {game: counts[of == place] for place, game in enumerate(games)}


def _combine(fits: Iterable[tuple[Prior, int]]) -> Prior:
    """One prior for a player of several games: theirs, by how many chances he had in each."""
    known = [(prior, chances + 1e-9) for prior, chances in fits]
    total = sum(chances for _, chances in known)
    mean = sum(prior.mean * chances for prior, chances in known) / total
    weight = sum(prior.weight * chances for prior, chances in known) / total
    return Prior(mean * weight, (1 - mean) * weight)


def _add_up(position: dict[str, tuple[int, int]], hands: int, counts: Sequence[int]) -> None:
    position["hands"] = (position["hands"][0] + hands, 0)
    for place, statistic in enumerate(STATISTICS):
        done, chances = position.get(statistic.key, (0, 0))
        position[statistic.key] = (done + counts[2 * place], chances + counts[2 * place + 1])


def _place(position: str) -> tuple[int, int, str]:
    """Where a position stands at the table, from the small blind to the button."""
    first, _, number = position.partition("+")
    order = ("SB", "BB", "UTG", "HJ", "CO", "BTN")
    at = order.index(first) if first in order else len(order)
    return at, int(number) if number.isdecimal() else 0, position
