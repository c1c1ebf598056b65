"""Table 3, the potential of A♦ Q♣; Figure 6, what the betting of Table 4 tells of EP."""

import math
from functools import partial
from pathlib import Path

from villain.cards.card import parse_cards
from villain.cards.combo import Combo
from villain.game.presets import limit_holdem
from villain.game.script import parse_script, play_script
from villain.models.reading import SeatRange, read_seat
from villain.models.registry import make_model
from villain.papers.loki.potential import reproduce_table1
from villain.papers.range_maps import draw_readings
from villain.papers.report import Draw, Findings, Setting, grid, item, table

HAND = "c c c c c / Qs7h4d: c c r f c f f / 5h: r r c / 5s: c c"
"""Table 4: seats 0 to 4 are the small blind, the big blind, EP, MP and Poki."""

OURS, HIS, EP, POKI = "7d6d", "QcJc", 2, 4
STREETS = ("before the flop", "flop", "turn", "river")
MODELS = ("formula", "statistics", "specific")
WATCHED = ("QcJc", "AhQh", "QhTh", "7c7s", "4c4s", "KsJs", "9c8c", "7s2c")
"""Hands that EP might have; the first is what he shows in the text."""


@item("table3", "Table 3: hand potential")
def reproduce_table3(setting: Setting) -> Findings:
    """The same count as loki's Table 1, which poki prints again with its sums."""
    return reproduce_table1.run(setting)


@item("fig6", "Figure 6: what the betting of the example tells of EP")
def reproduce_figure6(setting: Setting) -> Findings:
    """Read EP with each model before the flop, on the flop and on the river."""
    stages: dict[str, dict[str, SeatRange]] = {}
    for model in setting.steps(MODELS):
        views = play_script(parse_script(HAND), limit_holdem(5), hero=POKI, hole=parse_cards(OURS))
        last = {one.street: one for one in read_seat(make_model(model), views, EP)}
        stages[model] = {STREETS[street]: last[street] for street in (0, 1, 3)}
    nats = {
        model: {street: _nats(one) for street, one in by_street.items()}
        for model, by_street in stages.items()
    }
    sections = [
        grid(
            f"{model}: how likely a hand is beside the likeliest",
            "hand of EP",
            {
                (f"{hand}{', what he has' * (hand == HIS)}", street): _beside(one, hand)
                for hand in WATCHED
                for street, one in read.items()
            },
            ".2f",
        )
        for model, read in stages.items()
    ]
    gained = table(
        "What the true hand gains over a uniform range, in nats",
        ("model", *stages[MODELS[0]]),
        {model: by_street.values() for model, by_street in nats.items()},
        "+.2f",
    )
    note = (
        f"The hand: {HAND} (small blind, big blind, EP, MP, Poki with {OURS}); EP is somebody "
        "never seen before, as in the paper. The paper prints shades and no numbers: before "
        "the flop high cards and pairs, then hands with a queen, in the end few others."
    )
    draws: dict[str, Draw] = {
        f"fig6-{model}.png": partial(_draw, stages[model], model) for model in MODELS
    }
    return Findings((*sections, gained), [note], nats, draws)


def _draw(stages: dict[str, SeatRange], model: str, path: Path) -> None:
    draw_readings([*stages.values()], f"EP in the hand of Table 4, model {model}", path)


def _beside(stage: SeatRange, hand: str) -> float:
    """The weight of a hand beside that of the likeliest."""
    return float(stage.weights[Combo.parse(hand)] / stage.weights.max())


def _nats(stage: SeatRange) -> float:
    weight = float(stage.weights[Combo.parse(HIS)])
    return math.log(weight * int((stage.weights > 0).sum()))
