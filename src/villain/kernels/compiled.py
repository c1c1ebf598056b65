"""The one door to Numba: a typed ``kernel`` decorator, a cache that cannot go stale, a notice."""

import hashlib
import logging
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba
from numba.core import event

Function = TypeVar("Function", bound=Callable[..., Any])

log = logging.getLogger("villain")


def _cache_folder() -> str:
    """Where compiled code is kept: a folder named after the content of every kernel source.

    Numba looks only at the file a function stands in, not at the kernels it calls, so its
    default cache would go on using an old evaluator inside a new enumeration.
    """
    if numba.config.CACHE_DIR:
        return str(numba.config.CACHE_DIR)
    digest = hashlib.sha256()
    for source in sorted(Path(__file__).parent.rglob("*")):
        if source.suffix in {".py", ".npz"}:
            digest.update(source.name.encode() + source.read_bytes())
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "villain"
    folder = home / f"kernels-{digest.hexdigest()[:16]}"
    if not folder.exists() and home.exists():
        older = sorted(home.glob("kernels-*"), key=lambda path: path.stat().st_mtime)
        for stale in older[:-3]:
            shutil.rmtree(stale, ignore_errors=True)
    return str(folder)


_CACHE_FOLDER = _cache_folder()


def kernel(function: Function) -> Function:
    """Compile a function on its first call and keep the machine code for the next run."""
    return _compiled(function, fastmath=False)


def summing_kernel(function: Function) -> Function:
    """Compile like ``kernel``, but let sums be taken in any order, so that they use vectors."""
    return _compiled(function, fastmath={"reassoc"})


def _compiled(function: Function, *, fastmath: bool | set[str]) -> Function:
    users_choice = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = _CACHE_FOLDER
    try:
        compiled: Function = numba.njit(function, cache=True, nogil=True, fastmath=fastmath)
    except RuntimeError:  # no folder anywhere that we may write to
        compiled = numba.njit(function, nogil=True, fastmath=fastmath)
    finally:
        numba.config.CACHE_DIR = users_choice
    return compiled


class _Notice(event.Listener):  # type: ignore[misc]
    """Says once that Numba is compiling; a cache hit is no such event."""

    def on_start(self, _event: Any) -> None:  # noqa: ANN401
        event.unregister("numba:compile", self)
        log.warning("compiling (once; later runs start at once)…")

    def on_end(self, _event: Any) -> None:  # noqa: ANN401
        pass


event.register("numba:compile", _Notice())
