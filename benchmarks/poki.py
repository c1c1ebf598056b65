"""Speed of poki: trials, hands of the formula, and how long the network learns a hand."""

from time import perf_counter

import numpy as np

from villain.arena.match import Match, play_match
from villain.game import CALL, Hand, limit_holdem, shuffle
from villain.models.contexts import choices
from villain.models.predictors.registry import make_predictor
from villain.strategy.playing_out import holdem_trials
from villain.strategy.poki import MODERATE


def best_of(times: int, job: object) -> float:
    assert callable(job)
    found = []
    for _ in range(times):
        started = perf_counter()
        job()
        found.append(perf_counter() - started)
    return min(found)


def time_trials() -> None:
    rules = limit_holdem(10)
    hand = Hand(rules, shuffle(rules, np.random.default_rng(1)))
    while hand.street == 0:
        hand.act(CALL)
    seen = hand.observation(0)
    weights = np.full(1326, 1 / 1326)
    plan = np.tile([0.3, 0.5, 0.2], (4, 3, 1)).astype(float)
    plan[:, 0] = (0.0, 0.8, 0.2)
    rivals = range(1, 10)

    def simulate(count: int) -> None:
        trials = holdem_trials(
            seen, dict.fromkeys(rivals, weights), dict.fromkeys(rivals, plan), MODERATE, [0, 2], 3
        )
        trials(0, count)

    simulate(10)
    for count, allowed in ((500, 60), (5000, 500)):
        spent = 1000 * best_of(5, lambda count=count: simulate(count))
        print(f"{count:>5,} trials, ten players, flop: {spent:6.1f} ms   (allowed {allowed})")


def time_hands() -> None:
    match = Match(limit_holdem(10), ("poki",) * 10, 20, seed=1)
    play_match(match)
    for deals, name in ((100, "duplicate of ten seatings"),):
        result = play_match(Match(limit_holdem(10), ("poki",) * 10, deals, seed=2))
        print(f"ten pokis, {name}: {result.hands / result.seconds:6.0f} hands a second")
    plain = play_match(Match(limit_holdem(10), ("poki",) * 10, 1000, seed=2, duplicate=False))
    print(f"ten pokis, every board new: {plain.hands / plain.seconds:6.0f} hands a second (100)")


def time_learning() -> None:
    rules, rng = limit_holdem(10), np.random.default_rng(3)
    hands = []
    for _ in range(200):
        hand = Hand(rules, shuffle(rules, rng))
        while hand.seat is not None:
            hand.act(CALL)
        hands.append(choices(hand.observation(0)))
    for name in ("statistics", "network", "chooser"):
        predictor = make_predictor(name)

        def learn(predictor: object = predictor) -> None:
            for told in hands:
                for choice in told:
                    predictor.learn(choice.name, choice.context, choice.kind)  # type: ignore[attr-defined]
                predictor.end_hand()  # type: ignore[attr-defined]

        learn()
        spent = 1000 * best_of(2, learn) / len(hands)
        told = sum(map(len, hands)) / len(hands)
        print(
            f"{name} learns a hand of {told:.0f} actions of ten: {spent:5.2f} ms, "
            f"{spent / told * 4:5.2f} ms for one player's four"
        )


if __name__ == "__main__":
    time_trials()
    time_learning()
    time_hands()
