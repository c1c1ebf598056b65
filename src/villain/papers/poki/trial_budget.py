"""The trials that a simulation needs: what is lost by stopping early, against their number."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np

from villain.agents.poki import Poki, candidates, trials_of
from villain.arena.statistics import rate
from villain.game.actions import FOLD
from villain.game.observation import Observation
from villain.kernels.arrays import FloatArray
from villain.papers.canvas import canvas
from villain.papers.plots import QUIET, TEAL
from villain.papers.poki.fields import SOLID
from villain.papers.poki.session import deal_session
from villain.papers.report import Findings, Setting, item, table

BUDGETS = (10, 25, 50, 100, 250, 500, 1000, 2500)
THEIRS = {500: "little is gained beyond it"}
ENOUGH = 20_000
"""Trials by which a decision is judged."""

SOME, MANY = 40, 400
"""Decisions, by scale."""


class TriedDecision(NamedTuple):
    """A decision after the flop, with the values of its actions by very many trials."""

    seen: Observation
    poki: Poki
    values: FloatArray
    trials: FloatArray


@item("trials", "How many trials are enough")
def reproduce_trials(setting: Setting) -> Findings:
    """Measure what a decision by few trials loses to one by very many, in small bets."""
    wanted = setting.size(SOME, MANY)
    losses = np.zeros((wanted, len(BUDGETS)))
    agree = np.zeros((wanted, len(BUDGETS)), np.bool_)
    stopped = np.zeros(wanted)
    for number, spot in enumerate(setting.steps_of(_spots(setting.seed, wanted), wanted)):
        best = int(np.argmax(spot.values))
        for column, budget in enumerate(BUDGETS):
            chosen = int(np.argmax(spot.trials[:budget].mean(axis=0)))
            losses[number, column] = spot.values[best] - spot.values[chosen]
            agree[number, column] = chosen == best
        stopped[number] = spot.poki.simulate(spot.seen)[1].trials
    rates = [rate(column) for column in losses.T]
    section = table(
        f"Small bets lost a decision, by the values of {ENOUGH:,} other trials",
        "trials {,} | theirs | ours {.4f} | 95 % interval {to.4f} | same choice {.0%}",
        (
            (budget, THEIRS.get(budget), lost, lost, same)
            for budget, lost, same in zip(BUDGETS, rates, agree.mean(axis=0), strict=True)
        ),
    )
    notes = (
        f"{wanted} decisions of poki:sim-s after the flop in the solid field, seed "
        f"{setting.seed}; the trials that choose are not those that judge.",
        f"With the rule for obvious moves a budget of 500 ends after {stopped.mean():.0f} "
        f"trials on average, {np.mean(stopped < 500):.0%} of the decisions before it is spent.",
    )
    data = {
        "budgets": BUDGETS,
        "lost": losses.mean(axis=0),
        "agree": agree.mean(axis=0),
        "mean_trials_with_obvious_moves": float(stopped.mean()),
    }
    draw = partial(_draw, losses=losses)
    return Findings([section], notes, data, draw)


def _spots(seed: int, wanted: int) -> Iterator[TriedDecision]:
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


def _judge(poki: Poki, seen: Observation, number: int) -> TriedDecision:
    poki.model.observe(seen)
    actions = candidates(seen)
    tried = [action for action in actions if action != FOLD]
    kept = []
    for seed, count in ((2 * number, ENOUGH), (2 * number + 1, max(BUDGETS))):
        values = trials_of(poki.model, seen, tried, seed, poki.style)(0, count)
        values /= seen.rules.big_blind
        # A fold is worth nothing in every trial.
        kept.append(np.pad(values, ((0, 0), (len(actions) - len(tried), 0))))
    return TriedDecision(seen, poki, kept[0].mean(axis=0), kept[1])


def _draw(path: Path, losses: FloatArray) -> None:
    with canvas(path) as [[axes]]:
        means = losses.mean(axis=0)
        errors = 1.96 * losses.std(axis=0) / np.sqrt(len(losses))
        axes.errorbar(BUDGETS, means, errors, fmt="o-", color=TEAL, capsize=2)
        axes.axvline(500, linestyle="--", **QUIET)
        axes.set_xscale("log")
        axes.set_ylim(bottom=0)
        axes.set(xlabel="trials", ylabel="small bets lost a decision")
        axes.set_title("dashed: where the paper sees little gain", loc="left", fontsize=10)
