"""One way to say which agent, model or predictor is meant: a *spec*.

A spec is a name (``loki``); a name with parameters (``raise:pot=1.5``, ``loki:model=generic``); a
class in a file (``path/to/file.py:Class``, parameters after another colon); the name of an entry
point of an installed package; or, in Python, a class or an object. Only here does text become
numbers, flags and classes.
"""

import inspect
import pickle
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from importlib import import_module
from math import isfinite
from pathlib import Path
from types import FunctionType, MappingProxyType
from typing import Any, Generic, NamedTuple, TypeVar, cast

from villain.errors import VillainError
from villain.outside import (
    class_in_file,
    class_of_package,
    in_words,
    installed,
    near_name,
    note_source,
)

Thing = TypeVar("Thing")
Kept = TypeVar("Kept", covariant=True)

_YES, _NO = ("1", "true", "yes", "on"), ("0", "false", "no", "off")
_SIMPLE = re.compile(r"\b(str|int|float|bool|Path|Any|\w*Spec)\b")
_IN_FILE = re.compile(r"([^=:,]+\.py):(\w+)")
_NUMBERS = ("int", "float")


class Entry(NamedTuple):
    """A name's meaning: where its class is (``module:Class``), what the name presets, and words.

    The class is loaded when it is wanted. A function that makes an object will do as well.
    """

    place: str
    preset: Mapping[str, Any] = MappingProxyType({})
    about: str = ""


class Plan(NamedTuple):
    """Something to call, what to tell it, and the name that is behind it, if one is."""

    make: Callable[..., Any]
    preset: dict[str, Any]
    given: dict[str, str]
    name: str = ""


@dataclass(frozen=True)
class Snapshot(Generic[Kept]):
    """An object as it was at one time, from which copies can be made, in other processes too."""

    name: str
    place: str
    content: bytes = field(repr=False)

    @staticmethod
    def of(thing: Thing) -> "Snapshot[Thing]":
        """Keep an object as it is now."""
        kind = type(thing)
        note_source(kind)
        try:
            content = pickle.dumps(thing)
        except Exception as error:
            raise VillainError(
                f"this {kind.__name__} cannot be pickled, which is how it is copied: "
                f"{in_words(error)}"
            ) from None
        return Snapshot(kind.__name__, f"{kind.__module__}.{kind.__qualname__}", content)

    def copy(self) -> Kept:
        """The object as it was."""
        try:
            thing: Kept = pickle.loads(self.content)
        except Exception as error:
            raise VillainError(
                f"{self.place} cannot be copied in this process: {in_words(error)}"
            ) from None
        note_source(type(thing))
        return thing

    def __str__(self) -> str:
        return f"{self.place}#{sha256(self.content).hexdigest()[:12]}"


def keep(
    spec: "str | type[Thing] | Thing | Snapshot[Thing]",
) -> "str | type[Thing] | Snapshot[Thing]":
    """A spec that means the same for ever: an object is kept as it is now."""
    if isinstance(spec, str | type | Snapshot):
        return cast("str | type[Thing] | Snapshot[Thing]", spec)
    return Snapshot.of(spec)


def name_of(spec: object) -> str:
    """The name of a spec in a report: its text, or the name of its class or function."""
    if isinstance(spec, str):
        return spec
    if isinstance(spec, Snapshot):
        return spec.name
    return spec.__name__ if isinstance(spec, type | FunctionType) else type(spec).__name__


def text_of(spec: object) -> str:
    """All that a spec means in a line: the same text for the same agent, in every process."""
    if isinstance(spec, type):
        return f"{spec.__module__}.{spec.__qualname__}"
    return str(keep(spec))


def load_files(spec: object) -> None:
    """Load every file that a text names, those of its parameters' specs too."""
    if isinstance(spec, str):
        for path, name in _IN_FILE.findall(spec):
            class_in_file(Path(path), name)


def split_specs(text: str) -> list[str]:
    """Specs with commas between them; what follows a comma may be another parameter.

    >>> split_specs("crowd, mine.py:Mine:nerve=1,pace=2, network")
    ['crowd', 'mine.py:Mine:nerve=1,pace=2', 'network']
    """
    specs: list[str] = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        if specs and re.match(r"\w+\s*=", part):
            specs[-1] += f",{part}"
        else:
            specs.append(part)
    return specs


class Registry(Generic[Thing]):
    """All agents, or all models, or all predictors: those of the package and those from outside.

    ``fits`` says whether a class is one of them, ``wanted`` what such a class is, in words;
    ``of_function`` makes one of a plain function, where that is possible.
    Iterating gives the names that the package ships; ``unlisted`` are names that work as well.
    """

    def __init__(
        self,
        what: str,
        fits: Callable[[type], bool],
        wanted: str,
        entries: Mapping[str, Entry],
        unlisted: Mapping[str, Entry] = MappingProxyType({}),
        of_function: Callable[..., Thing] | None = None,
    ) -> None:
        self.what, self.group = what, f"villain.{what}s"
        self._fits, self._wanted = fits, wanted
        self._entries, self._unlisted = entries, unlisted
        self._of_function = of_function
        self._offered: dict[str, str] = {}

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def names(self) -> list[str]:
        """Every name there is: shipped, offered by the person, or of an installed package."""
        return list(dict.fromkeys([*self._entries, *self._offered, *installed(self.group)]))

    def offer(self, spec: str) -> str:
        """Give a spec, such as a class in a file, a short name in this process; and return it."""
        plan = self.find(spec)
        short = getattr(plan.make, "__name__", spec)
        names, name, number = {*self.names(), *self._unlisted}, short, 2
        while name in names and self._offered.get(name) != spec:
            name, number = f"{short}#{number}", number + 1
        self._offered[name] = spec
        return name

    @property
    def offered(self) -> list[str]:
        """The specs that were offered in this process, so that another can offer the same."""
        return list(self._offered.values())

    # What a spec means

    def knows(self, spec: object) -> bool:
        """True if a spec names, or is, one of these; it may still have wrong parameters."""
        if isinstance(spec, str):
            path, _, rest = spec.partition(":")
            if path.endswith(".py"):
                kind = class_in_file(Path(path), rest.partition(":")[0])
                return self._is_one(kind) or self._is_function(kind)
            return self._named(spec) is not None
        if self._is_function(spec):
            return True
        return self._is_one(spec if isinstance(spec, type) else type(spec))

    def find(self, spec: "str | type[Thing]") -> Plan:
        """What to call for a spec, and what to tell it; loads the class, and a person's file."""
        if isinstance(spec, type):
            return Plan(self._checked(spec, spec.__name__), {}, {})
        path, _, rest = spec.partition(":")
        if path.endswith(".py"):
            wanted, _, rest = rest.partition(":")
            kind = class_in_file(Path(path), wanted)
            if not self._is_one(kind) and not self._is_function(kind):
                raise VillainError(
                    f"{path} has no class {wanted!r} {self._wanted}" + near_name(Path(path), wanted)
                )
            return Plan(self._maker(kind, spec), {}, self._parameters(spec, rest))
        named = self._named(spec)
        if named is None:
            variant, _, _ = rest.partition(":")
            name = f"{path}:{variant}" if "=" not in variant and rest else path
            raise VillainError.unknown(self.what, name, [*self.names(), *self._unlisted])
        name, rest = named
        given = self._parameters(spec, rest)
        if name in self._offered:
            plan = self.find(self._offered[name])
            return plan._replace(given=plan.given | given, name=name)
        entry = self._entries.get(name) or self._unlisted.get(name)
        if entry is not None:
            module, _, attribute = entry.place.partition(":")
            make = getattr(import_module(module), attribute)
            return Plan(make, dict(entry.preset), given, name)
        kind = class_of_package(installed(self.group)[name])
        return Plan(self._maker(kind, spec), {}, given, name)

    def kind(self, spec: "str | type[Thing] | Thing | Snapshot[Thing]") -> type[Thing]:
        """The class of what a spec means; for classes and files nothing is made."""
        if isinstance(spec, Snapshot):
            return self._checked(type(spec.copy()), spec.name)
        if isinstance(spec, str | type):
            make = self.find(spec).make
            return cast("type[Thing]", make if isinstance(make, type) else type(self.make(spec)))
        return self._checked(type(spec), type(spec).__name__)

    def paths_in(self, spec: str) -> list[str]:
        """The parameters in a text that are paths."""
        plan = self.find(spec)
        signature = {key.rstrip("_"): one for key, one in _signature(plan.make).items()}
        given = [key for key in plan.given if key in signature]
        return [key for key in given if re.search(r"\bPath\b", _annotation(signature[key]))]

    def _named(self, spec: str) -> tuple[str, str] | None:
        """The registered name that a text begins with, and the rest of the text."""
        name, _, rest = spec.partition(":")
        variant, _, after = rest.partition(":")
        here = {*self._entries, *self._unlisted, *self._offered}
        for names in (lambda: here, lambda: installed(self.group)):
            known = names()
            if rest and f"{name}:{variant}" in known:
                return f"{name}:{variant}", after
            if name in known:
                return name, rest
        return None

    def _is_one(self, kind: object) -> bool:
        return isinstance(kind, type) and self._fits(kind)

    def _is_function(self, thing: object) -> bool:
        return self._of_function is not None and isinstance(thing, FunctionType)

    def _maker(self, thing: object, spec: str) -> Callable[..., Thing]:
        """What to call to make one: a class, or whatever makes one of a function."""
        if not self._is_function(thing):
            return self._checked(thing, spec)
        assert self._of_function is not None
        assert isinstance(thing, FunctionType)
        return _making(self._of_function, thing)

    def _checked(self, kind: object, spec: str) -> type[Thing]:
        if not self._is_one(kind):
            raise VillainError(f"{spec} is no class {self._wanted}")
        note_source(cast("type", kind))
        return cast("type[Thing]", kind)

    # Making one

    def make(
        self, spec: "str | type[Thing] | Thing | Snapshot[Thing]", **provided: object
    ) -> Thing:
        """Make what a spec means: an object is itself, a snapshot gives a copy, the rest is made.

        What is ``provided`` (a seed) goes to constructors that take it, and cannot be set by text.
        """
        if isinstance(spec, Snapshot):
            return cast("Thing", spec.copy())
        if self._of_function is not None and isinstance(spec, FunctionType):
            return self._of_function(spec)
        if not isinstance(spec, str | type):
            if not self._is_one(type(spec)):
                raise VillainError(
                    f"a {type(spec).__name__} is no {self.what}; give a name, an object or a class "
                    f"{self._wanted}"
                )
            note_source(type(spec))
            return spec
        plan, label = self.find(spec), name_of(spec)
        signature = _signature(plan.make)
        known = {
            key.rstrip("_"): key
            for key, parameter in signature.items()
            if key not in provided and _takes_text(parameter)
        }
        parameters = dict(plan.preset)
        for key, text in plan.given.items():
            if key not in known:
                wrong = VillainError.unknown("parameter", key, known)
                raise VillainError(f"{self.what} {label!r}: {wrong}")
            try:
                parameters[known[key]] = _value(key, text, signature[known[key]])
            except VillainError as error:
                raise VillainError(f"{self.what} {label!r}: {error}") from None
        parameters |= {key: value for key, value in provided.items() if key in signature}
        try:
            return cast("Thing", plan.make(**parameters))
        except VillainError as error:
            raise VillainError(f"{self.what} {label!r}: {error}") from None
        except Exception as error:
            raise VillainError(
                f"{self.what} {label!r} cannot be made: {in_words(error)}"
            ) from error

    def describe(self, name: str, *hidden: str) -> tuple[str, dict[str, object], str]:
        """Words about a name, its parameters with their values, and what it is short for."""
        plan = self.find(name)
        parameters = {
            key.rstrip("_"): _shown(plan.preset.get(key, parameter.default))
            for key, parameter in _signature(plan.make).items()
            if key not in hidden
        }
        entry = self._entries.get(name)
        if entry is None:
            return _first_line(plan.make), parameters, self._offered.get(name, "")
        short = next(other for other, one in self._entries.items() if one.place == entry.place)
        values = ",".join(f"{key}={_written(value)}" for key, value in entry.preset.items())
        about = entry.about or _first_line(plan.make)
        return about, parameters, f"{short}:{values}" if values else ""

    def _parameters(self, spec: str, text: str) -> dict[str, str]:
        given: dict[str, str] = {}
        for part in filter(None, text.split(",")):
            key, equals, value = (word.strip() for word in part.partition("="))
            if not equals or not key or not value:
                raise VillainError(
                    f"{self.what} {spec!r}: {part!r} is no parameter; write name=value, as in "
                    "raise:pot=1.5"
                )
            given[key] = value
        return given


def _making(of_function: Callable[..., Thing], function: FunctionType) -> Callable[..., Thing]:
    """A constructor for what a function stands for; its parameters are the function's but one."""

    def make(**parameters: object) -> Thing:
        return of_function(function, **parameters)

    own = list(inspect.signature(function).parameters.values())[1:]
    make.__name__, make.__doc__ = function.__name__, function.__doc__
    keyword = inspect.Parameter.KEYWORD_ONLY
    make.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [one.replace(kind=keyword) for one in own]
    )
    return make


def _first_line(make: Callable[..., Any]) -> str:
    return ((inspect.getdoc(make) or "").splitlines() or [""])[0]


def _signature(make: Callable[..., Any]) -> dict[str, inspect.Parameter]:
    several = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    parameters = inspect.signature(make).parameters
    return {key: one for key, one in parameters.items() if one.kind not in several}


def _takes_text(parameter: inspect.Parameter) -> bool:
    """True if a parameter can be written: a number, a flag, a text, a path, or several of them."""
    default, annotation = parameter.default, parameter.annotation
    if isinstance(default, str | int | float | tuple):
        return True
    if annotation is inspect.Parameter.empty:
        return default is None or default is inspect.Parameter.empty
    return _SIMPLE.search(_annotation(parameter)) is not None


def _annotation(parameter: inspect.Parameter) -> str:
    annotation = parameter.annotation
    return annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)


def _value(key: str, text: str, parameter: inspect.Parameter) -> object:
    """The value of a parameter's text: by its default, by its annotation, or as it looks."""
    default = parameter.default
    annotation = _annotation(parameter).removesuffix(" | None")
    if isinstance(default, str):
        return text
    if isinstance(default, tuple):
        several = inspect.Parameter(key, parameter.kind, default=default[0])
        return tuple(_value(key, part.strip(), several) for part in text.split("+"))
    if re.search(r"\bPath\b", annotation):
        return Path(text)
    if isinstance(default, bool):
        if text.lower() not in (*_YES, *_NO):
            raise VillainError(f"{key}={text}; it should be 1 or 0")
        return text.lower() in _YES
    try:
        number = float(text)
    except ValueError:
        if isinstance(default, int | float) or annotation in _NUMBERS:
            raise VillainError(f"{key}={text} is no number") from None
        return text
    if not isfinite(number):
        raise VillainError(f"'{key}={text}' should be a finite number")
    if annotation == "int" and not number.is_integer():
        raise VillainError(f"{key}={text}; it should be a whole number")
    whole = annotation == "int" or (isinstance(default, int) and annotation != "float")
    return int(number) if whole and number.is_integer() else number


def _shown(value: object) -> object:
    """A parameter's value for people: what is typed for several, the rest as it is."""
    return _written(value) if isinstance(value, tuple) else value


def _written(value: object) -> object:
    """A value as it is typed: flags are 1 and 0, several have plus signs between them."""
    if isinstance(value, tuple):
        return "+".join(f"{one:g}" if isinstance(one, float) else str(one) for one in value)
    return int(value) if isinstance(value, bool) else value
