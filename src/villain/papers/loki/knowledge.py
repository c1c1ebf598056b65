"""What the models know: the chance they give to the cards that somebody really holds."""

from collections import defaultdict

import numpy as np

from villain.agents.registry import make_agent
from villain.cards.combo import Combo
from villain.game.events import Dealt
from villain.game.hand import Hand
from villain.game.observation import Observation
from villain.models.loki.model import INCOME_SPREAD, SLY, STRENGTH_SPREAD, SpecificModel
from villain.models.model import OpponentModel
from villain.models.registry import make_model
from villain.papers.loki.figures import draw_knowledge
from villain.papers.loki.table import play_table
from villain.papers.report import Report, Section, Setting

MODELS = ("basic", "generic", "specific")
STREETS = ("pre-flop", "flop", "turn", "river")
SHOWDOWN = 4
TABLE = ("loki:bpm", "loki:bpt", "loki:bpl", "loki:gom", "loki:som") * 2
"""Who is read; the models look from the first seat, which is also one of these."""


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
            setting.tell(played, hands)
    return gains


def reproduce_knowledge(setting: Setting) -> Report:
    """Nats gained over a uniform range, by style and street."""
    hands = setting.size(300, 6_000)
    gains = measure({name: make_model(name) for name in MODELS}, hands, setting)
    kinds = tuple(dict.fromkeys(TABLE))
    rows, data = [], {}
    for name in MODELS:
        for kind in kinds:
            cells = [gains[name, kind, street] for street in range(SHOWDOWN + 1)]
            rows.append((name if kind == kinds[0] else "", kind, *map(_cell, cells)))
            data[f"{name} of {kind}"] = {
                column: _numbers(cell)
                for column, cell in zip((*STREETS, "showdown"), cells, strict=True)
            }
    section = Section(
        "Nats gained over a uniform range, by who is read and when",
        ("model", "who", *STREETS, "at showdown"),
        tuple(rows),
    )
    notes = (
        f"{hands:,} hands of the table of Figure 4; after each action that leaves a player in, "
        "the log of the chance that the model gives to his true cards, less that of a uniform "
        "range, averaged over his actions on the street; ± half a 95 % interval with hands as "
        "units. At showdown: what the model knew after his last action, of those who showed. One "
        "nat is a factor of 2.7.",
    )
    return Report(
        "knowledge",
        "What the models know",
        (section,),
        notes,
        {"hands": hands, "nats": data},
        {"knowledge.png": lambda path: draw_knowledge(path, data, MODELS, kinds)},
    )


def reproduce_spreads(setting: Setting) -> Report:
    """How uncertain thresholds should be, and whether checks tell anything: nats gained."""
    hands = setting.size(300, 6_000)
    kinds: dict[str, OpponentModel] = {
        "as it is": SpecificModel(),
        "σ = 100 and 0.2, the paper's examples": SpecificModel(100.0, 0.2),
        "σ = 200 and 0.3": SpecificModel(200.0, 0.3),
        "σ = 300 and 0.5": SpecificModel(300.0, 0.5),
        "checks and calls tell nothing upwards": SpecificModel(sly=1.0),
    }
    gains = measure(kinds, hands, setting)
    columns = (*STREETS, "at showdown")
    cells = {
        name: [
            [gain for who in dict.fromkeys(TABLE) for gain in gains[name, who, street]]
            for street in range(SHOWDOWN + 1)
        ]
        for name in kinds
    }
    section = Section(
        "Nats gained over a uniform range by the specific model",
        ("", *columns),
        tuple((name, *map(_cell, found)) for name, found in cells.items()),
    )
    notes = (
        f"{hands:,} hands of the table of Figure 4, everybody read; ± half a 95 % interval. The "
        f"model as it is has σ = {INCOME_SPREAD:g} in income rates and {STRENGTH_SPREAD:g} in "
        f"strength, and leaves {SLY:g} to hands that would have been raised.",
    )
    data = {
        name: {column: _numbers(cell) for column, cell in zip(columns, found, strict=True)}
        for name, found in cells.items()
    }
    return Report(
        "spreads", "What the models' constants are worth", (section,), notes, {"nats": data}
    )


def _gain(model: OpponentModel, hand: Hand, seen: Observation, seat: int) -> float:
    """The log of the chance of his true cards, less that of a uniform range."""
    weights = model.range(seen, seat).weights
    (true,) = (
        event.cards for event in hand.events if isinstance(event, Dealt) and event.seat == seat
    )
    assert true is not None
    unknown = 52 - len(seen.hole) - len(seen.board)
    uniform = 2 / (unknown * (unknown - 1))
    return float(np.log(max(weights[Combo.of(*true)], 1e-300) / uniform))


def _numbers(values: list[float]) -> dict[str, float]:
    """A mean and half its 95 % interval, from hands as units."""
    if len(values) < 2:
        return {"mean": float("nan"), "half": float("nan")}
    half = 1.96 * np.std(values, ddof=1) / np.sqrt(len(values))
    return {"mean": float(np.mean(values)), "half": float(half)}


def _cell(values: list[float]) -> str:
    found = _numbers(values)
    return f"{found['mean']:+.2f} ±{found['half']:.2f}" if len(values) > 1 else ""
