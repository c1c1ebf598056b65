"""Beyond the paper, its own future work: opponents who switch, randomise or bluff."""

from itertools import permutations

import numpy as np

from villain.agents.styles import StylePlayer
from villain.game.actions import Action
from villain.game.observation import Observation
from villain.kernels.arrays import FloatArray
from villain.models.style_reader import StyleReader
from villain.papers.baker.convergence import THRESHOLD, player, trace, watch
from villain.papers.baker.figures import draw_switching
from villain.papers.report import Report, Section, Setting, tell
from villain.strategy.one_card import STYLES

BEFORE, AFTER = 40, 120
FORGET = (0.0, 0.01, 0.02, 0.05)
DEVIATIONS: tuple[dict[str, float], ...] = (
    {},
    {"noise": 0.1},
    {"noise": 0.3},
    {"bluff": 0.1},
    {"bluff": 0.3},
)


def switch_trace(evidence: str, forget: float, first: str, then: str, seed: int) -> FloatArray:
    """The belief after each action of a player who changes from one style to another."""
    rng = np.random.default_rng((seed, *(list(STYLES).index(name) for name in (first, then))))
    target = _Turncoat(player(first, rng), player(then, rng))
    others = tuple(name for name in STYLES if name != first)
    beliefs = []
    for belief in watch(StyleReader(evidence, forget), target, rng, others):
        beliefs.append(belief)
        target.turned = len(beliefs) >= BEFORE
        if len(beliefs) == BEFORE + AFTER:
            return np.array(beliefs)
    raise AssertionError("freeze-outs do not end")


class _Turncoat(StylePlayer):
    """Plays like one player, and once turned like another."""

    def __init__(self, first: StylePlayer, then: StylePlayer) -> None:
        super().__init__()
        self.turned, self._players = False, (first, then)

    def act(self, seen: Observation) -> Action:
        return self._players[self.turned].act(seen)


def reproduce_switching(setting: Setting) -> Report:
    """Count the actions until a switch is noticed, with forgetting and without."""
    runs = setting.size(2, 25)
    pairs = list(permutations(STYLES, 2))
    rows, data, curves = [], {}, {}
    cells = [(evidence, forget) for evidence in ("measured", "cards") for forget in FORGET]
    for number, (evidence, forget) in enumerate(cells):
        needed, steady, right = [], [], []
        for first, then in pairs:
            old, new = list(STYLES).index(first), list(STYLES).index(then)
            for run in range(runs):
                beliefs = switch_trace(evidence, forget, first, then, setting.seed + run)
                after = beliefs[BEFORE:, new] >= THRESHOLD
                needed.append(int(after.argmax()) + 1 if after.any() else AFTER + 1)
                steady.append(float((beliefs[20:BEFORE, old] >= THRESHOLD).mean()))
                right.append(np.r_[beliefs[:BEFORE, old], beliefs[BEFORE:, new]])
        curves[evidence, forget] = np.mean(right, axis=0)
        median = float(np.median(needed))
        low, high = np.quantile(_medians(needed, setting.seed), (0.025, 0.975))
        missed = float(np.mean(np.array(needed) > AFTER))
        rows.append(
            (
                evidence,
                f"{forget:g}" if forget else "never",
                f"> {AFTER}" if median > AFTER else f"{median:.0f} ({low:.0f}–{high:.0f})",
                f"{100 * missed:.0f} %",
                f"{100 * np.mean(steady):.0f} %",
            )
        )
        data[f"{evidence} forget={forget:g}"] = {
            "median_actions": median,
            "ci95": [float(low), float(high)],
            "not_noticed": missed,
            "certain_before": float(np.mean(steady)),
        }
        tell(setting, number + 1, len(cells) + 1)
    sections = (
        Section(
            f"A switch after {BEFORE} actions: actions until the new style has {THRESHOLD:.0%}",
            ("evidence", "forgets", "median", f"not within {AFTER}", "certain before the switch"),
            tuple(rows),
        ),
        _deviations(setting, runs, data),
    )
    notes = (
        f"All 12 switches from one style to another, {runs} runs each; medians with bootstrap "
        "intervals. Forgetting by 0.02 means: before each action the opponent has changed his "
        "style with a chance of 2 %. 'Certain before': how often, in actions 21 to 40, the true "
        "style had 95 %, which is what forgetting costs.",
        "Without forgetting the reader has to unlearn all it has seen, so that a switch after "
        "many actions takes many; with forgetting it does not matter how long the old style "
        "was played.",
    )
    return Report(
        "switching",
        "Beyond the paper: opponents who change, randomise or bluff",
        sections,
        notes,
        {"runs": runs, "found": data},
        {"switching.png": lambda path: draw_switching(path, curves, BEFORE)},
    )


def _deviations(setting: Setting, runs: int, data: dict[str, dict[str, object]]) -> Section:
    rows = []
    for more in DEVIATIONS:
        words = ", ".join(f"{key}={value:g}" for key, value in more.items()) or "none"
        cells = []
        for evidence in ("measured", "cards"):
            chances = [
                trace(evidence, style, setting.seed + run, BEFORE, **more)[
                    -1, list(STYLES).index(style)
                ]
                for style in STYLES
                for run in range(4 * runs)
            ]
            mean, error = float(np.mean(chances)), float(np.std(chances) / np.sqrt(len(chances)))
            cells.append(f"{100 * mean:.0f} ±{196 * error:.0f}")
            data[f"{evidence}, {words}"] = {"right": mean, "standard_error": error}
        rows.append((words, *cells))
    return Section(
        f"Randomised and bluffing players: chance given to the true style after {BEFORE} actions",
        ("deviation", "measured, %", "cards, %"),
        tuple(rows),
    )


def _medians(values: list[int], seed: int) -> FloatArray:
    rng = np.random.default_rng(seed)
    medians: FloatArray = np.median(rng.choice(values, (500, len(values))), axis=1)
    return medians
