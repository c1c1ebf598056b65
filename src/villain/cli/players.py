"""``villain players`` and ``villain profile``."""

from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from villain.cli.csv_cells import SafeRows
from villain.cli.opened_store import open_store
from villain.cli.options import JsonOption, StoreOption
from villain.cli.output import (
    check_picture,
    check_writable,
    console,
    examples,
    many,
    plain,
    print_json,
    progress,
)

if TYPE_CHECKING:
    from villain.hands.store.hand_store import HandStore
    from villain.profiles.crowd_read import CrowdRead
    from villain.profiles.profile import Profile, ProfileLine

PLAYERS_EXAMPLES = examples(
    "villain players",
    "villain players --min-hands 100 --sort winnings --limit 10",
    "villain players --json",
)
PROFILE_EXAMPLES = examples(
    "villain profile Ann",
    "villain profile Ann --chart",
    "villain profile Ann --site PokerStars --plot ann.png",
    "villain profile Ann --csv ann.csv",
)


def players_command(
    least: Annotated[
        int, typer.Option("--min-hands", min=0, help="Only players with at least this many hands.")
    ] = 500,
    order: Annotated[
        str, typer.Option("--sort", help="hands, winnings, vpip, pfr, afq or name.")
    ] = "hands",
    most: Annotated[int | None, typer.Option("--limit", min=1, help="At most this many.")] = None,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """The players of the hand store, those with the most hands first."""
    from villain.profiles.players import list_players

    players = list_players(open_store(store), least, order, most)
    if as_json:
        print_json({"players": [row._asdict() for row in players]})
        return
    from rich.table import Column, Table

    heads = ("hands", "won bb", "bb/100", "VPIP", "PFR", "AFq")
    right = [Column(head, justify="right", no_wrap=True) for head in heads]
    table = Table(Column("player", overflow="fold"), "site", *right, box=None, pad_edge=False)
    for row in players:
        rates = ["" if isnan(r) else f"{100 * r:.0f} %" for r in (row.vpip, row.pfr, row.afq)]
        won = (f"{row.won:+,.0f}", f"{row.bb_per_100:+.1f}")
        table.add_row(plain(row.name), plain(row.site), f"{row.hands:,}", *won, *rates)
    if players:
        console().print(table)
        console().print()
    first = "the first " if most is not None and len(players) == most else ""
    console().print(f"{first}{many(len(players), 'player')} with {least:,} hands or more")


def profile_command(
    name: Annotated[str, typer.Argument(help="The player's name, as the site writes it.")],
    site: Annotated[
        str | None, typer.Option(help="The site where he plays, if the name is not enough.")
    ] = None,
    store: StoreOption = None,
    plot: Annotated[
        Path | None, typer.Option(help="Draw winnings and statistics into this PNG.")
    ] = None,
    chart: Annotated[
        bool, typer.Option("--chart", help="Draw them in the terminal as well.")
    ] = False,
    table: Annotated[
        Path | None, typer.Option("--csv", help="Write the statistics into this file.")
    ] = None,
    crowd: Annotated[
        bool, typer.Option("--crowd/--no-crowd", help="Ask the crowd what it expects of him.")
    ] = True,
    as_json: JsonOption = False,
) -> None:
    """Show a player: statistics beside the population's, style, leaks, and the crowd's read."""
    from villain.profiles.profile import read_profile
    from villain.profiles.report import profile_as_dict

    check_picture(plot)
    check_writable(table)
    hands = open_store(store)
    profile = read_profile(hands, name, site)
    if table is not None:
        _write_csv(profile, table)
    read = _crowd_read(hands, profile) if crowd else None
    if as_json:
        from villain.profiles.crowd_read import crowd_read_as_dict

        as_dict = None if read is None else crowd_read_as_dict(read)
        print_json(profile_as_dict(profile) | {"crowd": as_dict})
    else:
        from villain.cli.profile_screen import show_crowd_read, show_profile

        show_profile(profile)
        if crowd:
            show_crowd_read(read)
    if plot or (chart and not as_json):
        from villain.profiles.winnings import player_winnings

        with progress("all-ins") as report:
            won = player_winnings(hands, profile.name, profile.site, report)
        if plot:
            from villain.cli.profile_charts import draw_profile

            draw_profile(profile, won, plot)
        if chart and not as_json:
            from villain.cli.profile_screen import print_statistics, print_winnings

            print_winnings(won)
            print_statistics(profile)


def _crowd_read(store: "HandStore", profile: "Profile") -> "CrowdRead | None":
    from villain.profiles.crowd_read import crowd_read

    with progress("the crowd") as report:
        return crowd_read(store, profile.name, profile.site, progress=report)


def _write_csv(profile: "Profile", path: Path) -> None:
    from villain.profiles.report import line_as_dict

    rows = [{"position": "all", **line_as_dict(line)} for line in profile.lines]
    for position, counts in profile.positions.items():
        for line in profile.lines:
            done, chances = counts[line.statistic.key]
            rows.append(_plain_row(position, line, done, chances))
    with path.open("w", newline="", encoding="utf-8") as file:
        table = SafeRows(file)
        table.write(rows[0])
        for row in rows:
            cells = (row.get(column, "") for column in rows[0])
            table.write("" if _unknown(value) else value for value in cells)


def _plain_row(position: str, line: "ProfileLine", done: int, chances: int) -> dict[str, object]:
    """A statistic in one position: counts, and the rate with its interval."""
    from villain.profiles.population import interval

    rate = line.statistic.kind == "rate"
    mean, low, high = (
        interval(done, chances) if rate else (done / chances if chances else "", "", "")
    )
    return {
        "position": position,
        "key": line.statistic.key,
        "name": line.statistic.name,
        "definition": line.statistic.definition,
        "done": done,
        "chances": chances,
        "rate": mean,
        "low": low if chances else "",
        "high": high if chances else "",
    }


def _unknown(value: object) -> bool:
    return isinstance(value, float) and isnan(value)
