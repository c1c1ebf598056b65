"""Agents by name, with parameters: ``raise``, ``raise:pot=1.5``, ``path/to/file.py:ClassName``."""

import importlib.util
import inspect
import sys
from difflib import get_close_matches
from hashlib import sha256
from math import isfinite
from pathlib import Path
from typing import cast

from villain.agents import blind
from villain.agents.agent import Agent
from villain.errors import VillainError

_AGENTS: dict[str, type[Agent]] = {
    "fold": blind.Folder,
    "call": blind.Caller,
    "raise": blind.Raiser,
    "random": blind.Random,
}


def agent_names() -> list[str]:
    """The names that need no file."""
    return list(_AGENTS)


def describe_agent(name: str) -> tuple[str, dict[str, object]]:
    """What an agent is in a sentence, and its parameters with their defaults."""
    kind = _AGENTS[name]
    signature = inspect.signature(kind)
    parameters = {
        key.rstrip("_"): parameter.default
        for key, parameter in signature.parameters.items()
        if key != "seed"
    }
    return (inspect.getdoc(kind) or "").splitlines()[0], parameters


def make_agent(spec: str, seed: int = 0) -> Agent:
    """Make an agent of its name and parameters.

    >>> make_agent("raise:pot=1.5").pot
    1.5
    >>> make_agent("cal")
    Traceback (most recent call last):
    ...
    villain.errors.VillainError: no agent is called 'cal'; did you mean 'call'? There are: fold, \
call, raise, random
    """
    kind, rest = find_agent(spec)
    return _construct(kind, spec, seed, _parameters(spec, rest))


def find_agent(spec: str) -> tuple[type[Agent], str]:
    """The class that a name means, and the text of its parameters; loads the user's file."""
    name, _, rest = spec.partition(":")
    if name.endswith(".py"):
        wanted, _, rest = rest.partition(":")
        return _from_file(Path(name), wanted), rest
    if name in _AGENTS:
        return _AGENTS[name], rest
    near = get_close_matches(name, _AGENTS, n=1)
    hint = f"did you mean {near[0]!r}? " if near else ""
    raise VillainError(f"no agent is called {name!r}; {hint}There are: {', '.join(_AGENTS)}")


def _construct(kind: type[Agent], spec: str, seed: int, wanted: dict[str, float]) -> Agent:
    known = {key.rstrip("_"): key for key in inspect.signature(kind).parameters}
    for key in wanted:
        if key not in known or key == "seed":
            names = ", ".join(name for name in known if name != "seed") or "none"
            raise VillainError(f"agent {spec!r}: it has no parameter {key!r}; it has {names}")
    parameters = {known[key]: value for key, value in wanted.items()}
    if "seed" in known:
        parameters["seed"] = seed
    try:
        return kind(**parameters)  # type: ignore[arg-type]
    except VillainError as error:
        raise VillainError(f"agent {spec!r}: {error}") from None
    except Exception as error:
        raise VillainError(
            f"agent {spec!r} cannot be made: {type(error).__name__}: {error}"
        ) from error


def _parameters(spec: str, text: str) -> dict[str, float]:
    found: dict[str, float] = {}
    for part in filter(None, text.split(",")):
        key, equals, value = part.partition("=")
        try:
            if not equals:
                raise ValueError
            found[key.strip()] = float(value)
            if not isfinite(found[key.strip()]):
                raise ValueError
        except ValueError:
            raise VillainError(
                f"agent {spec!r}: {part!r} is no parameter; write name=number, as in raise:pot=1.5"
            ) from None
    return found


def _from_file(path: Path, name: str) -> type[Agent]:
    """Load a class of the user's own."""
    if not path.is_file():
        raise VillainError(f"there is no file {str(path)!r}")
    if not name:
        raise VillainError(f"which class of {path}? Write {path}:ClassName")
    path = path.resolve()
    # Named after the whole path, so that two files of one name can meet, and the same in every
    # process, so that agents can travel between them.
    module_name = f"villain_user_{sha256(str(path).encode()).hexdigest()[:12]}"
    spec = importlib.util.spec_from_file_location(module_name, path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules.get(module_name)
    if module is None:
        module = importlib.util.module_from_spec(spec)
        sys.modules[module_name] = module
        try:
            spec.loader.exec_module(module)
        except Exception as error:
            del sys.modules[module_name]
            raise VillainError(
                f"{path} cannot be loaded: {type(error).__name__}: {error}"
            ) from error
    kind = getattr(module, name, None)
    if not inspect.isclass(kind) or not hasattr(kind, "act"):
        raise VillainError(f"{path} has no class {name!r} with a method act(observation)")
    return cast("type[Agent]", kind)
