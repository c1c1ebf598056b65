"""What ``villain realism`` shows of several stakes: a row for each."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from villain.cli.output import console, new_table, plain

if TYPE_CHECKING:
    from villain.evaluation.realism.hand_shapes import HandShape
    from villain.evaluation.realism.realism import Realism

MEDIAN = 2
"""The place of the median among the quantiles of amounts."""

SHAPES: dict[str, "Callable[[HandShape], str]"] = {
    "flops": lambda shape: f"{shape.shares['see a flop']:.0%}",
    "showdowns": lambda shape: f"{shape.shares['go to showdown']:.0%}",
    "pot": lambda shape: _median(shape, "pot, bb"),
    "raise": lambda shape: _median(shape, "first raise, bb"),
    "flop bet": lambda shape: _median(shape, "flop bet, pots"),
}
"""What is told of hands: shares of them, and medians of amounts."""


def show_by_stakes(
    measured: "Sequence[Realism]", left_out: Sequence[str], agents: Sequence[str], seed: int
) -> None:
    """Print the statistics within the spread of people, the judge's areas, and the shapes."""
    screen = console()
    screen.print(
        f"real tables by stakes, and beside them as many of {plain(', '.join(agents))} "
        f"(seed {seed})\n"
    )
    if any(one.held_back for one in measured):
        screen.print("statistics of players held back from training, at tables half theirs\n")
    table = new_table("stakes", "tables", "hands", "within", "area", "no amounts")
    for one in measured:
        verdict = one.verdict
        areas = ("", "")
        if verdict is not None:
            interval = f"({verdict.low:.3f}–{verdict.high:.3f})"
            areas = f"{verdict.area:.3f} {interval}", f"{verdict.without_amounts:.3f}"
        within = f"{one.within} of {len(one.spreads)}"
        table.add_row(plain(str(one.stakes)), str(one.tables), f"{one.hands:,}", within, *areas)
    screen.print(table)
    screen.print(
        "\nwithin: of how many statistics, overall and by position, our rate is within the spread "
        "of people; area: how often a judge takes the real one of two hands for real, and if "
        "amounts are hidden\n"
    )
    table = new_table("people, ours", *SHAPES)
    for one in measured:
        both = [f"{tell(one.real_shape)}, {tell(one.our_shape)}" for tell in SHAPES.values()]
        table.add_row(plain(str(one.stakes)), *both)
    screen.print(table)
    screen.print(
        "\nhands that see a flop and a showdown; the middle pot and first raise in big blinds, and "
        "bet on the flop in pots; --stakes and --json tell more"
    )
    if left_out:
        screen.print(f"left out, with too few tables: {plain(', '.join(left_out))}")


def _median(shape: "HandShape", kind: str) -> str:
    sizes = shape.sizes.get(kind)
    return "–" if sizes is None else f"{sizes.quantiles[MEDIAN]:.2f}".rstrip("0").rstrip(".")
