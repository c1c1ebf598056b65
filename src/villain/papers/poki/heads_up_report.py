"""Two players before the flop: value, agreement, and every class that differs [poki]."""

from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from villain.cards.combo import CLASSES
from villain.papers.poki.heads_up import WORDS, Comparison, compare, describe
from villain.papers.poki.preflop_figures import draw_decisions
from villain.papers.report import Report, Section, Setting
from villain.strategy.heads_up_preflop import (
    CAP,
    PreflopNode,
    appraise,
    decisions,
    exact_deals,
    exploitability,
)
from villain.strategy.preflop_equilibrium import Equilibrium, solve_preflop
from villain.strategy.preflop_iterated import iterate_preflop

UNLIMITED = 8
"""From this cap on the equilibrium does not change: nobody wants to raise so often."""


def reproduce_preflop(setting: Setting) -> Report:
    """Solve and iterate the game with three raises and with as many as one likes."""
    generations, trials = setting.size(300, 1_000), setting.size(20_000, 50_000)
    found, repeats = {}, setting.size(1, 3)
    for number, cap in enumerate((CAP, UNLIMITED)):
        equilibrium, runs = solve_preflop(cap=cap), []
        for repeat in range(repeats):
            setting.tell(number * (repeats + 1) + repeat + 1, 2 * (repeats + 1))
            iterated = iterate_preflop(
                seed=setting.seed + repeat, generations=generations, trials=trials, cap=cap
            )
            runs.append(compare(equilibrium, iterated))
        found[cap] = runs
    setting.progress(1.0)
    first = {cap: runs[0] for cap, runs in found.items()}
    gaps = [one.gap for runs in found.values() for run in runs for one in run.differences]
    notes = (
        f"Iterated: {generations:,} generations of {trials:,} random deals, seeds from "
        f"{setting.seed} on, starting from random decisions. Equilibrium: a linear programme over "
        "the 169 classes with exact all-in equities and card removal. Values in small "
        "bets a hand for the small blind; exploitability is what best replies win more than that, "
        "averaged over the seats.",
        "A decision agrees if the equilibrium takes the same action at least 1 % of the time, or "
        "if both are worth the same; counted are classes that come to it at least 1 % of the "
        f"time. Over {repeats} seed{'s' * (repeats > 1)} and both caps {len(gaps)} differ; the "
        f"largest gap is {max(gaps, default=0.0):.4f} small bets, the median "
        f"{np.median(gaps or [0.0]):.4f}; the paper has usually less than 0.1. "
        "Class by class: the first seed.",
        "Theirs: Selby's solution, of which the paper prints nothing; as he and Hankin published "
        "it in 1999 the big blind never folds, the small blind rarely, and kings call 40 % of "
        "the time. His game has no cap.",
    )
    sections = [_games(found), _selby(first[UNLIMITED].equilibrium)]
    sections += [_agreement(cap, one) for cap, one in first.items()]
    sections += [_differences(cap, one) for cap, one in first.items() if one.differences]
    return Report(
        "preflop",
        "Two players before the flop: iterated roll-outs and the equilibrium",
        tuple(sections),
        notes,
        {f"cap {cap}": [_data(run) for run in runs] for cap, runs in found.items()},
        {"preflop.png": partial(_draw, first[CAP])},
    )


def _games(found: dict[int, list[Comparison]]) -> Section:
    deals = exact_deals()
    rows = []
    for cap, runs in found.items():
        solved = runs[0].equilibrium
        beaten = exploitability(deals, solved.strategy, cap)
        pure = [exploitability(deals, run.iterated.choices(), cap) for run in runs]
        mixed = [exploitability(deals, run.iterated.mixture, cap) for run in runs]
        rows += [
            (f"at most {cap} bets: value", "", f"{solved.value:+.5f}"),
            (
                "  exploitability: equilibrium",
                "0",
                "< 1e-9" if beaten < 1e-9 else str(beaten),
            ),
            ("  iterated choices", "", _range(pure, 5)),
            ("  their mixture", "", _range(mixed, 5)),
            (
                "  decisions that agree",
                "very good agreement",
                _percent([run.agreeing for run in runs]),
            ),
            ("  as they come up", "", _percent([run.often for run in runs])),
        ]
    return Section("The game, small bets a hand", ("", "theirs", "ours"), tuple(rows))


def _range(values: list[float], digits: int) -> str:
    """The mean, and from where to where where there is more than one."""
    text = f"{np.mean(values):.{digits}f}"
    ends = f" ({min(values):.{digits}f} to {max(values):.{digits}f})"
    return text + ends * (len(values) > 1)


def _percent(shares: list[float]) -> str:
    return _range([100 * share for share in shares], 1) + " %"


def _selby(solved: Equilibrium) -> Section:
    chances = exact_deals().chances
    opening = solved.strategy[""]
    kings = next(hand for hand in CLASSES if str(hand) == "KK")
    folds = float(opening[0] @ chances.sum(axis=1))
    worth = appraise(exact_deals(), solved.strategy, solved.cap)
    big = max(
        float((solved.strategy[d.path][0] * worth.reach[d.path]).max())
        for d in decisions(solved.cap)
        if d.player == 1 and "f" in d.actions and not np.isnan(worth.actions[d.path]).any()
    )
    return Section(
        "Selby's solution",
        ("", "theirs", "ours"),
        (
            ("the small blind folds", "rarely", f"{100 * folds:.1f} %"),
            (
                "the big blind folds a hand",
                "never",
                f"{100 * big:.1f} %" if big > 1e-6 else "never",
            ),
            ("kings call in the small blind", "40 %", f"{100 * opening[1, kings]:.1f} %"),
        ),
    )


def _agreement(cap: int, one: Comparison) -> Section:
    rows = []
    for decision in decisions(cap):
        come, agree = one.counts[decision.path]
        if come:
            gaps = [x.gap for x in one.differences if x.decision == decision]
            rows.append(
                (
                    describe(decision),
                    str(come),
                    str(agree),
                    f"{100 * agree / come:.1f} %",
                    f"{max(gaps):.4f}" if gaps else "",
                )
            )
    return Section(
        f"At most {cap} bets: classes that come to a decision, and those that agree",
        ("decision", "classes", "agree", "", "largest gap"),
        tuple(rows),
    )


def _differences(cap: int, one: Comparison) -> Section:
    rows = tuple(
        (
            describe(found.decision),
            str(found.hand),
            _mixture(found.decision, found.equilibrium),
            WORDS[found.chosen],
            f"{found.gap:.4f}",
        )
        for found in one.differences
    )
    return Section(
        f"At most {cap} bets: every class that differs, and what it loses in small bets",
        ("decision", "hand", "equilibrium", "iterated", "gap"),
        rows,
    )


def _mixture(decision: PreflopNode, chances: tuple[float, ...]) -> str:
    parts = zip(decision.actions, chances, strict=True)
    return ", ".join(
        WORDS[action] if chance > 0.995 else f"{WORDS[action]} {100 * chance:.0f} %"
        for action, chance in parts
        if chance > 0.005
    )


def _data(one: Comparison) -> dict[str, Any]:
    deals, cap = exact_deals(), one.equilibrium.cap
    return {
        "value": one.equilibrium.value,
        "exploitability": exploitability(deals, one.equilibrium.strategy, cap),
        "iterated_exploitability": exploitability(deals, one.iterated.choices(), cap),
        "mixture_exploitability": exploitability(deals, one.iterated.mixture, cap),
        "agreeing": one.agreeing,
        "agreeing_as_they_come_up": one.often,
        "differences": [
            {
                "decision": found.decision.path,
                "hand": str(found.hand),
                "equilibrium": list(found.equilibrium),
                "iterated": found.chosen,
                "gap": found.gap,
            }
            for found in one.differences
        ],
    }


def _draw(one: Comparison, path: Path) -> None:
    shown = {"": "small blind", "c": "after a call", "r": "after a raise"}
    actions = {decision.path: decision.actions for decision in decisions(one.equilibrium.cap)}
    rows = {
        "equilibrium": one.equilibrium.strategy,
        "iterated": one.iterated.choices(),
    }
    differ = {
        key: [int(found.hand) for found in one.differences if found.decision.path == key]
        for key in shown
    }
    columns = {key: (name, actions[key]) for key, name in shown.items()}
    draw_decisions(path, rows, columns, differ)
