"""The dial in small games: what answers to learned models win, and what they risk, exactly.

    python -m benchmarks.small_dial --plot docs/images/dial-leduc.png      five opponents in Leduc
    python -m benchmarks.small_dial --game kuhn --against tight --hands 50
    python -m benchmarks.small_dial --exact        and set the frontier beside a linear program

Each repetition deals so many hands between equilibrium and the opponent, the seats in turn; what
equilibrium saw of them makes the model. *Share of the frontier* is what an answer wins beyond
equilibrium, of what the best answer with the same risk would. Intervals are of 95 %, over
repetitions.
"""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table
from scipy.stats import t

import villain.cli  # noqa: F401  first: it says how many threads NumPy may use
from villain.evaluation.small_dial import Frontier, JudgedAnswer, SmallDial
from villain.game.presets import find_game
from villain.kernels.arrays import FloatArray
from villain.papers.canvas import canvas
from villain.strategy.small_opponents import OPPONENTS, find_opponent

HANDS = (50, 200, 1000)
COLOURS = {50: "#a0da39", 200: "#1fa187", 1000: "#365c8d"}


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="leduc", help="kuhn, leduc or onecard")
    parser.add_argument("--against", nargs="+", default=list(OPPONENTS), help=", ".join(OPPONENTS))
    parser.add_argument("--hands", nargs="+", type=int, default=list(HANDS))
    parser.add_argument("--repetitions", type=int, default=8)
    parser.add_argument("--seed", type=int, default=27)
    parser.add_argument("--exact", action="store_true", help="check the frontier; needs OpenSpiel")
    parser.add_argument("--plot", type=Path, help="draw the curves into this picture")
    parser.add_argument("--json", action="store_true", help="print JSON, for scripts")
    asked = parser.parse_args()
    rows, progress = [], Console(stderr=True)
    for name in asked.against:
        rows.append(measure(asked.game, name, asked.hands, asked.repetitions, asked.seed))
        if asked.exact:
            rows[-1]["exact"] = beside_linear_program(asked.game, name, rows[-1])
        progress.print(f"{name} is done")
    if asked.plot:
        draw(rows, asked.plot)
    if asked.json:
        print(json.dumps({"game": asked.game, "seed": asked.seed, "opponents": rows}, indent=2))
    else:
        show(rows)


def measure(
    game: str, name: str, numbers: list[int], repetitions: int, seed: int
) -> dict[str, Any]:
    """One opponent: his frontier, and answers to models of him."""
    dial = SmallDial(find_game(game, 2), find_opponent(name))
    known = dial.known()
    frontier, safe = Frontier.of([(one.risk, one.wins) for one in known]), known[0].wins
    learned = []
    for hands in numbers:
        judged = [
            dial.answers(dial.learn(hands, np.random.default_rng((seed, hands, repetition))))
            for repetition in range(repetitions)
        ]
        learned += [
            summary(hands, answers, frontier, safe) for answers in zip(*judged, strict=True)
        ]
    return {
        "opponent": name,
        "equilibrium": safe,
        "best": float(frontier.wins.max()),
        "frontier": [{"dial": one.name, "wins": one.wins, "risk": one.risk} for one in known],
        "learned": learned,
    }


def summary(
    hands: int, answers: tuple[JudgedAnswer, ...], frontier: Frontier, safe: float
) -> dict[str, Any]:
    """One kind of answer over all repetitions."""
    wins = np.array([one.wins for one in answers])
    most = np.array([frontier.at(one.risk) for one in answers])
    return {
        "hands": hands,
        "answer": answers[0].name,
        "promised": interval(np.array([one.from_model for one in answers])),
        "wins": interval(wins),
        "risk": interval(np.array([one.risk for one in answers])),
        "below": interval(most - wins),
        "share": float((wins - safe).mean() / (most - safe).mean()),
    }


def interval(values: FloatArray) -> list[float]:
    """The mean, and from where to where it may be."""
    mean = float(values.mean())
    error = float(values.std(ddof=1)) / np.sqrt(len(values)) if len(values) > 1 else float("nan")
    half = float(t.ppf(0.975, max(len(values) - 1, 1))) * error
    return [mean, mean - half, mean + half]


def beside_linear_program(game: str, name: str, row: dict[str, Any]) -> float:
    """The largest part by which a point of our frontier is below the exact one at its risk.

    Every other point is looked at. It is a part of what can be won there beyond equilibrium; where
    that is next to nothing, of a
    twentieth of what the best answer wins beyond it.
    """
    from tests.solver.linear_frontier import LinearFrontier

    dial = SmallDial(find_game(game, 2), find_opponent(name))
    exact = LinearFrontier(dial.rules, dial.truth)
    safe, worst = row["equilibrium"], 0.0
    for point in row["frontier"][2::2]:
        most = exact.most_won(point["risk"])
        beyond = max(most - safe, (row["best"] - safe) / 20)
        worst = max(worst, (most - point["wins"]) / beyond)
    return worst


def show(rows: list[dict[str, Any]]) -> None:
    screen = Console(width=120, highlight=False)
    for row in rows:
        exact = f", at most {row['exact']:.1%} below the exact one" if "exact" in row else ""
        screen.print(
            f"\n{row['opponent']}: equilibrium wins {row['equilibrium']:.3f} chips a hand, the "
            f"best answer {row['best']:.3f}\nfrontier (win at risk){exact}: "
            + "  ".join(f"{one['wins']:.2f} at {one['risk']:.2f}" for one in row["frontier"])
        )
        heads = ("hands", "answer", "promised", "wins", "risk", "below the frontier", "share of it")
        table = Table(*heads, box=None, pad_edge=False)
        for one in row["learned"]:
            ranges = (
                "{:.3f} ({:.3f} to {:.3f})".format(*one[key]) for key in ("wins", "risk", "below")
            )
            share = f"{one['share']:.0%}"
            promised = f"{one['promised'][0]:.3f}"
            table.add_row(f"{one['hands']:,}", one["answer"], promised, *ranges, share)
        screen.print(table)


def draw(rows: list[dict[str, Any]], path: Path) -> None:
    """Win against risk: the frontier, and the curves of models from so many hands."""
    with canvas(path, 1, len(rows), size=(3.4 * len(rows), 4.2)) as [all_axes]:
        for axes, row in zip(all_axes, rows, strict=True):
            points = row["frontier"]
            axes.plot(
                [one["risk"] for one in points],
                [one["wins"] for one in points],
                color="0.3",
                marker=".",
                label="he is known",
            )
            for hands in dict.fromkeys(one["hands"] for one in row["learned"]):
                curve = [one for one in row["learned"] if one["hands"] == hands]
                colour = COLOURS.get(hands)
                line = [one for one in curve if one["answer"] not in ("biased", "auto")]
                label = f"{hands:,} hands, one share"
                axes.plot(*_places(line), color=colour, marker=".", linewidth=1, label=label)
                for answer, marker in (("biased", "s"), ("auto", "D")):
                    only = [one for one in curve if one["answer"] == answer]
                    axes.plot(
                        *_places(only),
                        color=colour,
                        marker=marker,
                        linestyle="",
                        label=f"{hands:,} hands, {answer}",
                    )
            axes.axhline(row["equilibrium"], color="0.8", linewidth=1, zorder=0)
            axes.set_xscale("symlog", linthresh=0.1)
            axes.set_xlim(left=0)
            axes.set_title(row["opponent"])
            axes.set_xlabel("risk: what the worst opponent wins")
        all_axes[0].set_ylabel("chips won a hand from him")
        all_axes[-1].legend(frameon=False, fontsize=7)


def _places(rows: list[dict[str, Any]]) -> tuple[list[float], list[float]]:
    return [one["risk"][0] for one in rows], [one["wins"][0] for one in rows]


if __name__ == "__main__":
    main()
