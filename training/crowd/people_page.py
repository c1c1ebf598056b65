"""Measure realism and clones, and write what comes out into the manual's page about people.

    python -m training.crowd.people_page --store STORE --part persons
    python -m training.crowd.people_page --store STORE --part agents --tables 40 --hands 60
    python -m training.crowd.people_page --store STORE --part clones --players 50 --everybody
    python -m training.crowd.people_page --part stakes --told pty.json held-back.json

Tables on the page stand between ``<!-- begin NAME -->`` and ``<!-- end NAME -->``; each part
replaces its own, and draws its picture. ``villain realism`` and ``villain clones`` with the same
options and seed print the same numbers. The part ``stakes`` measures nothing: it is told what
``villain realism --json`` printed of some stores.
"""

import argparse
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from villain.cli.clone_charts import draw_clones
from villain.cli.realism_charts import draw_spreads
from villain.evaluation.followed import players_of
from villain.evaluation.realism.clone_report import clone_gains, inside_shares, inside_shortfall
from villain.evaluation.realism.clones import REPEATS, CloneResult, judge_clones
from villain.evaluation.realism.hand_judge import HandVerdict
from villain.evaluation.realism.hand_shapes import Sizes
from villain.evaluation.realism.realism import Realism, measure_realism
from villain.evaluation.realism.spreads import SpreadOfRates, StatisticSpread
from villain.evaluation.realism.stakes import stakes_of
from villain.hands.store.hand_store import HandStore

PAGE = Path("docs/explanation/people.md")
PICTURES = Path("docs/images")
AGENTS = ("person", "loki", "poki", "cheze")
TELLS = 10


def markdown(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table.

    >>> print(markdown(("a", "b"), [("1", "2")]))
    | a | b |
    |---|---|
    | 1 | 2 |
    """
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines).replace(
        "| --- " + "| --- " * (len(heads) - 1) + "|", "|---" * len(heads) + "|"
    )


def put(name: str, text: str, page: Path = PAGE) -> None:
    """Replace what stands between the marks of a name."""
    old = page.read_text()
    marks = f"<!-- begin {name} -->", f"<!-- end {name} -->"
    pattern = re.compile(f"{re.escape(marks[0])}.*?{re.escape(marks[1])}", re.S)
    new, times = pattern.subn(lambda _: f"{marks[0]}\n{text}\n{marks[1]}", old)
    if times != 1:
        raise SystemExit(f"{page} has no place called {name!r}")
    page.write_text(new)


def put_row(row: Sequence[str], page: Path = PAGE) -> None:
    """Replace the row of a table that begins in the same way, and has as many columns."""
    rest = r"[^|\n]*\|" * (len(row) - 1)
    pattern = re.compile(rf"^\| {re.escape(row[0])} \|{rest}$", re.M)
    page.write_text(pattern.sub(lambda _: "| " + " | ".join(row) + " |", page.read_text()))


def statistics_table(measured: Realism) -> str:
    """The statistics over all positions."""
    rows = [
        (
            one.statistic.name,
            *_rates(one, one.real),
            *_rates(one, one.ours),
            f"{one.inside:.0%}",
            f"{one.overlap:.0%}",
        )
        for one in measured.spreads
        if not one.position
    ]
    heads = ("%", "people", "5 to 95 %", "persons", "5 to 95 %", "inside", "overlap")
    out = [_name(one) for one in measured.spreads if not one.fits]
    words = (
        f"{measured.stakes}; {measured.tables} tables, {measured.hands:,} hands on either side. "
        f"Of {len(measured.spreads)} statistics, overall and by position, the persons' rate is "
        f"within the spread of people in {measured.within}"
    )
    return markdown(heads, rows) + f"\n\n{words}{'; not ' + ', '.join(out) if out else ''}."


def _name(one: StatisticSpread) -> str:
    return f"{one.statistic.name} {one.position}".strip()


def _rates(one: StatisticSpread, spread: SpreadOfRates) -> tuple[str, str]:
    if one.statistic.kind == "ratio":
        return f"{spread.mean:.2f}", f"{spread.low:.2f}–{spread.high:.2f}"
    return f"{100 * spread.mean:.1f}", f"{100 * spread.low:.0f}–{100 * spread.high:.0f}"


def shapes_table(measured: Realism) -> str:
    """How far hands go, and amounts."""
    real, ours = measured.real_shape, measured.our_shape
    rows = [
        (
            name if "players" in name else f"hands that {name}",
            *(
                f"{side.shares[name]:.2f}" if "players" in name else f"{side.shares[name]:.1%}"
                for side in (real, ours)
            ),
        )
        for name in real.shares
    ]
    rows += [
        (kind, _quantiles(real.sizes[kind]), _quantiles(ours.sizes[kind]))
        for kind in real.sizes
        if kind in ours.sizes
    ]
    return markdown(("", "people", "persons"), rows)


def _quantiles(sizes: Sizes) -> str:
    return ", ".join(f"{one:.2f}" if one < 10 else f"{one:.0f}" for one in sizes.quantiles)


def tells_table(verdict: HandVerdict) -> str:
    """What gives hands away."""
    rows = [
        (
            tell.feature,
            f"{tell.loss:.3f}",
            f"{tell.real:.2f} ({tell.has_real:.0%})",
            f"{tell.ours:.2f} ({tell.has_ours:.0%})",
        )
        for tell in verdict.tells[:TELLS]
    ]
    return markdown(("feature", "worth", "people", "persons"), rows)


def verdict_row(agent: str, verdict: HandVerdict) -> tuple[str, ...]:
    """A row of the table of agents."""
    return (
        f"`{agent}`",
        f"{verdict.area:.3f} ({verdict.low:.3f}–{verdict.high:.3f})",
        f"{verdict.seen_flop:.3f}",
        f"{verdict.without_amounts:.3f}",
        f"{verdict.together:.3f}",
    )


def stakes_tables(told: Sequence[dict[str, Any]]) -> tuple[str, str]:
    """How persons do at each of the stakes, and how far hands go there and for how much."""
    judged, shapes = [], []
    for one in told:
        whole = [statistic for statistic in one["statistics"] if not statistic["position"]]
        overlap = sum(statistic["overlap"] for statistic in whole) / max(len(whole), 1)
        judge = one["judge"]
        low, high = judge["ci95"]
        judged.append(
            (
                one["stakes"],
                f"{one['tables']}, {one['hands']:,}",
                f"{one['within']} of {len(one['statistics'])}",
                f"{overlap:.0%}",
                f"{judge['area']:.3f} ({low:.3f}–{high:.3f})",
                f"{judge['area_without_amounts']:.3f}",
            )
        )
        sides = one["real"], one["ours"]
        shares = [
            ", ".join(f"{side['shares'][name]:.0%}" for side in sides)
            for name in ("see a flop", "have a limper", "are re-raised pre-flop", "go to showdown")
        ]
        medians = [
            ", ".join(f"{side['sizes'][kind]['quantiles'][2]:.3g}" for side in sides)
            for kind in ("first raise, bb", "flop bet, pots", "river bet, pots")
        ]
        tenth = ", ".join(f"{side['sizes']['pot, bb']['quantiles'][-1]:.3g}" for side in sides)
        shapes.append((one["stakes"], *shares, *medians, tenth))
    heads = ("stakes", "tables, hands", "within", "overlap", "area (95 %)", "amounts hidden")
    kinds = ("flop", "limper", "3-bet", "showdown", "first raise", "flop bet", "river bet", "pot")
    return markdown(heads, judged), markdown(("people, persons", *kinds), shapes)


def clones_tables(results: Sequence[CloneResult], seed: int) -> tuple[str, str]:
    """How often clones are inside, with how much less than the players, and their losses."""
    inside = [
        (one.statistic, str(one.cases), *map(_share, one[2:]))
        for one in inside_shares(results)
        if one.cases
    ]
    losses = [
        (
            one.cards,
            f"{one.decisions:,}",
            f"{one.stranger:.4f}",
            f"{one.clone:.4f}",
            f"{one.gain:.4f} ({one.low:.4f} to {one.high:.4f})",
        )
        for one in clone_gains(results, seed)
    ]
    heads = ("inside his 95 %", "cases", "himself", "drawn", "his clone", "another's clone")
    himself, drawn = (
        "{:+.1f} points ({:+.1f} to {:+.1f})".format(
            *(100 * one for one in inside_shortfall(results, seed, drawn=drawn))
        )
        for drawn in (False, True)
    )
    words = (
        f"{len(results)} players, each hand played {results[0].repeats} times. In all himself less "
        f"his clone: {himself}, drawn less his clone: {drawn}; 95 % over players."
    )
    return (
        f"{markdown(heads, inside)}\n\n{words}",
        markdown(("his cards", "decisions", "a stranger", "his clone", "gain"), losses),
    )


def _share(share: float) -> str:
    return "" if share != share else f"{share:.0%}"


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="Refresh the page about people.")
    parser.add_argument("--store", type=Path, help="a store never trained on")
    parser.add_argument("--part", choices=("persons", "agents", "clones", "stakes"), required=True)
    parser.add_argument("--told", type=Path, nargs="+", help="what villain realism --json printed")
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--hands", type=int, help="a table's, or a clone's (default: 60, 300)")
    parser.add_argument("--players", type=int, default=50)
    parser.add_argument("--span", type=int, default=2000)
    parser.add_argument("--repeats", type=int, default=REPEATS, help="how often clones play a hand")
    parser.add_argument("--everybody", action="store_true")
    parser.add_argument("--agents", nargs="+", default=list(AGENTS))
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    if asked.part == "stakes":
        files = [json.loads(path.read_text()) for path in asked.told or ()]
        judged, shapes = stakes_tables([one for file in files for one in file["by_stakes"]])
        put("stakes", judged)
        put("pots", shapes)
        return
    if asked.store is None:
        parser.error("--store is needed, but for the part stakes")
    store, hands = HandStore(asked.store), asked.hands or (300 if asked.part == "clones" else 60)
    if asked.part == "clones":
        players = players_of(store, asked.span, everybody=asked.everybody)[: asked.players]
        results = judge_clones(
            store,
            players,
            asked.span,
            hands,
            asked.seed,
            repeats=asked.repeats,
            workers=asked.workers,
        )
        inside, losses = clones_tables(results, asked.seed)
        put("clones", inside)
        put("losses", losses)
        draw_clones(results, PICTURES / "people-clones.png")
        return
    rows, stakes = [], stakes_of(store)[0]
    for agent in ["person"] if asked.part == "persons" else asked.agents:
        measured = measure_realism(
            store, stakes, [agent], asked.tables, hands, asked.seed, workers=asked.workers
        )
        if measured.verdict is None:
            raise SystemExit("the judge needs scikit-learn: pip install 'villain[judge]'")
        rows.append(verdict_row(agent, measured.verdict))
        if asked.part == "persons":
            put("statistics", statistics_table(measured))
            put("shapes", shapes_table(measured))
            put("tells", tells_table(measured.verdict))
            put_row(rows[-1])
            draw_spreads(measured, [agent], PICTURES / "people-spreads.png")
    if asked.part == "agents":
        heads = ("table of", "area (95 %)", "saw a flop", "amounts hidden", "ten hands")
        put("agents", markdown(heads, rows))


if __name__ == "__main__":
    main()
