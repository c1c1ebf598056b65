"""Beyond the paper, its own future work: opponents who switch, randomise or bluff."""

from functools import partial
from itertools import permutations, product
from pathlib import Path
from sys import maxsize

import numpy as np

from villain.agents.styles import Switcher
from villain.kernels.arrays import FloatArray
from villain.models.baker.model import StyleReader
from villain.papers.baker.convergence import THRESHOLD, trace, watch
from villain.papers.canvas import canvas
from villain.papers.plots import AMBER, QUIET, RED, TEAL
from villain.papers.report import Findings, Section, Setting, item, table
from villain.papers.telling import plus_minus
from villain.strategy.one_card import STYLES

BEFORE, AFTER = 60, 200
LENGTHS = (30, 60, 120, 240)
FORGET = (0.0, 0.01, 0.02, 0.05)
DEVIATIONS: tuple[dict[str, float], ...] = (
    {},
    *({kind: chance} for kind in ("noise", "bluff") for chance in (0.1, 0.3)),
)


def switch_trace(
    evidence: str, forget: float, change: tuple[str, str], seed: tuple[int, int], before: int
) -> tuple[FloatArray, FloatArray]:
    """The beliefs before and after a player changes his style, by action and style.

    He changes with the first hand after so many actions.
    """
    rng = np.random.default_rng((*seed, *(list(STYLES).index(name) for name in change)))
    first, then = change
    target = Switcher(int(rng.integers(2**32)), first, then, after=maxsize)
    others = tuple(name for name in STYLES if name != first)
    beliefs: list[FloatArray] = []
    switch = 0
    for more in watch(StyleReader(evidence, forget), target, rng, others):
        beliefs += more
        if not switch and len(beliefs) >= before:
            switch, target.after = len(beliefs), target.hands
        if switch and len(beliefs) >= switch + AFTER:
            break
    return np.array(beliefs[switch - before : switch]), np.array(beliefs[switch:][:AFTER])


def noticed(after: FloatArray, style: int) -> int:
    """The actions after the switch until the new style was certain; one more than all if never."""
    certain = after[:, style] >= THRESHOLD
    return int(certain.argmax()) + 1 if certain.any() else AFTER + 1


@item("switching", "Beyond the paper: opponents who switch or deviate")
def reproduce_switching(setting: Setting) -> Findings:
    """Count the actions until a switch is noticed, with forgetting and without."""
    runs = setting.size(2, 25)
    rows, curves = [], {}
    data: dict[str, dict[str, object]] = {}
    for evidence, forget in setting.steps(product(("measured", "cards"), FORGET), more=2):
        needed, steady, right = [], [], []
        for (first, then), run in product(permutations(STYLES, 2), range(runs)):
            old, new = list(STYLES).index(first), list(STYLES).index(then)
            seed = (setting.seed, run)
            before, after = switch_trace(evidence, forget, (first, then), seed, BEFORE)
            needed.append(noticed(after, new))
            steady.append(float((before[BEFORE // 2 :, old] >= THRESHOLD).mean()))
            right.append(np.r_[before[:, old], after[:, new]])
        curves[evidence, forget] = np.mean(right, axis=0)
        missed, certain = float(np.mean(np.array(needed) > AFTER)), float(np.mean(steady))
        words, numbers = _median(needed, setting.seed)
        forgets = f"{forget:g}" if forget else "never"
        rows.append((evidence, forgets, words, missed, certain))
        more = {"not_noticed": missed, "certain_before": certain}
        data[f"{evidence} forget={forget:g}"] = numbers | more
    switches = table(
        f"A switch after {BEFORE} actions: actions until the new style has {THRESHOLD:.0%}",
        f"evidence | forgets | median | not within {AFTER} {{.0 %}} "
        "| certain before the switch {.0 %}",
        rows,
    )
    lengths = _lengths(setting, runs, data)
    setting.progress(0.9)
    notes = (
        f"All 12 switches from one style to another, {runs} runs each; medians with bootstrap "
        "intervals. Forgetting by 0.02 means: before each action the opponent has changed his "
        f"style with a chance of 2 %. 'Certain before': how often, in the last {BEFORE // 2} "
        "actions before the switch, the true style had 95 %, which is what forgetting costs.",
        "A reader that never forgets has to unlearn all that it has seen; the second table shows "
        "what that makes of a long past.",
    )
    sections = (switches, lengths, _deviations(setting, runs, data))
    results, draw = {"runs": runs, "found": data}, partial(draw_switching, curves=curves)
    return Findings(sections, notes, results, draw)


def _lengths(setting: Setting, runs: int, data: dict[str, dict[str, object]]) -> Section:
    """The same after the old style was played for longer or shorter."""
    rows = []
    for before in LENGTHS:
        cells = []
        for forget in (0.0, 0.01):
            needed = [
                noticed(
                    switch_trace("cards", forget, change, (setting.seed, run), before)[1],
                    list(STYLES).index(change[1]),
                )
                for change, run in product(permutations(STYLES, 2), range(runs))
            ]
            words, numbers = _median(needed, setting.seed)
            cells.append(words)
            data[f"cards forget={forget:g}, switch after {before}"] = numbers
        rows.append((before, *cells))
    return table(
        "How long the old style was played, and the actions until the new one is known (cards)",
        "actions before | never forgets | forgets 0.01",
        rows,
    )


def _deviations(setting: Setting, runs: int, data: dict[str, dict[str, object]]) -> Section:
    rows = []
    for more in DEVIATIONS:
        words = ", ".join(f"{key}={value:g}" for key, value in more.items()) or "none"
        cells = []
        for kind in ("measured shares", "cards"):
            chances = [
                trace(kind, style, (setting.seed, run), BEFORE, **more)[-1, number]
                for number, style in enumerate(STYLES)
                for run in range(4 * runs)
            ]
            mean, error = float(np.mean(chances)), float(np.std(chances) / np.sqrt(len(chances)))
            cells.append(plus_minus(100 * mean, 196 * error, ".0f"))
            data[f"{kind}, {words}"] = {"right": mean, "standard_error": error}
        rows.append((words, *cells))
    return table(
        f"Randomised and bluffing players: chance given to the true style after {BEFORE} actions",
        "deviation | measured shares, % | cards, %",
        rows,
    )


def _median(values: list[int], seed: int) -> tuple[str, dict[str, object]]:
    """A median with its bootstrap interval, in words and as numbers."""
    rng = np.random.default_rng(seed)
    medians = np.median(rng.choice(values, (500, len(values))), axis=1)
    median, (low, high) = float(np.median(values)), np.quantile(medians, (0.025, 0.975))
    shown = f"> {AFTER}" if median > AFTER else f"{median:.0f} ({low:.0f}–{high:.0f})"
    return shown, {"median_actions": median, "ci95": [float(low), float(high)]}


def draw_switching(path: Path, curves: dict[tuple[str, float], FloatArray]) -> None:
    """The mean chance of the true style, before and after a switch."""
    shades = dict(zip(FORGET, ("#1f1f1f", TEAL, AMBER, RED), strict=True))
    evidences = list(dict.fromkeys(evidence for evidence, _ in curves))
    with canvas(path, 1, len(evidences), size=(5 * len(evidences), 4)) as [row]:
        for (evidence, forget), curve in curves.items():
            axes = row[evidences.index(evidence)]
            label = f"forgets {forget:g}" if forget else "never forgets"
            axes.plot(np.arange(1, len(curve) + 1), curve, color=shades[forget], label=label)
        for axes, evidence in zip(row, evidences, strict=True):
            axes.axvline(BEFORE, linestyle="--", **QUIET)
            axes.annotate("switch ", (BEFORE, 0.02), ha="right", color="0.4", fontsize=9)
            axes.set(ylim=(0, 1), xlabel="actions seen", title=f"evidence: {evidence}")
        row[0].set_ylabel("mean chance of the true style")
        row[-1].legend(frameon=False, loc="lower right")
