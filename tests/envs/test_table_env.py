"""The PettingZoo environment: PettingZoo's own tests, and the engine's payoffs."""

from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, TerminateIllegalWrapper

from villain.envs.table_env import TableEnv, table_env
from villain.errors import VillainError
from villain.game import CALL, FOLD, Action, Hand, IllegalActionError, Rules, leduc, raise_to

THEIR_DOUBTS = (
    # of every dictionary that is not one of PettingZoo's own environments, theirs included
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be gymnasium.spaces.box",
    # when the hand is over
    "ignore:Action mask numpy array is all zeros",
)
GAMES: list[tuple[str, int]] = [
    ("nolimit", 2),
    ("nolimit", 10),
    ("limit", 3),
    ("potlimit", 6),
    ("kuhn", 3),
    ("leduc", 2),
    ("onecard", 4),
]


def quietly(test: Any) -> Any:  # noqa: ANN401
    for doubt in THEIR_DOUBTS:
        test = pytest.mark.filterwarnings(doubt)(test)
    return test


@quietly
@pytest.mark.parametrize(("game", "players"), GAMES)
def test_pettingzoo_finds_nothing_wrong(game: str, players: int) -> None:
    for env in (table_env(game, players), TableEnv(game, players)):
        api_test(env, num_cycles=30)
    seed_test(lambda: table_env(game, players), num_cycles=30)


@quietly
def test_pettingzoos_wrappers_fit() -> None:
    def wrapped() -> Any:  # noqa: ANN401
        env = TerminateIllegalWrapper(TableEnv(), illegal_reward=-1)
        return AssertOutOfBoundsWrapper(env)

    api_test(wrapped(), num_cycles=30)
    seed_test(wrapped, num_cycles=30)


def test_it_is_rendered_as_pettingzoo_wants_it(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(
        lambda render_mode: table_env(players=3, render_mode=render_mode),
        custom_tests={"ansi": lambda text: text.startswith("board ") and "holds" in text},
    )
    assert "player_2 may fold" in capsys.readouterr().out


def actions_of(env: TableEnv, hand: Hand) -> list[Action]:
    """What the numbers mean to a hand, those that are open."""
    legal, seen = hand.legal, hand.observation(hand.seat or 0)
    assert legal is not None
    half, whole = (
        min(
            max(
                seen.bets[seen.seat] + legal.call + round(share * (seen.pot + legal.call)),
                legal.least,
            ),
            legal.most,
        )
        for share in (0.5, 1)
    )
    return [FOLD, CALL, raise_to(half), raise_to(whole), raise_to(legal.most)][: len(env.menu)]


@pytest.mark.parametrize(("game", "players"), [("nolimit", 4), ("nolimit", 2)])
def test_rewards_are_the_payoffs_of_the_hand(game: str, players: int) -> None:
    env, rng, folds = TableEnv(game, players), np.random.default_rng(7), 0
    for seed in range(60):
        env.reset(seed=seed)
        twin = Hand(env.rules, env.hand._deal, tuple(env.agents))
        total = dict.fromkeys(env.agents, 0.0)
        for agent in env.agent_iter():
            seen, reward, ended, truncated, info = env.last()
            assert not truncated
            total[agent] += reward
            if ended:
                assert not seen["action_mask"].any()
                env.step(None)
                continue
            assert twin.seat == env.possible_agents.index(agent)
            assert reward == 0
            others = [one for one in env.agents if one != agent]
            assert not any(env.observe(one)["action_mask"].any() for one in others)
            number = int(rng.choice(np.flatnonzero(seen["action_mask"]), shuffle=False))
            twin.act(actions_of(env, twin)[number])
            folds += number == 0
            env.step(number)
            assert not info["illegal"]
        assert twin.payoffs is not None
        assert [*total.values()] == [chips / 2 for chips in twin.payoffs]
        assert not env.agents
    assert folds > 10


def test_an_agent_sees_its_own_cards_only() -> None:
    env = TableEnv(players=3)
    env.reset(seed=2)
    fields = env.encoding.fields
    for seat, agent in enumerate(env.agents):
        vector = env.observe(agent)["observation"]
        marked = np.flatnonzero(vector[fields["hole"]]).tolist()
        assert marked == sorted(map(int, env.hand._deal.holes[seat]))
        assert not vector[fields["board"]].any()


def test_what_is_not_open_folds_or_checks_or_is_an_error() -> None:
    env = TableEnv("limit", 2)
    env.reset(seed=1)
    env.step(1)
    env.step(0)  # the big blind may check
    assert env.infos["player_0"] == {"illegal": True}
    assert env.hand.street == 1
    strict = TableEnv(leduc(), strict=True)
    strict.reset(seed=1)
    with pytest.raises(IllegalActionError, match=r"action 0 \(fold\) is not open; open are 1"):
        strict.step(0)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"game": "holdem"}, "no game is called 'holdem'"),
        ({"players": 11}, "11 players; this game takes 2 to 10"),
        ({"pots": (0,)}, "shares of the pot above 0"),
        ({"render_mode": "svg"}, "no render mode is called 'svg'"),
    ],
)
def test_wrong_settings_are_refused(settings: dict[str, Any], words: str) -> None:
    with pytest.raises(VillainError, match=words):
        TableEnv(**settings)


def test_wrong_calls_are_refused() -> None:
    env = TableEnv()
    with pytest.raises(VillainError, match=r"call reset\(\) first"):
        env.observe("player_0")
    env.reset(seed=1)
    with pytest.raises(VillainError, match="no agent is called 'player_2'"):
        env.action_space("player_2")
    with pytest.raises(VillainError, match="action 5; there are 0 to 4"):
        env.step(5)
    with pytest.raises(VillainError, match="action should be whole numbers"):
        env.step(None)
    env.step(0)
    with pytest.raises(ValueError, match="the only valid action is None"):
        env.step(1)
    env.step(None)
    env.step(None)
    with pytest.raises(VillainError, match=r"the hand is over; call reset\(\)"):
        env.step(None)


def test_a_game_may_be_given_as_rules() -> None:
    rules: Rules = leduc(3)
    env = TableEnv(rules)
    env.reset(seed=1)
    assert env.rules is rules
    assert env.menu.names == ("fold", "call", "raise")
