"""What the commands that play such matches have in common: options, and how intervals are shown."""

import argparse
from math import isfinite
from pathlib import Path
from typing import Any

from villain.arena.statistics import Rate


def parser_of(name: str, about: str | None) -> argparse.ArgumentParser:
    """A parser with the options that all of them have."""
    parser = argparse.ArgumentParser(
        prog=f"python -m benchmarks.{name}",
        description=about,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--hands", type=int, default=150, help="hands of a match")
    parser.add_argument("--matches", type=int, default=10, help="matches of each pair")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1, help="matches at the same time")
    parser.add_argument("--keep", type=Path, help="a file to keep matches in, and to go on from")
    parser.add_argument("--minutes", type=float, help="begin no match that would last longer")
    parser.add_argument("--json", action="store_true", help="print JSON")
    return parser


def names_in(text: str) -> list[str]:
    """Names with commas between them."""
    return [name.strip() for name in text.split(",")]


def in_mbb(one: Rate) -> str:
    """Thousandths of a big blind a hand, with the interval.

    >>> in_mbb(Rate(-0.05, 0.02, -0.09, -0.01))
    '-50 (-90 to -10)'
    """
    return f"{1000 * one.mean:+.0f} ({1000 * one.low:+.0f} to {1000 * one.high:+.0f})"


def as_mbb(one: Rate) -> dict[str, Any]:
    """The same for scripts; None where nothing can be said.

    >>> as_mbb(Rate(0.5, 1.0, float("-inf"), float("inf")))
    {'mean': 500.0, 'low': None, 'high': None}
    """
    numbers = {"mean": 1000 * one.mean, "low": 1000 * one.low, "high": 1000 * one.high}
    return {name: number if isfinite(number) else None for name, number in numbers.items()}


def show(titles: list[str], rows: list[list[str]]) -> None:
    """Print a table."""
    from rich.console import Console
    from rich.table import Table

    table = Table(*titles, box=None, pad_edge=False)
    for column in table.columns[1:]:
        column.justify = "right"
    for row in rows:
        table.add_row(*row)
    Console(width=150).print(table)
