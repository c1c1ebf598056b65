"""The crowd's network works on one thread, whatever the process around it has."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import numpy as np
import pytest
from threadpoolctl import threadpool_info, threadpool_limits

from villain.models.crowd import network as module
from villain.models.crowd.network import crowd_network
from villain.models.crowd.situations import Floats
from villain.models.crowd.statistics import STATISTICS
from villain.models.crowd.threads import OneThread


def threads() -> int:
    """How many NumPy's matrix library uses."""
    return max(int(one["num_threads"]) for one in threadpool_info() if one["user_api"] == "blas")


def test_the_network_takes_one_thread_and_gives_the_others_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    network, used, level = crowd_network(), [], module.level

    def spying(values: Floats) -> Floats:
        used.append(threads())
        return level(values)

    monkeypatch.setattr(module, "level", spying)
    with threadpool_limits(2, user_api="blas"):
        position = np.zeros((1, network.width), np.float32)
        network.look(position, None, np.zeros((1, STATISTICS), np.float32))
        assert set(used) == {1}
        assert threads() == 2


def test_the_last_of_several_threads_restores_what_was() -> None:
    both = Barrier(2)

    def ask(_: int) -> int:
        with OneThread():
            both.wait()
        both.wait()  # both are out
        return threads()

    with threadpool_limits(2, user_api="blas"), ThreadPoolExecutor(2) as pool:
        assert list(pool.map(ask, range(2))) == [2, 2]
    with threadpool_limits(2, user_api="blas"):
        with pytest.raises(ZeroDivisionError), OneThread():
            raise ZeroDivisionError
        assert threads() == 2


CODE = """
import villain.cli
from concurrent.futures import ProcessPoolExecutor
import numpy
from threadpoolctl import threadpool_info

def threads(_=0):
    return max(one["num_threads"] for one in threadpool_info() if one["user_api"] == "blas")

if __name__ == "__main__":
    with ProcessPoolExecutor(1) as pool:
        print(threads(), *pool.map(threads, [0]))
"""


def test_our_processes_have_one_thread_whatever_the_environment_says() -> None:
    said = subprocess.run(
        [sys.executable, "-c", CODE],
        env=os.environ | {"OPENBLAS_NUM_THREADS": "3", "MKL_NUM_THREADS": "3"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert said.stdout.split() == ["1", "1"]
