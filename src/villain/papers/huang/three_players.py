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
from villain.papers.huang.decision_times import WARM, Thinking, decision_times, thinking
from villain.papers.long_matches import faults_note, play_all
from villain.papers.plots import QUIET, RED, TEAL, dots_below
from villain.papers.report import Findings, Section, Setting, item, table
from villain.papers.telling import BIG_BLINDS, held

RULES = no_limit_holdem(3, stack=200)
CHEZE = "cheze"
FIELD = ("call", "raise", "loki:passive", "poki", "random")
QUICK, FULL = 60, 3_000
TIMED_QUICK, TIMED_FULL = 20, 100
"""Deals of a match, each in three seatings; hands at each table in which time is taken."""

ALLOWED = 1.0
"""Milliseconds that cheze may take for a decision."""

Trio = tuple[str, ...]
Results = dict[Trio, MatchResult]


@item("cheze", "Three players: cheze in a tournament")
def reproduce_three_players(
    setting: Setting, cheze: str = CHEZE, field: tuple[str, ...] = FIELD
) -> Findings:
    """Every three of cheze and the field, then the clock."""
    agents, deals = (cheze, *field), setting.deals_or(QUICK, FULL)
    trios: list[Trio] = list(combinations(agents, 3))
    matches = [Match(RULES, trio, deals, setting.seed) for trio in trios]
    results = dict(zip(trios, play_all(matches, setting, "huang-cheze"), strict=True))
    means = {agent: rate(np.mean(_columns(results, agent), axis=0)) for agent in agents}
    ranked = {agent: means[agent] for agent in sorted(agents, key=lambda one: -means[one].mean)}
    timed = setting.size(TIMED_QUICK, TIMED_FULL)
    times = _times(trios, timed, setting.seed)
    place = list(ranked).index(cheze) + 1
    standings = table(
        "Standings: the mean of each agent's tables, big blinds a hand",
        " | agent | ours {±+.2f} | ms a decision",
        ((str(at), agent, ranked[agent], times[agent]) for at, agent in enumerate(ranked, 1)),
    )
    notes = (
        f"Three-player no-limit hold'em, 100 big blinds, {deals:,} deals a match in three "
        f"seatings, seed {setting.seed}. Every three of {', '.join(agents)} meet once: "
        f"{len(trios)} matches over the same deals. Neighbours change, as the table is mirrored "
        "after every round.",
        "The thesis: first of about 27 teams in the MIT competition of 2012; there are no "
        f"figures. Ours: {'first' if place == 1 else f'place {place}'} of "
        f"{len(agents)}, which are other opponents.",
        f"Times: {timed:,} hands at every table, in one process, the first {WARM} not "
        f"counted; what an agent learns after a hand counts with its decisions. Under "
        f"{ALLOWED:g} ms: {held(times[cheze].mean < ALLOWED)}.",
        faults_note(results.values()),
    )
    data = {
        "deals": deals,
        "standings": ranked,
        "tables": {" ".join(trio): result.rates() for trio, result in results.items()},
        "milliseconds": {agent: one.mean for agent, one in times.items()},
        "first": place == 1,
    }
    draw = partial(_draw, results=results, ranked=ranked, cheze=cheze)
    sections = (standings, _tables(results, cheze))
    return Findings(sections, notes, data, draw, unit=BIG_BLINDS)


def _columns(results: Results, agent: str) -> list[FloatArray]:
    """An agent's winnings at each of its tables, which share their deals."""
    return [
        result.by_deal[:, trio.index(agent)] for trio, result in results.items() if agent in trio
    ]


def _times(trios: list[Trio], hands: int, seed: int) -> dict[str, Thinking]:
    """Everybody's decisions at all tables."""
    spent: dict[str, list[FloatArray]] = {}
    for trio in trios:
        for agent, times in zip(trio, decision_times(RULES, trio, hands, seed), strict=True):
            spent.setdefault(agent, []).append(times)
    return {agent: thinking(np.concatenate(times)) for agent, times in spent.items()}


def _others(trio: Trio, cheze: str) -> list[str]:
    return [other for other in trio if other != cheze]


def _tables(results: Results, cheze: str) -> Section:
    rows = []
    for trio, result in results.items():
        if cheze in trio:
            rates, others = result.rates(), _others(trio, cheze)
            own, places = trio.index(cheze), [trio.index(other) for other in others]
            ahead = all(result.difference(own, place).low > 0 for place in places)
            both = [rates[place] for place in places]
            rows.append((" and ".join(others), rates[own], *both, "yes" if ahead else "no"))
    return table(
        f"{cheze} against every two of the field, big blinds a hand",
        ("against", cheze, "first", "second", "ahead of both"),
        rows,
        "±+.2f",
    )


def _draw(path: Path, results: Results, ranked: dict[str, Rate], cheze: str) -> None:
    """The standings on the left, a small dot for each table; cheze's tables on the right."""
    own = {t: r.rates()[t.index(cheze)] for t, r in results.items() if cheze in t}
    order = sorted(own, key=lambda trio: -own[trio].mean)
    style = {"capsize": 3, "markersize": 7}
    with canvas(path, 1, 2, size=(11, 4.6)) as [[left, right]]:
        for place, (agent, mean) in enumerate(ranked.items()):
            colour = RED if agent == cheze else TEAL
            means = [column.mean() for column in _columns(results, agent)]
            left.plot(means, [place] * len(means), "o", color=colour, alpha=0.25, markersize=5)
            dots_below(left, [place], [mean], color=colour, **style)
        left.set_yticks(range(len(ranked)), list(ranked))
        left.set_title("all tables; pale: one by one", loc="left", fontsize=11)
        for place, trio in enumerate(order):
            dots_below(right, [place], [own[trio]], color=RED, **style)
        names = [" and ".join(_others(trio, cheze)) for trio in order]
        right.set_yticks(range(len(order)), names, fontsize=9)
        right.set_title(f"{cheze} against", loc="left", fontsize=11)
        for axes in (left, right):
            axes.axvline(0, **QUIET)
            axes.invert_yaxis()
            axes.set_xlabel("big blinds a hand, with 95 % intervals")
