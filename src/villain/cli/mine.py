"""``villain mine``: the hands of a store into strategies of its players."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from villain.cli.opened_store import open_store
from villain.cli.options import JsonOption, StoreOption
from villain.cli.output import (
    check_writable,
    console,
    examples,
    new_table,
    plain,
    print_json,
    progress,
)

if TYPE_CHECKING:
    from villain.profiles.mining.mining import Mined

EXAMPLES = examples(
    "villain mine",
    "villain mine --store ~/poker --min-hands 500 --out styles.npz",
    "villain mine --ratios 0.5,1,2 --length 6 --out finer.npz",
    "villain mine --json",
)
SHOWN = 12


def command(
    store: StoreOption = None,
    min_hands: Annotated[
        int,
        typer.Option(
            "--min-hands", min=1, help="Only players with at least this many heads-up hands."
        ),
    ] = 200,
    out: Annotated[Path | None, typer.Option(help="Write the strategies into this file.")] = None,
    hold_back: Annotated[
        bool,
        typer.Option("--hold-back", help="Hold back three tenths of the players for judging."),
    ] = False,
    ratios: Annotated[
        str, typer.Option(help="The limits between sizes of raises, in pots, separated by commas.")
    ] = "1",
    length: Annotated[
        int, typer.Option(min=1, help="How many actions of a street are remembered.")
    ] = 4,
    as_json: JsonOption = False,
) -> None:
    """Count what players did in heads-up no-limit hands, by what had happened before."""
    from villain.models.huang.styles import save
    from villain.profiles.mining.mining import mine, mined_as_dict
    from villain.strategy.huang.abstraction import Abstraction

    check_writable(out)
    abstraction = Abstraction(ratios=_ratios(ratios), length=length)
    opened = open_store(store)
    with progress("mining") as report:
        mined = mine(opened, abstraction, min_hands, hold_back=hold_back, progress=report)
    if out is not None:
        save(mined.styles, out)
    if as_json:
        print_json(mined_as_dict(mined))
    else:
        _show(mined, out)


def _ratios(text: str) -> tuple[float, ...]:
    from villain.errors import VillainError

    try:
        return tuple(float(one) for one in text.split(","))
    except ValueError:
        raise VillainError(f"--ratios {text!r}; give numbers such as 0.5,1,2") from None


def _show(mined: "Mined", out: Path | None) -> None:
    from villain.profiles.mining.mining import action_names, most_frequent

    screen, styles = console(), mined.styles
    heads = ("decisions", *action_names(styles.abstraction))
    table = new_table("sequence", *heads, no_wrap=True)
    for sequence, times, shares in most_frequent(styles, SHOWN):
        table.add_row(sequence, f"{times:,}", *(f"{share:.1%}" for share in shares))
    screen.print(table)
    left_out = f", {mined.held_back:,} more are held back" if mined.held_back else ""
    screen.print(
        f"\n{len(styles):,} players with {mined.min_hands:,} heads-up hands or more{left_out}; "
        f"{styles.decisions:,} decisions after {len(styles.sequences):,} sequences, in "
        f"{mined.hands:,} hands"
    )
    if out is not None:
        screen.print(f"written to {plain(str(out))}: {out.stat().st_size:,} bytes")
