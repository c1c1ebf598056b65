"""Cheze: huang's three-player agent, which beliefs guide and no simulation slows [huang]."""

import numpy as np

from villain.agents.agent import Agent
from villain.agents.bet_sizes import raise_by_share, winnable
from villain.agents.huang import rising_sizes
from villain.cards.combo import Combo
from villain.errors import VillainError
from villain.game.actions import CALL, FOLD, Action, raise_to
from villain.game.observation import Observation
from villain.game.rules import Rules
from villain.kernels.arrays import FloatArray
from villain.models.answers import weights_held
from villain.models.huang.model import StyleModel
from villain.strategy.huang.heuristic import mixed_strategy, win_by_ranks
from villain.strength.preflop import preflop_chance
from villain.strength.quick_strengths import quick_ranks


class Cheze(Agent):
    """Plays its strength against what it believes the others hold, by a heuristic [huang].

    ``model`` is how the others are read (thesis, fast, slow, tendencies), ``learn=0`` leaves them
    the average of all; ``sizes`` are its two raises as shares of the pot.
    """

    def __init__(
        self,
        seed: int = 0,
        model: str = "thesis",
        learn: bool = True,
        sizes: tuple[float, ...] = (0.7, 1.5),
    ) -> None:
        super().__init__(seed)
        self.sizes = rising_sizes(sizes)
        if len(self.sizes) != 2:
            raise VillainError(f"{len(sizes)} sizes; there should be two, such as 0.7+1.5")
        self.model = StyleModel(model, learns=learn, quick=True)

    @classmethod
    def plays(cls, rules: Rules) -> bool:
        """No-limit hold'em, for two or more."""
        return StyleModel.reads(rules)

    def act(self, seen: Observation) -> Action:
        """Look at what happened, and draw from the heuristic's strategy."""
        self.model.observe(seen)
        legal = seen.legal
        assert legal is not None
        fold, call, small, _ = np.cumsum(self.consider(seen)).tolist()
        point = self.rng.random()
        if point < fold and legal.fold:
            return FOLD
        if point < call or not legal.can_raise:
            return CALL
        return raise_to(raise_by_share(seen, legal, self.sizes[int(point >= small)]))

    def watch(self, seen: Observation) -> None:
        """See how the hand ended."""
        self.model.observe(seen)

    def consider(self, seen: Observation) -> FloatArray:
        """The chances to fold, call, raise and raise more."""
        legal = seen.legal
        assert legal is not None
        odds = legal.call / (winnable(seen, legal.call) + legal.call)
        left = seen.folded.count(False)
        return mixed_strategy(self.win(seen), odds, left, can_raise=legal.can_raise)

    def win(self, seen: Observation) -> float:
        """The chance to beat everybody who is left, each for himself."""
        own, chance = Combo.of(*seen.hole), 1.0
        ranks = quick_ranks(tuple(sorted(seen.board))) if seen.board else None
        for seat, out in enumerate(seen.folded):
            if out or seat == seen.seat:
                continue
            weights = weights_held(self.model, seen, seat)
            if ranks is None:
                chance *= preflop_chance(own, weights)
            else:
                held = weights > 0
                beats = win_by_ranks(float(ranks[own]), ranks[held], seen.street)
                chance *= float(beats @ weights[held])
        return chance
