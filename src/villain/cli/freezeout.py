"""``villain freezeout``: chips carry until one has them all; who wins how often."""

from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from villain.cli.kept_runs import choose_seed, default_keep, keep_by_default, say_stopped
from villain.cli.options import (
    AgentsArgument,
    DeckSeedOption,
    JsonOption,
    OnOption,
    StrictOption,
    WorkersOption,
)
from villain.cli.output import (
    check_writable,
    console,
    examples,
    new_table,
    plain,
    print_failures,
    print_json,
    progress,
)
from villain.errors import VillainError
from villain.processes import stop_status

if TYPE_CHECKING:
    from villain.arena.freezeout_series import FreezeOutSeries
    from villain.arena.series_file import SeriesFile
    from villain.game.rules import Rules

EXAMPLES = examples(
    "villain freezeout baker:analysis baker:la baker:la baker:tp --count 500 --seed 7",
    "villain freezeout style:alpha=0.8,beta=0.9 baker:ta baker:ta baker:ta --workers 2 --json",
    "villain freezeout baker:simulation baker:la baker:ta baker:tp --on dask=tcp://head:8786",
    "villain freezeout call raise random --game limit --stack 100 --count 200",
)


def command(
    agents: AgentsArgument,
    game: Annotated[str, typer.Option(help="See villain games.")] = "onecard",
    stack: Annotated[
        int, typer.Option(help="Chips for everybody at the start; 0: what the game says.")
    ] = 0,
    count: Annotated[int, typer.Option(help="How many freeze-outs.")] = 100,
    seed: DeckSeedOption = None,
    workers: WorkersOption = None,
    on: OnOption = "processes",
    strict: StrictOption = False,
    save: Annotated[Path | None, typer.Option(help="Keep the results in this file.")] = None,
    resume: Annotated[
        Path | None, typer.Option(help="Resume from this file, with its seed.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Play freeze-outs: chips carry from hand to hand until one has them all."""
    from villain.arena.freezeout_series import FreezeOutSeries
    from villain.arena.series_file import SeriesFile
    from villain.work import Workplace

    workplace = Workplace.parse(on, workers)
    _game(game, stack, len(agents))
    check_writable(save)
    seed = choose_seed(seed, resume, SeriesFile.kind)
    series = FreezeOutSeries(partial(_game, game, stack), tuple(agents), count, seed, strict)
    file = _open_file(series, save, resume)
    before, started = series.hands, perf_counter()
    try:
        with progress("playing", count, "freeze-outs") as report:
            series.play(workers=workplace, progress=report, file=file)
    except KeyboardInterrupt:
        _close(file, series)
        if file and series.played and not file.trouble:
            say_stopped(len(series.played) / count, file.path)
        raise typer.Exit(stop_status()) from None
    except BaseException:
        _close(file, series)
        raise
    trouble = _close(file, series, wanted=bool(save or resume))
    speed = (series.hands - before) / (perf_counter() - started)
    if as_json:
        _print_json(series, game, speed)
    else:
        _show(series, game, speed)
    if trouble:
        raise VillainError(trouble)


def _open_file(
    series: "FreezeOutSeries", save: Path | None, resume: Path | None
) -> "SeriesFile | None":
    """The file that keeps a series; None if nobody asked for one and it cannot be had."""
    from villain.arena.series_file import SeriesFile

    if resume:
        return SeriesFile.load(resume, series)
    if save:
        return SeriesFile(save, series)
    path = default_keep("freezeout", ".series")
    return keep_by_default("series", path, lambda path: SeriesFile(path, series))


def _close(file: "SeriesFile | None", series: "FreezeOutSeries", *, wanted: bool = True) -> str:
    """Write what is left and close the file; what could not be written, in a line."""
    if file is None:
        return ""
    if not wanted or not series.played:
        file.remove()
        return ""
    file.keep(series, now=True)
    file.close()
    return file.trouble


def _game(name: str, stack: int, players: int) -> "Rules":
    """A game for so many players, with as many chips as wanted."""
    from villain.game.presets import GAMES, find_game

    if name not in GAMES and name.endswith(".game"):
        raise VillainError(
            "a freeze-out needs a game for any number of players; a .game file is for one number"
        )
    rules = find_game(name, players)
    return rules.with_stacks(*[stack] * players) if stack else rules


def _print_json(series: "FreezeOutSeries", game: str, speed: float) -> None:
    print_json(
        {
            "game": game,
            "freezeouts": len(series.played),
            "hands": series.hands,
            "seed": series.seed,
            "agents": [
                {
                    "name": name,
                    "wins": share.mean,
                    "ci95": [share.low, share.high],
                    "faults": series.faults[name],
                }
                for name, share in zip(series.names, series.shares(), strict=True)
            ],
            "hands_per_second": speed,
        }
    )


def _show(series: "FreezeOutSeries", game: str, speed: float) -> None:
    table = new_table("agent", "wins", "95 % interval", "failed")
    rows = sorted(zip(series.names, series.shares(), strict=True), key=lambda row: -row[1].mean)
    for name, share in rows:
        table.add_row(
            plain(name),
            f"[bold]{100 * share.mean:.1f} %[/]",
            f"{100 * share.low:.1f} to {100 * share.high:.1f} %",
            str(series.faults[name] or ""),
        )
    out = console()
    out.print(table)
    out.print(
        f"\n{game}, {len(series.played):,} freeze-outs, {series.hands:,} hands, seed "
        f"{series.seed}; {speed:,.0f} hands a second",
        soft_wrap=True,
    )
    print_failures(
        [
            f"freeze-out {number}, hand {fault.deal}: {fault.agent} {fault.reason}"
            for number, one in enumerate(series.played)
            for fault in one.faults
        ]
    )
