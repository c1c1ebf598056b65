"""Figures 8 and 9: poki's winnings, against two named fields of nine."""

from collections.abc import Sequence
from math import isfinite
from typing import Any

from villain.arena.match import Match
from villain.arena.statistics import Rate, rate
from villain.game.presets import limit_holdem
from villain.kernels.arrays import FloatArray
from villain.models.crowd import TRAINED_ON
from villain.papers.long_matches import play_and_keep
from villain.papers.poki.winnings_figure import draw_winnings
from villain.papers.report import Report, Section, Setting

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
"""Who is compared with whom."""

CROWD = ("poki:sim-crowd", "poki:sim-a", "poki:sim-crowd:learn=0")
"""Not in the paper: with the crowd's network, which has met people and no program."""

CROWD_LEADS = [("poki:sim-crowd", "poki:sim-a"), ("poki:sim-crowd", "poki:sim-crowd:learn=0")]


def reproduce_figure8(setting: Setting) -> Report:
    """The weak field, in the place of the introductory games on the IRC server."""
    theirs = {"poki": "+0.20 (text: +0.10 to +0.20)", "poki:sim-s": "+0.20", "poki:sim-a": ""}
    return _field("fig8", "Figure 8: the weak field", WEAK, setting, theirs)


def reproduce_figure9(setting: Setting) -> Report:
    """The solid field, in the place of the web applet and of the more advanced games."""
    theirs = {"poki": "+0.13 (IRC: +0.07 to +0.10)", "poki:sim-s": "+0.08", "poki:sim-a": "+0.12"}
    return _field("fig9", "Figure 9: the solid field", SOLID, setting, theirs)


def reproduce_crowd_weak(setting: Setting) -> Report:
    """The crowd's simulator beside the best of the paper's, in the weak field."""
    title = "The crowd in the weak field"
    return _field("crowd-weak", title, WEAK, setting, {}, CROWD, CROWD_LEADS)


def reproduce_crowd_solid(setting: Setting) -> Report:
    """The same in the solid field."""
    title = "The crowd in the solid field"
    return _field("crowd-solid", title, SOLID, setting, {}, CROWD, CROWD_LEADS)


def _field(
    item: str,
    title: str,
    field: tuple[str, ...],
    setting: Setting,
    theirs: dict[str, str],
    shown: tuple[str, ...] = (),
    leads: Sequence[tuple[str, str]] = (),
) -> Report:
    """Everybody plays the same deals against the same nine, and so differences are paired."""
    shown, leads = shown or AGENTS, leads or LEADS
    agents = list(dict.fromkeys(agent for one in shown for agent in (one, FROZEN.get(one, one))))
    agents = [agent for agent in agents if agent in shown or any(agent in pair for pair in leads)]
    deals = {agent: setting.deals or _deals(agent, setting) for agent in agents}
    columns: dict[str, FloatArray] = {}
    hands, seconds = dict.fromkeys(agents, 0), dict.fromkeys(agents, 0.0)
    for number, agent in enumerate(agents):

        def part(share: float, number: int = number) -> None:
            setting.progress((number + share) / len(agents))

        match = Match(limit_holdem(10), (agent, *field), deals[agent], setting.seed, patience=60.0)
        name = agent.replace(":", "-").replace("=", "")
        result = play_and_keep(match, setting, f"poki-{item}-{name}", part)
        columns[agent] = result.by_deal[:, 0]
        hands[agent], seconds[agent] = result.hands, result.seconds
    rates = {agent: rate(column) for agent, column in columns.items()}
    paired = {(one, other): _paired(columns[one], columns[other]) for one, other in leads}
    notes = (
        f"Against {_roll(field)}.",
        "Each agent plays its own duplicate of ten seatings against the same nine on the same "
        f"deals: {', '.join(f'{agent} {deals[agent]:,} deals' for agent in shown)}; differences "
        "are paired by deal, over the deals that both played. A frozen twin (learn=0) has the "
        "model's population and learns nothing of anybody beyond the hand.",
        *([TRAINED_ON] if shown == CROWD else []),
    )
    data: dict[str, Any] = {
        "field": list(field),
        "deals": deals,
        "hands_per_second": {agent: hands[agent] / seconds[agent] for agent in agents},
        "agents": {agent: _numbers(found) for agent, found in rates.items()},
        "pairs": {f"{one} - {other}": _numbers(found) for (one, other), found in paired.items()},
    }
    drawn = {agent: columns[agent] for agent in shown}
    return Report(
        item,
        title,
        (_winnings(agents, rates, theirs), _differences(paired)),
        notes,
        data,
        {f"{item}.png": lambda path: draw_winnings(path, drawn, title)},
    )


def _deals(agent: str, setting: Setting) -> int:
    if "sim" in agent:
        return setting.size(30, 1_000)
    return setting.size(100, 10_000)


def _paired(one: FloatArray, other: FloatArray) -> Rate:
    both = min(len(one), len(other))
    return rate(one[:both] - other[:both])


def _winnings(agents: list[str], rates: dict[str, Rate], theirs: dict[str, str]) -> Section:
    return Section(
        "Winnings, in small bets a hand",
        ("agent", "theirs, of other fields", "ours", "95 % interval"),
        tuple(
            (agent, theirs.get(agent, ""), f"{rates[agent].mean:+.3f}", _interval(rates[agent]))
            for agent in agents
        ),
    )


def _differences(paired: dict[tuple[str, str], Rate]) -> Section:
    theirs = {
        ("poki:sim-s", "poki"): "+0.10 ± 0.04 in self-play; -0.05 on the applet",
        ("poki:sim-a", "poki:sim-s"): "+0.04 on the applet",
        ("poki:sim-a", "poki"): "-0.01 on the applet",
    }
    return Section(
        "Who is ahead of whom, paired by deal",
        ("", "", "theirs", "ours", "95 % interval"),
        tuple(
            (one, other, theirs.get((one, other), ""), f"{found.mean:+.3f}", _interval(found))
            for (one, other), found in paired.items()
        ),
    )


def _roll(field: Sequence[str]) -> str:
    """Who is in a field, with how often."""
    parts = []
    for name in dict.fromkeys(field):
        times = field.count(name)
        parts.append(f"{times} × {name}" if times > 1 else name)
    return ", ".join(parts)


def _interval(found: Rate) -> str:
    if not isfinite(found.low):
        return "too few deals"
    return f"{found.low:+.3f} to {found.high:+.3f}"


def _numbers(found: Rate) -> dict[str, object]:
    return {
        "small_bets_per_hand": found.mean,
        "standard_error": found.standard_error,
        "ci95": [found.low, found.high],
    }
