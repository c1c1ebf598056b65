"""Ranges behind dear bets, for players of whom it is known how often they make them.

The dearer a bet, the better the hands behind it, as a rule. But whoever goes all-in with half his
hands has no better ones there: the part that is left of his range is no smaller than that.
"""

import numpy as np

from villain.game.observation import Observation, street_actions
from villain.game.public_state import PublicState
from villain.game.rules import Betting
from villain.kernels.arrays import FloatArray
from villain.models.answers import weights_held
from villain.models.crowd.model import CrowdModel
from villain.models.loki.dear_bets import best_part, last_raise, share_behind
from villain.strength.quick_strengths import quick_ranks

DEAR = 2.0
"""A raise by more pots is dear."""

SUPPOSED = 5
"""Hands without a dear raise that are supposed of everybody before the first."""

SELDOM, OFTEN = 0.3, 0.7
"""People make dear raises in fewer of their hands; in more of them nobody does who thinks."""


class DearRaisers:
    """Counts in how many of his hands each player has made a dear raise."""

    def __init__(self) -> None:
        self._counts: dict[str, tuple[int, int]] = {}

    def note(self, seen: Observation) -> None:
        """Take in a hand at its end."""
        dear: dict[int, bool] = {}
        for action in PublicState.after(seen.rules, seen.events).line:
            size = (action.chips - action.owed) / max(action.pot + action.owed, 1)
            before = dear.get(action.seat, False)
            dear[action.seat] = before or (action.kind == "raise" and size > DEAR)
        for seat, was in dear.items():
            count, hands = self._counts.get(seen.names[seat], (0, 0))
            self._counts[seen.names[seat]] = count + was, hands + 1

    def share(self, name: str) -> float:
        """The share of his hands in which somebody makes a dear raise.

        >>> DearRaisers().share("anybody")
        0.0
        """
        count, hands = self._counts.get(name, (0, 0))
        return count / (hands + SUPPOSED)

    def heedless(self, name: str) -> float:
        """How far he is from a person, 0 to 1, by that."""
        return min(max((self.share(name) - SELDOM) / (OFTEN - SELDOM), 0.0), 1.0)

    def range(self, model: CrowdModel, seen: Observation, seat: int) -> FloatArray:
        """What he may hold: as the model says, less what he would not have bet so much with."""
        weights = weights_held(model, seen, seat)
        if seen.rules.betting is Betting.LIMIT:
            return weights
        raisers = [event.seat for event in street_actions(seen) if event.kind == "raise"]
        if raisers[-1:] != [seat]:
            return weights
        share = max(share_behind(last_raise(seen)[1]), self.share(seen.names[seat]))
        if share >= 1.0:
            return weights
        fixed = model.fixed_policy(seen, seat)
        narrowed = best_part(weights, np.nan_to_num(quick_ranks(tuple(sorted(seen.board)))), share)
        behind: FloatArray = fixed * weights + (1 - fixed) * narrowed
        return behind
