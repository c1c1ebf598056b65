"""Amounts as files write them, and whole chips."""

import re

from villain.errors import NotationError

_AMOUNT = re.compile(r"(\d{1,15})(?:\.(\d{0,15}))?")
_POWERS = tuple(int(f"1{'0' * places}") for places in range(16))

SYMBOLS = {"$": "USD", "€": "EUR", "£": "GBP"}
"""Currencies by their signs."""


def to_chips(text: str, decimals: int) -> int:
    """Whole chips of an amount.

    >>> to_chips("12.5", 2), to_chips("1,050", 0), to_chips("3.00", 0)
    (1250, 1050, 3)
    """
    if text.isdecimal() and len(text) < 16 and text.isascii():
        return int(text) * _POWERS[decimals]
    whole, _, part = text.partition(".")
    usual = len(part) == decimals < 16 and len(whole) < 16 and text.isascii()
    if usual and whole.isdecimal() and part.isdecimal():
        return int(whole + part)
    match = _AMOUNT.fullmatch(text.replace(",", ""))
    if match is None or not text.isascii():
        raise NotationError(f"{text[:40]!r} is no amount")
    whole, part = match.groups()
    part = (part or "").rstrip("0")
    if len(part) > decimals:
        raise NotationError(f"{text[:40]!r} is no whole number of chips of {decimals} decimals")
    return int(whole) * _POWERS[decimals] + int(part.ljust(decimals, "0") or 0)


def to_amount(chips: int, decimals: int, *, short: bool = False) -> str:
    """An amount as people write it; ``short`` leaves out the decimals of a whole one.

    >>> to_amount(1250, 2), to_amount(1200, 2, short=True), to_amount(7, 0)
    ('12.50', '12', '7')
    """
    if not decimals:
        return str(chips)
    whole, part = divmod(abs(chips), _POWERS[decimals])
    sign = "-" if chips < 0 else ""
    return f"{sign}{whole}" if short and not part else f"{sign}{whole}.{part:0{decimals}}"
