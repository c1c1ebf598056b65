"""Figure 7: a network that was trained on one opponent, and which inputs matter over many."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np

from villain.evaluation.importance import examples_of, permutation_importance
from villain.game.situation import Decision, decisions
from villain.models.predictors.inputs import INPUTS
from villain.models.predictors.network import Floats, Network, Weights
from villain.papers.canvas import Axes, canvas
from villain.papers.plots import TEAL
from villain.papers.poki.fields import SOLID, WEAK
from villain.papers.poki.session import deal_session
from villain.papers.report import Draw, Findings, Setting, item, table

OPPONENT = "loki:bpl"
SHOWN = 15
"""So many inputs are listed, the most important ones."""

DARK, LIGHT = "#1b1b1b", "#b8b8b8"
STRONGEST = 160
"""So many lines between inputs and hidden nodes are drawn, the strongest."""


@item("fig7", "Figure 7: the network, and which inputs matter")
def reproduce_figure7(setting: Setting) -> Findings:
    """Let the network learn the players of both fields, and look at it."""
    count = setting.size(150, 1_000)
    weak, solid = (
        list(_choices(field, count, setting.part(number / 2, (number + 1) / 2), number))
        for number, field in enumerate((WEAK, SOLID))
    )
    network = Network()
    for hand in solid:
        for decision in hand:
            network.learn(decision)
    shown = next(
        decision
        for decision in reversed([one for hand in solid for one in hand])
        if decision.name == OPPONENT and decision.situation.owed and decision.situation.street
    )
    inputs = network.inputs_of(OPPONENT, shown.situation)
    chances = np.array(network.triple(OPPONENT, shown.situation), np.float32)
    # The shipped network has not been trained on any of these players.
    importance = permutation_importance(examples_of([*weak, *solid]), seed=setting.seed + 1)
    worth = {one.name: (one.increase, 1.96 * one.error) for one in importance}
    useless = [name for name, (increase, error) in worth.items() if increase < error]
    section = table(
        "What the most important inputs are worth, in nats a decision",
        "input | ours {.4f} | 95 %",
        ((name, one, f"± {error:.4f}") for name, (one, error) in list(worth.items())[:SHOWN]),
    )
    notes = (
        f"{count} hands each of the weak and of the solid field, seed {setting.seed}; the "
        "net's population are real people, so all of these players are new to it: the loss "
        "goes up by so much when an input is shuffled among decisions.",
        "The paper finds some inputs dominant for most opponents and others almost "
        "irrelevant; in its picture the strongest is whether the opponent's last action was a "
        f"raise. Of ours {len(useless)} of {len(worth)} are not worth more than their error.",
        f"The picture is of the net after {count} hands with {OPPONENT}, who faces a bet.",
    )
    heading = f"what {OPPONENT} will do: the network after {count} hands"
    net = network.weights_of(OPPONENT)
    draws: dict[str, Draw] = {
        "fig7.png": partial(draw_network, net=net, inputs=inputs, chances=chances, title=heading),
        "fig7-inputs.png": partial(draw_importance, worth=worth),
    }
    data = {"importance": importance, "opponent": OPPONENT, "chances": chances}
    return Findings([section], notes, data, draws)


def _choices(
    field: tuple[str, ...], count: int, setting: Setting, number: int
) -> Iterator[list[Decision]]:
    """Everybody's decisions, hand by hand, where poki plays against a field."""
    session = deal_session(("poki", *field), 2 * setting.seed + number)
    for _, (hand, agents) in zip(setting.steps(range(count)), session, strict=False):
        while hand.seat is not None:
            hand.act(agents[hand.seat].act(hand.observation(hand.seat)))
        yield [decision for decision in decisions(hand.observation(0)) if decision.name != "poki"]


def draw_network(path: Path, net: Weights, inputs: Floats, chances: Floats, title: str) -> None:
    """Inputs above, chances below; black lines are positive weights, dark nodes active ones."""
    hidden = np.tanh(inputs @ net.hidden + net.hidden_bias)
    effect = net.hidden * net.scale[:, None]
    rows = (_places(len(inputs)), _places(len(hidden), 0.08), _places(3, 0.3))
    with canvas(path, size=(12, 6.5)) as [[axes]]:
        _draw_lines(axes, effect, (rows[0], 2.0), (rows[1], 1.0), STRONGEST)
        _draw_lines(axes, net.output, (rows[1], 1.0), (rows[2], 0.0), net.output.size)
        spread = np.maximum(np.abs(net.scale), 1e-6)
        shades = (np.clip(np.abs(inputs) / (3 * spread), 0, 1), np.abs(hidden), chances)
        for places, height, shade in zip(rows, (2.0, 1.0, 0.0), shades, strict=True):
            grey = {"c": 1 - shade, "cmap": "gray", "vmin": 0, "vmax": 1}
            size, edge = 70 if height else 260, {"edgecolors": DARK, "linewidths": 0.8}
            axes.scatter(places, [height] * len(places), s=size, zorder=3, **grey, **edge)
        for place, name in zip(rows[0], INPUTS, strict=True):
            axes.text(place, 2.06, name, rotation=60, ha="left", va="bottom", fontsize=6.5)
        for place, name, chance in zip(rows[2], ("fold", "call", "raise"), chances, strict=True):
            axes.text(place, -0.14, f"{name}\n{chance:.0%}", ha="center", va="top", fontsize=10)
        axes.set_title(title, loc="left", fontsize=10)
        axes.set(ylim=(-0.45, 2.95), xlim=(-0.02, 1.1))
        axes.axis("off")


def _places(count: int, margin: float = 0.0) -> Floats:
    places: Floats = np.linspace(margin, 1 - margin, count).astype(np.float32)
    return places


def _draw_lines(
    axes: Axes, weights: Floats, above: tuple[Floats, float], below: tuple[Floats, float], most: int
) -> None:
    """The strongest lines between two rows, as thick as the weights are large."""
    largest = np.abs(weights).max()
    for flat in np.argsort(-np.abs(weights), axis=None)[:most]:
        i, j = np.unravel_index(flat, weights.shape)
        weight = weights[i, j] / largest
        style = {"color": DARK, "zorder": 1} if weight > 0 else {"color": LIGHT, "zorder": 0}
        ends = [above[0][i], below[0][j]], [above[1], below[1]]
        axes.plot(*ends, linewidth=2.2 * abs(weight), **style)


def draw_importance(path: Path, worth: dict[str, tuple[float, float]]) -> None:
    """The worth of each input, the most important on top."""
    with canvas(path, size=(7, 0.24 * len(worth) + 1)) as [[axes]]:
        places, (means, errors) = np.arange(len(worth))[::-1], np.array([*worth.values()]).T
        axes.barh(places, means, xerr=errors, color=TEAL, height=0.7)
        axes.set_yticks(places, list(worth), fontsize=8)
        axes.set_xlabel("nats a decision that are lost without it")
