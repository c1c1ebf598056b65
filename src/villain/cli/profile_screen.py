"""A player's profile on the terminal: tables, words, and charts in letters."""

from math import isnan
from typing import TYPE_CHECKING

import numpy as np

from villain.cli.output import console, many, new_table, plain

if TYPE_CHECKING:
    from rich.console import Console

    from villain.kernels.arrays import FloatArray
    from villain.profiles.crowd_read import CrowdRead
    from villain.profiles.profile import Profile, ProfileLine
    from villain.profiles.winnings import Winnings

BY_POSITION = ("vpip", "pfr", "three_bet", "steal", "cbet_flop", "wtsd", "afq")
HEIGHT = 14
_MARKS = {1: " ▲", -1: " ▼", 0: "  "}


def show_profile(profile: "Profile") -> None:
    """All that is known of a player."""
    out = console()
    where = f" at {plain(profile.site)}" if profile.site else ""
    out.print(f"[bold]{plain(profile.name)}[/]{where}", soft_wrap=True)
    won = profile.bb_per_100
    sure = "" if isnan(won.low) else f" (95 %: {won.low:+.1f} to {won.high:+.1f})"
    out.print(f"{many(profile.hands, 'hand')}, {won.mean:+.1f} bb/100{sure}")
    width = len(f"{profile.games[0][1]:,}")
    for game, hands in profile.games:
        out.print(f"  {hands:>{width},}  {plain(str(game))}")
    out.print(f"\n[bold]{profile.style}[/]")
    loose, aggressive = profile.style.loose, profile.style.aggressive
    pace = f"loose {_chance(loose)}, tight {_chance(1 - loose)}"
    force = f"aggressive {_chance(aggressive)}, passive {_chance(1 - aggressive)}"
    out.print(f"  {pace} (VPIP beside the median player's)\n  {force} (AFq)\n")
    _show_statistics(profile, out)
    _show_positions(profile, out)
    _show_leaks(profile, out)


def _show_statistics(profile: "Profile", out: "Console") -> None:
    names = ("done/chances", "rate", "95 %", "shrunk", "95 %", "population")
    table = new_table("statistic", *names, no_wrap=True)
    for line in profile.lines:
        table.add_row(line.statistic.name, *_cells(line))
    out.print(table)
    out.print(
        f"[dim]Shrunk is the rate given how the {profile.others:,} players of these games differ; "
        "▲ ▼ where he surely does it more or less often than they do on average. PFR is of the "
        "hands dealt, AFq counts no checks; docs/reference/statistics.md has every definition.[/]"
    )


def _cells(line: "ProfileLine") -> tuple[str, ...]:
    counts = f"{line.done:,}/{line.chances:,}"
    if not line.chances:
        return (counts,)
    if line.statistic.kind == "ratio":
        return (counts, f"{line.rate.mean:.2f}  ")
    plainly = (
        counts,
        _percent(line.rate.mean),
        f"{100 * line.rate.low:.0f}–{100 * line.rate.high:.0f}",
    )
    shrunk = line.estimate
    if shrunk is None:
        return plainly
    mean = _percent(shrunk.mean)
    return (
        *plainly,
        f"[bold]{mean}[/]" if line.direction else mean,
        f"{100 * shrunk.low:.0f}–{100 * shrunk.high:.0f}",
        _percent(line.population) + _MARKS[line.direction],
    )


def _show_positions(profile: "Profile", out: "Console") -> None:
    names = {line.statistic.key: line.statistic.name for line in profile.lines}
    heads = ("hands", *(names[key] for key in BY_POSITION))
    table = new_table("position", *heads)
    for position, counts in profile.positions.items():
        pairs = [counts[key] for key in BY_POSITION]
        cells = (
            f"{_percent(done / chances)}\n[dim]{done:,}/{chances:,}[/]" if chances else ""
            for done, chances in pairs
        )
        table.add_row(position, f"{counts['hands'][0]:,}", *cells)
    out.print()
    out.print(table)


def _show_leaks(profile: "Profile", out: "Console") -> None:
    from rich.table import Table

    if not profile.leaks:
        out.print("\nNothing sure can be said yet of how he differs from the population.")
        return
    out.print("\nWhere he differs most from the population:")
    table = Table.grid(padding=(0, 1))
    for leak in profile.leaks:
        table.add_row("•", plain(leak))
    out.print(table)


def show_crowd_read(read: "CrowdRead | None") -> None:
    """A line for each kind of spot: the crowd's chances for him, and for a stranger."""
    out = console()
    if read is None:
        out.print("\nThe crowd has no read of him: he decided nothing in a hand of hold'em.")
        return
    hands = many(read.hands, "hand")
    if not read.spots:
        out.print(f"\nThe crowd knows {hands} of him, and none of them had one of its spots.")
        return
    out.print(f"\nWhat the crowd expects of him after {hands}, in % (of a stranger)")
    table = new_table("", "fold", "check/call", "bet/raise", "times", no_wrap=True)
    for spot in read.spots.values():
        cells = [
            f"{100 * spot.chances[1, action]:.0f} ({100 * spot.chances[0, action]:.0f})"
            if action in spot.kind.possible
            else ""
            for action in range(3)
        ]
        table.add_row(spot.kind.title, *cells, f"{spot.cases:,}")
    out.print(table)


def _percent(share: float) -> str:
    return "" if isnan(share) else f"{100 * share:.0f} %"


def _chance(share: float) -> str:
    """A probability, which is never quite nothing or all."""
    if share < 0.005:
        return "< 1 %"
    return "> 99 %" if share >= 0.995 else _percent(share)


def print_winnings(won: "Winnings") -> None:
    """The four curves of winnings, the band of chance, and what they come to."""
    out = console()
    width = max(min(out.width - 11, 100), 20)
    at = np.linspace(0, len(won.net), width).round().astype(int)
    curves = (
        ("without showdown", won.without_showdown, "▽", "red"),
        ("at showdown", won.at_showdown, "△", "blue"),
        ("all-in expectation", won.expected, "○", "yellow"),
        ("net", won.net, "●", "green"),
    )
    paths = [np.concatenate([[0.0], values.cumsum()])[at] for _, values, _, _ in curves]
    middle, half = won.net.mean() * at, 1.96 * won.net.std() * np.sqrt(at)
    low, high = float(np.min(paths)), float(np.max(paths))
    span = (high - low) or 1.0

    def rows(values: "FloatArray") -> list[int]:
        return [round(float(value)) for value in (values - low) / span * (HEIGHT - 1)]

    zero = rows(np.zeros(1))[0]
    cells = [[" "] * width for _ in range(HEIGHT)]
    for column, (bottom, top) in enumerate(
        zip(rows(middle - half), rows(middle + half), strict=True)
    ):
        for row in range(max(bottom, 0), min(top, HEIGHT - 1) + 1):
            cells[row][column] = "[dim]·[/]"
    cells[zero] = ["─" if cell == " " else cell for cell in cells[zero]]
    for (_, _, sign, colour), path in zip(curves, paths, strict=True):
        for column, row in enumerate(rows(path)):
            cells[row][column] = f"[{colour}]{sign}[/]"
    out.print("\nBig blinds won over his hands")
    for row in range(HEIGHT - 1, -1, -1):
        label = {HEIGHT - 1: f"{high:+,.0f}", 0: f"{low:+,.0f}", zero: "0"}.get(row, "")
        out.print(f"{label:>9} {''.join(cells[row])}", soft_wrap=True)
    out.print(f"{'':>10}0{f'{len(won.net):,} hands':>{width - 1}}", soft_wrap=True)
    for label, values, sign, colour in reversed(curves):
        error = 1.96 * won.error_per_hundred(values)
        spread = "" if isnan(error) else f" ± {error:.1f}"
        out.print(
            f"  [{colour}]{sign}[/] {label:<19} {100 * values.mean():+8.1f}{spread} bb/100",
            soft_wrap=True,
        )
    out.print("  [dim]·[/] where 95 % of such curves would be, by chance")
    if won.known < won.all_ins:
        out.print(
            f"[dim]Cards are known in {won.known:,} of {won.all_ins:,} all-ins; the others are "
            "taken as they fell. Where losers need not show, all-in expectation is not fair.[/]"
        )


def print_statistics(profile: "Profile") -> None:
    """His rates with their intervals on a line from 0 to 100 %, and the population's."""
    out = console()
    lines = [line for line in profile.lines if line.estimate]
    if not lines:
        return
    name = max(len(line.statistic.name) for line in lines)
    width = max(min(out.width - name - 2, 101), 21)

    def column(share: float) -> int:
        return round(share * (width - 1))

    out.print("\nStatistics against the population (● he, shrunk, with 95 %; ◇ population)")
    half = column(0.5)
    out.print(f"{'':>{name}}  0{'50':>{half}}{'100 %':>{width - half - 1}}", soft_wrap=True)
    tenths = {column(tenth / 10) for tenth in range(11)}
    for line in lines:
        assert line.estimate is not None
        cells = ["·" if at in tenths else " " for at in range(width)]
        for at in range(column(line.estimate.low), column(line.estimate.high) + 1):
            cells[at] = "[green]─[/]"
        if not isnan(line.population):
            cells[column(line.population)] = "◇"
        cells[column(line.estimate.mean)] = "[bold green]●[/]"
        out.print(f"{line.statistic.name:>{name}}  {''.join(cells)}", soft_wrap=True)
