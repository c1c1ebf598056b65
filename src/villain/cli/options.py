"""Options and arguments that several commands have."""

from pathlib import Path
from typing import Annotated

import typer

JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON, for scripts.")]
BoardOption = Annotated[
    str, typer.Option("--board", "-b", help="Three to five cards, such as 3h4cJh.")
]
DeadOption = Annotated[
    str, typer.Option("--dead", help="Cards known to be out of play, such as Ks2d.")
]
AgentsArgument = Annotated[list[str], typer.Argument(help="Two or more; see villain agents.")]
GameOption = Annotated[str, typer.Option(help="See villain games; or a .game file.")]
WorkersOption = Annotated[
    int | None,
    typer.Option(
        "--workers",
        help="How many work at a time; the result is the same. (default: one process, or a whole "
        "cluster)",
        show_default=False,
    ),
]
TwoWorkersOption = Annotated[
    int | None,
    typer.Option(
        "--workers",
        help="How many work at a time; the result is the same. (default: two processes, or a whole "
        "cluster)",
        show_default=False,
    ),
]
OnOption = Annotated[
    str,
    typer.Option(
        "--on",
        help="Where to work: in processes here, on ray, ray=ADDRESS, ray://HOST:10001, dask or "
        "dask=tcp://HOST:8786. Clusters need pip install 'villain\\[cluster]'.",
    ),
]
CoresOption = Annotated[
    int, typer.Option("--workers", min=0, help="How many processes; 0: one for each core.")
]
SeedOption = Annotated[int, typer.Option(help="Repeats the result exactly.")]
DeckSeedOption = Annotated[
    int | None,
    typer.Option(
        help="Repeats the cards exactly. It is public: anyone who knows it, or tries small ones, "
        "knows the deck. (default: 128 random bits from the system, printed at the end)",
        show_default=False,
    ),
]
ResumeOption = Annotated[
    Path | None,
    typer.Option(
        help="Resume from this file, with its seed. It holds pickled agents, which can "
        "run any code: open only your own."
    ),
]
StrictOption = Annotated[bool, typer.Option("--strict", help="Stop as soon as an agent fails.")]
HostOption = Annotated[
    str,
    typer.Option(
        help="The address to listen on: this machine only, or one that others can reach too."
    ),
]
StoreOption = Annotated[
    Path | None,
    typer.Option("--store", help="The folder of the hand store (or set VILLAIN_STORE)."),
]
KnowOption = Annotated[
    Path | None,
    typer.Option("--know", help="Let models first study the players in this hand store, by name."),
]
AivatOption = Annotated[
    bool,
    typer.Option(
        "--aivat",
        help="Also say what was won less luck, in heads-up hold'em. It takes time: some "
        "hundredths of a second a hand, more on flops that two see who tell their chances.",
    ),
]
FilesArgument = Annotated[
    list[Path] | None,
    typer.Argument(help="Files of hands of any known kind, also packed; or use --store."),
]
