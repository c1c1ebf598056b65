"""Tournaments with a bankroll that ends, and bets saved by folding [sander]."""

from pathlib import Path

import numpy as np

from villain.arena.freezeout_series import FreezeOutSeries
from villain.arena.series_file import SeriesFile
from villain.game.presets import limit_holdem
from villain.game.rules import Rules
from villain.papers.long_matches import program
from villain.papers.report import Progress, Report, Section, Setting
from villain.papers.sander.folds import Savings, count_savings, savings_data, savings_section
from villain.papers.sander.means import mean_over, numbers, told
from villain.papers.sander.printed import BASELINE, swept

MODEL = "sander:model"
STACK = 200
"""Chips of each at the beginning: a hundred big blinds, or fifty big bets."""

QUICK, FULL = 12, 100
"""Tournaments of each pair."""

HANDS_QUICK, HANDS_FULL = 200, 2_000
"""Hands in which folds are looked at, against each opponent."""

TOURNAMENTS = 0.8
"""Their share of the work."""

Found = dict[tuple[str, str], FreezeOutSeries]


def short_limit(players: int) -> Rules:
    """Limit hold'em with a stack that can be lost."""
    return limit_holdem(players, stack=STACK)


def reproduce_bankroll(setting: Setting, agents: tuple[str, str] = (MODEL, BASELINE)) -> Report:
    """The modelling player, and the baseline in its place, against the swept baselines."""
    count = setting.deals or setting.size(QUICK, FULL)
    hands = setting.deals or setting.size(HANDS_QUICK, HANDS_FULL)
    found: Found = {}
    pairs = [(agent, rival) for rival in swept().values() for agent in agents]
    for number, (agent, rival) in enumerate(pairs):

        def part(share: float, done: int = number) -> None:
            setting.progress(TOURNAMENTS * (done + share) / len(pairs))

        series = FreezeOutSeries(short_limit, (agent, rival), count, setting.seed)
        file = setting.keep(f"sander-bankroll-{number}-{count}-{setting.seed}-{program()}.json")
        _play(series, setting.workers, file, part)
        found[agent, rival] = series
    saved: dict[tuple[str, str], Savings] = {}
    for number, (agent, rival) in enumerate(pairs):
        saved[agent, rival] = count_savings(agent, rival, hands, setting.seed)
        setting.progress(TOURNAMENTS + (1 - TOURNAMENTS) * (number + 1) / len(pairs))
    return Report(
        "bankroll",
        "Tournaments with a bankroll that ends, and bets saved by folding",
        (_tournaments(found, agents), _leads(found, agents), savings_section(saved)),
        (
            f"{count:,} tournaments of each pair, seed {setting.seed}: {STACK} chips each "
            f"({STACK // 2} big blinds), limit bets of 2 and 4, until one has all; fresh agents in "
            "each. The n-th tournament begins with the same cards for every pair. Shares have "
            "Wilson's interval, the others Student's.",
            f"Folds: {hands:,} hands against each, without end of chips. Where the player "
            "folds and a baseline player would not, that one also plays the hand on to its end, "
            "against the same rival with the same cards to come; positive is saved. The baseline's "
            "own row is what two simulations of the same chance differ by.",
            *filter(None, (_faults(found),)),
        ),
        {
            "tournaments": {
                f"{agent} - {rival}": {
                    "wins": {"mean": one.shares()[0].mean, "low": one.shares()[0].low,
                             "high": one.shares()[0].high},
                    "hands": numbers(mean_over(_hands(one))),
                }
                for (agent, rival), one in found.items()
            },
            "leads": {
                name: numbers(mean_over(_wins(found[agents[0], rival])
                                        - _wins(found[agents[1], rival])))
                for name, rival in swept().items()
            },
            "savings": savings_data(saved),
        },
    )  # fmt: skip


def _play(series: FreezeOutSeries, workers: int, file: Path | None, part: Progress) -> None:
    """Play a series, or the rest of one; it is kept in the file as it goes."""
    if file is None:
        series.play(workers=workers, progress=part)
        return
    with SeriesFile.load(file, series) if file.exists() else SeriesFile(file, series) as kept:
        try:
            series.play(workers=workers, progress=part, file=kept)
        finally:
            kept.keep(series, now=True)


def _faults(found: Found) -> str:
    failed = [pair for one in found.values() for pair in one.faults.items() if pair[1]]
    counts = [f"{name} {count:,} times" for name, count in failed]
    return f"An agent failed, and folded or checked instead: {', '.join(counts)}." if counts else ""


def _wins(series: FreezeOutSeries) -> np.ndarray:
    return np.array([one.winner == 0 for one in series.played], np.float64)


def _hands(series: FreezeOutSeries) -> np.ndarray:
    return np.array([one.hands for one in series.played], np.float64)


def _tournaments(found: Found, agents: tuple[str, str]) -> Section:
    rows = []
    for name, rival in swept().items():
        for agent in agents:
            one = found[agent, rival]
            hands = _hands(one)
            won = hands[_wins(one) == 1]
            rows.append(
                (
                    name,
                    agent,
                    str(one.shares()[0]),
                    told(mean_over(hands), 0),
                    told(mean_over(won), 0) if len(won) else "",
                )
            )
    return Section(
        "How often it wins a tournament, and how many hands one takes",
        ("opponent", "player", "wins", "hands", "hands where it won"),
        tuple(rows),
    )


def _leads(found: Found, agents: tuple[str, str]) -> Section:
    rows, every = [], []
    for name, rival in swept().items():
        lead = _wins(found[agents[0], rival]) - _wins(found[agents[1], rival])
        every.append(lead)
        rows.append((name, told(mean_over(100 * lead), 0, sign=True)))
    pooled = np.mean(every, axis=0)
    rows.append(("all of them", told(mean_over(100 * pooled), 0, sign=True)))
    return Section(
        "Ahead of the baseline in its place",
        ("opponent", "more wins in 100"),
        tuple(rows),
    )
