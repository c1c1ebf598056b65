"""How many trials a simulation needs: what is lost by stopping early, against the number."""

from pathlib import Path
from typing import NamedTuple

import numpy as np

from villain.agents.agent import Agent
from villain.agents.poki import Poki, candidates, trials_of
from villain.agents.registry import make_agent
from villain.arena.seating import distinct_names
from villain.arena.statistics import rate
from villain.game.actions import FOLD
from villain.game.deal import shuffle
from villain.game.hand import Hand
from villain.game.observation import Observation
from villain.game.presets import limit_holdem
from villain.kernels.arrays import FloatArray
from villain.papers.canvas import canvas
from villain.papers.poki.fields import SOLID
from villain.papers.report import Report, Section, Setting

BUDGETS = (10, 25, 50, 100, 250, 500, 1000, 2500)
ENOUGH = 20_000
"""Trials by which a decision is judged."""


class Spot(NamedTuple):
    """A decision after the flop, with the values of its actions by very many trials."""

    seen: Observation
    poki: Poki
    values: FloatArray
    trials: FloatArray


def reproduce_trials(setting: Setting) -> Report:
    """What a decision by so many trials loses to the one by very many, in small bets."""
    wanted = setting.size(40, 400)
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
        "Small bets lost a decision, by the values of 20,000 other trials",
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


def _spots(seed: int, wanted: int) -> list[Spot]:
    """Decisions that come up when the agent plays, each with fresh trials."""
    rules, rng = limit_holdem(10), np.random.default_rng(seed)
    specs = ("poki:sim-s", *SOLID)
    names = distinct_names(specs)
    agents = [make_agent(spec, seed + number) for number, spec in enumerate(specs)]
    found: list[Spot] = []
    deal = 0
    while len(found) < wanted:
        turn = deal % len(names)
        hand = Hand(rules, shuffle(rules, rng), names[turn:] + names[:turn])
        _play(hand, agents[turn:] + agents[:turn], found, wanted)
        deal += 1
    return found


def _play(hand: Hand, seated: list[Agent], found: list[Spot], wanted: int) -> None:
    while hand.seat is not None:
        agent, seen = seated[hand.seat], hand.observation(hand.seat)
        if isinstance(agent, Poki) and agent.budget and hand.street and len(found) < wanted:
            found.append(_judge(agent, seen, len(found)))
        hand.act(agent.act(seen))
    for seat, agent in enumerate(seated):
        agent.watch(hand.observation(seat))


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
