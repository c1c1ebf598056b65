"""Simple players that take chips from whoever reads a no-limit bet without its size.

``villain match loki:som tests/agents/attackers.py:ReRaiser`` plays one from the command line.
"""

from functools import cache

import numpy as np

from villain.agents.agent import Agent
from villain.agents.bet_sizes import raise_by_share
from villain.cards.combo import Combo
from villain.game.actions import CALL, FOLD, Action, raise_to
from villain.game.observation import Observation
from villain.kernels.arrays import FloatArray
from villain.strategy.loki import combo_income
from villain.strength.quick_strengths import quick_strengths


class ReRaiser(Agent):
    """Opens to five big blinds and then always raises half the pot, whatever it holds.

    It leaves pots that another opened.
    """

    def act(self, seen: Observation) -> Action:
        """Raise, or fold to somebody else's opening."""
        legal, blind = seen.legal, seen.rules.big_blind
        assert legal is not None
        if seen.street == 0 and max(seen.bets) == blind:
            return raise_to(min(max(5 * blind, legal.least), legal.most))
        if seen.street == 0 and seen.bets[seen.seat] <= blind:
            return FOLD
        if not legal.can_raise:
            return CALL
        return raise_to(raise_by_share(seen, legal, 0.5, committed=np.inf))


class Shover(Agent):
    """Goes all-in with the best ``share`` of its hands before the flop, and plays no other."""

    def __init__(self, seed: int = 0, share: float = 0.2) -> None:
        super().__init__(seed)
        self.share = share

    def act(self, seen: Observation) -> Action:
        """All or nothing."""
        legal = seen.legal
        assert legal is not None
        if seen.street == 0 and preflop_places()[Combo.of(*seen.hole)] >= 1 - self.share:
            return raise_to(legal.most) if legal.can_raise else CALL
        return FOLD if legal.call else CALL


@cache
def preflop_places() -> FloatArray:
    """For every combo the share of all that have a lower income rate heads-up."""
    income = combo_income(2)
    places: FloatArray = np.searchsorted(np.sort(income), income) / len(income)
    return places


class Potter(Agent):
    """Bets and raises the pot, always, whatever it holds."""

    def act(self, seen: Observation) -> Action:
        """Raise by the pot where that is allowed."""
        legal = seen.legal
        assert legal is not None
        if not legal.can_raise:
            return CALL
        return raise_to(raise_by_share(seen, legal, 1.0, committed=np.inf))


class TightAggressive(Agent):
    """Raises three quarters of the pot with its best hands, and folds most others.

    ``share`` of all hands are played before the flop; later it raises what beats three quarters of
    all hands, and calls with what beats the price.
    """

    def __init__(self, seed: int = 0, share: float = 0.25) -> None:
        super().__init__(seed)
        self.share = share

    def act(self, seen: Observation) -> Action:
        """By the place of the hand among all."""
        legal, hand = seen.legal, Combo.of(*seen.hole)
        assert legal is not None
        place = preflop_places()[hand] if not seen.board else quick_strengths(seen.board)[0][hand]
        dear = legal.call / (seen.pot + legal.call)
        bar = max(1 - self.share, 0.7 + dear / 2) if not seen.board else max(0.75, 0.5 + dear)
        if place >= bar + (legal.call > seen.pot / 2) * 0.1 and legal.can_raise:
            return raise_to(raise_by_share(seen, legal, 0.75))
        if place >= bar - 0.1 or not legal.call:
            return CALL
        return FOLD
