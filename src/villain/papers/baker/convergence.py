"""Figure 3: how fast the reader knows a style; and where it errs."""

from collections.abc import Iterator

import numpy as np

from villain.agents.agent import Agent
from villain.agents.styles import StylePlayer
from villain.game.deal import shuffle
from villain.game.hand import Hand
from villain.game.presets import one_card
from villain.kernels.arrays import FloatArray
from villain.models.style_reader import StyleReader
from villain.papers.baker.figures import draw_convergence
from villain.papers.report import Report, Section, Setting, tell
from villain.strategy.one_card import STYLES

THRESHOLD = 0.95
ACTIONS = 60
READERS = {"printed": "Table III as printed", "measured": "measured shares", "cards": "by cards"}


def watch(
    reader: StyleReader, target: Agent, rng: np.random.Generator, others: tuple[str, ...]
) -> Iterator[FloatArray]:
    """Play freeze-outs without end at a table of four, and tell what the reader believes.

    A belief about the target comes with each of his actions that taught something.
    """
    players: list[Agent] = [target, *(player(name, rng) for name in others)]
    while True:
        stacks, order = [10] * 4, [int(i) for i in rng.permutation(4)]
        while sum(chips > 0 for chips in stacks) > 1:
            order = [who for who in order if stacks[who]]
            rules = one_card(len(order)).with_stacks(*(stacks[who] for who in order))
            names = tuple(f"player {who}" for who in order)
            hand = Hand(rules, shuffle(rules, rng), names, check=False)
            eye = order.index(0) - 1  # somebody else's seat
            while hand.seat is not None:
                seat = hand.seat
                hand.act(players[order[seat]].act(hand.observation(seat)))
                if 0 in order:
                    before = reader.styles("player 0")
                    reader.observe(hand.observation(eye % len(order)))
                    after = reader.styles("player 0")
                    if after != before:
                        yield np.array(list(after.values()))
            for seat, who in enumerate(order):
                stacks[who] = hand.stacks[seat]
                players[who].watch(hand.observation(seat))
            if not stacks[0]:
                break
            order.append(order.pop(0))


def player(
    style: str, rng: np.random.Generator, noise: float = 0.0, bluff: float = 0.0
) -> StylePlayer:
    """A player of a style, with a seed of his own."""
    thresholds = STYLES[style]
    return StylePlayer(int(rng.integers(2**32)), thresholds.alpha, thresholds.beta, noise, bluff)


def trace(
    evidence: str, style: str, seed: int, actions: int = ACTIONS, **more: float
) -> FloatArray:
    """The belief after each of so many actions of a player of a style, by action and style."""
    rng = np.random.default_rng((seed, list(STYLES).index(style)))
    target = player(style, rng, **more)
    others = tuple(name for name in STYLES if name != style)
    stream = watch(StyleReader(evidence), target, rng, others)
    return np.array([next(stream) for _ in range(actions)])


def reproduce_figure3(setting: Setting) -> Report:
    """Read many players of each style, and count the actions until one style is certain."""
    runs = setting.size(30, 300)
    rows, data, mean_traces = [], {}, {}
    for number, (evidence, words) in enumerate(READERS.items()):
        for step, style in enumerate(STYLES):
            traces = np.array([trace(evidence, style, setting.seed + run) for run in range(runs)])
            mean_traces[evidence, style] = traces.mean(axis=0)
            first, right = first_certain(traces, list(STYLES).index(style))
            known = first[first < ACTIONS] + 1
            rows.append(
                (
                    words if not step else "",
                    style,
                    f"{np.median(first) + 1:.0f}" if len(known) > runs / 2 else f"> {ACTIONS}",
                    f"{np.quantile(known, 0.9):.0f}" if len(known) else "",
                    f"{100 * len(known) / runs:.0f} %",
                    f"{100 * right:.0f} %",
                )
            )
            data[f"{evidence} {style}"] = {
                "median_actions": float(np.median(first) + 1),
                "certain": len(known) / runs,
                "right": right,
            }
            tell(setting, number * len(STYLES) + step + 1, len(READERS) * len(STYLES))
    section = Section(
        f"Actions until one style has {THRESHOLD:.0%}",
        ("evidence", "style", "median", "nine in ten", f"within {ACTIONS}", "right when certain"),
        tuple(rows),
    )
    notes = (
        "Theirs: one curve without numbers, which reaches certainty of a tight passive player "
        "within its few actions, and the remark that convergence is quick.",
        f"Ours: {runs} players of each style, among one of each other style, in freeze-outs. A "
        "tight passive player is read quickly, as printed. An action's share says little about "
        "the difference of loose and tight while cards and players left change it; which cards a "
        "style would have done it with says more.",
    )
    example = trace("printed", "TP", setting.seed, 30)
    return Report(
        "fig3",
        "Figure 3: convergence",
        (section,),
        notes,
        {"runs": runs, "found": data},
        {"fig3.png": lambda path: draw_convergence(path, example, mean_traces)},
    )


def first_certain(traces: FloatArray, style: int) -> tuple[FloatArray, float]:
    """When each run first had a certain style, and how often that was the right one."""
    certain = traces.max(axis=2) >= THRESHOLD
    first = np.where(certain.any(axis=1), certain.argmax(axis=1), traces.shape[1])
    known = np.flatnonzero(first < traces.shape[1])
    named = traces[known, first[known]].argmax(axis=1)
    return first, float((named == style).mean()) if len(known) else float("nan")
