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
from villain.papers.report import Report, Section, Setting

HAND = "c c c c c / Qs7h4d: c c r f c f f / 5h: r r c / 5s: c c"
"""Table 4: seats 0 to 4 are the small blind, the big blind, EP, MP and Poki."""

OURS, HIS, EP, POKI = "7d6d", "QcJc", 2, 4
STREETS = ("before the flop", "flop", "turn", "river")
MODELS = ("formula", "statistics", "specific")
WATCHED = ("QcJc", "AhQh", "QhTh", "7c7s", "4c4s", "KsJs", "9c8c", "7s2c")
"""Hands that EP might have; the first is what he shows in the text."""


def reproduce_table3(setting: Setting) -> Report:
    """The same count as loki's Table 1, which poki prints again with its sums."""
    done = reproduce_table1(setting)
    draw = done.pictures["table1.png"]
    return Report(
        "table3",
        "Table 3: hand potential",
        done.sections,
        done.notes,
        done.data,
        {"table3.png": draw},
    )


def reproduce_figure6(setting: Setting) -> Report:
    """What the models make of EP before the flop, on the flop and on the river."""
    read = {}
    for number, model in enumerate(MODELS):
        views = play_script(parse_script(HAND), limit_holdem(5), hero=POKI, hole=parse_cards(OURS))
        read[model] = read_seat(make_model(model), views, EP)
        setting.tell(number + 1, len(MODELS))
    stages = {model: _stages(readings) for model, readings in read.items()}
    hands = [
        Section(
            f"{model}: how likely a hand is beside the likeliest",
            ("hand of EP", *(STREETS[stage.street] for stage in stages[model])),
            tuple(
                (
                    f"{hand}{', what he has' * (hand == HIS)}",
                    *(_standing(stage, hand) for stage in stages[model]),
                )
                for hand in WATCHED
            ),
        )
        for model in MODELS
    ]
    gained = Section(
        "What the true hand gains over a uniform range, in nats",
        ("model", *(STREETS[stage.street] for stage in stages[MODELS[0]])),
        tuple((model, *(f"{_nats(stage):+.2f}" for stage in stages[model])) for model in MODELS),
    )
    return Report(
        "fig6",
        "Figure 6: what the betting of the example tells of EP",
        (*hands, gained),
        (
            f"The hand: {HAND} (small blind, big blind, EP, MP, Poki with {OURS}); EP is somebody "
            "never seen before, as in the paper. The paper prints shades and no numbers: before "
            "the flop high cards and pairs, then hands with a queen, in the end few others.",
        ),
        {
            model: {STREETS[stage.street]: _nats(stage) for stage in stages[model]}
            for model in MODELS
        },
        {f"fig6-{model}.png": partial(_draw, stages[model], model) for model in MODELS},
    )


def _draw(stages: list[SeatRange], model: str, path: Path) -> None:
    draw_readings(stages, f"EP in the hand of Table 4, model {model}", path)


def _stages(readings: list[SeatRange]) -> list[SeatRange]:
    """The last reading of each street that the figure shows."""
    by_street = {reading.street: reading for reading in readings}
    return [by_street[street] for street in (0, 1, 3)]


def _standing(stage: SeatRange, hand: str) -> str:
    weight = stage.weights[Combo.parse(hand)]
    return f"{weight / stage.weights.max():.2f}"


def _nats(stage: SeatRange) -> float:
    weight = float(stage.weights[Combo.parse(HIS)])
    return math.log(weight * int((stage.weights > 0).sum()))
