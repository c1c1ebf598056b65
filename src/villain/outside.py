"""Code from outside the package: classes in a person's own files and in installed packages."""

import importlib.util
import sys
from collections.abc import Iterable
from difflib import get_close_matches
from hashlib import sha256
from linecache import cache as lines_of_files
from pathlib import Path
from traceback import extract_tb
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple

from villain.errors import VillainError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

_files: set[str] = set()
"""The source files of the classes that came from outside."""

_SOURCE = "__villain_source__"

_own: dict[str, dict[str, None]] = {}
"""The names of the modules of these files, with what each was called when it was asked for."""

_lent: dict[str, Path] = {}
"""What a file is called that was sent here, and where it is at home."""


class OwnModule(NamedTuple):
    """The source of a person's own file, for other machines, with what it may be called there."""

    name: str
    path: str
    source: str
    called: tuple[str, ...]


def class_in_file(path: Path, name: str) -> object:
    """Load what a file calls so; None if it has no such name."""
    if str(path) not in _lent and not path.is_file():
        raise VillainError(f"there is no file {str(path)!r}")
    if not name:
        raise VillainError(f"which class of {path}? Write {path}:ClassName")
    module = _load(path)
    _own.setdefault(module.__name__, {})[str(path)] = None
    return getattr(module, name, None)


def near_name(path: Path, name: str) -> str:
    """A hint at the nearest class or function of a file; empty if it has the name, or none near."""
    names = [one for one, thing in vars(_load(path)).items() if callable(thing)]
    near = get_close_matches(name, names, n=1)
    return f"; did you mean {near[0]!r}?" if near and name not in names else ""


def _load(path: Path) -> ModuleType:
    path = _lent.get(str(path)) or path.resolve()
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
        _note_text(module)
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
            _own.setdefault(kind.__module__, {})


def own_modules() -> tuple[OwnModule, ...]:
    """What other machines may need of a person's own code; packages are installed there."""
    modules = []
    for name, called in _own.items():
        module = sys.modules.get(name)
        if module is None or "." in name or name == "__main__":
            continue
        path = str(module.__file__)
        source = getattr(module, _SOURCE, None)
        if source is None:
            if not path.endswith(".py") or "site-packages" in path:
                continue
            source = _note_text(module)
        modules.append(OwnModule(name, path, source, tuple(called)))
    return tuple(modules)


def _note_text(module: ModuleType) -> str:
    text = importlib.util.decode_source(Path(str(module.__file__)).read_bytes())
    setattr(module, _SOURCE, text)
    return text


def take_in(modules: Iterable[OwnModule]) -> None:
    """Load what was sent here, in place of what is called so, unless that is the same."""
    for one in modules:
        _lent.update(dict.fromkeys(one.called, Path(one.path)))
        if getattr(sys.modules.get(one.name), _SOURCE, None) == one.source:
            continue
        module = ModuleType(one.name)
        module.__file__ = one.path
        setattr(module, _SOURCE, one.source)
        before = sys.modules.get(one.name)
        sys.modules[one.name] = module
        _files.add(one.path)
        lines_of_files[one.path] = (len(one.source), None, one.source.splitlines(True), one.path)
        try:
            exec(compile(one.source, one.path, "exec"), module.__dict__)
        except Exception as error:
            del sys.modules[one.name]
            if before is not None:
                sys.modules[one.name] = before
            raise VillainError(
                f"{one.path} cannot be loaded on another machine: {in_words(error)}"
            ) from None


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
