"""The picture of the tournament: who beats whom, and both rankings."""

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from villain.papers.canvas import canvas
from villain.papers.poki.roshambo.field import FIELD, OPTIMAL
from villain.papers.poki.roshambo.game import chance_margin
from villain.papers.poki.roshambo.tournament import Standing, Tournament

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLOURS = {"optimal": "#d1495b", "rule": "#edae49", "counter": "#66a182", "matcher": "#00798c"}


def draw_tournament(path: Path, tournament: Tournament) -> None:
    """The cross table in the order of the games, and the scores by games and by matches."""
    by_games, by_matches = tournament.ranking("games"), tournament.ranking("matches")
    with canvas(path, 1, 3, size=(18, 7.5)) as [row]:
        _draw_table(row[0], tournament.among([one.name for one in by_games]))
        _draw_games(row[1], by_games)
        _draw_matches(row[2], by_matches)


def _name_rows(axes: "Axes", names: list[str]) -> None:
    axes.set_yticks(
        range(len(names)), [f"{name}  {place}" for place, name in enumerate(names, 1)], fontsize=9
    )
    for label, name in zip(axes.get_yticklabels(), names, strict=True):
        label.set_color(COLOURS["optimal"] if name == OPTIMAL else "0.15")
        label.set_fontweight("bold" if name == OPTIMAL else "normal")
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)


def _draw_table(axes: "Axes", tournament: Tournament) -> None:
    names = list(tournament.names)
    mean = tournament.differences.mean(axis=0)
    largest = tournament.games
    # The root of the difference: what is just beyond chance shows beside what is total.
    shown = np.sign(mean) * np.sqrt(np.abs(mean) / largest)
    shown[np.abs(mean) <= chance_margin(tournament.games)] = 0
    image = axes.imshow(shown, cmap="RdBu", vmin=-1, vmax=1, aspect="auto")
    _name_rows(axes, names)
    axes.set_xticks(range(len(names)), names, rotation=90, fontsize=9)
    axes.get_xticklabels()[names.index(OPTIMAL)].set_color(COLOURS["optimal"])
    axes.get_xticklabels()[names.index(OPTIMAL)].set_fontweight("bold")
    axes.spines[:].set_visible(False)
    axes.set_title("games won less lost, row against column; white: within chance")
    bar = axes.figure.colorbar(image, ax=axes, shrink=0.6, pad=0.02)
    ticks = np.array([-1000, -500, -250, -50, 50, 250, 500, 1000]) / 1000
    bar.set_ticks(
        [float(np.sign(tick) * np.sqrt(abs(tick))) for tick in ticks],
        labels=[f"{tick * largest:+,.0f}" for tick in ticks],
    )
    bar.outline.set_visible(False)


def _draw_games(axes: "Axes", ranking: tuple[Standing, ...]) -> None:
    for place, one in enumerate(ranking):
        colour = COLOURS[FIELD[one.name].kind]
        axes.barh(place, one.games, color=colour, height=0.7, xerr=one.games_half, ecolor="0.3")
    place = next(i for i, one in enumerate(ranking) if one.name == OPTIMAL)
    axes.axhline(place, color=COLOURS["optimal"], linewidth=0.8, linestyle=":")
    axes.axvline(0, color="0.4", linewidth=0.8)
    _name_rows(axes, [one.name for one in ranking])
    axes.set_xlabel("games won less lost, in a round robin")
    axes.xaxis.set_major_formatter("{x:,.0f}")
    axes.locator_params(axis="x", nbins=5)
    axes.set_title("by games")
    for kind, colour in COLOURS.items():
        axes.barh(0, 0, color=colour, label=kind)
    axes.legend(frameon=False, loc="lower right")


def _draw_matches(axes: "Axes", ranking: tuple[Standing, ...]) -> None:
    shades = (("won", "#00798c"), ("drawn", "#d9d9d9"), ("lost", "#d1495b"))
    left = np.zeros(len(ranking))
    for what, colour in shades:
        width = np.array([getattr(one, what) for one in ranking])
        axes.barh(range(len(ranking)), width, left=left, color=colour, height=0.7, label=what)
        left += width
    _name_rows(axes, [one.name for one in ranking])
    axes.set_xlim(0, len(ranking) - 1)
    axes.set_xlabel("matches in a round robin; a match is won only beyond chance")
    axes.set_title("by matches")
    axes.legend(frameon=False, ncols=3, loc="upper center", bbox_to_anchor=(0.5, -0.09))
