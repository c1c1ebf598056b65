"""A cluster of Dask as a place to work; what a lost worker was doing Dask does again."""

import atexit
import logging
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from villain.errors import VillainError
from villain.outside import in_words
from villain.work.parcel import pack, postman, unpack
from villain.work.place import LostWorkerError, Place, Promise
from villain.work.reaching import check_listens, missing, shares, signals_kept


class DaskPlace(Place):
    """A cluster of Dask; without an address one of processes on this machine."""

    def __init__(self, address: str, workers: int | None) -> None:
        self._client = _client(address, None if address else workers)
        threads = self._client.nthreads()
        if max(threads.values(), default=1) > 1:
            raise VillainError(
                "workers of Dask with several threads play no faster, and agents print across "
                "each other; start them with: dask worker --nworkers auto --nthreads 1"
            )
        self.size, self.ahead = shares(len(threads), workers)
        self._executor = self._client.get_executor(pure=False)
        self._do = postman()

    def submit(self, function: Callable[..., Any], *arguments: object) -> Promise:
        """Send a task to the cluster."""
        promise: Promise = self._executor.submit(self._do, pack(function, arguments))
        return promise

    def result(self, promise: Promise) -> Any:  # noqa: ANN401
        """What came of it, unless it was begun too often in vain."""
        from concurrent.futures import CancelledError

        from distributed.scheduler import KilledWorker

        try:
            content = promise.result()
        except (KilledWorker, CancelledError, OSError) as error:
            raise LostWorkerError(f"Dask gave up a task: {in_words(error)}") from None
        return unpack(content)

    def leave(self, promises: Iterable[Promise]) -> None:
        """Let the cluster drop what it has not done; it stays connected."""
        for promise in list(promises):
            promise.cancel()


@cache
def _client(address: str, processes: int | None) -> Any:  # noqa: ANN401
    try:
        import distributed
    except ImportError:
        raise missing("Dask") from None
    if address.startswith(("tcp://", "tls://")) or (address and "://" not in address):
        check_listens(address, "a scheduler of Dask")
    logging.getLogger("distributed").setLevel(logging.ERROR)
    try:
        with signals_kept():
            if address:
                client = distributed.Client(address, timeout=10, set_as_default=False)
            else:
                cluster = distributed.LocalCluster(
                    n_workers=processes, threads_per_worker=1, dashboard_address=":0"
                )
                client = distributed.Client(cluster, set_as_default=False)
                atexit.register(cluster.close)
    except Exception as error:
        where = f"at {address}" if address else "on this machine"
        raise VillainError(f"no cluster of Dask can be used {where}: {in_words(error)}") from None
    atexit.register(client.close)
    return client
