"""Figure 4 and the match of one against nine: whether modelling wins."""

from itertools import combinations

import numpy as np

from villain.arena.match import Match, MatchResult
from villain.arena.statistics import Rate, rate
from villain.game.presets import limit_holdem
from villain.kernels.arrays import FloatArray
from villain.papers.loki.figures import draw_winnings
from villain.papers.long_matches import play_and_keep
from villain.papers.report import Report, Section, Setting
from villain.registry import name_of

TYPES = ("loki:bpm", "loki:bpt", "loki:bpl", "loki:gom", "loki:som")
FAR = (
    "loki:style=rock,model=basic",
    "loki:style=maniac,model=basic",
    "call",
    "loki:gom",
    "loki:som",
)
DOLLARS = 2
"""A small bet of the paper's $2/$4 game."""


def by_type(result: MatchResult, types: tuple[str, ...]) -> dict[str, FloatArray]:
    """Small bets a hand of each type in each deal, the mean of its copies."""
    names = [name_of(agent) for agent in result.match.agents]
    return {
        kind: np.mean(
            [result.by_deal[:, i] for i, name in enumerate(names) if name == kind], axis=0
        )
        for kind in types
    }


def reproduce_figure4(setting: Setting) -> Report:
    """Two copies each of five types, ten-handed, in a duplicate of ten seatings."""
    return _table(
        "fig4",
        "Figure 4: five versions of Loki",
        TYPES,
        setting,
        {
            "loki:gom": "ahead of the basic players",
            "loki:som": "ahead of GOM",
        },
    )


def reproduce_far_styles(setting: Setting) -> Report:
    """Generic and specific models among players far from the default."""
    return _table(
        "far-styles",
        "Beyond Figure 4: opponents far from our style",
        FAR,
        setting,
        {"loki:som": "SOM's advantage over GOM magnified"},
    )


def _table(
    item: str, title: str, types: tuple[str, ...], setting: Setting, theirs: dict[str, str]
) -> Report:
    deals = setting.deals or setting.size(400, 10_000)
    match = Match(limit_holdem(10), types * 2, deals, setting.seed)
    result = play_and_keep(match, setting, f"loki-{item}")
    columns = by_type(result, types)
    rates = {kind: rate(column) for kind, column in columns.items()}
    ranked = sorted(types, key=lambda kind: -rates[kind].mean)
    won = Section(
        "Winnings, in small bets a hand",
        ("type", "theirs", "ours", "95 % interval", "$ after 100,000 hands"),
        tuple(
            (
                kind,
                theirs.get(kind, ""),
                f"{rates[kind].mean:+.3f}",
                _interval(rates[kind]),
                f"{100_000 * DOLLARS * rates[kind].mean:+,.0f}",
            )
            for kind in ranked
        ),
    )
    pairs = {
        (one, other): rate(columns[one] - columns[other]) for one, other in combinations(ranked, 2)
    }
    differences = Section(
        "Who is ahead of whom, paired by deal",
        ("", "", "ahead by", "95 % interval"),
        tuple(
            (one, other, f"{found.mean:+.3f}", _interval(found))
            for (one, other), found in pairs.items()
        ),
    )
    data = {
        "deals": deals,
        "hands": result.hands,
        "hands_per_second": result.hands / result.seconds,
        "types": {kind: _numbers(found) for kind, found in rates.items()},
        "pairs": {f"{one} - {other}": _numbers(found) for (one, other), found in pairs.items()},
    }
    notes = (
        f"{deals:,} deals × 10 seatings = {result.hands:,} hands, two copies of each type, fresh "
        f"agents in every seating; {result.hands / result.seconds:,.0f} hands a second in "
        f"{setting.workers} process{'es' * (setting.workers != 1)}.",
    )
    return Report(
        item,
        title,
        (won, differences),
        notes,
        data,
        {f"{item}.png": lambda path: draw_winnings(path, columns, DOLLARS)},
    )


def reproduce_som_vs_bpm(setting: Setting) -> Report:
    """One SOM against nine BPM."""
    deals = setting.deals or setting.size(400, 100_000)
    match = Match(limit_holdem(10), ("loki:som", *["loki:bpm"] * 9), deals, setting.seed)
    result = play_and_keep(match, setting, "loki-som-vs-bpm")
    som, bpm = result.by_deal[:, 0], result.by_deal[:, 1:].mean(axis=1)
    found = {"loki:som": rate(som), "loki:bpm": rate(bpm)}
    dollars = 100_000 * DOLLARS
    section = Section(
        "Winnings, in small bets a hand",
        ("", "theirs", "ours", "95 % interval", "theirs, $", "ours, $"),
        (
            (
                "one SOM",
                "+0.025",
                f"{found['loki:som'].mean:+.4f}",
                _interval(found["loki:som"], 4),
                "+5,000",
                f"{dollars * found['loki:som'].mean:+,.0f}",
            ),
            (
                "each of nine BPM",
                "-0.003",
                f"{found['loki:bpm'].mean:+.4f}",
                _interval(found["loki:bpm"], 4),
                "-550",
                f"{dollars * found['loki:bpm'].mean:+,.0f}",
            ),
        ),
    )
    notes = (
        f"{deals:,} deals × 10 seatings = {result.hands:,} hands; dollars after 100,000 hands of "
        "$2/$4, as in the paper.",
    )
    return Report(
        "som-vs-bpm",
        "One SOM against nine BPM",
        (section,),
        notes,
        {"deals": deals, "found": {kind: _numbers(one) for kind, one in found.items()}},
        {"som-vs-bpm.png": lambda path: draw_winnings(path, {"SOM": som, "BPM": bpm}, DOLLARS)},
    )


def _interval(found: Rate, digits: int = 3) -> str:
    return f"{found.low:+.{digits}f} to {found.high:+.{digits}f}"


def _numbers(found: Rate) -> dict[str, object]:
    return {
        "small_bets_per_hand": found.mean,
        "standard_error": found.standard_error,
        "ci95": [found.low, found.high],
    }
