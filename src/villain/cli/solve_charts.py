"""Pictures of solutions: the 13×13 grid of a decision, next cards, what answers win and risk."""

from pathlib import Path
from typing import TYPE_CHECKING, Any
from warnings import catch_warnings, filterwarnings

import numpy as np

from villain.cards.card import RANKS, SYMBOLS
from villain.cards.combo import CLASSES
from villain.cli.figures import literal
from villain.cli.solve_moves import ShownMove, grid_of_report, show_moves
from villain.cli.solve_screen import distance_words, title_of
from villain.papers.canvas import canvas

if TYPE_CHECKING:
    from collections.abc import Sequence

    from villain.kernels.arrays import FloatArray
    from villain.solver.betting import Move
    from villain.solver.dial import DialPoint
    from villain.solver.places import TreePlace
    from villain.solver.reports import CardReport, DecisionReport
    from villain.solver.solution import Headway
    from villain.solver.spot import Spot

Axes = Any
"""Matplotlib's own are loose."""

EMPTY, GROUND, EDGE = "#f1f1ef", "#dcdcd8", "#ffffff"
"""A cell with nothing, the part of a cell that is not there, and the lines between cells."""

GAIN, RISK = "#1b6e3c", "#b83535"
CLOSE = 0.08
"""Points nearer than such a part of the picture share a label."""


def draw_decision(spot: "Spot", report: "DecisionReport", standing: "Headway", path: Path) -> None:
    """The grid of who acts: each cell divided by his moves, as high as it is often there."""
    moves = show_moves(report.moves)
    chances, presence = grid_of_report(report)
    with canvas(path, size=(9, 10.5)) as [[axes]]:
        for hand in CLASSES:
            _draw_cell(axes, hand.column, hand.row, chances[:, hand], float(presence[hand]), moves)
            ink = "#1c1c1c" if presence[hand] > 0 else "#b5b5b0"
            axes.text(
                hand.column + 0.06,
                hand.row + 0.09,
                str(hand),
                fontsize=8.5,
                color=ink,
                va="top",
                fontweight="bold" if presence[hand] > 0 else "normal",
                path_effects=_halo() if presence[hand] > 0 else None,
            )
        _frame(axes, 13, 13)
        where = "out of position" if report.player == 0 else "in position"
        who = f"{spot.names[report.player]} ({where})"
        _title(axes, title_of(report.place, report.pot), f"{who[0].upper()}{who[1:]} to act")
        labels = [
            f"{move.words}\n{100 * report.frequency(number):.1f} %"
            for number, move in enumerate(moves)
        ]
        _legend(axes, moves, labels)
        axes.figure.supxlabel(
            "A cell is as high as its hands are often there, beside the commonest. "
            f"{distance_words(standing.distance)} of the pot from equilibrium.",
            fontsize=8.5,
            color="0.4",
        )


def draw_cards(
    place: "TreePlace",
    pot: float,
    who: str,
    moves: "Sequence[Move]",
    cards: "list[CardReport]",
    hero: int,
    path: Path,
) -> None:
    """Every card that may come, divided by what is done after it, with the hero's equity."""
    shown = show_moves(moves)
    with canvas(path, size=(11.5, 5.2)) as [[axes]]:
        for suit in range(4):
            for rank in range(13):
                axes.add_patch(_box(12 - rank, suit, 1.0, 1.0, EMPTY))
        for row in cards:
            across, down = 12 - row.card // 4, 3 - row.card % 4
            chances = np.array(row.frequencies) if moves else np.zeros(0)
            _draw_cell(axes, across, down, chances, 1.0, shown)
            axes.text(
                across + 0.5,
                down + 0.52,
                f"{100 * row.equities[hero]:.0f}",
                ha="center",
                va="center",
                fontsize=11,
                color="#1c1c1c",
                fontweight="bold",
                path_effects=_halo(),
            )
        _frame(axes, 13, 4)
        axes.set_xticks(np.arange(13) + 0.5, RANKS[::-1])
        axes.set_yticks(np.arange(4) + 0.5, SYMBOLS[::-1])
        axes.tick_params(length=0, labelsize=12, labelcolor="0.25")
        _title(axes, title_of(place, pot), who)
        _legend(axes, shown, [move.words for move in shown], below=-0.09)
        axes.figure.supxlabel(
            "Numbers are the hero's equity in percent after the card.", fontsize=8.5, color="0.4"
        )


def draw_curve(spot: "Spot", points: "list[DialPoint]", words: str, path: Path) -> None:
    """What answers win beyond equilibrium, and what they risk, from the dial's 0 to its 1."""
    shares = [point.share for point in points]
    gains, risks = [point.gain for point in points], [point.risk for point in points]
    with catch_warnings(), canvas(path, 1, 2, size=(11, 4.8)) as [[left, right]]:
        filterwarnings("ignore", "Glyph")  # a name in letters that the font has not
        for values, colour, name in ((gains, GAIN, "gain"), (risks, RISK, "risk")):
            left.plot(shares, values, "o-", color=colour, linewidth=2, markersize=5, label=name)
        left.set_xlabel("dial: how far he is bound to the model")
        left.set_ylabel("chips")
        left.legend(frameon=False, loc="upper left")
        right.plot(risks, gains, "o-", color="0.25", linewidth=2, markersize=5)
        for label, risk, gain in _labels(points):
            right.annotate(
                label,
                (risk, gain),
                xytext=(7, -13),
                textcoords="offset points",
                fontsize=9,
                color="0.3",
            )
        right.set_xlabel("risk: what the answer's worst opponent wins more, in chips")
        right.set_ylabel("gain: what it wins from him more than equilibrium does")
        for axes in (left, right):
            axes.grid(color="0.93", linewidth=0.8)
            axes.set_axisbelow(True)
            axes.spines[["left", "bottom"]].set_color("0.6")
            axes.tick_params(colors="0.35")
        board = " ".join(card.symbol for card in spot.board)
        left.figure.suptitle(
            literal(f"{board}   pot {spot.whole_pot:g}: {words}"), fontsize=13, fontweight="bold"
        )


def _labels(points: "list[DialPoint]") -> list[tuple[str, float, float]]:
    """The settings of the dial with their places; those that lie together share a label."""
    wide = max(max(point.risk for point in points), 1e-9)
    high = max(max(point.gain for point in points), 1e-9)
    labels: list[tuple[str, float, float]] = []
    for point in points:
        share = f"{point.share:g}"
        if labels:
            words, risk, gain = labels[-1]
            if abs(point.risk - risk) < CLOSE * wide and abs(point.gain - gain) < CLOSE * high:
                labels[-1] = f"{words}, {share}", risk, gain
                continue
        labels.append((share, point.risk, point.gain))
    return labels


def _draw_cell(
    axes: Axes,
    across: float,
    down: float,
    chances: "FloatArray",
    height: float,
    moves: list[ShownMove],
) -> None:
    """One cell from its left to its right, filled from below."""
    axes.add_patch(_box(across, down, 1.0, 1.0, GROUND if height > 0 else EMPTY))
    left = 0.0
    for chance, move in zip(chances, moves, strict=True):
        if height > 0 and chance > 0:
            axes.add_patch(
                _box(across + left, down + 1 - height, float(chance), height, move.colour)
            )
            left += float(chance)


def _box(left: float, top: float, width: float, height: float, colour: str) -> Any:  # noqa: ANN401
    from matplotlib.patches import Rectangle

    return Rectangle((left, top), width, height, facecolor=colour, linewidth=0)


def _halo() -> list[Any]:
    """A pale rim, so that dark letters can be read on any colour."""
    from matplotlib.patheffects import withStroke

    return [withStroke(linewidth=2.2, foreground="#ffffffd0")]


def _frame(axes: Axes, across: int, down: int) -> None:
    axes.set_xlim(0, across)
    axes.set_ylim(down, 0)
    axes.set_aspect("equal")
    axes.vlines(np.arange(across + 1), 0, down, color=EDGE, linewidth=1.6)
    axes.hlines(np.arange(down + 1), 0, across, color=EDGE, linewidth=1.6)
    axes.set_xticks([])
    axes.set_yticks([])
    axes.spines[:].set_visible(False)


def _title(axes: Axes, title: str, below: str) -> None:
    axes.set_title(literal(title), loc="left", pad=22, fontsize=14, fontweight="bold")
    axes.annotate(
        literal(below),
        (0, 1),
        (0, 6),
        xycoords="axes fraction",
        textcoords="offset points",
        fontsize=11,
        color="0.35",
    )


def _legend(axes: Axes, moves: list[ShownMove], labels: list[str], below: float = -0.01) -> None:
    from matplotlib.patches import Patch

    if moves:
        axes.legend(
            handles=[
                Patch(facecolor=move.colour, label=literal(label))
                for move, label in zip(moves, labels, strict=True)
            ],
            loc="upper center",
            bbox_to_anchor=(0.5, below),
            ncols=min(len(moves), 6),
            frameon=False,
            fontsize=10,
            handlelength=1.3,
            handleheight=1.3,
        )
