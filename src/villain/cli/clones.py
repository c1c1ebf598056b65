"""``villain clones``: clones of a store's players, judged by what those did later."""

from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from villain.cli.opened_store import opened_store
from villain.cli.options import (
    FilesArgument,
    JsonOption,
    OnOption,
    SeedOption,
    StoreOption,
    WorkersOption,
)
from villain.cli.output import check_picture, console, examples, new_table, print_json, progress

if TYPE_CHECKING:
    from villain.evaluation.followed import Followed
    from villain.evaluation.realism.clones import CloneResult
    from villain.hands.store.hand_store import HandStore

EXAMPLES = examples(
    "villain clones --store ~/poker --players 10",
    "villain clones hands.tar.xz --span 1000 --hands 200 --plot clones.png",
    "villain clones --store new-site --everybody --players 50 --json",
)


def command(
    files: FilesArgument = None,
    players: Annotated[int, typer.Option(min=1, help="At most this many players.")] = 10,
    span: Annotated[
        int,
        typer.Option(
            min=4, help="Of each this many hands: one half makes the clone, the other judges."
        ),
    ] = 2000,
    hands: Annotated[
        int, typer.Option(min=1, help="The clone plays so many, and is asked about as many.")
    ] = 300,
    repeats: Annotated[
        int,
        typer.Option(
            min=1,
            help="It plays each of them so often, with other cards: chance is not how it plays.",
        ),
    ] = 5,
    everybody: Annotated[
        bool,
        typer.Option(
            "--everybody",
            help="Take any players; for a site that the crowd was not trained on.",
        ),
    ] = False,
    store: StoreOption = None,
    plot: Annotated[
        Path | None, typer.Option(help="Draw three players and their clones into this PNG.")
    ] = None,
    workers: WorkersOption = None,
    on: OnOption = "processes",
    seed: SeedOption = 1,
    as_json: JsonOption = False,
) -> None:
    """Clone players from one half of their hands, and judge the clones by the other."""
    from villain.evaluation.realism.clone_report import clones_as_dict
    from villain.evaluation.realism.clones import judge_clones
    from villain.work import Workplace

    workplace = Workplace.parse(on, workers)
    check_picture(plot)
    with opened_store(files, store) as opened, progress("cloning") as bar:
        chosen = _choose(opened, players, span, everybody=everybody)
        results = judge_clones(
            opened, chosen, span, hands, seed, repeats=repeats, workers=workplace, progress=bar
        )
    if as_json:
        asked = {"seed": seed, "span": span, "hands": hands, "repeats": repeats}
        print_json({**asked, **clones_as_dict(results, seed)})
    else:
        _show(results, span, hands, repeats, seed)
    if plot:
        from villain.cli.clone_charts import draw_clones

        draw_clones(results, plot)


def _choose(store: "HandStore", players: int, span: int, *, everybody: bool) -> "list[Followed]":
    from villain.errors import VillainError
    from villain.evaluation.followed import players_of

    chosen = players_of(store, span, everybody=everybody)[:players]
    if not chosen:
        whom, hint = ("player", "") if everybody else ("held-back player", ", or --everybody")
        raise VillainError(f"no {whom} has {span:,} hands; try a smaller --span{hint}")
    return chosen


def _show(results: "list[CloneResult]", span: int, hands: int, repeats: int, seed: int) -> None:
    from villain.evaluation.realism.clone_report import clone_gains, inside_shares, inside_shortfall

    heads = ("cases", "himself", "drawn", "his clone", "another's")
    table = new_table("inside his 95 %", *heads, no_wrap=True)
    for one in inside_shares(results):
        shares = ("" if share != share else f"{share:.0%}" for share in one[2:])
        table.add_row(one.statistic, f"{one.cases:,}", *shares)
    screen = console()
    screen.print(table)
    screen.print()
    for words, drawn in (("himself", False), ("drawn", True)):
        less = inside_shortfall(results, seed, drawn=drawn)
        if isfinite(less.low):
            screen.print(
                f"{words} less his clone: {100 * less.mean:+.1f} points "
                f"({100 * less.low:+.1f} to {100 * less.high:+.1f}, 95 % over players)"
            )
    screen.print(
        f"\n{len(results)} players, clones of the first half of {span:,} hands each, intervals of "
        f"{hands:,} hands of the second; himself: as many of the first; his clone: those hands "
        f"played {repeats} times with other cards; drawn: as many as the clone plays, drawn from "
        f"all of the first; another's: the clone of somebody else (seed {seed})\n"
    )
    heads = ("decisions", "a stranger", "his clone", "gain", "95 %")
    table = new_table("log-loss, his cards", *heads, no_wrap=True)
    for gain in clone_gains(results, seed):
        table.add_row(
            gain.cards,
            f"{gain.decisions:,}",
            f"{gain.stranger:.4f}",
            f"{gain.clone:.4f}",
            f"{gain.gain:.4f}",
            f"{gain.low:.4f} to {gain.high:.4f}" if isfinite(gain.low) else "one player",
        )
    screen.print(table)
    screen.print("\nnats a decision, of what he did in the second half; 95 % over players")
    screen.print("folds apart: given that he did not fold, as nobody does who shows his cards")
