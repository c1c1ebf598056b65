"""The learning of specific models, hand by hand, and the default they start from."""

from pathlib import Path
from typing import NamedTuple

import numpy as np

from villain.agents.loki import STYLES, Loki
from villain.agents.registry import make_agent
from villain.game.events import Acted
from villain.game.situation import decisions
from villain.kernels.arrays import FloatArray
from villain.kernels.weights import find_threshold
from villain.models.loki.action_counts import ActionCounts
from villain.models.loki.model import DEFAULT, INCOME_SPREAD, SpecificModel
from villain.papers.canvas import canvas
from villain.papers.loki.table import combo_of, play_table
from villain.papers.plots import COLOURS, band
from villain.papers.report import Findings, Setting, item, table
from villain.papers.telling import plus_minus
from villain.strategy.loki import combo_income

READ = ("tight", "moderate", "loose")
TABLE = ("loki:som", *["loki:bpm"] * 9)
CHECKPOINTS = (10, 20, 50, 100, 200, 400)


def play_threshold(model: SpecificModel, name: str) -> float:
    """The income rate from which a player plays for one bet, as the model sees it."""
    fold = model.frequencies(name, 0, 1).fold
    return find_threshold(combo_income(10), np.ones(1326), 1.0 - fold, INCOME_SPREAD)


class Lesson(NamedTuple):
    """A fresh model's view of a player after each hand, and the hands that he played.

    ``bets`` is how often he bets a flop that nobody has bet, as the model sees it.
    """

    thresholds: FloatArray
    bets: FloatArray
    incomes: FloatArray
    played: FloatArray


def learn(styles: tuple[str, ...], hands: int, seed: tuple[int, int]) -> Lesson:
    """Let a model watch a player, who changes to the next of the styles at even intervals."""
    rng = np.random.default_rng((*seed, 1))
    agents = [
        make_agent(kind, int(np.random.SeedSequence((*seed, 2, i)).generate_state(1)[0]))
        for i, kind in enumerate(TABLE)
    ]
    target = agents[1]
    assert isinstance(target, Loki)
    names = tuple(f"player {i}" for i in range(len(TABLE)))
    model = SpecificModel()
    thresholds, bets, incomes, played = [], [], [], []
    target.parameters = STYLES[styles[0]]
    for step in play_table(agents, names, hands, rng):
        seat, hand = step.order.index(1), step.hand
        first = sum(isinstance(e, Acted) and e.seat == seat for e in step.seen.events) == 1
        enters = step.acted.seat == seat and step.seen.street == 0 and first
        if enters and decisions(step.seen)[-1].situation.cost == 1:
            incomes.append(float(combo_income(len(TABLE))[combo_of(hand, seat)]))
            played.append(float(step.acted.kind != "fold"))
        if hand.over:
            model.observe(hand.observation(step.order.index(0)))
            thresholds.append(play_threshold(model, names[1]))
            bets.append(model.frequencies(names[1], 1, 0).more)
            number = min(len(thresholds) * len(styles) // hands, len(styles) - 1)
            target.parameters = STYLES[styles[number]]
    return Lesson(*(np.array(values) for values in (thresholds, bets, incomes, played)))


def true_threshold(lesson: Lesson) -> float:
    """The income rate from which he really plays more often than not: the cut with least error."""
    order = np.argsort(lesson.incomes)
    incomes, played = lesson.incomes[order], lesson.played[order]
    # A cut makes an error with each hand played below it and each one folded above it.
    errors = np.r_[0, np.cumsum(played)] + np.r_[np.cumsum((1 - played)[::-1])[::-1], 0]
    return float(incomes[min(int(errors.argmin()), len(incomes) - 1)])


@item("learning", "How fast specific models learn")
def reproduce_learning(setting: Setting) -> Findings:
    """Thresholds of tight, moderate and loose players, and of one who changes."""
    runs, hands, long = setting.size(3, 20), CHECKPOINTS[-1], setting.size(1_500, 20_000)
    cases = {style: (style,) for style in READ} | {"tight, then loose": ("tight", "loose")}
    curves, rows, flops, data = {}, [], [], {}
    ends: dict[str, tuple[float, float, float]] = {}
    points = [point - 1 for point in CHECKPOINTS]
    for name, styles in setting.steps(cases.items()):
        lessons = [learn(styles, hands, (setting.seed, run)) for run in range(runs)]
        curves[name] = np.array([lesson.thresholds for lesson in lessons])
        bets = np.array([lesson.bets for lesson in lessons])
        if len(styles) == 1:
            last = learn(styles, long, (setting.seed, 10**6))
            ends[name] = float(last.thresholds[-1]), float(last.bets[-1]), true_threshold(last)
        end, bet, true = ends[styles[-1]]
        flops.append((name, *_spread(100 * bets[:, points], ".0f"), 100 * bet))
        rows.append((name, *_spread(curves[name][:, points], "+.0f"), end, true))
        after = {str(point): float(curves[name][:, point - 1].mean()) for point in CHECKPOINTS}
        data[name] = {"true": true, "in_the_end": end, "after": after}
    columns = ("player", *map(str, CHECKPOINTS))
    sections = (
        table(
            "The income rate with which a player enters for one bet, as SOM sees it after n hands",
            (*columns, f"{long:,} {{+.0f}}", "true {+.0f}"),
            rows,
        ),
        table(
            "How often he bets a flop that nobody has bet, in %, as SOM sees it after n hands",
            (*columns, f"{long:,} {{.0f}}"),
            flops,
        ),
    )
    note = (
        f"{runs} fresh models of each, mean ± standard deviation. True is where he really begins "
        "to play more often than not, by the cards of his first decisions for one bet; the model "
        "counts all decisions for one bet alike, early and late, and so stays apart from it. It "
        "starts from the default, and goes by what it saw alone after 20 decisions. 'Tight, then "
        f"loose' changes half-way, after {hands // 2} hands: frequencies over all hands follow a "
        "change as slowly as the past is long."
    )

    def draw(path: Path) -> None:
        """The threshold seen after each hand, with what it really is."""
        with canvas(path) as [[axes]]:
            for (name, curve), colour in zip(curves.items(), COLOURS, strict=False):
                seen = np.arange(1, curve.shape[1] + 1)
                mean, spread = curve.mean(axis=0), curve.std(axis=0)
                band(axes, seen, mean, spread, alpha=0.12, color=colour, label=name)
                if name in ends:
                    axes.axhline(ends[name][0], color=colour, linewidth=0.8, linestyle="--")
            axes.set(
                xlabel="hands seen",
                ylabel="income rate needed to play, millibets",
                title="dashed: what the model sees in the end",
            )
            axes.legend(frameon=False)

    return Findings(sections, [note], {"runs": runs, "thresholds": data}, draw)


def _spread(values: FloatArray, form: str) -> list[str]:
    """The mean and the standard deviation of each column."""
    return [plus_minus(one.mean(), one.std(), form) for one in values.T]


@item("defaults", "The default that models start from")
def measure_defaults(setting: Setting) -> Findings:
    """Count what ten players with the generic model do among themselves: the default."""
    hands = setting.size(1_500, 20_000)
    rng = np.random.default_rng((setting.seed, 1))
    agents = [make_agent("loki:gom", 100 * setting.seed + i) for i in range(10)]
    counts = ActionCounts()
    ended = (one.hand for one in play_table(agents, ("all",) * 10, hands, rng) if one.hand.over)
    for hand in setting.steps_of(ended, hands):
        for decision in decisions(hand.observation(0)):
            counts.add(decision)
    taken = counts.of("all")
    shares = taken / np.maximum(taken.sum(axis=2, keepdims=True), 1)

    def triple(values: FloatArray) -> str:
        return " ".join(f"{value:.2f}" for value in values)

    section = table(
        "Fold, call, raise of ten GOM among themselves",
        "street | to pay | decisions {,} | measured | the default",
        (
            (street, cost, int(taken[i, j].sum()), triple(shares[i, j]), triple(DEFAULT[i, j]))
            for i, street in enumerate(("pre-flop", "flop", "turn", "river"))
            for j, cost in enumerate(("nothing", "one bet", "more"))
        ),
    )
    note = (
        f"{hands:,} hands. As in the paper, the default is how GOM itself plays, which depends "
        "on the default: it was measured and put in until it hardly changed."
    )
    return Findings([section], [note], {"hands": hands, "shares": shares})
