"""No-limit with the size of a bet in the chunk, which the paper wishes for most [sander]."""

from functools import partial

from villain.arena.statistics import rate
from villain.game.presets import no_limit_holdem
from villain.models.memory.named import memory_name
from villain.papers.long_matches import faults_note
from villain.papers.report import Report, Section, Setting
from villain.papers.sander.leads import (
    Leads,
    ahead_section,
    draw_leads,
    play_leads,
    won_section,
)
from villain.papers.sander.means import short, told
from villain.papers.sander.printed import BASELINE, TELLING

SIZES = "memory:sizes"
BLIND_TO_SIZES = memory_name("som", "both", folds=True)
MODELS = (SIZES, BLIND_TO_SIZES)
"""The same memory, which starts empty, with and without the size of a raise in its chunks."""

RIVALS = {"one size": f"{BASELINE}:size=0.7", "telling": TELLING}
QUICK, FULL = 100, 5_000
"""Deals, each played in both seats."""


def reproduce_no_limit(setting: Setting, models: tuple[str, ...] = MODELS) -> Report:
    """Play an opponent whose sizes say nothing, and one whose sizes tell his hand."""
    deals = setting.deals or setting.size(QUICK, FULL)
    players = {name: (f"sander:model:model={name}", deals) for name in models}
    found = play_leads(no_limit_holdem(2), players, RIVALS, setting, "sander-no-limit")
    return Report(
        "no-limit",
        "No-limit: the size of a bet in the chunk",
        (won_section(found), ahead_section(found), _sizes(found, models)),
        (
            "Opponents are baseline players (0.5) in no-limit: one raises by 0.7 of the pot, the "
            f"other ({TELLING}) by half of it, or by one and a half where his chance of winning is "
            f"above 0.75. {deals:,} deals in both seats, seed {setting.seed}; fresh agents in each "
            "seat, whose memories start empty. Big blinds a hand; ± is half a 95 % interval from "
            "blocks of deals.",
            *filter(None, (faults_note(found.results),)),
        ),
        {"deals": deals, **found.data()},
        {"no-limit.png": partial(draw_leads, found=found)},
    )


def _sizes(found: Leads, models: tuple[str, ...]) -> Section:
    first, *others = models
    return Section(
        f"{short(first)} ahead of the same memory without sizes, paired by deal",
        ("opponent", *map(short, others)),
        tuple(
            (rival, *(told(rate(found.by_deal(first, rival, one)), 3, sign=True) for one in others))
            for rival in found.rivals
        ),
    )
