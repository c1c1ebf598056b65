"""Memories kept apart against one for all, with an opponent who alternates [sander]."""

from functools import partial
from pathlib import Path

import numpy as np

from villain.arena.statistics import Rate
from villain.game.presets import limit_holdem
from villain.kernels.arrays import FloatArray
from villain.models.memory.general import PLAYERS
from villain.models.memory.named import memory_name
from villain.papers.canvas import canvas
from villain.papers.long_matches import faults_note
from villain.papers.means import mean_of, means_of
from villain.papers.report import Findings, Setting, item, table
from villain.papers.sander.error_tables import compare
from villain.papers.sander.judged import JudgedHands
from villain.papers.sander.judging import courses_against, judge
from villain.papers.sander.leads import play_leads
from villain.papers.sander.printed import ALTERNATING, EVERY, HOME, RIVER, STREETS, SWEEP, short

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


@item("alternating", "Segregated memories against an opponent who alternates")
def reproduce_alternating(
    setting: Setting, models: tuple[str, ...] = (*ONE_FOR_ALL, SEGREGATED)
) -> Findings:
    """Watch an opponent who alternates, and play him."""
    hands, runs = setting.sizes(QUICK, FULL)
    hands, deals = setting.deals or hands, setting.deals_or(DEALS_QUICK, DEALS_FULL)
    courses = courses_against([ALTERNATING], hands, runs, setting.seed)
    judged = judge(courses, models, setting.part(0, 0.3))
    players = {name: (f"sander:model:model={name}", deals) for name in models}
    rivals, part = {RIVAL: ALTERNATING}, setting.part(0.3, 1)
    leads = play_leads(limit_holdem(2), players, rivals, part, "sander-alternating")
    won = leads.won()
    others = [name for name in models if name != SEGREGATED]
    behind = {name: leads.lead(SEGREGATED, RIVAL, name) for name in others}
    less = {name: compare(judged, SEGREGATED, name).difference for name in models}
    errors = table(
        f"Squared error of the predicted chance on {len(judged.number):,} hands",
        ("model", *STREETS, "segregated less it, river {±+.4f}"),
        (
            (short(name), *means_of(judged.errors(name)), less[name] if name != SEGREGATED else "")
            for name in models
        ),
        "±.4f",
    )
    winnings = table(
        "Big blinds a hand",
        "player | wins | ahead of the baseline in its seat | segregated ahead of it",
        (
            (short(name), won[name, RIVAL], leads.lead(name, RIVAL), behind.get(name))
            for name in models
        ),
        "±+.3f",
    )
    right = _right(judged)
    known = table(
        "How often segregated memories know which of both he is",
        "he is | known {±.2f}",
        right.items(),
    )
    notes = (
        f"The opponent is a baseline player who changes every {EVERY} hands between an "
        f"aggression factor of {SWEEP[-1]:g} (conservative) and {SWEEP[0]:g} (aggressive). "
        f"Watched matches: {hands:,} hands in each of {len(courses)}, seed {setting.seed}. "
        f"Played: {deals:,} deals in both seats by the modelling player with each memory. "
        "All blend, match partially and learn from showdowns only. ± is half a 95 % interval "
        "from blocks.",
        "Known is a hand, before it begins, if the kind that he then is has more of the chance "
        "than its opposite.",
        HOME,
        faults_note(leads.played.values()),
    )
    data = {
        "errors": {
            name: {"river": mean_of(judged.errors(name)[:, RIVER]), "segregated_less_it": one}
            for name, one in less.items()
        },
        **leads.data(),
        "known": right,
    }
    draw = partial(draw_chances, chances=judged.kinds[: min(hands, SHOWN)])
    return Findings((errors, winnings, known), notes, data, draw)


def _right(judged: JudgedHands) -> dict[str, Rate]:
    """By kind how often it was known that he is this and not the opposite."""
    conservative = judged.number // EVERY % 2 == 0  # so every match begins
    phases = {PLAYERS[-1]: (conservative, PLAYERS[0]), PLAYERS[0]: (~conservative, PLAYERS[-1])}
    right = {}
    for kind, (here, other) in phases.items():
        ahead = judged.kinds[:, PLAYERS.index(kind)] > judged.kinds[:, PLAYERS.index(other)]
        right[kind] = mean_of(ahead[here].astype(np.float64))
    return right


def draw_chances(path: Path, chances: FloatArray) -> None:
    """The chances of the kinds hand by hand; grey where he is conservative."""
    with canvas(path) as [[axes]]:
        for start in range(0, len(chances), 2 * EVERY):
            label = "he is conservative" if start == 0 else None
            axes.axvspan(start, min(start + EVERY, len(chances)), color="0.9", label=label)
        for kind, values in zip(PLAYERS, chances.T, strict=True):
            axes.plot(values, label=kind)
        axes.set(
            ylim=(0, 1),
            xlim=(0, len(chances)),
            xlabel="hand",
            ylabel="chance that he is of the kind",
        )
        place = {"loc": "lower center", "bbox_to_anchor": (0.5, 1), "ncols": 4}
        axes.legend(frameon=False, fontsize=8, **place)
