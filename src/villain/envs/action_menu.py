"""The menu of numbered actions that a learner chooses from: fold, call, and some sizes to raise to.

A discrete space needs the same actions at every decision. The sizes are shares of the pot, and last
the most that the rules allow: all-in, in pot-limit the pot, in limit the only raise there is.
"""

from collections.abc import Sequence
from math import inf

import numpy as np
import numpy.typing as npt

from villain.agents.bet_sizes import raises_by_share
from villain.errors import VillainError
from villain.game.actions import IllegalActionError
from villain.game.batch_observation import CALLS, FOLDS, RAISES, BatchActions, BatchObservation
from villain.game.rules import Betting, Rules
from villain.kernels.arrays import CountArray

FOLD, CALL = range(2)
"""The first two actions of every menu; the others raise."""

Mask = npt.NDArray[np.int8]


class ActionMenu:
    """Numbered actions: 0 folds, 1 calls or checks, and from 2 on each raises by a size.

    ``pots`` are shares of the pot after a call, smaller ones first. A share that is below the least
    raise comes to the least raise, one above the most to the most; of sizes that come to the same
    amount only the last is open. What is not open is taken for a fold, or a check where that is
    free; with ``strict`` it is an `IllegalActionError`.

    >>> from villain.game import limit_holdem, no_limit_holdem
    >>> ActionMenu(no_limit_holdem(2), (0.5, 1.0)).names
    ('fold', 'call', 'raise by 0.5 pots', 'raise by 1 pots', 'all-in')
    >>> ActionMenu(limit_holdem(2)).names
    ('fold', 'call', 'raise')
    """

    def __init__(
        self, rules: Rules, pots: Sequence[float] = (0.5, 1.0), *, strict: bool = False
    ) -> None:
        self.strict = strict
        shares = tuple(float(share) for share in pots)
        if not all(0 < share < inf for share in shares) or list(shares) != sorted({*shares}):
            raise VillainError(
                f"pots {tuple(pots)}; they should be shares of the pot above 0, smaller ones first"
            )
        limit = rules.betting is Betting.LIMIT
        self.pots: tuple[float, ...] = () if limit else shares
        most = {Betting.LIMIT: "raise", Betting.POT_LIMIT: "the most"}
        self.names = (
            "fold",
            "call",
            *(f"raise by {share:g} pots" for share in self.pots),
            most.get(rules.betting, "all-in"),
        )

    def __len__(self) -> int:
        return len(self.names)

    def amounts(self, seen: BatchObservation) -> CountArray:
        """The chips that each size raises to, by hand and size; 0 where one may not raise."""
        shares = [raises_by_share(seen, share, committed=1.0) for share in self.pots]
        amounts: CountArray = np.stack([*shares, seen.legal.most], axis=1)
        return amounts

    def mask(self, seen: BatchObservation, turn: npt.NDArray[np.bool_]) -> Mask:
        """1 for each action that is open, by hand; ``turn`` says where it is the viewer's turn."""
        return self._mask(seen, turn, self.amounts(seen))

    def _mask(
        self, seen: BatchObservation, turn: npt.NDArray[np.bool_], amounts: CountArray
    ) -> Mask:
        mask = np.zeros((len(seen.hands), len(self)), np.int8)
        mask[:, FOLD] = turn & seen.legal.fold
        mask[:, CALL] = turn
        mask[:, 2:] = (turn & seen.legal.can_raise)[:, None]
        mask[:, 2:-1] &= amounts[:, :-1] < amounts[:, 1:]
        return mask

    def choose(
        self, seen: BatchObservation, actions: CountArray
    ) -> tuple[BatchActions, npt.NDArray[np.bool_]]:
        """What the numbers mean in each of these hands, and where one was not open.

        It is the viewer's turn in all of them.
        """
        wrong = np.flatnonzero((actions < 0) | (actions >= len(self)))
        if len(wrong):
            raise VillainError(
                f"action {actions[wrong[0]]}; there are 0 to {len(self) - 1}: "
                + ", ".join(self.names)
            )
        rows, amounts = np.arange(len(actions)), self.amounts(seen)
        mask = self._mask(seen, np.full(len(actions), fill_value=True), amounts)
        illegal = mask[rows, actions] == 0
        if self.strict and illegal.any():
            row = int(np.argmax(illegal))
            listed = ", ".join(f"{one} ({self.names[one]})" for one in np.flatnonzero(mask[row]))
            raise IllegalActionError(
                f"hand {seen.hands[row]}: action {actions[row]} ({self.names[actions[row]]}) is "
                f"not open; open are {listed}"
            )
        gives_up = np.where(seen.legal.call > 0, FOLDS, CALLS)
        kinds = np.where(illegal, gives_up, np.minimum(actions, RAISES))
        to = np.where(kinds == RAISES, amounts[rows, np.maximum(actions - 2, 0)], 0)
        return BatchActions(kinds, to), illegal
