"""Pictures of a player: winnings over hands, and statistics against the population."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias
from warnings import catch_warnings, filterwarnings

import numpy as np

from villain.cli.figures import literal
from villain.cli.output import many
from villain.papers.canvas import canvas

if TYPE_CHECKING:
    from villain.profiles.profile import Profile
    from villain.profiles.winnings import Winnings

Axes: TypeAlias = Any  # matplotlib's own are loose

_GREEN, _YELLOW, _BLUE, _RED = "#1b6e3c", "#d08700", "#3568b8", "#b83535"


def draw_profile(profile: "Profile", won: "Winnings", path: Path) -> None:
    """Both pictures side by side."""
    with catch_warnings(), canvas(path, 1, 2, size=(13, 7)) as [[left, right]]:
        filterwarnings("ignore", "Glyph")  # a name in letters that the font has not
        _draw_winnings(left, won)
        hands = many(profile.hands, "hand")
        left.set_title(literal(f"{profile.name}: {hands}"))
        _draw_statistics(right, profile)
        right.set_title(str(profile.style))


def _draw_winnings(axes: Axes, won: "Winnings") -> None:
    hands = np.arange(len(won.net) + 1)
    curves = {
        "net": (won.net, _GREEN, "-"),
        f"all-in expectation ({won.known:,} of {won.all_ins:,} known)": (
            won.expected,
            _YELLOW,
            "-",
        ),
        "at showdown": (won.at_showdown, _BLUE, "--"),
        "without showdown": (won.without_showdown, _RED, "--"),
    }
    for label, (values, colour, style) in curves.items():
        path = np.concatenate([[0.0], values.cumsum()])
        axes.plot(hands, path, style, color=colour, label=label, linewidth=1.3)
    half = 1.96 * won.net.std() * np.sqrt(hands)
    line = won.net.mean() * hands
    label = "95 % of such curves, by chance"
    axes.fill_between(
        hands, line - half, line + half, color=_GREEN, alpha=0.12, linewidth=0, label=label
    )
    axes.axhline(0, color="0.6", linewidth=0.8)
    axes.set_xlabel("hands")
    axes.set_ylabel("big blinds won")
    axes.xaxis.set_major_formatter("{x:,.0f}")
    axes.yaxis.set_major_formatter(lambda chips, _: f"{chips:+,.0f}" if chips else "0")
    axes.margins(x=0.01)
    _legend(axes, columns=2)


def _draw_statistics(axes: Axes, profile: "Profile") -> None:
    lines = [line for line in profile.lines if line.estimate][::-1]
    places = np.arange(len(lines))
    if lines:
        means, lows, highs = 100 * np.array([line.estimate for line in lines]).T
        axes.errorbar(
            means,
            places,
            xerr=[means - lows, highs - means],
            fmt="o",
            color=_GREEN,
            markersize=5,
            capsize=2,
            label="he, shrunk, with 95 %",
        )
    others = [100 * line.population for line in lines]
    axes.plot(others, places, "D", color="0.55", zorder=1, label="population")
    axes.set_yticks(places, [f"{line.statistic.name} ({line.chances:,})" for line in lines])
    axes.set_xlabel("% of chances (in brackets how many)")
    axes.set_xlim(-1, 101)
    axes.grid(axis="y", color="0.92")
    axes.set_axisbelow(True)
    _legend(axes, columns=2)


def _legend(axes: Axes, columns: int) -> None:
    """Below the picture, where it covers nothing."""
    axes.legend(
        frameon=False, ncols=columns, loc="upper center", bbox_to_anchor=(0.5, -0.09), fontsize=9
    )
