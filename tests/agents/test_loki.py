"""Loki on the engine."""

from dataclasses import replace

import numpy as np
import pytest

from tests.game.table import play, start
from villain.agents import make_agent
from villain.agents.loki import Loki
from villain.errors import VillainError
from villain.game import (
    CALL,
    FOLD,
    Hand,
    limit_holdem,
    no_limit_holdem,
    raise_to,
    shuffle,
)
from villain.models.registry import MODELS, make_model


def test_aces_raise_and_rags_fold() -> None:
    hand = start(limit_holdem(3), "7c2d 8s3h AsAh")
    for spec in ("loki:bpm", "loki:gom", "loki:som", "loki:bpt", "loki:bpl"):
        assert make_agent(spec).act(hand.observation(2)) == raise_to(4)
    play(hand, "r4")
    assert make_agent("loki:bpm").act(hand.observation(0)) == FOLD


def test_it_never_folds_where_checking_is_free() -> None:
    rules, rng = limit_holdem(4), np.random.default_rng(1)
    for spec in ("loki:bpm", "loki:som", "loki:style=rock"):
        agent = make_agent(spec, 1)
        for _ in range(30):
            hand = Hand(rules, shuffle(rules, rng))
            while hand.seat is not None:
                assert hand.legal is not None
                seen = hand.observation(hand.seat)
                action = agent.act(seen)
                if seen.legal is not None and seen.legal.call == 0:
                    assert action != FOLD
                hand.act(action if hand.seat % 2 else CALL)
            agent.watch(hand.observation(0))


@pytest.mark.parametrize(
    "model", [name for name in MODELS if make_model(name).reads(limit_holdem())]
)
def test_any_model_will_do(model: str) -> None:
    agent = make_agent(f"loki:model={model}")
    assert isinstance(agent, Loki)
    hand = play(start(limit_holdem(2), "AsAh KsKh", "Ad Ac 2d 3d 4d"), "c c")
    assert agent.act(hand.observation(0)).kind == "raise"


def test_wrong_parameters() -> None:
    with pytest.raises(VillainError, match="no model is called 'generik'; did you mean 'generic'"):
        make_agent("loki:model=generik")
    with pytest.raises(VillainError, match="style='wild'"):
        make_agent("loki:style=wild")
    with pytest.raises(VillainError, match="model='styles' does not read hold'em"):
        make_agent("loki:model=styles")
    assert Loki.plays(no_limit_holdem(2))
    assert not Loki.plays(replace(limit_holdem(2), ranks=9))


def test_in_no_limit_it_bets_a_share_of_the_pot() -> None:
    rules = no_limit_holdem(3, big_blind=2, stack=400)
    rng = np.random.default_rng(2)
    sizes = []
    for _ in range(40):
        hand = Hand(rules, shuffle(rules, rng))
        agent = Loki(3, size=0.5)
        while hand.seat is not None:
            action = agent.act(hand.observation(hand.seat)) if hand.seat == 0 else CALL
            if action.kind == "raise" and hand.street:
                sizes.append((action.to - hand.bets[0]) / sum(hand.committed))
            hand.act(action)
    assert sizes
    assert np.median(sizes) == pytest.approx(0.5, abs=0.1)
