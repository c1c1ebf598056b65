"""``villain store`` and ``villain store verify``."""

from typing import Any

import typer

from villain.cli.import_hands import StoreOption
from villain.cli.output import JsonOption, console, examples, plain, print_json, progress

app = typer.Typer(invoke_without_command=True, pretty_exceptions_enable=False)

EXAMPLES = examples("villain store", "villain store verify", "villain store --json")

_SOURCES = """
    SELECT site, betting, currency, decimals, big_blind, count(*) AS hands,
        min(played) AS first, max(played) AS last
    FROM hands GROUP BY ALL ORDER BY hands DESC
"""


@app.callback(epilog=EXAMPLES)
def show(
    context: typer.Context,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """What the hand store holds: hands, players, sources, sizes."""
    if context.invoked_subcommand:
        context.obj = store
        return
    from villain.histories.money import to_amount
    from villain.histories.store.hand_store import HandStore

    hands = HandStore(store)
    count = hands.query("SELECT count(*) FROM hands").fetchall()[0]
    names = hands.query("SELECT count(*) FROM (SELECT DISTINCT name, site FROM totals)").fetchall()
    files = list(hands.folder.glob("batches/*/*.parquet"))
    found: dict[str, Any] = {
        "folder": str(hands.folder),
        "hands": count[0],
        "players": names[0][0],
        "batches": len(hands.batches()),
        "bytes": sum(path.stat().st_size for path in files),
        "sources": [
            {
                "site": site,
                "betting": betting,
                "stake": f"{to_amount(big_blind, decimals, short=True)} {currency}".strip(),
                "hands": number,
                "first": str(first) if first else None,
                "last": str(last) if last else None,
            }
            for site, betting, currency, decimals, big_blind, number, first, last in (
                hands.query(_SOURCES).fetchall()
            )
        ],
    }
    if as_json:
        print_json(found)
        return
    out = console()
    out.print(
        f"[bold]{found['hands']:,} hand{'s' * (found['hands'] != 1)}[/] of "
        f"{found['players']:,} player{'s' * (found['players'] != 1)} in "
        f"{plain(found['folder'])} ({found['bytes'] / 2**20:,.1f} MB in "
        f"{found['batches']:,} batch{'es' * (found['batches'] != 1)})",
        soft_wrap=True,
    )
    from rich.table import Column, Table

    table = Table(
        "site",
        "game",
        Column("big blind", justify="right", no_wrap=True),
        Column("hands", justify="right", no_wrap=True),
        Column("from", no_wrap=True),
        Column("to", no_wrap=True),
        box=None,
        pad_edge=False,
    )
    for one in found["sources"]:
        when = [str(one[key] or "")[:10] for key in ("first", "last")]
        table.add_row(
            plain(one["site"] or "?"), one["betting"], one["stake"], f"{one['hands']:,}", *when
        )
    if found["sources"]:
        out.print()
        out.print(table)


@app.command("verify", epilog=examples("villain store verify", "villain store verify --json"))
def verify(
    context: typer.Context,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Read every file of the store, and say what is wrong."""
    from villain.histories.store.hand_store import HandStore

    hands = HandStore(store or context.obj)
    total, wrong = len(hands.batches()), {}
    with progress("verifying", total, "batches") as report:
        for number, (batch, problem) in enumerate(hands.verify(), 1):
            report(min(number / total, 1.0))
            if problem:
                wrong[batch] = problem
    if as_json:
        print_json({"batches": total, "wrong": wrong})
    else:
        for batch, problem in wrong.items():
            console().print(f"{batch}: {plain(problem)}", soft_wrap=True)
        good = total - len(wrong)
        console().print(f"{good:,} of {total:,} batches are whole")
    if wrong:
        raise typer.Exit(1)
