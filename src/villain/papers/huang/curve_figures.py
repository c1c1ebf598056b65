"""Figures 3.1 to 3.3: from frequencies to what is done with each hand strength [huang]."""

from functools import partial

import numpy as np

from villain.kernels.arrays import FloatArray
from villain.papers.huang.curve_pictures import draw_actions, draw_areas, draw_risks
from villain.papers.report import Report, Section, Setting
from villain.strategy.huang.curves import Curve, reconstruct

Frequencies = tuple[float, ...]
ACTIONS = ("fold", "call", "raise up to the pot", "raise more")
FIGURE31: Frequencies = (0.3, 0.3, 0.2, 0.2)
FIGURE32: dict[str, Frequencies] = {"a": (0.15, 0.3, 0.4, 0.15), "b": (0.3, 0.3, 0.4, 0.0)}
"""The thesis's distributions; Figure 3.3 has the same two."""

STEEPNESS = 20.0
"""One for all curves, as they have the same shape in the thesis; the number is ours."""

POINTS = 2001
"""Strengths at which a curve is drawn; all are held equally often."""

DRAWN = (
    f"The steepness that is drawn is {STEEPNESS:g}; the thesis prints none. All strengths are held "
    "equally often here, as nothing is said about a board; the shift of each curve is solved for, "
    "so that its mean is the frequency, to nine places or more."
)


def strengths() -> FloatArray:
    """The middles of equal parts of 0 to 1."""
    found: FloatArray = (np.arange(POINTS) + 0.5) / POINTS
    return found


def chances(frequencies: Frequencies, curve: Curve = Curve.LOGISTIC) -> FloatArray:
    """The chance of each action at each strength: (strengths, actions)."""
    return reconstruct(frequencies, strengths(), curve=curve, steepness=STEEPNESS)


def at_least(by_action: FloatArray, risk: int) -> FloatArray:
    """The chance to take at least some risk, at each strength."""
    found: FloatArray = by_action[:, risk:].sum(axis=1)
    return found


def reproduce_figure31(setting: Setting) -> Report:
    """The chance not to fold by strength, with the thesis's two alternatives."""
    found = {curve: chances(FIGURE31, curve) for curve in Curve}
    setting.progress(1.0)
    rows = []
    for curve, by_action in found.items():
        plays = at_least(by_action, 1)
        rows.append(
            (
                curve.value,
                f"{1 - FIGURE31[0]:.2f}",
                f"{plays.mean():.3f}",
                *(_half(at_least(by_action, risk)) for risk in (1, 2, 3)),
                _tenths(plays),
            )
        )
    section = Section(
        "The chance not to fold on average, and the strengths where a chance is half",
        (
            "curve",
            "theirs",
            "ours",
            "half play",
            "half raise",
            "half > pot",
            "10 to 90 %",
        ),
        tuple(rows),
    )
    return Report(
        "fig31",
        "Figure 3.1: the chance not to fold",
        (section,),
        (
            DRAWN,
            "d = ⟨0.3, 0.3, 0.2, 0.2⟩; the last column is how much strength it takes from a chance "
            "of 10 to one of 90 %. The thesis chose the logistic curve; the line has the same "
            "slope in the middle, and with the step only hands at the border mix.",
        ),
        {
            "steepness": STEEPNESS,
            "curves": {
                curve.value: {
                    "mean": float(at_least(by_action, 1).mean()),
                    "half_at": [_crossing(at_least(by_action, risk), 0.5) for risk in (1, 2, 3)],
                }
                for curve, by_action in found.items()
            },
        },
        {
            "fig31.png": partial(
                draw_risks,
                strengths=strengths(),
                plays={curve.value: at_least(one, 1) for curve, one in found.items()},
                risks=[at_least(found[Curve.LOGISTIC], risk) for risk in (1, 2, 3)],
                frequencies=FIGURE31,
                steepness=STEEPNESS,
            )
        },
    )


def reproduce_figure32(setting: Setting) -> Report:
    """The actions as areas between curves."""
    return _both("fig32", "Figure 3.2: distributions over actions by strength", setting)


def reproduce_figure33(setting: Setting) -> Report:
    """The same, a curve for each action."""
    return _both("fig33", "Figure 3.3: the chance of each action by strength", setting)


def _both(item: str, title: str, setting: Setting) -> Report:
    """Both distributions of Figures 3.2 and 3.3, side by side."""
    found = {name: chances(frequencies) for name, frequencies in FIGURE32.items()}
    setting.progress(1.0)
    sections = tuple(
        Section(
            f"{name}) d = ⟨{', '.join(f'{one:g}' for one in FIGURE32[name])}⟩",
            ("action", "theirs", "ours", "at 0.25", "at 0.5", "at 0.75", "most at"),
            tuple(
                (
                    action,
                    f"{FIGURE32[name][number]:.2f}",
                    f"{by_action[:, number].mean():.3f}",
                    *(_percent(by_action[:, number], place) for place in (0.25, 0.5, 0.75)),
                    _peak(by_action[:, number]),
                )
                for number, action in enumerate(ACTIONS)
            ),
        )
        for name, by_action in found.items()
    )
    draw = draw_areas if item == "fig32" else draw_actions
    return Report(
        item,
        title,
        sections,
        (DRAWN, "In b nobody raises more than the pot, so that this action has no area."),
        {
            "steepness": STEEPNESS,
            "means": {name: one.mean(axis=0).tolist() for name, one in found.items()},
        },
        {
            f"{item}.png": partial(
                draw,
                strengths=strengths(),
                found=found,
                frequencies=FIGURE32,
                steepness=STEEPNESS,
            )
        },
    )


def _crossing(curve: FloatArray, level: float) -> float:
    """The least strength whose chance is at least so high."""
    return float(strengths()[int(np.argmax(curve >= level))])


def _half(curve: FloatArray) -> str:
    return f"{_crossing(curve, 0.5):.3f}"


def _tenths(curve: FloatArray) -> str:
    return f"{_crossing(curve, 0.9) - _crossing(curve, 0.1):.3f}"


def _percent(chance: FloatArray, place: float) -> str:
    return f"{100 * float(np.interp(place, strengths(), chance)):.1f} %"


def _peak(chance: FloatArray) -> str:
    return f"{strengths()[int(chance.argmax())]:.2f}" if chance.max() > 0 else "never"
