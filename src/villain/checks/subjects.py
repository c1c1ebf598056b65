"""Subjects of a check: an agent, a model or a predictor, by name or from a file."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from villain.agents.registry import AGENTS, make_agent
from villain.checks.agents import AGENT_LAWS
from villain.checks.findings import Law
from villain.checks.models import MODEL_LAWS
from villain.checks.predictors import PREDICTOR_LAWS
from villain.errors import VillainError
from villain.models.predictors.registry import PREDICTORS, make_predictor
from villain.models.registry import MODELS, make_model
from villain.outside import near_name

if TYPE_CHECKING:
    from villain.registry import Registry

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
"""The methods by which a class is known."""


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
    makers = _makers(spec)
    wanted = [Subject(one, make, LAWS[one]) for one, make in makers.items() if kind in (None, one)]
    if not wanted:
        raise VillainError(f"{spec} is no {kind}; it is: {', '.join(makers)}")
    for subject in wanted:
        _try_out(spec, subject)
    return wanted


def _makers(spec: str) -> dict[str, Callable[..., Any]]:
    kinds: dict[str, tuple[Registry[Any], Callable[..., Any]]] = {
        "agent": (AGENTS, make_agent),
        "model": (MODELS, make_model),
        "predictor": (PREDICTORS, make_predictor),
    }
    makers: dict[str, Callable[..., Any]] = {
        kind: partial(make, spec)
        for kind, (registry, make) in kinds.items()
        if registry.knows(spec)
    }
    if makers:
        return makers
    if spec.partition(":")[0].endswith(".py"):
        wanted = "; ".join(f"{kind}: {', '.join(methods)}" for kind, methods in METHODS.items())
        path, _, name = spec.partition(":")
        near = near_name(Path(path), name.partition(":")[0])
        raise VillainError(
            f"{spec} is no agent, model or predictor; their methods are {wanted}{near}"
        )
    known = [*AGENTS.names(), *MODELS.names(), *PREDICTORS.names()]
    raise VillainError.unknown("agent, model or predictor", spec, known)


def _try_out(spec: str, subject: Subject) -> None:
    try:
        subject.make()
    except VillainError:
        raise
    except Exception as error:
        raise VillainError(
            f"{spec} cannot be made without arguments: {type(error).__name__}: {error}"
        ) from None
