"""What the models know: the chance they give to the cards that somebody really holds."""

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from villain.agents.agent import Agent
from villain.agents.registry import make_agent
from villain.cards.combo import Combo
from villain.game.deal import shuffle
from villain.game.events import Acted, Dealt
from villain.game.hand import Hand
from villain.game.observation import Observation, just_after
from villain.game.presets import limit_holdem
from villain.models.model import OpponentModel
from villain.models.registry import make_model
from villain.papers.loki.figures import draw_knowledge
from villain.papers.report import Report, Section, Setting, tell

MODELS = ("basic", "generic", "specific")
STREETS = ("pre-flop", "flop", "turn", "river")
SHOWDOWN = 4
TABLE = ("loki:bpm", "loki:bpt", "loki:bpl", "loki:gom", "loki:som") * 2
"""Who is read; the models look from the first seat, which is also one of these."""


class Step(NamedTuple):
    """One action at a table: who sits where, and what the first participant saw just after it."""

    hand: Hand
    order: list[int]
    acted: Acted
    seen: Observation


def play_table(
    agents: list[Agent], names: tuple[str, ...], hands: int, rng: np.random.Generator
) -> Iterator[Step]:
    """Play limit hold'em, everybody seated at random, action by action."""
    rules = limit_holdem(len(agents))
    for _ in range(hands):
        order = [int(who) for who in rng.permutation(len(agents))]
        seated = tuple(names[who] for who in order)
        hand = Hand(rules, shuffle(rules, rng), seated, check=False)
        eye = order.index(0)
        while hand.seat is not None:
            seat, before = hand.seat, hand.observation(eye)
            hand.act(agents[order[seat]].act(hand.observation(seat)))
            acted = hand.events[len(before.events)]
            assert isinstance(acted, Acted)
            yield Step(hand, order, acted, just_after(before, acted))
        for seat, who in enumerate(order):
            agents[who].watch(hand.observation(seat))


def reproduce_knowledge(setting: Setting) -> Report:
    """Nats gained over a uniform range, by style and street."""
    hands = setting.size(300, 6_000)
    rng = np.random.default_rng((setting.seed, 1))
    names = tuple(f"{kind}#{number}" for number, kind in enumerate(TABLE))
    agents = [make_agent(kind, setting.seed * 100 + i) for i, kind in enumerate(TABLE)]
    models: dict[str, OpponentModel] = {name: make_model(name) for name in MODELS}
    # By model, style and street (4: at the showdown), the means of hands.
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
            tell(setting, played, hands)
    kinds = tuple(dict.fromkeys(TABLE))
    rows, data = [], {}
    for name in MODELS:
        for kind in kinds:
            cells = [gains[name, kind, street] for street in range(SHOWDOWN + 1)]
            rows.append((name if kind == kinds[0] else "", kind, *map(_cell, cells)))
            data[f"{name} of {kind}"] = {
                column: float(np.mean(cell)) if cell else None
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
        {"knowledge.png": lambda path: draw_knowledge(path, data, MODELS, kinds, STREETS)},
    )


def _gain(model: OpponentModel, hand: Hand, seen: Observation, seat: int) -> float:
    """The log of the chance of his true cards, less that of a uniform range."""
    weights = model.range(seen, seat)
    (true,) = (
        event.cards for event in hand.events if isinstance(event, Dealt) and event.seat == seat
    )
    assert true is not None
    unknown = 52 - len(seen.hole) - len(seen.board)
    uniform = 2 / (unknown * (unknown - 1))
    return float(np.log(max(weights[Combo.of(*true)], 1e-300) / uniform))


def _cell(values: list[float]) -> str:
    if len(values) < 2:
        return ""
    half = 1.96 * np.std(values, ddof=1) / np.sqrt(len(values))
    return f"{np.mean(values):+.2f} ±{half:.2f}"
