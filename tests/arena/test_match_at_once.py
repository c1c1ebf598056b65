"""Matches that are played many hands at once, beside the same in turn."""

import pickle
from dataclasses import replace

import numpy as np
import pytest

from villain.agents.batch_agent import BatchAgent
from villain.agents.blind import Caller
from villain.arena import Match, MatchResult, match_chunk, play_match
from villain.game import (
    CALL,
    Action,
    Observation,
    Rules,
    kuhn,
    limit_holdem,
    no_limit_holdem,
    pot_limit_holdem,
)
from villain.game.batch_observation import BatchActions, BatchObservation

GAMES = [
    (limit_holdem(2), ("raise", "raise")),
    (limit_holdem(3).with_stacks(9, 40, 25), ("raise", "call", "raise:from=flop")),
    (pot_limit_holdem(4), ("raise:pot=1", "call", "raise:pot=0.4", "fold")),
    (
        replace(no_limit_holdem(6), ante=1).with_stacks(3, 60, 200, 7, 90, 31),
        ("raise:pot=0.3", "call", "raise:pot=3", "raise:from=turn", "fold", "call"),
    ),
]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many deals were played at once, chunk by chunk; 0 where they were not."""
    chunks, play = [], match_chunk._play_at_once

    def noting(*given: object) -> "np.ndarray | None":
        payoffs = play(*given)  # type: ignore[arg-type]
        chunks.append(0 if payoffs is None else len(payoffs))
        return payoffs

    monkeypatch.setattr(match_chunk, "_play_at_once", noting)
    return chunks


def play_in_turn(match: Match) -> MatchResult:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(match_chunk, "_play_at_once", lambda *_: None)
        return play_match(match)


def is_same(one: MatchResult, other: MatchResult) -> bool:
    return np.array_equal(one.payoffs, other.payoffs) and one.faults == other.faults


@pytest.mark.parametrize(("rules", "agents"), GAMES, ids=lambda one: getattr(one, "name", ""))
@pytest.mark.parametrize("seed", [7, 2**127 + 7])
def test_both_ways_to_play_a_match_give_the_same(
    rules: Rules, agents: tuple[str, ...], seed: int, asked: list[int]
) -> None:
    match = Match(rules, agents, deals=120, seed=seed)
    assert is_same(play_match(match), play_in_turn(match))
    assert asked == [120] * rules.players


def test_where_the_chunks_end_changes_nothing(
    asked: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match_chunk, "AT_ONCE", 90)
    match = Match(no_limit_holdem(2), ("raise", "call"), deals=300, seed=1, duplicate=False)
    assert is_same(play_match(match), play_in_turn(match))
    assert asked == [90, 90, 90, 30]


class Louder(Caller):
    def act(self, seen: Observation) -> Action:
        return super().act(seen)


class Broken(BatchAgent):
    """Fails if it is asked for several hands, and for a single one where it may raise."""

    pure = True

    def act(self, seen: Observation) -> Action:
        assert seen.legal is not None
        assert seen.street < 3, "no river"
        return CALL

    def act_in_all(self, seen: BatchObservation) -> BatchActions:  # noqa: ARG002
        raise RuntimeError("not today")


def test_stacks_that_are_too_large_for_a_batch_are_played_in_turn(asked: list[int]) -> None:
    rules = no_limit_holdem(2).with_stacks(2**60, 2**70)
    result = play_match(Match(rules, ("raise:pot=3", "call"), deals=20, seed=1, strict=True))
    assert set(asked) == {0}
    assert not result.payoffs.sum(axis=2).any()


@pytest.mark.parametrize("agents", [("random", "call"), ("call", Louder)])
def test_others_are_asked_in_turn(agents: tuple[str, ...], asked: list[int]) -> None:
    play_match(Match(limit_holdem(2), agents, deals=20, seed=1, duplicate=False))
    assert set(asked) == {0}


def test_small_games_and_hands_that_are_kept_are_played_in_turn(asked: list[int]) -> None:
    play_match(Match(kuhn(), ("call", "fold"), deals=20, seed=1, duplicate=False))
    assert set(asked) == {0}
    asked.clear()
    match = Match(limit_holdem(2), ("call", "call"), deals=20, seed=1, duplicate=False)
    chunk = match_chunk.play_chunk(match, 0, 0, b"", keep_hands=True)
    assert len(chunk.hands) == 20
    assert not asked
    assert len(match_chunk.play_chunk(match, 0, 5, pickle.dumps(match.make_agents())).payoffs) == 15


def test_who_fails_at_once_is_asked_again_in_turn(asked: list[int]) -> None:
    match = Match(no_limit_holdem(2), (Broken, "call"), deals=30, seed=1)
    result = play_match(match)
    assert set(asked) == {0}
    assert {fault.agent for fault in result.faults} == {"Broken"}
    assert "no river" in result.faults[0].reason
    assert is_same(result, play_in_turn(match))
