"""Figure 5: the analysis player and the simulation player against all tables of three."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations_with_replacement, permutations, product
from pathlib import Path

import numpy as np

from villain.arena.freezeout_series import FreezeOutSeries
from villain.arena.statistics import Share, share
from villain.game.presets import one_card, one_card_free_folds
from villain.papers.baker.readings import TEXT, TwoReadings, best_reading, show_pair
from villain.papers.canvas import canvas
from villain.papers.long_matches import do_all
from villain.papers.plots import QUIET, RED, TEAL
from villain.papers.report import Findings, Section, Setting, grid, item, table
from villain.papers.telling import plus_minus
from villain.strategy.one_card import GRID, STYLES, Style
from villain.strategy.one_card_trials import try_grid, try_policies

TABLES = tuple(combinations_with_replacement(STYLES, 3))
"""All 20 combinations of three opponents, from three LA to three TP."""

ESTIMATES = (300, 3_000)
"""From how many freeze-outs the simulation player knows a pair's chance, quick and full."""

Job = tuple[str, str, tuple[str, ...]]
Wins = dict[Job, Share]


def players(reading: TwoReadings, estimate: int = ESTIMATES[0]) -> dict[str, str]:
    """The two players, by the names of their agents.

    As the text has it, the analysis player uses what we found in that reading; in the reading
    that fits best, what the paper prints.
    """
    own = f"chance={reading.chance},weak={reading.own.weak}"
    analysis = f"baker:analysis:{own}"
    if reading != TEXT:
        analysis += ",anti=printed,evidence=printed"
    return {
        "analysis": analysis,
        "simulation": f"baker:simulation:{own},estimate={estimate}",
    }


@item("fig5", "Figure 5: analysis against simulation")
def reproduce_figure5(setting: Setting) -> Findings:
    """Play both against every table, in two readings; add what the paper remarks."""
    games = setting.size(20, 600)
    best = best_reading(setting.size(2_000, 20_000), setting.seed)
    readings = {"text": TEXT, "fits best": best}
    jobs: list[Job] = list(product(readings, players(TEXT), TABLES))
    one = partial(_wins, readings, games, setting.seed, setting.size(*ESTIMATES))
    answers = dict(setting.steps_of(do_all(one, jobs, setting.workers), len(jobs) + 20))
    wins = {job: answers[job] for job in jobs}
    cells = {("/".join(one), f"{who}, {kind}"): won for (kind, who, one), won in wins.items()}
    by_table = grid("Freeze-outs won, in % (95 % interval)", "opponents", cells)
    remarks, (orders, deviation) = _remarks(wins), _seating_orders(setting)
    simulators = _simulators(wins, games, setting)
    notes = (
        f"{games} freeze-outs a cell, fresh agents each, seated at random. "
        f"'Text' is the reading {TEXT}, with the anti-styles and action shares that we found in "
        f"it; 'fits best' is {best}, with those that the paper prints. Until somebody is read "
        "with 0.95, the analysis player plays [0.8, 0.9], one of the pairs that do best on average "
        "over the 20 tables.",
        "The simulation player is told the styles. Its 66 pairs × 100 games at each turn are "
        "drawn from each pair's chance to win against those who are left, with ten chips each; "
        f"the chances are estimated once a table, from {setting.size(*ESTIMATES):,} freeze-outs a "
        "pair, which all its turns share.",
        "'At best' and 'at worst' are extremes of 20 noisy cells, and flatter.",
    )
    data = {
        "games": games,
        "readings": {kind: str(reading) for kind, reading in readings.items()},
        "cells": [
            {
                "reading": kind,
                "player": who,
                "table": "/".join(opponents),
                "wins": result.mean,
                "ci95": [result.low, result.high],
            }
            for (kind, who, opponents), result in wins.items()
        ],
        "order_standard_deviation": deviation,
        "remarks": [dict(zip(remarks.columns, row, strict=True)) for row in remarks.rows],
        "simulation_trials": {row[0]: row[1] for row in simulators.rows},
    }
    sections = (by_table, remarks, orders, _on_average(setting), simulators)
    draw = partial(draw_comparison, wins=wins)
    return Findings(sections, notes, data, draw)


def _wins(
    readings: dict[str, TwoReadings], games: int, seed: int, estimate: int, job: Job
) -> Share:
    """The share of freeze-outs that a player wins at a table."""
    kind, who, opponents = job
    spec = players(readings[kind], estimate)[who]
    return wins_at(readings[kind], spec, opponents, games, seed)


def wins_at(
    reading: TwoReadings, spec: str, styles: tuple[str, ...], games: int, seed: int
) -> Share:
    """The share of freeze-outs that an agent wins at a table of three styles."""
    how = f"chance={reading.chance},weak={reading.styles.weak}"
    opponents = tuple(f"baker:{style.lower()}:{how}" for style in styles)
    game = one_card_free_folds if reading.styles.weak == "fold" else one_card
    series = FreezeOutSeries(game, (spec, *opponents), games, seed, strict=True)
    return series.play().shares()[0]


def _remarks(wins: Wins) -> Section:
    """The paper's sentences about the figure, as numbers."""
    kinds = tuple(dict.fromkeys(kind for kind, _, _ in wins))

    def error(shares: list[Share]) -> float:
        return float(196 * np.sqrt(sum(s.mean * (1 - s.mean) / s.trials for s in shares)))

    def mean(who: str, tight: tuple[int, ...]) -> Iterator[str]:
        chosen = [t for t in TABLES if sum(style[0] == "T" for style in t) in tight]
        for kind in kinds:
            shares = [wins[kind, who, one] for one in chosen]
            average = 100 * float(np.mean([s.mean for s in shares]))
            yield plus_minus(average, error(shares) / len(shares), ".0f")

    def extreme(who: str, pick: Callable[..., tuple[str, ...]]) -> Iterator[str]:
        for kind in kinds:
            one = pick(TABLES, key=lambda t, kind=kind: wins[kind, who, t].mean)
            yield f"{100 * wins[kind, who, one].mean:.0f} ({'/'.join(one)})"

    def margin(opponents: tuple[str, ...]) -> Iterator[str]:
        for kind in kinds:
            both = [wins[kind, who, opponents] for who in ("analysis", "simulation")]
            yield plus_minus(100 * (both[0].mean - both[1].mean), error(both), "+.0f")

    rows = (
        ("analysis, mostly loose", "about 55", *mean("analysis", (0, 1))),
        ("simulation, mostly loose", "", *mean("simulation", (0, 1))),
        ("analysis, mostly tight", "", *mean("analysis", (2, 3))),
        ("simulation, mostly tight", "", *mean("simulation", (2, 3))),
        ("analysis, at best", "nearly 85", *extreme("analysis", max)),
        ("simulation, at worst", "40", *extreme("simulation", min)),
        ("analysis ahead at LA/LA/TP", "nearly 20", *margin(("LA", "LA", "TP"))),
    )
    return table("What the paper remarks, in %", ("", "theirs", *kinds), rows)


def _seating_orders(setting: Setting) -> tuple[Section, float]:
    """One pair against three different styles in all orders, to see if the seats matter."""
    games, own = setting.size(2_000, 20_000), Style(0.8, 0.9)
    rows, deviations = [], []
    for styles in TABLES:
        if len(set(styles)) < 3:
            continue
        wins = []
        for order in permutations(styles):
            opponents = [STYLES[style].policy(TEXT.styles) for style in order]
            trial = try_policies([own.policy(TEXT.own), *opponents], games, setting.seed)
            wins.append(trial.wins[0] / games)
        deviations.append(float(np.std(wins, ddof=1)))
        noise = np.sqrt(np.mean(wins) * (1 - np.mean(wins)) / games)
        ends = f"{100 * min(wins):.0f}–{100 * max(wins):.0f}"
        rows.append(("/".join(styles), "3", 100 * deviations[-1], 100 * noise, ends))
    section = table(
        "Seating: the six orders of three different opponents, wins of [0.8, 0.9] in %",
        "opponents | theirs (sd) | sd of the orders {.1f} | of chance alone {.1f} | range",
        rows,
    )
    return section, float(np.mean(deviations))


def _on_average(setting: Setting) -> Section:
    """The pairs that do best over all 20 tables: what to play against a table not yet read."""
    games = setting.size(30, 1_000)
    wins = np.zeros(len(GRID))
    for number, styles in enumerate(TABLES):
        opponents = [STYLES[style].policy(TEXT.styles) for style in styles]
        wins += try_grid(opponents, TEXT.own, games, setting.seed + 100 + number)
    trials = games * len(TABLES)
    return table(
        "The five best pairs on average over the 20 tables (text)",
        "pair | wins",
        ((show_pair(GRID[i]), share(int(wins[i]), trials)) for i in np.argsort(-wins)[:5]),
    )


def _simulators(wins: Wins, games: int, setting: Setting) -> Section:
    """Three readings of the simulation player's trial, where the paper has its largest gap."""
    styles, seed, few = ("LA", "LA", "TP"), setting.seed, setting.size(2, 60)
    start, chips = (f"{players(TEXT)['simulation']},trial={one}" for one in ("start", "chips"))
    return table(
        "What the simulation player tries its pairs against: wins at LA/LA/TP (text)",
        "trial | wins",
        (
            ("those who are left, ten chips each", wins["text", "simulation", styles]),
            ("all who were there at the start", wins_at(TEXT, start, styles, games, seed)),
            ("those who are left, with their chips", wins_at(TEXT, chips, styles, few, seed)),
        ),
    )


def draw_comparison(path: Path, wins: Wins) -> None:
    """Both players at every table, with intervals."""
    kinds = list(dict.fromkeys(kind for kind, _, _ in wins))
    with canvas(path, len(kinds), size=(10, 4 * len(kinds))) as rows:
        places = np.arange(len(TABLES))
        for [axes], kind in zip(rows, kinds, strict=True):
            for who, colour, aside in (("analysis", RED, -0.08), ("simulation", TEAL, 0.08)):
                shares = [wins[kind, who, one] for one in TABLES]
                means = np.array([100 * one.mean for one in shares])
                low = means - [100 * one.low for one in shares]
                high = np.array([100 * one.high for one in shares]) - means
                style = {"fmt": "o-", "color": colour, "capsize": 2, "linewidth": 1, "label": who}
                axes.errorbar(places + aside, means, (low, high), **style)
            axes.axhline(25, linestyle="--", **QUIET)
            axes.annotate("a fair share", (-0.8, 21), color="0.4", fontsize=8)
            names = ["/".join(one) for one in TABLES]
            axes.set_xticks(places, names, rotation=60, ha="right", fontsize=8)
            axes.set(ylim=(0, 103), ylabel="freeze-outs won, %", title=f"reading: {kind}")
        rows[0, 0].legend(frameon=False, loc="lower right")
