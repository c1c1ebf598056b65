"""Figure 5: the analysis player and the simulation player against all tables of three."""

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import combinations_with_replacement, permutations

import numpy as np

from villain.arena.freezeout_series import FreezeOutSeries
from villain.arena.statistics import Share, share
from villain.game.presets import one_card, one_card_free_folds
from villain.papers.baker.figures import draw_comparison
from villain.papers.baker.readings import TEXT, TwoReadings, best_reading
from villain.papers.report import Report, Section, Setting
from villain.strategy.one_card import GRID, STYLES, Style
from villain.strategy.one_card_trials import try_grid, try_policies

TABLES = tuple(combinations_with_replacement(STYLES, 3))
"""All 20 combinations of three opponents, from three LA to three TP."""

ESTIMATES = (300, 3_000)
"""From how many freeze-outs the simulation player knows a pair's chance, quick and full."""

Job = tuple[str, str, tuple[str, ...]]


def players(reading: TwoReadings, estimate: int = ESTIMATES[0]) -> dict[str, str]:
    """Who plays, by the names of the agents.

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


def reproduce_figure5(setting: Setting) -> Report:
    """Play both against every table, in two readings; add what the paper remarks."""
    games = setting.size(20, 600)
    best = best_reading(setting.size(2_000, 20_000), setting.seed)
    readings = {"text": TEXT, "fits best": best}
    jobs: list[Job] = [
        (kind, who, table) for kind in readings for who in players(TEXT) for table in TABLES
    ]
    found: dict[Job, Share] = {}
    for job, result in _run(readings, jobs, games, setting):
        found[job] = result
        setting.tell(len(found), len(jobs) + 20)
    remarks, (orders, deviation) = _by_kind(found), _seating_orders(setting)
    simulators = _simulators(found, games, setting)
    sections = [_by_table(found, readings), remarks, orders, _on_average(setting), simulators]
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
                "table": "/".join(table),
                "wins": result.mean,
                "ci95": [result.low, result.high],
            }
            for (kind, who, table), result in found.items()
        ],
        "order_standard_deviation": deviation,
        "remarks": [dict(zip(remarks.columns, row, strict=True)) for row in remarks.rows],
        "simulation_trials": {row[0]: row[1] for row in simulators.rows},
    }
    return Report(
        "fig5",
        "Figure 5: analysis against simulation",
        tuple(sections),
        notes,
        data,
        {"fig5.png": lambda path: draw_comparison(path, TABLES, found, tuple(readings))},
    )


def _run(
    readings: dict[str, TwoReadings], jobs: list[Job], games: int, setting: Setting
) -> Iterator[tuple[Job, Share]]:
    one = partial(_wins, readings, games, setting.seed, setting.size(*ESTIMATES))
    if setting.workers <= 1:
        yield from zip(jobs, map(one, jobs), strict=True)
        return
    with ProcessPoolExecutor(setting.workers) as pool:
        try:
            yield from zip(jobs, pool.map(one, jobs), strict=True)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _wins(
    readings: dict[str, TwoReadings], games: int, seed: int, estimate: int, job: Job
) -> Share:
    """How often a player wins at a table."""
    kind, who, table = job
    return wins_at(readings[kind], players(readings[kind], estimate)[who], table, games, seed)


def wins_at(
    reading: TwoReadings, spec: str, table: tuple[str, ...], games: int, seed: int
) -> Share:
    """How often an agent wins at a table of three styles."""
    how = f"chance={reading.chance},weak={reading.styles.weak}"
    opponents = tuple(f"baker:{style.lower()}:{how}" for style in table)
    game = one_card_free_folds if reading.styles.weak == "fold" else one_card
    series = FreezeOutSeries(game, (spec, *opponents), games, seed, strict=True)
    return series.play().shares()[0]


def _by_table(found: dict[Job, Share], readings: dict[str, TwoReadings]) -> Section:
    return Section(
        "Freeze-outs won, in % (95 % interval)",
        ("opponents", *(f"{who}, {kind}" for kind in readings for who in players(TEXT))),
        tuple(
            (
                "/".join(table),
                *(str(found[kind, who, table]) for kind in readings for who in players(TEXT)),
            )
            for table in TABLES
        ),
    )


def _by_kind(found: dict[Job, Share]) -> Section:
    """The paper's sentences about the figure, as numbers."""

    def mean(kind: str, who: str, tight: tuple[int, ...]) -> str:
        chosen = [t for t in TABLES if sum(style[0] == "T" for style in t) in tight]
        shares = [found[kind, who, table] for table in chosen]
        error = np.sqrt(sum(s.mean * (1 - s.mean) / s.trials for s in shares)) / len(shares)
        return f"{100 * np.mean([s.mean for s in shares]):.0f} ±{196 * error:.0f}"

    def best(kind: str, who: str, lowest: bool = False) -> str:
        pick = min if lowest else max
        table = pick(TABLES, key=lambda t: found[kind, who, t].mean)
        return f"{100 * found[kind, who, table].mean:.0f} ({'/'.join(table)})"

    def margin(kind: str) -> str:
        one, other = (found[kind, who, ("LA", "LA", "TP")] for who in ("analysis", "simulation"))
        error = np.sqrt(sum(s.mean * (1 - s.mean) / s.trials for s in (one, other)))
        return f"{100 * (one.mean - other.mean):+.0f} ±{196 * error:.0f}"

    kinds = tuple(dict.fromkeys(kind for kind, _, _ in found))
    rows = (
        ("analysis, mostly loose", "about 55", *(mean(k, "analysis", (0, 1)) for k in kinds)),
        ("simulation, mostly loose", "", *(mean(k, "simulation", (0, 1)) for k in kinds)),
        ("analysis, mostly tight", "", *(mean(k, "analysis", (2, 3)) for k in kinds)),
        ("simulation, mostly tight", "", *(mean(k, "simulation", (2, 3)) for k in kinds)),
        ("analysis, at best", "nearly 85", *(best(k, "analysis") for k in kinds)),
        ("simulation, at worst", "40", *(best(k, "simulation", True) for k in kinds)),
        ("analysis ahead at LA/LA/TP", "nearly 20", *(margin(k) for k in kinds)),
    )
    return Section("What the paper remarks, in %", ("", "theirs", *kinds), rows)


def _seating_orders(setting: Setting) -> tuple[Section, float]:
    """Does it matter who sits where? One pair against three different styles, in all orders."""
    games, own = setting.size(2_000, 20_000), Style(0.8, 0.9)
    rows, deviations = [], []
    for table in TABLES:
        if len(set(table)) < 3:
            continue
        wins = []
        for order in permutations(table):
            opponents = [STYLES[style].policy(TEXT.styles) for style in order]
            trial = try_policies([own.policy(TEXT.own), *opponents], games, setting.seed)
            wins.append(trial.wins[0] / games)
        deviations.append(float(np.std(wins, ddof=1)))
        noise = np.sqrt(np.mean(wins) * (1 - np.mean(wins)) / games)
        rows.append(
            (
                "/".join(table),
                "3",
                f"{100 * deviations[-1]:.1f}",
                f"{100 * noise:.1f}",
                f"{100 * min(wins):.0f}–{100 * max(wins):.0f}",
            )
        )
    return Section(
        "Seating: the six orders of three different opponents, wins of [0.8, 0.9] in %",
        ("opponents", "theirs (sd)", "sd of the orders", "of chance alone", "range"),
        tuple(rows),
    ), float(np.mean(deviations))


def _on_average(setting: Setting) -> Section:
    """The pairs that do best over all 20 tables: what to play against a table not yet read."""
    games = setting.size(30, 1_000)
    wins = np.zeros(len(GRID))
    for number, table in enumerate(TABLES):
        opponents = [STYLES[style].policy(TEXT.styles) for style in table]
        wins += try_grid(opponents, TEXT.own, games, setting.seed + 100 + number)
    trials = games * len(TABLES)
    return Section(
        "The five best pairs on average over the 20 tables (text)",
        ("pair", "wins"),
        tuple(
            (f"[{GRID[i].alpha:.1f}, {GRID[i].beta:.1f}]", str(share(int(wins[i]), trials)))
            for i in np.argsort(-wins)[:5]
        ),
    )


def _simulators(found: dict[Job, Share], games: int, setting: Setting) -> Section:
    """Three readings of the simulation player's trial, where the paper has its largest gap."""
    table = ("LA", "LA", "TP")
    own = players(TEXT)["simulation"]
    few = setting.size(2, 60)
    rows = [
        ("those who are left, ten chips each", str(found["text", "simulation", table])),
        (
            "all who were there at the start",
            str(wins_at(TEXT, f"{own},trial=start", table, games, setting.seed)),
        ),
        (
            "those who are left, with their chips",
            str(wins_at(TEXT, f"{own},trial=chips", table, few, setting.seed)),
        ),
    ]
    return Section(
        "What the simulation player tries its pairs against: wins at LA/LA/TP (text)",
        ("trial", "wins"),
        tuple(rows),
    )
