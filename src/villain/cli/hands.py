"""``villain hands`` and ``villain export``."""

import sys
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from villain.cli.import_hands import StoreOption
from villain.cli.output import JsonOption, check_writable, console, examples, plain, print_json

EXAMPLES = examples(
    "villain hands --limit 10",
    "villain hands --where \"name = 'Ann' AND three_bet_done = 1 AND pot > 50 * big_blind\"",
    'villain hands --sql "SELECT name, count(*) FROM seats GROUP BY name ORDER BY 2 DESC"',
)
EXPORT_EXAMPLES = examples(
    "villain export --format pokerstars --out hands.txt",
    "villain export --format phh --where \"name = 'Ann'\" --out ann.phhs",
)
COLUMNS = ("hand", "played", "site", "betting", "players", "big_blind", "decimals", "board", "pot")

WhereOption = Annotated[
    str, typer.Option(help="A condition in SQL on the columns of hands and seats (docs/store.md).")
]


def command(
    where: WhereOption = "",
    sql: Annotated[str, typer.Option(help="A whole question in SQL instead.")] = "",
    limit: Annotated[int, typer.Option(help="Show at most so many.")] = 20,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Hands of the store that fulfil a condition, or the answer to any question in SQL."""
    from villain.errors import VillainError
    from villain.histories.store.finding import select_hands
    from villain.histories.store.hand_store import HandStore

    hands = HandStore(store)
    if sql and where:
        raise VillainError("give --where or --sql, one of the two")
    if sql:
        answer = hands.query(sql)
        names = [column[0] for column in answer.description or ()]
        rows: list[tuple[Any, ...]] = answer.fetchmany(limit)
    else:
        names, rows = list(COLUMNS), list(select_hands(hands, COLUMNS, where, limit))
    if as_json:
        print_json({"rows": [dict(zip(names, map(_plain, row), strict=True)) for row in rows]})
        return
    from rich.table import Table

    if not sql:
        names, rows = _readable(rows)
    table = Table(*names, box=None, pad_edge=False)
    for row in rows:
        table.add_row(*(plain(str("" if cell is None else cell)) for cell in row))
    console().print(table)
    more = f"; --limit {10 * limit} shows more" if len(rows) == limit else ""
    console().print(f"\n{len(rows):,} rows{more}")


def _plain(value: Any) -> Any:  # noqa: ANN401
    return str(value) if isinstance(value, datetime) else value


def _readable(rows: list[tuple[Any, ...]]) -> tuple[list[str], list[tuple[Any, ...]]]:
    names = ["hand", "played", "site", "game", "seats", "board", "pot in bb"]
    return names, [
        (hand, played, site, betting, players, board, f"{pot / big_blind:.1f}")
        for hand, played, site, betting, players, big_blind, _, board, pot in rows
    ]


def export_command(
    form: Annotated[str, typer.Option("--format", help="phh, pokerstars, ohh or acpc.")] = "phh",
    where: WhereOption = "",
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="The file; standard output if none.")
    ] = None,
    store: StoreOption = None,
) -> None:
    """Write hands of the store in another format."""
    from villain.errors import VillainError
    from villain.histories.formats.registry import find_format, write_hands
    from villain.histories.store.finding import histories
    from villain.histories.store.hand_store import HandStore

    check_writable(out)
    target = find_format(form)
    refused: dict[str, int] = {}

    def tell(error: VillainError) -> None:
        refused[str(error)] = refused.get(str(error), 0) + 1

    with ExitStack() as stack:
        part = out.with_name(out.name + ".part") if out else None
        file = stack.enter_context(part.open("w", encoding="utf-8")) if part else sys.stdout
        count = 0
        for text in write_hands(target, histories(HandStore(store), where), tell):
            file.write(text)
            count += 1
    if part and out:
        part.replace(out)
    screen = console(to_errors=True)
    screen.print(f"{count:,} hands written")
    for reason, times in refused.items():
        screen.print(f"  {times:,} left out: {plain(reason)}", soft_wrap=True)
