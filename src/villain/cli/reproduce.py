"""``villain reproduce``: the papers' tables and figures, theirs beside ours."""

from dataclasses import replace
from importlib import import_module
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from villain.cli.options import JsonOption, OnOption, SeedOption, TwoWorkersOption
from villain.cli.output import console, examples, new_table, plain, print_json, progress
from villain.errors import VillainError
from villain.processes import stop_status

if TYPE_CHECKING:
    from villain.papers.report import Experiment, Progress, Report, Section

PAPERS = {
    "baker": "table2 table3 fig3 fig5 fig6-9 switching",
    "loki": "table1 table2 fig4 far-styles som-vs-bpm knowledge learning spreads defaults",
    "poki": "table1 table2 table3 table4 fig6 fig7 fig8 "
    "fig9 trials tactics preflop roshambo crowd-weak crowd-solid",
    "huang": "table31 fig31 fig32 fig33 table51 fig51 cheze self-model crowd",
    "sander": "table-strength table-mse bankroll variants alternating no-limit models",
}
"""The papers and their items; written here too, since a help page should not load them."""

SCALES = ("quick", "full")

_EXAMPLES = examples(
    "villain reproduce baker",
    "villain reproduce baker --item table2 --scale full --workers 2",
    "villain reproduce loki --item fig4 --deals 100000 --workers 10",
    "villain reproduce baker --item fig5 --out pictures --seed 3",
    "villain reproduce huang --item table51 --scale full --workers 2",
    "villain reproduce sander --item table-mse --scale full --on ray://head:10001",
)
_ITEMS = [f"{paper}: {items.replace(' ', ', ')}" for paper, items in PAPERS.items()]
EXAMPLES = "\n\n".join(["Items:", *_ITEMS, _EXAMPLES])


def command(
    paper: Annotated[str, typer.Argument(help="Which paper: baker, loki, poki, huang or sander.")],
    item: Annotated[
        list[str] | None,
        typer.Option(help="A table or figure, listed below; may be repeated. (default: all)"),
    ] = None,
    scale: Annotated[str, typer.Option(help="quick (minutes) or full (up to an hour).")] = (
        "quick"
    ),
    out: Annotated[
        Path,
        typer.Option(
            help="The folder for pictures, and for what is not finished: pickled agents, so only "
            "your own."
        ),
    ] = Path("reproduced"),
    seed: SeedOption = 0,
    workers: TwoWorkersOption = None,
    on: OnOption = "processes",
    deals: Annotated[
        int, typer.Option(help="Deals of a match, whatever the scale; 0: what the scale says.")
    ] = 0,
    as_json: JsonOption = False,
) -> None:
    """Regenerate a paper's tables and figures: theirs beside ours, and a picture each."""
    from villain.papers.report import Setting
    from villain.work import Workplace

    workplace = Workplace.parse(on, workers)
    if workplace.workers is None and not workplace.is_elsewhere:
        workplace = replace(workplace, workers=2)
    _check("paper", paper, tuple(PAPERS))
    items: dict[str, Experiment] = import_module(f"villain.papers.{paper}").ITEMS
    _check("scale", scale, SCALES)
    for name in item or ():
        _check("item", name, tuple(items))
    if seed < 0 or (workers is not None and workers < 1) or deals < 0:
        raise VillainError("seed and deals should be 0 or more, and there should be a worker")
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError:
        raise VillainError(f"{str(out)!r} cannot be made a folder for pictures") from None
    results, settings = {}, []
    for name in item or items:
        started, share = perf_counter(), 0.0
        setting = Setting(scale == "full", seed, workplace, deals, out)
        try:
            with progress(name) as report:

                def tell(now: float, report: "Progress" = report) -> None:
                    nonlocal share
                    share = now
                    report(now)

                done = items[name](replace(setting, progress=tell))
        except KeyboardInterrupt:
            there = any(file.exists() for file in setting.kept)
            kept = f", kept in {out}; the same command goes on" if there else ""
            console(to_errors=True).print(f"stopped at {share:.0%} of {name}{kept}", markup=False)
            raise typer.Exit(stop_status()) from None
        pictures = [out / f"{paper}-{picture}" for picture in done.pictures]
        for draw, path in zip(done.pictures.values(), pictures, strict=True):
            draw(path)
        seconds = perf_counter() - started
        if as_json:
            results[name] = done.data | {"pictures": [str(path) for path in pictures]}
        else:
            _show(done, pictures, f"{scale}, seed {seed}, {seconds:.0f} s")
        settings.append(setting)
    if as_json:
        print_json({"paper": paper, "scale": scale, "seed": seed, "items": results})
    for setting in settings:  # all is shown
        setting.forget()


def _check(what: str, value: str, known: tuple[str, ...]) -> None:
    if value not in known:
        raise VillainError.unknown(what, value, known)


def _show(report: "Report", pictures: list[Path], how: str) -> None:
    out = console()
    out.rule(f"[bold]{plain(report.title)}[/]  {how}", align="left", style="dim")
    for section in report.sections:
        out.print()
        out.print(_table(section))
    out.print()
    for note in report.notes:
        out.print(note, markup=False)
    for path in pictures:
        out.print(f"picture: {path}", markup=False)
    out.print()


def _table(section: "Section") -> object:
    table = new_table(*map(plain, section.columns))
    table.title, table.title_justify, table.title_style = plain(section.title), "left", "italic"
    for row in section.rows:
        table.add_row(*map(plain, row))
    return table
