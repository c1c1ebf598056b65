"""``villain players`` and ``villain profile``."""

import csv
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from villain.cli.import_hands import StoreOption
from villain.cli.output import (
    JsonOption,
    check_picture,
    check_writable,
    console,
    examples,
    plain,
    print_json,
    progress,
)

if TYPE_CHECKING:
    from rich.console import Console

    from villain.histories.profiles.profile import Line, Profile

PLAYERS_EXAMPLES = examples("villain players", "villain players --min-hands 100 --json")
PROFILE_EXAMPLES = examples(
    "villain profile Ann",
    "villain profile Ann --site PokerStars --plot ann.png",
    "villain profile Ann --csv ann.csv",
)
BY_POSITION = ("vpip", "pfr", "three_bet", "steal", "cbet_flop", "wtsd", "afq")


def players_command(
    least: Annotated[int, typer.Option("--min-hands", help="Only with so many hands.")] = 500,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """The players of the hand store, those with the most hands first."""
    from villain.histories.profiles.profile import list_players
    from villain.histories.store.hand_store import HandStore

    found = list_players(HandStore(store), least)
    if as_json:
        print_json({"players": [row._asdict() for row in found]})
        return
    from rich.table import Column, Table

    right = [Column(name, justify="right") for name in ("hands", "bb/100", "VPIP", "PFR", "AFq")]
    table = Table(Column("player", overflow="fold"), "site", *right, box=None, pad_edge=False)
    for row in found:
        rates = [f"{100 * rate:.0f} %" for rate in (row.vpip, row.pfr, row.afq)]
        table.add_row(
            plain(row.name), plain(row.site), f"{row.hands:,}", f"{row.bb_per_100:+.1f}", *rates
        )
    if found:
        console().print(table)
    console().print(f"\n{len(found):,} players with {least:,} hands or more")


def profile_command(
    name: Annotated[str, typer.Argument(help="The player's name, as the site writes it.")],
    site: Annotated[str, typer.Option(help="Where he plays, if the name is not enough.")] = "",
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
    as_json: JsonOption = False,
) -> None:
    """Who a player is: statistics beside the population's, style, and leaks."""
    from villain.histories.profiles.profile import read_profile
    from villain.histories.store.hand_store import HandStore

    check_picture(plot)
    check_writable(table)
    hands = HandStore(store)
    found = read_profile(hands, name, site)
    if table is not None:
        _write_csv(found, table)
    if as_json:
        print_json(_as_dict(found))
    else:
        _show(found)
    if plot or chart:
        from villain.cli.profile_charts import draw_profile, print_winnings
        from villain.histories.profiles.winnings import player_winnings

        with progress("all-ins") as report:
            won = player_winnings(hands, found.name, found.site, report)
        if plot:
            draw_profile(found, won, plot)
        if chart and not as_json:
            print_winnings(won)


def _show(found: "Profile") -> None:
    out = console()
    out.print(f"[bold]{plain(found.name)}[/] ({plain(found.site)})")
    out.print(
        f"{found.hands:,} hands, {found.bb_per_100.mean:+.1f} bb/100 "
        f"({found.bb_per_100.low:+.1f} to {found.bb_per_100.high:+.1f})"
    )
    for game, hands in found.games:
        out.print(f"  {hands:>9,}  {plain(str(game))}")
    chances = "  ".join(f"{name} {share:.0%}" for name, share in found.style.probabilities.items())
    out.print(f"\n[bold]{found.style}[/]\n  {chances}\n")
    _show_statistics(found, out)
    _show_positions(found, out)
    if found.leaks:
        out.print("\nWhere he differs most from the population:")
    for leak in found.leaks:
        out.print(f"• {plain(leak)}", soft_wrap=False)


def _show_statistics(found: "Profile", out: "Console") -> None:
    from rich.table import Column, Table

    names = ("done/chances", "rate", "95 %", "shrunk", "95 %", "others")
    table = Table(
        Column("statistic", no_wrap=True),
        *(Column(name, justify="right", no_wrap=True) for name in names),
        box=None,
        pad_edge=False,
    )
    for line in found.lines:
        table.add_row(line.statistic.name, *_cells(line))
    out.print(table)
    out.print(
        f"[dim]shrunk: given how {found.others:,} players of the same games differ; bold where he "
        "surely differs from the others. AFq counts no checks, PFR is of hands dealt; all "
        "definitions: --json, docs/statistics.md[/]"
    )


def _cells(line: "Line") -> tuple[str, ...]:
    counts = f"{line.done:,}/{line.chances:,}"
    if not line.chances:
        return (counts, "", "", "", "", _percent(line.population))
    if line.estimate is None:
        return (counts, f"{line.rate.mean:.2f}", "", "", "", "")
    marked = line.deviation is not None and line.deviation.certainty >= 0.975
    shrunk = _percent(line.estimate.mean)
    return (
        counts,
        _percent(line.rate.mean),
        f"{100 * line.rate.low:.0f}–{100 * line.rate.high:.0f}",
        f"[bold]{shrunk}[/]" if marked else shrunk,
        f"{100 * line.estimate.low:.0f}–{100 * line.estimate.high:.0f}",
        _percent(line.population),
    )


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %" if not isnan(share) else ""


def _show_positions(found: "Profile", out: "Console") -> None:
    from rich.table import Column, Table

    names = {line.statistic.key: line.statistic.name for line in found.lines}
    heads = ("hands", *(names[key] for key in BY_POSITION))
    table = Table(
        "position", *(Column(head, justify="right") for head in heads), box=None, pad_edge=False
    )
    for position, counts in found.positions.items():
        cells = []
        for key in BY_POSITION:
            done, chances = counts[key]
            cells.append(f"{100 * done / chances:.0f} %" if chances else "")
        table.add_row(position, f"{counts['hands'][0]:,}", *cells)
    out.print()
    out.print(table)


def _as_dict(found: "Profile") -> dict[str, Any]:
    return {
        "name": found.name,
        "site": found.site,
        "hands": found.hands,
        "bb_per_100": found.bb_per_100._asdict(),
        "games": [{**game._asdict(), "hands": hands} for game, hands in found.games],
        "style": {"words": str(found.style), "probabilities": found.style.probabilities},
        "statistics": [_line_as_dict(line) for line in found.lines],
        "positions": {
            position: {
                key: list(pair) if key != "hands" else pair[0] for key, pair in counts.items()
            }
            for position, counts in found.positions.items()
        },
        "leaks": found.leaks,
    }


def _line_as_dict(line: "Line") -> dict[str, Any]:
    return {
        "key": line.statistic.key,
        "name": line.statistic.name,
        "definition": line.statistic.definition,
        "done": line.done,
        "chances": line.chances,
        "rate": line.rate.mean,
        "low": line.rate.low,
        "high": line.rate.high,
        "shrunk": line.estimate.mean if line.estimate else None,
        "shrunk_low": line.estimate.low if line.estimate else None,
        "shrunk_high": line.estimate.high if line.estimate else None,
        "population": line.population,
    }


def _write_csv(found: "Profile", path: Path) -> None:
    rows = [_line_as_dict(line) for line in found.lines]
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
