"""How an agent stands in the gauntlet: wins and shares by stretch of hands, and what it misses."""

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.gauntlet.measured_match import MeasuredMatch
from benchmarks.gauntlet.opponents import STATIONARY
from villain.arena.luck import less_luck
from villain.arena.statistics import Rate, rate

STRETCHES = ((0, 100), (100, 500), (500, 1000))
"""Hands 1–100, 101–500 and 501–1,000."""

LEAST, LEAST_ON_AVERAGE = 0.60, 0.75
"""The share of the best answer's win that is wanted in the last stretch."""

BEST_WINS = Path(__file__).with_name("best_wins.json")


def best_wins() -> dict[str, float]:
    """Big blinds a hand that a best answer wins from each script, as far as they are measured."""
    return {name: float(one["bb"]) for name, one in json.loads(BEST_WINS.read_text()).items()}


@dataclass(frozen=True)
class Standing:
    """What an agent won from one script, in all and in each stretch that was played."""

    script: str
    best: float | None
    whole: Rate
    stretches: tuple[Rate, ...]
    faults: int

    @classmethod
    def of(cls, script: str, matches: list[MeasuredMatch]) -> "Standing":
        """Put several matches together, each as long as the others."""
        hands = len(matches[0].wins)
        wins = np.concatenate([match.wins for match in matches])
        luck = np.concatenate([match.luck for match in matches])
        by_match = less_luck(wins, luck).reshape(len(matches), hands)
        stretches = [by_match[:, start:stop] for start, stop in STRETCHES if start < hands]
        return cls(
            script,
            best_wins().get(script),
            rate(by_match.ravel()),
            tuple(rate(part.ravel()) for part in stretches),
            sum(len(match.faults) for match in matches),
        )

    @property
    def share(self) -> float | None:
        """The share of the best win in the last stretch; None where it is not known."""
        if self.best is None or len(self.stretches) < len(STRETCHES):
            return None
        return self.stretches[-1].mean / self.best


def misses(standings: list[Standing]) -> list[str]:
    """What an agent misses of what is wanted, a line each; what cannot be said is missed too."""
    lines, shares = list[str](), list[float]()
    for one in standings:
        if one.faults:
            lines.append(f"{one.script}: {one.faults} failures")
        if one.script in STATIONARY:
            if one.share is None:
                lines.append(f"{one.script}: no share; it takes more than 500 hands and a best win")
                continue
            shares.append(one.share)
            if one.share < LEAST:
                lines.append(f"{one.script}: {one.share:.0%} after hand 500; wanted {LEAST:.0%}")
            continue
        if one.whole.low < 0:
            lines.append(f"{one.script}: {one.whole.low:+.2f} at the interval's end; wanted 0")
        lines += [
            f"{one.script}: surely below zero in hands {start + 1}–{stop}"
            for (start, stop), part in zip(STRETCHES, one.stretches, strict=False)
            if part.high < 0
        ]
    if shares and np.mean(shares) < LEAST_ON_AVERAGE:
        lines.append(f"on average {np.mean(shares):.0%}; wanted {LEAST_ON_AVERAGE:.0%}")
    return lines
