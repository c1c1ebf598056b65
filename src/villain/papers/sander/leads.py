"""What players win, and by how much each is ahead of the baseline in its seat [sander]."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from villain.arena.match import Match, MatchResult
from villain.arena.statistics import rate
from villain.game.rules import Rules
from villain.kernels.arrays import FloatArray
from villain.papers.canvas import canvas
from villain.papers.long_matches import Played, play_all
from villain.papers.report import Section, Setting
from villain.papers.sander.means import numbers, short, told
from villain.papers.sander.printed import BASELINE

ALL = "all"
_PLAYED: Played = {}


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

    @property
    def results(self) -> list[MatchResult]:
        """All of them."""
        return list(self.played.values())

    def by_deal(self, name: str, rival: str, other: str = BASELINE) -> FloatArray:
        """By how much a player won more than another in every deal that both played.

        Against all opponents it is the mean over them.
        """
        if rival == ALL:
            found: FloatArray = np.mean(
                [self.by_deal(name, one, other) for one in self.rivals], axis=0
            )
            return found
        ours, theirs = (self.played[who, rival].by_deal[:, 0] for who in (name, other))
        both = min(len(ours), len(theirs))
        return ours[:both] - theirs[:both]

    def data(self) -> dict[str, object]:
        """All of it as numbers."""
        return {
            "won": {
                f"{name} - {rival}": numbers(one.rates()[0])
                for (name, rival), one in self.played.items()
            },
            "leads": {
                f"{name} - {rival}": numbers(rate(self.by_deal(name, rival)))
                for name in self.players
                for rival in (*self.rivals, ALL)
            },
        }


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
    results = play_all(list(wanted.values()), setting, name, _PLAYED)
    return Leads(dict(zip(wanted, results, strict=True)))


def won_section(found: Leads) -> Section:
    """What everybody wins."""
    return Section(
        "Big blinds a hand against each opponent",
        ("player", *found.rivals),
        tuple(
            (
                short(name),
                *(told(found.played[name, one].rates()[0], 3, sign=True) for one in found.rivals),
            )
            for name in (BASELINE, *found.players)
        ),
    )


def ahead_section(found: Leads) -> Section:
    """How far ahead of the baseline in its seat everybody is."""
    columns = found.rivals if len(found.rivals) == 1 else [*found.rivals, ALL]
    rows = []
    for name in found.players:
        leads = [found.by_deal(name, rival) for rival in columns]
        cells = [told(rate(lead), 3, sign=True) for lead in leads]
        rows.append((short(name), f"{len(leads[0]):,}", *cells))
    return Section(
        "Ahead of the baseline in its seat, paired by deal", ("player", "deals", *columns),
        tuple(rows),
    )  # fmt: skip


def draw_leads(path: Path, found: Leads) -> None:
    """The leads with their intervals, by opponent."""
    with canvas(path) as axes:
        one, columns, names = axes[0, 0], (*found.rivals, ALL), found.players
        step = min(0.12, 0.8 / len(names))
        for number, name in enumerate(names):
            rates = [rate(found.by_deal(name, rival)) for rival in columns]
            places = np.arange(len(columns)) + step * (number - (len(names) - 1) / 2)
            halves = [(each.high - each.low) / 2 for each in rates]
            halves = [half if np.isfinite(half) else 0.0 for half in halves]
            means = [each.mean for each in rates]
            one.errorbar(places, means, halves, fmt="o", capsize=2, markersize=4, label=short(name))
        one.axhline(0, color="grey", linewidth=0.8)
        one.set_xticks(range(len(columns)), columns)
        one.set_xlabel("opponent")
        one.set_ylabel("big blinds a hand ahead of the baseline")
        place = {"loc": "lower center", "bbox_to_anchor": (0.5, 1.0), "ncols": min(len(names), 4)}
        one.legend(frameon=False, fontsize=8, **place)
