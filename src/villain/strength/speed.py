"""The speed of the kernels on this machine, on one core."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import comb
from time import perf_counter

import numpy as np

from villain.cards.card import parse_cards
from villain.cards.combo import Combo
from villain.cards.range import Range
from villain.kernels.arrays import CardArray, FloatArray
from villain.kernels.evaluator import count_all_ranks
from villain.strength.all_deals import every_deal
from villain.strength.equities import PATIENT, equity
from villain.strength.hand_value import rank_hands
from villain.strength.holding import hand_strength
from villain.strength.matchups import Matchups, Strengths

SAMPLES = 1_000_000
BOARDS = {"flop": "3h4cJh", "turn": "3h4cJhTs", "river": "3h4cJhTs2d"}


@dataclass(frozen=True)
class Timing:
    """One figure: a short name, a description, a value and its unit."""

    name: str
    what: str
    value: float
    unit: str


def best_time(action: Callable[[], object], rounds: int = 5) -> float:
    """The shortest of some runs, in seconds, after one to warm up."""
    action()
    times = []
    for _ in range(rounds):
        start = perf_counter()
        action()
        times.append(perf_counter() - start)
    return min(times)


def random_hands(number: int, seed: int = 0) -> CardArray:
    """Seven different cards a row."""
    rng = np.random.default_rng(seed)
    rows = [
        np.argpartition(rng.random((len(part), 52), np.float32), 7, axis=1)[:, :7]
        for part in np.array_split(np.empty(number), max(1, number // 200_000))
    ]
    return np.concatenate(rows).astype(np.uint8)


def arbitrary_range(seed: int = 0) -> Range:
    """A different weight for every combo."""
    return Range(np.random.default_rng(seed).random(1326))


def everybody(board: str, rivals: Range) -> FloatArray:
    """EHS (and with it HS and Ppot) and Npot of all holdings, with nothing remembered."""
    measured = Strengths(Matchups(parse_cards(board)), rivals.without(*parse_cards(board)), 1)
    return measured.ehs + measured.win_estimate


def one_by_one(board: str, rivals: Range, holdings: int) -> None:
    """The same for the first so many holdings, one at a time."""
    cards = parse_cards(board)
    combos = [c for c in map(Combo, range(1326)) if not set(c.cards) & set(cards)]
    for combo in combos[:holdings]:
        measured = hand_strength(combo, board, rivals)
        assert measured.ehs + measured.win_estimate >= 0


def exact_race() -> int:
    """AhKh against QQ+ before the flop, every board of every combo; returns the showdowns."""
    weighed = every_deal([Range("AhKh"), Range("QQ+")], (), (), PATIENT, lambda _: None)
    assert weighed is not None
    return weighed[1]


def sampled_race() -> float:
    """The same by sampling."""
    return equity(["AhKh", "QQ+"], samples=SAMPLES).shares[0]


def measure() -> list[Timing]:
    """Take all the figures; some seconds."""
    hands, rivals = random_hands(SAMPLES), arbitrary_range()
    timings = [
        Timing(
            "evaluate",
            "random seven-card hands from an array",
            SAMPLES / best_time(lambda: rank_hands(hands)) / 1e6,
            "million a second",
        ),
        Timing(
            "enumerate",
            "all 133,784,560 seven-card hands in order",
            comb(52, 7) / best_time(lambda: count_all_ranks(7), 2) / 1e6,
            "million a second",
        ),
    ]
    for street, board in BOARDS.items():
        seconds = best_time(partial(everybody, board, rivals))
        what = f"strength and potential of all holdings, {street}"
        timings.append(Timing(street, what, seconds * 1e3, "ms"))
    flop = Matchups(parse_cards(BOARDS["flop"]))
    others = rivals.without(*flop.board)
    few = 8
    slow = best_time(lambda: one_by_one(BOARDS["flop"], rivals, few), 2) * 1176 / few
    return [
        *timings,
        Timing(
            "further_range",
            "the same on the flop for a further range",
            1e3 * best_time(lambda: Strengths(flop, others).ehs),
            "ms",
        ),
        Timing("one_by_one", f"the same one at a time (1176/{few} of {few})", slow * 1e3, "ms"),
        Timing("exact", "AhKh against QQ+, every board", best_time(exact_race) * 1e3, "ms"),
        Timing("sampled", "the same, a million samples", best_time(sampled_race) * 1e3, "ms"),
    ]
