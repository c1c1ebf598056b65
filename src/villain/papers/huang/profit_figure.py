"""Figure 5.1: what MC-Random wins of MC-Self-Model as their match goes on [huang]."""

from functools import partial

import numpy as np

from villain.arena.match import Match
from villain.arena.statistics import rate
from villain.papers.huang.checks import numbers, told
from villain.papers.huang.matches import RULES, faults_note, play_series
from villain.papers.huang.printed import DEVIATION, HANDS, NAMES, PROFIT
from villain.papers.huang.round_robin import FULL, QUICK
from villain.papers.huang.table_pictures import draw_profit
from villain.papers.report import Report, Section, Setting

PAIR = tuple(NAMES)[:2]
TENTHS = 10


def reproduce_figure51(setting: Setting, agents: tuple[str, ...] = PAIR) -> Report:
    """Play the match of Table 5.1 (the same, with the same seed), and add up."""
    deals = setting.deals or setting.size(QUICK, FULL)
    match = Match(RULES, agents, deals, setting.seed)
    results = play_series([match], setting, "fig51")
    column = results[0].by_deal[:, 0]
    found, names = rate(column), (agents[0], agents[1])
    spread = found.standard_error * deals
    ends = Section(
        "At the end, big blinds",
        ("", "theirs", "ours, a seat", "ours, both seats"),
        (
            ("deals", f"{HANDS:,}", f"{deals:,}", f"{deals:,}"),
            ("profit", f"{PROFIT:+,}", f"{deals * found.mean:+,.0f}", _twice(deals * found.mean)),
            ("its standard deviation", f"{DEVIATION:,}", f"{spread:,.0f}", f"{2 * spread:,.0f}"),
            (
                "profit in deviations",
                f"{PROFIT / DEVIATION:+.1f}",
                *[_score(found.mean, spread, deals)] * 2,
            ),
            ("a deal", f"{PROFIT / HANDS:+.2f}", told(found), f"{2 * found.mean:+.2f}"),
        ),
    )
    pieces = np.array_split(column, min(TENTHS, deals))
    course = Section(
        "As the match goes on, the mean of both seats",
        ("deals", "profit so far", "a hand in this part"),
        tuple(
            (f"{end:,}", f"{column[:end].sum():+,.0f}", told(rate(piece)))
            for piece, end in zip(pieces, np.cumsum([len(one) for one in pieces]), strict=True)
        ),
    )
    notes = (
        f"{names[0]} against {names[1]}, {deals:,} deals in both seats, seed {setting.seed}; in "
        "the picture the bands are 95 % around the line. The thesis does not say whether its "
        "profit is that of one seat or of both.",
        faults_note(results),
    )
    return Report(
        "fig51",
        "Figure 5.1: the profit of MC-Random against MC-Self-Model",
        (ends, course),
        tuple(filter(None, notes)),
        {"deals": deals, "profit": float(column.sum()), "deviation": spread, **numbers(found)},
        {"fig51.png": partial(draw_profit, column=column, names=names)},
    )


def _twice(value: float) -> str:
    return f"{2 * value:+,.0f}"


def _score(mean: float, spread: float, deals: int) -> str:
    return f"{deals * mean / spread:+.1f}" if 0 < spread < float("inf") else ""
