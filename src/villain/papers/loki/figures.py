"""The pictures of loki's tables and figures."""

from pathlib import Path

import numpy as np

from villain.arena.statistics import rate
from villain.kernels.arrays import CountArray, FloatArray
from villain.papers.canvas import canvas

COLOURS = ("#d1495b", "#edae49", "#00798c", "#4b3f72", "#66a182", "#8d6a9f")


def draw_potential(path: Path, theirs: CountArray, ours: CountArray) -> None:
    """Table 1 as two heat maps."""
    with canvas(path, 1, 2, size=(8, 3.6)) as [row]:
        for axes, table, title in zip(row, (theirs, ours), ("theirs", "ours"), strict=True):
            axes.imshow(np.log1p(table), cmap="Blues")
            for i in range(3):
                for j in range(3):
                    ink = "white" if table[i, j] > 50_000 else "black"
                    axes.text(j, i, f"{table[i, j]:,}", ha="center", va="center", color=ink)
            axes.set_xticks(range(3), ["ahead", "tied", "behind"])
            axes.set_yticks(range(3), ["ahead", "tied", "behind"])
            axes.set_xlabel("on the river")
            axes.set_title(title)
        row[0].set_ylabel("on the flop")


def draw_winnings(path: Path, columns: dict[str, FloatArray], dollars: float) -> None:
    """Figure 4: average winnings against hands, with bands of 95 %."""
    with canvas(path) as [[axes]]:
        for (name, column), colour in zip(columns.items(), COLOURS, strict=False):
            steps = np.unique(np.linspace(1, len(column), 500).astype(int))
            total = dollars * column.cumsum()[steps - 1]
            error = rate(column).standard_error
            half = 1.96 * dollars * error * np.sqrt(len(column) * steps)
            axes.plot(steps, total, color=colour, label=f"{name}  {column.mean():+.3f}")
            axes.fill_between(steps, total - half, total + half, color=colour, alpha=0.15)
        axes.axhline(0, color="0.6", linewidth=0.8)
        axes.set_xlabel("hands (each the mean of ten seatings)")
        axes.set_ylabel("dollars won in $2/$4")
        axes.legend(frameon=False, title="small bets a hand")


def draw_knowledge(
    path: Path,
    data: dict[str, dict[str, dict[str, float]]],
    models: tuple[str, ...],
    kinds: tuple[str, ...],
) -> None:
    """Nats gained by street, a panel a style, a line a model, with 95 % intervals."""
    with canvas(path, 1, len(kinds), size=(3 * len(kinds), 3.4)) as [row]:
        for axes, kind in zip(row, kinds, strict=True):
            for model, colour in zip(models, COLOURS, strict=False):
                found = data[f"{model} of {kind}"].values()
                means, halves = ([cell[key] for cell in found] for key in ("mean", "half"))
                axes.errorbar(
                    range(len(means)), means, halves, fmt="o-", color=colour, label=model, capsize=2
                )
            axes.set_xticks(range(5), ["pre", "flop", "turn", "river", "show"])
            axes.axhline(0, color="0.6", linewidth=0.8)
            axes.set_title(kind)
            axes.sharey(row[0])
        row[0].set_ylabel("nats over a uniform range")
        row[0].legend(frameon=False)


def draw_learning(path: Path, curves: dict[str, FloatArray], true: dict[str, float]) -> None:
    """The threshold seen after each hand, with what it really is."""
    with canvas(path) as [[axes]]:
        for (name, found), colour in zip(curves.items(), COLOURS, strict=False):
            hands = np.arange(1, found.shape[1] + 1)
            mean, spread = found.mean(axis=0), found.std(axis=0)
            axes.plot(hands, mean, color=colour, label=name)
            axes.fill_between(hands, mean - spread, mean + spread, color=colour, alpha=0.12)
            if name in true:
                axes.axhline(true[name], color=colour, linewidth=0.8, linestyle="--")
        axes.set_xlabel("hands seen")
        axes.set_ylabel("income rate needed to play, millibets")
        axes.set_title("dashed: what the model sees in the end")
        axes.legend(frameon=False)
