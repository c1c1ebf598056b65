"""``villain range``: a range as a 13×13 grid."""

from typing import TYPE_CHECKING, Annotated

import typer

from villain.cli.options import JsonOption
from villain.cli.output import console, examples, print_json, shade

if TYPE_CHECKING:
    from rich.text import Text

    from villain.cards.range import Range

EXAMPLES = examples(
    'villain range "QQ+,AKs,A5s-A2s"',
    'villain range "top 15%"',
    'villain range "22+, 50%(AQs, AJs), AhKh:0.25" --json',
    'villain range "random" --dead AsKd',
)


def command(
    notation: Annotated[list[str], typer.Argument(help='A range, such as "QQ+,AKs,A5s-A2s".')],
    dead: Annotated[str, typer.Option("--dead", help="Remove hands with these cards.")] = "",
    as_json: JsonOption = False,
) -> None:
    """Read a range; show its grid, its combos, its share of all hands and its shortest form."""
    from villain.cards.card import parse_distinct
    from villain.cards.combo import CLASSES
    from villain.cards.range import Range

    hands = Range(", ".join(notation)).without(*parse_distinct(dead, "dead cards"))
    if as_json:
        grid = hands.by_class().ravel()
        print_json(
            {
                "range": str(hands),
                "combos": len(hands),
                "weight": hands.total,
                "share": hands.total / max(1.0, float(hands.weights.max())) / 1326,
                "classes": {str(c): float(grid[c]) for c in CLASSES if grid[c] > 0},
            }
        )
        return
    out = console()
    out.print(grid_of(hands), soft_wrap=True)
    # A weight above one says how a hand compares with others, not how often it is there.
    share = hands.total / max(1.0, float(hands.weights.max())) / 1326
    weighted = f" ({hands.total:.6g} by weight)" if hands.total != len(hands) else ""
    out.print(f"\n{len(hands)} combos{weighted}, {share:.1%} of all hands")
    out.print(str(hands), soft_wrap=True, markup=False)


def grid_of(hands: "Range") -> "Text":
    """The grid, shaded by weight; a small figure is a weight in tenths (of the largest above 1)."""
    from rich.text import Text

    from villain.cards.combo import CLASSES

    means = hands.by_class()
    top = max(1.0, float(means.max()))
    grid = Text()
    for hand in CLASSES:
        share = float(means[hand.row, hand.column]) / top
        if share == 0:
            grid.append(f"{'·':^5}", style="dim")
        else:
            tenths = "" if share == 1 else "⁰¹²³⁴⁵⁶⁷⁸⁹"[int(share * 10)]
            grid.append(f"{f'{hand}{tenths}':^5}", style=shade(share))
        if hand.column == 12 and hand.row < 12:
            grid.append("\n")
    return grid
