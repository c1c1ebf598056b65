"""How the dial of small games was set: on other strategies than those it is measured on.

    python -m benchmarks.small_dial_choices --prior       what a player is taken to do before
    python -m benchmarks.small_dial_choices --answer      ways to answer a model

Models are learned in Leduc from 50, 200 and 1,000 hands of five strategies that
`villain.strategy.small_games` has for whoever simulates.
"""

from argparse import ArgumentParser

import numpy as np
from rich.console import Console
from rich.table import Table

import villain.cli  # noqa: F401  first: it says how many threads NumPy may use
from villain.evaluation.small_dial import Frontier, SmallDial
from villain.game.presets import leduc
from villain.kernels.arrays import FloatArray
from villain.models.small_strategy import PRIORS, LearnedStrategy
from villain.solver.small_answers import (
    SmallAnswer,
    biased_answer,
    fill_in,
    restricted_answer,
)
from villain.strategy.small_games import STRATEGIES

OTHERS = ("moderate", "tight", "loose", "random", "raise")
HANDS = (50, 200, 1000)
WEIGHTS = (0.5, 1.0, 2.0, 4.0, 8.0)
MANY, CLOSE = 20_000, 1e-3


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--prior", action="store_true", help="compare priors; seed 1")
    parser.add_argument("--answer", action="store_true", help="compare answers; seed 2")
    parser.add_argument("--repetitions", type=int, help="10 for priors, 3 for answers")
    asked = parser.parse_args()
    screen = Console(width=120)
    if asked.prior:
        screen.print(compare_priors(asked.repetitions or 10, 1))
    if asked.answer:
        screen.print(compare_answers(asked.repetitions or 3, 2))


def compare_priors(repetitions: int, seed: int) -> Table:
    """Nats that a model loses at a decision against the true strategy, by prior and weight."""
    dials = [SmallDial(leduc(), STRATEGIES[name]) for name in OTHERS]
    often = [dial.learn(MANY, np.random.default_rng(99)).seen for dial in dials]
    table = Table("prior", "decisions", *(f"{hands:,} hands" for hands in HANDS), box=None)
    for prior in PRIORS:
        for weight in WEIGHTS:
            losses = [
                np.mean(
                    [
                        loss(dial, one, seen)
                        for dial, seen in zip(dials, often, strict=True)
                        for repetition in range(repetitions)
                        for one in [
                            dial.learn(
                                hands,
                                np.random.default_rng((seed, hands, repetition)),
                                prior,
                                weight,
                            )
                        ]
                    ]
                )
                for hands in HANDS
            ]
            table.add_row(prior, f"{weight:g}", *(f"{one:.3f}" for one in losses))
    return table


def loss(dial: SmallDial, learned: LearnedStrategy, often: FloatArray) -> float:
    """The divergence of a model from the truth, by how often each decision comes."""
    table, true = learned.table, np.zeros(len(learned.numbers))
    for place, places in table.places.items():
        true[places] = dial.truth.at[place].chances
    true = table.share_out(true)
    apart = np.where(true > 0, true * np.log(np.maximum(true, 1e-12) / learned.numbers), 0.0)
    return float(often @ np.bincount(table.group, apart) / often.sum())


def ways(model: LearnedStrategy) -> dict[str, SmallAnswer]:
    """Answers to one model."""
    locks, trusted = model.locks(), model.locks(1.0)
    filled = fill_in(trusted, to=CLOSE)
    answers = {
        f"one share, {share:g}": restricted_answer(locks, share, to=CLOSE) for share in (0.5, 0.75)
    }
    for most in (0.5, 0.75, 1.0):
        answers[f"biased, {most:g} n/(n + 1)"] = biased_answer(model.locks(1.0, most), to=CLOSE)
    for share in (0.5, 0.7, 0.85):
        answers[f"filled in, {share:g}"] = restricted_answer(filled, share, to=CLOSE)
    return answers


def compare_answers(repetitions: int, seed: int) -> Table:
    """What part of all that can be won is won, at what risk, and of what that risk allows."""
    found: dict[tuple[str, int], list[tuple[float, float, float]]] = {}
    for name in OTHERS:
        dial = SmallDial(leduc(), STRATEGIES[name])
        known = dial.known()
        frontier, safe = Frontier.of([(one.risk, one.wins) for one in known]), known[0].wins
        for hands in HANDS:
            for repetition in range(repetitions):
                rng = np.random.default_rng((seed, hands, repetition))
                for way, answer in ways(dial.learn(hands, rng)).items():
                    gain, risk = answer.wins_from(dial.truth) - safe, answer.exploitability
                    shares = gain / (frontier.wins.max() - safe), gain / (frontier.at(risk) - safe)
                    found.setdefault((way, hands), []).append((shares[0], risk, shares[1]))
    table = Table("hands", "answer", "of the best", "risk", "of the frontier", box=None)
    for hands in HANDS:
        for (way, number), rows in found.items():
            if number == hands:
                best, risk, allowed = np.mean(rows, axis=0)
                table.add_row(f"{hands:,}", way, f"{best:.0%}", f"{risk:.2f}", f"{allowed:.0%}")
    return table


if __name__ == "__main__":
    main()
