"""MC-Self-Model's deficit to MC-Random: self-models that lag, and one that does not.

The thesis guesses that the self-model changes too slowly to tell how the agent plays now. If that
is so, a model that counts faster should do better and a slower one worse. The other guess is that a
model of frequencies forgets which cards it holds: then one that looks at its cards does better.
"""

from functools import partial
from pathlib import Path

from villain.arena.match import Match
from villain.arena.statistics import Rate, rate
from villain.kernels.arrays import FloatArray
from villain.papers.canvas import canvas
from villain.papers.huang.printed import RULES
from villain.papers.long_matches import faults_note, play_all
from villain.papers.plots import AMBER, GREEN, GREY, QUIET, RED, TEAL, dots_below
from villain.papers.report import Findings, Setting, grid, item
from villain.papers.telling import BIG_BLINDS

RANDOM, NO_MODEL = "huang:mc-random", "huang:no-model"
VARIANTS = {
    "blind": "huang:mc-self-model",
    "slow": "huang:mc-self-model:own=slow",
    "fast": "huang:mc-self-model:own=fast",
    "cards": "huang:mc-self-model:cards=1",
    "exact": "huang:mc-self-model:own=exact",
    "folding": "huang:mc-random:own=random",
}
OPPONENTS = ("call", "raise", NO_MODEL, RANDOM)
QUICK, FULL = 100, 3_000
COLOURS = (GREY, AMBER, TEAL, GREEN, RED)

Columns = dict[tuple[str, str], FloatArray]
Rates = dict[tuple[str, str], Rate]


@item("self-model", "Why MC-Self-Model does worse")
def reproduce_self_models(
    setting: Setting,
    variants: dict[str, str] | None = None,
    opponents: tuple[str, ...] = OPPONENTS,
    random: str = RANDOM,
) -> Findings:
    """Every self-model, and MC-Random, against the same opponents on the same deals."""
    variants = VARIANTS if variants is None else variants
    deals = setting.deals_or(QUICK, FULL)
    players = variants | {"random": random}
    wanted = [
        (kind, other)
        for other in opponents
        for kind, agent in players.items()
        if agent != other  # nobody is ahead of himself
    ]
    matches = [Match(RULES, (players[kind], other), deals, setting.seed) for kind, other in wanted]
    results = play_all(matches, setting, "huang-self-model")
    columns = {key: result.by_deal[:, 0] for key, result in zip(wanted, results, strict=True)}
    first, *others = variants
    winnings = {key: rate(column) for key, column in columns.items()}
    ahead, behind = _leads(columns, first), _leads(columns, "random")
    titles = {"Winnings, big blinds a hand": winnings}
    for one, rates in ((first, ahead), ("random", behind)):
        titles[f"Ahead of {one}, paired by deal, big blinds a hand"] = rates
    sections = (grid(title, "self-model", rates, "±+.2f") for title, rates in titles.items())
    notes = (
        f"Each plays the same {deals:,} deals in both seats against each opponent, seed "
        f"{setting.seed}; differences are paired by deal, with 95 % intervals. "
        "blind: the agent reads itself as it reads the opponent, but does not look at its cards "
        "in a trial, and relies on its own counts alone after 100 observations in a place; slow: "
        "after 1,000; fast: after 10; cards: it acts by the strength of its hand, by the same "
        "curves as the opponent; exact: by the mixed strategies that it really chose with such "
        "hands, so that it need not guess; folding: MC-Random that folds in its trials too, as "
        "often as it does anything else; random: MC-Random.",
        "If lag were the reason, fast would be ahead of blind, and slow behind.",
        faults_note(results),
    )
    data = {"deals": deals, "winnings": winnings, f"ahead of {first}": ahead}
    draw = partial(_draw, leads=ahead, opponents=opponents, first=first, shown=[*others, "random"])
    return Findings(sections, notes, data, draw, unit=BIG_BLINDS)


def _leads(columns: Columns, base: str) -> Rates:
    """By how much each is ahead of one, against each opponent that both have met."""
    return {
        (kind, other): rate(column - columns[base, other])
        for (kind, other), column in columns.items()
        if kind != base and (base, other) in columns
    }


def _draw(
    path: Path, leads: Rates, opponents: tuple[str, ...], first: str, shown: list[str]
) -> None:
    """A panel for each opponent: how far each is ahead of the first self-model."""
    with canvas(path, 1, len(opponents), size=(3.1 * len(opponents), 3.2)) as [row]:
        for axes, other in zip(row, opponents, strict=True):
            for place, kind in enumerate(shown):
                if (kind, other) in leads:
                    style = {"color": COLOURS[place % 5], "capsize": 3, "markersize": 7}
                    dots_below(axes, [place], [leads[kind, other]], **style)
            axes.axvline(0, **QUIET)
            axes.set_yticks(range(len(shown)), shown if axes is row[0] else [""] * len(shown))
            axes.set_ylim(len(shown) - 0.5, -0.5)
            axes.set_title(f"against {other}", loc="left", fontsize=10)
            axes.set_xlabel(f"ahead of {first}, bb a hand")
