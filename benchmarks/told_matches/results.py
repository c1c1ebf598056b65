"""What matches say: a subject's wins, or how much more it won than another with the same chance.

What luck explains is taken out over all hands of a comparison; then each match is one number, since
its hands hang together by what was learned, and the interval is over those.
"""

from collections.abc import Sequence

import numpy as np

from benchmarks.told_matches.matches import Played, ToldMatch, Unit
from villain.arena.luck import less_luck
from villain.arena.statistics import Rate
from villain.kernels.arrays import FloatArray


def rate_over(numbers: FloatArray) -> Rate:
    """A mean with the interval of numbers that have nothing to do with each other.

    >>> one = rate_over(np.array([1.0, 2.0, 3.0]))
    >>> f"{one.mean:.2f} ({one.low:.2f} to {one.high:.2f})"
    '2.00 (-0.48 to 4.48)'
    """
    from scipy.stats import t

    mean, count = float(np.mean(numbers)) if len(numbers) else float("nan"), len(numbers)
    if count < 2:
        return Rate(mean, float("inf"), float("-inf"), float("inf"))
    error = float(numbers.std(ddof=1) / np.sqrt(count))
    half = float(t.ppf(0.975, count - 1)) * error
    return Rate(mean, error, mean - half, mean + half)


def cleared(one: Sequence[ToldMatch], other: Sequence[ToldMatch] = ()) -> FloatArray:
    """Wins without luck by match and hand; less those of others who had the same chance."""
    wins = np.array([match.wins for match in one])
    luck = np.array([match.luck for match in one])
    if other:
        wins = wins - np.array([match.wins for match in other])
        luck = np.concatenate([luck, [match.luck for match in other]], axis=2)
        luck = luck if wins.size >= 20 * luck.shape[2] else luck[:, :, :0]
    flat = luck.reshape(wins.size, -1)
    return (less_luck(wins.ravel(), flat) if flat.shape[1] else wins.ravel()).reshape(wins.shape)


def matches_of(played: Played, subject: str, opponent: str) -> dict[int, ToldMatch]:
    """The matches of a pair by their numbers."""
    return {
        unit.match: match
        for unit, match in played.items()
        if (unit.subject, unit.opponent) == (subject, opponent)
    }


def compared(
    played: Played, subject: str, opponent: str, beside: str | None
) -> tuple[list[ToldMatch], FloatArray]:
    """A subject's matches, and by match and hand what it won more than somebody beside it.

    Only matches that both have played count; beside nobody it is what the subject won.
    """
    one = matches_of(played, subject, opponent)
    if beside is None:
        numbers = sorted(one)
        return [one[number] for number in numbers], cleared([one[number] for number in numbers])
    other = matches_of(played, beside, opponent)
    numbers = sorted(set(one) & set(other))
    mine = [one[number] for number in numbers]
    return mine, cleared(mine, [other[number] for number in numbers])


def units_of(pairs: Sequence[tuple[str, str]], seed: int, hands: int, matches: int) -> list[Unit]:
    """All matches of some pairs, match by match, so that whoever stops early has all pairs."""
    return [
        Unit(subject, opponent, seed, hands, match)
        for match in range(matches)
        for subject, opponent in pairs
    ]
