"""Two players before the flop: value, agreement, and every class that differs [poki]."""

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from villain.cards.card import RANKS
from villain.cards.combo import CLASSES, StartingClass
from villain.kernels.arrays import FloatArray
from villain.papers.canvas import Axes, canvas
from villain.papers.plots import AMBER, GREY, RED
from villain.papers.poki.income import BY_NAME
from villain.papers.report import Findings, Section, Setting, item, table
from villain.strategy.heads_up_preflop import (
    CAP,
    PreflopNode,
    appraise,
    decisions,
    exact_deals,
    exploitability,
)
from villain.strategy.preflop_equilibrium import SolvedPreflop, solve_preflop
from villain.strategy.preflop_iterated import IteratedDecisions, iterate_preflop

UNLIMITED = 8
"""From this cap on the equilibrium does not change: nobody wants to raise so often."""

COMES_UP = 0.01
"""A class counts at a decision that it comes to at least so often in equilibrium."""

WORDS = {"f": "fold", "c": "call", "r": "raise"}
COLOURS = {"f": GREY, "c": AMBER, "r": RED}


@dataclass(frozen=True)
class Disagreement:
    """A class that iteration decides otherwise, and what that costs in equilibrium."""

    decision: PreflopNode
    hand: StartingClass
    equilibrium: tuple[float, ...]
    chosen: str
    gap: float

    @property
    def mixture(self) -> str:
        """The equilibrium's actions with it, in words."""
        return ", ".join(
            WORDS[action] if chance > 0.995 else f"{WORDS[action]} {100 * chance:.0f} %"
            for action, chance in zip(self.decision.actions, self.equilibrium, strict=True)
            if chance > 0.005
        )


@dataclass(frozen=True)
class Agreement:
    """The two ways to decide, for one cap.

    ``counts``: for each decision how many classes come there and how many agree; ``often`` the
    share that agrees of all decisions as they come up.
    """

    equilibrium: SolvedPreflop
    iterated: IteratedDecisions
    counts: dict[str, tuple[int, int]]
    often: float
    disagreements: tuple[Disagreement, ...]

    @property
    def agreeing(self) -> float:
        """The share of decisions, each class once, that agree."""
        come, agree = np.sum(list(self.counts.values()), axis=0)
        return float(agree / come)

    def exploitabilities(self) -> tuple[float, float, float]:
        """The gain of best replies to the equilibrium, the iterated choices and their mixture."""
        choices, mixture = self.iterated.choices(), self.iterated.mixture
        equilibrium, choice, mixed = (
            exploitability(exact_deals(), strategy, self.equilibrium.cap)
            for strategy in (self.equilibrium.strategy, choices, mixture)
        )
        return equilibrium, choice, mixed


def compare(equilibrium: SolvedPreflop, iterated: IteratedDecisions) -> Agreement:
    """Ask of every decision whether the iterated choice is one that the equilibrium makes."""
    deals, choices = exact_deals(), iterated.choices()
    worth = appraise(deals, equilibrium.strategy, equilibrium.cap)
    counts, disagreements, often = {}, [], np.zeros(2)
    sizes = deals.chances.sum(axis=1)
    for decision in decisions(equilibrium.cap):
        path = decision.path
        values, mix = worth.actions[path], equilibrium.strategy[path]
        comes = (worth.reach[path] > COMES_UP) & ~np.isnan(values).any(axis=0)
        chosen = choices[path].argmax(axis=0)
        best = np.where(comes, np.nan_to_num(values).max(axis=0), 0.0)
        every = np.arange(len(sizes))
        gaps = best - np.nan_to_num(values)[chosen, every]
        agrees = (mix[chosen, every] > COMES_UP) | (gaps < 1e-9)
        counts[path] = int(comes.sum()), int((comes & agrees).sum())
        weight = sizes * worth.reach[path] * comes
        often += weight.sum(), (weight * agrees).sum()
        for hand in np.flatnonzero(comes & ~agrees):
            mixture, action = tuple(map(float, mix[:, hand])), decision.actions[chosen[hand]]
            one = Disagreement(decision, CLASSES[hand], mixture, action, float(gaps[hand]))
            disagreements.append(one)
    ranked = sorted(disagreements, key=lambda one: -one.gap)
    return Agreement(equilibrium, iterated, counts, float(often[1] / often[0]), tuple(ranked))


def describe(decision: PreflopNode) -> str:
    """A decision in words.

    >>> describe(decisions()[2])
    'small blind, after call, raise'
    """
    who = ("small blind", "big blind")[decision.player]
    before = ", ".join(WORDS[action] for action in decision.path)
    return f"{who}, after {before}" if before else f"{who}, first to act"


@item("preflop", "Two players before the flop: iterated roll-outs and the equilibrium")
def reproduce_preflop(setting: Setting) -> Findings:
    """Solve and iterate the game with three raises and with as many as one likes."""
    generations, trials = setting.size(300, 1_000), setting.size(20_000, 50_000)
    repeats = setting.size(1, 3)
    by_cap: dict[int, list[Agreement]] = {}
    for cap, part in setting.parts((CAP, UNLIMITED)):
        equilibrium = solve_preflop(cap=cap)
        by_cap[cap] = []
        for repeat in range(repeats):
            part.progress((repeat + 1) / (repeats + 1))
            seed = setting.seed + repeat
            iterated = iterate_preflop(seed=seed, generations=generations, trials=trials, cap=cap)
            by_cap[cap].append(compare(equilibrium, iterated))
    setting.progress(1.0)
    first = {cap: runs[0] for cap, runs in by_cap.items()}
    gaps = [one.gap for runs in by_cap.values() for run in runs for one in run.disagreements]
    notes = (
        f"Iterated: {generations:,} generations of {trials:,} random deals, seeds from "
        f"{setting.seed} on, starting from random decisions. Equilibrium: a linear programme over "
        "the 169 classes with exact all-in equities and card removal. Values in small "
        "bets a hand for the small blind; exploitability is what best replies win more than that, "
        "averaged over the seats.",
        "A decision agrees if the equilibrium takes the same action at least 1 % of the time, or "
        "if both are worth the same; counted are classes that come to it at least 1 % of the "
        f"time. Over {repeats} seed{'s' * (repeats > 1)} and both caps {len(gaps)} differ; the "
        f"largest gap is {max(gaps, default=0.0):.4f} small bets, the median "
        f"{np.median(gaps or [0.0]):.4f}; the paper has usually less than 0.1. "
        "Class by class: the first seed.",
        "Theirs: Selby's solution, of which the paper prints nothing; as he and Hankin published "
        "it in 1999 the big blind never folds, the small blind rarely, and kings call 40 % of "
        "the time. His game has no cap.",
    )
    sections = [_games(by_cap), _selby(first[UNLIMITED].equilibrium)]
    sections += [_agreement(cap, one) for cap, one in first.items()]
    sections += [
        table(
            f"At most {cap} bets: every class that differs, and what it loses in small bets",
            "decision | hand | equilibrium | iterated | gap {.4f}",
            (
                (describe(d.decision), d.hand, d.mixture, WORDS[d.chosen], d.gap)
                for d in one.disagreements
            ),
        )
        for cap, one in first.items()
        if one.disagreements
    ]
    data = {f"cap {cap}": [_data(run) for run in runs] for cap, runs in by_cap.items()}
    draw = partial(draw_decisions, one=first[CAP])
    return Findings(sections, notes, data, draw)


def _games(by_cap: dict[int, list[Agreement]]) -> Section:
    rows = []
    for cap, runs in by_cap.items():
        beaten, pure, mixed = zip(*(run.exploitabilities() for run in runs), strict=True)
        agree, often = ([100 * getattr(r, key) for r in runs] for key in ("agreeing", "often"))
        exact = "< 1e-9" if beaten[0] < 1e-9 else str(beaten[0])
        rows += [
            (f"at most {cap} bets: value", "", f"{runs[0].equilibrium.value:+.5f}"),
            ("  exploitability: equilibrium", "0", exact),
            ("  iterated choices", "", _range(pure, 5)),
            ("  their mixture", "", _range(mixed, 5)),
            ("  decisions that agree", "very good agreement", _range(agree, 1) + " %"),
            ("  as they come up", "", _range(often, 1) + " %"),
        ]
    return table("The game, small bets a hand", " | theirs | ours", rows)


def _range(values: list[float] | tuple[float, ...], digits: int) -> str:
    """The mean, and from where to where where there is more than one."""
    text = f"{np.mean(values):.{digits}f}"
    ends = f" ({min(values):.{digits}f} to {max(values):.{digits}f})"
    return text + ends * (len(values) > 1)


def _selby(solved: SolvedPreflop) -> Section:
    deals, opening = exact_deals(), solved.strategy[""]
    folds = float(opening[0] @ deals.chances.sum(axis=1))
    worth = appraise(deals, solved.strategy, solved.cap)
    big = max(
        float((solved.strategy[d.path][0] * worth.reach[d.path]).max())
        for d in decisions(solved.cap)
        if d.player == 1 and "f" in d.actions and not np.isnan(worth.actions[d.path]).any()
    )
    return table(
        "Selby's solution",
        " | theirs | ours {.1 %}",
        (
            ("the small blind folds", "rarely", folds),
            ("the big blind folds a hand", "never", big if big > 1e-6 else "never"),
            ("kings call in the small blind", "40 %", opening[1, BY_NAME["KK"]]),
        ),
    )


def _agreement(cap: int, one: Agreement) -> Section:
    rows = []
    for decision in decisions(cap):
        come, agree = one.counts[decision.path]
        if come:
            gaps = [d.gap for d in one.disagreements if d.decision == decision]
            rows.append((describe(decision), come, agree, agree / come, max(gaps, default=None)))
    return table(
        f"At most {cap} bets: classes that come to a decision, and those that agree",
        "decision | classes | agree | {.1 %} | largest gap {.4f}",
        rows,
    )


def _data(one: Agreement) -> dict[str, Any]:
    exact, choices, mixture = one.exploitabilities()
    return {
        "value": one.equilibrium.value,
        "exploitability": exact,
        "iterated_exploitability": choices,
        "mixture_exploitability": mixture,
        "agreeing": one.agreeing,
        "agreeing_as_they_come_up": one.often,
        "differences": [
            {
                "decision": d.decision.path,
                "hand": str(d.hand),
                "equilibrium": d.equilibrium,
                "iterated": d.chosen,
                "gap": d.gap,
            }
            for d in one.disagreements
        ],
    }


def draw_decisions(path: Path, one: Agreement) -> None:
    """Grids of the 169 classes: a row for each strategy, a column for each decision.

    Classes that differ are framed.
    """
    columns = {"": "small blind", "c": "after a call", "r": "after a raise"}
    actions = {decision.path: decision.actions for decision in decisions(one.equilibrium.cap)}
    rows = {"equilibrium": one.equilibrium.strategy, "iterated": one.iterated.choices()}
    size = (3.4 * len(columns), 3.5 * len(rows))
    with canvas(path, len(rows), len(columns), size=size) as grid:
        for line, (title, strategy) in zip(grid, rows.items(), strict=True):
            for axes, (key, name) in zip(line, columns.items(), strict=True):
                framed = [int(d.hand) for d in one.disagreements if d.decision.path == key]
                _draw_grid(axes, strategy[key], actions[key], framed)
                axes.set_title(f"{title}: {name}", fontsize=9)
        names = {"f": "fold", "c": "call or check", "r": "raise"}
        handles = [
            grid[0, 0].plot([], [], "s", color=COLOURS[action], label=name)[0]
            for action, name in names.items()
        ]
        place = {"loc": "upper left", "bbox_to_anchor": (0, -0.06)}
        grid[-1, 0].legend(handles=handles, frameon=False, fontsize=8, ncols=3, **place)


def _draw_grid(axes: Axes, chances: FloatArray, actions: str, framed: list[int]) -> None:
    """Each class as a square, divided by the chances of its actions."""
    from matplotlib.collections import PatchCollection
    from matplotlib.patches import Rectangle

    parts, colours = [], []
    for number in range(169):
        row, column = divmod(number, 13)
        left = float(column)
        for action, chance in zip(actions, chances[:, number], strict=True):
            if chance > 0:
                parts.append(Rectangle((left, row), chance, 1))
                colours.append(COLOURS[action])
                left += chance
    axes.add_collection(PatchCollection(parts, facecolors=colours, linewidths=0))
    for line in range(14):
        axes.axhline(line, color="white", linewidth=0.4)
        axes.axvline(line, color="white", linewidth=0.4)
    for number in framed:
        row, column = divmod(number, 13)
        frame = Rectangle((column, row), 1, 1, fill=False, edgecolor="black", lw=1.5, zorder=3)
        axes.add_patch(frame)
    axes.set(xlim=(0, 13), ylim=(13, 0), aspect="equal")
    places, names = np.arange(13) + 0.5, list(reversed(RANKS))
    axes.set_xticks(places, names, fontsize=7)
    axes.set_yticks(places, names, fontsize=7)
    axes.tick_params(length=0)
