"""Agents by name, with parameters: ``raise``, ``raise:pot=1.5``, ``path/to/file.py:ClassName``."""

import importlib.util
import inspect
import sys
from hashlib import sha256
from math import isfinite
from pathlib import Path
from typing import NamedTuple, cast

from villain.agents.agent import Agent
from villain.errors import VillainError
from villain.game.presets import GAMES
from villain.game.rules import Rules

_STYLE, _LOKI, _POKI, _HUANG = "styles.StylePlayer", "loki.Loki", "poki.Poki", "huang.Huang"
_SANDER = "sander.Sander"
_AGENTS: dict[str, tuple[str, str, dict[str, float | str]]] = {
    "fold": ("blind.Folder", "", {}),
    "call": ("blind.Caller", "", {}),
    "raise": ("blind.Raiser", "", {}),
    "random": ("blind.Random", "", {}),
    "style": (_STYLE, "", {}),
    "baker:la": (_STYLE, "Loose aggressive.", {"alpha": 0.1, "beta": 0.2}),
    "baker:lp": (_STYLE, "Loose passive.", {"alpha": 0.1, "beta": 0.9}),
    "baker:ta": (_STYLE, "Tight aggressive.", {"alpha": 0.5, "beta": 0.6}),
    "baker:tp": (_STYLE, "Tight passive.", {"alpha": 0.5, "beta": 0.9}),
    "baker:anti-la": (_STYLE, "Printed as best against LA.", {"alpha": 0.6, "beta": 0.8}),
    "baker:anti-lp": (_STYLE, "Printed as best against LP.", {"alpha": 0.8, "beta": 0.9}),
    "baker:anti-ta": (_STYLE, "Printed as best against TA.", {"alpha": 0.0, "beta": 0.7}),
    "baker:anti-tp": (_STYLE, "Printed as best against TP.", {"alpha": 0.0, "beta": 0.8}),
    "baker:switch": ("styles.Switcher", "", {}),
    "baker:analysis": ("style_analyst.StyleAnalyst", "", {}),
    "baker:simulation": ("style_simulator.StyleSimulator", "", {}),
    "loki": (_LOKI, "", {}),
    "loki:bpm": (_LOKI, "The basic player, moderate.", {"model": "basic", "style": "moderate"}),
    "loki:bpt": (_LOKI, "The basic player, tight.", {"model": "basic", "style": "tight"}),
    "loki:bpl": (_LOKI, "The basic player, loose.", {"model": "basic", "style": "loose"}),
    "loki:gom": (_LOKI, "With the generic opponent model.", {"model": "generic"}),
    "loki:som": (_LOKI, "With specific opponent models.", {"model": "specific"}),
    "loki:maniac": (_LOKI, "Plays nearly everything, and raises it.", {"style": "maniac"}),
    "loki:rock": (_LOKI, "Waits for the best hands.", {"style": "rock"}),
    "loki:passive": (_LOKI, "Plays nearly everything, and only calls.", {"style": "passive"}),
    "gears": ("gears.GearChanger", "", {}),
    "poki": (_POKI, "By a formula, with a statistical model.", {}),
    "poki:sim-s": (
        _POKI,
        "By simulation, with the statistical model.",
        {"model": "statistics", "trials": 500},
    ),
    "poki:sim-a": (
        _POKI,
        "By simulation, with the model that has predicted each opponent best.",
        {"model": "chooser", "trials": 500},
    ),
    "poki:sim-crowd": (
        _POKI,
        "By simulation, with the crowd's network, which knows how people play.",
        {"model": "crowd", "trials": 500},
    ),
    "huang": (_HUANG, "", {}),
    "huang:mc-random": (
        _HUANG,
        "Goes on at random in its trials, without folds.",
        {"own": "staying"},
    ),
    "huang:mc-self-model": (
        _HUANG,
        "Goes on in its trials by its own frequencies, not by its cards.",
        {"own": "thesis", "cards": 0},
    ),
    "huang:no-model": (
        _HUANG,
        "Takes everybody for the average of all.",
        {"own": "staying", "learn": 0},
    ),
    "huang:exploit": ("huang_exploit.HuangExploit", "", {}),
    "huang:crowd": ("huang_crowd.HuangCrowd", "", {}),
    "cheze": ("cheze.Cheze", "", {}),
    "sander:baseline": (_SANDER, "", {}),
    "sander:model": (
        _SANDER,
        "The same against the hands that it remembers behind such betting.",
        {"model": "memory:blend"},
    ),
    "sander:alternating": ("sander_alternating.AlternatingSander", "", {}),
    "simulator": ("simulator.Simulator", "", {}),
}
"""Where an agent's class is (loaded when wanted), words about it (if none, the class has them),
and the parameters that the name stands for."""


def agent_names() -> list[str]:
    """The names that need no file."""
    return list(_AGENTS)


class Description(NamedTuple):
    """What an agent is in a sentence, its parameters with their defaults, and its games.

    ``means`` is what the name is short for, if it is.
    """

    about: str
    parameters: dict[str, object]
    games: list[str]
    means: str


def describe_agent(name: str) -> Description:
    """All about one of the agents that need no file."""
    kind, preset = _load(name)
    parameters = {
        key.rstrip("_"): preset.get(key, parameter.default)
        for key, parameter in inspect.signature(kind).parameters.items()
        if key != "seed"
    }
    about = _AGENTS[name][1] or (inspect.getdoc(kind) or "").splitlines()[0]
    games = [game for game in GAMES if kind.plays(GAMES[game](2))]
    short = next(other for other, entry in _AGENTS.items() if entry[0] == _AGENTS[name][0])
    values = ",".join(f"{key}={value}" for key, value in preset.items())
    return Description(about, parameters, games, f"{short}:{values}" if values else "")


def make_agent(spec: str, seed: int = 0) -> Agent:
    """Make an agent of its name and parameters.

    >>> make_agent("raise:pot=1.5").pot
    1.5
    >>> make_agent("cal")
    Traceback (most recent call last):
    ...
    villain.errors.VillainError: no agent is called 'cal'; did you mean 'call'? There are: fold, ...
    """
    kind, preset, rest = find_agent(spec)
    return _construct(kind, spec, seed, preset | _parameters(spec, rest))


def check_plays(spec: str, rules: Rules) -> None:
    """Raise if an agent does not know how to play a game."""
    kind, _, _ = find_agent(spec)
    plays = getattr(kind, "plays", Agent.plays)
    try:
        knows = plays(rules)
    except Exception as error:
        raise VillainError(
            f"agent {spec!r}: plays(rules) should be a class method that says whether it knows a "
            f"game: {type(error).__name__}: {error}"
        ) from None
    if not knows:
        raise VillainError(
            f"agent {spec!r} does not play {rules.name} with {rules.players} players; "
            "see villain agents"
        )


def find_agent(spec: str) -> tuple[type[Agent], dict[str, float | str], str]:
    """The class that a name means, what it is told, and the text of more parameters.

    Loads the user's file.
    """
    name, _, rest = spec.partition(":")
    if name.endswith(".py"):
        wanted, _, rest = rest.partition(":")
        return _from_file(Path(name), wanted), {}, rest
    variant, _, after = rest.partition(":")
    if f"{name}:{variant}" in _AGENTS:
        return *_load(f"{name}:{variant}"), after
    if name in _AGENTS:
        return *_load(name), rest
    raise VillainError.unknown(
        "agent", f"{name}:{variant}" if "=" not in variant and rest else name, _AGENTS
    )


def _load(name: str) -> tuple[type[Agent], dict[str, float | str]]:
    place, _, preset = _AGENTS[name]
    module, _, kind = place.partition(".")
    loaded = importlib.import_module(f"villain.agents.{module}")
    return cast("type[Agent]", getattr(loaded, kind)), dict(preset)


def _construct(kind: type[Agent], spec: str, seed: int, wanted: dict[str, float | str]) -> Agent:
    signature = inspect.signature(kind).parameters
    known = {key.rstrip("_"): key for key in signature if key != "seed"}
    for key, value in wanted.items():
        if key not in known:
            raise VillainError(f"agent {spec!r}: {VillainError.unknown('parameter', key, known)}")
        default = signature[known[key]].default
        if isinstance(value, str) and isinstance(default, int | float):
            raise VillainError(f"agent {spec!r}: {key}={value} is no number")
    parameters = {known[key]: value for key, value in wanted.items()}
    if "seed" in signature:
        parameters["seed"] = seed
    try:
        return kind(**parameters)  # type: ignore[arg-type]
    except VillainError as error:
        raise VillainError(f"agent {spec!r}: {error}") from None
    except Exception as error:
        raise VillainError(
            f"agent {spec!r} cannot be made: {type(error).__name__}: {error}"
        ) from error


def _parameters(spec: str, text: str) -> dict[str, float | str]:
    found: dict[str, float | str] = {}
    for part in filter(None, text.split(",")):
        key, equals, value = (word.strip() for word in part.partition("="))
        if not equals or not key or not value:
            raise VillainError(
                f"agent {spec!r}: {part!r} is no parameter; write name=value, as in raise:pot=1.5"
            )
        try:
            found[key] = float(value)
        except ValueError:
            found[key] = value
        else:
            if not isfinite(float(value)):
                raise VillainError(f"agent {spec!r}: {part!r} should be a finite number")
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
