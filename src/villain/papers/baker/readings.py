"""Twelve readings of the paper, and how well each fits its Tables II and III.

The paper leaves open what the chance to win is while several opponents are in, and its tables do
not fit its sentence that a weak card checks where that is free. So each of four chances is run
with three answers to the second question: everybody checks, the four styles fold and the one who
is tried checks, everybody folds. All readings play the same number of freeze-outs; the one that
fits best has the smallest mean distance to the 16 printed numbers.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from villain.kernels.arrays import FloatArray
from villain.models.baker.model import PRINTED_SHARES
from villain.papers.plots import AMBER, PURPLE, RED, TEAL
from villain.strategy.one_card import CHANCES, PRINTED_ANTI_STYLES, STYLES, Reading, Style
from villain.strategy.one_card_trials import action_shares, try_policies

COLOURS = dict(zip(STYLES, (RED, AMBER, TEAL, PURPLE), strict=True))
"""A colour for each style, the same in all pictures."""

PRINTED_WINS = {"LA": 0.76, "LP": 0.63, "TA": 0.71, "TP": 0.75}
"""The share of freeze-outs in which an anti-player beats three of a style (Table II)."""

WEAK_CARDS = {"all check": ("check", "check"), "styles fold": ("fold", "check")}
WEAK_CARDS["all fold"] = ("fold", "fold")
"""A weak card's action where a check is free: for the styles, and for the player tried."""


@dataclass(frozen=True)
class TwoReadings:
    """The reading by which the styles play, and the one of whoever plays against them."""

    chance: str
    weak: str

    @property
    def styles(self) -> Reading:
        """The reading of the four styles."""
        return Reading(self.chance, WEAK_CARDS[self.weak][0])

    @property
    def own(self) -> Reading:
        """The reading of the one who is tried against them."""
        return Reading(self.chance, WEAK_CARDS[self.weak][1])

    def __str__(self) -> str:
        return f"{self.chance}, {self.weak}"


READINGS = tuple(TwoReadings(chance, weak) for weak in WEAK_CARDS for chance in CHANCES)
TEXT = TwoReadings("in-hand", "all check")
"""The text, with the plainest sense of a chance to win."""


def wins_against_three(reading: TwoReadings, style: str, own: Style, games: int, seed: int) -> int:
    """The freeze-outs in which a pair of thresholds beats three of a style."""
    opponents = [STYLES[style].policy(reading.styles)] * 3
    return int(try_policies([own.policy(reading.own), *opponents], games, seed).wins[0])


@lru_cache(maxsize=4)
def fits(games: int, seed: int) -> dict[TwoReadings, tuple[FloatArray, FloatArray]]:
    """By reading: how often the printed anti-players win, and the styles' action shares."""
    both = {}
    for reading in READINGS:
        wins = [
            wins_against_three(reading, style, anti, games, seed) / games
            for style, anti in PRINTED_ANTI_STYLES.items()
        ]
        both[reading] = np.array(wins), action_shares(reading.styles, games, seed)
    return both


def distances(games: int, seed: int) -> dict[TwoReadings, tuple[float, float, float]]:
    """By reading: the mean distance to Table II's wins, Table III's shares, and all 16 numbers."""
    printed = np.array(list(PRINTED_WINS.values()))
    apart = {}
    for reading, (wins, shares) in fits(games, seed).items():
        both = np.concatenate([abs(wins - printed), abs(shares - PRINTED_SHARES).ravel()])
        apart[reading] = (float(both[:4].mean()), float(both[4:].mean()), float(both.mean()))
    return apart


def best_reading(games: int, seed: int) -> TwoReadings:
    """The reading that fits the printed numbers best."""
    apart = distances(games, seed)
    return min(apart, key=lambda reading: apart[reading][2])


def show_pair(style: Style) -> str:
    """A pair of thresholds as the paper prints it."""
    return f"[{style.alpha:.1f}, {style.beta:.1f}]"
