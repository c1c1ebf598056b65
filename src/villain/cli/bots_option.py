"""The option that names programs, so that only people are judged."""

from typing import Annotated

import typer

BotsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--bots",
        help="With --players people: another program's name, or a file of names; may be repeated.",
    ),
]


def names_of_bots(told: list[str] | None, players: str) -> frozenset[str]:
    """The names that were given; they make sense only where people are asked for."""
    from villain.errors import VillainError
    from villain.histories.predicting.bots import bots

    if told and players != "people":
        raise VillainError("--bots says whom --players people leaves out; give both")
    return bots(told or [])
