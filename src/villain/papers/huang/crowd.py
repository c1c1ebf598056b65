"""The crowd's agent beside huang:exploit: against each other, and both against the same others."""

from villain.arena.match import Match
from villain.arena.statistics import Rate, rate
from villain.models.crowd import TRAINED_ON
from villain.papers.huang.checks import numbers, told
from villain.papers.huang.matches import RULES, faults_note, play_series
from villain.papers.report import Report, Section, Setting

ONE, OTHER = "huang:crowd", "huang:exploit"
RIVALS = ("call", "raise", "huang:mc-random", "cheze")
"""Two bots, and two that read their opponent."""

QUICK, FULL = 50, 3_000
"""Deals, each played in both seats."""


def reproduce_crowd(
    setting: Setting, one: str = ONE, other: str = OTHER, rivals: tuple[str, ...] = RIVALS
) -> Report:
    """Duplicate deals heads-up, and both against the same rivals, paired by deal."""
    deals = setting.deals or setting.size(QUICK, FULL)
    matches = [Match(RULES, (one, other), deals, setting.seed)]
    matches += [
        Match(RULES, (agent, rival), deals, setting.seed)
        for rival in rivals
        for agent in (one, other)
    ]
    results = play_series(matches, setting, "crowd")
    columns = [result.by_deal[:, 0] for result in results]
    between = rate(columns[0])
    won = {
        rival: (rate(ours), rate(theirs), rate(ours - theirs))
        for rival, ours, theirs in zip(rivals, columns[1::2], columns[2::2], strict=True)
    }
    speed = {match.names[0]: 0.0 for match in matches} | {
        match.names[0]: result.hands / result.seconds
        for match, result in zip(matches, results, strict=True)
    }
    return Report(
        "crowd",
        f"{one} and {other}",
        (
            Section(
                "Against each other, big blinds a hand",
                ("", "", "ours"),
                ((one, other, told(between)),),
            ),
            Section(
                "Against the same others, big blinds a hand; the lead is paired by deal",
                ("against", one, other, "lead"),
                tuple((rival, *map(told, rates)) for rival, rates in won.items()),
            ),
        ),
        tuple(
            filter(
                None,
                [
                    f"The same {deals:,} deals in both seats for every pair, seed {setting.seed}, "
                    "fresh agents in each seat, 100 big blinds at the beginning of every hand. The "
                    f"crowd's network has met people and no program. {TRAINED_ON}",
                    faults_note(results),
                ],
            )
        ),
        {
            "deals": deals,
            "between": numbers(between),
            "against": {rival: _data(rates, one, other) for rival, rates in won.items()},
            "hands_per_second": speed,
        },
        {},
    )


def _data(rates: tuple[Rate, Rate, Rate], one: str, other: str) -> dict[str, object]:
    return {name: numbers(found) for name, found in zip((one, other, "lead"), rates, strict=True)}
