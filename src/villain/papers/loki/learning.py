"""How fast specific models learn a player's thresholds, and the default they start from."""

import numpy as np

from villain.agents.loki import STYLES, Loki
from villain.agents.registry import make_agent
from villain.kernels.arrays import FloatArray
from villain.kernels.weights import weighted_quantile
from villain.models.action_counts import ActionCounts
from villain.models.decisions import decisions
from villain.models.weighted_hands import DEFAULT, SpecificModel
from villain.papers.loki.figures import draw_learning
from villain.papers.loki.knowledge import play_table
from villain.papers.report import Report, Section, Setting, tell
from villain.strategy.loki import combo_income

READ = ("tight", "moderate", "loose")
TABLE = ("loki:som", *["loki:bpm"] * 9)
CHECKPOINTS = (10, 20, 50, 100, 200, 400)


def play_threshold(model: SpecificModel, name: str) -> float:
    """The income rate from which a player plays for one bet, as the model sees it."""
    fold = model.frequencies(name, 0, 1).fold
    income = combo_income(10)
    return weighted_quantile(income, np.argsort(income), np.ones(1326), fold)


def learn(styles: tuple[str, ...], hands: int, seed: int) -> FloatArray:
    """The threshold that a fresh model sees in a player after each hand.

    The player is second at the table; he changes to the next of the styles at even intervals.
    """
    rng = np.random.default_rng(seed)
    agents = [make_agent(kind, seed * 100 + i) for i, kind in enumerate(TABLE)]
    target = agents[1]
    assert isinstance(target, Loki)
    names = tuple(f"player {i}" for i in range(len(TABLE)))
    model, found = SpecificModel(), []
    for hand, order in play_table(agents, names, hands, rng):
        if hand.over:
            model.observe(hand.observation(order.index(0)))
            found.append(play_threshold(model, names[1]))
        number = min(len(found) * len(styles) // hands, len(styles) - 1)
        target.parameters = STYLES[styles[number]]
    return np.array(found)


def reproduce_learning(setting: Setting) -> Report:
    """Thresholds of tight, moderate and loose players, and of one who changes."""
    runs, hands, long = setting.size(3, 20), CHECKPOINTS[-1], setting.size(1_500, 20_000)
    cases = {style: (style,) for style in READ} | {"tight, then loose": ("tight", "loose")}
    curves, rows, data = {}, [], {}
    true = {}
    for number, (name, styles) in enumerate(cases.items()):
        curves[name] = np.array(
            [learn(styles, hands, 1000 * setting.seed + run) for run in range(runs)]
        )
        if len(styles) == 1:
            true[name] = float(learn(styles, long, 1000 * setting.seed + 999)[-1])
        target = true.get(name, true.get(styles[-1], 0.0))
        cells = []
        for point in CHECKPOINTS:
            values = curves[name][:, point - 1]
            cells.append(f"{values.mean():+.0f} ±{values.std():.0f}")
        rows.append((name, *cells, f"{target:+.0f}"))
        data[name] = {
            "true": target,
            "after": {
                str(point): float(curves[name][:, point - 1].mean()) for point in CHECKPOINTS
            },
        }
        tell(setting, number + 1, len(cases))
    section = Section(
        "The income rate with which a player enters for one bet, as SOM sees it after n hands",
        ("player", *(f"{point}" for point in CHECKPOINTS), "true"),
        tuple(rows),
    )
    notes = (
        f"{runs} fresh models of each, mean ± standard deviation; true is what a model sees after "
        f"{long:,} hands. The model starts from the default, and goes by what it saw alone after "
        "20 decisions. 'Tight, then loose' changes half-way, after 200 hands: frequencies over "
        "all hands follow a change as slowly as the past is long.",
    )
    return Report(
        "learning",
        "How fast specific models learn",
        (section,),
        notes,
        {"runs": runs, "thresholds": data},
        {"learning.png": lambda path: draw_learning(path, curves, true)},
    )


def measure_defaults(setting: Setting) -> Report:
    """Count what ten players with the generic model do among themselves: the default."""
    hands = setting.size(1_500, 20_000)
    rng = np.random.default_rng(setting.seed)
    agents = [make_agent("loki:gom", 100 * setting.seed + i) for i in range(10)]
    counts, played = ActionCounts(), 0
    for hand, _ in play_table(agents, ("all",) * 10, hands, rng):
        if hand.over:
            for decision in decisions(hand.observation(0)):
                counts.add(decision, hand.rules)
            played += 1
            tell(setting, played, hands)
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
