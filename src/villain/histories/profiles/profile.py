"""Who a player is: his statistics beside the population's, his style, and where he leaks."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from typing import NamedTuple

import duckdb
import numpy as np

from villain.errors import VillainError
from villain.histories.counting.statistics import COLUMNS, STATISTICS, Statistic
from villain.histories.profiles.leaks import ADVICE, in_words
from villain.histories.profiles.population import Deviation, Estimate, Prior, fit, interval
from villain.histories.profiles.style import Population, Style, read_style
from villain.histories.store.hand_store import HandStore

LEAST_SHARE = 0.05
"""A player is compared with the populations of all games in which he plays this share or more."""

SURE, LEAKS = 0.975, 6
"""How sure a difference must be to be told, and how many are told."""

_TABLE = (
    "CASE WHEN players = 2 THEN 'heads-up' WHEN players <= 6 THEN '3 to 6' ELSE '7 or more' END"
)
_GAME = f"betting, currency, big_blind / 10.0 ** decimals AS stake, {_TABLE} AS seats"
_SUMS = ", ".join(f"sum({column})::BIGINT AS {column}" for column in COLUMNS)
_MINE = f"""
    SELECT {_GAME}, position, sum(hands)::BIGINT AS hands, {_SUMS}
    FROM totals WHERE name = ? AND site = ? GROUP BY ALL ORDER BY hands DESC
"""
_OTHERS = f"""
    SELECT {_SUMS} FROM (SELECT *, {_GAME} FROM totals)
    WHERE (betting, currency, stake, seats) = (?, ?, ?, ?) GROUP BY name, site
"""
_WON = """
    SELECT 100 * avg(net / big_blind), 100 * stddev_samp(net / big_blind) / sqrt(count(*))
    FROM seats WHERE name = ? AND site = ?
"""
_PLAYERS = """
    SELECT name, site, sum(hands)::BIGINT AS hands, sum(net / big_blind) AS won,
        sum(vpip_done) / sum(vpip_chances), sum(pfr_done) / sum(pfr_chances),
        sum(afq_done) / nullif(sum(afq_chances), 0)
    FROM totals GROUP BY ALL HAVING sum(hands) >= ? ORDER BY hands DESC, name
"""


class Game(NamedTuple):
    """What is played, for how much, and at how large a table."""

    betting: str
    currency: str
    stake: float
    seats: str

    def __str__(self) -> str:
        return f"{self.betting} {self.stake:g} {self.currency}".strip() + f", {self.seats}"


class Line(NamedTuple):
    """A statistic of a player: counts, the plain rate, and what it says given the population."""

    statistic: Statistic
    done: int
    chances: int
    rate: Estimate
    estimate: Estimate | None
    population: float
    deviation: Deviation | None


class PlayerRow(NamedTuple):
    """A player in a list of players."""

    name: str
    site: str
    hands: int
    bb_per_100: float
    vpip: float
    pfr: float
    afq: float


@dataclass(frozen=True, eq=False)
class Profile:
    """All that the store says of a player."""

    name: str
    site: str
    hands: int
    bb_per_100: Estimate
    games: tuple[tuple[Game, int], ...]
    lines: tuple[Line, ...]
    positions: dict[str, dict[str, tuple[int, int]]]
    style: Style
    others: int

    @cached_property
    def leaks(self) -> list[str]:
        """The strongest differences from the population, in words."""
        found: list[Line] = []
        sure = [
            line
            for line in self.lines
            if line.deviation and line.deviation.certainty >= SURE and line.statistic.key in ADVICE
        ]
        for line in sorted(
            sure, key=lambda one: -abs(one.deviation.spreads if one.deviation else 0)
        ):
            # A fold to a c-bet is a fold to a bet: one of the two will do.
            twin = line.statistic.key.replace("cbet", "bet")
            if twin not in [one.statistic.key.replace("cbet", "bet") for one in found]:
                found.append(line)
        return [
            in_words(line.statistic.key, line.rate.mean, line.done, line.chances, line.population)
            for line in found[:LEAKS]
        ]


def list_players(store: HandStore, least: int = 500) -> list[PlayerRow]:
    """The players with at least so many hands, those with the most first."""
    return [
        PlayerRow(name, site, hands, 100 * won / hands, vpip or 0.0, pfr or 0.0, afq or 0.0)
        for name, site, hands, won, vpip, pfr, afq in store.query(_PLAYERS, [least]).fetchall()
    ]


def read_profile(store: HandStore, name: str, site: str = "") -> Profile:
    """The profile of a player; the site need only be told where two have a player of this name."""
    site = _find_site(store, name, site)
    connection = store.connect()
    rows = connection.execute(_MINE, [name, site]).fetchall()
    games: dict[Game, list[tuple[int, ...]]] = {}
    positions: dict[str, dict[str, tuple[int, int]]] = {}
    hands = 0
    for row in rows:
        counts = row[6:]
        games.setdefault(Game(*row[:4]), []).append((row[5], *counts))
        hands += row[5]
        _add_up(positions.setdefault(row[4], {"hands": (0, 0)}), row[5], counts)
    played = {game: sum(one[0] for one in some) for game, some in games.items()}
    mine = {game: np.sum([one[1:] for one in some], axis=0) for game, some in games.items()}
    priors, others = {}, 0
    for game, count in played.items():
        if count >= LEAST_SHARE * hands:
            table = np.array(connection.execute(_OTHERS, list(game)).fetchall(), np.int64)
            others += len(table)
            priors[game] = _fit_all(table)
    total = np.sum(list(mine.values()), axis=0)
    combined = [
        _combine([(priors[game][place], int(mine[game][2 * place + 1])) for game in priors])
        for place in range(len(STATISTICS))
    ]
    lines = tuple(
        _line(statistic, int(total[2 * place]), int(total[2 * place + 1]), combined[place])
        for place, statistic in enumerate(STATISTICS)
    )
    return Profile(
        name,
        site,
        hands,
        _rate_of_winning(connection, name, site),
        tuple(sorted(played.items(), key=lambda one: -one[1])),
        lines,
        positions,
        _style(lines, combined),
        others,
    )


def _find_site(store: HandStore, name: str, site: str) -> str:
    found = store.query("SELECT DISTINCT site FROM totals WHERE name = ?", [name]).fetchall()
    sites: list[str] = sorted(one for (one,) in found)
    if site and site in sites:
        return site
    if len(sites) == 1 and not site:
        return sites[0]
    if sites:
        where = " and at ".join(repr(one) for one in sites)
        raise VillainError(f"{name!r} plays at {where}; say which with --site")
    known = [one for (one,) in store.query("SELECT DISTINCT name FROM totals").fetchall()]
    near = get_close_matches(name, known, n=3)
    hint = f"did you mean {' or '.join(map(repr, near))}?" if near else "see villain players"
    raise VillainError(f"no player in this store is called {name!r}; {hint}")


def _rate_of_winning(connection: duckdb.DuckDBPyConnection, name: str, site: str) -> Estimate:
    """Big blinds in a hundred hands, with hands as units."""
    row = connection.execute(_WON, [name, site]).fetchone()
    assert row is not None
    mean, error = row[0], row[1] if row[1] is not None else float("nan")
    return Estimate(mean, mean - 1.96 * error, mean + 1.96 * error)


def _add_up(position: dict[str, tuple[int, int]], hands: int, counts: Sequence[int]) -> None:
    position["hands"] = (position["hands"][0] + hands, 0)
    for place, statistic in enumerate(STATISTICS):
        done, chances = position.get(statistic.key, (0, 0))
        position[statistic.key] = (done + counts[2 * place], chances + counts[2 * place + 1])


def _fit_all(table: "np.ndarray[tuple[int, int], np.dtype[np.int64]]") -> list[Prior | None]:
    """A prior for each statistic that is a rate."""
    return [
        fit(table[:, 2 * place], table[:, 2 * place + 1]) if statistic.kind == "rate" else None
        for place, statistic in enumerate(STATISTICS)
    ]


def _combine(priors: Iterable[tuple[Prior | None, int]]) -> Prior | None:
    """One prior for a player of several games: theirs, by how many chances he had in each."""
    known = [(prior, chances + 1e-9) for prior, chances in priors if prior is not None]
    if not known:
        return None
    total = sum(chances for _, chances in known)
    mean = sum(prior.mean * chances for prior, chances in known) / total
    weight = sum(prior.weight * chances for prior, chances in known) / total
    return Prior(mean * weight, (1 - mean) * weight)


def _line(statistic: Statistic, done: int, chances: int, prior: Prior | None) -> Line:
    if prior is None:
        ratio = done / chances if chances else float("nan")
        unknown = float("nan")
        return Line(
            statistic, done, chances, Estimate(ratio, unknown, unknown), None, unknown, None
        )
    return Line(
        statistic,
        done,
        chances,
        interval(done, chances),
        prior.estimate(done, chances),
        prior.mean,
        prior.deviation(done, chances),
    )


def _style(lines: Sequence[Line], priors: Sequence[Prior | None]) -> Style:
    at = {line.statistic.key: place for place, line in enumerate(lines)}
    vpip, afq = at["vpip"], at["afq"]
    one, other = priors[vpip], priors[afq]
    assert one is not None
    assert other is not None
    return read_style(
        Population(one, other),
        (lines[vpip].done, lines[vpip].chances),
        (lines[afq].done, lines[afq].chances),
    )
