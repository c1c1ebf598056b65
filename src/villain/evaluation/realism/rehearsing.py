"""Persons who play the same hand several times, and work out only once what they do in it."""

from pathlib import Path

from villain.agents.person import Person
from villain.game.situation import Situation
from villain.kernels.arrays import FloatArray

MOST_ANSWERS = 64
"""So many answers are kept: a hand that is played again begins as it did a moment ago."""


class Rehearser(Person):
    """A person who is the same in every hand, and so does the same in the same situation.

    A situation has all that was done before, by himself too, and the board. Dealt anew, hands that
    begin alike go on alike for a while, and what he does there with each holding is known.
    """

    def __init__(self, seed: int = 0, like: str = "", store: Path | None = None) -> None:
        super().__init__(seed, like=like, store=store)
        self._answers: dict[Situation, FloatArray] = {}

    def _policy(self, situation: Situation) -> FloatArray:
        policy = self._answers.get(situation)
        if policy is None:
            if len(self._answers) >= MOST_ANSWERS:
                self._answers.clear()
            policy = self._answers[situation] = super()._policy(situation)
        return policy
