"""Evaluator, strength and equity against peers, in one run on one core.

Each figure is the best of some rounds in which all sides take turns. Ratios travel from machine to
machine better than times, so the targets are ratios wherever a peer does the same job.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import eval7
import treys
from phevaluator import evaluate_cards

from benchmarks.comparison import Comparison, at_least, best_seconds, report, within
from villain.cards import DECK
from villain.strength.hand_value import rank_hands
from villain.strength.speed import (
    BOARDS,
    SAMPLES,
    arbitrary_range,
    everybody,
    exact_race,
    one_by_one,
    random_hands,
    sampled_race,
)

PEER_HANDS = 20_000
SOME_HOLDINGS, ALL_HOLDINGS = 8, 1176
WANTED = {"eval7": 100, "phevaluator": 200, "treys": 1800}
ALLOWED = {"flop": 0.100, "turn": 0.003, "river": 0.0005}


def peer_evaluators() -> dict[str, Callable[[], None]]:
    """A Python call for each of some random seven-card hands, cards prepared before."""
    hands = [[DECK[card] for card in row] for row in random_hands(PEER_HANDS, seed=1)]
    ours = rank_hands(random_hands(PEER_HANDS, seed=1)).tolist()
    prepared: dict[str, tuple[Callable[..., int], list[list[Any]]]] = {
        "eval7": (eval7.evaluate, [[[eval7.Card(str(c)) for c in hand]] for hand in hands]),
        "phevaluator": (evaluate_cards, [[int(c) for c in hand] for hand in hands]),
        "treys": (
            treys.Evaluator().evaluate,
            [_halves([treys.Card.new(str(c)) for c in hand]) for hand in hands],
        ),
    }
    assert [7463 - evaluate_cards(*hand) for hand in prepared["phevaluator"][1]] == ours
    return {peer: partial(_call_each, *job) for peer, job in prepared.items()}


def _halves(cards: list[int]) -> list[list[int]]:
    return [cards[:2], cards[2:]]


def _call_each(evaluate: Callable[..., int], hands: list[list[Any]]) -> None:
    for hand in hands:
        evaluate(*hand)


def compare() -> list[Comparison]:
    return [*compare_evaluators(), *compare_strength(), *compare_races()]


def compare_evaluators() -> list[Comparison]:
    hands, peers = random_hands(SAMPLES), peer_evaluators()
    seconds, *theirs = best_seconds(lambda: rank_hands(hands), *peers.values())
    return [
        at_least(
            f"million seven-card hands a second, {peer}",
            SAMPLES / seconds / 1e6,
            PEER_HANDS / spent / 1e6,
            WANTED[peer],
            ",.2f",
        )
        for peer, spent in zip(peers, theirs, strict=True)
    ]


def compare_strength() -> list[Comparison]:
    rivals = arbitrary_range()
    spent = best_seconds(
        *(partial(everybody, board, rivals) for board in BOARDS.values()),
        lambda: one_by_one(BOARDS["flop"], rivals, SOME_HOLDINGS),
    )
    rows = [
        within(f"all holdings, {street}, in ms", seconds, ALLOWED[street])
        for street, seconds in zip(BOARDS, spent, strict=False)
    ]
    each = spent[-1] / SOME_HOLDINGS
    what = "holdings on the flop a second, all at once and one at a time"
    return [*rows, at_least(what, ALL_HOLDINGS / spent[0], 1 / each, 20)]


def compare_races() -> list[Comparison]:
    """AhKh against QQ+."""
    hand, rivals = [eval7.Card("Ah"), eval7.Card("Kh")], eval7.HandRange("QQ+")

    def theirs() -> None:
        eval7.py_hand_vs_range_monte_carlo(hand, rivals, [], SAMPLES)

    exact, sampled, peer = best_seconds(exact_race, sampled_race, theirs)
    what = "AhKh against QQ+ a second, every board, eval7 a million samples"
    return [
        at_least(what, 1 / exact, 1 / peer, 0.5, ",.1f"),
        at_least("the same, a million samples each", 1 / sampled, 1 / peer, 2, ",.1f"),
    ]


if __name__ == "__main__":
    report(compare, __doc__)
