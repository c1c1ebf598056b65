"""How likely somebody did what a player did, hand by hand, to an agent that has chances.

The agent is led through real hands in the player's seat, and asked at each of his decisions. Where
his cards are known it is asked about them; elsewhere about all that he may hold by his decisions so
far, as the agent itself would have taken them.
"""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from villain.agents.person import Person
from villain.cards.combo import Combo
from villain.cards.range import possible
from villain.evaluation.scoring import LEAST
from villain.game.actions import Action
from villain.game.observation import Observation, without_hole
from villain.hands.hand_history import HandHistory
from villain.kernels.arrays import FloatArray
from villain.models.crowd.reader import CrowdReader


class Losses(NamedTuple):
    """The sum of losses in nats and the number of decisions, with known cards and without.

    ``unfolded`` is the sum with known cards, given that he did not fold: who shows never did.
    """

    known: float = 0.0
    known_cases: int = 0
    unknown: float = 0.0
    unknown_cases: int = 0
    unfolded: float = 0.0

    def plus(self, other: "Losses") -> "Losses":
        """Both together."""
        return Losses(
            self.known + other.known,
            self.known_cases + other.known_cases,
            self.unknown + other.unknown,
            self.unknown_cases + other.unknown_cases,
            self.unfolded + other.unfolded,
        )


class Stranger(Person):
    """Somebody of whom nothing is known: one of all people."""

    def _begin(self, seen: Observation) -> None:
        super()._begin(seen)
        self._reader = CrowdReader()


def losses_in(agent: Person, name: str, histories: Iterable[HandHistory]) -> Losses:
    """The losses of an agent on what a player did in some hands."""
    total = Losses()
    for history in histories:
        total = total.plus(hand_losses(agent, name, history))
    return total


def hand_losses(agent: Person, name: str, history: HandHistory) -> Losses:
    """The same in one hand."""
    seat, hand = history.names.index(name), history.begin()
    hole = history.holes[seat] if seat in history.shown else ()
    weights = np.ones(1326)
    loss, unfolded, cases = 0.0, 0.0, 0
    for action in history.actions:
        if hand.seat == seat:
            seen = without_hole(hand.observation(seat))
            assert seen.legal is not None
            if seen.legal.call or action.kind != "fold":  # who folds for nothing leaves
                chances = agent.kinds(seen)
                likely = _likely(chances, action)
                weights = weights * possible(seen.board)
                chance = (
                    likely[Combo.of(*hole)] if hole else float(weights @ likely) / weights.sum()
                )
                loss -= float(np.log(max(chance, LEAST)))
                if hole:
                    goes_on = 1 - float(chances[Combo.of(*hole), 0])
                    unfolded -= float(np.log(max(chance / max(goes_on, LEAST), LEAST)))
                cases += 1
                weights = np.maximum(weights * likely, LEAST)
        hand.act(action)
    return Losses(loss, cases, unfolded=unfolded) if hole else Losses(0.0, 0, loss, cases)


def _likely(chances: FloatArray, action: Action) -> FloatArray:
    """The chance of fold, call or raise with each combo, of chances with several raises."""
    if action.kind == "fold":
        return chances[:, 0]
    raised: FloatArray = chances[:, 2:].sum(axis=1)
    return raised if action.kind == "raise" else chances[:, 1]
