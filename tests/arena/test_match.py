"""Matches: seatings, results, repetition, failures, interruption."""

import sys
from itertools import pairwise, permutations
from pathlib import Path

import numpy as np
import pytest

from villain.arena import Match, MatchStoppedError, play_match
from villain.arena.match_file import MatchFile
from villain.arena.seating import at_table, latin_square
from villain.arena.statistics import rate
from villain.arena.table import AgentFailedError
from villain.errors import VillainError
from villain.game import limit_holdem, no_limit_holdem

HEADS_UP = no_limit_holdem(2)


@pytest.mark.parametrize("order", range(2, 11))
def test_latin_square_seats_everybody_once_everywhere(order: int) -> None:
    square = latin_square(order)
    for line in (*square, *square.T):
        assert sorted(line.tolist()) == list(range(order))
    followers = [(int(a), int(b)) for row in square for a, b in pairwise(row)]
    if order % 2 == 0:  # balanced: everybody follows everybody else exactly once
        assert sorted(followers) == sorted(permutations(range(order), 2))
    elif order > 3:
        assert len(set(followers)) > order  # no one always follows the same neighbour


def test_in_a_duplicate_everybody_holds_every_hand_once() -> None:
    # Agents that act alike win and lose nothing, whatever the cards.
    for rules in (HEADS_UP, limit_holdem(3), limit_holdem(5)):
        agents = ("call",) * rules.players
        result = play_match(Match(rules, agents, deals=120, seed=3))
        assert np.abs(result.by_deal).max() < 1  # but for odd chips
        assert result.hands == 120 * rules.players
        plain = play_match(Match(rules, agents, deals=120, seed=3, duplicate=False))
        assert np.abs(plain.by_deal).max() >= 1


def test_chips_are_conserved_and_a_caller_beats_a_folder() -> None:
    result = play_match(Match(HEADS_UP, ("call", "fold"), deals=400, seed=1))
    assert (result.payoffs.sum(axis=2) == 0).all()
    caller, folder = result.rates()
    assert caller.low > 0 > folder.high
    assert caller.mean == -folder.mean
    # On the button the folder gives up half a big blind; in the big blind it breaks even.
    assert folder.mean == pytest.approx(-0.25, abs=0.1)
    assert result.difference(0, 1).mean == pytest.approx(2 * caller.mean)


def test_the_same_seed_gives_the_same_match_whatever_the_workers() -> None:
    match = Match(no_limit_holdem(3), ("random", "raise", "random"), deals=600, seed=9)
    one, two = play_match(match), play_match(match, workers=2)
    assert np.array_equal(one.payoffs, two.payoffs)
    other = play_match(Match(match.rules, match.agents, deals=600, seed=10))
    assert not np.array_equal(one.payoffs, other.payoffs)
    shorter = play_match(Match(match.rules, match.agents, deals=300, seed=9))
    assert np.array_equal(shorter.payoffs, one.payoffs[:, :300])


def test_names_of_twins() -> None:
    assert Match(no_limit_holdem(3), ("call", "raise", "call"), 1).names == (
        "call",
        "raise",
        "call#2",
    )


def test_an_interval_from_blocks_covers_the_truth() -> None:
    rng = np.random.default_rng(0)
    hits = 0
    for _ in range(400):
        found = rate(rng.normal(0.3, 5, 500))
        hits += found.low < 0.3 < found.high
    assert 0.92 < hits / 400 < 0.98
    assert rate(np.ones(3)).high == float("inf")  # too few deals to say


def test_even_three_players_change_neighbours() -> None:
    followers = {
        (who[seat], who[(seat + 1) % 3])
        for deal in range(6)
        for who in [at_table((0, 1, 2), deal)]
        for seat in range(3)
    }
    assert len(followers) == 6


BAD = """
import sys, time
from villain.agents import Agent
from villain.game import CALL, raise_to

class Crasher(Agent):
    def act(self, seen):
        raise RuntimeError("boom")

class Cheater(Agent):
    def act(self, seen):
        return raise_to(10**9)

class Sleeper(Agent):
    def act(self, seen):
        while True:
            try:
                time.sleep(0.01)
            except Exception:
                pass

class Quitter(Agent):
    def act(self, seen):
        sys.exit()

class Nobody:
    def act(self, seen):
        return None

class BadWatcher(Agent):
    def act(self, seen):
        return CALL
    def watch(self, seen):
        raise ValueError("blind")

class Unborn(Agent):
    def __init__(self, seed=0):
        raise OSError("stillborn")
    def act(self, seen):
        return CALL

class Talker(Agent):
    def act(self, seen):
        print("hello")
        return CALL
"""


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        ("Crasher", "RuntimeError: boom"),
        ("Cheater", "may not raise to 1000000000; legal:"),
        ("Sleeper", "took longer than 0.05 s"),
        ("Quitter", "SystemExit"),
        ("Nobody", "gave no action; legal:"),
        ("BadWatcher", "in watch: ValueError: blind"),
    ],
)
def test_a_failing_agent_is_named_folded_and_the_match_goes_on(
    kind: str, reason: str, tmp_path: Path
) -> None:
    path = tmp_path / "bad.py"
    path.write_text(BAD)
    agents = (f"{path}:{kind}", "call")
    result = play_match(Match(HEADS_UP, agents, deals=4, seed=1, patience=0.05))
    assert len(result.faults) >= 4
    assert result.faults[0].agent == agents[0]
    assert reason in result.faults[0].reason
    with pytest.raises(AgentFailedError, match=r"deal 0: .*bad\.py"):
        play_match(Match(HEADS_UP, agents, deals=4, seed=1, strict=True, patience=0.05))


def test_agents_that_cannot_be_made_and_agents_that_talk(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.py"
    path.write_text(BAD)
    with pytest.raises(VillainError, match="cannot be made: OSError: stillborn"):
        play_match(Match(HEADS_UP, (f"{path}:Unborn", "call"), deals=4))
    play_match(Match(HEADS_UP, (f"{path}:Talker", "call"), deals=4))
    assert capsys.readouterr().out == ""


def test_own_agents_of_one_file_name_meet_and_their_match_goes_on(tmp_path: Path) -> None:
    code = """
from villain.agents import Agent
from villain.game import CALL, FOLD

class Mine(Agent):
    hands = 0
    def act(self, seen):
        return FOLD if seen.legal.fold and self.hands % 3 == {remainder} else CALL
    def watch(self, seen):
        self.hands += 1
"""
    specs = []
    for remainder in range(2):
        folder = tmp_path / str(remainder)
        folder.mkdir()
        (folder / "bot.py").write_text(code.replace("{remainder}", str(remainder)))
        specs.append(f"{folder}/bot.py:Mine")
    match = Match(HEADS_UP, (specs[0], specs[1]), deals=600, seed=4)
    whole = play_match(match, workers=2)
    assert not whole.faults

    def interrupt(share: float) -> None:
        if share > 0.4:
            raise KeyboardInterrupt

    path = tmp_path / "bots.match"
    with pytest.raises(MatchStoppedError), MatchFile(path, match) as file:
        play_match(match, progress=interrupt, file=file)
    for name in [name for name in sys.modules if name.startswith("villain_user_")]:
        del sys.modules[name]  # as in a new process
    with MatchFile.load(path, match) as file:
        resumed = play_match(match, file=file)
    assert np.array_equal(resumed.payoffs, whole.payoffs)


@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupted_match_is_kept_and_goes_on(workers: int, tmp_path: Path) -> None:
    match = Match(no_limit_holdem(3), ("random", "call", "random"), deals=900, seed=2)
    whole = play_match(match)

    def interrupt(share: float) -> None:
        if share > 0.4:
            raise KeyboardInterrupt

    path = tmp_path / "stopped.match"
    with pytest.raises(MatchStoppedError), MatchFile(path, match) as file:
        play_match(match, workers=workers, progress=interrupt, file=file)
    with MatchFile.load(path, match) as file:
        assert 0.4 < file.record.share < 1
        resumed = play_match(match, workers=workers, file=file)
    assert np.array_equal(resumed.payoffs, whole.payoffs)


def test_wrong_matches_are_refused() -> None:
    with pytest.raises(VillainError, match="3 agents for 2 seats"):
        Match(HEADS_UP, ("call",) * 3, 10)
    with pytest.raises(VillainError, match="a match has 1 to"):
        Match(HEADS_UP, ("call",) * 2, 0)
