"""Why MC-Self-Model does worse than MC-Random: self-models that lag, and one that does not.

The thesis guesses that the self-model changes too slowly to tell how the agent plays now. If that
is so, a model that counts faster should do better and a slower one worse. The other guess is that a
model of frequencies forgets which cards it holds: then one that looks at its cards does better.
"""

from functools import partial
from pathlib import Path

import numpy as np

from villain.arena.match import Match
from villain.arena.statistics import Rate, rate
from villain.kernels.arrays import FloatArray
from villain.papers.canvas import canvas
from villain.papers.huang.checks import numbers, told
from villain.papers.huang.matches import RULES, faults_note, play_series
from villain.papers.report import Report, Section, Setting

RANDOM, NO_MODEL = "huang:mc-random", "huang:no-model"
VARIANTS = {
    "blind": "huang:mc-self-model",
    "slow": "huang:mc-self-model:own=slow",
    "fast": "huang:mc-self-model:own=fast",
    "cards": "huang:mc-self-model:cards=1",
    "exact": "huang:mc-self-model:own=exact",
    "folding": "huang:mc-random:own=random",
}
OPPONENTS = ("call", "raise", NO_MODEL, RANDOM)
QUICK, FULL = 100, 3_000
COLOURS = ("#4b3f72", "#8d99ae", "#edae49", "#00798c", "#66a182", "#d1495b")

Columns = dict[tuple[str, str], FloatArray]


def reproduce_self_models(
    setting: Setting,
    variants: dict[str, str] | None = None,
    opponents: tuple[str, ...] = OPPONENTS,
    random: str = RANDOM,
) -> Report:
    """Every self-model, and MC-Random, against the same opponents on the same deals."""
    variants = VARIANTS if variants is None else variants
    deals = setting.deals or setting.size(QUICK, FULL)
    players = variants | {"random": random}
    wanted = [
        (kind, other)
        for other in opponents
        for kind, agent in players.items()
        if agent != other  # nobody is ahead of himself
    ]
    matches = [Match(RULES, (players[kind], other), deals, setting.seed) for kind, other in wanted]
    results = play_series(matches, setting, "self-model")
    columns = {key: result.by_deal[:, 0] for key, result in zip(wanted, results, strict=True)}
    first = next(iter(variants))
    sections = (
        _winnings(columns, list(players), opponents),
        _differences(columns, first, [*list(players)[1:]], opponents),
        _differences(columns, "random", list(players)[:-1], opponents),
    )
    notes = (
        f"Each plays the same {deals:,} deals in both seats against each opponent, seed "
        f"{setting.seed}; differences are paired by deal, with 95 % intervals. "
        "blind: the agent reads itself as it reads the opponent, but does not look at its cards "
        "in a trial, and relies on its own counts alone after 100 observations in a place; slow: "
        "after 1,000; fast: after 10; cards: it acts by the strength of its hand, by the same "
        "curves as the opponent; exact: by the mixed strategies that it really chose with such "
        "hands, so that it need not guess; folding: MC-Random that folds in its trials too, as "
        "often as it does anything else; random: MC-Random.",
        "If lag were the reason, fast would be ahead of blind, and slow behind.",
        faults_note(results),
    )
    return Report(
        "self-model",
        "Why MC-Self-Model does worse",
        sections,
        tuple(filter(None, notes)),
        {
            "deals": deals,
            "winnings": {
                f"{kind} - {other}": numbers(rate(columns[kind, other])) for kind, other in wanted
            },
            f"ahead of {first}": {
                f"{kind} - {other}": numbers(found)
                for (kind, other), found in _leads(columns, first).items()
            },
        },
        {"self-model.png": partial(_draw, columns=columns, kinds=list(players), first=first)},
    )


def _leads(columns: Columns, base: str) -> dict[tuple[str, str], Rate]:
    """By how much each is ahead of one, against each opponent that both have met."""
    return {
        (kind, other): rate(column - columns[base, other])
        for (kind, other), column in columns.items()
        if kind != base and (base, other) in columns
    }


def _winnings(columns: Columns, kinds: list[str], opponents: tuple[str, ...]) -> Section:
    return Section(
        "Winnings, big blinds a hand",
        ("self-model", *opponents),
        tuple(
            (
                kind,
                *(
                    told(rate(columns[kind, other])) if (kind, other) in columns else ""
                    for other in opponents
                ),
            )
            for kind in kinds
        ),
    )


def _differences(
    columns: Columns, base: str, kinds: list[str], opponents: tuple[str, ...]
) -> Section:
    found = _leads(columns, base)
    return Section(
        f"Ahead of {base}, paired by deal, big blinds a hand",
        ("self-model", *opponents),
        tuple(
            (
                kind,
                *(
                    told(found[kind, other]) if (kind, other) in found else ""
                    for other in opponents
                ),
            )
            for kind in kinds
        ),
    )


def _draw(path: Path, columns: Columns, kinds: list[str], first: str) -> None:
    """A panel for each opponent: how far each is ahead of the first self-model."""
    leads = _leads(columns, first)
    opponents = list(dict.fromkeys(other for _, other in columns))
    shown = [kind for kind in kinds if kind != first]
    with canvas(path, 1, len(opponents), size=(3.1 * len(opponents), 3.2)) as [row]:
        for axes, other in zip(row, opponents, strict=True):
            for place, kind in enumerate(shown):
                if (kind, other) in leads:
                    found = leads[kind, other]
                    half = (found.high - found.low) / 2
                    axes.errorbar(
                        found.mean, place, xerr=half if np.isfinite(half) else 0.0, fmt="o",
                        color=COLOURS[1 + place % 5], capsize=3, markersize=7,
                    )  # fmt: skip
            axes.axvline(0, color="0.6", linewidth=0.8)
            axes.set_yticks(range(len(shown)), shown if axes is row[0] else [""] * len(shown))
            axes.set_ylim(len(shown) - 0.5, -0.5)
            axes.set_title(f"against {other}", loc="left", fontsize=10)
            axes.set_xlabel(f"ahead of {first}, bb a hand")
