"""Makes the general memory: baseline players of all kinds against each other [sander].

    python -m villain.models.memory.make_general

In every hand both players get an aggression factor of their own, so that all of them together are
one average opponent. Each learns of the other what a showdown shows, and all that he did.
"""

import sys
from pathlib import Path

import numpy as np

from villain.cards.range import possible
from villain.game.actions import CALL, FOLD, Action, raise_to
from villain.game.deal import shuffle
from villain.game.hand import Hand
from villain.game.observation import Observation
from villain.game.presets import limit_holdem
from villain.models.memory.general import FILE, Trace, Trained, save_trained
from villain.models.memory.lessons import lessons
from villain.strategy.sander import baseline, simulate_odds

HANDS, SEED, TRIALS = 3000, (9, 1, 0, 1), 200
"""The seed is none that a match or an experiment draws from."""

AGGRESSION = (0.35, 0.75)
"""From aggressive to conservative."""

BOUNDS = (0.45, 0.6)
"""Bounds between the kinds of opponents: aggressive, moderate, conservative."""


def choose(seen: Observation, aggression: float, rng: np.random.Generator) -> Action:
    """The action of a baseline player."""
    legal = seen.legal
    assert legal is not None
    anything = possible((*seen.hole, *seen.board)).astype(np.float64)
    odds = simulate_odds(seen.hole, seen.board, anything, TRIALS, int(rng.integers(2**63)))
    triple = baseline(odds, aggression, legal.call, seen.pot)
    triple = triple.allowed(fold=legal.fold, more=legal.can_raise)
    return FOLD if triple.fold else CALL if triple.call else raise_to(legal.least)


def train(hands: int = HANDS, seed: int | tuple[int, ...] = SEED) -> Trained:
    """Play so many hands, and tell what there was to learn."""
    rules, rng = limit_holdem(2), np.random.default_rng(seed)
    learned: Trained = []
    for number in range(hands):
        levels = rng.uniform(*AGGRESSION, size=2)
        hand = Hand(rules, shuffle(rules, rng))
        while hand.seat is not None:
            hand.act(choose(hand.observation(hand.seat), float(levels[hand.seat]), rng))
        seen = hand.observation(0)
        for seat, level in enumerate(levels):
            kind = int(np.searchsorted(BOUNDS, level))
            learned += [Trace(number, kind, slots) for slots, _ in lessons(seen, seat)]
    return learned


def main(path: Path = FILE) -> None:
    """Train, and write the file."""
    save_trained(train(), path)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
