"""What each kind of memory wins, less the baseline in its seat, paired by deal [sander]."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np

from villain.arena.match import Match, MatchResult
from villain.arena.statistics import Rate, rate
from villain.game.presets import limit_holdem
from villain.kernels.arrays import FloatArray
from villain.papers.canvas import canvas
from villain.papers.long_matches import Played, faults_note, play_all
from villain.papers.report import Report, Section, Setting
from villain.papers.sander.alternating import alternating_data, alternating_section, judge_changes
from villain.papers.sander.judging import numbers, told
from villain.papers.sander.printed import ALTERNATING, BASELINE, HOME, SWEEP, swept
from villain.papers.sander.sockets import play_twice, sockets_section

DEFAULT = "sander:model"
VARIANTS = {
    "blend": DEFAULT,
    "som": "sander:model:model=memory:som",
    "gom": "sander:model:model=memory:gom",
    "s+gom": "sander:model:model=memory:s+gom",
    "segregated": "sander:model:model=memory:segregated",
}
CHANGING = ("blend", "s+gom", "segregated")
"""Those that also meet the opponent who alternates."""

QUICK, FULL, FULL_OTHERS = 100, 10_000, 2_000
"""Deals, each played in both seats: at full scale fewer for all but the default model."""

SOCKETS_QUICK, SOCKETS_FULL = 20, 250
MATCHES = 0.9
"""The matches' share of the work."""

Leads = dict[tuple[str, str], FloatArray]
_PLAYED: Played = {}


def reproduce_variants(
    setting: Setting, variants: Mapping[str, str] = VARIANTS, changing: tuple[str, ...] = CHANGING
) -> Report:
    """Play all matches; the first of the variants is the default."""
    deals = setting.deals or setting.size(QUICK, FULL)
    fewer = min(deals, setting.deals or setting.size(QUICK, FULL_OTHERS))
    rivals = swept() | {"alternating": ALTERNATING}
    default = next(iter(variants))
    wanted = {
        (name, rival): Match(
            limit_holdem(2),
            (agent, spec),
            deals if name in (default, BASELINE) and rival != "alternating" else fewer,
            setting.seed,
        )
        for rival, spec in rivals.items()
        for name, agent in ({BASELINE: BASELINE} | dict(variants)).items()
        if rival != "alternating" or name in (BASELINE, *changing)
    }
    part = replace(setting, progress=lambda share: setting.progress(MATCHES * share))
    results = play_all(list(wanted.values()), part, "sander-variants", _PLAYED)
    played = dict(zip(wanted, results, strict=True))
    leads = {
        (name, rival): lead_of(played[name, rival], played[BASELINE, rival])
        for name, rival in wanted
        if name != BASELINE
    }
    leads |= {(name, "all"): np.mean([leads[name, one] for one in swept()], axis=0)
              for name in variants}  # fmt: skip
    changes = judge_changes(setting)
    setting.progress((1 + MATCHES) / 2)
    short = min(deals, setting.size(SOCKETS_QUICK, SOCKETS_FULL))
    twice = play_twice(replace(wanted[default, list(swept())[1]], deals=short))
    setting.progress(1.0)
    return Report(
        "variants",
        "What each memory wins, beside the baseline in its seat",
        (
            _won(played, variants),
            _ahead(leads, variants),
            _musts(leads, default),
            _changing(played, leads, changing),
            alternating_section(changes),
            sockets_section(twice),
        ),
        tuple(filter(None, (_setup(deals, fewer, setting), HOME, faults_note(results)))),
        {
            "deals": deals,
            "deals_of_others": fewer,
            "won": {
                f"{name} - {rival}": numbers(one.rates()[0])
                for (name, rival), one in played.items()
            },
            "leads": {
                f"{name} - {rival}": numbers(rate(one)) for (name, rival), one in leads.items()
            },
            "alternating": alternating_data(changes),
            "sockets": {"same": twice.same, "deals": short},
        },
        {"variants.png": partial(draw_leads, leads=leads, names=list(variants))},
    )


def lead_of(one: MatchResult, baseline: MatchResult) -> FloatArray:
    """By how much it won more than the baseline in every deal that both played."""
    ours = one.by_deal[:, 0]
    found: FloatArray = ours - baseline.by_deal[: len(ours), 0]
    return found


def _setup(deals: int, fewer: int, setting: Setting) -> str:
    return (
        f"Opponents are baseline players with aggression {', '.join(f'{s:g}' for s in SWEEP)}; the "
        f"player in the seat has 0.5. {deals:,} deals in both seats for the default model (blend) "
        f"and the baseline, {fewer:,} for the others (the first of the same deals), seed "
        f"{setting.seed}; fresh agents in each seat. Big blinds a hand; ± is half a 95 % interval "
        "from blocks of deals. All: the mean over the opponents of each deal."
    )


def _won(played: dict[tuple[str, str], MatchResult], variants: Mapping[str, str]) -> Section:
    return Section(
        "Big blinds a hand against each opponent",
        ("player", *swept()),
        tuple(
            (name, *(told(played[name, rival].rates()[0], 3, sign=True) for rival in swept()))
            for name in (BASELINE, *variants)
        ),
    )


def _ahead(leads: Leads, variants: Mapping[str, str]) -> Section:
    columns = (*swept(), "all")
    return Section(
        "Ahead of the baseline in its seat, paired by deal",
        ("player", "deals", *columns),
        tuple(
            (
                name,
                f"{len(leads[name, 'all']):,}",
                *(told(rate(leads[name, rival]), 3, sign=True) for rival in columns),
            )
            for name in variants
        ),
    )


def _musts(leads: Leads, default: str) -> Section:
    rows = []
    for rival in (*swept(), "all"):
        low = rate(leads[default, rival]).low
        rows.append(
            (f"{default} against {rival}", f"{low:+.3f}", "held" if low > 0 else "not held")
        )
    return Section(
        "What has to come out: a lead above zero",
        ("claim", "lower end", ""),
        tuple(rows),
    )


def _changing(
    played: dict[tuple[str, str], MatchResult], leads: Leads, changing: tuple[str, ...]
) -> Section:
    last, rows = changing[-1], []
    for name in changing:
        lead = leads[name, "alternating"]
        behind = leads[last, "alternating"] - lead
        rows.append(
            (
                name,
                told(played[name, "alternating"].rates()[0], 3, sign=True),
                told(rate(lead), 3, sign=True),
                told(rate(behind), 3, sign=True) if name != last else "",
            )
        )
    return Section(
        "Against an opponent who changes every 50 hands between 0.65 and 0.4",
        ("player", "wins", "ahead of the baseline", f"{last} ahead of it"),
        tuple(rows),
    )


def draw_leads(path: Path, leads: Leads, names: list[str]) -> None:
    """The leads with their intervals, by opponent."""
    with canvas(path) as axes:
        one, columns = axes[0, 0], (*swept(), "all")
        for number, name in enumerate(names):
            found: list[Rate] = [rate(leads[name, rival]) for rival in columns]
            places = np.arange(len(columns)) + 0.12 * (number - (len(names) - 1) / 2)
            halves = [(each.high - each.low) / 2 for each in found]
            halves = [half if np.isfinite(half) else 0.0 for half in halves]
            means = [each.mean for each in found]
            one.errorbar(places, means, halves, fmt="o", capsize=3, markersize=4, label=name)
        one.axhline(0, color="grey", linewidth=0.8)
        one.set_xticks(range(len(columns)), columns)
        one.set_xlabel("aggression factor of the opponent")
        one.set_ylabel("big blinds a hand ahead of the baseline")
        place = {"loc": "lower center", "bbox_to_anchor": (0.5, 1.0), "ncols": len(names)}
        one.legend(frameon=False, fontsize=8, **place)
