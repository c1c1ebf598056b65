"""Figure 3: the actions that the reader needs to know a style, and where it errs."""

from collections.abc import Iterator
from functools import partial
from itertools import chain, islice, product
from pathlib import Path

import numpy as np

from villain.agents.agent import Agent
from villain.agents.styles import StylePlayer
from villain.arena.statistics import share
from villain.game.deal import shuffle
from villain.game.hand import Hand
from villain.game.presets import one_card, one_card_free_folds
from villain.kernels.arrays import FloatArray
from villain.models.baker.model import StyleReader
from villain.papers.baker.readings import COLOURS
from villain.papers.canvas import canvas
from villain.papers.plots import QUIET
from villain.papers.report import Findings, Setting, item, table
from villain.strategy.one_card import STYLES, Reading

THRESHOLD = 0.95
ACTIONS = 120
FITS_TABLE3 = Reading("three", "fold")
"""The game in which the shares come nearest to the printed ones."""

READERS = {
    "printed shares": ("printed", Reading()),
    "printed shares *": ("printed", FITS_TABLE3),
    "measured shares": ("measured", Reading()),
    "cards": ("cards", Reading()),
}
"""A reader's evidence, and the reading of the paper in which the players play."""


def watch(
    reader: StyleReader, target: Agent, rng: np.random.Generator, others: tuple[str, ...]
) -> Iterator[list[FloatArray]]:
    """Play freeze-outs without end at a table of four, and tell what the reader believes.

    For each hand, the beliefs about the target after each of his actions, be they bets or free
    checks; what he showed counts for the last of them.
    """
    reading = reader.reading
    players: list[Agent] = [target, *(player(name, rng, reading) for name in others)]
    game = one_card_free_folds if reading.weak == "fold" else one_card
    while True:
        stacks, order = [10] * 4, [int(i) for i in rng.permutation(4)]
        while stacks[0] and sum(chips > 0 for chips in stacks) > 1:
            order = [who for who in order if stacks[who]]
            rules = game(len(order)).with_stacks(*(stacks[who] for who in order))
            names = tuple(f"player {who}" for who in order)
            hand = Hand(rules, shuffle(rules, rng), names, check=False)
            eye = (order.index(0) - 1) % len(order)  # somebody else's seat
            beliefs = []
            while hand.seat is not None:
                seat = hand.seat
                hand.act(players[order[seat]].act(hand.observation(seat)))
                reader.observe(hand.observation(eye))
                if order[seat] == 0:
                    beliefs.append(_belief(reader))
            if beliefs:
                beliefs[-1] = _belief(reader)
            for seat, who in enumerate(order):
                stacks[who] = hand.stacks[seat]
                players[who].watch(hand.observation(seat))
            order.append(order.pop(0))
            yield beliefs


def _belief(reader: StyleReader) -> FloatArray:
    return np.array(list(reader.styles("player 0").values()))


def player(
    style: str,
    rng: np.random.Generator,
    reading: Reading,
    noise: float = 0.0,
    bluff: float = 0.0,
) -> StylePlayer:
    """A player of a style, with a seed of his own."""
    seed, pair = int(rng.integers(2**32)), STYLES[style]
    return StylePlayer(seed, pair.alpha, pair.beta, noise, bluff, reading.chance, reading.weak)


def trace(
    kind: str, style: str, seed: tuple[int, int], actions: int = ACTIONS, **more: float
) -> FloatArray:
    """The belief after each of so many actions of a player of a style, by action and style."""
    evidence, reading = READERS[kind]
    rng = np.random.default_rng((*seed, list(STYLES).index(style)))
    target = player(style, rng, reading, **more)
    others = tuple(name for name in STYLES if name != style)
    reader = StyleReader(evidence, chance=reading.chance, weak=reading.weak)
    stream = chain.from_iterable(watch(reader, target, rng, others))
    return np.array(list(islice(stream, actions)))


@item("fig3", "Figure 3: convergence")
def reproduce_figure3(setting: Setting) -> Findings:
    """Read many players of each style, and count the actions until one style is certain."""
    runs = setting.size(20, 300)
    rows, data, mean_traces = [], {}, {}
    for kind, style in setting.steps(product(READERS, STYLES)):
        traces = np.array([trace(kind, style, (setting.seed, run)) for run in range(runs)])
        mean_traces[kind, style] = traces.mean(axis=0)
        first, right = first_certain(traces, list(STYLES).index(style))
        known = first[first < ACTIONS] + 1
        certain = share(len(known), runs)
        median = np.median(first) + 1 if len(known) > runs / 2 else f"> {ACTIONS}"
        most = np.quantile(known, 0.9) if len(known) else ""
        name = kind if style == next(iter(STYLES)) else ""
        rows.append((name, style, median, most, certain, share(right, len(known))))
        data[f"{kind} {style}"] = {
            "median_actions": float(np.median(first) + 1),
            "certain": certain.mean,
            "right": right / len(known) if len(known) else float("nan"),
        }
    section = table(
        f"Actions until one style has {THRESHOLD:.0%}",
        "evidence | style | median {.0f} | nine in ten {.0f} | "
        f"within {ACTIONS} | right when certain",
        rows,
    )
    wrong = [
        f"{kind} about {style} ({100 * data[f'{kind} {style}']['right']:.0f} %)"
        for kind, style in product(READERS, STYLES)
        if data[f"{kind} {style}"]["right"] < 0.5
    ]
    notes = (
        "Theirs: one curve without numbers, of a tight passive player who is soon certain, and "
        "the remark that convergence is quick.",
        f"Ours: {runs} players of each style, among one of each other style, in freeze-outs as "
        "the text has them; * in the game that fits Table III best. All of a player's actions "
        "are counted, also free checks, which tell a reader of shares nothing.",
        "Right less than half of the time when certain: " + (", ".join(wrong) or "none") + ".",
    )
    example = trace("printed shares *", "TP", (setting.seed, 0), 60)
    draw = partial(draw_convergence, example=example, means=mean_traces)
    results = {"runs": runs, "found": data}
    return Findings([section], notes, results, draw)


def first_certain(traces: FloatArray, style: int) -> tuple[FloatArray, int]:
    """The step at which each run was first certain, and how many named the right style."""
    certain = traces.max(axis=2) >= THRESHOLD
    first = np.where(certain.any(axis=1), certain.argmax(axis=1), traces.shape[1])
    known = np.flatnonzero(first < traces.shape[1])
    named = traces[known, first[known]].argmax(axis=1)
    return first, int((named == style).sum())


def draw_convergence(
    path: Path, example: FloatArray, means: dict[tuple[str, str], FloatArray]
) -> None:
    """One tight passive player, as in the paper; and the mean chance of the truth."""
    with canvas(path, 1, 1 + len(READERS), size=(3.2 * (1 + len(READERS)), 3.6)) as [row]:
        titles = ["a tight passive player\n(shares as printed)"]
        titles += [f"mean chance of the truth\n({kind})" for kind in READERS]
        for axes, kind, title in zip(row, ("", *READERS), titles, strict=True):
            for number, style in enumerate(STYLES):
                chances = (means[kind, style] if kind else example)[:, number]
                steps = np.arange(len(chances) + 1)
                axes.plot(steps, np.r_[0.25, chances], color=COLOURS[style], label=style)
            axes.set_title(title)
            axes.axhline(THRESHOLD, linestyle="--", **QUIET)
            axes.set(ylim=(0, 1), xlabel="actions seen")
        row[0].set_ylabel("chance of the style")
        row[0].legend(frameon=False)
