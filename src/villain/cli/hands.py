"""``villain hands`` and ``villain export``."""

import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, TextIO

import typer

from villain.cli.opened_store import open_store
from villain.cli.options import JsonOption, StoreOption
from villain.cli.output import check_writable, clean, console, examples, many, plain, print_json

EXAMPLES = examples(
    "villain hands --limit 10",
    "villain hands --where \"name = 'Ann' AND three_bet_done = 1 AND pot > 50 * big_blind\"",
    'villain hands --sql "SELECT name, count(*) FROM seats GROUP BY name ORDER BY 2 DESC"',
)
EXPORT_EXAMPLES = examples(
    "villain export --format pokerstars --out hands.txt",
    "villain export --format phh --where \"name = 'Ann'\" --out ann.phhs",
    "villain export --format ohh | less",
)
COLUMNS = ("hand", "played", "site", "betting", "players", "big_blind", "decimals", "board", "pot")
LETTERS = 12
"""So many letters of a hand's identifier are shown; they are enough for villain replay."""

REASONS, OTHER_REASONS = 5, "for reasons like these"

WhereOption = Annotated[
    str,
    typer.Option(
        help="A condition in SQL on the columns of hands and seats (docs/reference/store.md)."
    ),
]


def command(
    where: WhereOption = "",
    sql: Annotated[str, typer.Option(help="A complete SQL query instead.")] = "",
    limit: Annotated[int, typer.Option(min=1, help="Show at most this many.")] = 20,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Hands of the store that fulfil a condition, or the answer to any question in SQL."""
    from villain.errors import VillainError
    from villain.hands.store.finding import select_hands

    hands = open_store(store)
    if sql and where:
        raise VillainError("give --where or --sql, one of the two")
    # One more than is shown, to see whether there are more.
    if sql:
        answer = hands.query(sql)
        names: Sequence[str] = [column[0] for column in answer.description]
        rows: list[tuple[Any, ...]] = answer.fetchmany(limit + 1)
    else:
        names, rows = COLUMNS, list(select_hands(hands, COLUMNS, where, limit + 1))
    more, rows = len(rows) > limit, rows[:limit]
    if as_json:
        records = [dict(zip(names, map(_for_json, row), strict=True)) for row in rows]
        print_json({"rows": records, "more": more})
        return
    if not sql:
        names, rows = _readable(rows)
    if rows:
        _print_rows(names, rows)
        console().print()
    what = ("row" if sql else "hand") + "s" * (len(rows) != 1)
    console().print(f"{len(rows):,} {what}{'; --limit shows more' if more else ''}")


def _for_json(value: Any) -> Any:  # noqa: ANN401
    if isinstance(value, datetime | date | time | timedelta):
        return str(value)
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, dict):
        return {str(key): _for_json(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_for_json(one) for one in value]
    return value if isinstance(value, str | int | float | bool | None) else str(value)


def _readable(rows: list[tuple[Any, ...]]) -> tuple[list[str], list[tuple[Any, ...]]]:
    names = ["hand", "played", "site", "game", "players", "board", "pot in bb"]
    return names, [
        (
            hand[:LETTERS],
            f"{played:%Y-%m-%d %H:%M}" if played else "",
            site,
            betting,
            players,
            board,
            f"{pot / big_blind:,.1f}",
        )
        for hand, played, site, betting, players, big_blind, _, board, pot in rows
    ]


def _print_rows(names: Sequence[str], rows: list[tuple[Any, ...]]) -> None:
    """As a table; where it is too wide for the screen, each row as a list."""
    from rich.cells import cell_len
    from rich.table import Column, Table

    out = console()
    names = [clean(name) for name in names]
    cells = [[_cell(value) for value in row] for row in rows]
    widths = [
        max(cell_len(text) for text in (name, *(row[place] for row in cells)))
        for place, name in enumerate(names)
    ]
    if sum(widths) + 2 * (len(widths) - 1) <= out.width:
        right = [all(map(_is_number, column)) for column in zip(*cells, strict=True)]
        columns = [
            Column(plain(name), justify="right" if number else "left", no_wrap=True)
            for name, number in zip(names, right, strict=True)
        ]
        table = Table(*columns, box=None, pad_edge=False)
        for row in cells:
            table.add_row(*map(plain, row))
        out.print(table)
        return
    width = max(map(cell_len, names))
    for number, row in enumerate(cells, 1):
        out.print(f"[bold]row {number}[/]")
        for name, text in zip(names, row, strict=True):
            space = " " * (width - cell_len(name))
            out.print(f"  [dim]{plain(name)}[/]{space}  {plain(text)}", soft_wrap=True)


def _cell(value: object) -> str:
    if value is None:
        return ""
    return f"{value:.6g}" if isinstance(value, float) else clean(str(value))


def _is_number(text: str) -> bool:
    return not text or re.fullmatch(r"[-+]?[\d,]+(\.\d+)?(e[-+]\d+)?", text) is not None


def export_command(
    form: Annotated[str, typer.Option("--format", help="phh, pokerstars, ohh or acpc.")] = "phh",
    where: WhereOption = "",
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="The file. (default: standard output)")
    ] = None,
    store: StoreOption = None,
) -> None:
    """Write hands of the store in another format."""
    from villain.errors import VillainError
    from villain.hands.formats.registry import find_format, write_hands
    from villain.hands.store.finding import histories

    check_writable(out)
    target, hands = find_format(form), open_store(store)
    refused: Counter[str] = Counter()

    def tell(error: VillainError) -> None:
        # Reasons can have numbers of hands in them: no more than a few different ones are kept.
        reason = str(error)
        refused[reason if reason in refused or len(refused) < REASONS else OTHER_REASONS] += 1

    count, looked_at = 0, out is None and sys.stdout.isatty()
    with _written_whole(out) as file:
        for text in write_hands(target, histories(hands, where), tell):
            file.write(clean(text, lines=True) if looked_at else text)
            count += 1
        file.flush()
    screen = console(to_errors=True)
    screen.print(f"{many(count, 'hand')} written")
    for reason, times in sorted(refused.items(), key=lambda one: one[0] == OTHER_REASONS):
        screen.print(f"  {times:,} left out: {plain(reason)}", soft_wrap=True)


@contextmanager
def _written_whole(path: Path | None) -> Iterator[TextIO]:
    """A file that is there when all is written, and not before; None: standard output."""
    if path is None:
        yield sys.stdout
        return
    part = path.with_name(path.name + ".part")
    try:
        with part.open("w", encoding="utf-8", newline="\n") as file:
            yield file
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
