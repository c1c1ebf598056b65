"""Tournaments with a bankroll that ends, and bets saved by folding [sander]."""

import numpy as np

from villain.arena.freezeout_series import FreezeOutSeries
from villain.game.presets import limit_holdem
from villain.game.rules import Rules
from villain.kernels.arrays import FloatArray
from villain.papers.long_matches import faults_note, play_series
from villain.papers.means import mean_of, mean_over
from villain.papers.report import Findings, Setting, item, table
from villain.papers.sander.folds import count_savings
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


def short_limit(players: int) -> Rules:
    """Limit hold'em with a stack that can be lost."""
    return limit_holdem(players, stack=STACK)


@item("bankroll", "Tournaments with a bankroll that ends, and bets saved by folding")
def reproduce_bankroll(setting: Setting, agents: tuple[str, str] = (MODEL, BASELINE)) -> Findings:
    """The modelling player, and the baseline in its place, against the swept baselines."""
    count, hands = setting.deals_or(QUICK, FULL), setting.deals_or(HANDS_QUICK, HANDS_FULL)
    pairs = [(agent, rival) for rival in swept().values() for agent in agents]
    names = {rival: name for name, rival in swept().items()}
    series: dict[tuple[str, str], FreezeOutSeries] = {}
    for pair, part in setting.part(0, TOURNAMENTS).parts(pairs):
        series[pair] = FreezeOutSeries(short_limit, pair, count, setting.seed)
        name = f"sander-bankroll-{len(series) - 1}-{count}-{setting.seed}"
        play_series(series[pair], part, name)
    folding = setting.part(TOURNAMENTS, 1).steps(pairs)
    saved = {pair: count_savings(*pair, hands, setting.seed) for pair in folding}
    wins = {pair: _column([one.winner == 0 for one in s.played]) for pair, s in series.items()}
    lengths = {pair: _column([one.hands for one in s.played]) for pair, s in series.items()}
    leads = {name: wins[agents[0], rival] - wins[agents[1], rival] for rival, name in names.items()}
    a_fold = {pair: mean_over(one.folds) for pair, one in saved.items()}
    in_100 = {pair: mean_of(100 * one.by_hand) for pair, one in saved.items()}
    pooled = leads | {"all of them": np.mean([*leads.values()], axis=0)}
    tournaments, folds = [], []
    for (agent, rival), one in series.items():
        hands_each = lengths[agent, rival]
        won = hands_each[wins[agent, rival] == 1]
        means = mean_over(hands_each), mean_over(won) if len(won) else ""
        tournaments.append((names[rival], agent, one.shares()[0], *means))
    for (agent, rival), savings in saved.items():
        counts, spec = (
            (len(savings.by_hand), len(savings.folds)),
            rival.removeprefix(f"{BASELINE}:"),
        )
        what = (savings.right, a_fold[agent, rival]) if len(savings.folds) else ("", "")
        folds.append((agent, spec, *counts, *what, in_100[agent, rival]))
    sections = (
        table(
            "How often it wins a tournament, and how many hands one takes",
            "opponent | player | wins | hands {±.0f} | hands where it won {±.0f}",
            tournaments,
        ),
        table(
            "Ahead of the baseline in its place",
            "opponent | more wins in 100 {±+.0f}",
            ((name, mean_over(100 * lead)) for name, lead in pooled.items()),
        ),
        table(
            "Big bets saved by folds where the baseline would have gone on",
            "player | opponent | hands {,} | such folds {,} | saved something {.0 %} "
            "| a fold {±+.2f} | in 100 hands {±+.1f}",
            folds,
        ),
    )
    notes = (
        f"{count:,} tournaments of each pair, seed {setting.seed}: {STACK} chips each "
        f"({STACK // 2} big blinds), limit bets of 2 and 4, until one has all; fresh agents in "
        "each. The n-th tournament begins with the same cards for every pair. Shares have "
        "Wilson's interval, the others Student's.",
        f"Folds: {hands:,} hands against each, without end of chips. Where the player "
        "folds and a baseline player would not, that one also plays the hand on to its end, "
        "against the same rival with the same cards to come; positive is saved. The baseline's "
        "own row is what two simulations of the same chance differ by.",
        faults_note(series.values()),
    )
    data = {
        "tournaments": {
            pair: {
                "wins": {key: getattr(one.shares()[0], key) for key in ("mean", "low", "high")},
                "hands": mean_over(lengths[pair]),
            }
            for pair, one in series.items()
        },
        "leads": {name: mean_over(lead) for name, lead in leads.items()},
        "savings": {
            pair: {
                "hands": len(one.by_hand),
                "folds": len(one.folds),
                "a_fold": a_fold[pair],
                "in_100_hands": in_100[pair],
            }
            for pair, one in saved.items()
        },
    }
    return Findings(sections, notes, data)


def _column(values: list[int] | list[bool]) -> FloatArray:
    return np.array(values, np.float64)
