"""poki on one core: trials, the network's lessons, and hands of ten formula players.

Times of trials and lessons are the processor's, the best of several.
"""

from collections.abc import Callable
from time import process_time

import numpy as np

from benchmarks.comparison import Comparison, report
from villain.arena import Match, play_match
from villain.game import CALL, Hand, limit_holdem, shuffle
from villain.game.situation import decisions
from villain.models.predictors.registry import make_predictor
from villain.strategy.loki import MODERATE
from villain.strategy.playing_out import holdem_trials


def compare() -> list[Comparison]:
    return [*compare_trials(), compare_learning(), *compare_hands()]


def compare_trials() -> list[Comparison]:
    return [
        faster(f"{count:,} trials of {players} players on the flop, in ms", spent, allowed)
        for players, counts in ((6, ((500, 0.010),)), (10, ((500, 0.060), (5000, 0.500))))
        for (count, allowed), spent in zip(
            counts, times_of_trials(players, [count for count, _ in counts]), strict=True
        )
    ]


def times_of_trials(players: int, counts: list[int]) -> list[float]:
    """Seconds for so many trials of two moves, by the hero who is first to act on the flop."""
    rules = limit_holdem(players)
    hand = Hand(rules, shuffle(rules, np.random.default_rng(1)))
    while hand.street == 0:
        hand.act(CALL)
    seen, rivals = hand.observation(0), range(1, players)
    plan = np.tile([0.3, 0.5, 0.2], (4, 3, 1))
    plan[:, 0] = (0.0, 0.8, 0.2)
    ranges = dict.fromkeys(rivals, np.full(1326, 1 / 1326))

    def simulate(count: int) -> None:
        trials = holdem_trials(seen, ranges, dict.fromkeys(rivals, plan), MODERATE, [0, 2], 3)
        trials(0, count)

    simulate(10)  # compiles
    return [best_of(15, lambda count=count: simulate(count)) for count in counts]  # type: ignore[misc]


def compare_learning() -> Comparison:
    rules, rng, hands = limit_holdem(10), np.random.default_rng(3), []
    for _ in range(200):
        hand = Hand(rules, shuffle(rules, rng))
        while hand.seat is not None:
            hand.act(CALL)
        hands.append(decisions(hand.observation(0)))
    network = make_predictor("network")

    def learn() -> None:
        for told in hands:
            for decision in told:
                network.learn(decision)

    learn()
    spent = best_of(3, learn) / len(hands)
    return faster("the network learns 40 actions of ten players, in ms", spent, 0.002)


def compare_hands() -> list[Comparison]:
    ten = ("poki",) * 10
    play_match(Match(limit_holdem(10), ten, 5))  # compiles, and loads the tables
    rows = []
    for name, duplicate in (("duplicate of ten seatings", True), ("every board new", False)):
        deals = 100 if duplicate else 1000
        found = play_match(Match(limit_holdem(10), ten, deals, seed=2, duplicate=duplicate))
        speed = found.hands / found.seconds
        rows.append(
            Comparison(
                f"hands a second of ten pokis, {name}",
                f"{speed:,.0f}",
                "100",
                speed / 100,
                "at least 1",
                speed >= 100,
            )
        )
    return rows


def faster(what: str, spent: float, allowed: float) -> Comparison:
    return Comparison(
        what,
        f"{1000 * spent:,.1f}",
        f"{1000 * allowed:,.0f}",
        allowed / spent,
        "at least 1",
        spent <= allowed,
    )


def best_of(times: int, job: Callable[[], None]) -> float:
    found = []
    for _ in range(times):
        started = process_time()
        job()
        found.append(process_time() - started)
    return min(found)


if __name__ == "__main__":
    report(compare, __doc__)
