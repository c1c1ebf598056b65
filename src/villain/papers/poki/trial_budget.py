"""How many trials a simulation needs: what is lost by stopping early, against the number."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from villain.agents.poki import Poki, candidates, trials_of
from villain.arena.statistics import rate
from villain.game.actions import FOLD
from villain.game.observation import Observation
from villain.kernels.arrays import FloatArray
from villain.papers.canvas import canvas
from villain.papers.poki.fields import SOLID
from villain.papers.poki.session import deal_session
from villain.papers.report import Report, Section, Setting

BUDGETS = (10, 25, 50, 100, 250, 500, 1000, 2500)
ENOUGH = 20_000
"""Trials by which a decision is judged."""

SOME, MANY = 40, 400
"""Decisions, by scale."""


class Spot(NamedTuple):
    """A decision after the flop, with the values of its actions by very many trials."""

    seen: Observation
    poki: Poki
    values: FloatArray
    trials: FloatArray


def reproduce_trials(setting: Setting) -> Report:
    """What a decision by so many trials loses to the one by very many, in small bets."""
    wanted = setting.size(SOME, MANY)
    losses = np.zeros((wanted, len(BUDGETS)))
    agree = np.zeros((wanted, len(BUDGETS)), np.bool_)
    stopped = np.zeros(wanted)
    for number, spot in enumerate(_spots(setting.seed, wanted)):
        best = int(np.argmax(spot.values))
        for column, budget in enumerate(BUDGETS):
            chosen = int(np.argmax(spot.trials[:budget].mean(axis=0)))
            losses[number, column] = spot.values[best] - spot.values[chosen]
            agree[number, column] = chosen == best
        stopped[number] = _stops_at(spot)
        setting.tell(number + 1, wanted)
    rows = tuple(
        (
            f"{budget:,}",
            "little is gained beyond it" if budget == 500 else "",
            f"{rate(losses[:, column]).mean:.4f}",
            f"{rate(losses[:, column]).low:.4f} to {rate(losses[:, column]).high:.4f}",
            f"{agree[:, column].mean():.0%}",
        )
        for column, budget in enumerate(BUDGETS)
    )
    section = Section(
        f"Small bets lost a decision, by the values of {ENOUGH:,} other trials",
        ("trials", "theirs", "ours", "95 % interval", "same choice"),
        rows,
    )
    return Report(
        "trials",
        "How many trials are enough",
        (section,),
        (
            f"{wanted} decisions of poki:sim-s after the flop in the solid field, seed "
            f"{setting.seed}; the trials that choose are not those that judge.",
            f"With the rule for obvious moves a budget of 500 ends after {stopped.mean():.0f} "
            f"trials on average, {np.mean(stopped < 500):.0%} of the decisions before it is spent.",
        ),
        {
            "budgets": list(BUDGETS),
            "lost": losses.mean(axis=0).tolist(),
            "agree": agree.mean(axis=0).tolist(),
            "mean_trials_with_obvious_moves": float(stopped.mean()),
        },
        {"trials.png": lambda path: _draw(path, losses)},
    )


def _spots(seed: int, wanted: int) -> Iterator[Spot]:
    """Decisions that come up when the agent plays, each with fresh trials."""
    number = 0
    for hand, agents in deal_session(("poki:sim-s", *SOLID), seed):
        while hand.seat is not None:
            agent, seen = agents[hand.seat], hand.observation(hand.seat)
            if isinstance(agent, Poki) and hand.street:
                yield _judge(agent, seen, number)
                number += 1
                if number == wanted:
                    return
            hand.act(agent.act(seen))


def _judge(poki: Poki, seen: Observation, number: int) -> Spot:
    poki.model.observe(seen)
    actions = candidates(seen)
    tried = [action for action in actions if action != FOLD]
    kept = []
    for seed, count in ((2 * number, ENOUGH), (2 * number + 1, max(BUDGETS))):
        values = trials_of(poki.model, seen, tried, seed, poki.style)(0, count)
        values /= seen.rules.big_blind
        # A fold is worth nothing in every trial.
        kept.append(np.pad(values, ((0, 0), (len(actions) - len(tried), 0))))
    return Spot(seen, poki, kept[0].mean(axis=0), kept[1])


def _stops_at(spot: Spot) -> int:
    _, found = spot.poki.simulate(spot.seen)
    return found.trials


def _draw(path: Path, losses: FloatArray) -> None:
    with canvas(path) as [[axes]]:
        means = losses.mean(axis=0)
        errors = 1.96 * losses.std(axis=0) / np.sqrt(len(losses))
        axes.errorbar(BUDGETS, means, errors, fmt="o-", color="#00798c", capsize=2)
        axes.axvline(500, color="0.6", linewidth=0.8, linestyle="--")
        axes.set_xscale("log")
        axes.set_ylim(bottom=0)
        axes.set_xlabel("trials")
        axes.set_ylabel("small bets lost a decision")
        axes.set_title("dashed: where the paper sees little gain", loc="left", fontsize=10)
