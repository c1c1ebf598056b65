"""One way to write measured numbers in a table, and one way to turn results into data."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import is_dataclass
from math import isfinite
from typing import Any

import numpy as np

from villain.arena.statistics import Rate, Share

BIG_BLINDS, SMALL_BETS, MEAN = "big_blinds_per_hand", "small_bets_per_hand", "mean"
"""The units of rates; a ``mean`` has none."""


def plus_minus(mean: float, half: float, form: str = "+.2f") -> str:
    """A mean with half its interval.

    >>> plus_minus(1, 0.2), plus_minus(1, float("inf"), ".0f")
    ('+1.00 ±0.20', '1 (too few)')
    """
    error = f" ±{half:{form.removeprefix('+')}}" if isfinite(half) else " (too few)"
    return f"{mean:{form}}{error if mean == mean else ''}"


def half_of(one: Rate | Share) -> float:
    """Half of an interval."""
    return (one.high - one.low) / 2


def tell(value: object, form: str = "") -> str:
    """A cell of a table; text stays as it is, and nothing is empty.

    The form is one of Python's, or ``.1 %`` for a share, or for what has an interval ``±+.2f`` or
    ``to+.2f``. Where it is one of Python's, what has an interval is told by its mean.

    >>> one = Rate(1.0, 0.1, 0.8, 1.2)
    >>> tell(one, "+.1f"), tell(one, "±+.1f"), tell(one, "to+.1f"), tell(0.123, ".1 %")
    ('+1.0', '+1.0 ±0.2', '+0.8 to +1.2', '12.3 %')
    """
    if value is None or isinstance(value, str):
        return value or ""
    if isinstance(value, Rate | Share):
        if form.startswith("±"):
            return plus_minus(value.mean, half_of(value), form[1:])
        if form.startswith("to"):
            ends = f"{value.low:{form[2:]}} to {value.high:{form[2:]}}"
            return ends if isfinite(value.high) else "too few"
        value = value.mean if form else value
    if form.endswith(" %"):
        return f"{100 * float(value):{form[:-2]}f} %"  # type: ignore[arg-type]
    return format(value, form)


def as_data(value: Any, unit: str = MEAN) -> Any:  # noqa: ANN401
    """Results as JSON has them: rates by their unit, pairs of names as one, arrays as lists.

    >>> as_data({("one", "other"): Rate(1.0, 0.1, 0.8, 1.2)})
    {'one - other': {'mean': 1.0, 'low': 0.8, 'high': 1.2}}
    """
    if isinstance(value, Rate):
        if unit == MEAN:
            return {"mean": value.mean, "low": value.low, "high": value.high}
        ends = [value.low, value.high]
        return {unit: value.mean, "standard_error": value.standard_error, "ci95": ends}
    if hasattr(value, "_asdict"):
        value = value._asdict()
    elif is_dataclass(value):
        value = vars(value)
    if isinstance(value, Mapping):
        return {
            " - ".join(key) if isinstance(key, tuple) else key: as_data(one, unit)
            for key, one in value.items()
        }
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [as_data(one, unit) for one in value]
    return value


def counted(names: Iterable[str]) -> str:
    """A list of names, each once, with its count.

    >>> counted(["call", "raise", "call"])
    '2 × call, raise'
    """
    names = list(names)
    times = {name: names.count(name) for name in names}
    return ", ".join(f"{count} × {name}" if count > 1 else name for name, count in times.items())


def held(claim: object) -> str:
    """The verdict on a claim."""
    return "held" if claim else "not held"
