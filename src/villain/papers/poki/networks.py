"""Figure 7: a network that was trained on one opponent, and which inputs matter over many."""

from collections.abc import Iterator

import numpy as np

from villain.evaluation.importance import examples_of, permutation_importance
from villain.game.situation import Decision, decisions
from villain.models.predictors.network import Network
from villain.papers.poki.fields import SOLID, WEAK
from villain.papers.poki.network_figure import draw_importance, draw_network
from villain.papers.poki.session import deal_session
from villain.papers.report import Report, Section, Setting

OPPONENT = "loki:bpl"
SHOWN = 15
"""So many inputs are listed, the most important ones."""


def reproduce_figure7(setting: Setting) -> Report:
    """Let the network learn the players of both fields, and look at it."""
    count = setting.size(150, 1_000)
    told = {
        name: list(_told(field, count, setting, part))
        for part, (name, field) in enumerate({"weak": WEAK, "solid": SOLID}.items())
    }
    network = Network()
    for hand in told["solid"]:
        for decision in hand:
            network.learn(decision)
    shown = next(
        decision
        for decision in reversed([one for hand in told["solid"] for one in hand])
        if decision.name == OPPONENT and decision.situation.owed and decision.situation.street
    )
    inputs = network.inputs_of(OPPONENT, shown.situation)
    chances = np.array(network.triple(OPPONENT, shown.situation), np.float32)
    # The shipped network has not been trained on any of these players.
    everything = [hand for hands in told.values() for hand in hands]
    found = permutation_importance(examples_of(everything), seed=setting.seed + 1)
    rows = tuple(
        (one.name, f"{one.increase:.4f}", f"± {1.96 * one.error:.4f}") for one in found[:SHOWN]
    )
    useless = [one.name for one in found if one.increase < 1.96 * one.error]
    return Report(
        "fig7",
        "Figure 7: the network, and which inputs matter",
        (
            Section(
                "What the most important inputs are worth, in nats a decision",
                ("input", "ours", "95 %"),
                rows,
            ),
        ),
        (
            f"{count} hands each of the weak and of the solid field, seed {setting.seed}; the "
            "net's population are real people, so all of these players are new to it: the loss "
            "goes up by so much when an input is shuffled among decisions.",
            "The paper finds some inputs dominant for most opponents and others almost "
            "irrelevant; in its picture the strongest is whether the opponent's last action was a "
            f"raise. Of ours {len(useless)} of {len(found)} are not worth more than their error.",
            f"The picture is of the net after {count} hands with {OPPONENT}, who faces a bet.",
        ),
        {
            "importance": [one._asdict() for one in found],
            "opponent": OPPONENT,
            "chances": chances.tolist(),
        },
        {
            "fig7.png": lambda path: draw_network(
                path,
                network.weights_of(OPPONENT),
                inputs,
                chances,
                f"what {OPPONENT} will do: the network after {count} hands",
            ),
            "fig7-inputs.png": lambda path: draw_importance(
                path,
                [one.name for one in found],
                [one.increase for one in found],
                [one.error for one in found],
            ),
        },
    )


def _told(
    field: tuple[str, ...], count: int, setting: Setting, part: int
) -> Iterator[list[Decision]]:
    """What everybody chose, hand by hand, where poki plays against a field."""
    session = deal_session(("poki", *field), 2 * setting.seed + part)
    for number, (hand, agents) in zip(range(count), session, strict=False):
        while hand.seat is not None:
            hand.act(agents[hand.seat].act(hand.observation(hand.seat)))
        setting.progress((part + (number + 1) / count) / 2)
        yield [decision for decision in decisions(hand.observation(0)) if decision.name != "poki"]
