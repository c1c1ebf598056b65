"""Measure the ladder of the cast: every pair heads-up, both seats of every deal.

    python -m villain.arena.make_ladder --deals 12 --slow 3 --seed 29

plays so many deals of no-limit hold'em for 100 big blinds between two of the cast, fewer where one
of them thinks for long. It writes ``ladder.json`` after each pair, and with ``--resume`` goes on.
"""

import json
from argparse import ArgumentParser
from itertools import combinations
from pathlib import Path
from typing import Any

from villain.agents.cast import CAST, EXPERT
from villain.arena.ladder import FILE, rungs
from villain.arena.match import Match, play_match
from villain.game.presets import no_limit_holdem

SLOW = (EXPERT, "poki", "equilibrium", "villain")
"""They try out or solve what might happen, at every decision."""

PATIENCE = 600.0
"""Seconds for a decision: on a busy machine nobody should be cut off."""


def main() -> None:
    """Play all pairs, and say how everybody stands."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=12)
    parser.add_argument("--slow", type=int, default=3, help="deals where one of two is slow")
    parser.add_argument("--seed", type=int, default=29)
    parser.add_argument("--resume", action="store_true")
    options = parser.parse_args()
    path = Path(__file__).with_name(FILE)
    pairs: list[dict[str, Any]] = []
    if options.resume and path.exists():
        pairs = json.loads(path.read_text(encoding="utf-8"))["pairs"]
    for place, two in enumerate(in_order()):
        if any(pair["agents"] == list(two) for pair in pairs):
            continue
        deals = options.slow if {*two} & {*SLOW} else options.deals
        pairs.append(measure(two, deals, options.seed + place))
        command = (
            f"python -m villain.arena.make_ladder --deals {options.deals} --slow {options.slow}"
            f" --seed {options.seed}"
        )
        path.write_text(json.dumps({"command": command, "pairs": pairs}, indent=1) + "\n")
        print(pairs[-1], flush=True)
    for rung in rungs(pairs):
        print(f"{rung.agent:22} {rung.mean:+6.0f} ({rung.low:+.0f} to {rung.high:+.0f}) bb/100")


def in_order() -> list[tuple[str, str]]:
    """All pairs of the cast, those that are quick first."""
    pairs = combinations([one.agent for one in CAST], 2)
    return sorted(pairs, key=lambda two: sum(one in SLOW for one in two))


def measure(two: tuple[str, str], deals: int, seed: int) -> dict[str, Any]:
    """What the first wins a hand from the second by deal, in big blinds, over both seats."""
    match = Match(no_limit_holdem(2), two, deals, seed=seed, patience=PATIENCE, strict=True)
    won = play_match(match).by_deal[:, 0]
    return {"agents": list(two), "won": [round(float(chips), 3) for chips in won]}


if __name__ == "__main__":
    main()
