"""What Table 5.1 has to show, each told as held or not held, with the numbers [huang]."""

from typing import NamedTuple

from villain.arena.round_robin import RoundRobin
from villain.arena.statistics import Rate, rate
from villain.kernels.arrays import FloatArray
from villain.papers.report import Section

RANDOM, SELF, NONE, RAISER, CALLER = range(5)
"""The places of the five agents in Table 5.1."""


class Check(NamedTuple):
    """A claim of the thesis or of ours, what speaks for it, and whether it came out."""

    claim: str
    theirs: str
    ours: str
    held: bool


def income(table: RoundRobin, one: int, other: int) -> FloatArray:
    """What one won against another in every deal, in big blinds a hand."""
    pair = (min(one, other), max(one, other))
    found: FloatArray = table.results[pair].by_deal[:, int(one > other)]
    return found


def lead(table: RoundRobin, one: int, other: int, against: int) -> Rate:
    """By how much one won more than another against a third, paired by deal."""
    return rate(income(table, one, against) - income(table, other, against))


def checks(table: RoundRobin, names: tuple[str, ...]) -> list[Check]:
    """All of them, in the order in which the thesis speaks of them."""
    found = [_order(table, names, bot) for bot in (CALLER, RAISER)]
    found += [
        _ahead(table, names, one, NONE, bot) for bot in (CALLER, RAISER) for one in (RANDOM, SELF)
    ]
    found += [_ahead(table, names, RANDOM, SELF, bot) for bot in (CALLER, RAISER)]
    loses = table.against(NONE, RAISER)
    found += [
        Check(f"{names[one]} beats {names[other]}", theirs, told(wins), wins.low > 0)
        for one, other, theirs in (
            (RANDOM, SELF, "+3.59"),
            (RANDOM, NONE, "+4.74"),
            (SELF, NONE, "+2.08"),
        )
        for wins in [table.against(one, other)]
    ]
    found.append(
        Check(f"{names[NONE]} loses to {names[RAISER]}", "-10.23", told(loses), loses.high < 0)
    )
    better = [lead(table, RAISER, CALLER, one) for one in (RANDOM, SELF, NONE)]
    found.append(
        Check(
            f"{names[RAISER]} ahead of {names[CALLER]} against all three",
            "+2.6, +9.3, +15.6",
            ", ".join(f"{one.mean:+.1f}" for one in better),
            all(one.low > 0 for one in better),
        )
    )
    return found


def _order(table: RoundRobin, names: tuple[str, ...], bot: int) -> Check:
    rates = [table.against(one, bot) for one in (RANDOM, SELF, NONE)]
    theirs = ("+16.8, +15.2, +5.4", "+14.2, +5.9, -10.2")[bot == RAISER]
    return Check(
        f"{names[bot]}: {names[RANDOM]} > {names[SELF]} > {names[NONE]}",
        theirs,
        ", ".join(f"{one.mean:+.1f}" for one in rates),
        rates[0].mean > rates[1].mean > rates[2].mean,
    )


def _ahead(table: RoundRobin, names: tuple[str, ...], one: int, other: int, bot: int) -> Check:
    theirs = {
        (RANDOM, NONE, CALLER): "+11.46",
        (SELF, NONE, CALLER): "+9.84",
        (RANDOM, NONE, RAISER): "+24.42",
        (SELF, NONE, RAISER): "+16.14",
        (RANDOM, SELF, CALLER): "+1.62",
        (RANDOM, SELF, RAISER): "+8.28",
    }
    found = lead(table, one, other, bot)
    return Check(
        f"{names[bot]}: {names[one]} ahead of {names[other]}",
        theirs[one, other, bot],
        told(found),
        found.low > 0,
    )


def checks_section(found: list[Check]) -> Section:
    """The checks as a table."""
    return Section(
        "Does it come out? Big blinds a hand, leads paired by deal",
        ("", "theirs", "ours", ""),
        tuple((one.claim, one.theirs, one.ours, _verdict(one)) for one in found),
    )


def _verdict(check: Check) -> str:
    return "held" if check.held else "not held"


def told(found: Rate, digits: int = 2) -> str:
    """A rate with half its 95 % interval.

    >>> told(Rate(1.0, 0.1, 0.8, 1.2))
    '+1.00 ± 0.20'
    """
    if found.standard_error == float("inf"):
        return f"{found.mean:+.{digits}f} (too few)"
    return f"{found.mean:+.{digits}f} ± {(found.high - found.low) / 2:.{digits}f}"


def numbers(found: Rate) -> dict[str, object]:
    """A rate as data."""
    return {
        "big_blinds_per_hand": found.mean,
        "standard_error": found.standard_error,
        "ci95": [found.low, found.high],
    }
