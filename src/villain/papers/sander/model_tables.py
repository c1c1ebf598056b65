"""One table for all models so far: the same hands of the same opponents [sander]."""

from math import comb, log

import numpy as np

from villain.arena.statistics import Rate
from villain.game.presets import limit_holdem, no_limit_holdem
from villain.models.memory.named import memory_name
from villain.papers.means import mean_of, means_of
from villain.papers.report import Findings, Section, Setting, grid, item, table
from villain.papers.sander.judged import UNSURE, JudgedHands
from villain.papers.sander.judging import LEAST, courses_against, judge
from villain.papers.sander.printed import BASELINE, HOME, STREETS, TELLING
from villain.papers.telling import tell

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


@item("models", "All models on the same hands")
def reproduce_models(
    setting: Setting,
    limit_rivals: tuple[str, ...] = LIMIT_RIVALS,
    no_limit_rivals: tuple[str, ...] = NO_LIMIT_RIVALS,
) -> Findings:
    """Ask every model for its range at the end of every street, in limit and in no-limit."""
    hands, runs = setting.sizes(QUICK, FULL)
    hands = setting.deals or hands
    sections: list[Section] = []
    data = {}
    games = {
        "limit": (limit_holdem(2), limit_rivals, LIMIT_MODELS),
        "no-limit": (no_limit_holdem(2), no_limit_rivals, NO_LIMIT_MODELS),
    }
    for game, part in setting.parts([*games]):
        rules, rivals, models = games[game]
        courses = courses_against(rivals, hands, runs, setting.seed, rules)
        judged = judge(courses, list(models), part, ranges=True)
        sections += _sections(judged, models, rivals, game)
        data[game] = _data(judged, models)
    notes = (
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
    )
    return Findings(sections, notes, {"hands": hands, "runs": runs, **data})


def _by_hand(values: np.ndarray) -> Rate:
    """The mean over the streets of each hand, and then over hands."""
    known = ~np.isnan(values)
    means = np.nansum(values, axis=1) / np.maximum(known.sum(axis=1), 1)
    return mean_of(means[known.any(axis=1)])


def _sections(
    judged: JudgedHands, models: dict[str, str], rivals: tuple[str, ...], game: str
) -> list[Section]:
    """All opponents; each model beside one of them, on the same hands; and by opponent."""
    logs, errors = judged.logs, {name: judged.errors(name) for name in models}
    even = np.where(np.isnan(judged.actual), np.nan, EVEN_LOGS)

    def cell(name: str, rival: str) -> str:
        chosen = judged.rival == rival
        error, log = _by_hand(errors[name][chosen]), _by_hand(logs[name][chosen])
        return f"{tell(error, '±.4f')}, {tell(log, '±.2f')}"

    return [
        table(
            f"{game}: all opponents: squared error, and log of the true hand's chance",
            ("model", *STREETS, "a hand", "log {±.3f}", "ruled out {.1 %}"),
            {"any two cards": _cells((UNSURE - judged.actual) ** 2, even)}
            | {words: _cells(errors[name], logs[name]) for name, words in models.items()},
            "±.4f",
        ),
        table(
            f"{game}: each less {MEASURE}, paired by hand",
            "model | squared error {±+.4f} | log {±+.3f}",
            {
                words: [_by_hand(by[name] - by[MEASURE]) for by in (errors, logs)]
                for name, words in models.items()
                if name != MEASURE
            },
        ),
        grid(
            f"{game}, by opponent: squared error and log a hand",
            "model",
            {(words, one): cell(name, one) for name, words in models.items() for one in rivals},
        ),
    ]


def _cells(errors: np.ndarray, logs: np.ndarray) -> tuple[object, ...]:
    known = logs[~np.isnan(logs)]
    out = np.mean(known <= np.log(LEAST)) if len(known) else ""
    return (*means_of(errors), _by_hand(errors), _by_hand(logs), out)


def _data(judged: JudgedHands, models: dict[str, str]) -> dict[str, object]:
    return {
        name: {
            "squared_error": _by_hand(judged.errors(name)),
            "river": mean_of(judged.errors(name)[:, 3]),
            "log": _by_hand(judged.logs[name]),
            "log_ahead": _by_hand(judged.logs[name] - judged.logs[MEASURE]),
        }
        for name in models
    }
