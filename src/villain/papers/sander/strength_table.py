"""Mean and variance of actual and predicted strength by street, theirs beside ours [sander]."""

import numpy as np

from villain.papers.means import mean_of, means_of
from villain.papers.report import Findings, Section, Setting, item, table
from villain.papers.sander.judged import JudgedHands
from villain.papers.sander.judging import courses_against, judge
from villain.papers.sander.printed import (
    HOME,
    STREETS,
    SWEEP,
    THEIR_ACTUAL,
    THEIR_ERRORS,
    THEIR_PREDICTED,
    swept,
)
from villain.papers.telling import tell

QUICK, FULL = (300, 1), (1_000, 5)
"""Hands of a match, and matches against each opponent."""

SOM = "memory:som"
MODELS = {SOM: "SOM, as in the paper", "memory:blend": "memory:blend"}


@item("table-strength", "Actual and predicted strength by street")
def reproduce_strength(setting: Setting) -> Findings:
    """Watch matches against the swept baselines with a model that starts empty."""
    hands, runs = setting.sizes(QUICK, FULL)
    hands = setting.deals or hands
    courses = courses_against(swept().values(), hands, runs, setting.seed)
    judged = judge(courses, list(MODELS), setting)
    everybody = np.ones(len(judged.rival), dtype=bool)
    sections = [_section(judged, one, title, everybody) for one, title in MODELS.items()]
    sections += [
        _section(judged, SOM, f"Opponents of aggression {name}", judged.rival == rival)
        for name, rival in swept().items()
    ]
    notes = (
        f"Matches: {runs} of {hands:,} hands against each of the baseline players with "
        f"aggression {', '.join(f'{one:g}' for one in SWEEP)}, seed {setting.seed}; fresh "
        "models in each. Counted is every hand that came to a street, however it ended, also "
        "the first ones; a model is asked at the end of the street's betting, and where "
        "nothing comes to mind, a hand counts as even.",
        "± is half a 95 % interval, from blocks of hands. The paper has one baseline player, "
        "and does not say how many hands.",
        HOME,
    )
    data = {"hands": hands, "runs": runs, "models": {one: _data(judged, one) for one in MODELS}}
    return Findings(sections, notes, data)


def _section(judged: JudgedHands, name: str, title: str, chosen: np.ndarray) -> Section:
    actual, guess = judged.actual[chosen].T, judged.filled(name)[chosen].T
    errors = means_of(judged.errors(name)[chosen])
    rows = []
    for at, street in enumerate(STREETS):
        known = np.count_nonzero(~np.isnan(actual[at]))
        if known:
            held = "{:g}, {:g}".format(*THEIR_ACTUAL[at]), _pair(actual[at])
            said = "{:g}, {:g}".format(*THEIR_PREDICTED[at]), _pair(guess[at])
            rows.append((street, known, *held, *said, THEIR_ERRORS[at], errors[at]))
    return table(
        f"{title}: mean, variance",
        "street | hands {,} | actual: theirs | ours | predicted: theirs | ours "
        "| squared error: theirs {.2f} | ours {±.3f}",
        rows,
    )


def _pair(values: np.ndarray) -> str:
    return f"{tell(mean_of(values), '±.3f')}, {np.nanvar(values):.3f}"


def _data(judged: JudgedHands, name: str) -> dict[str, object]:
    guess, errors = judged.filled(name), judged.errors(name)
    return {
        street: {
            "actual": mean_of(judged.actual[:, at]),
            "actual_variance": float(np.nanvar(judged.actual[:, at])),
            "predicted": mean_of(guess[:, at]),
            "predicted_variance": float(np.nanvar(guess[:, at])),
            "squared_error": mean_of(errors[:, at]),
            "unsure": float(judged.unsure(name)[at]),
        }
        for at, street in enumerate(STREETS)
    }
