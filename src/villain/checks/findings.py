"""Findings of a check: for each law whether it is kept, and if not, why."""

from collections.abc import Callable, Iterable
from pathlib import Path
from traceback import extract_tb
from typing import NamedTuple, TypeVar

from villain.errors import VillainError
from villain.outside import place_of

Subject = TypeVar("Subject")
Law = Callable[[Callable[..., Subject]], None]
"""A function that makes what it checks as often as it likes, and raises if the law is broken.

The first line of its docstring is the law in words.
"""


class CheckFailedError(VillainError):
    """A law that an agent, a model or a predictor breaks; the message says what would be right."""


class Finding(NamedTuple):
    """A law in words, and what is wrong; nothing if it is kept."""

    law: str
    problem: str

    @property
    def kept(self) -> bool:
        """True if nothing is wrong."""
        return not self.problem


def in_words(law: Callable[..., None]) -> str:
    """The law as its docstring has it."""
    return (law.__doc__ or law.__name__).splitlines()[0].rstrip(".")


def examine(
    make: Callable[..., Subject],
    laws: Iterable[Law[Subject]],
    progress: Callable[[float], None] = lambda _: None,
) -> list[Finding]:
    """Try all laws, and say of each whether it is kept.

    An exception of the code under test breaks the law that it came up in.
    """
    every, findings = tuple(laws), []
    for number, law in enumerate(every, 1):
        try:
            law(make)
            problem = ""
        except VillainError as error:
            place = place_of(error)
            problem = f"{error} ({place})" if place else str(error)
        except Exception as error:
            problem = _crash(error)
        findings.append(Finding(in_words(law), " ".join(problem.split())))
        progress(number / len(every))
    return findings


def insist(make: Callable[..., Subject], laws: Iterable[Law[Subject]]) -> None:
    """Try all laws, and raise with all that are broken."""
    broken = [finding for finding in examine(make, laws) if not finding.kept]
    if broken:
        raise CheckFailedError("\n".join(f"{law}: {problem}" for law, problem in broken))


def _crash(error: Exception) -> str:
    """An exception, and the last line of the person's own, or outside this room, on its way."""
    if place := place_of(error):
        return f"it fails with {type(error).__name__}: {error} ({place})"
    here = Path(__file__).parent
    frames = [frame for frame in extract_tb(error.__traceback__) if here != _room(frame.filename)]
    where = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    return f"it fails with {type(error).__name__}: {error}{where}"


def _room(filename: str) -> Path:
    return Path(filename).parent
