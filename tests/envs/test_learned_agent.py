"""What was learned plays elsewhere what it plays in its environment."""

import numpy as np
import numpy.typing as npt
import pytest

from villain.arena import Match, play_match
from villain.checks import check_agent
from villain.envs.action_menu import Mask
from villain.envs.encoding import Vectors
from villain.envs.holdem_vector_env import HoldemVectorEnv
from villain.envs.learned_agent import LearnedAgent
from villain.errors import VillainError
from villain.game import no_limit_holdem
from villain.game.batch import HandBatch

Numbers = npt.NDArray[np.int64]


def by_vector(vectors: Vectors, masks: Mask) -> Numbers:
    """Any of the open actions, by a number that the whole vector goes into."""
    weights = np.random.default_rng(1).random(vectors.shape[1])
    wanted = (vectors @ weights * 1e4).astype(np.int64)[:, None] % 97 * (1 + np.arange(5)) % 11
    chosen: Numbers = (wanted * masks + masks).argmax(axis=1)
    return chosen


def last_open(vectors: Vectors, masks: Mask) -> Numbers:  # noqa: ARG001
    last: Numbers = masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)
    return last


def test_it_plays_as_in_its_environment() -> None:
    envs = HoldemVectorEnv(300, players=2, opponents="call", seat=1, autoreset_mode="SameStep")
    vectors, info = envs.reset(seed=5)
    seen = envs._tables.seen()
    agent = LearnedAgent(by_vector)
    numbers = by_vector(vectors, info["action_mask"])
    assert {*numbers.tolist()} == {0, 1, 2, 3, 4}
    (wanted, to), illegal = envs.menu.choose(seen, numbers)
    assert not illegal.any()
    together = agent.act_in_all(seen)
    assert np.array_equal(together.kinds, wanted)
    assert np.array_equal(together.to, to)
    for row in range(0, 300, 10):
        action = agent.act(seen.of(row))
        assert (action.kind, action.to) == (("fold", "call", "raise")[wanted[row]], to[row])


def test_it_keeps_the_laws_and_plays_matches() -> None:
    check_agent(lambda seed: LearnedAgent(last_open, seed=seed))
    result = play_match(Match(no_limit_holdem(2), (LearnedAgent(by_vector), "call"), 20, seed=1))
    assert result.payoffs.any()


def test_numbers_that_mean_nothing_are_refused() -> None:
    seen = HandBatch.shuffled(no_limit_holdem(2), 2, np.random.default_rng(1)).observation(
        [0, 1], 1
    )
    for answer, words in (
        (np.array([1, 9]), "action 9; there are 0 to 4"),
        (np.array([1]) / 2, "actions should be whole numbers"),
        (np.array([1, 1, 1]), r"actions should have the shape \(2,\)"),
    ):
        with pytest.raises(VillainError, match=words):
            LearnedAgent(lambda vectors, masks: answer).act_in_all(seen)  # noqa: ARG005, B023
