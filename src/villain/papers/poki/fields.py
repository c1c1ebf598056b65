"""Figures 8 and 9: poki's winnings, against two named fields of nine."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from villain.arena.match import Match, MatchResult
from villain.arena.statistics import rate
from villain.game.presets import limit_holdem
from villain.kernels.arrays import FloatArray
from villain.models.crowd import TRAINED_ON
from villain.papers.canvas import canvas
from villain.papers.long_matches import play_and_keep
from villain.papers.plots import AMBER, PURPLE, QUIET, RED, TEAL, rate_so_far, so_far
from villain.papers.report import Findings, Item, Setting, item, table
from villain.papers.telling import SMALL_BETS, counted

WEAK = (
    *["call"] * 2,
    *["random"] * 2,
    *["loki:passive:model=basic"] * 2,
    "loki:maniac:model=basic",
    "loki:rock:model=basic",
    "raise",
)
SOLID = (
    *["loki:bpm"] * 2,
    *["loki:bpt"] * 2,
    *["loki:bpl"] * 2,
    "loki:gom",
    "loki:som",
    "gears:every=200",
)
AGENTS = ("poki", "poki:sim-s", "poki:sim-a")
FROZEN = {
    "poki": "poki:learn=0",
    "poki:sim-s": "poki:sim-s:learn=0",
    "poki:sim-a": "poki:sim-a:learn=0",
}
"""The twin of each agent whose model learns nothing of anybody."""

LEADS = [
    *FROZEN.items(),
    ("poki:sim-s", "poki"),
    ("poki:sim-a", "poki"),
    ("poki:sim-a", "poki:sim-s"),
]
"""The pairs that are compared."""

THEIR_LEADS = {
    ("poki:sim-s", "poki"): "+0.10 ± 0.04 in self-play; -0.05 on the applet",
    ("poki:sim-a", "poki:sim-s"): "+0.04 on the applet",
    ("poki:sim-a", "poki"): "-0.01 on the applet",
}

CROWD = ("poki:sim-crowd", "poki:sim-a", "poki:sim-crowd:learn=0")
"""Not in the paper: with the crowd's network, which has met people and no program."""

CROWD_LEADS = [("poki:sim-crowd", "poki:sim-a"), ("poki:sim-crowd", "poki:sim-crowd:learn=0")]


@item("fig8", "Figure 8: the weak field")
def reproduce_figure8(setting: Setting) -> Findings:
    """The weak field, in the place of the introductory games on the IRC server."""
    theirs = {"poki": "+0.20 (text: +0.10 to +0.20)", "poki:sim-s": "+0.20", "poki:sim-a": ""}
    return _field(reproduce_figure8, WEAK, setting, theirs)


@item("fig9", "Figure 9: the solid field")
def reproduce_figure9(setting: Setting) -> Findings:
    """The solid field, in the place of the web applet and of the more advanced games."""
    theirs = {"poki": "+0.13 (IRC: +0.07 to +0.10)", "poki:sim-s": "+0.08", "poki:sim-a": "+0.12"}
    return _field(reproduce_figure9, SOLID, setting, theirs)


@item("crowd-weak", "The crowd in the weak field")
def reproduce_crowd_weak(setting: Setting) -> Findings:
    """The crowd's simulator beside the best of the paper's, in the weak field."""
    return _field(reproduce_crowd_weak, WEAK, setting, {}, CROWD, CROWD_LEADS)


@item("crowd-solid", "The crowd in the solid field")
def reproduce_crowd_solid(setting: Setting) -> Findings:
    """The same in the solid field."""
    return _field(reproduce_crowd_solid, SOLID, setting, {}, CROWD, CROWD_LEADS)


def _field(
    figure: Item[[]],
    field: tuple[str, ...],
    setting: Setting,
    theirs: dict[str, str],
    shown: tuple[str, ...] = (),
    leads: Sequence[tuple[str, str]] = (),
) -> Findings:
    """Everybody plays the same deals against the same nine, and so differences are paired."""
    shown, leads = shown or AGENTS, leads or LEADS
    agents = list(dict.fromkeys(agent for one in shown for agent in (one, FROZEN.get(one, one))))
    agents = [agent for agent in agents if agent in shown or any(agent in pair for pair in leads)]
    deals = {agent: setting.deals or _deals(agent, setting) for agent in agents}
    results: dict[str, MatchResult] = {}
    for agent, part in setting.parts(agents):
        match = Match(limit_holdem(10), (agent, *field), deals[agent], setting.seed, patience=60.0)
        name = agent.replace(":", "-").replace("=", "")
        results[agent] = play_and_keep(match, part, f"poki-{figure.name}-{name}")
    columns = {agent: result.by_deal[:, 0] for agent, result in results.items()}
    rates = {agent: rate(column) for agent, column in columns.items()}
    paired = {}
    for one, other in leads:
        both = min(len(columns[one]), len(columns[other]))
        paired[one, other] = rate(columns[one][:both] - columns[other][:both])
    sections = (
        table(
            "Winnings, in small bets a hand",
            "agent | theirs, of other fields | ours {+.3f} | 95 % interval {to+.3f}",
            ((agent, theirs.get(agent), won, won) for agent, won in rates.items()),
        ),
        table(
            "Who is ahead of whom, paired by deal",
            " | | theirs | ours {+.3f} | 95 % interval {to+.3f}",
            ((*pair, THEIR_LEADS.get(pair), lead, lead) for pair, lead in paired.items()),
        ),
    )
    notes = (
        f"Against {counted(field)}.",
        "Each agent plays its own duplicate of ten seatings against the same nine on the same "
        f"deals: {', '.join(f'{agent} {deals[agent]:,} deals' for agent in shown)}; differences "
        "are paired by deal, over the deals that both played. A frozen twin (learn=0) has the "
        "model's population and learns nothing of anybody beyond the hand.",
        TRAINED_ON if shown == CROWD else "",
    )
    data = {
        "field": field,
        "deals": deals,
        "hands_per_second": {agent: one.hands / one.seconds for agent, one in results.items()},
        "agents": rates,
        "pairs": paired,
    }
    chosen = {agent: columns[agent] for agent in shown}
    draw = partial(draw_winnings, columns=chosen, title=figure.title)
    return Findings(sections, notes, data, draw, unit=SMALL_BETS)


def _deals(agent: str, setting: Setting) -> int:
    return setting.size(30, 1_000) if "sim" in agent else setting.size(100, 10_000)


def draw_winnings(path: Path, columns: dict[str, FloatArray], title: str) -> None:
    """Small bets won so far against hands played, with bands of 95 %, and the rate a hand."""
    shortest = min(map(len, columns.values()))
    with canvas(path, 1, 2, size=(10, 4.2)) as [[left, right]]:
        for (name, column), colour in zip(
            columns.items(), (TEAL, AMBER, RED, PURPLE), strict=False
        ):
            so_far(left, column[:shortest], points=400, alpha=0.12, color=colour, label=name)
            rate_so_far(right, column, color=colour, label=f"{name}  {column.mean():+.3f}")
        for axes in (left, right):
            axes.axhline(0, **QUIET)
            axes.set_xlabel("deals (each the mean of ten seatings)")
            axes.legend(frameon=False, fontsize=8)
        right.set_xscale("log")
        left.set_ylabel("small bets won so far")
        right.set_ylabel("small bets a hand so far")
        left.set_title(title, loc="left", fontsize=10)
