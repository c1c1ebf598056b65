"""Loki on the engine."""

from dataclasses import replace

import numpy as np
import pytest

from tests.agents import attackers
from tests.game.table import play, start
from villain.agents import make_agent
from villain.agents.loki import Loki
from villain.agents.poki import Poki
from villain.arena.match import Match, play_match
from villain.cards import parse_cards
from villain.errors import VillainError
from villain.game import (
    CALL,
    FOLD,
    Hand,
    Observation,
    limit_holdem,
    no_limit_holdem,
    raise_to,
    shuffle,
)
from villain.models.registry import MODELS, make_model

ATTACKERS = attackers.__file__


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


def facing(cards: str, betting: str) -> Observation:
    """What somebody with these cards sees who has to answer this betting, for 100 big blinds."""
    for holes in (f"{cards} 7c2d", f"7c2d {cards}"):
        hand = play(start(no_limit_holdem(2), holes), betting)
        assert hand.seat is not None
        seen = hand.observation(hand.seat)
        if set(seen.hole) == set(parse_cards(cards)):
            return seen
    raise AssertionError(betting)


@pytest.mark.parametrize("betting", ["r10 r24 r48", "r10 r30 r90", "r200", "r6 r18 r54 r126 r200"])
@pytest.mark.parametrize("spec", ["loki:som", "loki:gom", "loki:bpm", "poki"])
def test_aces_and_kings_are_not_folded_before_the_flop(spec: str, betting: str) -> None:
    """Opened, raised and raised again by half the pot and more, or all-in at once."""
    for cards in ("AsAh", "KsKh"):
        seen, agent = facing(cards, betting), make_agent(spec)
        assert isinstance(agent, Loki | Poki)
        agent.model.observe(seen)
        assert agent.consider(seen).fold == 0


@pytest.mark.parametrize("spec", ["loki:som", "loki:gom", "loki:bpm", "poki"])
def test_a_dearer_raise_before_the_flop_takes_a_better_hand(spec: str) -> None:
    folds = []
    for cards in ("AsAh", "TsTh", "AdJd", "Kd9s", "8d6s", "7h2s"):
        answers = []
        for betting in ("r5", "r12", "r40", "r200"):
            seen, agent = facing(cards, betting), make_agent(spec)
            assert isinstance(agent, Loki | Poki)
            agent.model.observe(seen)
            answers.append(agent.consider(seen).fold)
        assert answers == sorted(answers)
        folds.append(sum(answers))
    assert folds == sorted(folds)
    assert folds[0] == 0 < 3 < folds[-1]


def test_nobody_wins_by_raising_blindly_and_again() -> None:
    """The one who does took 1.3 big blinds a hand from all three alike: no model was asked."""
    rules, results = no_limit_holdem(2), []
    for model in ("som", "gom", "bpm"):
        agents = (f"loki:{model}", f"{ATTACKERS}:ReRaiser")
        results.append(play_match(Match(rules, agents, deals=300, seed=2101)))
    won, _, _ = rates = [result.rates()[0] for result in results]
    assert won.low > 0  # whoever learns sees through it
    assert min(rate.mean for rate in rates) > -0.5
    assert len({result.payoffs.tobytes() for result in results}) == 3
