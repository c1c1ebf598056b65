"""What was learned in an environment, as an agent that plays anywhere."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from villain.agents.batch_agent import BatchAgent
from villain.envs.action_menu import ActionMenu, Mask
from villain.envs.encoding import Encoding, Vectors
from villain.game.batch_input import whole_numbers
from villain.game.batch_observation import BatchActions, BatchObservation
from villain.game.rules import Rules

Choose: TypeAlias = Callable[[Vectors, Mask], npt.ArrayLike]
"""From vectors and masks, a row for each hand, to the number of an action for each."""


class LearnedAgent(BatchAgent):
    """An agent that chooses by what the environments show: vectors and masks in, numbers out.

    ``pots`` are the sizes of the menu that it has learned with. What is not open folds, or checks
    where that is free. For matches ``choose`` has to be picklable, as a function of a module is.

    >>> from villain.game import Hand, no_limit_holdem, shuffle
    >>> pusher = LearnedAgent(lambda vectors, masks: np.full(len(masks), 4))
    >>> rules = no_limit_holdem(2)
    >>> hand = Hand(rules, shuffle(rules, np.random.default_rng(1)))
    >>> print(pusher.act(hand.observation(1)))
    raise to 200
    """

    def __init__(
        self, choose: Choose, pots: Sequence[float] = (0.5, 1.0), *, seed: int = 0
    ) -> None:
        super().__init__(seed)
        self.choose, self.pots = choose, tuple(pots)

    def act_in_all(self, seen: BatchObservation) -> BatchActions:
        """Choose for each hand."""
        menu, encoding = _shown_with(seen.rules, self.pots)
        mask = menu.mask(seen, np.ones(len(seen.hands), np.bool_))
        numbers = self.choose(encoding.encode(seen, mask), mask)
        actions, _ = menu.choose(seen, whole_numbers("actions", numbers, (len(seen.hands),)))
        return actions


@lru_cache(maxsize=64)
def _shown_with(rules: Rules, pots: tuple[float, ...]) -> tuple[ActionMenu, Encoding]:
    menu = ActionMenu(rules, pots)
    return menu, Encoding(rules, menu)
