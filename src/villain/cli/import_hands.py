"""``villain import``: hands from files into the hand store."""

import os
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from villain.cli.csv_cells import SafeRows
from villain.cli.options import CoresOption, JsonOption, StoreOption
from villain.cli.output import check_writable, console, examples, plain, print_json, progress
from villain.processes import stop_status

if TYPE_CHECKING:
    from villain.hands.store.importing import ImportRefusal, ImportReport

EXAMPLES = examples(
    "villain import hands/ export.txt archive.tar.xz",
    "villain import hands.zip --store ~/poker --anonymise",
    "villain import old.txt --encoding cp1251",
    "villain import logs/ --game holdem.nolimit.3p.game --report refused.csv",
)


def command(
    paths: Annotated[
        list[Path],
        typer.Argument(help="Files and folders, also packed: PHH, PokerStars, OHH, ACPC, IRC."),
    ],
    store: StoreOption = None,
    anonymise: Annotated[
        bool, typer.Option("--anonymise", help="Store digests instead of players' names.")
    ] = False,
    game: Annotated[
        Path | None, typer.Option(help="The game definition of logs that do not name theirs.")
    ] = None,
    encoding: Annotated[
        str,
        typer.Option(
            help="The encoding of hands that are not in UTF-8, such as cp1251. (default: cp1252)"
        ),
    ] = "",
    report: Annotated[
        Path | None, typer.Option(help="List every refused hand in this CSV file.")
    ] = None,
    workers: CoresOption = 0,
    as_json: JsonOption = False,
) -> None:
    """Bring hands into the store; hands that are there already are not added again."""
    from villain.cli.opened_store import open_store
    from villain.errors import VillainError
    from villain.hands.files.archives import size
    from villain.hands.files.encodings import check_encoding
    from villain.hands.store.importing import ImportStoppedError, import_hands
    from villain.profiles.summary import refresh

    check_writable(report)
    if game is not None and not game.is_file():
        raise VillainError(f"there is no file {str(game)!r}")
    if encoding:
        check_encoding(encoding)
    total = size(paths)
    hands = open_store(store, create=True)
    with ExitStack() as stack:
        tell = None
        if report is not None:
            file = stack.enter_context(report.open("w", newline="", encoding="utf-8"))
            rows = SafeRows(file)
            rows.write(["file", "line", "reason", "detail"])

            def tell(refusal: "ImportRefusal") -> None:
                rows.write(refusal)

        bar = stack.enter_context(progress("importing", total // 2**20, "MB"))
        try:
            imported = import_hands(
                paths,
                hands,
                workers=workers or os.cpu_count() or 1,
                anonymous=anonymise,
                context=game.read_text(errors="replace") if game else "",
                encoding=encoding,
                progress=lambda done: bar(done / max(total, 1)),
                refused=tell,
            )
        except ImportStoppedError as stopped:
            _show(stopped.report, as_json)
            console(to_errors=True).print("stopped; the same command goes on from here")
            raise typer.Exit(stop_status()) from None
        with suppress(VillainError):  # it can be made at any time
            refresh(hands)
    _show(imported, as_json)
    if report is not None and imported.refused:
        console(to_errors=True).print(f"refused hands: see {plain(str(report))}")


def _show(imported: "ImportReport", as_json: bool) -> None:
    if as_json:
        print_json(
            {
                "read": imported.read,
                "added": imported.added,
                "known": imported.known,
                "refused": imported.refused,
                "reasons": dict(imported.reasons.most_common()),
                "notes": dict(imported.notes.most_common()),
            }
        )
        return
    out = console()
    out.print(
        f"{imported.read:,} hands read: [bold]{imported.added:,} added[/], "
        f"{imported.known:,} already there, {imported.refused:,} refused"
    )
    for reason, times in imported.reasons.most_common():
        out.print(f"  {times:>9,}  {plain(reason)}")
    if imported.notes:
        out.print("read, but:")
    for note, times in imported.notes.most_common():
        out.print(f"  {times:>9,}  {plain(note)}")
