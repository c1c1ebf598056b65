"""Matches with what was won less luck beside it."""

from pathlib import Path

import numpy as np
import pytest

from villain.agents import Agent
from villain.arena import Match, MatchStoppedError, play_match
from villain.arena.match_file import MatchFile
from villain.arena.round_robin import RoundRobinPlan, play_round_robin
from villain.errors import VillainError
from villain.game import CALL, Observation, no_limit_holdem
from villain.game.actions import Action
from villain.game.presets import kuhn

HEADS_UP = no_limit_holdem(2, big_blind=100, stack=2000)
MATCH = Match(HEADS_UP, ("raise:pot=1", "random"), deals=60, seed=4, aivat=True)


def test_chips_are_the_same_and_there_is_less_chance_in_what_is_less_luck() -> None:
    result = play_match(MATCH)
    plain = play_match(Match(HEADS_UP, MATCH.agents, deals=60, seed=4))
    assert np.array_equal(result.payoffs, plain.payoffs)
    assert plain.adjusted is None
    assert result.adjusted is not None
    assert np.abs(result.adjusted.sum(axis=2)).max() < 1e-9
    assert result.adjusted.std() < 0.7 * result.payoffs.std()
    one, other = result.adjusted_rates()
    assert one.mean == pytest.approx(-other.mean)
    apart = result.adjusted_by_deal[:, 0] - result.by_deal[:, 0]
    assert abs(apart.mean()) < 3 * apart.std() / np.sqrt(60)
    with pytest.raises(VillainError, match="without aivat"):
        plain.adjusted_rates()


def test_the_same_whatever_the_workers() -> None:
    one, two = play_match(MATCH), play_match(MATCH, workers=2)
    assert one.adjusted is not None
    assert two.adjusted is not None
    assert np.array_equal(one.adjusted, two.adjusted)


def test_a_stopped_match_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, whole = tmp_path / "some.match", play_match(MATCH)
    monkeypatch.setattr("villain.arena.match_chunk.CHUNK", 20)

    def stop(share: float) -> None:
        if share > 0.3:
            raise KeyboardInterrupt

    with (
        MatchFile(path, MATCH) as file,
        pytest.raises(MatchStoppedError),
    ):
        play_match(MATCH, file=file, progress=stop)
    with MatchFile.load(path, MATCH) as file:
        assert 0.3 < file.record.share < 1
        result = play_match(MATCH, file=file)
    assert result.adjusted is not None
    assert np.array_equal(result.adjusted, whole.adjusted)  # type: ignore[arg-type]
    other = Match(HEADS_UP, MATCH.agents, deals=60, seed=4)
    with pytest.raises(VillainError, match="another match"):
        MatchFile.load(path, other)


class Liar(Agent):
    """Calls, and tells that he folds."""

    def act(self, seen: Observation) -> Action:
        del seen
        return CALL

    def chances(self, seen: Observation) -> object:  # type: ignore[override]
        from villain.agents.holding_chances import HoldingChances
        from villain.game import FOLD

        assert seen.legal is not None
        if not seen.legal.call:
            raise ValueError("no idea")
        return HoldingChances((FOLD,), np.ones((1326, 1)))


def test_who_does_not_do_as_he_tells_has_failed() -> None:
    match = Match(HEADS_UP, (Liar, "call"), deals=3, seed=4, aivat=True)
    result = play_match(match)
    reasons = {fault.reason for fault in result.faults if fault.agent == "Liar"}
    assert "did what it had told that it never does" in reasons
    assert any(reason.startswith("in chances: ") for reason in reasons)
    plain = play_match(Match(HEADS_UP, (Liar, "call"), deals=3, seed=4))
    assert np.array_equal(result.payoffs, plain.payoffs)


def test_games_that_it_is_not_for() -> None:
    with pytest.raises(VillainError, match="hold'em between two"):
        Match(no_limit_holdem(3), ("call",) * 3, deals=1, aivat=True)
    with pytest.raises(VillainError, match="hold'em between two"):
        Match(kuhn(), ("call", "call"), deals=1, aivat=True)


def test_a_tournament_has_both() -> None:
    agents = ("call", "raise:pot=1", "random")
    table = play_round_robin(RoundRobinPlan(HEADS_UP, agents, 10, seed=4, aivat=True))
    assert table.adjusted_against(0, 1).mean == pytest.approx(0, abs=1e-4)  # nobody looks
    assert table.adjusted_against(2, 0).mean == -table.adjusted_against(0, 2).mean
    means = [table.adjusted_average(one).mean for one in range(3)]
    assert sum(means) == pytest.approx(0, abs=1e-9)
