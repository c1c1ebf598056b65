"""The Gymnasium environments: Gymnasium's own checks, and matches that they are to be."""

from itertools import pairwise
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import NormalizeObservation, RecordEpisodeStatistics

from villain.agents import Agent
from villain.agents.batch_agent import BatchAgent
from villain.cards import Card
from villain.envs import GYMNASIUM_IDS
from villain.envs.holdem_env import HoldemEnv
from villain.envs.holdem_vector_env import HoldemVectorEnv
from villain.errors import VillainError
from villain.game import (
    CALL,
    Acted,
    Action,
    IllegalActionError,
    Observation,
    Won,
    kuhn,
    limit_holdem,
    no_limit_holdem,
)
from villain.game.batch_observation import CALLS, FOLDS, BatchActions, BatchObservation

MODES = [mode.value for mode in AutoresetMode]


@pytest.mark.parametrize("name", GYMNASIUM_IDS)
@pytest.mark.parametrize(
    "settings", [{}, {"players": 3, "opponents": ["loki:bpm", "random"], "pots": (1.0,)}]
)
def test_gymnasium_finds_nothing_wrong(name: str, settings: dict[str, Any]) -> None:
    if name != "villain/NoLimitHoldem-v0" and settings:
        settings = {"players": 9, "seat": 3, "opponents": ["call"]}
    check_env(gymnasium.make(name, **settings).unwrapped)  # warnings are errors here


@pytest.mark.parametrize("mode", MODES)
def test_one_table_of_many_is_the_single_environment(mode: str) -> None:
    settings: dict[str, Any] = {"players": 3, "opponents": ["random", "loki:bpm"]}
    many = HoldemVectorEnv(1, autoreset_mode=mode, **settings)
    one = SyncVectorEnv(
        [lambda: HoldemEnv(**settings)], autoreset_mode=AutoresetMode(mode), copy=True
    )
    assert many.observation_space == one.observation_space
    assert many.action_space == one.action_space
    assert many.metadata["autoreset_mode"] is one.metadata["autoreset_mode"]
    rng, ends = np.random.default_rng(1), 0
    for seed in (5, None):
        assert data_equivalence(many.reset(seed=seed), one.reset(seed=seed), exact=True)
        for _ in range(150):
            actions = rng.integers(5, size=1)
            ours, theirs = many.step(actions), one.step(actions)
            assert data_equivalence(ours, theirs, exact=True)
            ends += ours[2][0]
            if mode == AutoresetMode.DISABLED.value and ours[2][0]:
                options = {"reset_mask": np.array([True])}
                again = many.reset(options=options), one.reset(options=dict(options))
                assert data_equivalence(*again, exact=True)
    assert ends > 50


def test_all_vectors_are_in_the_space_and_a_seed_repeats_everything() -> None:
    def play(seed: int) -> list[Any]:
        envs = gymnasium.make_vec(
            "villain/PotLimitHoldem-v0", num_envs=40, players=5, opponents="random"
        )
        rng, told = np.random.default_rng(2), list[Any]([envs.reset(seed=seed)])
        for _ in range(30):
            mask = told[-1][-1]["action_mask"]
            actions = (rng.random(mask.shape) * mask).argmax(axis=1)
            told.append(envs.step(actions))
            assert told[-1][0] in envs.observation_space
        return told

    assert data_equivalence(play(3), play(3), exact=True)
    assert not data_equivalence(play(3), play(4))


def test_gymnasiums_wrappers_fit() -> None:
    envs = RecordEpisodeStatistics(NormalizeObservation(HoldemVectorEnv(8, opponents="call")))
    envs.reset(seed=1)
    returns: list[float] = []
    for _ in range(30):
        _, _, ended, _, info = envs.step(np.full(8, 4))
        returns += info["episode"]["r"][ended].tolist() if ended.any() else []
    assert {abs(one) for one in returns} <= {0.0, 100.0}
    assert len(returns) > 8


def _number_of(seen: Observation, ends: list[Observation]) -> int:
    """Which of these hands an observation comes from; the next one, if from none."""
    events = seen.events
    same = [number for number, end in enumerate(ends) if end.events[: len(events)] == events]
    return same[0] if same else len(ends)


class Witness(Agent):
    """Calls, and keeps all it sees."""

    tables: list["Witness"]

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.asked: list[Observation] = []
        self.ends: list[Observation] = []
        self.tables.append(self)

    def act(self, seen: Observation) -> Action:
        self.asked.append(seen)
        return CALL

    def watch(self, seen: Observation) -> None:
        self.ends.append(seen)


def test_every_table_has_an_agent_of_its_own_that_sees_hand_after_hand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Witness, "tables", [], raising=False)
    envs = HoldemVectorEnv(
        6, players=3, opponents=[Witness, "call"], autoreset_mode=AutoresetMode.SAME_STEP
    )
    envs.reset(seed=3)
    rng, rewards = np.random.default_rng(1), [list[float]() for _ in range(6)]
    for _ in range(60):
        _, reward, ended, _, _ = envs.step(rng.choice([0, 1, 1, 1, 2, 3], 6))
        for table in np.flatnonzero(ended):
            rewards[table].append(float(reward[table]))
    assert len(Witness.tables) == 6
    for witness, won in zip(Witness.tables, rewards, strict=True):
        assert len(witness.ends) == len(won) > 5
        for end, chips in zip(witness.ends, won, strict=True):
            learner = end.names.index("learner")
            assert end.names[end.seat] == "Witness"
            assert (end.seat, end.names.index("call")) == (
                (learner + 1) % 3,
                (learner + 2) % 3,
            )
            assert isinstance(end.events[-1], Won)
            assert end.stacks[learner] - end.rules.stacks[learner] == chips * 2
        # It moves with the button, and every question belongs to the hand that ends next.
        seats = [end.seat for end in witness.ends]
        assert all((one - 1) % 3 == two for one, two in pairwise(seats))
        numbers = [_number_of(seen, witness.ends) for seen in witness.asked]
        assert numbers == sorted(numbers)
        assert {*numbers} >= {*range(len(witness.ends))}


class Pusher(BatchAgent):
    """Folds before the flop at odd tables, and notes how many it is asked for at once."""

    counts: list[int]

    def act_in_all(self, seen: BatchObservation) -> BatchActions:
        self.counts.append(len(seen.hands))
        kinds = np.where((seen.hands % 2 == 1) & (seen.legal.call > 0), FOLDS, CALLS)
        return BatchActions(kinds, np.zeros_like(kinds))


def test_agents_that_can_are_asked_for_all_tables_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Pusher, "counts", [], raising=False)
    envs = HoldemVectorEnv(500, opponents=Pusher, seat=1, autoreset_mode="SameStep")
    envs.reset(seed=1)
    _, reward, ended, _, _ = envs.step(np.full(500, 4))  # all-in from the button
    assert Pusher.counts == [500]
    assert ended.all()
    assert (reward[1::2] == 1).all()
    assert {*reward[::2].tolist()} <= {-100.0, 0.0, 100.0}


def test_what_is_not_open_folds_or_checks() -> None:
    env = HoldemEnv(players=2, opponents="call", seat=1)
    _, info = env.reset(seed=1)
    assert info["action_mask"].tolist() == [1] * 5
    env.step(1)
    _, reward, ended, _, info = env.step(0)  # nothing is to be paid on the flop: a check
    assert (reward, ended, info["illegal"]) == (0, False, True)
    _, _, ended, _, info = env.step(4)
    assert ended
    assert not info["illegal"]
    assert not info["action_mask"].any()
    with pytest.raises(gymnasium.error.ResetNeeded, match="call reset"):
        env.step(1)
    strict = HoldemEnv(opponents="call", seat=1, strict=True)
    strict.reset(seed=1)
    strict.step(1)
    with pytest.raises(IllegalActionError, match=r"action 0 \(fold\) is not open"):
        strict.step(0)


def test_hands_without_a_decision_are_passed_over_and_counted() -> None:
    env = HoldemEnv("limit", opponents=["fold"])
    env.reset(seed=1)
    for _ in range(6):
        env.step(2)
        _, info = env.reset()
        assert info["undecided"] == 0.5  # he folds his small blind in every other hand
    envs = HoldemVectorEnv(3, "limit", opponents=["fold"], seat=0)
    with pytest.raises(VillainError, match="1,000 deals nobody let the learner decide"):
        envs.reset(seed=1)


def test_the_table_is_shown_as_the_learner_sees_it(capsys: pytest.CaptureFixture[str]) -> None:
    env = HoldemEnv(players=3, opponents="call", seat=2, render_mode="ansi")
    env.reset(seed=4)
    shown = env.render()
    assert shown is not None
    assert shown.splitlines()[0] == "board –  pot 3"
    assert shown.count("holds") == 1
    assert shown.splitlines()[-1] == "learner may fold, call 2, raise to 4–200"
    human = HoldemEnv(players=3, opponents="call", seat=2, render_mode="human")
    human.reset(seed=4)
    assert capsys.readouterr().out.strip() == shown
    fields = env.encoding.fields
    cards = np.flatnonzero(env.reset(seed=4)[0][fields["hole"]])
    assert all(str(Card(int(card))) in shown for card in cards)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"game": "nolimt"}, "no game is called 'nolimt'; did you mean 'nolimit'"),
        ({"game": "kuhn"}, "the batch engine plays hold'em, not kuhn"),
        ({"game": kuhn()}, "plays hold'em, not kuhn"),
        ({"players": 11}, "11 players; this game takes 2 to 10"),
        ({"game": limit_holdem(12)}, "12 players; these tables have 2 to 10"),
        ({"players": 1}, "1 players"),
        ({"players": 4, "opponents": ["call", "fold"]}, "2 opponents for 3 seats"),
        ({"opponents": "cal"}, "no agent is called 'cal'; did you mean 'call'"),
        ({"opponents": "baker:la"}, "agent 'baker:la' does not play nolimit"),
        ({"seat": 2}, "seat 2; it should be 0 to 1"),
        ({"pots": (2, 1)}, "smaller ones first"),
        ({"render_mode": "rgb_array"}, "no render mode is called 'rgb_array'"),
    ],
)
def test_wrong_settings_are_refused(settings: dict[str, Any], words: str) -> None:
    with pytest.raises(VillainError, match=words):
        HoldemEnv(**settings)


def test_wrong_calls_are_refused() -> None:
    with pytest.raises(VillainError, match="0 tables"):
        HoldemVectorEnv(0)
    with pytest.raises(VillainError, match="no autoreset mode is called 'Sometimes'"):
        HoldemVectorEnv(2, autoreset_mode="Sometimes")
    envs = HoldemVectorEnv(2, no_limit_holdem(2), opponents="call", autoreset_mode="Disabled")
    with pytest.raises(VillainError, match=r"call reset\(\) first"):
        envs.step(np.array([1, 1]))
    envs.reset(seed=1)
    with pytest.raises(VillainError, match="action 7; there are 0 to 4"):
        envs.step(np.array([1, 7]))
    with pytest.raises(VillainError, match=r"actions should have the shape \(2,\), not \(3,\)"):
        envs.step(np.array([1, 1, 1]))
    with pytest.raises(VillainError, match="a reset_mask should be true or false for each of 2"):
        envs.reset(options={"reset_mask": np.array([False, False])})
    with pytest.raises(VillainError, match="a seed begins anew at all tables"):
        envs.reset(seed=1, options={"reset_mask": np.array([True, False])})
    envs.step(np.array([4, 1]))
    with pytest.raises(VillainError, match=r"the hand is over at table 0; call reset\(options="):
        envs.step(np.array([1, 1]))


def test_an_action_of_an_opponent_is_what_the_rules_allow() -> None:
    class Wrong(Agent):
        def act(self, seen: Observation) -> Action:
            return Action("raise", seen.pot * 1000)

    with pytest.raises(IllegalActionError, match="may not raise to"):
        HoldemEnv(opponents=Wrong, seat=0).reset(seed=1)


def test_the_reward_is_what_the_hand_won() -> None:
    env = HoldemEnv("limit", players=4, opponents="random")
    rng = np.random.default_rng(5)
    for _ in range(40):
        _, info = env.reset(seed=int(rng.integers(1000)))
        total, ended = 0.0, False
        while not ended:
            assert total == 0
            action = rng.choice(np.flatnonzero(info["action_mask"]))
            _, reward, ended, _, info = env.step(action)
            total += reward
        seen = env._tables.seen().of(0)
        paid = sum(
            event.chips
            for event in seen.events
            if isinstance(event, Acted) and event.seat == seen.seat
        )
        won = seen.stacks[seen.seat] - seen.rules.stacks[seen.seat]
        assert total == won / seen.rules.big_blind
        assert won >= -paid - seen.rules.blinds[seen.seat]
