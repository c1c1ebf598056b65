"""The models' knowledge: the chance they give to the cards that somebody really holds."""

from collections import defaultdict
from functools import partial
from pathlib import Path

import numpy as np

from villain.agents.registry import make_agent
from villain.game.hand import Hand
from villain.game.observation import Observation
from villain.models.loki.model import INCOME_SPREAD, SLY, STRENGTH_SPREAD, SpecificModel
from villain.models.model import OpponentModel
from villain.models.registry import make_model
from villain.papers.canvas import canvas
from villain.papers.loki.table import combo_of, play_table
from villain.papers.plots import COLOURS, QUIET
from villain.papers.report import Findings, Setting, item, table
from villain.papers.telling import plus_minus

MODELS = ("basic", "generic", "specific")
STREETS = ("pre-flop", "flop", "turn", "river")
SHOWDOWN = 4
TABLE = ("loki:bpm", "loki:bpt", "loki:bpl", "loki:gom", "loki:som") * 2
"""The players who are read; the models look from the first seat, which is one of them."""

KINDS = tuple(dict.fromkeys(TABLE))
Nats = dict[str, float]


def measure(
    models: dict[str, OpponentModel], hands: int, setting: Setting
) -> dict[tuple[str, str, int], list[float]]:
    """Nats gained, by model, who is read, and street (4: the showdown); a number for each hand."""
    rng = np.random.default_rng((setting.seed, 1))
    names = tuple(f"{kind}#{number}" for number, kind in enumerate(TABLE))
    agents = [make_agent(kind, setting.seed * 100 + i) for i, kind in enumerate(TABLE)]
    gains: dict[tuple[str, str, int], list[float]] = defaultdict(list)
    this: dict[tuple[str, int, int], list[float]] = defaultdict(list)
    played = 0
    for hand, order, acted, seen in play_table(agents, names, hands, rng):
        for name, model in models.items():
            model.observe(seen)
            if acted.seat != seen.seat and acted.kind != "fold":
                this[name, acted.seat, seen.street].append(_gain(model, hand, seen, acted.seat))
        if hand.over:
            shows = hand.folded.count(False) > 1
            for (name, seat, street), values in this.items():
                kind = TABLE[order[seat]]
                gains[name, kind, street].append(float(np.mean(values)))
                last = max(s for n, q, s in this if (n, q) == (name, seat))
                if shows and not hand.folded[seat] and street == last:
                    gains[name, kind, SHOWDOWN].append(values[-1])
            this.clear()
            played += 1
            setting.progress(played / hands)
    return gains


@item("knowledge", "What the models know")
def reproduce_knowledge(setting: Setting) -> Findings:
    """Nats gained over a uniform range, by style and street."""
    hands = setting.size(300, 6_000)
    gains = measure({name: make_model(name) for name in MODELS}, hands, setting)
    cells = {
        (name, kind): [gains[name, kind, street] for street in range(SHOWDOWN + 1)]
        for name in MODELS
        for kind in KINDS
    }
    section = table(
        "Nats gained over a uniform range, by who is read and when",
        ("model", "who", *STREETS, "at showdown"),
        (
            (name if kind == KINDS[0] else "", kind, *map(_cell, values))
            for (name, kind), values in cells.items()
        ),
    )
    data = {
        f"{name} of {kind}": dict(zip((*STREETS, "showdown"), map(_numbers, values), strict=True))
        for (name, kind), values in cells.items()
    }
    note = (
        f"{hands:,} hands of the table of Figure 4; after each action that leaves a player in, "
        "the log of the chance that the model gives to his true cards, less that of a uniform "
        "range, averaged over his actions on the street; ± half a 95 % interval with hands as "
        "units. At showdown: what the model knew after his last action, of those who showed. One "
        "nat is a factor of 2.7."
    )
    results, draw = {"hands": hands, "nats": data}, partial(draw_knowledge, data=data)
    return Findings([section], [note], results, draw)


@item("spreads", "What the models' constants are worth")
def reproduce_spreads(setting: Setting) -> Findings:
    """Nats gained with other spreads of thresholds, and where checks tell nothing."""
    hands = setting.size(300, 6_000)
    models: dict[str, OpponentModel] = {
        "as it is": SpecificModel(),
        "σ = 100 and 0.2, the paper's examples": SpecificModel(100.0, 0.2),
        "σ = 200 and 0.3": SpecificModel(200.0, 0.3),
        "σ = 300 and 0.5": SpecificModel(300.0, 0.5),
        "checks and calls tell nothing upwards": SpecificModel(sly=1.0),
    }
    gains = measure(models, hands, setting)
    columns = (*STREETS, "at showdown")
    cells = {
        name: [
            [gain for who in KINDS for gain in gains[name, who, street]]
            for street in range(SHOWDOWN + 1)
        ]
        for name in models
    }
    section = table(
        "Nats gained over a uniform range by the specific model",
        ("", *columns),
        {name: map(_cell, values) for name, values in cells.items()},
    )
    note = (
        f"{hands:,} hands of the table of Figure 4, everybody read; ± half a 95 % interval. The "
        f"model as it is has σ = {INCOME_SPREAD:g} in income rates and {STRENGTH_SPREAD:g} in "
        f"strength, and leaves {SLY:g} to hands that would have been raised."
    )
    data = {
        name: dict(zip(columns, map(_numbers, values), strict=True))
        for name, values in cells.items()
    }
    return Findings([section], [note], {"nats": data})


def _gain(model: OpponentModel, hand: Hand, seen: Observation, seat: int) -> float:
    """The log of the chance of his true cards, less that of a uniform range."""
    weights = model.range(seen, seat).weights
    unknown = 52 - len(seen.hole) - len(seen.board)
    uniform = 2 / (unknown * (unknown - 1))
    return float(np.log(max(weights[combo_of(hand, seat)], 1e-300) / uniform))


def _numbers(values: list[float]) -> Nats:
    """A mean and half its 95 % interval, from hands as units."""
    if len(values) < 2:
        return {"mean": float("nan"), "half": float("nan")}
    half = 1.96 * np.std(values, ddof=1) / np.sqrt(len(values))
    return {"mean": float(np.mean(values)), "half": float(half)}


def _cell(values: list[float]) -> str:
    numbers = _numbers(values)
    return plus_minus(numbers["mean"], numbers["half"]) if len(values) > 1 else ""


def draw_knowledge(path: Path, data: dict[str, dict[str, Nats]]) -> None:
    """Nats gained by street, a panel a style, a line a model, with 95 % intervals."""
    with canvas(path, 1, len(KINDS), size=(3 * len(KINDS), 3.4)) as [row]:
        for axes, kind in zip(row, KINDS, strict=True):
            for model, colour in zip(MODELS, COLOURS, strict=False):
                cells = data[f"{model} of {kind}"].values()
                means, halves = ([cell[key] for cell in cells] for key in ("mean", "half"))
                style = {"fmt": "o-", "color": colour, "label": model, "capsize": 2}
                axes.errorbar(range(len(means)), means, halves, **style)
            axes.set_xticks(range(5), ["pre", "flop", "turn", "river", "show"])
            axes.axhline(0, **QUIET)
            axes.set_title(kind)
            axes.sharey(row[0])
        row[0].set_ylabel("nats over a uniform range")
        row[0].legend(frameon=False)
