"""Winnings, and the lead of each player over the baseline in its seat [sander]."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from villain.arena.match import Match, MatchResult
from villain.arena.statistics import Rate, rate
from villain.game.rules import Rules
from villain.kernels.arrays import FloatArray
from villain.papers.canvas import canvas
from villain.papers.long_matches import play_all
from villain.papers.plots import dots_below
from villain.papers.report import Section, Setting, grid, table
from villain.papers.sander.printed import BASELINE, short

ALL = "all"


@dataclass(frozen=True, eq=False)
class Leads:
    """The results of matches by player and opponent; the baseline's are among them."""

    played: dict[tuple[str, str], MatchResult]

    @property
    def rivals(self) -> list[str]:
        """The opponents, in order."""
        return list(dict.fromkeys(rival for _, rival in self.played))

    @property
    def players(self) -> list[str]:
        """The players but for the baseline, in order."""
        return [name for name in dict.fromkeys(name for name, _ in self.played) if name != BASELINE]

    def by_deal(self, name: str, rival: str, other: str = BASELINE) -> FloatArray:
        """By how much a player won more than another in every deal that both played.

        Against all opponents it is the mean over them.
        """
        if rival == ALL:
            means: FloatArray = np.mean(
                [self.by_deal(name, one, other) for one in self.rivals], axis=0
            )
            return means
        ours, theirs = (self.played[who, rival].by_deal[:, 0] for who in (name, other))
        both = min(len(ours), len(theirs))
        return ours[:both] - theirs[:both]

    def lead(self, name: str, rival: str, other: str = BASELINE) -> Rate:
        """The same on average."""
        return rate(self.by_deal(name, rival, other))

    def won(self) -> dict[tuple[str, str], Rate]:
        """Every player's winnings against each."""
        return {pair: result.rates()[0] for pair, result in self.played.items()}

    def rates(self) -> dict[tuple[str, str], Rate]:
        """Every player's lead over the baseline in its seat, against each and all."""
        return {
            (name, rival): self.lead(name, rival)
            for name in self.players
            for rival in (*self.rivals, ALL)
        }

    def data(self) -> dict[str, object]:
        """All of it as numbers."""
        return {"won": self.won(), "leads": self.rates()}

    def sections(self) -> list[Section]:
        """Everybody's winnings, and everybody's lead over the baseline in its seat."""
        rates = self.rates()
        columns = self.rivals if len(self.rivals) == 1 else [*self.rivals, ALL]
        deals = {name: len(self.by_deal(name, columns[0])) for name in self.players}
        return [
            grid(
                "Big blinds a hand against each opponent",
                "player",
                {(short(name), rival): one for (name, rival), one in self.won().items()},
                "±+.3f",
            ),
            table(
                "Ahead of the baseline in its seat, paired by deal",
                ("player", "deals {,}", *columns),
                (
                    (short(name), deals[name], *(rates[name, one] for one in columns))
                    for name in self.players
                ),
                "±+.3f",
            ),
        ]

    def draw(self, path: Path) -> None:
        """Leads with their intervals: a line for each player, a colour for each opponent."""
        leads, names, rivals = self.rates(), self.players, [*self.rivals, ALL]
        with canvas(path, size=(8, 1.5 + 0.32 * len(names))) as [[axes]]:
            for number, rival in enumerate(rivals):
                places = np.arange(len(names)) + 0.16 * (number - (len(rivals) - 1) / 2)
                style = {"color": "black" if rival == ALL else None, "label": rival}
                dots_below(
                    axes, places, [leads[name, rival] for name in names], markersize=4, **style
                )
            axes.axvline(0, color="grey", linewidth=0.8)
            axes.set_yticks(range(len(names)), [short(name) for name in names])
            axes.invert_yaxis()
            axes.set_xlabel("big blinds a hand ahead of the baseline in its seat")
            place = {"loc": "lower center", "bbox_to_anchor": (0.5, 1.0), "ncols": len(rivals)}
            axes.legend(frameon=False, fontsize=8, title="opponent", **place)


def play_leads(
    rules: Rules,
    players: Mapping[str, tuple[str, int]],
    rivals: Mapping[str, str],
    setting: Setting,
    name: str,
) -> Leads:
    """Let each player, with so many deals in both seats, and the baseline meet every opponent.

    The deals are the same for all: who plays fewer plays the first of them.
    """
    deals = max(count for _, count in players.values())
    everybody = {BASELINE: (BASELINE, deals), **players}
    wanted = {
        (who, rival): Match(rules, (agent, spec), count, setting.seed)
        for rival, spec in rivals.items()
        for who, (agent, count) in everybody.items()
    }
    results = play_all(list(wanted.values()), setting, name)
    return Leads(dict(zip(wanted, results, strict=True)))
