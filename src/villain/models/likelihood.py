"""The least model: a function that says how likely a decision is with each holding."""

from collections.abc import Callable
from inspect import signature
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from villain.errors import VillainError
from villain.game.situation import Decision
from villain.kernels.arrays import FloatArray
from villain.models.following import FollowingModel

Likelihood: TypeAlias = Callable[..., npt.ArrayLike]
"""From a decision (and parameters by name) to a number, 0 or more, for each of the 1,326 combos."""

DOUBT = 0.01
"""So much of a likelihood is its mean over the range: no action rules a hand out for good."""


class LikelihoodModel(FollowingModel[tuple[()]]):
    """Reads everybody by one function: the likelihood of a decision with each combo.

    Only proportions between combos matter for ranges. Between actions they matter too: players are
    expected to do what their ranges would.

    >>> from villain.game import limit_holdem
    >>> from villain.game.script import parse_script, play_script
    >>> from villain.strategy.loki import combo_income
    >>> def boldness(decision):
    ...     return np.exp(0.002 * combo_income(10)) if decision.kind == "raise" else np.ones(1326)
    >>> *_, seen = play_script(parse_script("r c / 3h4cJh: c"), limit_holdem(2), hero=0)
    >>> model = LikelihoodModel(boldness)
    >>> f"{model.range(seen, 1).without(*seen.board).by_class()[0, 0]:.3f}"     # aces
    '0.033'
    """

    doubt = DOUBT

    def __init__(self, function: Likelihood, **parameters: object) -> None:
        super().__init__()
        if not signature(function).parameters:
            raise VillainError(
                f"{function.__name__} takes no decision; it needs a parameter for it"
            )
        self.function, self.parameters = function, parameters

    def likelihood(self, decision: Decision, note: tuple[()] = ()) -> FloatArray:  # noqa: ARG002
        """The function's answer."""
        likely = np.asarray(self.function(decision, **self.parameters), np.float64)
        sound = (likely >= 0) & (likely < np.inf)
        if likely.shape != (1326,) or not sound.all():
            name = getattr(self.function, "__name__", "the function")
            whole = likely.shape == (1326,)
            wrong = f"{likely[~sound][0]:g}" if whole else f"shape {likely.shape}"
            raise VillainError(
                f"{name} should give 1326 numbers, 0 or more: one for each combo; it gave {wrong}"
            )
        return likely
