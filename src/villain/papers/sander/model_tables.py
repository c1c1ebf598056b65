"""One table for all models so far: the same hands of the same opponents [sander]."""

from math import comb, log

import numpy as np

from villain.arena.statistics import Rate
from villain.game.presets import no_limit_holdem
from villain.models.memory.named import memory_name
from villain.papers.report import Report, Section, Setting, part_of
from villain.papers.sander.judged import UNSURE, Judged
from villain.papers.sander.judging import LEAST, courses_against, judge
from villain.papers.sander.means import mean_of, numbers, told
from villain.papers.sander.printed import BASELINE, HOME, STREETS, TELLING

MEASURE = "memory:blend"
"""The model that all others are compared with, hand by hand."""

NO_SIZES = memory_name("som", "both", folds=True)
LIMIT_MODELS = {
    "basic": "loki, basic",
    "generic": "loki, generic",
    "specific": "loki, specific",
    "formula": "poki, formula",
    "statistics": "poki, statistics",
    "network": "poki, network",
    "memory:som": "sander, SOM",
    "memory:gom": "sander, GOM",
    "memory:s+gom": "sander, S+GOM",
    "memory:blend": "sander, memory:blend",
    "memory:segregated": "sander, segregated",
    "memory:explicit": "sander, explicit",
}
NO_LIMIT_MODELS = {
    "generic": "loki, generic",
    "specific": "loki, specific",
    "statistics": "poki, statistics",
    "network": "poki, network",
    "huang": "huang, mined styles",
    "tendencies": "huang, tendencies",
    "memory:som": "sander, SOM",
    "memory:blend": "sander, memory:blend",
    NO_SIZES: "sander, SOM, both, with folds",
    "memory:sizes": "sander, the same with sizes (memory:sizes)",
}
LIMIT_RIVALS = (f"{BASELINE}:aggression=0.4", f"{BASELINE}:aggression=0.65", "loki:gom", "poki")
NO_LIMIT_RIVALS = (f"{BASELINE}:aggression=0.5", f"{BASELINE}:aggression=0.65", TELLING, "loki:gom")
EVEN_LOGS = tuple(-log(comb(50 - board, 2)) for board in (0, 3, 4, 5))
"""The logarithm of one of all hands that the watcher cannot rule out, by street."""

QUICK, FULL = (150, 1), (1_000, 2)
"""Hands of a match, and matches against each opponent."""


def reproduce_models(
    setting: Setting,
    limit_rivals: tuple[str, ...] = LIMIT_RIVALS,
    no_limit_rivals: tuple[str, ...] = NO_LIMIT_RIVALS,
) -> Report:
    """Ask every model for its range at the end of every street, in limit and in no-limit."""
    hands = setting.deals or setting.size(QUICK[0], FULL[0])
    runs = setting.size(QUICK[1], FULL[1])
    sections, data = [], {}
    games = {
        "limit": (None, limit_rivals, LIMIT_MODELS),
        "no-limit": (no_limit_holdem(2), no_limit_rivals, NO_LIMIT_MODELS),
    }
    for number, (game, (rules, rivals, models)) in enumerate(games.items()):
        part = part_of(setting, number / len(games), (number + 1) / len(games))
        courses = courses_against(rivals, hands, runs, setting.seed, rules)
        found = judge(courses, list(models), part, ranges=True)
        sections.append(_section(found, models, f"{game}: all opponents"))
        sections.append(_pairs(found, models, game))
        sections.append(_by_rival(found, models, rivals, game))
        data[game] = _data(found, models)
    return Report(
        "models",
        "All models on the same hands",
        tuple(sections),
        (
            f"Matches: {runs} of {hands:,} hands against each opponent, seed {setting.seed}; fresh "
            "models in each, which learn as the match goes on. At the end of the betting of every "
            "street, or before the fold that ended it, each gives its range: the predicted chance "
            "of winning is its mean, and the logarithm is of the weight of the true hand (counted "
            f"as {LEAST:g} where it is less: ruled out). Over a hand both are averaged over its "
            "streets; ± is half a 95 % interval over hands, in blocks.",
            "huang's models read no-limit only, so that there is a second table; memory:blend "
            "brings its memory of limit there, as it does not tell sizes apart. In no-limit "
            "streets after an all-in are not asked about.",
            HOME,
            "The explicit model's rules are those of a baseline player, loki's default is that of "
            "loki itself. poki's predictors and huang's styles come from people, none of whom "
            "plays here.",
        ),
        {"hands": hands, "runs": runs, **data},
    )


def _by_hand(values: np.ndarray) -> Rate:
    """The mean over the streets of each hand, and then over hands."""
    known = ~np.isnan(values)
    means = np.nansum(values, axis=1) / np.maximum(known.sum(axis=1), 1)
    return mean_of(means[known.any(axis=1)])


def _section(found: Judged, models: dict[str, str], title: str) -> Section:
    even = (UNSURE - found.actual) ** 2
    logs = np.where(np.isnan(found.actual), np.nan, EVEN_LOGS)
    rows = [("any two cards", *_cells(even, logs))]
    for name, words in models.items():
        rows.append((words, *_cells(found.errors(name), found.logs[name])))
    return Section(
        f"{title}: squared error, and log of the true hand's chance",
        ("model", *STREETS, "a hand", "log", "ruled out"),
        tuple(rows),
    )


def _cells(errors: np.ndarray, logs: np.ndarray) -> tuple[str, ...]:
    streets = [told(mean_of(errors[:, at])) for at in range(4)]
    known = logs[~np.isnan(logs)]
    out = f"{100 * np.mean(known <= np.log(LEAST)):.1f} %" if len(known) else ""
    return (*streets, told(_by_hand(errors)), told(_by_hand(logs), 3), out)


def _pairs(found: Judged, models: dict[str, str], game: str) -> Section:
    """Each model beside one of them, on the same hands."""
    rows = []
    for name, words in models.items():
        if name != MEASURE:
            error = _by_hand(found.errors(name) - found.errors(MEASURE))
            log = _by_hand(found.logs[name] - found.logs[MEASURE])
            rows.append((words, told(error, sign=True), told(log, 3, sign=True)))
    return Section(
        f"{game}: each less {MEASURE}, paired by hand", ("model", "squared error", "log"),
        tuple(rows),
    )  # fmt: skip


def _by_rival(found: Judged, models: dict[str, str], rivals: tuple[str, ...], game: str) -> Section:
    rows = []
    for name, words in models.items():
        errors, cells = found.errors(name), []
        for rival in rivals:
            chosen = found.rival == rival
            log = _by_hand(found.logs[name][chosen])
            cells.append(f"{told(_by_hand(errors[chosen]))}, {told(log, 2)}")
        rows.append((words, *cells))
    return Section(
        f"{game}, by opponent: squared error and log a hand", ("model", *rivals), tuple(rows)
    )


def _data(found: Judged, models: dict[str, str]) -> dict[str, object]:
    return {
        name: {
            "squared_error": numbers(_by_hand(found.errors(name))),
            "river": numbers(mean_of(found.errors(name)[:, 3])),
            "log": numbers(_by_hand(found.logs[name])),
            "log_ahead": numbers(_by_hand(found.logs[name] - found.logs[MEASURE])),
        }
        for name in models
    }
