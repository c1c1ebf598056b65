"""``villain bench``: how fast this machine is."""

from villain.cli.options import JsonOption
from villain.cli.output import console, examples, print_json

EXAMPLES = examples(
    "villain bench",
    "villain bench --json",
    "make bench    (the same beside eval7, phevaluator, treys)",
)


def command(as_json: JsonOption = False) -> None:
    """Time the kernels on one core."""
    from villain.strength.speed import measure

    with console(to_errors=True).status("measuring"):
        timings = measure()
    if as_json:
        print_json({t.name: {"value": t.value, "unit": t.unit} for t in timings})
        return
    from rich.table import Table

    table = Table("", "", "", box=None, pad_edge=False, show_header=False)
    table.columns[1].justify = "right"
    for timing in timings:
        shown = f"{timing.value:,.0f}" if timing.value >= 100 else f"{timing.value:.3g}"
        table.add_row(timing.what, shown, timing.unit)
    console().print(table)
