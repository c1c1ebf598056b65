"""A player's counts in each of his games, beside those of everybody else who plays them."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import numpy as np

from villain.hands.counting.statistics import COLUMNS, STATISTICS
from villain.profiles.population import Prior, fit
from villain.profiles.summary import StoreSummary

LEAST_SHARE, MOST_GAMES = 0.05, 6
"""A player is compared in the games that are such a share of his hands, but in no more games."""

_NAMES = {"limit": "limit", "nolimit": "no-limit", "potlimit": "pot-limit"}
_COUNTS = ", ".join(COLUMNS)
_MINE = f"""
    SELECT betting, currency, stake, seats, position, hands, {_COUNTS}
    FROM {{table}} WHERE name = ? AND site = ? AND position <> ''
"""
_EVERYBODY = f"""
    SELECT {_COUNTS} FROM {{table}} WHERE position = ''
        AND betting = ? AND currency = ? AND stake = ? AND seats = ?
"""

Table: TypeAlias = "np.ndarray[tuple[int, int], np.dtype[np.int64]]"


class GameAtStakes(NamedTuple):
    """A game, its stakes, and the size of the table."""

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
class PeerComparison:
    """Hands by game, counts by position, and for each statistic all counts and a prior.

    ``priors`` are those of the populations of his games, by how many chances he had in each; None
    for a ratio. ``players`` says for each statistic how many players the prior is made from, and
    ``others`` how many played these games at all, himself included.
    """

    games: dict[GameAtStakes, int]
    positions: dict[str, dict[str, tuple[int, int]]]
    counts: list[tuple[int, int]]
    priors: list[Prior | None]
    players: list[int]
    others: int


def compare(summary: StoreSummary, name: str, site: str) -> PeerComparison:
    """The counts of a player whom the store has, and of the populations of his games."""
    games: Counter[GameAtStakes] = Counter()
    mine: dict[GameAtStakes, Table] = {}
    positions: dict[str, dict[str, tuple[int, int]]] = {}
    for row in summary.ask(_MINE, [name, site]).fetchall():
        game, position, hands, numbers = GameAtStakes(*row[:4]), row[4], row[5], row[6:]
        games[game] += hands
        mine[game] = np.vstack([mine.get(game, np.empty((0, len(numbers)), np.int64)), numbers])
        _add_up(positions.setdefault(position, {"hands": (0, 0)}), hands, numbers)
    tables = {game: _everybody(summary, game) for game in _compared(games)}
    total = np.concatenate(list(mine.values())).sum(axis=0).tolist()
    priors: list[Prior | None] = []
    players = []
    for place, statistic in enumerate(STATISTICS):
        done, chances = 2 * place, 2 * place + 1
        fits = [
            (fit(table[:, done], table[:, chances]), int(mine[game][:, chances].sum()))
            for game, table in tables.items()
            if statistic.kind == "rate"
        ]
        priors.append(_combine(fits) if fits else None)
        players.append(sum(int((table[:, chances] > 0).sum()) for table in tables.values()))
    counts = [(total[2 * place], total[2 * place + 1]) for place in range(len(STATISTICS))]
    ordered = dict(sorted(positions.items(), key=lambda one: _place(one[0])))
    return PeerComparison(
        dict(games.most_common()), ordered, counts, priors, players, sum(map(len, tables.values()))
    )


def _compared(games: Counter[GameAtStakes]) -> list[GameAtStakes]:
    """The games in which a player is compared with others: those that he plays most."""
    least = LEAST_SHARE * games.total()
    most = games.most_common(MOST_GAMES)
    return [game for game, hands in most if hands >= least] or [game for game, _ in most]


def _everybody(summary: StoreSummary, game: GameAtStakes) -> Table:
    """A row of counts for each player of a game."""
    columns = summary.ask(_EVERYBODY, list(game)).fetchnumpy()
    return np.stack([np.asarray(columns[column], np.int64) for column in COLUMNS], axis=1)


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
    """The place of a position at the table, from the small blind to the button."""
    first, _, number = position.partition("+")
    order = ("SB", "BB", "UTG", "HJ", "CO", "BTN")
    at = order.index(first) if first in order else len(order)
    return at, int(number) if number.isdecimal() else 0, position
