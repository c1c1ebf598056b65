"""The pictures of Figures 3.1 to 3.3 [huang]."""

from pathlib import Path
from typing import Any

import numpy as np

from villain.kernels.arrays import FloatArray
from villain.papers.canvas import canvas

COLOURS = ("#8d99ae", "#edae49", "#00798c", "#d1495b")
"""To fold, to call, to raise up to the pot, to raise more."""

WORDS = ("fold", "call", "raise\n≤ pot", "raise\n> pot")
STROKES = {"logistic": ("-", 2.4), "linear": ("--", 1.4), "step": (":", 1.6)}


def draw_risks(
    path: Path,
    *,
    strengths: FloatArray,
    plays: dict[str, FloatArray],
    risks: list[FloatArray],
    frequencies: tuple[float, ...],
    steepness: float,
) -> None:
    """Figure 3.1 on the left, with its alternatives; on the right all three curves."""
    with canvas(path, 1, 2, size=(10.5, 4.4)) as [[left, right]]:
        for name, curve in plays.items():
            style, width = STROKES[name]
            main = name == "logistic"
            left.plot(
                strengths,
                curve,
                style,
                color=COLOURS[2] if main else "0.35",
                linewidth=width,
                label=f"{name} (the thesis's)" if main else name,
                zorder=3 if main else 2,
            )
        left.fill_between(strengths, plays["logistic"], color=COLOURS[2], alpha=0.10, linewidth=0)
        share = 1 - frequencies[0]
        left.text(0.97, 0.06, f"area: {share:.0%} of hands", ha="right", color=COLOURS[2])
        left.set_title("the chance not to fold", loc="left", fontsize=11)
        left.legend(frameon=False, loc="center right")
        for risk, curve in enumerate(risks, start=1):
            right.plot(strengths, curve, color=COLOURS[risk], linewidth=2.4)
            middle = float(np.interp(0.5, curve, strengths))
            right.plot([middle, middle], [0, 0.5], ":", color=COLOURS[risk], linewidth=1)
            right.plot(middle, 0.5, "o", color=COLOURS[risk], markersize=5)
            right.annotate(
                ("plays", "raises", "raises\nmore than\nthe pot")[risk - 1],
                (middle, 0.5),
                (9, -4),
                textcoords="offset points",
                va="top",
                color=COLOURS[risk],
                fontsize=9,
            )
        right.set_title("the same shape for every risk, shifted", loc="left", fontsize=11)
        for axes in (left, right):
            _frame(axes, "chance to take at least this risk")
        _caption(left, steepness, [frequencies])


def draw_areas(
    path: Path,
    *,
    strengths: FloatArray,
    found: dict[str, FloatArray],
    frequencies: dict[str, tuple[float, ...]],
    steepness: float,
) -> None:
    """Figure 3.2: the actions as areas, each the space between two curves."""
    with canvas(path, 1, len(found), size=(10.5, 4.4)) as [row]:
        for axes, (name, by_action) in zip(row, found.items(), strict=True):
            # The riskiest lies at the bottom, under the lowest curve.
            shown = [number for number in (3, 2, 1, 0) if by_action[:, number].max() > 0]
            axes.stackplot(
                strengths,
                [by_action[:, number] for number in shown],
                colors=[COLOURS[number] for number in shown],
                alpha=0.85,
                edgecolor="white",
                linewidth=1.2,
            )
            for number in shown:
                _name_area(axes, strengths, by_action, number)
            axes.set_title(_heading(name, frequencies[name]), loc="left", fontsize=11)
            _frame(axes, "chance")
        _caption(row[0], steepness, [])


def draw_actions(
    path: Path,
    *,
    strengths: FloatArray,
    found: dict[str, FloatArray],
    frequencies: dict[str, tuple[float, ...]],
    steepness: float,
) -> None:
    """Figure 3.3: a curve for each action."""
    with canvas(path, 1, len(found), size=(10.5, 4.4)) as [row]:
        for axes, (name, by_action) in zip(row, found.items(), strict=True):
            for number in range(len(WORDS)):
                chance = by_action[:, number]
                if chance.max() > 0:
                    axes.plot(strengths, chance, color=COLOURS[number], linewidth=2.4)
                    axes.fill_between(
                        strengths, chance, color=COLOURS[number], alpha=0.10, linewidth=0
                    )
                    axes.text(
                        float(strengths[chance > 0.5].mean()),
                        0.3,
                        _label(number, chance),
                        color=COLOURS[number],
                        ha="center",
                        va="center",
                        fontsize=9.5,
                        fontweight="bold",
                    )
            axes.set_title(_heading(name, frequencies[name]), loc="left", fontsize=11)
            _frame(axes, "chance")
        _caption(row[0], steepness, [])


def _name_area(axes: Any, strengths: FloatArray, by_action: FloatArray, number: int) -> None:  # noqa: ANN401
    """Write an action's name and share into the middle of its area."""
    chance = by_action[:, number]
    place = float((strengths * chance).sum() / chance.sum())
    below = float(np.interp(place, strengths, by_action[:, number + 1 :].sum(axis=1)))
    height = below + float(np.interp(place, strengths, chance)) / 2
    axes.text(
        place,
        height,
        _label(number, chance),
        ha="center",
        va="center",
        color="white",
        fontsize=9.5,
        fontweight="bold",
    )


def _label(number: int, chance: FloatArray) -> str:
    return f"{WORDS[number]}\n{chance.mean():.0%}"


def _frame(axes: Any, label: str) -> None:  # noqa: ANN401
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1.01)  # a line at the top is whole
    axes.set_xlabel("hand strength (7cHR)")
    axes.set_ylabel(label)
    axes.set_yticks(np.linspace(0, 1, 6), [f"{tick:.0%}" for tick in np.linspace(0, 1, 6)])


def _heading(name: str, frequencies: tuple[float, ...]) -> str:
    return f"{name})  d = ⟨{', '.join(f'{one:g}' for one in frequencies)}⟩"


def _caption(axes: Any, steepness: float, drawn: list[tuple[float, ...]]) -> None:  # noqa: ANN401
    """The steepness under the picture, and the distribution where no heading has it."""
    told = [f"d = ⟨{', '.join(f'{one:g}' for one in one_of)}⟩" for one_of in drawn]
    axes.figure.supxlabel(
        ", ".join([*told, f"steepness {steepness:g}, all strengths equally often"]),
        fontsize=9,
        color="0.4",
    )
