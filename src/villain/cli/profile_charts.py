"""Pictures of a player: winnings over hands, and statistics against the population."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from villain.cli.output import console
from villain.papers.canvas import canvas

if TYPE_CHECKING:
    from villain.histories.profiles.profile import Profile
    from villain.histories.profiles.winnings import Winnings

Axes: TypeAlias = Any  # matplotlib's own are loose

WIDTH, HEIGHT = 66, 12


def draw_profile(profile: "Profile", won: "Winnings", path: Path) -> None:
    """Both pictures side by side."""
    with canvas(path, 1, 2, size=(13, 6.5)) as [[left, right]]:
        _draw_winnings(left, won)
        left.set_title(f"{profile.name}: {profile.hands:,} hands")
        _draw_statistics(right, profile)


def _draw_winnings(axes: Axes, won: "Winnings") -> None:
    hands = np.arange(1, len(won.net) + 1)
    curves = {
        "net": (won.net, "#1b6e3c", "-"),
        f"all-in expectation ({won.all_ins:,} all-ins)": (won.expected, "#d08700", "-"),
        "at showdown": (won.at_showdown, "#3568b8", "--"),
        "without showdown": (won.without_showdown, "#b83535", "--"),
    }
    for label, (values, colour, style) in curves.items():
        axes.plot(hands, values.cumsum(), style, color=colour, label=label, linewidth=1.3)
    half = 1.96 * won.net.std() * np.sqrt(hands)
    line = won.net.mean() * hands
    axes.fill_between(hands, line - half, line + half, color="#1b6e3c", alpha=0.12)
    axes.axhline(0, color="0.6", linewidth=0.8)
    axes.set_xlabel("hands")
    axes.set_ylabel("big blinds won")
    axes.legend(frameon=False)


def _draw_statistics(axes: Axes, profile: "Profile") -> None:
    lines = [line for line in profile.lines if line.estimate and line.chances][::-1]
    places = np.arange(len(lines))
    means, lows, highs = 100 * np.array([line.estimate for line in lines]).T
    axes.errorbar(
        means,
        places,
        xerr=[means - lows, highs - means],
        fmt="o",
        color="#1b6e3c",
        markersize=5,
        capsize=2,
        label="he, shrunk, with 95 %",
    )
    axes.plot(
        [100 * line.population for line in lines], places, "D", color="0.55", label="population"
    )
    axes.set_yticks(places, [f"{line.statistic.name} ({line.chances:,})" for line in lines])
    axes.set_xlabel("% of chances (in brackets how many)")
    axes.set_xlim(0, 100)
    axes.grid(axis="y", color="0.92")
    axes.legend(frameon=False, loc="lower right")
    axes.set_title(f"{profile.style}")


def print_winnings(won: "Winnings") -> None:
    """The curve of all winnings, in dots, with its scale."""
    out = console()
    curve = np.concatenate([[0.0], won.net.cumsum()])
    expected = np.concatenate([[0.0], won.expected.cumsum()])
    at = np.linspace(0, len(curve) - 1, WIDTH).round().astype(int)
    low, high = float(min(curve.min(), expected.min())), float(max(curve.max(), expected.max()))
    span = (high - low) or 1.0
    rows = [[" "] * WIDTH for _ in range(HEIGHT)]
    zero = round((0 - low) / span * (HEIGHT - 1))
    for column in range(WIDTH):
        rows[zero][column] = "·"
    for values, sign in ((expected, "[yellow]○[/]"), (curve, "[green]●[/]")):
        for column, place in enumerate(at):
            rows[round((values[place] - low) / span * (HEIGHT - 1))][column] = sign
    out.print("\nBig blinds won over his hands ([green]●[/] net, [yellow]○[/] all-in expectation)")
    for number in range(HEIGHT - 1, -1, -1):
        label = {HEIGHT - 1: f"{high:+,.0f}", 0: f"{low:+,.0f}", zero: "0"}.get(number, "")
        out.print(f"{label:>9} {''.join(rows[number])}", soft_wrap=True)
    out.print(f"{'':>10}0{f'{len(won.net):,} hands':>{WIDTH - 1}}", soft_wrap=True)
    for label, values in (
        ("net", won.net),
        ("all-in expectation", won.expected),
        ("at showdown", won.at_showdown),
        ("without showdown", won.without_showdown),
    ):
        half = 1.96 * won.error_per_hundred(values)
        out.print(f"{label:>20}  {100 * values.mean():+8.1f} ± {half:.1f} bb/100")
