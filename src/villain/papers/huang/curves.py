"""Figures 3.1 to 3.3: from frequencies to what is done with each hand strength [huang]."""

from functools import partial
from pathlib import Path

import numpy as np

from villain.kernels.arrays import FloatArray
from villain.papers.canvas import Axes, canvas
from villain.papers.plots import AMBER, GREY, RED, TEAL
from villain.papers.report import Findings, Setting, item, table
from villain.strategy.huang.curves import Curve, reconstruct

Frequencies = tuple[float, ...]
ACTIONS = ("fold", "call", "raise up to the pot", "raise more")
WORDS = ("fold", "call", "raise\n≤ pot", "raise\n> pot")
COLOURS = (GREY, AMBER, TEAL, RED)
STROKES = {"logistic": ("-", 2.4), "linear": ("--", 1.4), "step": (":", 1.6)}
FIGURE31: Frequencies = (0.3, 0.3, 0.2, 0.2)
FIGURE32: dict[str, Frequencies] = {"a": (0.15, 0.3, 0.4, 0.15), "b": (0.3, 0.3, 0.4, 0.0)}
"""The thesis's distributions; Figure 3.3 has the same two."""

STEEPNESS = 20.0
"""One for all curves, as they have the same shape in the thesis; the number is ours."""

STRENGTHS: FloatArray = (np.arange(2001) + 0.5) / 2001
"""The strengths that are drawn, middles of equal parts of 0 to 1, all equally likely."""

DRAWN = (
    f"The steepness that is drawn is {STEEPNESS:g}; the thesis prints none. All strengths are held "
    "equally often here, as nothing is said about a board; the shift of each curve is solved for, "
    "so that its mean is the frequency, to nine places or more."
)


def chances(frequencies: Frequencies, curve: Curve = Curve.LOGISTIC) -> FloatArray:
    """The chance of each action at each strength: (strengths, actions)."""
    return reconstruct(frequencies, STRENGTHS, curve=curve, steepness=STEEPNESS)


def risks(by_action: FloatArray) -> list[FloatArray]:
    """The chance to take at least each risk but the least, at each strength."""
    return [by_action[:, risk:].sum(axis=1) for risk in (1, 2, 3)]


@item("fig31", "Figure 3.1: the chance not to fold")
def reproduce_figure31(setting: Setting) -> Findings:
    """The chance not to fold by strength, with the thesis's two alternatives."""
    curves = {curve.value: risks(chances(FIGURE31, curve)) for curve in Curve}
    halves = {name: [_crossing(one, 0.5) for one in drawn] for name, drawn in curves.items()}
    setting.progress(1.0)
    section = table(
        "The chance not to fold on average, and the strengths where a chance is half",
        "curve | theirs {.2f} | ours {.3f} | half play {.3f} | half raise {.3f} "
        "| half > pot {.3f} | 10 to 90 % {.3f}",
        {
            name: (1 - FIGURE31[0], plays.mean(), *halves[name], _tenths(plays))
            for name, (plays, *_) in curves.items()
        },
    )
    notes = (
        DRAWN,
        "d = ⟨0.3, 0.3, 0.2, 0.2⟩; the last column is how much strength it takes from a chance "
        "of 10 to one of 90 %. The thesis chose the logistic curve; the line has the same "
        "slope in the middle, and with the step only hands at the border mix.",
    )
    data = {
        "steepness": STEEPNESS,
        "curves": {
            name: {"mean": float(plays.mean()), "half_at": halves[name]}
            for name, (plays, *_) in curves.items()
        },
    }
    draw = partial(draw_risks, curves=curves)
    return Findings([section], notes, data, draw)


@item("fig32", "Figure 3.2: distributions over actions by strength")
def reproduce_figure32(setting: Setting) -> Findings:
    """The actions as areas between curves."""
    return _both(setting, areas=True)


@item("fig33", "Figure 3.3: the chance of each action by strength")
def reproduce_figure33(setting: Setting) -> Findings:
    """The same, a curve for each action."""
    return _both(setting, areas=False)


def _both(setting: Setting, *, areas: bool) -> Findings:
    """Both distributions of Figures 3.2 and 3.3, side by side."""
    curves = {name: chances(frequencies) for name, frequencies in FIGURE32.items()}
    setting.progress(1.0)
    sections = (
        table(
            f"{name}) {_distribution(FIGURE32[name])}",
            "action | theirs {.2f} | ours {.3f} | at 0.25 {.1 %} | at 0.5 {.1 %} | at 0.75 {.1 %} "
            "| most at {.2f}",
            map(_row, ACTIONS, FIGURE32[name], by_action.T),
        )
        for name, by_action in curves.items()
    )
    notes = (DRAWN, "In b nobody raises more than the pot, so that this action has no area.")
    means = {name: one.mean(axis=0) for name, one in curves.items()}
    draw = partial(_draw_both, curves=curves, areas=areas)
    return Findings(sections, notes, {"steepness": STEEPNESS, "means": means}, draw)


def _row(action: str, frequency: float, chance: FloatArray) -> tuple[object, ...]:
    places = (np.interp(place, STRENGTHS, chance) for place in (0.25, 0.5, 0.75))
    most = STRENGTHS[int(chance.argmax())] if chance.max() > 0 else "never"
    return action, frequency, chance.mean(), *places, most


def _crossing(curve: FloatArray, level: float) -> float:
    """The least strength whose chance is at least so high."""
    return float(STRENGTHS[int(np.argmax(curve >= level))])


def _tenths(curve: FloatArray) -> float:
    """The strength that it takes from a chance of 10 to one of 90 %."""
    return _crossing(curve, 0.9) - _crossing(curve, 0.1)


def _distribution(frequencies: Frequencies) -> str:
    return f"d = ⟨{', '.join(f'{one:g}' for one in frequencies)}⟩"


def draw_risks(path: Path, curves: dict[str, list[FloatArray]]) -> None:
    """Figure 3.1 on the left, with its alternatives; on the right all three curves."""
    with canvas(path, 1, 2, size=(10.5, 4.4)) as [[left, right]]:
        for name, (plays, *_) in curves.items():
            stroke, width = STROKES[name]
            style = {"color": "0.35", "label": name, "zorder": 2}
            if name == "logistic":
                style = {"color": TEAL, "label": f"{name} (the thesis's)", "zorder": 3}
                left.fill_between(STRENGTHS, plays, color=TEAL, alpha=0.10, linewidth=0)
            left.plot(STRENGTHS, plays, stroke, linewidth=width, **style)
        left.text(0.97, 0.06, f"area: {1 - FIGURE31[0]:.0%} of hands", ha="right", color=TEAL)
        left.set_title("the chance not to fold", loc="left", fontsize=11)
        left.legend(frameon=False, loc="center right")
        names = ("plays", "raises", "raises\nmore than\nthe pot")
        for name, curve, colour in zip(names, curves["logistic"], COLOURS[1:], strict=True):
            right.plot(STRENGTHS, curve, color=colour, linewidth=2.4)
            middle = float(np.interp(0.5, curve, STRENGTHS))
            right.plot([middle, middle], [0, 0.5], ":", color=colour, linewidth=1)
            right.plot(middle, 0.5, "o", color=colour, markersize=5)
            style = {"textcoords": "offset points", "va": "top", "color": colour, "fontsize": 9}
            right.annotate(name, (middle, 0.5), (9, -4), **style)
        right.set_title("the same shape for every risk, shifted", loc="left", fontsize=11)
        _frame([left, right], "chance to take at least this risk", f"{_distribution(FIGURE31)}, ")


def _draw_both(path: Path, curves: dict[str, FloatArray], areas: bool) -> None:
    """Figure 3.2, each action the area between two curves; or Figure 3.3, a curve for each."""
    with canvas(path, 1, len(curves), size=(10.5, 4.4)) as [row]:
        for axes, (name, by_action) in zip(row, curves.items(), strict=True):
            shown = [number for number in range(4) if by_action[:, number].max() > 0]
            if areas:
                _draw_areas(axes, by_action, shown[::-1])
            else:
                _draw_actions(axes, by_action, shown)
            heading = f"{name})  {_distribution(FIGURE32[name])}"
            axes.set_title(heading, loc="left", fontsize=11)
        _frame(row, "chance")


def _draw_areas(axes: Axes, by_action: FloatArray, shown: list[int]) -> None:
    """Areas with the riskiest at the bottom, under the lowest curve; names in their middles."""
    colours = [COLOURS[number] for number in shown]
    style = {"alpha": 0.85, "edgecolor": "white", "linewidth": 1.2}
    axes.stackplot(STRENGTHS, by_action[:, shown].T, colors=colours, **style)
    for number in shown:
        chance = by_action[:, number]
        place = float((STRENGTHS * chance).sum() / chance.sum())
        below = float(np.interp(place, STRENGTHS, by_action[:, number + 1 :].sum(axis=1)))
        height = below + float(np.interp(place, STRENGTHS, chance)) / 2
        _write(axes, place, height, number, chance, "white")


def _draw_actions(axes: Axes, by_action: FloatArray, shown: list[int]) -> None:
    for number in shown:
        chance, colour = by_action[:, number], COLOURS[number]
        axes.plot(STRENGTHS, chance, color=colour, linewidth=2.4)
        axes.fill_between(STRENGTHS, chance, color=colour, alpha=0.10, linewidth=0)
        _write(axes, float(STRENGTHS[chance > 0.5].mean()), 0.3, number, chance, colour)


def _write(
    axes: Axes, place: float, height: float, number: int, chance: FloatArray, colour: str
) -> None:
    """An action's name and share."""
    words = f"{WORDS[number]}\n{chance.mean():.0%}"
    style = {"ha": "center", "va": "center", "fontsize": 9.5, "fontweight": "bold"}
    axes.text(place, height, words, color=colour, **style)


def _frame(row: Axes, label: str, caption: str = "") -> None:
    """The same axes for all, and the steepness under the picture."""
    ticks = np.linspace(0, 1, 6)
    for axes in row:
        axes.set_xlim(0, 1)
        axes.set_ylim(0, 1.01)  # a line at the top is whole
        axes.set(xlabel="hand strength (7cHR)", ylabel=label)
        axes.set_yticks(ticks, [f"{tick:.0%}" for tick in ticks])
    words = f"{caption}steepness {STEEPNESS:g}, all strengths equally often"
    row[0].figure.supxlabel(words, fontsize=9, color="0.4")
