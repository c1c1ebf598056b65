"""How fast specific models learn a player's thresholds, and the default they start from."""

from typing import NamedTuple

import numpy as np

from villain.agents.loki import STYLES, Loki
from villain.agents.registry import make_agent
from villain.cards.combo import Combo
from villain.game.events import Acted, Dealt
from villain.game.situation import decisions
from villain.kernels.arrays import FloatArray
from villain.kernels.weights import find_threshold
from villain.models.loki.action_counts import ActionCounts
from villain.models.loki.model import DEFAULT, INCOME_SPREAD, SpecificModel
from villain.papers.loki.figures import draw_learning
from villain.papers.loki.table import play_table
from villain.papers.report import Report, Section, Setting
from villain.strategy.loki import combo_income

READ = ("tight", "moderate", "loose")
TABLE = ("loki:som", *["loki:bpm"] * 9)
CHECKPOINTS = (10, 20, 50, 100, 200, 400)


def play_threshold(model: SpecificModel, name: str) -> float:
    """The income rate from which a player plays for one bet, as the model sees it."""
    fold = model.frequencies(name, 0, 1).fold
    return find_threshold(combo_income(10), np.ones(1326), 1.0 - fold, INCOME_SPREAD)


class Lesson(NamedTuple):
    """What a fresh model sees of a player after each hand, and how often he played which hand.

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
            (cards,) = (e.cards for e in hand.events if isinstance(e, Dealt) and e.seat == seat)
            assert cards is not None
            incomes.append(float(combo_income(len(TABLE))[Combo.of(*cards)]))
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


def reproduce_learning(setting: Setting) -> Report:
    """Thresholds of tight, moderate and loose players, and of one who changes."""
    runs, hands, long = setting.size(3, 20), CHECKPOINTS[-1], setting.size(1_500, 20_000)
    cases = {style: (style,) for style in READ} | {"tight, then loose": ("tight", "loose")}
    curves, rows, flops, data = {}, [], [], {}
    true: dict[str, float] = {}
    in_the_end: dict[str, float] = {}
    bets_in_the_end: dict[str, float] = {}
    for number, (name, styles) in enumerate(cases.items()):
        lessons = [learn(styles, hands, (setting.seed, run)) for run in range(runs)]
        curves[name] = np.array([lesson.thresholds for lesson in lessons])
        bets = np.array([lesson.bets for lesson in lessons])
        if len(styles) == 1:
            lesson = learn(styles, long, (setting.seed, 10**6))
            true[name], in_the_end[name] = true_threshold(lesson), float(lesson.thresholds[-1])
            bets_in_the_end[name] = float(lesson.bets[-1])
        cells = [
            f"{values.mean():+.0f} ±{values.std():.0f}"
            for values in (curves[name][:, point - 1] for point in CHECKPOINTS)
        ]
        shares = [
            f"{100 * values.mean():.0f} ±{100 * values.std():.0f}"
            for values in (bets[:, point - 1] for point in CHECKPOINTS)
        ]
        flops.append((name, *shares, f"{100 * bets_in_the_end[styles[-1]]:.0f}"))
        rows.append((name, *cells, f"{in_the_end[styles[-1]]:+.0f}", f"{true[styles[-1]]:+.0f}"))
        data[name] = {
            "true": true[styles[-1]],
            "in_the_end": in_the_end[styles[-1]],
            "after": {
                str(point): float(curves[name][:, point - 1].mean()) for point in CHECKPOINTS
            },
        }
        setting.tell(number + 1, len(cases))
    section = Section(
        "The income rate with which a player enters for one bet, as SOM sees it after n hands",
        ("player", *(f"{point}" for point in CHECKPOINTS), f"{long:,}", "true"),
        tuple(rows),
    )
    flop_section = Section(
        "How often he bets a flop that nobody has bet, in %, as SOM sees it after n hands",
        ("player", *(f"{point}" for point in CHECKPOINTS), f"{long:,}"),
        tuple(flops),
    )
    notes = (
        f"{runs} fresh models of each, mean ± standard deviation. True is where he really begins "
        "to play more often than not, by the cards of his first decisions for one bet; the model "
        "counts all decisions for one bet alike, early and late, and so stays apart from it. It "
        "starts from the default, and goes by what it saw alone after 20 decisions. 'Tight, then "
        f"loose' changes half-way, after {hands // 2} hands: frequencies over all hands follow a "
        "change as slowly as the past is long.",
    )
    return Report(
        "learning",
        "How fast specific models learn",
        (section, flop_section),
        notes,
        {"runs": runs, "thresholds": data},
        {"learning.png": lambda path: draw_learning(path, curves, in_the_end)},
    )


def measure_defaults(setting: Setting) -> Report:
    """Count what ten players with the generic model do among themselves: the default."""
    hands = setting.size(1_500, 20_000)
    rng = np.random.default_rng((setting.seed, 1))
    agents = [make_agent("loki:gom", 100 * setting.seed + i) for i in range(10)]
    counts, played = ActionCounts(), 0
    for step in play_table(agents, ("all",) * 10, hands, rng):
        hand = step.hand
        if hand.over:
            for decision in decisions(hand.observation(0)):
                counts.add(decision)
            played += 1
            setting.tell(played, hands)
    found = counts.of("all")
    shares = found / np.maximum(found.sum(axis=2, keepdims=True), 1)
    rows = tuple(
        (
            street,
            cost,
            f"{int(found[i, j].sum()):,}",
            " ".join(f"{value:.2f}" for value in shares[i, j]),
            " ".join(f"{value:.2f}" for value in DEFAULT[i, j]),
        )
        for i, street in enumerate(("pre-flop", "flop", "turn", "river"))
        for j, cost in enumerate(("nothing", "one bet", "more"))
    )
    section = Section(
        "Fold, call, raise of ten GOM among themselves",
        ("street", "to pay", "decisions", "measured", "the default"),
        rows,
    )
    return Report(
        "defaults",
        "The default that models start from",
        (section,),
        (
            f"{hands:,} hands. As in the paper, the default is how GOM itself plays, which depends "
            "on the default: it was measured and put in until it hardly changed.",
        ),
        {"hands": hands, "shares": shares.tolist()},
    )
