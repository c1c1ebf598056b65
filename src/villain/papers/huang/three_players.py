"""A tournament of three-player matches, in the manner of the one that Chezebot won [huang].

Six agents; every three of them play one duplicate match over the same deals, in which everybody
sits in every place, so that each agent plays ten matches. The tables with ``cheze`` are told one by
one; in the standings each agent has the mean of its ten.
"""

from functools import partial
from itertools import combinations
from pathlib import Path

import numpy as np

from villain.arena.match import Match, MatchResult
from villain.arena.statistics import Rate, rate
from villain.game.presets import no_limit_holdem
from villain.kernels.arrays import FloatArray
from villain.papers.canvas import canvas
from villain.papers.huang.checks import numbers, told
from villain.papers.huang.decision_times import WARM, Thinking, decision_times, thinking
from villain.papers.huang.matches import faults_note, play_series
from villain.papers.report import Report, Section, Setting

CHEZE = "cheze"
FIELD = ("call", "raise", "loki:passive", "poki", "random")
QUICK, FULL = 60, 3_000
TIMED_QUICK, TIMED_FULL = 20, 100
"""Deals of a match, each in three seatings; hands at each table in which time is taken."""

ALLOWED = 1.0
"""Milliseconds that cheze may take for a decision."""

Table = tuple[str, ...]
Times = dict[str, list[FloatArray]]


def reproduce_three_players(
    setting: Setting, cheze: str = CHEZE, field: tuple[str, ...] = FIELD
) -> Report:
    """Every three of cheze and the field, then the clock."""
    agents, rules = (cheze, *field), no_limit_holdem(3, stack=200)
    deals = setting.deals or setting.size(QUICK, FULL)
    tables: list[Table] = list(combinations(agents, 3))
    matches = [Match(rules, table, deals, setting.seed) for table in tables]
    results = dict(zip(tables, play_series(matches, setting, "cheze"), strict=True))
    means = {agent: standing(results, agent) for agent in agents}
    ranked = sorted(agents, key=lambda agent: -means[agent].mean)
    timed = setting.size(TIMED_QUICK, TIMED_FULL)
    times = _times(tables, timed, setting.seed)
    first = ranked[0] == cheze
    notes = (
        f"Three-player no-limit hold'em, 100 big blinds, {deals:,} deals a match in three "
        f"seatings, seed {setting.seed}. Every three of {', '.join(agents)} meet once: "
        f"{len(tables)} matches over the same deals. Neighbours change, as the table is mirrored "
        "after every round.",
        "The thesis: first of about 27 teams in the MIT competition of 2012; there are no "
        f"figures. Ours: {'first' if first else f'place {ranked.index(cheze) + 1}'} of "
        f"{len(agents)}, which are other opponents.",
        f"Times: {timed:,} hands at every table, in one process, the first {WARM} not "
        f"counted; what an agent learns after a hand counts with its decisions. Under "
        f"{ALLOWED:g} ms: {'held' if times[cheze].mean < ALLOWED else 'not held'}.",
        faults_note(list(results.values())),
    )
    return Report(
        "cheze",
        "Three players: cheze in a tournament",
        (_standings(ranked, means, times), _tables(results, cheze)),
        tuple(filter(None, notes)),
        {
            "deals": deals,
            "standings": {agent: numbers(means[agent]) for agent in ranked},
            "tables": {
                " ".join(table): [numbers(one) for one in result.rates()]
                for table, result in results.items()
            },
            "milliseconds": {agent: one.mean for agent, one in times.items()},
            "first": first,
        },
        {"cheze.png": partial(_draw, results=results, means=means, ranked=ranked, cheze=cheze)},
    )


def standing(results: dict[Table, MatchResult], agent: str) -> Rate:
    """What an agent won on average over its tables, which share their deals."""
    columns = [
        result.by_deal[:, table.index(agent)] for table, result in results.items() if agent in table
    ]
    return rate(np.mean(columns, axis=0))


def _times(tables: list[Table], hands: int, seed: int) -> dict[str, Thinking]:
    """Everybody's decisions at all tables."""
    spent: Times = {}
    for table in tables:
        found = decision_times(no_limit_holdem(3, stack=200), table, hands, seed)
        for agent, times in zip(table, found, strict=True):
            spent.setdefault(agent, []).append(times)
    return {agent: thinking(np.concatenate(times)) for agent, times in spent.items()}


def _standings(ranked: list[str], means: dict[str, Rate], times: dict[str, Thinking]) -> Section:
    return Section(
        "Standings: the mean of each agent's tables, big blinds a hand",
        ("", "agent", "ours", "ms a decision"),
        tuple(
            (str(place), agent, told(means[agent]), str(times[agent]))
            for place, agent in enumerate(ranked, start=1)
        ),
    )


def _tables(results: dict[Table, MatchResult], cheze: str) -> Section:
    rows = []
    for table, result in results.items():
        if cheze in table:
            rates = dict(zip(table, result.rates(), strict=True))
            others = [other for other in table if other != cheze]
            rows.append(
                (
                    " and ".join(others),
                    told(rates[cheze]),
                    *(told(rates[other]) for other in others),
                    "yes"
                    if all(result.difference(*_places(table, cheze, o)).low > 0 for o in others)
                    else "no",
                )
            )
    return Section(
        f"{cheze} against every two of the field, big blinds a hand",
        ("against", cheze, "first", "second", "ahead of both"),
        tuple(rows),
    )


def _places(table: Table, one: str, other: str) -> tuple[int, int]:
    return table.index(one), table.index(other)


def _draw(
    path: Path,
    results: dict[Table, MatchResult],
    means: dict[str, Rate],
    ranked: list[str],
    cheze: str,
) -> None:
    """The standings on the left, a small dot for each table; cheze's tables on the right."""
    with canvas(path, 1, 2, size=(11, 4.6)) as [[left, right]]:
        for place, agent in enumerate(ranked):
            colour = "#d1495b" if agent == cheze else "#00798c"
            dots = [
                result.by_deal[:, table.index(agent)].mean()
                for table, result in results.items()
                if agent in table
            ]
            left.plot(dots, [place] * len(dots), "o", color=colour, alpha=0.25, markersize=5)
            _bar(left, means[agent], place, colour)
        left.set_yticks(range(len(ranked)), ranked)
        left.set_title("all tables; pale: one by one", loc="left", fontsize=11)
        own = {t: r.rates()[t.index(cheze)] for t, r in results.items() if cheze in t}
        order = sorted(own, key=lambda table: -own[table].mean)
        for place, table in enumerate(order):
            _bar(right, own[table], place, "#d1495b")
        right.set_yticks(
            range(len(order)), [" and ".join(o for o in t if o != cheze) for t in order], fontsize=9
        )
        right.set_title(f"{cheze} against", loc="left", fontsize=11)
        for axes in (left, right):
            axes.axvline(0, color="0.6", linewidth=0.8)
            axes.invert_yaxis()
            axes.set_xlabel("big blinds a hand, with 95 % intervals")


def _bar(axes: object, found: Rate, place: int, colour: str) -> None:
    half = (found.high - found.low) / 2
    axes.errorbar(  # type: ignore[attr-defined]
        found.mean, place, xerr=half if np.isfinite(half) else 0.0, fmt="o", color=colour,
        capsize=3, markersize=7,
    )  # fmt: skip
