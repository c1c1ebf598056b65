"""Table 1: income rates against Sklansky's groups of starting hands [poki]."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from villain.cards.combo import CLASSES, StartingClass
from villain.kernels.arrays import FloatArray
from villain.papers.poki.income import printed_income
from villain.papers.poki.preflop_figures import draw_groups
from villain.papers.report import Report, Section, Setting
from villain.strength.income import IncomeRates, income_rates
from villain.strength.iterated_income import iterated_income

GROUP_SIZES = (5, 5, 6, 8, 18, 9, 17, 16)
NOT_LISTED = len(GROUP_SIZES) + 1

_BALANCING = "T9s 98s 87s T8s 76s 97s 65s".split()
_CONNECTORS = "87o J9o 76o 98o J8o 65o 54o".split()
MARKED = {
    "small cards for balance [1]": _BALANCING,
    "unsuited connectors [2]": _CONNECTORS,
}
"""What the table marks as ranked too high, by its two kinds of explanation."""

ERRORS = (("53s", "43s"), ("52s", "42s"), ("52s", "32s"))
"""The better hand, and the worse one that Sklansky ranks higher: the paper's logical errors."""


def sklansky_groups() -> dict[StartingClass, int]:
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


def reproduce_table1(setting: Setting) -> Report:
    """Set our rates beside theirs, group by group, and correlate them with the groups."""
    theirs, groups, ours = printed_income(), sklansky_groups(), income_rates(10)
    correlations = _correlations(setting, theirs, groups, ours)
    unlisted = [hand for hand in ours.ranked() if hand not in groups]
    setting.progress(1.0)
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
    return Report(
        "table1",
        "Table 1: income rates and Sklansky's groups",
        (
            _hands(theirs, groups, ours),
            _by_group(theirs, groups, ours),
            Section(
                "Rank correlation of rate and group",
                ("", "Spearman, 95 % interval"),
                tuple((name, str(found)) for name, found in correlations.items()),
            ),
            _marked(theirs, groups, ours),
            _errors(groups, ours),
        ),
        notes,
        {
            "hands": {
                str(hand): {"group": groups.get(hand), "theirs": rate, "ours": ours[hand]}
                for hand, rate in theirs.items()
            },
            "spearman": {
                name: {"value": found.value, "ci95": [found.low, found.high]}
                for name, found in correlations.items()
            },
            "logical_errors": _error_data(groups, ours),
        },
        {
            "table1.png": lambda path: draw_groups(
                path,
                [
                    (str(hand), group, float(theirs[hand]), ours[hand])
                    for hand, group in groups.items()
                ],
            )
        },
    )


def _hands(
    theirs: dict[StartingClass, int], groups: dict[StartingClass, int], ours: IncomeRates
) -> Section:
    rows = [
        (
            str(groups.get(hand, "none")),
            str(hand),
            f"{rate:+d}",
            f"{ours[hand]:+.1f} ±{1.96 * ours.standard_errors[hand]:.1f}",
            f"{ours[hand] - rate:+.1f}",
        )
        for hand, rate in theirs.items()
    ]
    return Section(
        "Ten players, thousandths of a bet", ("group", "hand", "theirs", "ours", "apart"), (*rows,)
    )


def _by_group(
    theirs: dict[StartingClass, int], groups: dict[StartingClass, int], ours: IncomeRates
) -> Section:
    rows = []
    for number in range(1, NOT_LISTED):
        hands = [hand for hand, group in groups.items() if group == number]
        found = ours.rates[hands]
        rows.append(
            (
                str(number),
                str(len(hands)),
                f"{np.mean([theirs[hand] for hand in hands]):+.0f}",
                f"{found.mean():+.0f}",
                f"{found.min():+.0f} to {found.max():+.0f}",
            )
        )
    return Section("By group", ("group", "hands", "theirs, mean", "ours, mean", "range"), (*rows,))


def _correlations(
    setting: Setting,
    theirs: dict[StartingClass, int],
    groups: dict[StartingClass, int],
    ours: IncomeRates,
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
    found = {}
    for number, (name, (one, other)) in enumerate(pairs.items()):
        found[name] = rank_correlation(one, other, samples, rng)
        setting.tell(number + 1, len(pairs) + 1)
    return found


def _marked(
    theirs: dict[StartingClass, int], groups: dict[StartingClass, int], ours: IncomeRates
) -> Section:
    """How far below its group's other hands a marked hand is."""
    by_name = {str(hand): hand for hand in groups}
    all_marked = {by_name[name] for names in MARKED.values() for name in names}

    def below(hand: StartingClass, rates: dict[StartingClass, float]) -> float:
        fellows = [h for h, group in groups.items() if group == groups[hand]]
        return rates[hand] - float(np.mean([rates[h] for h in fellows if h not in all_marked]))

    printed = {hand: float(theirs[hand]) for hand in groups}
    rolled = {hand: ours[hand] for hand in groups}
    rows = tuple(
        (
            kind,
            str(len(names)),
            f"{np.mean([below(by_name[name], printed) for name in names]):+.0f}",
            f"{np.mean([below(by_name[name], rolled) for name in names]):+.0f}",
        )
        for kind, names in MARKED.items()
    )
    return Section(
        "Hands that the paper marks: their rate less that of the others in the group",
        ("", "hands", "theirs", "ours"),
        rows,
    )


def _errors(groups: dict[StartingClass, int], ours: IncomeRates) -> Section:
    rows = tuple(
        (
            f"{found['better']} over {found['worse']}",
            f"{found['groups'][0] or 'none'} and {found['groups'][1]}",
            f"{found['ahead']:+.1f} ±{1.96 * found['standard_error']:.1f}",
        )
        for found in _error_data(groups, ours)
    )
    return Section(
        "Logical errors: the better hand in the worse group",
        ("", "Sklansky's groups", "ours: ahead by"),
        rows,
    )


def _error_data(groups: dict[StartingClass, int], ours: IncomeRates) -> list[dict[str, Any]]:
    by_name = {str(hand): hand for hand in CLASSES}
    found = []
    for better, worse in ERRORS:
        one, other = by_name[better], by_name[worse]
        error = float(np.hypot(ours.standard_errors[one], ours.standard_errors[other]))
        found.append(
            {
                "better": better,
                "worse": worse,
                "groups": [groups.get(one), groups.get(other)],
                "ahead": ours[one] - ours[other],
                "standard_error": error,
            }
        )
    return found
