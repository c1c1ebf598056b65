"""The fields of a small TOML text, each kept as TOML: quickly where it has one on every line."""

import json
import re
import tomllib
from typing import Any

from villain.errors import NotationError

_TEXT = re.compile("""'[^']*'|"[^"\\\\]*\"""")
_TEXTS = re.compile(rf"\[(?:{_TEXT.pattern})(?:, (?:{_TEXT.pattern}))*\]")

_OWN = frozenset(
    "hand time actions players starting_stacks finishing_stacks winnings seats".split()
)
"""Keys of what is another in every hand; all other lines are remembered, as hands share them."""

MOST_LINES, LONGEST = 10_000, 60
"""So many lines are remembered at most, and none of more characters."""

_KNOWN: dict[str, tuple[str, str]] = {}


def quick_fields(text: str) -> dict[str, str] | None:
    """The fields of a hand that has one on every line, as TOML; None if it is not so simple."""
    fields = {}
    for line in text.split("\n"):
        field = _KNOWN.get(line)
        if field is None:
            if not line or (line[0] == "[" and line[-1] == "]" and " = " not in line):
                continue
            field = _field(line)
            if field is None:
                return None
            if len(line) <= LONGEST and field[0] not in _OWN:
                if len(_KNOWN) >= MOST_LINES:
                    _KNOWN.clear()
                _KNOWN[line] = field
        key, value = field
        if key in fields:
            return None
        fields[key] = value
    return fields


def _field(line: str) -> tuple[str, str] | None:
    """The key and the value of a line, if it is so simple."""
    key, equals, value = line.partition(" = ")
    first, last = value[:1], value[-1:]
    if (
        not equals
        or (first == "[" and last != "]")
        or (first in "\"'" and last != first)
        or value[:3] in ('"""', "'''")
        or ("#" in value and not _is_quoted(value))
        or first == "{"
        or not key.isidentifier()
    ):
        return None
    return key, value


def _is_quoted(value: str) -> bool:
    """True if a value is a text or a list of texts, without escapes: no comment stands behind."""
    simple = _TEXT.fullmatch(value) or _TEXTS.fullmatch(value)
    return simple is not None and value.isprintable()


def toml_fields(text: str) -> dict[str, str]:
    """The fields of any TOML text, or of the only table in it, each as TOML on one line."""
    try:
        fields: dict[str, Any] = tomllib.loads(text, parse_float=str)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise NotationError(f"no TOML: {error}") from None
    if len(fields) == 1 and isinstance(next(iter(fields.values())), dict):
        fields = next(iter(fields.values()))
    return {key: _as_toml(value) for key, value in fields.items()}


def _as_toml(value: Any) -> str:  # noqa: ANN401
    """A value as TOML on one line; numbers with a point come as text, and stay so."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return f"[{', '.join(map(_as_toml, value))}]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(k)} = {_as_toml(v)}" for k, v in value.items()) + "}"
    if isinstance(value, str) and not _is_number(value):
        return quoted(value)
    return str(value)


def _is_number(text: str) -> bool:
    return "." in text and text.replace(".", "", 1).lstrip("+-").isdecimal()


def as_text(raw: str) -> str:
    """A value without its quotes."""
    if raw[:1] == "'" and raw.count("'") == 2:
        return raw[1:-1]
    if raw[:1] in "\"'":
        return str(tomllib.loads(f"x = {raw}")["x"])
    return raw


def as_texts(raw: str) -> list[str]:
    """The texts of a list."""
    if raw.startswith("['") and raw.endswith("']") and '"' not in raw and "''" not in raw:
        texts = raw[2:-2].split("', '")
        if raw.count("'") == 2 * len(texts):
            return texts
    if raw.isprintable() and _TEXTS.fullmatch(raw):
        return [text[1:-1] for text in _TEXT.findall(raw)]
    values = tomllib.loads(f"x = {raw}")["x"]
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise NotationError(f"{raw[:40]!r} should be a list of texts")
    return values


def as_numbers(raw: str) -> list[str]:
    """The numbers of a list, as they are written."""
    if raw[:1] != "[":
        raise NotationError(f"{raw[:40]!r} should be a list of numbers")
    inner = raw[1:-1].strip(" ,")
    return [number.strip().lstrip("+") for number in inner.split(",")] if inner else []


def quoted(text: str) -> str:
    """A text as TOML: in plain quotes where that is enough.

    >>> print(quoted("Ann"), quoted("Bob O'Hara"))
    'Ann' "Bob O'Hara"
    """
    if "'" not in text and text.isprintable():
        return f"'{text}'"
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
