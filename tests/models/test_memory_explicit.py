"""The explicit model: it finds a baseline's two numbers, and answers as every model does."""

import numpy as np
import pytest

from villain.agents.registry import make_agent
from villain.game.deal import shuffle
from villain.game.hand import Hand
from villain.game.observation import Observation
from villain.game.presets import limit_holdem
from villain.models.memory.explicit import (
    FACTORS,
    NOISES,
    SLIP,
    STEPS,
    ExplicitModel,
    action_chances,
)
from villain.strategy.sander import baseline

RULES = limit_holdem(2)


def watched(model: ExplicitModel, aggression: float, hands: int, seed: int) -> Observation:
    """Let a model watch a baseline player, and give a turn of the last hand."""
    rng, turn = np.random.default_rng(seed), None
    players = [
        make_agent("sander:baseline", seed),
        make_agent(f"sander:baseline:aggression={aggression}", seed + 1),
    ]
    for _ in range(hands):
        hand = Hand(RULES, shuffle(RULES, rng), ("eye", "rival"), check=False)
        while hand.seat is not None:
            seen = hand.observation(hand.seat)
            if hand.seat == 0:
                model.observe(seen)
                turn = seen
            hand.act(players[hand.seat].act(seen))
        model.observe(hand.observation(0))
    assert turn is not None
    return turn


@pytest.mark.parametrize("aggression", [0.4, 0.55, 0.7])
def test_it_finds_the_aggression_of_a_baseline(aggression: float) -> None:
    model = ExplicitModel()
    watched(model, aggression, 80, 3)
    found = model.traits("rival")
    assert found.aggression == pytest.approx(aggression, abs=0.03)
    assert found.noise < 0.05
    assert model.traits("eye") == ExplicitModel().traits("eye")


@pytest.mark.parametrize(("owed", "pot", "can"), [(0, 8, True), (2, 6, True), (4, 12, False)])
def test_chances_are_those_of_a_baseline_who_misjudges_his_hand(
    owed: int, pot: int, can: bool
) -> None:
    rng, step = np.random.default_rng(1), 90
    place = list(FACTORS).index(min(FACTORS, key=lambda one: abs(one - 0.5)))
    at = place * len(NOISES) + 2
    counts = np.zeros(3)
    for odds in rng.normal(step / STEPS, NOISES[2], 20_000):
        counts += baseline(float(odds), float(FACTORS[place]), owed, pot).allowed(
            fold=True, more=can
        )
    expected = (1 - SLIP) * counts / counts.sum() + SLIP / (2 + can) * np.array([1, 1, can])
    found = action_chances(owed, pot, could_raise=can)[:, at, step]
    assert found == pytest.approx(expected, abs=0.012)


def test_answers_are_pure_and_hide_nothing_that_is_seen() -> None:
    model = ExplicitModel()
    seen = watched(model, 0.6, 15, 8)
    before = model.traits("rival")
    weights = model.range(seen, 1).weights
    assert weights.sum() == pytest.approx(1)
    assert 0 <= model.strength(seen, 1) <= 1
    triple = model.predict(seen, 1, facing=4)
    assert sum(triple) == pytest.approx(1)
    assert model.traits("rival") == before
    other = model.clone()
    watched(other, 0.4, 5, 9)
    assert model.traits("rival") == before != other.traits("rival")
    model.freeze()
    watched(model, 0.4, 5, 9)
    assert model.traits("rival") == before


def test_it_reads_hold_em_for_two() -> None:
    assert ExplicitModel.reads(RULES)
    assert not ExplicitModel.reads(limit_holdem(3))
