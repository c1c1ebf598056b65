"""JSON from anybody: numbers stay as they are written, and nothing is what it should be unasked."""

import json
from typing import Any, NoReturn

from villain.errors import NotationError


class Number(str):
    """A number as it is written, so that no cent is lost on the way."""

    __slots__ = ()


class Fields:
    """One JSON object; what is missing, or null, is empty."""

    __slots__ = ("_values",)

    def __init__(self, values: dict[str, Any]) -> None:
        self._values = values

    def text(self, name: str) -> str:
        """A text, or a number as it is written."""
        value = self._values.get(name)
        if value is None:
            return ""
        if not isinstance(value, str):
            raise NotationError(f"{name!r} should be a text or a number")
        return _sound(value, name)

    def flag(self, name: str) -> bool:
        """A truth value; False where it is missing."""
        return self._values.get(name) in (True, "true", "True")

    def inner(self, name: str) -> "Fields":
        """The object in a field."""
        value = self._values.get(name)
        if not isinstance(value, dict | None):
            raise NotationError(f"{name!r} should be an object")
        return Fields(value or {})

    def all(self, name: str) -> list["Fields"]:
        """The objects in a list."""
        return [Fields(value) for value in self._list(name, dict)]

    def texts(self, name: str) -> list[str]:
        """The texts in a list, or in a text with spaces or commas between them."""
        value = self._values.get(name)
        if isinstance(value, str):
            return value.replace(",", " ").split()
        return [_sound(text, name) for text in self._list(name, str)]

    def _list(self, name: str, kind: type) -> list[Any]:
        value = self._values.get(name)
        if value is None:
            return []
        if not isinstance(value, list) or not all(isinstance(one, kind) for one in value):
            raise NotationError(f"{name!r} should be a list of {kind.__name__}s")
        return value


def load(text: str) -> Fields:
    """Read one JSON object."""
    try:
        value = json.loads(text, parse_float=Number, parse_int=Number, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise NotationError(f"no JSON: {error}") from None
    except RecursionError:
        raise NotationError("no JSON that anybody wrote: it is nested too deeply") from None
    if not isinstance(value, dict):
        raise NotationError("the JSON should be an object")
    return Fields(value)


def dump(value: object) -> str:
    """A value as JSON on one line; a `Number` is written as it is.

    >>> dump({"amount": Number("2.50"), "cards": ["As"], "rake": None})
    '{"amount": 2.50, "cards": ["As"], "rake": null}'
    """
    if isinstance(value, Number):
        return str(value)
    if isinstance(value, dict):
        return f"{{{', '.join([f'{json.dumps(key)}: {dump(one)}' for key, one in value.items()])}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(dump, value))}]"
    return json.dumps(value, ensure_ascii=False)


def _sound(text: str, name: str) -> str:
    """A text that can be stored: no half of a surrogate pair."""
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            raise NotationError(f"{name!r} is no Unicode text") from None
    return text


def _no_constant(word: str) -> NoReturn:
    raise NotationError(f"{word} is no amount")
