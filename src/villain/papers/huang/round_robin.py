"""Table 5.1 and Figure 5.1: everybody against everybody, theirs beside ours [huang]."""

from collections.abc import Callable
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from villain.arena.match import Match
from villain.arena.round_robin import RoundRobin, RoundRobinPlan
from villain.arena.statistics import Rate, rate
from villain.kernels.arrays import FloatArray
from villain.papers.canvas import Axes, canvas
from villain.papers.huang.exploiting import (
    CEILINGS,
    COMMAND,
    EXPLOIT,
    WANTED,
    ceilings_section,
    learning_rates,
    learning_section,
    share_of,
)
from villain.papers.huang.folding import BEST_COMMAND, Folds, count_folds, folds_section
from villain.papers.huang.printed import (
    DEVIATION,
    HANDS,
    NAMES,
    PROFIT,
    RULES,
    printed,
)
from villain.papers.long_matches import faults_note, play_all
from villain.papers.plots import RED, TEAL, band, dots, known_steps, so_far
from villain.papers.report import Findings, Section, Setting, grid, item, table
from villain.papers.telling import BIG_BLINDS, as_data, half_of, held, tell

AGENTS = tuple(NAMES)
RANDOM, SELF, NONE, RAISER, CALLER = range(5)
"""The places of the five agents in Table 5.1."""

QUICK, FULL = 200, 10_000
FOLDS_QUICK, FOLDS_FULL = 50, 1_000
"""Deals, each played in both seats: of a match, and of those whose folds are counted."""

SERIES = 0.9
"""The matches' share of the work; the rest are hands whose folds are counted."""

TENTHS = 10
THEIR_NAMES = tuple(NAMES.values())
SHORT = tuple(name.removeprefix("MC-") for name in THEIR_NAMES)
PAIR = "#7fb7be"
LINE = {"color": "0.7", "linewidth": 0.8}

ORDERS = {CALLER: "+16.8, +15.2, +5.4", RAISER: "+14.2, +5.9, -10.2"}
LEADS = {
    (RANDOM, NONE, CALLER): "+11.46",
    (SELF, NONE, CALLER): "+9.84",
    (RANDOM, NONE, RAISER): "+24.42",
    (SELF, NONE, RAISER): "+16.14",
    (RANDOM, SELF, CALLER): "+1.62",
    (RANDOM, SELF, RAISER): "+8.28",
}
WINS = {(RANDOM, SELF): "+3.59", (RANDOM, NONE): "+4.74", (SELF, NONE): "+2.08"}
"""Theirs: how three do against a bot, by how much one is ahead of another, who beats whom."""


class Claim(NamedTuple):
    """A claim of the thesis or of ours, what speaks for it, and whether it came out."""

    claim: str
    theirs: str
    ours: str
    came_out: bool


@item("table51", "Table 5.1: matches of the five agents")
def reproduce_table51(
    setting: Setting, agents: tuple[str, ...] = AGENTS, exploit: str = EXPLOIT
) -> Findings:
    """The round robin, the claims, the folds, the shares of the ceilings, and our own agent.

    ``agents`` stand in the order of the table: the three that decide, RaiseBot, CallBot.
    """
    deals = setting.deals_or(QUICK, FULL)
    pairs, bots = RoundRobinPlan(RULES, agents, deals, setting.seed).matches(), agents[RAISER:]
    others = [Match(RULES, (exploit, bot), deals, setting.seed) for bot in bots]
    series = [*pairs.values(), *others]
    results = play_all(series, setting.part(0, SERIES), "huang-table51")
    robin = RoundRobin(agents, dict(zip(pairs, results[: len(pairs)], strict=True)))
    ours = dict(zip(bots, results[len(pairs) :], strict=True))
    folds = _folds((*agents[:RAISER], exploit), agents[RAISER], deals, setting.part(SERIES, 1))
    names = dict(zip(agents, THEIR_NAMES, strict=True))
    rates = {
        (agent, bot): robin.against(agents.index(agent), agents.index(bot))
        for bot in bots
        for agent in agents[:RAISER]
    }
    exploits = {bot: rate(result.by_deal[:, 0]) for bot, result in ours.items()}
    sizes = dict.fromkeys(agents, "thesis") | {exploit: "free"}
    learned = learning_rates(ours)
    claims = _claims(robin) + [
        Claim(
            f"{names.get(bot, bot)}: our agent wins {100 * WANTED:.0f} % of its ceiling or more",
            "",
            share_of(won, bot, "free"),
            won.low >= WANTED * CEILINGS[bot, "free"],
        )
        for bot, won in exploits.items()
        if (bot, "free") in CEILINGS
    ]
    sections = (
        _everybody(
            "Theirs, big blinds a hand as printed",
            lambda one, other: f"{printed(THEIR_NAMES[one], THEIR_NAMES[other]):+.4f}",
        ),
        _everybody(
            "Ours, big blinds a hand (± half a 95 % interval)",
            lambda one, other: _twice(robin.against(one, other), 1),
        ),
        _everybody(
            "Ours, big blinds a duplicate pair of hands",
            lambda one, other: _twice(robin.against(one, other), 2),
        ),
        table(
            "Does it come out? Big blinds a hand, leads paired by deal",
            " | theirs | ours | ",
            ((*one[:3], held(one.came_out)) for one in claims),
        ),
        folds_section({names.get(one, one): counted for one, counted in folds.items()}, "RaiseBot"),
        ceilings_section(
            rates | {(exploit, bot): won for bot, won in exploits.items()}, names, sizes
        ),
        learning_section(exploit, learned, names),
    )
    notes = (
        f"Every pair plays the same {deals:,} deals in both seats, seed {setting.seed}, fresh "
        "agents in each seat, 100 big blinds at the beginning of every hand. A hand is the mean "
        "of both seats, a pair their sum; the thesis says a hand, and may mean a pair.",
        "MC-Random (and No-Model) never folds in its trials, and MC-Self-Model goes by its "
        "frequencies without looking at its cards: the readings that come nearest to the printed "
        "table. The item self-model has the others.",
        "± is half a 95 % interval. Before a colon: against whom. Held: of an order, that the "
        "means are in it; of a lead, a win or a loss, that its 95 % interval is on that side of "
        "zero.",
        "Folds are counted in the first deals of the matches against RaiseBot; given up is what "
        "the agent had paid into the pots that it folded, else what all other hands brought, both "
        f"over all hands. The best answer: {BEST_COMMAND}.",
        f"Ceilings, on all flops and so without error: {COMMAND}." if CEILINGS else "",
        faults_note(results),
    )
    data = {
        "deals": deals,
        "pairs": {
            (agents[one], agents[other]): robin.against(one, other) for one, other in robin.results
        },
        "exploit": exploits,
        "learning": learned,
        "folds": {
            agent: {"hands": one.hands, "before": one.before.mean, "later": one.later.mean}
            for agent, one in folds.items()
        },
        "ceilings": {f"{bot}, {kind}": one for (bot, kind), one in CEILINGS.items()},
        "checks": {one.claim: one.came_out for one in claims},
        "bots": bots,
    }
    limits = {
        names[bot]: {kind: one for (who, kind), one in CEILINGS.items() if who == bot}
        for bot in bots
    }
    draw = partial(
        draw_table,
        rates={(names[agent], names[bot]): won for (agent, bot), won in rates.items()},
        learning={names[bot]: one.by_deal[:, 0] for bot, one in ours.items()},
        ceilings=limits,
        exploit=exploit,
    )
    return Findings(sections, notes, data, draw, unit=BIG_BLINDS)


def _folds(agents: tuple[str, ...], bot: str, deals: int, setting: Setting) -> dict[str, Folds]:
    """The folds of each agent in the first deals of its match against RaiseBot."""
    counted = min(deals, setting.size(FOLDS_QUICK, FOLDS_FULL))
    return {
        agent: count_folds(agent, bot, counted, setting.seed, setting.workers, part.progress)
        for agent, part in setting.parts(agents)
    }


def _everybody(title: str, cell: Callable[[int, int], str]) -> Section:
    """A table of everybody against everybody else."""
    pairs = product(range(len(SHORT)), repeat=2)
    cells = {(THEIR_NAMES[i], SHORT[j]): "" if i == j else cell(i, j) for i, j in pairs}
    return grid(title, "", cells)


def _twice(won: Rate, hands: int) -> str:
    return f"{hands * won.mean:+.2f}±{hands * half_of(won):.2f}"


def _claims(robin: RoundRobin) -> list[Claim]:
    """The claims about Table 5.1, in the order of the thesis."""

    def income(one: int, other: int) -> FloatArray:
        pair = (min(one, other), max(one, other))
        won: FloatArray = robin.results[pair].by_deal[:, int(one > other)]
        return won

    def lead(one: int, other: int, against: int) -> Rate:
        return rate(income(one, against) - income(other, against))

    def means(rates: list[Rate]) -> str:
        return ", ".join(f"{one.mean:+.1f}" for one in rates)

    claims = []
    for bot, theirs in ORDERS.items():
        rates = [robin.against(one, bot) for one in (RANDOM, SELF, NONE)]
        order = f"{SHORT[bot]}: {SHORT[RANDOM]} > {SHORT[SELF]} > {SHORT[NONE]}"
        falls = rates[0].mean > rates[1].mean > rates[2].mean
        claims.append(Claim(order, theirs, means(rates), falls))
    for (one, other, bot), theirs in LEADS.items():
        won = lead(one, other, bot)
        claim = f"{SHORT[bot]}: {SHORT[one]} ahead of {SHORT[other]}"
        claims.append(Claim(claim, theirs, tell(won, "±+.2f"), won.low > 0))
    for (one, other), theirs in WINS.items():
        won = robin.against(one, other)
        claim = f"{SHORT[one]} beats {SHORT[other]}"
        claims.append(Claim(claim, theirs, tell(won, "±+.2f"), won.low > 0))
    lost = robin.against(NONE, RAISER)
    claim = f"{SHORT[NONE]} loses to {SHORT[RAISER]}"
    claims.append(Claim(claim, "-10.23", tell(lost, "±+.2f"), lost.high < 0))
    better = [lead(RAISER, CALLER, one) for one in (RANDOM, SELF, NONE)]
    claim = f"{SHORT[RAISER]} ahead of {SHORT[CALLER]} against all three"
    ahead = all(one.low > 0 for one in better)
    return [*claims, Claim(claim, "+2.6, +9.3, +15.6", means(better), ahead)]


def draw_table(
    path: Path,
    rates: dict[tuple[str, str], Rate],
    learning: dict[str, FloatArray],
    ceilings: dict[str, dict[str, float]],
    exploit: str,
) -> None:
    """Three agents against both bots, theirs and ours; and what our agent wins as it learns."""
    bots = list(learning)
    with canvas(path, 1, len(bots) + 1, size=(13, 4.4)) as [row]:
        for axes, bot in zip(row, bots, strict=False):
            won = {agent: one for (agent, other), one in rates.items() if other == bot}
            _draw_bot(axes, bot, won, ceilings.get(bot, {}))
        row[0].legend(frameon=False, fontsize=8, loc="lower left")
        row[0].margins(y=0.12)
        _draw_learning(row[-1], learning, ceilings)
        row[-1].set_title(f"{exploit}; dashed: its ceilings", loc="left", fontsize=11)


def _draw_bot(axes: Axes, bot: str, won: dict[str, Rate], ceilings: dict[str, float]) -> None:
    places, rates = np.arange(len(won)), list(won.values())
    style = {"capsize": 3, "markersize": 6}
    theirs = [printed(agent, bot) for agent in won]
    axes.plot(places - 0.15, theirs, "D", color=RED, markersize=7, label="theirs")
    dots(axes, places, rates, color=TEAL, label="ours, a hand", **style)
    dots(axes, places + 0.15, rates, 2, color=PAIR, label="ours, a pair of hands", **style)
    axes.axhline(0, **LINE)
    for value in sorted({round(one, 2) for one in ceilings.values()}):
        kinds = [kind for kind, one in ceilings.items() if round(one, 2) == value]
        sizes = f"{kinds[0]} sizes" if len(kinds) == 1 else "any sizes"
        axes.axhline(value, color="0.45", linewidth=0.9, linestyle="--")
        words = {"textcoords": "offset points", "fontsize": 7, "color": "0.45"}
        axes.annotate(f"ceiling, {sizes}, a hand", (-0.4, value), (0, 3), **words)
    axes.set_xticks(places, list(won), fontsize=9)
    axes.set(xlim=(-0.5, len(won) - 0.5), ylabel="big blinds")
    axes.set_title(f"against {bot}", loc="left", fontsize=11)


def _draw_learning(
    axes: Axes, learning: dict[str, FloatArray], ceilings: dict[str, dict[str, float]]
) -> None:
    for bot, column in learning.items():
        colour, steps = RED if bot == "RaiseBot" else TEAL, known_steps(column)
        means, half = column.cumsum()[steps - 1] / steps, 1.96 * column.std() / np.sqrt(steps)
        style = {"color": colour, "linewidth": 1.8, "label": f"against {bot}"}
        band(axes, steps, means, half, 0.12, edge=0, **style)
        if "free" in ceilings.get(bot, {}):
            axes.axhline(ceilings[bot]["free"], color=colour, linewidth=0.9, linestyle="--")
    axes.axhline(0, **LINE)
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    axes.xaxis.set_minor_formatter(lambda *_: "")
    axes.set(xlabel="hands of each seat", ylabel="big blinds a hand so far")
    axes.legend(frameon=False, fontsize=8, loc="lower right")


@item("fig51", "Figure 5.1: the profit of MC-Random against MC-Self-Model")
def reproduce_figure51(setting: Setting, agents: tuple[str, ...] = AGENTS[:2]) -> Findings:
    """Play the match of Table 5.1 (the same, with the same seed), and add up."""
    deals = setting.deals_or(QUICK, FULL)
    results = play_all([Match(RULES, agents, deals, setting.seed)], setting, "huang-fig51")
    column = results[0].by_deal[:, 0]
    won = rate(column)
    profit, spread = deals * won.mean, won.standard_error * deals
    score = f"{profit / spread:+.1f}" if 0 < spread < float("inf") else ""
    ends = table(
        "At the end, big blinds",
        " | theirs | ours, a seat | ours, both seats",
        (
            ("deals", f"{HANDS:,}", f"{deals:,}", f"{deals:,}"),
            ("profit", f"{PROFIT:+,}", f"{profit:+,.0f}", f"{2 * profit:+,.0f}"),
            ("its standard deviation", f"{DEVIATION:,}", f"{spread:,.0f}", f"{2 * spread:,.0f}"),
            ("profit in deviations", f"{PROFIT / DEVIATION:+.1f}", score, score),
            ("a deal", f"{PROFIT / HANDS:+.2f}", tell(won, "±+.2f"), f"{2 * won.mean:+.2f}"),
        ),
    )
    pieces = np.array_split(column, min(TENTHS, deals))
    course = table(
        "As the match goes on, the mean of both seats",
        "deals {,} | profit so far {+,.0f} | a hand in this part {±+.2f}",
        (
            (end, column[:end].sum(), rate(piece))
            for piece, end in zip(pieces, np.cumsum([len(one) for one in pieces]), strict=True)
        ),
    )
    notes = (
        f"{agents[0]} against {agents[1]}, {deals:,} deals in both seats, seed {setting.seed}; in "
        "the picture the bands are 95 % around the line. The thesis does not say whether its "
        "profit is that of one seat or of both.",
        faults_note(results),
    )
    data = {"deals": deals, "profit": float(column.sum()), "deviation": spread}
    data |= as_data(won, BIG_BLINDS)
    heading = f"{agents[0]} against {agents[1]}; bands: 95 %"
    draw = partial(draw_profit, column=column, title=heading)
    return Findings((ends, course), notes, data, draw)


def draw_profit(path: Path, column: FloatArray, title: str) -> None:
    """The profit as the match goes on, of a seat and of both, and where theirs ended."""
    with canvas(path, size=(8.5, 4.8)) as [[axes]]:
        style: dict[str, Any] = {"points": 600, "edge": 0, "linewidth": 1.8}
        so_far(axes, column, 2, color=PAIR, label="ours, both seats together", **style)
        so_far(axes, column, 1, color=TEAL, label="ours, the mean of the seats", **style)
        axes.axhline(0, **LINE)
        if len(column) == HANDS:
            label = f"theirs at the end: {PROFIT:,}, deviation {DEVIATION:,}"
            style = {"fmt": "D", "color": RED, "capsize": 4, "markersize": 7, "label": label}
            axes.errorbar(HANDS, PROFIT, 1.96 * DEVIATION, **style)
        else:
            steps = np.unique(np.linspace(1, len(column), 600).astype(int))
            label = f"theirs on average, {PROFIT:,} in {HANDS:,}"
            axes.plot(steps, PROFIT / HANDS * steps, "--", color=RED, linewidth=1.2, label=label)
        axes.set(xlabel="deals, each played in both seats", ylabel="big blinds won so far")
        axes.set_title(title, loc="left", fontsize=11)
        axes.legend(frameon=False, loc="upper left")
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
