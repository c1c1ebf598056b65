"""Work that travels to another machine: what has to be there, and what is sent along."""

import os
import pickle
import platform
import traceback
from collections.abc import Callable
from typing import Any, NamedTuple

from villain.errors import VillainError
from villain.outside import OwnModule, in_words, own_modules, take_in
from villain.work.program import stamp

ONE_THREAD = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS")


class Parcel(NamedTuple):
    """A task with the versions that it was made with, and the sources of a person's own files.

    The task itself is pickled apart: it can be read only where these modules are.
    """

    stamp: dict[str, str]
    modules: tuple[OwnModule, ...]
    task: bytes


def pack(function: Callable[..., Any], arguments: tuple[object, ...]) -> bytes:
    """A task as it is sent."""
    parcel = Parcel(stamp(), own_modules(), pickle.dumps((function, arguments)))
    return pickle.dumps(tuple(parcel))


def postman() -> Callable[[bytes], bytes]:
    """What is run at the other end.

    It is sent by its code, not by its name, so that it can say if Villain is missing there.
    """

    def deliver(parcel: bytes) -> bytes:
        try:
            from villain.work.parcel import do_parcel
        except ImportError as error:
            import pickle
            import platform

            return pickle.dumps((platform.node(), f"it cannot load Villain ({error})", None))
        return do_parcel(parcel)

    return deliver


def do_parcel(content: bytes) -> bytes:
    """Do what is in a parcel, on one thread; an error is sent back as it is."""
    try:
        parcel = Parcel(*pickle.loads(content))
        if wrong := _differences(parcel.stamp):
            return pickle.dumps((platform.node(), wrong, None))
        with _one_thread():
            take_in(parcel.modules)
            try:
                function, arguments = pickle.loads(parcel.task)
            except (ImportError, AttributeError) as error:
                wrong = f"it cannot load what was sent ({in_words(error)})"
                return pickle.dumps((platform.node(), wrong, None))
            return pickle.dumps((platform.node(), "", function(*arguments)))
    except Exception as error:
        return pickle.dumps((platform.node(), _portable(error), None))


def unpack(content: bytes) -> Any:  # noqa: ANN401
    """What came of a task; raises what it raised."""
    node, wrong, result = pickle.loads(content)
    if isinstance(wrong, Exception):
        raise wrong
    if wrong:
        raise VillainError(
            f"a worker on {node} cannot help: {wrong}; install there what is installed here"
        )
    return result


def _differences(theirs: dict[str, str]) -> str:
    """Where a program from elsewhere is not ours."""
    ours = stamp()
    return ", ".join(
        f"it has {what} {ours.get(what, 'none')}, not {version}"
        for what, version in theirs.items()
        if ours.get(what) != version
    )


def _one_thread() -> Any:  # noqa: ANN401
    """Numeric libraries work on one thread: there is a worker for every core."""
    import numpy as np  # noqa: F401  first, so that it is found
    from threadpoolctl import threadpool_limits

    for name in ONE_THREAD:
        os.environ.setdefault(name, "1")
    return threadpool_limits(1)


def _portable(error: Exception) -> Exception:
    """An error that survives the journey, with the place where it came about."""
    if not isinstance(error, VillainError):
        error.add_note("".join(traceback.format_exception(error)))
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(in_words(error))
    return error
