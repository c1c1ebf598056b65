"""``villain store``, ``villain store verify`` and ``villain store repair``."""

from dataclasses import asdict
from os import cpu_count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from villain.cli.opened_store import MOST_TOLD, open_store
from villain.cli.options import CoresOption, JsonOption, StoreOption
from villain.cli.output import console, examples, many, plain, print_json, progress

if TYPE_CHECKING:
    from villain.hands.store.repairing import Repair

app = typer.Typer(invoke_without_command=True, pretty_exceptions_enable=False)

EXAMPLES = examples(
    "villain store", "villain store verify", "villain store repair", "villain store --json"
)

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
    """Show what the hand store holds: hands, players, sources, sizes."""
    if context.invoked_subcommand:
        context.obj = store
        return
    from villain.hands.money import to_amount

    hands = open_store(store)
    count = hands.query("SELECT count(*) FROM hands").fetchall()[0]
    names = hands.query("SELECT count(*) FROM (SELECT DISTINCT name, site FROM totals)").fetchall()
    files = list(hands.folder.glob("batches/*/*.parquet"))
    facts: dict[str, Any] = {
        "folder": str(hands.folder),
        "hands": count[0],
        "players": names[0][0],
        "batches": len(hands.batches()),
        "damaged": hands.damaged(),
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
        print_json(facts)
        return
    out = console()
    out.print(
        f"[bold]{many(facts['hands'], 'hand')}[/] of "
        f"{many(facts['players'], 'player')} in "
        f"{plain(facts['folder'])} ({facts['bytes'] / 2**20:,.1f} MB in "
        f"{many(facts['batches'], 'batch')})",
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
    for one in facts["sources"]:
        when = [str(one[key] or "")[:10] for key in ("first", "last")]
        table.add_row(
            plain(one["site"] or "?"), one["betting"], one["stake"], f"{one['hands']:,}", *when
        )
    if facts["sources"]:
        out.print()
        out.print(table)


@app.command("verify", epilog=examples("villain store verify", "villain store verify --json"))
def verify(
    context: typer.Context,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Read every file of the store, and say what is wrong."""
    from villain.hands.store.hand_store import HandStore

    hands = HandStore(store or context.obj)
    total, wrong = len(hands.batches()) + len(hands.missing()), {}
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
            console(to_errors=True).print("villain store repair sets the others aside")
    if wrong:
        raise typer.Exit(1)


@app.command(
    "repair",
    epilog=examples("villain store repair", "villain store repair --from ~/HandHistory"),
)
def repair_command(
    context: typer.Context,
    sources: Annotated[
        list[Path] | None,
        typer.Option("--from", help="Files or folders that may hold the lost hands."),
    ] = None,
    workers: CoresOption = 0,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Set damaged batches aside and bring back their hands; nothing is deleted."""
    from villain.hands.store.hand_store import HandStore, default_folder
    from villain.hands.store.header import renew_header
    from villain.hands.store.repairing import repair

    folder = (store or context.obj or default_folder()).absolute()
    renewed = renew_header(folder)
    hands = HandStore(folder)
    with progress("repairing") as report:
        done = repair(hands, sources or (), workers=workers or cpu_count() or 1, progress=report)
    if as_json:
        print_json({"header": renewed, **asdict(done)})
    else:
        _show_repair(done, folder / "damaged", renewed=renewed)
    if done.lost or done.unknown:
        raise typer.Exit(1)


def _show_repair(done: "Repair", aside: Path, *, renewed: bool) -> None:
    out = console()
    if renewed:
        out.print(
            "the header is written anew, with another key: anonymous players get other digests "
            "from now on",
            soft_wrap=True,
        )
    for batch, problem in done.set_aside.items():
        out.print(f"{plain(batch)}: {plain(problem)}; set aside", soft_wrap=True)
    for batch in done.mended:
        out.print(f"{plain(batch)}: its tables are whole; the digests are written again")
    if not (done.set_aside or done.mended or done.lost or done.unknown):
        out.print(f"nothing {'else ' * renewed}is damaged")
    if done.kept or done.back or done.lost:
        out.print(
            f"{many(done.kept + done.back, 'hand')} brought back: "
            f"{done.kept:,} from what was whole, {done.back:,} from their files"
        )
    for file in done.gone[:MOST_TOLD]:
        out.print(f"no longer there: {plain(file)}", soft_wrap=True)
    if done.gone[MOST_TOLD:]:
        out.print(f"… and {len(done.gone) - MOST_TOLD:,} more files")
    if done.lost:
        out.print(
            f"{many(done.lost, 'hand')} of the batches in {plain(str(aside))} did "
            "not come back; villain store repair --from PATH looks for them elsewhere",
            soft_wrap=True,
        )
    for batch in done.unknown:
        out.print(
            f"nobody knows which hands were in {plain(str(aside / batch))}; if some are missing, "
            "bring them in with villain import",
            soft_wrap=True,
        )
    if done.set_aside and not (done.lost or done.unknown):
        out.print(f"{plain(str(aside))} can be deleted", soft_wrap=True)
