"""The crowd's agent beside huang:exploit: against each other, and both against the same others."""

from villain.arena.match import Match
from villain.arena.statistics import rate
from villain.models.crowd import TRAINED_ON
from villain.papers.huang.printed import RULES
from villain.papers.long_matches import faults_note, play_all
from villain.papers.report import Findings, Setting, item, table
from villain.papers.telling import BIG_BLINDS

ONE, OTHER = "huang:crowd", "huang:exploit"
RIVALS = ("call", "raise", "huang:mc-random", "cheze")
"""Two bots, and two that read their opponent."""

QUICK, FULL = 50, 3_000
"""Deals, each played in both seats."""


@item("crowd", f"{ONE} and {OTHER}")
def reproduce_crowd(
    setting: Setting, one: str = ONE, other: str = OTHER, rivals: tuple[str, ...] = RIVALS
) -> Findings:
    """Duplicate deals heads-up, and both against the same rivals, paired by deal."""
    deals = setting.deals_or(QUICK, FULL)
    pairs = [(one, other), *((agent, rival) for rival in rivals for agent in (one, other))]
    matches = [Match(RULES, pair, deals, setting.seed) for pair in pairs]
    results = play_all(matches, setting, "huang-crowd")
    between, *columns = (result.by_deal[:, 0] for result in results)
    won = {
        rival: {one: rate(ours), other: rate(theirs), "lead": rate(ours - theirs)}
        for rival, ours, theirs in zip(rivals, columns[::2], columns[1::2], strict=True)
    }
    sections = (
        table(
            "Against each other, big blinds a hand",
            " | | ours {±+.2f}",
            [(one, other, rate(between))],
        ),
        table(
            "Against the same others, big blinds a hand; the lead is paired by deal",
            ("against", one, other, "lead"),
            {rival: rates.values() for rival, rates in won.items()},
            "±+.2f",
        ),
    )
    notes = (
        f"The same {deals:,} deals in both seats for every pair, seed {setting.seed}, "
        "fresh agents in each seat, 100 big blinds at the beginning of every hand. The "
        f"crowd's network has met people and no program. {TRAINED_ON}",
        faults_note(results),
    )
    speed = {
        pair[0]: result.hands / result.seconds for pair, result in zip(pairs, results, strict=True)
    }
    data = {"deals": deals, "between": rate(between), "against": won, "hands_per_second": speed}
    return Findings(sections, notes, data, unit=BIG_BLINDS)
