"""Figure 4, and the match of one against nine: what modelling wins."""

from functools import partial
from itertools import combinations
from pathlib import Path

import numpy as np

from villain.arena.match import Match, MatchResult
from villain.arena.statistics import rate
from villain.game.presets import limit_holdem
from villain.kernels.arrays import FloatArray
from villain.papers.canvas import canvas
from villain.papers.long_matches import play_and_keep
from villain.papers.plots import COLOURS, QUIET, so_far
from villain.papers.report import Findings, Setting, item, table
from villain.papers.telling import SMALL_BETS
from villain.registry import name_of
from villain.work import Workplace

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


@item("fig4", "Figure 4: five versions of Loki")
def reproduce_figure4(setting: Setting) -> Findings:
    """Two copies each of five types, ten-handed, in a duplicate of ten seatings."""
    theirs = {"loki:gom": "ahead of the basic players", "loki:som": "ahead of GOM"}
    return _table("fig4", TYPES, setting, theirs)


@item("far-styles", "Beyond Figure 4: opponents far from our style")
def reproduce_far_styles(setting: Setting) -> Findings:
    """Generic and specific models among players far from the default."""
    theirs = {"loki:som": "SOM's advantage over GOM magnified"}
    return _table("far-styles", FAR, setting, theirs)


def _table(name: str, types: tuple[str, ...], setting: Setting, theirs: dict[str, str]) -> Findings:
    deals = setting.deals_or(400, 10_000)
    match = Match(limit_holdem(10), types * 2, deals, setting.seed)
    result = play_and_keep(match, setting, f"loki-{name}")
    columns = by_type(result, types)
    rates = {kind: rate(column) for kind, column in columns.items()}
    ranked = sorted(types, key=lambda kind: -rates[kind].mean)
    pairs = {
        (one, other): rate(columns[one] - columns[other]) for one, other in combinations(ranked, 2)
    }
    won = table(
        "Winnings, in small bets a hand",
        "type | theirs | ours {+.3f} | 95 % interval {to+.3f} | $ after 100,000 hands {+,.0f}",
        (
            (kind, theirs.get(kind), *[rates[kind]] * 2, 100_000 * DOLLARS * rates[kind].mean)
            for kind in ranked
        ),
    )
    ahead = table(
        "Who is ahead of whom, paired by deal",
        " | | ahead by {+.3f} | 95 % interval {to+.3f}",
        ((*pair, lead, lead) for pair, lead in pairs.items()),
    )
    speed = result.hands / result.seconds
    counts = {"deals": deals, "hands": result.hands, "hands_per_second": speed}
    data = counts | {"types": rates, "pairs": pairs}
    note = (
        f"{deals:,} deals × 10 seatings = {result.hands:,} hands, two copies of each type, fresh "
        f"agents in every seating; {speed:,.0f} hands a second in "
        f"{Workplace.of(setting.workers)}."
    )
    draw = partial(draw_winnings, columns=columns)
    return Findings((won, ahead), [note], data, draw, unit=SMALL_BETS)


@item("som-vs-bpm", "One SOM against nine BPM")
def reproduce_som_vs_bpm(setting: Setting) -> Findings:
    """One SOM against nine BPM."""
    deals = setting.deals_or(400, 100_000)
    match = Match(limit_holdem(10), ("loki:som", *["loki:bpm"] * 9), deals, setting.seed)
    result = play_and_keep(match, setting, "loki-som-vs-bpm")
    columns = {"SOM": result.by_deal[:, 0], "BPM": result.by_deal[:, 1:].mean(axis=1)}
    som, bpm = map(rate, columns.values())
    dollars = 100_000 * DOLLARS
    section = table(
        "Winnings, in small bets a hand",
        " | theirs | ours {+.4f} | 95 % interval {to+.4f} | theirs, $ | ours, $ {+,.0f}",
        (
            ("one SOM", "+0.025", som, som, "+5,000", dollars * som.mean),
            ("each of nine BPM", "-0.003", bpm, bpm, "-550", dollars * bpm.mean),
        ),
    )
    note = (
        f"{deals:,} deals × 10 seatings = {result.hands:,} hands; dollars after 100,000 hands of "
        "$2/$4, as in the paper."
    )
    data = {"deals": deals, "found": {"loki:som": som, "loki:bpm": bpm}}
    draw = partial(draw_winnings, columns=columns)
    return Findings([section], [note], data, draw, unit=SMALL_BETS)


def draw_winnings(path: Path, columns: dict[str, FloatArray]) -> None:
    """Winnings against hands, with bands of 95 %."""
    with canvas(path) as [[axes]]:
        for (name, column), colour in zip(columns.items(), COLOURS, strict=False):
            so_far(axes, column, DOLLARS, color=colour, label=f"{name}  {column.mean():+.3f}")
        axes.axhline(0, **QUIET)
        axes.set(xlabel="hands (each the mean of ten seatings)", ylabel="dollars won in $2/$4")
        axes.legend(frameon=False, title="small bets a hand")
