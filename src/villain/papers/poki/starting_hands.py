"""Table 1: income rates against Sklansky's groups of starting hands [poki]."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from villain.cards.combo import CLASSES, StartingClass
from villain.kernels.arrays import FloatArray
from villain.papers.canvas import canvas
from villain.papers.plots import QUIET, RED, TEAL
from villain.papers.poki.income import BY_NAME, printed_income
from villain.papers.report import Findings, Section, Setting, item, table
from villain.papers.telling import plus_minus
from villain.strength.income import IncomeRates, income_rates
from villain.strength.iterated_income import iterated_income

GROUP_SIZES = (5, 5, 6, 8, 18, 9, 17, 16)
NOT_LISTED = len(GROUP_SIZES) + 1

MARKED = {
    "small cards for balance [1]": "T9s 98s 87s T8s 76s 97s 65s".split(),
    "unsuited connectors [2]": "87o J9o 76o 98o J8o 65o 54o".split(),
}
"""The hands that the table marks as ranked too high, by its two explanations."""

ERRORS = (("53s", "43s"), ("52s", "42s"), ("52s", "32s"))
"""The better hand, and the worse one that Sklansky ranks higher: the paper's logical errors."""

Groups = dict[StartingClass, int]


def sklansky_groups() -> Groups:
    """The group, 1 to 8, of every hand in Table 1.

    >>> [str(hand) for hand, group in sklansky_groups().items() if group == 1]
    ['AA', 'KK', 'QQ', 'JJ', 'AKs']
    """
    numbers = np.repeat(np.arange(1, NOT_LISTED), GROUP_SIZES)
    return {hand: int(number) for hand, number in zip(printed_income(), numbers, strict=False)}


@dataclass(frozen=True)
class RankCorrelation:
    """Spearman's, with a 95 % interval from resampled hands."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:+.3f} ({self.low:+.3f} to {self.high:+.3f})"


def rank_correlation(
    one: FloatArray, other: FloatArray, samples: int, rng: np.random.Generator
) -> RankCorrelation:
    """Correlate ranks, ties sharing theirs."""
    from scipy.stats import rankdata

    def spearman(chosen: FloatArray, others: FloatArray) -> float:
        return float(np.corrcoef(rankdata(chosen), rankdata(others))[0, 1])

    picks = rng.integers(len(one), size=(samples, len(one)))
    resampled = [spearman(one[pick], other[pick]) for pick in picks]
    low, high = np.quantile(resampled, (0.025, 0.975))
    return RankCorrelation(spearman(one, other), float(low), float(high))


@item("table1", "Table 1: income rates and Sklansky's groups")
def reproduce_table1(setting: Setting) -> Findings:
    """Set our rates beside theirs, group by group, and correlate them with the groups."""
    theirs, groups, ours = printed_income(), sklansky_groups(), income_rates(10)
    correlations = _correlations(setting, theirs, groups, ours)
    unlisted = [hand for hand in ours.ranked() if hand not in groups]
    errors = _errors(groups, ours)
    setting.progress(1.0)

    def own(hand: StartingClass) -> str:
        return plus_minus(ours[hand], 1.96 * ours.standard_errors[hand], "+.1f")

    sections = (
        table(
            "Ten players, thousandths of a bet",
            "group | hand | theirs {+d} | ours | apart {+.1f}",
            (
                (groups.get(hand, "none"), hand, rate, own(hand), ours[hand] - rate)
                for hand, rate in theirs.items()
            ),
        ),
        _by_group(theirs, groups, ours),
        table(
            "Rank correlation of rate and group",
            " | Spearman, 95 % interval",
            correlations.items(),
        ),
        _marked(theirs, groups, ours),
        table(
            "Logical errors: the better hand in the worse group",
            " | Sklansky's groups | ours: ahead by",
            map(_error_row, errors),
        ),
    )
    notes = (
        f"Our rates: {ours.deals:,} deals a class, seed {ours.seed}, standard errors up to "
        f"{ours.standard_errors.max():.2f}; the largest difference from theirs is "
        f"{max(abs(ours[hand] - rate) for hand, rate in theirs.items()):.1f}.",
        "A good hand has a high rate and a low group number, so agreement is a correlation "
        "towards -1. Intervals of 95 % by drawing hands anew "
        f"{setting.size(1_000, 10_000):,} times, seed {setting.seed}.",
        "The paper calls the correlation strong and prints none.",
        f"The best hands that no group lists: {unlisted[0]} and {unlisted[1]}; theirs T7s and Q7s.",
    )
    data = {
        "hands": {
            str(hand): {"group": groups.get(hand), "theirs": rate, "ours": ours[hand]}
            for hand, rate in theirs.items()
        },
        "spearman": {
            name: {"value": one.value, "ci95": [one.low, one.high]}
            for name, one in correlations.items()
        },
        "logical_errors": errors,
    }

    def draw(path: Path) -> None:
        """A column for each group, a dot for each hand."""
        drawn: list[tuple[float, StartingClass]] = []
        for group, size in enumerate(GROUP_SIZES, 1):
            hands = [hand for hand, number in groups.items() if number == group]
            for number, hand in enumerate(sorted(hands, key=lambda hand: -ours[hand])):
                drawn.append((group + 0.8 * ((number + 0.5) / size - 0.5), hand))
        with canvas(path, size=(11, 6)) as [[axes]]:
            places = [place for place, _ in drawn]
            rates = [ours[hand] for _, hand in drawn]
            axes.scatter(places, rates, color=TEAL, s=22, label="ours", zorder=2)
            style = {"facecolors": "none", "edgecolors": RED, "s": 52, "linewidths": 0.9}
            printed = [float(theirs[hand]) for _, hand in drawn]
            axes.scatter(places, printed, label="theirs", zorder=3, **style)
            for place, hand in drawn:
                small = {"textcoords": "offset points", "fontsize": 6, "ha": "center"}
                axes.annotate(str(hand), (place, ours[hand]), (0, 6), **small)
            axes.axhline(0, **QUIET)
            axes.set(
                xlabel="Sklansky's group", ylabel="income rate, ten players, thousandths of a bet"
            )
            axes.set_xticks(range(1, 9))
            axes.legend(frameon=False, loc="upper right")

    return Findings(sections, notes, data, draw)


def _by_group(theirs: Groups, groups: Groups, ours: IncomeRates) -> Section:
    rows = []
    for number in range(1, NOT_LISTED):
        hands = [hand for hand, group in groups.items() if group == number]
        rates = ours.rates[hands]
        mean = np.mean([theirs[hand] for hand in hands])
        ends = f"{rates.min():+.0f} to {rates.max():+.0f}"
        rows.append((number, len(hands), mean, rates.mean(), ends))
    columns = "group | hands | theirs, mean {+.0f} | ours, mean {+.0f} | range"
    return table("By group", columns, rows)


def _correlations(
    setting: Setting, theirs: Groups, groups: Groups, ours: IncomeRates
) -> dict[str, RankCorrelation]:
    listed = list(groups)
    everything = np.array([float(groups.get(hand, NOT_LISTED)) for hand in CLASSES])
    printed = np.array([float(theirs[hand]) for hand in listed])
    iterated = iterated_income(10).rates
    pairs = {
        "theirs, the 84 listed hands": (printed, everything[listed]),
        "ours, the 84 listed hands": (ours.rates[listed], everything[listed]),
        "ours, all 169, unlisted ones last": (ours.rates, everything),
        "ours iterated, the 84 listed hands": (iterated[listed], everything[listed]),
    }
    rng = np.random.default_rng(setting.seed)
    samples = setting.size(1_000, 10_000)
    return {
        name: rank_correlation(one, other, samples, rng)
        for name, (one, other) in setting.steps(pairs.items(), more=1)
    }


def _marked(theirs: Groups, groups: Groups, ours: IncomeRates) -> Section:
    """The distance of marked hands below the other hands of their group."""
    marked = {BY_NAME[name] for names in MARKED.values() for name in names}

    def below(names: list[str], rates: dict[StartingClass, float]) -> float:
        gaps = []
        for hand in (BY_NAME[name] for name in names):
            fellows = [h for h, group in groups.items() if group == groups[hand]]
            gaps.append(rates[hand] - np.mean([rates[h] for h in fellows if h not in marked]))
        return float(np.mean(gaps))

    printed = {hand: float(theirs[hand]) for hand in groups}
    rolled = {hand: ours[hand] for hand in groups}
    return table(
        "Hands that the paper marks: their rate less that of the others in the group",
        " | hands | theirs {+.0f} | ours {+.0f}",
        (
            (kind, len(names), below(names, printed), below(names, rolled))
            for kind, names in MARKED.items()
        ),
    )


def _error_row(error: dict[str, Any]) -> tuple[str, ...]:
    better, worse = error["groups"]
    ahead = plus_minus(error["ahead"], 1.96 * error["standard_error"], "+.1f")
    return f"{error['better']} over {error['worse']}", f"{better or 'none'} and {worse}", ahead


def _errors(groups: Groups, ours: IncomeRates) -> list[dict[str, Any]]:
    errors = []
    for better, worse in ERRORS:
        one, other = BY_NAME[better], BY_NAME[worse]
        spread = float(np.hypot(ours.standard_errors[one], ours.standard_errors[other]))
        errors.append(
            {
                "better": better,
                "worse": worse,
                "groups": [groups.get(one), groups.get(other)],
                "ahead": ours[one] - ours[other],
                "standard_error": spread,
            }
        )
    return errors
