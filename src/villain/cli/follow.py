"""``villain follow``: how a read of a player forms over his first hands."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from villain.cli.opened_store import opened_store
from villain.cli.options import FilesArgument, JsonOption, SeedOption, StoreOption
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
    from rich.table import Table

    from villain.evaluation.forming import Forming
    from villain.evaluation.opening_ranges import OpeningRanges
    from villain.hands.store.hand_store import HandStore
    from villain.profiles.spot_reads import SpotRead

EXAMPLES = examples(
    "villain follow --store ~/poker --plot forming.png",
    "villain follow hands.tar.xz --player Ann --player Bob --hands 50",
    "villain follow --min-hands 1000 --anonymous --plot forming.png --ranges ranges.png",
)
SHOWN = (0, 1, 2, 5, 10, 20, 50, 100)
"""After how many hands a table tells the read."""


def command(
    files: FilesArgument = None,
    player: Annotated[
        list[str] | None,
        typer.Option(
            "--player",
            help="Whom to follow; may be repeated. (default: the tightest, the loosest and "
            "the most aggressive of those whom the crowd was not trained on)",
        ),
    ] = None,
    hands: Annotated[
        int, typer.Option(min=1, help="Follow him through this many of his first hands.")
    ] = 100,
    least: Annotated[
        int,
        typer.Option(
            "--min-hands", min=1, help="Choose among players with at least this many hands."
        ),
    ] = 300,
    model: Annotated[
        str, typer.Option(help="The predictor or model that reads. Your own: file.py:Class.")
    ] = "crowd",
    store: StoreOption = None,
    plot: Annotated[Path | None, typer.Option(help="Draw the reads into this PNG.")] = None,
    ranges: Annotated[
        Path | None, typer.Option(help="Draw the hands that he plays into this PNG.")
    ] = None,
    note: Annotated[str, typer.Option(help="What the pictures should say about the hands.")] = "",
    anonymous: Annotated[
        bool, typer.Option("--anonymous", help="Call the players A, B, C.")
    ] = False,
    seed: SeedOption = 1,
    as_json: JsonOption = False,
) -> None:
    """Show how the crowd's read of players forms, beside what they really do."""
    from villain.errors import VillainError
    from villain.models.crowd import TRAINED_ON
    from villain.models.registry import predictor_of
    from villain.profiles.spots import CROWD

    check_picture(plot)
    check_picture(ranges)
    if ranges and model != CROWD:
        raise VillainError(f"--ranges needs the crowd; {model} does not say with which hands")
    predictor_of(model)
    with opened_store(files, store) as opened:
        followed = _follow(opened, player or [], hands, least, seed, model)
        maps = _maps(opened, followed, hands, seed) if ranges else []
    names = _names(followed, anonymous=anonymous)
    if as_json:
        from villain.evaluation.forming import forming_as_dict

        rows = [
            forming_as_dict(one, name, model) for one, name in zip(followed, names, strict=True)
        ]
        print_json({"seed": seed, "model": model, "players": rows})
    else:
        for one, name in zip(followed, names, strict=True):
            _show(one, name)
        console().print(
            "in % of his spots of each kind, asked as if that hand came next; 0 hands: a stranger; "
            f"(he did: all his hands, 95 %; seed {seed})\n"
            + (TRAINED_ON if model == CROWD else f"read by {plain(model)}")
        )
    if plot:
        from villain.cli.follow_charts import draw_forming

        draw_forming(followed, names, note, plot, model)
    if ranges:
        from villain.cli.follow_charts import draw_ranges

        draw_ranges(followed, names, maps, note, ranges)


def _follow(
    store: "HandStore", names: list[str], hands: int, least: int, seed: int, model: str
) -> "list[Forming]":
    from villain.evaluation.followed import find_player, unlike
    from villain.evaluation.forming import follow

    wanted = [find_player(store, name) for name in dict.fromkeys(names)] or unlike(store, least)
    followed = []
    with progress("following") as bar:
        for done, one in enumerate(wanted):

            def tell(share: float, before: int = done) -> None:
                bar((before + share) / len(wanted))

            followed.append(follow(store, one, hands, seed, model=model, progress=tell))
    return followed


def _maps(
    store: "HandStore", followed: "list[Forming]", hands: int, seed: int
) -> "list[OpeningRanges]":
    from villain.evaluation.opening_ranges import MOMENTS, opening_ranges
    from villain.profiles.spots import own_hands

    moments = [*(moment for moment in MOMENTS if moment < hands), hands]
    return [
        opening_ranges(own_hands(store, one.player.name, one.player.site), moments, seed)
        for one in followed
    ]


def _names(followed: "list[Forming]", *, anonymous: bool) -> list[str]:
    if not anonymous:
        return [one.player.name for one in followed]
    return [chr(ord("A") + place % 26) * (1 + place // 26) for place in range(len(followed))]


def _show(forming: "Forming", name: str) -> None:
    who, screen = forming.player, console()
    why = f", {who.why}" if who.why else ""
    screen.print(f"[bold]{plain(name)}[/]{why}", highlight=False)
    screen.print(describe(forming), soft_wrap=False)
    if not who.held_back:
        screen.print("the crowd may have been trained on his hands")
    shown = [place for place, number in enumerate(forming.moments) if number in SHOWN]
    table = new_table("hands seen", *(f"{forming.moments[place]}" for place in shown), "he did")
    for read in forming.reads.values():
        _add_rows(table, read, shown)
    screen.print(table)
    screen.print()


def describe(forming: "Forming") -> str:
    """A player in a line: how much and how he plays, and when."""
    who = forming.player
    words = (
        f"{forming.hands:,} hands, VPIP {_percent(who.vpip)}, aggression {_percent(who.aggression)}"
    )
    return f"{words}; {dates([forming])}"


def dates(several: "list[Forming]") -> str:
    """The span of the hands, if they have dates."""
    days = [when.date() for one in several for when in (one.first, one.last) if when is not None]
    return f"{min(days)} to {max(days)}" if days else "without dates"


def _percent(share: float) -> str:
    return "unknown" if share != share else f"{100 * share:.0f} %"


def _add_rows(table: "Table", read: "SpotRead", shown: list[int]) -> None:
    times = many(read.cases, "time")
    table.add_row(f"[bold]{read.kind.title}[/]", *[""] * len(shown), times)
    if not read.cases:
        return
    for action in read.kind.possible:
        truth, low, high = (100 * share for share in read.really(action))
        cells = [f"{100 * read.chances[place, action]:.0f}" for place in shown]
        did = f"{truth:.0f} ({low:.0f}–{high:.0f})"
        table.add_row(f"  {read.kind.actions[action]}", *cells, did)
