"""The five papers' readers by what they are worth in money: `villain` with each in turn.

    python -m benchmarks.readers --seed 1 --keep readers.jsonl
    python -m benchmarks.readers --only barreler --readers loki,sander --hands 200
    python -m benchmarks.readers --one-card          baker's styles, which are of one-card poker

In hold'em each plays the same cards against scripts of the gauntlet; wins are in big blinds a hand
with 95 % intervals, without what luck explains. *nobody* is the dial at 0: equilibrium. In one-card
poker each plays so many hands, and what it would win from then on is exact; the intervals there are
over repetitions.
"""

import argparse
import json
import sys
from dataclasses import asdict, replace
from pathlib import Path

import villain.cli  # noqa: F401  first: it says how many threads NumPy may use
from benchmarks.gauntlet.matches import GauntletPlan, run
from benchmarks.gauntlet.standing import Standing
from benchmarks.one_card_readers import ONE_CARD_READERS, OPPONENTS, measure
from villain.arena.statistics import Rate
from villain.errors import VillainError

READERS = {
    "nobody": "villain:dial=0",
    "crowd": "villain",
    "loki": "villain:model=specific",
    "poki": "villain:model=chooser",
    "huang": "villain:model=huang",
    "sander": "villain:model=memory:blend",
}
"""Agents by who reads for them; baker reads one-card poker only."""

SCRIPTS = ("barreler", "tight_aggressive", "river_folder", "rock", "proportional")
"""Who looks at his cards."""


def main() -> int:
    options = _options()
    try:
        rows = _one_card(options) if options.one_card else _holdem(options)
    except VillainError as error:
        print(error, file=sys.stderr)
        return 2
    if options.json:
        print(json.dumps({who: list(map(asdict, rates)) for who, rates in rows.items()}, indent=2))
    else:
        titles = OPPONENTS if options.one_card else _named(options.only)
        _show(list(titles), rows)
    return 0


def _holdem(options: argparse.Namespace) -> dict[str, list[Rate]]:
    numbers = options.hands, options.matches, options.seed, options.workers
    readers = _chosen(options.readers, READERS)
    plan = GauntletPlan("", tuple(_named(options.only)), *numbers, options.keep)
    rows = {}
    for who in readers:
        print(f"{who} reads", file=sys.stderr)
        standings = run(replace(plan, agent=READERS[who]))
        rows[who] = [one.whole for one in standings]
        _warn(who, standings)
    return rows


def _one_card(options: argparse.Namespace) -> dict[str, list[Rate]]:
    readers = _chosen(options.readers, ONE_CARD_READERS)
    return {
        who: [
            measure(who, opponent, options.hands, options.matches, options.seed)
            for opponent in OPPONENTS
        ]
        for who in readers
    }


def _chosen(text: str | None, known: dict[str, str]) -> list[str]:
    chosen = list(known) if text is None else _named(text)
    for who in chosen:
        if who not in known:
            raise VillainError.unknown("reader", who, known)
    return chosen


def _named(text: str) -> list[str]:
    return [name.strip() for name in text.split(",")]


def _warn(who: str, standings: list[Standing]) -> None:
    for one in standings:
        if one.faults:
            print(f"{who} failed {one.faults} times against {one.script}", file=sys.stderr)


def _show(titles: list[str], rows: dict[str, list[Rate]]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("who reads", *titles, box=None, pad_edge=False)
    for column in table.columns[1:]:
        column.justify = "right"
    for who, rates in rows.items():
        table.add_row(who, *(f"{one.mean:+.2f} ± {one.high - one.mean:.2f}" for one in rates))
    Console(width=120).print(table)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.readers",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--only", default=",".join(SCRIPTS), help="scripts, with commas between")
    parser.add_argument("--readers", help=f"{', '.join(READERS)}; all, if none is named")
    parser.add_argument("--one-card", action="store_true", help="one-card poker, with baker")
    parser.add_argument("--hands", type=int, default=300, help="hands of a match")
    parser.add_argument("--matches", type=int, default=1, help="matches, or repetitions")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1, help="matches at the same time")
    parser.add_argument("--keep", type=Path, help="a file to keep matches in, and to go on from")
    parser.add_argument("--json", action="store_true", help="print JSON")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
