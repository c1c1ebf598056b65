"""Table 5.1: everybody against everybody in duplicate, theirs beside ours [huang]."""

from dataclasses import replace
from functools import partial

from villain.arena.match import Match, MatchResult
from villain.arena.round_robin import RoundRobin, RoundRobinPlan
from villain.arena.statistics import Rate, rate
from villain.papers.huang.checks import CALLER, RAISER, Check, checks, checks_section, numbers
from villain.papers.huang.exploiting import (
    CEILINGS,
    COMMAND,
    EXPLOIT,
    ceilings_section,
    exploit_checks,
    learning_data,
    learning_section,
)
from villain.papers.huang.folding import BEST_COMMAND, Folds, count_folds, folds_section
from villain.papers.huang.matches import RULES, faults_note, play_series
from villain.papers.huang.printed import NAMES, printed
from villain.papers.huang.table_pictures import draw_table
from villain.papers.report import Report, Section, Setting

AGENTS = tuple(NAMES)
QUICK, FULL = 200, 10_000
FOLDS_QUICK, FOLDS_FULL = 50, 1_000
"""Deals, each played in both seats: of a match, and of those whose folds are counted."""

SERIES = 0.9
"""The matches' share of the work; the rest are hands whose folds are counted."""

THEIR_NAMES = tuple(NAMES.values())
SHORT = tuple(name.removeprefix("MC-") for name in THEIR_NAMES)


def reproduce_table51(
    setting: Setting, agents: tuple[str, ...] = AGENTS, exploit: str = EXPLOIT
) -> Report:
    """The round robin, the checks, the folds, the shares of the ceilings, and our own agent.

    ``agents`` stand in the order of the table: the three that decide, RaiseBot, CallBot.
    """
    deals = setting.deals or setting.size(QUICK, FULL)
    plan = RoundRobinPlan(RULES, agents, deals, setting.seed)
    pairs, bots = plan.matches(), agents[RAISER:]
    others = [Match(RULES, (exploit, bot), deals, setting.seed) for bot in bots]
    part = replace(setting, progress=lambda share: setting.progress(SERIES * share))
    results = play_series([*pairs.values(), *others], part, "table51")
    table = RoundRobin(agents, dict(zip(pairs, results[: len(pairs)], strict=True)))
    ours = dict(zip(bots, results[len(pairs) :], strict=True))
    folds = _folds((*agents[:RAISER], exploit), agents[RAISER], deals, setting)
    names = dict(zip(agents, THEIR_NAMES, strict=True))
    rates = {
        (agent, bot): table.against(agents.index(agent), agents.index(bot))
        for bot in bots
        for agent in agents[:RAISER]
    }
    exploits = {bot: rate(result.by_deal[:, 0]) for bot, result in ours.items()}
    sizes = dict.fromkeys(agents, "thesis") | {exploit: "free"}
    reached = rates | {(exploit, bot): found for bot, found in exploits.items()}
    verdicts = checks(table, SHORT) + exploit_checks(exploits, names)
    return Report(
        "table51",
        "Table 5.1: matches of the five agents",
        (
            _theirs(),
            _ours(table, "Ours, big blinds a hand (± half a 95 % interval)", 1),
            _ours(table, "Ours, big blinds a duplicate pair of hands", 2),
            checks_section(verdicts),
            folds_section({names.get(one, one): found for one, found in folds.items()}, "RaiseBot"),
            ceilings_section(reached, names, sizes),
            learning_section(exploit, ours, names),
        ),
        _notes(deals, setting, results),
        _data(table, folds, exploits, ours, verdicts, deals),
        {
            "table51.png": partial(
                draw_table,
                rates={(names[agent], names[bot]): found for (agent, bot), found in rates.items()},
                learning={names[bot]: one.by_deal[:, 0] for bot, one in ours.items()},
                ceilings={
                    names[bot]: {kind: one for (who, kind), one in CEILINGS.items() if who == bot}
                    for bot in bots
                },
                exploit=exploit,
            )
        },
    )


def _folds(agents: tuple[str, ...], bot: str, deals: int, setting: Setting) -> dict[str, Folds]:
    """The folds of each agent in the first deals of its match against RaiseBot."""
    counted = min(deals, setting.size(FOLDS_QUICK, FOLDS_FULL))
    found = {}
    for number, agent in enumerate(agents):

        def part(share: float, done: int = number) -> None:
            setting.progress(SERIES + (1 - SERIES) * (done + share) / len(agents))

        found[agent] = count_folds(agent, bot, counted, setting.seed, setting.workers, part)
    return found


def _theirs() -> Section:
    return Section(
        "Theirs, big blinds a hand as printed",
        ("", *SHORT),
        tuple(
            (one, *("" if one == other else f"{printed(one, other):+.4f}" for other in THEIR_NAMES))
            for one in THEIR_NAMES
        ),
    )


def _ours(table: RoundRobin, title: str, hands: int) -> Section:
    places = range(len(table.agents))
    return Section(
        title,
        ("", *SHORT),
        tuple(
            (
                THEIR_NAMES[one],
                *(
                    "" if one == other else _cell(table.against(one, other), hands)
                    for other in places
                ),
            )
            for one in places
        ),
    )


def _cell(found: Rate, hands: int) -> str:
    half = (found.high - found.low) / 2
    return f"{hands * found.mean:+.2f}±{hands * half:.2f}"


def _notes(deals: int, setting: Setting, results: list[MatchResult]) -> tuple[str, ...]:
    notes = [
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
    ]
    if CEILINGS:
        notes.append(f"Ceilings, on all flops and so without error: {COMMAND}.")
    return tuple(filter(None, [*notes, faults_note(results)]))


def _data(
    table: RoundRobin,
    folds: dict[str, Folds],
    exploits: dict[str, Rate],
    ours: dict[str, MatchResult],
    verdicts: list[Check],
    deals: int,
) -> dict[str, object]:
    return {
        "deals": deals,
        "pairs": {
            f"{table.agents[one]} - {table.agents[other]}": numbers(table.against(one, other))
            for one, other in table.results
        },
        "exploit": {bot: numbers(found) for bot, found in exploits.items()},
        "learning": learning_data(ours),
        "folds": {
            agent: {"hands": one.hands, "before": one.before.mean, "later": one.later.mean}
            for agent, one in folds.items()
        },
        "ceilings": {f"{bot}, {sizes}": one for (bot, sizes), one in CEILINGS.items()},
        "checks": {one.claim: one.held for one in verdicts},
        "bots": [table.agents[RAISER], table.agents[CALLER]],
    }
