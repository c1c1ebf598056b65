"""``villain tournament``: everybody against everybody."""

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from villain.cli.kept_runs import choose_seed, default_keep, say_stopped
from villain.cli.options import (
    AgentsArgument,
    AivatOption,
    DeckSeedOption,
    JsonOption,
    OnOption,
    StrictOption,
    WorkersOption,
)
from villain.cli.output import console, examples, new_table, plain, print_json, progress
from villain.errors import VillainError
from villain.processes import stop_status

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.table import Table

    from villain.arena.round_robin import RoundRobin
    from villain.arena.statistics import Rate

EXAMPLES = examples(
    "villain tournament fold call raise random --hands 2000 --seed 7",
    "villain tournament fold call raise random --hands 100000 --save long",
    "villain tournament fold call raise random --hands 100000 --resume long",
    "villain tournament call raise:pot=0.5 raise:pot=1.5 --game limit --workers 2 --json",
    "villain tournament loki:som loki:bpm poki expert --game limit --on ray",
)


def command(
    agents: AgentsArgument,
    game: Annotated[str, typer.Option(help="A game for two; see villain games.")] = "nolimit",
    hands: Annotated[
        int, typer.Option(help="How many deals for each pair, each played twice.")
    ] = 1000,
    seed: DeckSeedOption = None,
    workers: WorkersOption = None,
    on: OnOption = "processes",
    strict: StrictOption = False,
    aivat: AivatOption = False,
    save: Annotated[Path | None, typer.Option(help="Keep the matches in this folder.")] = None,
    resume: Annotated[
        Path | None,
        typer.Option(
            help="Resume from this folder, with its seed. It holds pickled agents, "
            "which can run any code: open only your own."
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """A duplicate round robin of pairs, as a table: what the row won against the column."""
    from villain.arena.round_robin import (
        RoundRobinPlan,
        RoundRobinStoppedError,
        kept_matches,
        play_round_robin,
    )
    from villain.game.presets import find_game
    from villain.work import Workplace

    workplace = Workplace.parse(on, workers)
    folder = _folder(save, resume)
    kept = kept_matches(folder)
    seed = choose_seed(seed, kept[0] if kept else None, "match")
    plan = RoundRobinPlan(find_game(game, 2), tuple(agents), hands, seed, strict, aivat)
    total = hands * len(agents) * (len(agents) - 1)
    try:
        with progress("playing", total, "hands") as report:
            table = play_round_robin(plan, workers=workplace, progress=report, folder=folder)
    except RoundRobinStoppedError as stopped:
        if kept_matches(folder):
            say_stopped(stopped.share, folder)
        raise typer.Exit(stop_status()) from None
    except BaseException:
        if not (save or resume):
            _remove(folder)
        raise
    if not (save or resume):
        for match in kept_matches(folder):
            match.unlink()
        _remove(folder)
    if as_json:
        print_json(
            {
                "game": game,
                "hands": hands,
                "seed": seed,
                "pairs": [
                    {
                        "row": plan.names[i],
                        "column": plan.names[j],
                        **_numbers(table.against(i, j)),
                        **({"aivat": _numbers(table.adjusted_against(i, j))} if aivat else {}),
                    }
                    for i in range(len(agents))
                    for j in range(len(agents))
                    if i != j
                ],
                "average": [
                    {
                        "name": name,
                        "faults": table.faults[name],
                        **_numbers(table.average(i)),
                        **({"aivat": _numbers(table.adjusted_average(i))} if aivat else {}),
                    }
                    for i, name in enumerate(plan.names)
                ],
            }
        )
    else:
        _show(table, game, hands, seed)
        if aivat:
            _show_less_luck(table)
    if table.troubles and (save or resume):
        raise VillainError(table.troubles[0])


def _folder(save: Path | None, resume: Path | None) -> Path:
    """The folder that keeps the matches."""
    from villain.arena.round_robin import kept_matches

    folder = resume or save or default_keep("tournament")
    if folder.exists() and not folder.is_dir():
        raise VillainError(f"{str(folder)!r} is a file; it should be a folder for the matches")
    if resume and not resume.exists():
        raise VillainError(f"there is no folder {str(resume)!r} to go on from")
    kept = kept_matches(folder)
    if resume and not kept:
        raise VillainError(f"{str(resume)!r} holds no saved matches to go on from")
    if kept and not resume:
        raise VillainError(f"{folder} holds matches; go on with --resume {folder}, or remove them")
    return folder


def _remove(folder: Path) -> None:
    with suppress(OSError):  # somebody else's files are in it, or it was never made
        folder.rmdir()


def _numbers(rate: "Rate") -> dict[str, object]:
    return {"bb_per_hand": rate.mean, "ci95": [rate.low, rate.high]}


def _show(result: "RoundRobin", game: str, hands: int, seed: int) -> None:
    out = console()
    out.print(_table(result.agents, result.against, result.average))
    out.print(
        f"\nbig blinds a hand ± half a 95 % interval; {game}, {hands:,} deals a pair, seed {seed}",
        soft_wrap=True,
    )
    for name, times in result.faults.items():
        if times:
            out.print(
                f"{name} failed {times} times; play it with villain match to see how", markup=False
            )


def _show_less_luck(result: "RoundRobin") -> None:
    out = console()
    out.print("\nless luck, by AIVAT")
    out.print(_table(result.agents, result.adjusted_against, result.adjusted_average))


def _table(
    agents: tuple[str, ...],
    against: "Callable[[int, int], Rate]",
    average: "Callable[[int], Rate]",
) -> "Table":
    """What the row won against the column, the best first."""
    order = sorted(range(len(agents)), key=lambda i: -average(i).mean)
    table = new_table("", *(plain(agents[i]) for i in order), "average")
    for one in order:
        cells = ["" if one == other else _cell(against(one, other)) for other in order]
        table.add_row(plain(agents[one]), *cells, f"[bold]{_cell(average(one))}[/]")
    return table


def _cell(rate: "Rate") -> str:
    return f"{rate.mean:+.2f} ± {(rate.high - rate.low) / 2:.2f}"
