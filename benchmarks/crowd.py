"""The crowd in time of one core: one more decision of a player, and many situations at once.

Times are the processor's; set ``OPENBLAS_NUM_THREADS=1``, since threads that wait count too.
"""

from itertools import cycle, islice

import numpy as np

from benchmarks.comparison import Comparison, best_seconds, report, within
from villain.game import Hand, limit_holdem, shuffle
from villain.game.actions import CALL, FOLD, raise_to
from villain.game.situation import Decision, decisions
from villain.models.crowd.reader import CrowdReader
from villain.models.crowd.strengths import hand_codes

STEP, MANY, POLICY = 0.002, 0.120, 0.020
"""What is allowed in seconds: a step, a look at 200 situations, all hands in one situation."""


def compare() -> list[Comparison]:
    told, reader = some_choices(60), CrowdReader()
    window = reader.network.window
    for decision in islice(cycle(told), window):
        reader.learn(decision)

    def step() -> None:
        for decision in told:
            reader.chances(decision.name, [decision.situation])
            reader.learn(decision)

    situations = [decision.situation for decision in islice(cycle(told), 200)]
    held = hand_codes()
    lessons = cycle(told)

    def look() -> None:
        reader.learn(next(lessons))
        reader.chances("Ann", situations)

    def policy() -> None:
        reader.learn(next(lessons))
        reader.policy("Ann", situations[0], held)

    steps, looks, policies = best_seconds(step, look, policy)
    return [
        within(f"foresee and learn a decision, {window} before it, in ms", steps / len(told), STEP),
        within("learn one and look at 200 situations, in ms", looks, MANY),
        within("learn one and tell what he does with any hand, in ms", policies, POLICY),
    ]


def some_choices(hands: int) -> list[Decision]:
    """Decisions at random, all of one player."""
    rules, rng, found = limit_holdem(6), np.random.default_rng(1), list[Decision]()
    for _ in range(hands):
        hand = Hand(rules, shuffle(rules, rng))
        while hand.legal is not None:
            chance = rng.random()
            if chance < 0.2 and hand.legal.fold:
                hand.act(FOLD)
            elif chance < 0.5 and hand.legal.can_raise:
                hand.act(raise_to(hand.legal.least))
            else:
                hand.act(CALL)
        found += decisions(hand.observation(0))
    return [decision._replace(name="Ann") for decision in found]


if __name__ == "__main__":
    report(compare, __doc__)
