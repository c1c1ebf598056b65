"""A cluster of Ray as a place to work; what a lost worker was doing Ray does again."""

import atexit
import logging
import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

from villain.errors import VillainError
from villain.outside import in_words
from villain.work.parcel import pack, postman, unpack
from villain.work.place import LostWorkerError, Place, Promise
from villain.work.reaching import check_listens, missing, shares, signals_kept

RETRIES = 5
"""A task is begun anew so often if its worker is lost: some tasks kill every worker."""


class RayPlace(Place):
    """A cluster of Ray; without an address one that is known already, or one on this machine."""

    def __init__(self, address: str, workers: int | None) -> None:
        self._ray = _connected(address)
        cores = int(self._ray.cluster_resources().get("CPU", 0))
        self.size, self.ahead = shares(cores, workers)
        self._do = self._ray.remote(num_cpus=1, max_retries=RETRIES)(postman())
        self._refs: dict[Promise, Any] = {}

    def submit(self, function: Callable[..., Any], *arguments: object) -> Promise:
        """Send a task to the cluster."""
        with _in_words():
            ref = self._do.remote(pack(function, arguments))
            promise: Promise = ref.future()
        self._refs[promise] = ref
        return promise

    def result(self, promise: Promise) -> Any:  # noqa: ANN401
        """What came of it, unless it was begun too often in vain."""
        del self._refs[promise]
        with _in_words():
            content = promise.result()
        return unpack(content)

    def leave(self, _: Iterable[Promise]) -> None:
        """Let the cluster drop what it has not done; it stays connected."""
        for ref in self._refs.values():
            with suppress(Exception):  # it may be gone altogether
                self._ray.cancel(ref, force=True)
        self._refs.clear()


class _in_words:  # noqa: N801
    """Errors of Ray as ours."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        import ray.exceptions

        if isinstance(error, ray.exceptions.RayError | ConnectionError):
            first = next(filter(None, str(error).splitlines()), "")
            raise LostWorkerError(
                f"Ray gave up a task: {type(error).__name__}: {first.strip()}"
            ) from None


def _connected(address: str) -> Any:  # noqa: ANN401
    try:
        import ray
    except ImportError:
        raise missing("Ray") from None
    if ray.is_initialized():  # by us before, or by a script that is a job of a cluster
        return ray
    if address not in ("", "auto", "local"):
        check_listens(address, "a cluster of Ray")
    os.environ.setdefault("RAY_worker_niceness", "0")  # as processes have, if one is begun here
    try:
        with signals_kept():
            ray.init(
                address or None,
                include_dashboard=False,
                log_to_driver=False,
                logging_level=logging.ERROR,
            )
    except Exception as error:
        where = f"at {address}" if address else "on this machine"
        raise VillainError(f"no cluster of Ray can be used {where}: {in_words(error)}") from None
    with suppress(AttributeError):
        # The last words of lost nodes would go to standard output, where results go.
        ray._private.worker._worker_logs_enabled = False
    atexit.register(ray.shutdown)
    return ray
