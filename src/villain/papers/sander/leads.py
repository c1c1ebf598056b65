"""What players win, and by how much each is ahead of the baseline in its seat [sander]."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from villain.arena.match import Match, MatchResult
from villain.arena.statistics import Rate, rate
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

    def rates(self) -> dict[tuple[str, str], Rate]:
        """How far ahead of the baseline in its seat every player is, against each and all."""
        return {
            (name, rival): rate(self.by_deal(name, rival))
            for name in self.players
            for rival in (*self.rivals, ALL)
        }

    def data(self) -> dict[str, object]:
        """All of it as numbers."""
        return {
            "won": {
                f"{name} - {rival}": numbers(one.rates()[0])
                for (name, rival), one in self.played.items()
            },
            "leads": {
                f"{name} - {rival}": numbers(one) for (name, rival), one in self.rates().items()
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


def draw_leads(path: Path, leads: dict[tuple[str, str], Rate]) -> None:
    """Leads with their intervals: a line for each player, a colour for each opponent."""
    names = list(dict.fromkeys(name for name, _ in leads))
    rivals = list(dict.fromkeys(rival for _, rival in leads))
    with canvas(path, size=(8, 1.5 + 0.32 * len(names))) as axes:
        one = axes[0, 0]
        for number, rival in enumerate(rivals):
            rates = [leads[name, rival] for name in names]
            halves = [(each.high - each.low) / 2 for each in rates]
            one.errorbar(
                [each.mean for each in rates],
                np.arange(len(names)) + 0.16 * (number - (len(rivals) - 1) / 2),
                xerr=[half if np.isfinite(half) else 0.0 for half in halves],
                fmt="o",
                color="black" if rival == ALL else None,
                markersize=4,
                label=rival,
            )
        one.axvline(0, color="grey", linewidth=0.8)
        one.set_yticks(range(len(names)), [short(name) for name in names])
        one.invert_yaxis()
        one.set_xlabel("big blinds a hand ahead of the baseline in its seat")
        place = {"loc": "lower center", "bbox_to_anchor": (0.5, 1.0), "ncols": len(rivals)}
        one.legend(frameon=False, fontsize=8, title="opponent", **place)
