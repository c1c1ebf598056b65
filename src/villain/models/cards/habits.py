"""Departures of a player from the card network, learned hand by hand.

A player's habits are added to the network's scores of each kind of action: a constant, something
that grows with the strength of the combo, and something that grows with its potential, apart for
each street with and without a bet to call, and once more for all streets after the flop together.
After a hand they move up the gradient of how likely his actions were,

    habits += step × Σ P(combo) × (what he did - P(action | combo)) × (1, strength, potential)

where P(combo) is what he may have held in the light of the whole hand, or the cards he showed.
Somebody who raises with everything thus comes to tell little by a raise.
"""

from functools import cache

import numpy as np

from villain.cards.card import Card
from villain.game.situation import Situation
from villain.kernels.arrays import FloatArray
from villain.models.cards.features import high_suit, low_suit, percentiles, preflop_equity
from villain.models.cards.network import legal_kinds
from villain.strength.board_strengths import board_strengths

STEP, SHARED = 0.1, 0.5
"""The step by which one action moves the habits of a situation, and the share of all streets."""


class Habits:
    """Habits of each player, by name; nothing for somebody new."""

    def __init__(self, step: float = STEP, shared: float = SHARED) -> None:
        self._steps = step, step * shared
        self._by_player: dict[tuple[str, str], FloatArray] = {}

    def scores(self, name: str, situation: Situation) -> FloatArray | None:
        """The numbers to add to the network's scores of all combos and kinds; None for nothing."""
        known = [
            self._by_player[name, place]
            for place in _places(situation)
            if (name, place) in self._by_player
        ]
        return parts(situation.board) @ sum(known) if known else None

    def learn(
        self, name: str, situation: Situation, kind: int, chances: FloatArray, held: FloatArray
    ) -> None:
        """See what a player did, with the chances of it by combo, and what he may have held."""
        surprise = -chances
        surprise[:, kind] += 1.0
        gradient = (parts(situation.board) * held[:, None]).T @ surprise * legal_kinds(situation)
        for place, step in zip(_places(situation), self._steps, strict=True):
            before = self._by_player.get((name, place))
            change = step * gradient
            self._by_player[name, place] = change if before is None else before + change


def _places(situation: Situation) -> tuple[str, str]:
    """The situation, and all that are like it."""
    facing = "facing" if situation.owed > 0 else "free"
    return f"{len(situation.board)} {facing}", "after" if situation.board else "before"


def parts(board: tuple[Card, ...]) -> FloatArray:
    """A constant, strength and potential of every combo: (1326, 3)."""
    if not board:
        return _before_flop()
    strengths = board_strengths(tuple(sorted(board)))
    return np.column_stack([np.ones(1326), 2 * strengths.ehs - 1, 2 * strengths.ppot])


@cache
def _before_flop() -> FloatArray:
    return np.column_stack(
        [np.ones(1326), 2 * percentiles(preflop_equity()) - 1, 0.5 * (high_suit == low_suit)]
    )
