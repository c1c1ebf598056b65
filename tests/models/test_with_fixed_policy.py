"""Any model with an eye for players who always do the same thing."""

import numpy as np
import pytest

from villain.agents import make_agent
from villain.errors import VillainError
from villain.game import Hand, Observation, limit_holdem, no_limit_holdem, shuffle
from villain.models.fixed_policy import fixed_policy_share
from villain.models.model import OpponentModel
from villain.models.predictors.legal import ACTIONS
from villain.models.registry import make_model
from villain.models.with_fixed_policy import WithFixedPolicy

RULES = limit_holdem(3)


def follow(
    models: list[OpponentModel], opponent: str, hands: int
) -> tuple[list[float], Observation]:
    """The log-loss of models on two players who are alike, and the last that was seen of them."""
    rng = np.random.default_rng(1)
    agents = [make_agent("random", 1), make_agent(opponent, 2), make_agent(opponent, 3)]
    losses: list[list[float]] = [[] for _ in models]
    for number in range(hands):
        order = np.roll(range(3), number).tolist()
        hand = Hand(RULES, shuffle(RULES, rng), tuple("me Ann Bob".split()[one] for one in order))
        mine = order.index(0)
        while hand.seat is not None:
            seat, seen = hand.seat, hand.observation(mine)
            action = agents[order[seat]].act(hand.observation(seat))
            for model, loss in zip(models, losses, strict=True):
                model.observe(seen)
                if seat != mine:
                    loss.append(-np.log(max(model.predict(seen, seat)[ACTIONS[action.kind]], 1e-3)))
            hand.act(action)
        for model in models:
            model.observe(hand.observation(mine))
    return [float(np.mean(loss)) for loss in losses], hand.observation(mine)


@pytest.mark.parametrize("opponent", ["call", "raise"])
@pytest.mark.parametrize("name", ["specific", "network"])
def test_who_always_does_the_same_thing_is_foreseen(name: str, opponent: str) -> None:
    plain, wrapped = make_model(name), make_model(f"fixed:model={name}")
    (before, after), seen = follow([plain, wrapped], opponent, 20)
    assert after < 0.4 * before
    for seat, player in enumerate(seen.names):
        assert (fixed_policy_share(wrapped, seen, seat) > 0.99) == (player != "me")
        assert fixed_policy_share(plain, seen, seat) == 0.0


@pytest.mark.parametrize("opponent", ["loki:bpm", "loki:rock"])
@pytest.mark.parametrize("name", ["specific", "network"])
def test_next_to_nothing_is_lost_on_those_who_look_at_their_cards(name: str, opponent: str) -> None:
    wrapped = make_model(f"fixed:model={name}")
    (before, after), seen = follow([make_model(name), wrapped], opponent, 40)
    assert after < before + 0.005
    assert fixed_policy_share(wrapped, seen, seen.names.index("Ann")) < 0.02


def test_what_such_a_player_does_says_nothing_of_his_cards() -> None:
    plain, wrapped = make_model("network"), WithFixedPolicy("network")
    follow([plain, wrapped], "raise", 20)
    hand = Hand(RULES, shuffle(RULES, np.random.default_rng(2)), ("me", "Ann", "Bob"))
    raiser = make_agent("raise", 1)
    while hand.state.street == 0:
        assert hand.seat is not None
        hand.act(raiser.act(hand.observation(hand.seat)))
    seen = hand.observation(0)
    spread = []
    for model in (plain, wrapped):
        model.observe(seen)
        weights = np.asarray(model.range(seen, 1).weights)
        spread.append(weights.std() / weights.mean())
    alike = np.asarray(WithFixedPolicy("basic").range(seen, 1).weights)
    assert spread[1] - alike.std() / alike.mean() < 0.05 < spread[0] - spread[1]


def test_a_plan_has_its_share_too() -> None:
    wrapped = WithFixedPolicy("specific")
    _, seen = follow([wrapped], "call", 20)
    new = Hand(RULES, shuffle(RULES, np.random.default_rng(3)), seen.names).observation(0)
    plan = wrapped.plan(new, seen.names.index("Ann"))
    assert plan.sum(axis=-1) == pytest.approx(np.ones((4, 3)))
    assert plan[:, :, ACTIONS["call"]].min() > 0.9


def test_a_frozen_one_learns_nothing_more() -> None:
    wrapped = WithFixedPolicy("specific")
    wrapped.freeze()
    _, seen = follow([wrapped], "call", 5)
    assert wrapped.fixed_policy(seen, seen.names.index("Ann")) == 0.0


def test_it_reads_what_the_model_reads() -> None:
    assert make_model("fixed:model=tendencies").reads(no_limit_holdem(2))
    assert not make_model("fixed:model=tendencies").reads(limit_holdem(2))
    with pytest.raises(VillainError, match="tarot"):
        make_model("fixed:model=tarot")
