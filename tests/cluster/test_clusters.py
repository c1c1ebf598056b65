"""On clusters the results are those of one process, and nothing is lost with a node."""

import json
import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.cli.shell import Shell
from tests.hands.scripted_players import EVERYBODY, limit, play, store_of
from tests.outside.stranger import Bold
from villain import Match, VillainError
from villain import play as play_match
from villain.arena import FreezeOutSeries, MatchStoppedError, RoundRobinPlan, play_round_robin
from villain.arena.exploiting import ExploitPlan, LocalBestResponse, exploit
from villain.evaluation.judging import judge, judgement_as_dict
from villain.game import limit_holdem, no_limit_holdem, one_card
from villain.work import run

pytestmark = [pytest.mark.cluster, pytest.mark.filterwarnings("default")]

LIMIT = limit_holdem(2)
PLAN = RoundRobinPlan(LIMIT, ("loki:bpm", "random", "loki:bpt"), 300, seed=1)

TASK = 0.5
"""Seconds that a task takes from which a worker is lost."""

OWN = """
from villain import Agent
from villain.game import CALL, FOLD
class Odd(Agent):
    hands = 0
    def act(self, seen):
        self.hands += 1
        return FOLD if self.hands % 3 == 0 and seen.legal.fold else CALL
"""


def same_matches(on: str, progress: Callable[[float], None] = lambda _: None) -> bool:
    """True if a round robin is the same there as in one process."""
    here, there = play_round_robin(PLAN), play_round_robin(PLAN, workers=on, progress=progress)
    return all(
        np.array_equal(one.payoffs, there.results[pair].payoffs)
        for pair, one in here.results.items()
    )


def note_begin(folder: Path, number: int) -> tuple[int, str]:
    """A task that says where it was begun, and takes its time."""
    (folder / f"{number}-{os.getpid()}-{time.monotonic_ns()}").touch()
    time.sleep(TASK)
    return number**2, str(os.getpid())


def lose_one(on: str, folder: Path, lose: Callable[[], None]) -> None:
    """Give work to a cluster, take a node from it in mid-run, and see that all is done."""
    tasks, results = 20, {}
    for number, (result, _) in run(partial(note_begin, folder), range(tasks), on):
        results[number] = result
        if len(results) == 4:
            time.sleep(TASK / 2)  # everybody is in the middle of a task
            lose()
    assert results == {number: number**2 for number in range(tasks)}
    begun = [int(file.name.partition("-")[0]) for file in folder.iterdir()]
    assert set(begun) == set(range(tasks))
    assert len(begun) > tasks  # what was lost was begun anew


def cut_off(cluster: Any) -> None:  # noqa: ANN401
    """Take a node from a cluster of Ray as if it had lost its power."""
    node = cluster.list_all_nodes()[-1]
    workers = children(node.all_processes["raylet"][0].process.pid)
    cluster.remove_node(node, allow_graceful=False)
    for worker in workers:  # they would bring what they have begun to its end
        with suppress(ProcessLookupError):
            os.kill(worker, signal.SIGKILL)


def children(parent: int) -> list[int]:
    """The processes that another one has begun."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            its_parent = path.read_text().rpartition(")")[2].split()[1]
            found += [int(path.parent.name)] * (int(its_parent) == parent)
    return found


def everything(on: str, tmp_path: Path) -> None:
    """Every kind of work there and in one process."""
    assert same_matches(on)

    own = tmp_path / "own.py"
    own.write_text(OWN)
    for agent in (f"{own}:Odd", Bold, Bold(nerve=7)):
        match = Match(LIMIT, (agent, "call"), 300, 3)
        assert np.array_equal(play_match(match).payoffs, play_match(match, workers=on).payoffs)

    def series() -> FreezeOutSeries:
        return FreezeOutSeries(one_card, ("baker:la", "baker:tp", "random"), 30, seed=5)

    assert series().play().played == series().play(workers=on).played

    plan, exploiter = ExploitPlan("random", no_limit_holdem(2), 20), LocalBestResponse()
    here, there = exploit(plan, exploiter), exploit(plan, exploiter, workers=on)
    assert np.array_equal(here.by_deal, there.by_deal)

    store = store_of(tmp_path / "hands", play(EVERYBODY, 60, 4, 9, limit))
    models = ("statistics", "network", "crowd")
    one, other = (judge(store, models, workers=workers) for workers in (1, on))
    assert json.dumps(judgement_as_dict(one)) == json.dumps(judgement_as_dict(other))


def test_ray_gives_the_results_of_one_process(ray_cluster: Any, tmp_path: Path) -> None:  # noqa: ANN401
    everything(f"ray={ray_cluster.address}", tmp_path)


def test_ray_loses_a_node(ray_cluster: Any, tmp_path: Path) -> None:  # noqa: ANN401
    lose_one(f"ray={ray_cluster.address}", tmp_path, partial(cut_off, ray_cluster))


def test_ray_loses_a_node_in_a_tournament(ray_cluster: Any) -> None:  # noqa: ANN401
    lost: list[float] = []

    def lose(share: float) -> None:
        if share > 0.3 and not lost:
            lost.append(share)
            cut_off(ray_cluster)

    assert same_matches(f"ray={ray_cluster.address}", lose)
    assert lost


def test_a_stopped_match_goes_on_elsewhere(ray_cluster: Any) -> None:  # noqa: ANN401
    def stop(share: float) -> None:
        if share > 0.2:
            os.kill(os.getpid(), signal.SIGINT)

    on, match = f"ray={ray_cluster.address}", Match(LIMIT, ("loki:bpm", "random"), 600, 3)
    with pytest.raises(MatchStoppedError) as stopped:
        play_match(match, workers=on, progress=stop)
    record = stopped.value.record
    assert 0 < record.share < 1
    assert np.array_equal(play_match(match, record=record).payoffs, play_match(match).payoffs)


def test_a_task_that_kills_every_worker(ray_cluster: Any) -> None:  # noqa: ANN401
    with pytest.raises(VillainError, match="Ray gave up a task: WorkerCrashedError"):
        list(run(os._exit, [1], f"ray={ray_cluster.address}"))


def test_the_command_line(ray_cluster: Any, villain: Shell, tmp_path: Path) -> None:  # noqa: ANN401
    line = ["match", "loki:bpm", "random", "--game", "limit", "--hands", "200", "--seed", "3"]
    there = villain.json(*line, "--on", f"ray={ray_cluster.address}", "--workers", "2")
    assert there["agents"] == villain.json(*line)["agents"]
    line = ["reproduce", "baker", "--item", "table2", "--out", str(tmp_path)]
    there = villain.json(*line, "--on", f"ray={ray_cluster.address}")
    assert there["items"] == villain.json(*line)["items"]


def test_dask_gives_the_results_of_one_process(dask_cluster: Any, tmp_path: Path) -> None:  # noqa: ANN401
    everything(f"dask={dask_cluster.scheduler_address}", tmp_path)


def test_dask_loses_a_worker(dask_cluster: Any, tmp_path: Path) -> None:  # noqa: ANN401
    def kill() -> None:
        os.kill(next(iter(dask_cluster.workers.values())).pid, signal.SIGKILL)

    lose_one(f"dask={dask_cluster.scheduler_address}", tmp_path, kill)
