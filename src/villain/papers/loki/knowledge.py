"""What the models know: the chance they give to the cards that somebody really holds."""

from collections import defaultdict
from collections.abc import Iterator

import numpy as np

from villain.agents.agent import Agent
from villain.agents.registry import make_agent
from villain.cards.combo import Combo
from villain.game.deal import shuffle
from villain.game.events import Acted
from villain.game.hand import Hand
from villain.game.observation import Observation
from villain.game.presets import limit_holdem
from villain.models.model import OpponentModel
from villain.models.registry import make_model
from villain.papers.loki.figures import draw_knowledge
from villain.papers.report import Report, Section, Setting, tell

MODELS = ("basic", "generic", "specific")
STREETS = ("pre-flop", "flop", "turn", "river")
TABLE = ("loki:bpm", "loki:bpt", "loki:bpl", "loki:gom", "loki:som") * 2
"""Who is read; the models look from the first seat, which is also one of these."""


def play_table(
    agents: list[Agent], names: tuple[str, ...], hands: int, rng: np.random.Generator
) -> Iterator[tuple[Hand, list[int]]]:
    """Play limit hold'em, everybody seated at random; give the hand after each action."""
    rules = limit_holdem(len(agents))
    for _ in range(hands):
        order = [int(who) for who in rng.permutation(len(agents))]
        seated = tuple(names[who] for who in order)
        hand = Hand(rules, shuffle(rules, rng), seated, check=False)
        while hand.seat is not None:
            seat = hand.seat
            hand.act(agents[order[seat]].act(hand.observation(seat)))
            yield hand, order
        for seat, who in enumerate(order):
            agents[who].watch(hand.observation(seat))


def reproduce_knowledge(setting: Setting) -> Report:
    """Nats gained over a uniform range, by style and street."""
    hands = setting.size(300, 6_000)
    rng = np.random.default_rng((setting.seed, 1))
    names = tuple(f"{kind}#{number}" for number, kind in enumerate(TABLE))
    agents = [make_agent(kind, setting.seed * 100 + i) for i, kind in enumerate(TABLE)]
    models: dict[str, OpponentModel] = {name: make_model(name) for name in MODELS}
    gains: dict[tuple[str, str, int], list[float]] = defaultdict(list)
    shown: dict[tuple[str, str], list[float]] = defaultdict(list)
    last: dict[tuple[str, int], float] = {}
    played = 0
    for hand, order in play_table(agents, names, hands, rng):
        eye = order.index(0)  # the first of the table looks on
        acted = next(event for event in reversed(hand.events) if isinstance(event, Acted))
        seen = hand.observation(eye)
        if not hand.over:
            for model in models.values():
                model.observe(seen)
            seat = acted.seat
            if seat != eye and not hand.folded[seat]:
                for name, model in models.items():
                    gain = _gain(model, hand, seen, seat)
                    gains[name, TABLE[order[seat]], hand.street].append(gain)
                    last[name, seat] = gain
        else:
            for model in models.values():
                model.observe(seen)
            for (name, seat), gain in last.items():
                if not hand.folded[seat] and hand.folded.count(False) > 1:
                    shown[name, TABLE[order[seat]]].append(gain)
            last = {}
            played += 1
            tell(setting, played, hands)
    kinds = tuple(dict.fromkeys(TABLE))
    rows, data = [], {}
    for name in MODELS:
        for kind in kinds:
            cells = [gains[name, kind, street] for street in range(4)] + [shown[name, kind]]
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
        "range; ± half a 95 % interval (actions of one hand are not independent, so it is a "
        "little wider in truth). At showdown: what the model knew after his last action, of those "
        "who showed. One nat is a factor of 2.7.",
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
    true = Combo.of(*hand._deal.holes[seat])
    unknown = 52 - 2 - len(hand.board)
    uniform = 2 / (unknown * (unknown - 1))
    return float(np.log(max(weights[true], 1e-300) / uniform))


def _cell(values: list[float]) -> str:
    if len(values) < 2:
        return ""
    half = 1.96 * np.std(values, ddof=1) / np.sqrt(len(values))
    return f"{np.mean(values):+.2f} ±{half:.2f}"
