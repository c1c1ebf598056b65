"""No-limit with the size of a bet in the chunk, which the paper wishes for most [sander]."""

from functools import partial

from villain.arena.statistics import rate
from villain.game.presets import no_limit_holdem
from villain.models.memory.named import memory_name
from villain.papers.long_matches import faults_note
from villain.papers.report import Report, Section, Setting, part_of
from villain.papers.sander.judged import Judged
from villain.papers.sander.judging import courses_against, judge
from villain.papers.sander.leads import (
    Leads,
    ahead_section,
    draw_leads,
    play_leads,
    won_section,
)
from villain.papers.sander.means import mean_of, numbers, short, told
from villain.papers.sander.printed import BASELINE, STREETS, TELLING

SIZES = "memory:sizes"
BLIND_TO_SIZES = memory_name("som", "both", folds=True)
MODELS = (SIZES, BLIND_TO_SIZES)
"""The same memory, which starts empty, with and without the size of a raise in its chunks."""

RIVALS = {"one size": f"{BASELINE}:size=0.7", "telling": TELLING}
QUICK, FULL = 100, 5_000
"""Deals, each played in both seats."""

HANDS_QUICK, HANDS_FULL = (300, 1), (3_000, 3)
"""Hands of a match that is watched, and matches against each."""


def reproduce_no_limit(setting: Setting, models: tuple[str, ...] = MODELS) -> Report:
    """Play an opponent whose sizes say nothing, and one whose sizes tell his hand."""
    deals = setting.deals or setting.size(QUICK, FULL)
    players = {name: (f"sander:model:model={name}", deals) for name in models}
    matches = part_of(setting, 0.0, 0.7)
    found = play_leads(no_limit_holdem(2), players, RIVALS, matches, "sander-no-limit")
    hands, runs = HANDS_FULL if setting.full else HANDS_QUICK
    hands = setting.deals or hands
    courses = courses_against(RIVALS.values(), hands, runs, setting.seed, no_limit_holdem(2))
    judged = judge(courses, models, part_of(setting, 0.7, 1.0))
    return Report(
        "no-limit",
        "No-limit: the size of a bet in the chunk",
        (
            won_section(found),
            ahead_section(found),
            _sizes(found, models),
            *(_errors(judged, models, name, rival) for name, rival in RIVALS.items()),
        ),
        (
            "Opponents are baseline players (0.5) in no-limit: one raises by 0.7 of the pot, the "
            f"other ({TELLING}) by half of it, or by one and a half where his chance of winning is "
            f"above 0.75. {deals:,} deals in both seats, seed {setting.seed}; fresh agents in each "
            "seat, whose memories start empty. Big blinds a hand; ± is half a 95 % interval from "
            "blocks of deals.",
            f"Watched matches: {runs} of {hands:,} hands against each, with fresh models. Where "
            "nothing comes to mind a hand counts as even. Differences are paired by hand.",
            *filter(None, (faults_note(found.results),)),
        ),
        {
            "deals": deals,
            **found.data(),
            "errors": {
                f"{name} - {rival}": [
                    numbers(mean_of(judged.errors(name)[judged.rival == spec][:, street]))
                    for street in range(len(STREETS))
                ]
                for name in models
                for rival, spec in RIVALS.items()
            },
        },
        {"no-limit.png": partial(draw_leads, leads=found.rates())},
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


def _errors(judged: Judged, models: tuple[str, ...], rival: str, spec: str) -> Section:
    """Squared errors by street, and how many less the first of the models has."""
    here = judged.rival == spec
    errors = {name: judged.errors(name)[here] for name in models}
    first, *others = models
    rows = [
        (short(name), *(told(mean_of(values[:, at])) for at in range(len(STREETS))))
        for name, values in errors.items()
    ]
    for other in others:
        less = errors[first] - errors[other]
        cells = [told(mean_of(less[:, at]), sign=True) for at in range(len(STREETS))]
        rows.append((f"{short(first)} less {short(other)}", *cells))
    return Section(
        f"Squared error of the predicted chance, {rival}", ("model", *STREETS), tuple(rows)
    )
