"""The pictures of baker's tables and figures."""

from pathlib import Path

import numpy as np

from villain.arena.statistics import Share
from villain.kernels.arrays import FloatArray
from villain.papers.canvas import canvas
from villain.strategy.one_card import GRID, STYLES

COLOURS = dict(zip(STYLES, ("#d1495b", "#edae49", "#00798c", "#4b3f72"), strict=True))
"""A colour for each style, the same in all pictures."""


def draw_readings(
    path: Path, printed: dict[str, float], wins: dict[str, FloatArray], best: str
) -> None:
    """Table II: a row a reading, a dot a style; crosses are what the paper prints."""
    with canvas(path, size=(9, 5)) as [[axes]]:
        names = list(wins)
        for place, name in enumerate(names):
            for style, value in zip(STYLES, wins[name], strict=True):
                axes.plot(100 * value, place, "o", color=COLOURS[style], markersize=8)
        for style, value in printed.items():
            axes.axvline(100 * value, color=COLOURS[style], linestyle=":", linewidth=1)
            axes.plot(100 * value, -1, "x", color=COLOURS[style], markersize=9, label=style)
        axes.set_yticks(
            range(-1, len(names)),
            ["printed", *(f"{name} (fits best)" if name == best else name for name in names)],
        )
        axes.invert_yaxis()
        axes.set_xlabel("freeze-outs that the printed anti-player wins against three, %")
        axes.set_title("Table II in twelve readings")
        axes.legend(frameon=False, title="against", loc="upper left", bbox_to_anchor=(1, 1))


def draw_shares(path: Path, shares: dict[str, FloatArray]) -> None:
    """Table III: theirs and some of ours as bars of fold, call and raise."""
    with canvas(path, 1, len(STYLES), size=(10, 3.6)) as [row]:
        for axes, (number, style) in zip(row, enumerate(STYLES), strict=True):
            left = np.zeros(len(shares))
            for action, shade in enumerate(("#c9d6df", "#7fa3b8", "#1f4e66")):
                values = np.array([found[number, action] for found in shares.values()])
                axes.barh(
                    list(shares),
                    values,
                    left=left,
                    color=shade,
                    label=("fold", "call", "raise")[action],
                )
                left += values
            axes.set_title(style)
            axes.invert_yaxis()
            axes.set_xlim(0, 1)
            if number:
                axes.set_yticklabels([])
        row[-1].legend(frameon=False, loc="upper left", bbox_to_anchor=(1, 1))


def draw_convergence(
    path: Path, example: FloatArray, means: dict[tuple[str, str], FloatArray]
) -> None:
    """Figure 3: one tight passive player, as in the paper; and the mean chance of the truth."""
    evidences = list(dict.fromkeys(evidence for evidence, _ in means))
    with canvas(path, 1, 1 + len(evidences), size=(3.2 * (1 + len(evidences)), 3.6)) as [row]:
        steps = np.arange(len(example) + 1)
        for number, style in enumerate(STYLES):
            row[0].plot(steps, np.r_[0.25, example[:, number]], color=COLOURS[style], label=style)
        row[0].set_title("a tight passive player\n(shares as printed)")
        row[0].set_ylabel("chance of the style")
        for axes, evidence in zip(row[1:], evidences, strict=True):
            for number, style in enumerate(STYLES):
                found = means[evidence, style][:, number]
                axes.plot(np.arange(len(found) + 1), np.r_[0.25, found], color=COLOURS[style])
            axes.set_title(f"mean chance of the truth\n({evidence})")
        for axes in row:
            axes.axhline(0.95, color="0.6", linewidth=0.8, linestyle="--")
            axes.set_ylim(0, 1)
            axes.set_xlabel("actions seen")
        row[0].legend(frameon=False)


def draw_comparison(
    path: Path,
    tables: tuple[tuple[str, ...], ...],
    found: dict[tuple[str, str, tuple[str, ...]], Share],
    kinds: tuple[str, ...],
) -> None:
    """Figure 5: both players at every table, with intervals."""
    with canvas(path, len(kinds), size=(10, 4 * len(kinds))) as rows:
        places = np.arange(len(tables))
        for [axes], kind in zip(rows, kinds, strict=True):
            for who, colour in (("analysis", "#d1495b"), ("simulation", "#00798c")):
                shares = [found[kind, who, table] for table in tables]
                means = np.array([100 * one.mean for one in shares])
                low = means - [100 * one.low for one in shares]
                high = np.array([100 * one.high for one in shares]) - means
                axes.errorbar(
                    places + (0.08 if who == "simulation" else -0.08),
                    means,
                    (low, high),
                    fmt="o-",
                    color=colour,
                    capsize=2,
                    linewidth=1,
                    label=who,
                )
            axes.axhline(25, color="0.6", linewidth=0.8, linestyle="--")
            axes.annotate("a fair share", (-0.8, 21), color="0.4", fontsize=8)
            axes.set_xticks(
                places, ["/".join(table) for table in tables], rotation=60, ha="right", fontsize=8
            )
            axes.set_ylim(0, 103)
            axes.set_ylabel("freeze-outs won, %")
            axes.set_title(f"reading: {kind}")
        rows[0, 0].legend(frameon=False, loc="lower right")


def draw_heat_maps(
    path: Path,
    figures: dict[int, tuple[str, ...]],
    maps: dict[tuple[str, int], FloatArray],
    kinds: tuple[str, ...],
) -> None:
    """Figures 6 to 9: wins over alpha and beta, darker for more, as printed."""
    size = (3.4 * len(figures), 3.4 * len(kinds))
    with canvas(path, len(kinds), len(figures), size=size) as rows:
        image = None
        for row, kind in zip(rows, kinds, strict=True):
            for axes, (figure, table) in zip(row, figures.items(), strict=True):
                square = np.full((11, 11), np.nan)
                for pair, wins in zip(GRID, maps[kind, figure], strict=True):
                    square[round(10 * pair.alpha), round(10 * pair.beta)] = 100 * wins
                image = axes.imshow(square, origin="lower", cmap="Greys", vmin=0, vmax=100)
                best = GRID[int(maps[kind, figure].argmax())]
                axes.plot(10 * best.beta, 10 * best.alpha, "o", color="#d1495b", markersize=5)
                axes.set_xticks(range(0, 11, 2), [f"{tick / 10:g}" for tick in range(0, 11, 2)])
                axes.set_yticks(range(0, 11, 2), [f"{tick / 10:g}" for tick in range(0, 11, 2)])
                axes.set_xlabel("β: raise")
                axes.set_ylabel("α: stay in")
                axes.set_title(f"Fig. {figure}: {'/'.join(table)}\n({kind})", fontsize=10)
        rows[0, 0].figure.colorbar(image, ax=rows.ravel().tolist(), label="wins, %", shrink=0.6)


def draw_switching(path: Path, curves: dict[tuple[str, float], FloatArray], switch: int) -> None:
    """The mean chance of the true style, before and after a switch."""
    evidences = list(dict.fromkeys(evidence for evidence, _ in curves))
    shades = ("#1f1f1f", "#00798c", "#edae49", "#d1495b")
    with canvas(path, 1, len(evidences), size=(5 * len(evidences), 4)) as [row]:
        for axes, evidence in zip(row, evidences, strict=True):
            chosen = [
                (forget, curve) for (kind, forget), curve in curves.items() if kind == evidence
            ]
            for (forget, curve), shade in zip(chosen, shades, strict=True):
                label = f"forgets {forget:g}" if forget else "never forgets"
                axes.plot(np.arange(1, len(curve) + 1), curve, color=shade, label=label)
            axes.axvline(switch, color="0.6", linewidth=0.8, linestyle="--")
            axes.annotate("switch ", (switch, 0.02), ha="right", color="0.4", fontsize=9)
            axes.set_ylim(0, 1)
            axes.set_xlabel("actions seen")
            axes.set_title(f"evidence: {evidence}")
        row[0].set_ylabel("mean chance of the true style")
        row[-1].legend(frameon=False, loc="lower right")
