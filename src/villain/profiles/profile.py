"""A player's profile: his statistics beside the population's, his style, and his leaks."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from villain.hands.counting.statistics import STATISTICS, Statistic
from villain.hands.store.hand_store import HandStore
from villain.profiles.comparison import GameAtStakes, PeerComparison, compare
from villain.profiles.leaks import ADVICE, in_words
from villain.profiles.players import find_site
from villain.profiles.population import Deviation, Prior, RateEstimate, interval
from villain.profiles.style import PlayingStyle, StylePriors, read_style
from villain.profiles.summary import StoreSummary

SURE = 0.975
"""The probability that a player differs from the population from which on it is called sure."""

LEAST_CHANCES = 10
"""Of a rate with fewer chances neither leaks nor styles are told, however sure they seem."""

LEAST_SPREADS, LEAKS = 0.5, 6
"""A leak is a sure difference of so many spreads of the population; so many are told at most."""

LEAST_PLAYERS = 4
"""So many players are a population; of fewer nothing is said but what they did."""

_NAN = float("nan")
_WON = """
    SELECT 100 * avg(net / big_blind), 100 * stddev_samp(net / big_blind) / sqrt(count(*))
    FROM seats WHERE name = ? AND site = ?
"""


class ProfileLine(NamedTuple):
    """A statistic of a player: counts, the plain rate, and what it says given the population.

    ``population`` is the mean rate of those who play his games; it and ``deviation`` are unknown
    where he had no chance, and where there are too few players to speak of a population.
    """

    statistic: Statistic
    done: int
    chances: int
    rate: RateEstimate
    estimate: RateEstimate | None
    population: float
    deviation: Deviation | None

    @property
    def direction(self) -> int:
        """1 or -1 where he surely does this more or less often than the population, or else 0."""
        if self.deviation is None or self.deviation.certainty < SURE:
            return 0
        return 1 if self.deviation.by > 0 else -1


@dataclass(frozen=True, eq=False)
class Profile:
    """All that the store says of a player."""

    name: str
    site: str
    hands: int
    bb_per_100: RateEstimate
    games: tuple[tuple[GameAtStakes, int], ...]
    lines: tuple[ProfileLine, ...]
    positions: dict[str, dict[str, tuple[int, int]]]
    style: PlayingStyle
    others: int

    @cached_property
    def leaks(self) -> list[str]:
        """The strongest differences from the population, in words."""
        strongest: dict[str, ProfileLine] = {}
        for line in sorted(self.lines, key=lambda one: -_spreads(one)):
            seen = line.chances >= LEAST_CHANCES and line.statistic.key in ADVICE
            if seen and line.direction and _spreads(line) >= LEAST_SPREADS:
                # A fold to a c-bet is a fold to a bet: one of the two will do.
                strongest.setdefault(line.statistic.key.replace("cbet", "bet"), line)
        return [
            in_words(line.statistic.key, line.rate.mean, line.done, line.chances, line.population)
            for line in list(strongest.values())[:LEAKS]
        ]


def read_profile(store: HandStore, name: str, site: str | None = None) -> Profile:
    """The profile of a player; the site need only be told where several have one of this name."""
    summary = StoreSummary(store)
    site = find_site(summary, name, site)
    comparison = compare(summary, name, site)
    lines = tuple(
        _line(statistic, *counts, prior, players)
        for statistic, counts, prior, players in zip(
            STATISTICS, comparison.counts, comparison.priors, comparison.players, strict=True
        )
    )
    return Profile(
        name,
        site,
        sum(comparison.games.values()),
        _rate_of_winning(store, name, site),
        tuple(comparison.games.items()),
        lines,
        comparison.positions,
        _style(comparison),
        comparison.others,
    )


def _rate_of_winning(store: HandStore, name: str, site: str) -> RateEstimate:
    """Big blinds in a hundred hands, with hands as units."""
    row = store.query(_WON, [name, site]).fetchone()
    mean, error = (_NAN if number is None else number for number in row or (None, None))
    return RateEstimate(mean, mean - 1.96 * error, mean + 1.96 * error)


def _line(
    statistic: Statistic, done: int, chances: int, prior: Prior | None, players: int
) -> ProfileLine:
    if prior is None:
        ratio = RateEstimate(done / chances if chances else _NAN, _NAN, _NAN)
        return ProfileLine(statistic, done, chances, ratio, None, _NAN, None)
    known = chances > 0 and players >= LEAST_PLAYERS
    return ProfileLine(
        statistic,
        done,
        chances,
        interval(done, chances),
        prior.estimate(done, chances) if known else None,
        prior.mean if known else _NAN,
        prior.deviation(done, chances) if known else None,
    )


def _style(comparison: PeerComparison) -> PlayingStyle:
    """As far as there are others to compare him with."""
    keys = [statistic.key for statistic in STATISTICS]
    places = [keys.index("vpip"), keys.index("afq")]
    vpip, aggression = (comparison.priors[place] for place in places)
    if vpip is None or aggression is None:
        return PlayingStyle(0.5, 0.5)
    seen = [
        comparison.counts[place]
        if comparison.players[place] >= LEAST_PLAYERS
        and comparison.counts[place][1] >= LEAST_CHANCES
        else (0, 0)
        for place in places
    ]
    return read_style(StylePriors(vpip, aggression), *seen)


def _spreads(line: ProfileLine) -> float:
    return abs(line.deviation.spreads) if line.deviation else 0.0
