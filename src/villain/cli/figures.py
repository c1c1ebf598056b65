"""Pictures of results."""

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from villain.papers.canvas import canvas

if TYPE_CHECKING:
    from villain.arena.match import MatchResult


def literal(text: str) -> str:
    """A text that matplotlib does not take for a formula."""
    return text.replace("$", r"\$")


def plot_winnings(result: "MatchResult", path: Path) -> None:
    """Draw what everybody has won over the deals, with a band of 95 %."""
    with canvas(path) as [[axes]]:
        by_deal = result.by_deal
        deals = np.arange(1, len(by_deal) + 1)
        for name, column, rate in zip(result.match.names, by_deal.T, result.rates(), strict=True):
            (line,) = axes.plot(deals, column.cumsum(), label=f"{name}  {rate.mean:+.3f} bb a hand")
            # The error of a sum of so many deals, from the blocks that the rate's error is from.
            half = 1.96 * rate.standard_error * np.sqrt(len(deals) * deals)
            band = column.cumsum()
            axes.fill_between(deals, band - half, band + half, color=line.get_color(), alpha=0.15)
        axes.axhline(0, color="0.6", linewidth=0.8)
        axes.set_xlabel("deals")
        axes.set_ylabel("big blinds won")
        kind = "duplicate" if result.match.duplicate else "plain"
        axes.set_title(f"{result.match.rules.name}, {kind}, seed {result.match.seed}")
        axes.legend(frameon=False)
