"""A real cluster of Ray of three nodes on this machine, and one of Dask of two processes."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.cli.conftest import villain

__all__ = ["villain"]


@pytest.fixture
def ray_cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Three nodes; the first, which keeps the books, has no worker."""
    ray = pytest.importorskip("ray")
    monkeypatch.setenv("RAY_worker_niceness", "0")  # others work on this machine, too
    from ray.cluster_utils import Cluster

    cluster = Cluster(
        initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False}
    )
    try:
        for _ in range(2):
            cluster.add_node(num_cpus=1)
        cluster.wait_for_nodes()
        yield cluster
    finally:
        ray.shutdown()
        cluster.shutdown()


@pytest.fixture
def dask_cluster() -> Iterator[Any]:
    """Two processes, of which each is begun anew if it is lost."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=":0"
    ) as cluster:
        yield cluster
