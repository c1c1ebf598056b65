"""The value of each of a person's actions, by simulation from what his seat can see."""

import logging
from dataclasses import dataclass

from villain.agents.poki import simulate_actions
from villain.game.observation import Observation
from villain.game.presets import no_limit_holdem
from villain.models.model import OpponentModel
from villain.models.registry import make_model
from villain.strategy.simulation import Budget, Simulation
from villain.strategy.warming import warm_up
from villain.web.action_words import action_words
from villain.web.messages import READER, ActionValue
from villain.web.raise_sizes import rated_actions

log = logging.getLogger(__name__)

BUDGET = Budget(trials=8_000, seconds=0.3, batch=200, least=1_000)
SURE = 1.96
"""Standard errors by which an action has to be behind to be surely worse."""


@dataclass(frozen=True)
class TurnAdvice:
    """The actions worth trying with their values, and what to make of them in a sentence."""

    values: tuple[ActionValue, ...] = ()
    verdict: str = ""
    trials: int = 0
    obvious: bool = False


NOT_KNOWN = TurnAdvice(verdict="What each action is worth could not be found out this time.")


def advise(
    model: OpponentModel, seen: Observation, seed: int, budget: Budget = BUDGET
) -> TurnAdvice:
    """The value of each action at a seat's turn; if it cannot be had, that is said.

    ``model`` is a copy of what the person reads with, and has observed what was seen.
    """
    try:
        # The clock should not run while something is compiled.
        warm_up(no_limit_holdem(2), advise_idly)
        actions, simulation = simulate_actions(
            model, seen, seed, budget, actions=rated_actions(seen)
        )
    except Exception:
        log.exception("no advice")
        return NOT_KNOWN
    legal, big = seen.legal, seen.rules.big_blind
    assert legal is not None
    close = [
        simulation.values[simulation.best] - value <= SURE * gap
        for value, gap in zip(simulation.values, simulation.gaps, strict=True)
    ]
    values = tuple(
        ActionValue(
            action=action_words(action, seen.seat, legal, seen.bets, seen.stacks, big),
            kind=action.kind,  # type: ignore[arg-type]
            value=round(float(simulation.values[place]) / big, 3),
            error=round(float(simulation.errors[place]) / big, 3),
            best=place == simulation.best,
            close=bool(close[place]) and place != simulation.best,
            taken=False,
        )
        for place, action in enumerate(actions)
    )
    return TurnAdvice(values, _verdict(values, simulation), simulation.trials, simulation.obvious)


def _verdict(values: tuple[ActionValue, ...], simulation: Simulation) -> str:
    best = values[simulation.best].action
    others = [one.action for one in values if one.close]
    if len(values) == 1:
        return f"{best.capitalize()}: there is nothing else to do."
    if not others:
        return f"{best.capitalize()} is {'clearly ' * simulation.obvious}best."
    if len(others) == len(values) - 1:
        return "Too close to tell: none is surely better."
    return f"{best.capitalize()} is best, but too close to tell from {' or '.join(others)}."


def advise_idly(seen: Observation) -> None:
    """Simulate a few trials, for warming up: nobody should wait for compilers at the table."""
    if seen.legal is not None:
        model = make_model(READER)
        model.observe(seen)
        simulate_actions(model, seen, 0, Budget(trials=2))
