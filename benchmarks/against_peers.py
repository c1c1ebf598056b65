"""Evaluator, strength and equity against peers, in one run on one core.

Each figure is the best of some rounds. Ratios travel from machine to machine better than times,
so the targets are ratios wherever a peer does the same job.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import eval7
import treys
from phevaluator import evaluate_cards

from benchmarks.comparison import Comparison, report
from villain.cards import DECK
from villain.strength.hand_value import rank_hands
from villain.strength.speed import (
    SAMPLES,
    Timing,
    best_time,
    measure,
    random_hands,
)

PEER_HANDS = 20_000


def peer_evaluators() -> dict[str, float]:
    """Random seven-card hands a second by a Python call for each hand, cards prepared before."""
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
    return {
        peer: PEER_HANDS / best_time(partial(_call_each, *job)) for peer, job in prepared.items()
    }


def _halves(cards: list[int]) -> list[list[int]]:
    return [cards[:2], cards[2:]]


def _call_each(evaluate: Callable[..., int], hands: list[list[Any]]) -> None:
    for hand in hands:
        evaluate(*hand)


def eval7_race() -> float:
    """AhKh against QQ+ by eval7, a million samples; in milliseconds."""
    hand, rivals = [eval7.Card("Ah"), eval7.Card("Kh")], eval7.HandRange("QQ+")
    return 1e3 * best_time(lambda: eval7.py_hand_vs_range_monte_carlo(hand, rivals, [], SAMPLES))


def compare() -> list[Comparison]:
    """Measure both sides."""
    ours = {timing.name: timing for timing in measure()}
    rows, peers = [], peer_evaluators()
    for peer, wanted in (("eval7", 100), ("phevaluator", 200), ("treys", 1800)):
        rate = peers[peer]
        ratio = ours["evaluate"].value * 1e6 / rate
        rows.append(
            Comparison(
                f"seven-card hands a second, {peer}",
                f"{ours['evaluate'].value:,.0f} million",
                f"{rate / 1e6:.2f} million",
                ratio,
                f"at least {wanted}",
                ratio >= wanted,
            )
        )
    for street, limit in (("flop", 100), ("turn", 3), ("river", 0.5)):
        rows.append(_within(f"all holdings, {street}", ours[street], limit))
    slow = ours["one_by_one"].value / ours["flop"].value
    rows.append(
        Comparison(
            "all holdings on the flop against one at a time",
            f"{ours['flop'].value:.1f} ms",
            f"{ours['one_by_one'].value:,.0f} ms",
            slow,
            "at least 20",
            slow >= 20,
        )
    )
    race = eval7_race()
    theirs = f"{race:.1f} ms sampled"
    exact, sampled = race / ours["exact"].value, race / ours["sampled"].value
    rows += [
        Comparison(
            "AhKh against QQ+, every board, eval7 sampling",
            f"{ours['exact'].value:.1f} ms exact",
            theirs,
            exact,
            "at least 0.5",
            exact >= 0.5,
        ),
        Comparison(
            "the same, a million samples each",
            f"{ours['sampled'].value:.1f} ms",
            theirs,
            sampled,
            "at least 2",
            sampled >= 2,
        ),
    ]
    return rows


def _within(what: str, timing: Timing, limit: float) -> Comparison:
    return Comparison(
        what,
        f"{timing.value:.3g} ms",
        "–",
        limit / timing.value,
        f"{limit} ms",
        timing.value < limit,
    )


if __name__ == "__main__":
    report(compare, __doc__)
