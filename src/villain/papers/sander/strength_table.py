"""Mean and variance of actual and predicted strength by street, theirs beside ours [sander]."""

import numpy as np

from villain.papers.report import Report, Section, Setting
from villain.papers.sander.judged import Judged
from villain.papers.sander.judging import courses_against, judge
from villain.papers.sander.means import mean_of, numbers, told
from villain.papers.sander.printed import (
    HOME,
    STREETS,
    SWEEP,
    THEIR_ACTUAL,
    THEIR_ERRORS,
    THEIR_PREDICTED,
    swept,
)

QUICK, FULL = (300, 1), (1_000, 5)
"""Hands of a match, and matches against each opponent."""

SOM = "memory:som"
MODELS = {SOM: "SOM, as in the paper", "memory:blend": "memory:blend"}


def reproduce_strength(setting: Setting) -> Report:
    """Watch matches against the swept baselines with a model that starts empty."""
    hands, runs = setting.size(QUICK[0], FULL[0]), setting.size(QUICK[1], FULL[1])
    hands = setting.deals or hands
    found = judge(
        courses_against(swept().values(), hands, runs, setting.seed), list(MODELS), setting
    )
    by_rival = tuple(
        _section(found, SOM, f"Opponents of aggression {name}", found.rival == rival)
        for name, rival in swept().items()
    )
    everybody = np.ones(len(found.rival), dtype=bool)
    sections = [_section(found, one, title, everybody) for one, title in MODELS.items()]
    return Report(
        "table-strength",
        "Actual and predicted strength by street",
        (*sections, *by_rival),
        (
            f"Matches: {runs} of {hands:,} hands against each of the baseline players with "
            f"aggression {', '.join(f'{one:g}' for one in SWEEP)}, seed {setting.seed}; fresh "
            "models in each. Counted is every hand that came to a street, however it ended, also "
            "the first ones; a model is asked at the end of the street's betting, and where "
            "nothing comes to mind, a hand counts as even.",
            "± is half a 95 % interval, from blocks of hands. The paper has one baseline player, "
            "and does not say how many hands.",
            HOME,
        ),
        {"hands": hands, "runs": runs, "models": {one: _data(found, one) for one in MODELS}},
    )


def _section(found: Judged, name: str, title: str, chosen: np.ndarray) -> Section:
    actual, guess, errors = found.actual[chosen], found.filled(name)[chosen], found.errors(name)
    rows = []
    for street, street_name in enumerate(STREETS):
        known = actual[:, street][~np.isnan(actual[:, street])]
        said = guess[:, street][~np.isnan(guess[:, street])]
        if not len(known):
            continue
        rows.append(
            (
                street_name,
                f"{len(known):,}",
                _pair(*THEIR_ACTUAL[street]),
                f"{told(mean_of(known), 3)}, {known.var():.3f}",
                _pair(*THEIR_PREDICTED[street]),
                f"{told(mean_of(said), 3)}, {said.var():.3f}",
                f"{THEIR_ERRORS[street]:.2f}",
                told(mean_of(errors[chosen][:, street]), 3),
            )
        )
    return Section(
        f"{title}: mean, variance",
        (
            "street",
            "hands",
            "actual: theirs",
            "ours",
            "predicted: theirs",
            "ours",
            "squared error: theirs",
            "ours",
        ),
        tuple(rows),
    )


def _pair(mean: float, variance: float) -> str:
    return f"{mean:g}, {variance:g}"


def _data(found: Judged, name: str) -> dict[str, object]:
    guess, errors = found.filled(name), found.errors(name)
    return {
        street: {
            "actual": numbers(mean_of(found.actual[:, at])),
            "actual_variance": float(np.nanvar(found.actual[:, at])),
            "predicted": numbers(mean_of(guess[:, at])),
            "predicted_variance": float(np.nanvar(guess[:, at])),
            "squared_error": numbers(mean_of(errors[:, at])),
            "unsure": float(found.unsure(name)[at]),
        }
        for at, street in enumerate(STREETS)
    }
