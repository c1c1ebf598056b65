"""Somebody who leans to what wins against us: a theory about an opponent.

He cannot see what we hold, nor how we have changed. Every sound player leans to what wins against
equilibrium, more or less. But if what he does goes by what wins against our strategy as it really
is, he knows it or finds it out, and each answer to him is answered. Where we have misjudged
somebody, what he always does may win against us by accident; so he has to be likelier to know us
than to do just what the model says, too.
"""

import numpy as np
import numpy.typing as npt

from villain.cards.card import Card
from villain.cards.combo import Combo
from villain.kernels.arrays import FloatArray
from villain.solver.adversary import KnownWins

PULL = 16.0
"""How strongly he leans: what winning a pot more adds to the score of an action."""

RAISES = 2
"""The first kind of action that is a raise."""

STRAY = 0.1
"""So much of what he does may come from any holding."""

_LEAST, _LEAST_SHOWN, _NOTHING = 0.005, 0.02, 1e-30


class AdversarySigns:
    """How much likelier a hand is if he leans to what wins against us than if he does not.

    ``likelier`` has the logarithms of that, over all of his decisions and what he showed: beside
    somebody who leans to what wins against equilibrium, and beside the model as it is.
    """

    def __init__(self, pull: float = PULL) -> None:
        self.likelier: FloatArray = np.zeros(2)
        self._knows, self._sound, self._plain = _Leaner(pull), _Leaner(pull), _Leaner(0.0)

    def follow(
        self, held: FloatArray, kinds: FloatArray, kind: int, wins: KnownWins | None
    ) -> None:
        """Take in a decision of a kind, with the range that the model gives him before it.

        ``kinds`` are the model's chances by combo and kind. Where it is not known what he could win
        all do as the model says.
        """
        ours, fair = (None, None) if wins is None else wins
        self._compare(
            self._knows.decide(held, kinds, kind, ours),
            self._sound.decide(held, kinds, kind, fair),
            self._plain.decide(held, kinds, kind, None),
            _LEAST,
        )

    def show(self, shown: tuple[Card, ...], left: npt.NDArray[np.bool_]) -> None:
        """Take in what he has shown, of what is ``left``."""
        combo, many = Combo.of(*shown), float(left.sum())
        each = (self._knows, self._sound, self._plain)
        knows, sound, plain = (many * one.chance_of(combo, left) for one in each)
        self._compare(knows, sound, plain, _LEAST_SHOWN)

    def _compare(self, knows: float, sound: float, plain: float, least: float) -> None:
        """Take in three chances; nothing is less likely than ``least``."""
        one, *others = np.log(np.maximum([knows, sound, plain], least))
        self.likelier += one - np.array(others)


class _Leaner:
    """Does what the model says, but leans to what wins; and what he may hold then."""

    def __init__(self, pull: float) -> None:
        self.pull = pull
        self.held: FloatArray | None = None

    def decide(
        self, held: FloatArray, kinds: FloatArray, kind: int, wins: FloatArray | None
    ) -> float:
        """The chance of a decision; his range follows it."""
        held = held if self.held is None else self.held * (held > 0)
        held = held / max(float(held.sum()), _NOTHING)
        taken = kinds[:, kind]
        alike = min(kind, RAISES)
        plain = np.stack([kinds[:, 0], kinds[:, 1], kinds[:, RAISES:].sum(axis=1)])
        chances = plain[alike]
        if wins is not None:
            pulled = plain * np.exp(self.pull * wins)
            chances = pulled[alike] / np.maximum(pulled.sum(axis=0), _NOTHING)
            taken = taken * chances / np.maximum(plain[alike], _NOTHING)
        self.held = held * ((1 - STRAY) * taken + STRAY * (held @ taken))
        return float(held @ chances)

    def chance_of(self, combo: int, left: npt.NDArray[np.bool_]) -> float:
        """The chance that he holds a combo, of those that are left."""
        held = left.astype(np.float64) if self.held is None else self.held * left
        return float(held[combo] / max(float(held.sum()), _NOTHING))
