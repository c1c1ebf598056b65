"""What a person wants checked: an agent, a model or a predictor, by name or from a file."""

import importlib.util
import inspect
import sys
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from villain.agents.registry import agent_names, find_agent, make_agent
from villain.checks.agents import AGENT_LAWS
from villain.checks.findings import Law
from villain.checks.models import MODEL_LAWS
from villain.checks.predictors import PREDICTOR_LAWS
from villain.errors import VillainError
from villain.models.predictors.registry import BASELINES, PREDICTORS, make_predictor
from villain.models.registry import MODELS, make_model

LAWS: dict[str, tuple[Law[Any], ...]] = {
    "agent": AGENT_LAWS,
    "model": MODEL_LAWS,
    "predictor": PREDICTOR_LAWS,
}
METHODS = {
    "agent": ("act",),
    "model": ("observe", "predict", "range"),
    "predictor": ("triple", "learn"),
}
"""By which methods a class is recognised."""


class Subject(NamedTuple):
    """Something to check: what it is, how it is made, and the laws for it."""

    kind: str
    make: Callable[..., Any]
    laws: tuple[Law[Any], ...]


def subjects(spec: str, kind: str | None = None) -> list[Subject]:
    """All that a name or ``file.py:ClassName`` means; some models share their name with an agent.

    >>> [subject.kind for subject in subjects("huang")]
    ['agent', 'model']
    """
    if kind is not None and kind not in LAWS:
        raise VillainError.unknown("kind", kind, LAWS)
    makers = _from_file(spec) if spec.partition(":")[0].endswith(".py") else _by_name(spec)
    wanted = [Subject(one, make, LAWS[one]) for one, make in makers.items() if kind in (None, one)]
    if not wanted:
        raise VillainError(f"{spec} is no {kind}; it is: {', '.join(makers)}")
    for subject in wanted:
        _try_out(spec, subject)
    return wanted


def _by_name(spec: str) -> dict[str, Callable[..., Any]]:
    makers: dict[str, Callable[..., Any]] = {}
    finders = {"agent": find_agent, "model": make_model, "predictor": make_predictor}
    for kind, find in finders.items():
        try:
            find(spec)
        except VillainError:
            continue
        makers[kind] = partial(make_agent if find is find_agent else find, spec)
    if not makers:
        known = [*agent_names(), *MODELS, *PREDICTORS, *BASELINES]
        raise VillainError.unknown("agent, model or predictor", spec, known)
    return makers


def _from_file(spec: str) -> dict[str, Callable[..., Any]]:
    path, _, rest = spec.partition(":")
    name, _, parameters = rest.partition(":")
    chosen = load_class(Path(path), name)
    for kind, methods in METHODS.items():
        if all(callable(getattr(chosen, method, None)) for method in methods):
            if kind == "agent":
                return {kind: partial(make_agent, spec)}
            if parameters:
                raise VillainError(f"{spec!r}: only agents take parameters")
            return {kind: chosen}
    wanted = "; ".join(f"{kind}: {', '.join(methods)}" for kind, methods in METHODS.items())
    raise VillainError(f"{path}:{name} is no agent, model or predictor; their methods are {wanted}")


def load_class(path: Path, name: str) -> type[Any]:
    """A class of the user's own."""
    if not path.is_file():
        raise VillainError(f"there is no file {str(path)!r}")
    if not name:
        raise VillainError(f"which class of {path}? Write {path}:ClassName")
    path = path.resolve()
    # As the registry of agents calls it: one module for one file, so that its objects pickle.
    module_name = f"villain_user_{sha256(str(path).encode()).hexdigest()[:12]}"
    module = sys.modules.get(module_name)
    if module is None:
        spec = importlib.util.spec_from_file_location(module_name, path)
        assert spec is not None
        assert spec.loader is not None
        module = sys.modules[module_name] = importlib.util.module_from_spec(spec)
        try:
            spec.loader.exec_module(module)
        except Exception as error:
            del sys.modules[module_name]
            raise VillainError(
                f"{path} cannot be loaded: {type(error).__name__}: {error}"
            ) from error
    chosen = getattr(module, name, None)
    if not inspect.isclass(chosen):
        classes = [word for word, thing in vars(module).items() if inspect.isclass(thing)]
        raise VillainError.unknown(f"class of {path.name}", name, classes)
    return chosen


def _try_out(spec: str, subject: Subject) -> None:
    try:
        subject.make()
    except VillainError:
        raise
    except Exception as error:
        raise VillainError(
            f"{spec} cannot be made without arguments: {type(error).__name__}: {error}"
        ) from None
