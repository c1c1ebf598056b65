"""The one door to Numba: typed decorators, a cache that cannot go stale, a notice."""

import hashlib
import logging
import os
import shutil
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import numba
from numba.core import event
from numba.core.types.misc import unliteral

Function = TypeVar("Function", bound=Callable[..., Any])

log = logging.getLogger("villain")


def cache_folder() -> Path | None:
    """The folder of compiled code, named after the content of every kernel source.

    Numba looks only at the file a function stands in, not at the kernels it calls, so its
    default cache would go on using an old evaluator inside a new enumeration. Where nothing can
    be written there is no cache.
    """
    digest = hashlib.sha256()
    for source in sorted(Path(__file__).parent.rglob("*")):
        if source.suffix in {".py", ".npz"}:
            digest.update(source.name.encode() + source.read_bytes())
    try:
        chosen = os.environ.get("NUMBA_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME")
        home = Path(chosen or Path.home() / ".cache") / "villain"
        folder = home / f"kernels-{digest.hexdigest()[:16]}"
        if not folder.exists():
            folder.mkdir(parents=True, exist_ok=True)
            newest_first = sorted(home.glob("kernels-*"), key=os.path.getmtime, reverse=True)
            for stale in newest_first[3:]:
                shutil.rmtree(stale, ignore_errors=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except (OSError, RuntimeError):  # read-only, or no home at all
        return None


_CACHE = cache_folder()


def kernel(function: Function) -> Function:
    """Compile a function on its first call and keep the machine code for the next run."""
    return _compiled(function, fastmath=False)


def summing_kernel(function: Function) -> Function:
    """Compile like ``kernel``, but let sums be taken in any order, so that they use vectors."""
    return _compiled(function, fastmath={"reassoc"})


def borrowing_kernel(function: Function) -> Function:
    """Compile like ``kernel`` a step of others that works on their arrays, and makes none.

    It becomes a part of whoever calls it, and references to arrays are not counted there. Numba
    counts them at every call and for every row that is taken, in atomic operations that cost more
    than the work of a small function: the batch engine is twelve times as fast so. What makes an
    array does not compile.
    """
    return _compiled(function, fastmath=False, counting=False, inline=True)


def shared_kernel(function: Function) -> Function:
    """Compile like ``kernel``, but one for all whole numbers and constants that others pass to it.

    That spares compiling, and costs speed where a kernel gains by knowing a constant. References to
    arrays are not counted, which spares more of both where records with many arrays are handed on;
    so it makes no array, takes none from a kernel that does, and copies one by ``copy_row``.
    """
    compiled = _compiled(function, fastmath=False, counting=False)
    _compile_by_type(compiled)
    return compiled


def _compiled(
    function: Function, *, fastmath: bool | set[str], counting: bool = True, inline: bool = False
) -> Function:
    users_choice = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(_CACHE or "")
    try:
        compiled: Function = numba.njit(
            function,
            cache=_CACHE is not None,
            nogil=True,
            fastmath=fastmath,
            # Both are said always: a kernel would have them from whoever calls it first.
            forceinline=inline,
            _nrt=counting,
        )
    finally:
        numba.config.CACHE_DIR = users_choice
    _forgive(getattr(compiled, "_cache", None))
    return compiled


def _compile_by_type(dispatcher: Any) -> None:  # noqa: ANN401
    """Let one compiled kernel serve whatever whole number another kernel passes to it.

    Numba would make one for each ``0`` and ``True`` that stands in a call, as they are types of
    their own to it, and one for 32 bits beside that for 64.
    """
    call_template = dispatcher.get_call_template

    def by_type(args: Any, kws: dict[str, Any]) -> Any:  # noqa: ANN401
        named = {name: _widened(kind) for name, kind in kws.items()}
        return call_template(tuple(_widened(kind) for kind in args), named)

    dispatcher.get_call_template = by_type


def _widened(kind: Any) -> Any:  # noqa: ANN401
    plain = unliteral(kind)
    return numba.int64 if plain == numba.int32 else plain


def _forgive(cache: Any) -> None:  # noqa: ANN401
    """Let a full disk or a damaged file cost time, not the answer."""
    if _CACHE is None or cache is None:
        return
    load, save = cache.load_overload, cache.save_overload

    def load_or_compile(*wanted: Any) -> Any:  # noqa: ANN401
        try:
            return load(*wanted)
        except Exception:
            return None

    def save_or_go_on(*compiled: Any) -> None:  # noqa: ANN401
        with suppress(Exception):
            save(*compiled)

    cache.load_overload, cache.save_overload = load_or_compile, save_or_go_on


class _Notice(event.Listener):  # type: ignore[misc]
    """Says once that our kernels are being compiled; a cache hit is no such event."""

    said = False

    def on_start(self, started: Any) -> None:  # noqa: ANN401
        module = started.data["dispatcher"].py_func.__module__
        if not self.said and module.startswith("villain."):
            self.said = True
            later = "later runs start at once" if _CACHE else "no folder to keep the result in"
            log.warning("compiling (%s)…", later)

    def on_end(self, _: Any) -> None:  # noqa: ANN401
        pass


event.register("numba:compile", _Notice())
