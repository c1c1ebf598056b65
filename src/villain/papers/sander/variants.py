"""What each kind of memory wins, less the baseline in its seat, paired by deal [sander]."""

from collections.abc import Mapping
from functools import partial
from itertools import pairwise

from villain.arena.match import Match
from villain.arena.statistics import rate
from villain.game.presets import limit_holdem
from villain.models.memory.model import KINDS
from villain.models.memory.named import WAYS, memory_name
from villain.papers.long_matches import faults_note
from villain.papers.report import Report, Section, Setting, part_of
from villain.papers.sander.leads import (
    ALL,
    Leads,
    ahead_section,
    draw_leads,
    play_leads,
    won_section,
)
from villain.papers.sander.means import short, spanned, told
from villain.papers.sander.printed import HOME, SWEEP, swept
from villain.papers.sander.sockets import play_twice, sockets_section

DEFAULT = "memory:blend"
MEMORIES = (
    DEFAULT,
    *(memory_name(kind, way) for kind in KINDS for way in WAYS),
    "memory:segregated",
    "memory:explicit",
)
VARIANTS = {name: f"sander:model:model={name}" for name in MEMORIES}
"""The default, and every kind asked in every way."""

QUICK, FULL, FULL_OTHERS = 100, 10_000, 2_000
"""Deals, each played in both seats: at full scale fewer for all but the default model."""

SOCKETS_QUICK, SOCKETS_FULL = 20, 250
BOUNDS = (0, 100, 300, 1_000, 3_000)
"""The deals after which a piece of the learning curve begins."""

MATCHES = 0.98
"""The matches' share of the work."""


def reproduce_variants(setting: Setting, variants: Mapping[str, str] = VARIANTS) -> Report:
    """Play all matches; the first of the variants is the default."""
    deals = setting.deals or setting.size(QUICK, FULL)
    fewer = setting.deals or setting.size(QUICK, FULL_OTHERS)
    default = next(iter(variants))
    players = {
        name: (agent, deals if name == default else fewer) for name, agent in variants.items()
    }
    part = part_of(setting, 0.0, MATCHES)
    found = play_leads(limit_holdem(2), players, swept(), part, "sander-variants")
    some = min(deals, setting.size(SOCKETS_QUICK, SOCKETS_FULL))
    twice = [
        play_twice(Match(limit_holdem(2), (variants[default], rival), some, setting.seed))
        for rival in swept().values()
    ]
    setting.progress(1.0)
    return Report(
        "variants",
        "What each memory wins, beside the baseline in its seat",
        (
            won_section(found),
            ahead_section(found),
            _musts(found, default),
            _ways(found),
            _curve(found, default),
            sockets_section(twice),
        ),
        tuple(filter(None, (_setup(deals, fewer, setting), HOME, faults_note(found.results)))),
        {
            "deals": deals,
            "deals_of_others": fewer,
            **found.data(),
            "sockets": {"same": all(one.same for one in twice), "deals": some},
        },
        {"variants.png": partial(draw_leads, leads=found.rates())},
    )


def _setup(deals: int, fewer: int, setting: Setting) -> str:
    return (
        f"Opponents are baseline players with aggression {', '.join(f'{s:g}' for s in SWEEP)}; the "
        f"player in the seat has 0.5. {deals:,} deals in both seats for the default model and the "
        f"baseline, {fewer:,} for the others (the first of the same deals), seed {setting.seed}; "
        "fresh agents in each seat. Big blinds a hand; ± is half a 95 % interval from blocks of "
        "deals. All: the mean over the opponents of each deal. blend is sander:model as it comes "
        "(memory:blend); som is sander:model:model=memory:som, and so on."
    )


def _musts(found: Leads, default: str) -> Section:
    rows = []
    for rival in (*found.rivals, ALL):
        lead = rate(found.by_deal(default, rival))
        word = "held" if lead.low > 0 else "not held"
        rows.append((f"{short(default)} against {rival}", spanned(lead), word))
    return Section(
        "What has to come out: a lead over the baseline, all of its interval above zero",
        ("claim", "lead", ""),
        tuple(rows),
    )


def _curve(found: Leads, default: str) -> Section:
    """The lead as deals go by."""
    lead = found.by_deal(default, ALL)
    bounds = [bound for bound in BOUNDS if bound < len(lead)] + [len(lead)]
    parts = list(pairwise(bounds))
    return Section(
        f"The lead of {short(default)} as the deals go by, against all opponents",
        tuple(f"{start:,} to {end:,}" for start, end in parts),
        (tuple(told(rate(lead[start:end]), 3, sign=True) for start, end in parts),),
    )


def _ways(found: Leads) -> Section:
    """What partial matching and blending bring each kind, where it was played in all ways."""
    rows = []
    for kind in KINDS:
        plain, *others = (memory_name(kind, way) for way in WAYS)
        for other in others:
            if {plain, other} <= set(found.players):
                lead = rate(found.by_deal(other, ALL, plain))
                rows.append((short(other), short(plain), told(lead, 3, sign=True)))
    return Section(
        "Ahead of plain retrieval in its seat, against all opponents",
        ("player", "plain", "ahead"),
        tuple(rows),
    )
