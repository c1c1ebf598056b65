"""The option that names programs, so that only people are judged."""

from collections.abc import Iterable
from typing import Annotated

import typer

from villain.cli.output import console, plain

MOST_NAMED = 3
"""So many names that nobody has are named."""

BotsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--bots",
        help="With --players people: another program's name, or a file of names; may be repeated.",
    ),
]


def names_of_bots(texts: list[str] | None, players: str) -> frozenset[str]:
    """The names that were given; they make sense only where people are asked for."""
    from villain.errors import VillainError
    from villain.evaluation.bots import bots

    if texts and players != "people":
        raise VillainError("--bots says whom --players people leaves out; give both")
    return bots(texts or [])


def warn_of_absent(bots: frozenset[str], names: Iterable[str]) -> None:
    """Say which of the bots none of these players is."""
    from villain.evaluation.bots import absent

    missing = absent(bots, names)
    if missing:
        named = ", ".join(map(repr, missing[:MOST_NAMED]))
        more = f" and {len(missing) - MOST_NAMED:,} more" if missing[MOST_NAMED:] else ""
        console(to_errors=True).print(
            f"--bots: nobody in these hands is called {plain(named)}{more}", soft_wrap=True
        )
