"""Memories kept apart against one for all, with an opponent who alternates [sander]."""

from functools import partial
from pathlib import Path

import numpy as np

from villain.arena.statistics import Rate, rate
from villain.game.presets import limit_holdem
from villain.kernels.arrays import FloatArray
from villain.models.memory.general import PLAYERS
from villain.models.memory.named import memory_name
from villain.papers.canvas import canvas
from villain.papers.long_matches import faults_note
from villain.papers.report import Report, Section, Setting, part_of
from villain.papers.sander.error_sections import compare
from villain.papers.sander.judged import Judged
from villain.papers.sander.judging import courses_against, judge
from villain.papers.sander.leads import Leads, play_leads
from villain.papers.sander.means import mean_of, numbers, short, told
from villain.papers.sander.printed import ALTERNATING, EVERY, HOME, RIVER, STREETS, SWEEP

SEGREGATED = "memory:segregated"
ONE_FOR_ALL = tuple(memory_name(kind, "both") for kind in ("som", "gom", "s+gom"))
"""One memory for all his hands; like the segregated ones they blend, and learn from showdowns."""

RIVAL = "alternating"
QUICK, FULL = (300, 1), (1_000, 5)
"""Hands of a match that is watched, and matches."""

DEALS_QUICK, DEALS_FULL = 100, 5_000
"""Deals that are played, in both seats."""

SHOWN = 400
"""The hands of the picture."""


def reproduce_alternating(
    setting: Setting, models: tuple[str, ...] = (*ONE_FOR_ALL, SEGREGATED)
) -> Report:
    """Watch an opponent who alternates, and play him."""
    hands = setting.deals or setting.size(QUICK[0], FULL[0])
    deals = setting.deals or setting.size(DEALS_QUICK, DEALS_FULL)
    courses = courses_against([ALTERNATING], hands, setting.size(QUICK[1], FULL[1]), setting.seed)
    judged = judge(courses, models, part_of(setting, 0.0, 0.3))
    players = {name: (f"sander:model:model={name}", deals) for name in models}
    part = part_of(setting, 0.3, 1.0)
    found = play_leads(limit_holdem(2), players, {RIVAL: ALTERNATING}, part, "sander-alternating")
    right = _right(judged)
    return Report(
        "alternating",
        "Segregated memories against an opponent who alternates",
        (_errors(judged, models), _winnings(found, models), _recognized(right)),
        (
            f"The opponent is a baseline player who changes every {EVERY} hands between an "
            f"aggression factor of {SWEEP[-1]:g} (conservative) and {SWEEP[0]:g} (aggressive). "
            f"Watched matches: {hands:,} hands in each of {len(courses)}, seed {setting.seed}. "
            f"Played: {deals:,} deals in both seats by the modelling player with each memory. "
            "All blend, match partially and learn from showdowns only. ± is half a 95 % interval "
            "from blocks.",
            "Known is a hand, before it begins, if the kind that he then is has more of the chance "
            "than its opposite.",
            *filter(None, (HOME, faults_note(found.results))),
        ),
        {
            "errors": {
                name: {
                    "river": numbers(mean_of(judged.errors(name)[:, RIVER])),
                    "segregated_less_it": numbers(compare(judged, SEGREGATED, name).difference),
                }
                for name in models
            },
            **found.data(),
            "known": {kind: numbers(one) for kind, one in right.items()},
        },
        {"alternating.png": partial(draw_chances, chances=judged.kinds[: min(hands, SHOWN)])},
    )


def _right(found: Judged) -> dict[str, Rate]:
    """By kind how often it was known that he is this and not the opposite."""
    conservative = found.number // EVERY % 2 == 0  # so every match begins
    phases = {PLAYERS[-1]: (conservative, PLAYERS[0]), PLAYERS[0]: (~conservative, PLAYERS[-1])}
    right = {}
    for kind, (here, other) in phases.items():
        ahead = found.kinds[:, PLAYERS.index(kind)] > found.kinds[:, PLAYERS.index(other)]
        right[kind] = mean_of(ahead[here].astype(np.float64))
    return right


def _errors(found: Judged, models: tuple[str, ...]) -> Section:
    rows = []
    for name in models:
        errors = found.errors(name)
        pair = compare(found, SEGREGATED, name)
        rows.append(
            (
                short(name),
                *(told(mean_of(errors[:, at])) for at in range(RIVER + 1)),
                told(pair.difference, sign=True) if name != SEGREGATED else "",
            )
        )
    return Section(
        f"Squared error of the predicted chance on {len(found.number):,} hands",
        ("model", *STREETS, "segregated less it, river"),
        tuple(rows),
    )


def _winnings(found: Leads, models: tuple[str, ...]) -> Section:
    rows = []
    for name in models:
        behind = rate(found.by_deal(SEGREGATED, RIVAL, name))
        rows.append(
            (
                short(name),
                told(found.played[name, RIVAL].rates()[0], 3, sign=True),
                told(rate(found.by_deal(name, RIVAL)), 3, sign=True),
                told(behind, 3, sign=True) if name != SEGREGATED else "",
            )
        )
    return Section(
        "Big blinds a hand",
        ("player", "wins", "ahead of the baseline in its seat", "segregated ahead of it"),
        tuple(rows),
    )


def _recognized(right: dict[str, Rate]) -> Section:
    return Section(
        "How often segregated memories know which of both he is",
        ("he is", "known"),
        tuple((kind, told(one, 2)) for kind, one in right.items()),
    )


def draw_chances(path: Path, chances: FloatArray) -> None:
    """The chances of the kinds hand by hand; grey where he is conservative."""
    with canvas(path) as axes:
        one = axes[0, 0]
        for start in range(0, len(chances), 2 * EVERY):
            label = "he is conservative" if start == 0 else None
            one.axvspan(start, min(start + EVERY, len(chances)), color="0.9", label=label)
        for kind, values in zip(PLAYERS, chances.T, strict=True):
            one.plot(values, label=kind)
        one.set_ylim(0, 1)
        one.set_xlim(0, len(chances))
        one.set_xlabel("hand")
        one.set_ylabel("chance that he is of the kind")
        one.legend(frameon=False, fontsize=8, loc="lower center", bbox_to_anchor=(0.5, 1), ncols=4)
