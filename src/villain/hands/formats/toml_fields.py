"""The fields of a small TOML text, each kept as TOML: quickly where it has one on every line."""

import json
import tomllib
from typing import Any

from villain.errors import NotationError


def quick_fields(text: str) -> dict[str, str] | None:
    """The fields of a hand that has one on every line, as TOML; None if it is not so simple."""
    fields = {}
    for line in text.split("\n"):
        key, equals, value = line.partition(" = ")
        if equals:
            first, last = value[:1], value[-1:]
            if (
                (first == "[" and last != "]")
                or (first in "\"'" and last != first)
                or value[:3] in ('"""', "'''")
                or "#" in value
                or first == "{"
                or key in fields
                or not key.isidentifier()
            ):
                return None
            fields[key] = value
        elif line and not (line[0] == "[" and line[-1] == "]"):
            return None
    return fields


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
        if not any("'" in text for text in texts):
            return texts
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
