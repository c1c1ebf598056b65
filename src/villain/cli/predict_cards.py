"""``villain predict-cards``: how well models read what players hold."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from villain.cli.bots_option import BotsOption, names_of_bots, warn_of_absent
from villain.cli.opened_store import open_store
from villain.cli.options import FilesArgument, JsonOption, StoreOption
from villain.cli.output import (
    check_picture,
    console,
    examples,
    many,
    new_table,
    plain,
    print_json,
    progress,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from villain.evaluation.range_report import RangeReport
    from villain.evaluation.ranges import RangeGain
    from villain.hands.hand_history import HandHistory

EXAMPLES = examples(
    "villain predict-cards deepstack.log.xz",
    "villain predict-cards deepstack.log.xz --players DeepStack --model cards --hands 2000",
    "villain predict-cards hands.phhs --model generic,specific,cards --out nats.png",
    "villain predict-cards --store ~/poker --players Ann --json",
)


def command(
    files: FilesArgument = None,
    model: Annotated[
        str,
        typer.Option(help="The models that read, separated by commas; your own: file.py:Class."),
    ] = "specific,cards",
    players: Annotated[
        str,
        typer.Option(
            help="Who is read: held-back (from the card network), trained, all, people (all but "
            "known programs, see --bots), or a name. "
            "(default: held-back in DeepStack's log, elsewhere all)"
        ),
    ] = "",
    bots: BotsOption = None,
    hands: Annotated[
        int | None, typer.Option("--hands", min=1, help="Only this many hands, from the first on.")
    ] = None,
    store: StoreOption = None,
    out: Annotated[Path | None, typer.Option(help="Draw nats by street into this PNG.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Measure how likely models held the cards that players really had, by street."""
    from villain.errors import VillainError
    from villain.evaluation.range_report import compare_readers
    from villain.models.registry import make_model
    from villain.registry import split_specs

    check_picture(out)
    models = split_specs(model)
    if not models or len(set(models)) < len(models):
        raise VillainError(f"--model {model!r}; give models such as specific,cards, each once")
    for name in models:
        make_model(name)
    programs = names_of_bots(bots, players)
    refused: list[str] = []
    source = list(_hands(files, store, hands, refused.append))
    warn_of_absent(programs, (name for history in source for name in history.names))
    with progress("reading") as report:
        comparison = compare_readers(models, source, players or None, report, programs)
    if refused:
        words = f"{many(len(refused), 'hand')} could not be read, the first in {refused[0]}"
        console(to_errors=True).print(words, markup=False, soft_wrap=True)
    if as_json:
        print_json(comparison.as_dict())
    else:
        _show(comparison)
    if out:
        _draw(comparison, out)


def _hands(
    files: list[Path] | None,
    store: Path | None,
    most: int | None,
    refused: "Callable[[str], None]",
) -> "Iterable[HandHistory]":
    from itertools import islice

    from villain.errors import VillainError
    from villain.evaluation.known_hands import hands_of
    from villain.hands.store.finding import histories

    if bool(files) == (store is not None):
        raise VillainError("give files of hands, or --store with a folder; one of the two")
    if files:
        return hands_of(files, most, refused)
    return islice((history for history, _ in histories(open_store(store))), most)


def _show(report: "RangeReport") -> None:
    from villain.evaluation.range_report import STREETS
    from villain.models.crowd import TRAINED_ON

    out = console()
    out.print(
        f"Nats gained over the uniform range: {report.hands:,} hands, players: {report.players}",
        markup=False,
    )
    streets = {name: report.streets(name) for name in report.readings}
    first = next(iter(streets.values()))
    heads = [*map(plain, report.readings), *(["theirs"] if report.theirs else [])]
    table = new_table("street", "actions", *heads, no_wrap=True)
    for street, gain in first.items():
        row = [_cell(gains[street]) for gains in streets.values()]
        theirs = [f"{report.theirs[street]:.2f}"] if report.theirs else []
        table.add_row(STREETS[street], f"{gain.actions:,}", *row, *theirs)
    everything = [report.overall(name) for name in report.readings]
    table.add_row("all, by players", f"{everything[0].actions:,}", *map(_cell, everything))
    if report.all_known:  # nobody who folds shows his cards
        bare = {name: report.streets(name, folds=False) for name in report.readings}
        table.add_section()
        for street in next(iter(bare.values())):
            row = [_cell(gains[street]) for gains in bare.values()]
            actions = next(iter(bare.values()))[street].actions
            table.add_row(f"{STREETS[street]}, no folds", f"{actions:,}", *row)
    out.print(table)
    places = ", ".join(f"{name} {report.place(name):.2f}" for name in report.readings)
    out.print(f"place of the truth in the range (0.5 by chance): {places}", markup=False)
    if not report.all_known:
        out.print("Only cards that were shown are judged: a biased sample of what was held.")
    if any(name.startswith("crowd") for name in report.readings):
        out.print(TRAINED_ON)


def _cell(gain: "RangeGain") -> str:
    """The mean with its interval below it, so that several models fit on a screen."""
    return f"{gain.mean:+.3f}\n\\[{gain.low:+.2f}, {gain.high:+.2f}]"


def _draw(report: "RangeReport", path: Path) -> None:
    """Nats by street, with intervals, a line for each model."""
    from villain.evaluation.range_report import STREETS
    from villain.papers.canvas import canvas

    with canvas(path) as [[axes]]:
        for name in report.readings:
            gains = report.streets(name)
            means = [gain.mean for gain in gains.values()]
            errors = [
                [gain.mean - gain.low for gain in gains.values()],
                [gain.high - gain.mean for gain in gains.values()],
            ]
            axes.errorbar(list(gains), means, errors, marker="o", capsize=3, label=name)
        if report.theirs:
            theirs = report.theirs
            axes.plot(list(theirs), list(theirs.values()), "--", color="0.5", label="theirs")
        axes.axhline(0, color="0.6", linewidth=0.8)
        axes.set_xticks(range(len(STREETS)), STREETS)
        axes.set_ylabel("nats gained over the uniform range")
        axes.set_title(f"{report.hands:,} hands, players: {report.players}")
        axes.legend(frameon=False)
