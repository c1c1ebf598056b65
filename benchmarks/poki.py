"""poki on one core: trials, the network's lessons, and hands of ten formula players.

Times of trials and lessons are the processor's, the best of several.
"""

from functools import partial
from itertools import count

import numpy as np

from benchmarks.comparison import Comparison, at_least, best_seconds, report, within
from villain.arena import Match, play_match
from villain.game import CALL, Hand, limit_holdem, shuffle
from villain.game.situation import decisions
from villain.models.predictors.registry import make_predictor
from villain.strategy.loki import MODERATE
from villain.strategy.playing_out import holdem_trials


def compare() -> list[Comparison]:
    six, ten = compare_trials(6, {500: 0.010}), compare_trials(10, {500: 0.060, 5000: 0.500})
    return [*six, *ten, compare_learning(), *compare_hands()]


def compare_trials(players: int, counts: dict[int, float]) -> list[Comparison]:
    """So many trials of two moves in so many seconds, by who is first to act on the flop."""
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

    seconds = best_seconds(*(partial(simulate, trials) for trials in counts))
    return [
        within(f"{trials:,} trials of {players} players on the flop, in ms", spent, allowed)
        for (trials, allowed), spent in zip(counts.items(), seconds, strict=True)
    ]


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

    [spent] = best_seconds(learn, rounds=3)
    what = "the network learns 40 actions of ten players, in ms"
    return within(what, spent / len(hands), 0.002)


def compare_hands() -> list[Comparison]:
    ten, seeds = ("poki",) * 10, count(2)  # every round has other cards
    hands = [0, 0]

    def play(place: int, deals: int, *, duplicate: bool) -> None:
        match = Match(limit_holdem(10), ten, deals, seed=next(seeds), duplicate=duplicate)
        hands[place] = play_match(match).hands

    seconds = best_seconds(
        lambda: play(0, 50, duplicate=True), lambda: play(1, 500, duplicate=False), rounds=3
    )
    return [
        at_least(f"hands a second of ten pokis, {name}", played / spent, 100, 1)
        for name, played, spent in zip(
            ("duplicate of ten seatings", "every board new"), hands, seconds, strict=True
        )
    ]


if __name__ == "__main__":
    report(compare, __doc__)
