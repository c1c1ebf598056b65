"""Readers of one-card poker: what `villain` would win with each, once it has seen some hands."""

from functools import cache

import numpy as np
from scipy.stats import t

from villain.agents.villain_small import SmallGameVillain
from villain.arena.statistics import Rate
from villain.errors import VillainError
from villain.evaluation.small_dial import SmallDial
from villain.game.actions import CALL, FOLD, Action, raise_to
from villain.game.chance import deals
from villain.game.hand import Hand
from villain.game.observation import Observation
from villain.game.presets import one_card
from villain.models.baker.model import StyleReader
from villain.models.registry import make_model
from villain.solver.told_strategies import tell_strategy
from villain.strategy.action_distribution import ActionDistribution
from villain.strategy.one_card import STYLES, Style
from villain.strategy.small_games import SmallGameSpot, Strategy
from villain.strategy.small_opponents import chances_of, find_opponent

RULES = one_card(2)
US, HIM = "villain", "he"

ONE_CARD_READERS = {"nobody": "", "villain": "", "baker": "styles", "baker-cards": "styles-cards"}
"""Models by who reads; villain itself learns a strategy. Baker's reader goes by the shares of
actions, or, beyond the paper, by the cards."""

OPPONENTS = (*STYLES, "maniac", "tight", "never-bluffs")
"""Those whom baker's reader knows, and three whom it does not."""

NEARLY = 1e-9
"""A chance to win of six ninths is no less than two thirds."""


def measure(who: str, opponent: str, hands: int, repetitions: int, seed: int) -> Rate:
    """Chips a hand that it would win after so many hands, over repetitions."""
    wins = np.array([_win(who, opponent, hands, (seed, number)) for number in range(repetitions)])
    error = float(wins.std(ddof=1) / np.sqrt(repetitions)) if repetitions > 1 else float("inf")
    mean, half = float(wins.mean()), float(t.ppf(0.975, max(repetitions - 1, 1))) * error
    return Rate(mean, error, mean - half, mean + half)


def _win(who: str, opponent: str, hands: int, seed: tuple[int, int]) -> float:
    rng = np.random.default_rng(seed)
    agent = _agent(who, int(rng.integers(2**31)))
    chances = chances_of(strategy_of(opponent))
    dealt = deals(RULES, int(rng.integers(2**31)))
    for number in range(hands if who != "nobody" else 0):
        own = number % 2
        hand = Hand(RULES, next(dealt), (US, HIM) if own == 0 else (HIM, US))
        while hand.seat is not None:
            seen = hand.observation(hand.seat)
            ours = hand.seat == own
            hand.act(agent.act(seen) if ours else draw(chances(seen), seen, rng.random()))
        agent.watch(hand.observation(own))
    dial = _dial(opponent)

    def told(seen: Observation) -> tuple[float, float, float]:
        return agent.told(seen._replace(names=(HIM, HIM)))

    return dial.wins(tell_strategy(dial.game, RULES, told))


def _agent(who: str, seed: int) -> SmallGameVillain:
    if who == "nobody":
        return SmallGameVillain(seed, dial=0)
    model = ONE_CARD_READERS[who]
    if not model:
        return SmallGameVillain(seed)
    styles = make_model(model)
    if not isinstance(styles, StyleReader):
        raise VillainError(f"{model} does not read styles")
    return SmallGameVillain(seed, styles=styles)


@cache
def _dial(opponent: str) -> SmallDial:
    return SmallDial(RULES, strategy_of(opponent))


def strategy_of(name: str) -> Strategy:
    """What an opponent does."""
    return _by_style(STYLES[name]) if name in STYLES else find_opponent(name)


def _by_style(style: Style) -> Strategy:
    """A style as baker's text has it: weak cards check where that is free."""

    def chances(spot: SmallGameSpot) -> ActionDistribution:
        strength = spot.strength + NEARLY
        raises, folds = strength >= style.beta, strength < style.alpha and spot.owed > 0
        return ActionDistribution(float(folds), float(not raises and not folds), float(raises))

    return chances


def draw(chances: ActionDistribution, seen: Observation, point: float) -> Action:
    """The action that chances lead to at a point from 0 to 1."""
    assert seen.legal is not None
    if point < chances.fold:
        return FOLD
    if point < chances.fold + chances.call or not seen.legal.can_raise:
        return CALL
    return raise_to(seen.legal.least)
