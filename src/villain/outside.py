"""Code from outside the package: classes in a person's own files and in installed packages."""

import importlib.util
import sys
from difflib import get_close_matches
from hashlib import sha256
from pathlib import Path
from traceback import extract_tb
from types import ModuleType
from typing import TYPE_CHECKING

from villain.errors import VillainError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

_files: set[str] = set()
"""The source files of the classes that came from outside."""


def class_in_file(path: Path, name: str) -> object:
    """Load what a file calls so; None if it has no such name."""
    if not path.is_file():
        raise VillainError(f"there is no file {str(path)!r}")
    if not name:
        raise VillainError(f"which class of {path}? Write {path}:ClassName")
    return getattr(_load(path.resolve()), name, None)


def near_name(path: Path, name: str) -> str:
    """A hint at the nearest class or function of a file; empty if it has the name, or none near."""
    names = [one for one, thing in vars(_load(path.resolve())).items() if callable(thing)]
    near = get_close_matches(name, names, n=1)
    return f"; did you mean {near[0]!r}?" if near and name not in names else ""


def _load(path: Path) -> ModuleType:
    # Named after the whole path, so that two files of one name can meet, and the same in every
    # process, so that objects can travel between them.
    name = f"villain_user_{sha256(str(path).encode()).hexdigest()[:12]}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    _files.add(str(path))
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise VillainError(f"{path} cannot be loaded: {in_words(error)}") from error
    return module


def installed(group: str) -> dict[str, "EntryPoint"]:
    """Offers of installed packages in a group of entry points, by name."""
    from importlib.metadata import entry_points  # slow to load, and seldom needed

    return {one.name: one for one in entry_points(group=group)}


def class_of_package(offer: "EntryPoint") -> object:
    """Load what a package offers."""
    try:
        return offer.load()
    except Exception as error:
        package = f" of the package {offer.dist.name}" if offer.dist else ""
        raise VillainError(
            f"{offer.name!r}{package} ({offer.value}) cannot be loaded: {in_words(error)}"
        ) from error


def note_source(kind: type) -> None:
    """Remember where a class from outside is written, so that its failures can be placed."""
    module = sys.modules.get(kind.__module__)
    if module is not None and not kind.__module__.startswith("villain."):
        file = getattr(module, "__file__", None)
        if file:
            _files.add(file)


def in_words(error: BaseException) -> str:
    """An error in a line, with the line of the person's own file where it came about, if it did.

    >>> in_words(ValueError("too few"))
    'ValueError: too few'
    """
    words = f"{type(error).__name__}: {error}"
    place = place_of(error)
    if isinstance(error, SyntaxError):  # which names its file and line by itself
        return words
    return f"{words} ({place})" if place else words


def place_of(error: BaseException) -> str:
    """The file and line, in code from outside, where an error came about; empty if not there."""
    frames = [frame for frame in extract_tb(error.__traceback__) if frame.filename in _files]
    return f"{Path(frames[-1].filename).name}, line {frames[-1].lineno}" if frames else ""
