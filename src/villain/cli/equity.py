"""``villain equity``: shares of the pot at the showdown."""

from typing import TYPE_CHECKING, Annotated

import typer

from villain.cli.options import BoardOption, DeadOption, JsonOption
from villain.cli.output import console, examples, many, new_table, plain, print_json, progress
from villain.processes import stop_status

if TYPE_CHECKING:
    from villain.strength.equities import Equity

EXAMPLES = examples(
    "villain equity AhKh QQ+",
    'villain equity AhKh "QQ+, AKs" random --board 2h7hJc',
    "villain equity AhKh 22+ 'top 20%' --precision 0.0002 --seed 7",
)


def command(
    ranges: Annotated[list[str], typer.Argument(help="Two to ten hands or ranges.")],
    board: BoardOption = "",
    dead: DeadOption = "",
    exact: Annotated[
        bool | None,
        typer.Option(
            "--exact/--sample", help="Insist on one method. (default: exact where feasible)"
        ),
    ] = None,
    samples: Annotated[
        int | None,
        typer.Option(
            help="Sample this many deals, even where exact is possible. (default: 1000000)"
        ),
    ] = None,
    precision: Annotated[
        float | None,
        typer.Option(help="When sampling, go on until every standard error is as small as this."),
    ] = None,
    seed: Annotated[int, typer.Option(help="Repeats a sample exactly.")] = 0,
    as_json: JsonOption = False,
) -> None:
    """Equity of two to ten ranges on any board: exact where feasible, else sampled."""
    from villain.strength.equities import EquityStopped, equity

    stopped = False
    try:
        with progress("computing") as report:
            result = equity(
                ranges,
                board,
                dead=dead,
                exact=exact,
                samples=samples,
                precision=precision,
                seed=seed,
                progress=report,
            )
    except EquityStopped as interrupted:
        result, stopped = interrupted.result, True
    if as_json:
        print_json(_as_dict(ranges, result))
    else:
        _show(ranges, result)
    if stopped:
        raise typer.Exit(stop_status())


def _as_dict(ranges: list[str], result: "Equity") -> dict[str, object]:
    return {
        "exact": result.exact,
        "method": result.method,
        "trials": result.trials,
        "effective": result.effective,
        "seed": result.seed,
        "players": [
            {
                "range": hands,
                "equity": result.shares[p],
                "win": result.wins[p],
                "tie": result.ties[p],
                "standard_error": result.standard_errors[p],
            }
            for p, hands in enumerate(ranges)
        ],
    }


def _show(ranges: list[str], result: "Equity") -> None:
    table = new_table("range", "equity", "", "wins", "splits")
    for p, hands in enumerate(ranges):
        half = 1.96 * result.standard_errors[p]
        error = "" if result.exact else f"± {half:.2%}" if half < 1 else "± unknown"
        table.add_row(
            plain(hands),
            f"[bold]{result.shares[p]:.2%}[/]",
            error,
            f"{result.wins[p]:.2%}",
            f"{result.ties[p]:.2%}",
        )
    out = console()
    out.print(table)
    if result.exact:
        showdowns = many(result.trials, "showdown")
        out.print(f"\nexact ({result.method}, {showdowns})")
    else:
        worth = (
            "" if result.effective == result.trials else f", worth {result.effective:,} equal ones"
        )
        out.print(f"\n{result.trials:,} samples{worth}, seed {result.seed}; ± is a 95 % interval")
