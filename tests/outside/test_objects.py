"""Classes and objects at the tables: fresh in every replay, and the same after a stop."""

import subprocess
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from tests.outside.stranger import Aces, Bold
from villain import Match, VillainError, make_agent, play
from villain.agents.blind import Caller
from villain.agents.loki import Loki
from villain.arena import FreezeOutSeries, RoundRobinPlan, play_freezeout, play_round_robin
from villain.arena.judging import find_first_differences, judge_match
from villain.arena.match_chunk import play_chunk
from villain.arena.match_file import MatchFile
from villain.arena.match_record import describe, fingerprint
from villain.game import limit_holdem
from villain.game.rules import Rules
from villain.wire.matches import play_over_sockets

LIMIT = limit_holdem(2)


def test_a_class_plays_as_its_name_does() -> None:
    by_name = play(Match(LIMIT, ("random", "call"), 40, 3))
    by_class = play(Match(LIMIT, (type(make_agent("random")), Caller), 40, 3))
    assert np.array_equal(by_name.payoffs, by_class.payoffs)
    assert by_class.match.names == ("Random", "Caller")


def test_an_object_is_played_as_it_was_and_is_left_alone() -> None:
    agent = Bold(nerve=4)
    match = Match(LIMIT, (agent, "call"), 40, 3)
    agent.nerve = 100
    first = play(match)
    assert agent.hands == 0
    assert np.array_equal(first.payoffs, play(match).payoffs)
    assert np.array_equal(first.payoffs, play(match, workers=2).payoffs)
    assert np.array_equal(first.payoffs, play_over_sockets(match))
    again = Match(LIMIT, (Bold(nerve=4), "call"), 40, 3)
    assert np.array_equal(first.payoffs, play(again).payoffs)


def test_two_of_one_class_do_not_share_their_luck() -> None:
    match = Match(LIMIT, (Bold(), Bold()), 60, 3)
    assert match.names == ("Bold", "Bold#2")
    assert play(match).payoffs.any()


def test_what_identifies_a_match() -> None:
    one = Match(LIMIT, (Bold(nerve=4), Caller), 40, 3)
    assert fingerprint(one) == fingerprint(Match(LIMIT, (Bold(nerve=4), Caller), 40, 3))
    assert fingerprint(one) != fingerprint(Match(LIMIT, (Bold(nerve=5), Caller), 40, 3))
    assert "tests.outside.stranger.Bold#" in describe(one)
    assert describe(Match(LIMIT, ("call", "fold"), 40, 3)).endswith(
        ", call fold, 40 hands, seed 3, duplicate"
    )  # as ever, so that matches that were kept go on


def test_a_kept_match_of_objects_goes_on_in_another_process(tmp_path: Path) -> None:
    path = tmp_path / "kept.match"
    script = """\
import sys
from pathlib import Path
from tests.outside.stranger import Bold
from villain import Match, play
from villain.arena.match_chunk import play_chunk
from villain.arena.match_file import MatchFile
from villain.game import limit_holdem
class Enough(Exception): pass
def stop(share):
    raise Enough
match = Match(limit_holdem(2), (Bold(nerve=6), "call"), 600, 3)
try:
    with MatchFile(Path(sys.argv[1]), match) as file:
        play(match, file=file, progress=stop)
except Enough:
    pass
"""
    subprocess.run([sys.executable, "-c", script, str(path)], check=True)
    match = Match(LIMIT, (Bold(nerve=6), "call"), 600, 3)
    with MatchFile.load(path, match) as file:
        assert 0 < file.record.share < 1
        result = play(match, file=file)
    assert np.array_equal(result.payoffs, play(match).payoffs)
    with pytest.raises(VillainError, match="another match"):
        MatchFile.load(path, Match(LIMIT, (Bold(nerve=7), "call"), 600, 3))


MAIN = """\
from villain import Agent, Match, play
from villain.game import CALL, limit_holdem
class Mine(Agent):
    def act(self, seen):
        return CALL
if __name__ == "__main__":
    for agent in (Mine, Mine()):
        for workers in (1, 2):
            match = Match(limit_holdem(2), (agent, "call"), 10, 1)
            print(match.names, play(match, workers=workers).payoffs.sum())
"""


def test_an_agent_of_the_main_script(tmp_path: Path) -> None:
    path = tmp_path / "script.py"
    path.write_text(MAIN)
    ran = subprocess.run([sys.executable, str(path)], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines() == ["('Mine', 'call') 0"] * 4


def test_where_processes_begin_anew_the_main_script_is_out_of_reach(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Bold, "__module__", "__main__")
    match = Match(LIMIT, (Bold, "call"), 10, 1)
    monkeypatch.setattr("villain.arena.playing.get_start_method", lambda: "spawn")
    with pytest.raises(VillainError, match="Bold is defined in the main script"):
        play(match, workers=2)


def test_what_cannot_be_copied_says_so() -> None:
    class Local(Bold):
        pass

    with pytest.raises(VillainError, match="this Local cannot be pickled"):
        Match(LIMIT, (Local(), "call"), 10, 1)
    with pytest.raises(VillainError, match="int is no class with a method act"):
        Match(LIMIT, (3, "call"), 10, 1)  # type: ignore[arg-type]


def test_a_failing_object_names_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Bold, "watch", lambda self, _: self.nobody)
    faults = play(Match(LIMIT, (Bold(), "call"), 1, 1)).faults
    assert "AttributeError: 'Bold' object has no attribute 'nobody'" in faults[0].reason


def test_round_robins_and_freezeouts() -> None:
    plan = RoundRobinPlan(LIMIT, (Bold(nerve=1), Bold(nerve=9), Caller, "fold"), 10, 3)
    table = play_round_robin(plan)
    assert table.agents == ("Bold", "Bold#2", "Caller", "fold")
    assert table.faults == dict.fromkeys(table.agents, 0)
    with pytest.raises(VillainError, match="each of them once"):
        RoundRobinPlan(LIMIT, (Bold(), Bold()), 10, 3)
    game = partial(limit_stack, 20)
    assert play_freezeout(game, (Bold(), Caller), seed=1).winner in (0, 1)
    series = FreezeOutSeries(game, (Bold(), Caller), 3, 5)
    assert series.names == ("Bold", "Caller")
    one = series.play().played
    assert FreezeOutSeries(game, (Bold(), Caller), 3, 5).play(workers=2).played == one


def limit_stack(stack: int, players: int) -> Rules:
    return limit_holdem(players).with_stacks(*[stack] * players)


def test_judges_take_them_too() -> None:
    match = Match(LIMIT, (Bold(), Caller), 4, 3, duplicate=False)
    assert judge_match(match, trials=2).hands == 4
    compared = find_first_differences(match, Bold(nerve=12), trials=2)
    assert (compared.versus, compared.hands) == ("Bold", 4)


def test_an_agent_with_a_model_of_ones_own() -> None:
    model = Aces()
    match = Match(LIMIT, (Loki(model=model), "call"), 3, 3)
    assert play(match).hands == 6
    assert model.seen == 0
    assert play(Match(LIMIT, ("call", Loki(model=Aces)), 3, 3)).faults == ()


def test_a_model_of_a_file_is_there_when_a_match_goes_on(
    own_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In another process nobody has loaded the file yet."""
    match = Match(LIMIT, ("call", f"loki:model={own_file}:likes_raising"), 8, 3, duplicate=False)
    agents = play_chunk(replace(match, deals=4), 0, 0, b"").agents
    for name in [name for name in sys.modules if name.startswith("villain_user_")]:
        monkeypatch.delitem(sys.modules, name)
    assert len(play_chunk(match, 0, 4, agents).payoffs) == 4
