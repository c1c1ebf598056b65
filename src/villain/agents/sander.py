"""sander's players: the chance of winning by simulation, with and without a memory [sander].

Exactly what either does, with the chance of winning p from so many dealt-out hands:

1. p above the aggression factor: raise; where the cap forbids it, call.
2. Else, where there is something to call: fold if p < call / (pot + call), else call.
3. Else check.

The baseline deals the opponent any two cards that it cannot see. The modelling player deals him a
hand from the range that its model remembers for such betting; nothing else changes. So it folds
where he was strong whenever he bet like this, and raises again where he was not. Where nothing
comes to mind the range is any two cards, and it plays as the baseline.

The paper's game is limit. In no-limit, which it wishes for, a raise is by a share of the pot.
"""

import numpy as np

from villain.agents.agent import Agent
from villain.agents.bet_sizes import draw_action
from villain.cards.range import possible
from villain.errors import VillainError
from villain.game.actions import Action
from villain.game.observation import Observation
from villain.game.presets import limit_holdem
from villain.game.rules import Rules, is_holdem
from villain.kernels.arrays import FloatArray
from villain.models.answers import weights_held
from villain.models.registry import ModelSpec, make_model
from villain.registry import name_of
from villain.strategy.sander import AGGRESSION, baseline, simulate_odds
from villain.strategy.warming import warm_up


class Sander(Agent):
    """Raises where its chance of winning is above its aggression factor, else goes by pot odds.

    ``aggression`` is that factor: the higher, the more conservative. ``trials`` hands are dealt out
    for each decision. ``model`` says what the opponent may hold (a model such as memory:som);
    without one he may hold anything. ``size`` is what share of the pot it raises by in no-limit;
    with ``large`` it raises by that share where its chance is above the middle between its factor
    and certainty, so that the size tells its hand.
    """

    def __init__(
        self,
        seed: int = 0,
        aggression: float = AGGRESSION,
        trials: int = 200,
        model: "ModelSpec | None" = None,
        size: float = 0.7,
        large: float = 0,
    ) -> None:
        super().__init__(seed)
        if not 0 <= aggression <= 1:
            raise VillainError(f"aggression={aggression:g}; it should be a chance from 0 to 1")
        if not 1 <= trials <= 1_000_000:
            raise VillainError(f"trials={trials}; there should be 1 to 1,000,000")
        if not 0 < size <= 10 or not 0 <= large <= 10:
            raise VillainError(
                f"size={size:g}, large={large:g}; they should be shares of the pot, up to 10"
            )
        self.aggression, self.trials, self.sizes = aggression, trials, (size, large or size)
        self.model = None if model is None else make_model(model)
        if self.model is not None and not self.model.reads(limit_holdem()):
            raise VillainError(f"model={name_of(model)!r} does not read hold'em for two")
        warm_up(limit_holdem(2), _read_idly, model if isinstance(model, str) else "")

    @classmethod
    def plays(cls, rules: Rules) -> bool:
        """Hold'em for two."""
        return is_holdem(rules) and rules.players == 2

    def act(self, seen: Observation) -> Action:
        """Look at what happened, and do what the chance of winning says."""
        if self.model is not None:
            self.model.observe(seen)
        assert seen.legal is not None
        odds, call = self.odds(seen), seen.legal.call
        # What he has bet beyond a call that takes the whole stack goes back to him.
        beyond = max(seen.bets) - seen.bets[seen.seat] - call
        wanted = baseline(odds, self.aggression, call, seen.pot - beyond)
        size = self.sizes[odds > (1 + self.aggression) / 2]
        return draw_action(wanted, seen, 0.5, share=size)

    def watch(self, seen: Observation) -> None:
        """See how the hand ended."""
        if self.model is not None:
            self.model.observe(seen)

    def odds(self, seen: Observation) -> float:
        """The chance of winning, from so many showdowns."""
        seed = int(self.rng.integers(2**63))
        return simulate_odds(seen.hole, seen.board, self._rival(seen), self.trials, seed)

    def _rival(self, seen: Observation) -> FloatArray:
        if self.model is not None:
            return weights_held(self.model, seen, 1 - seen.seat)
        return possible((*seen.hole, *seen.board)).astype(np.float64)


def _read_idly(seen: Observation, model: str) -> None:
    """Read a hand and deal it out, for warming up."""
    weights = possible((*seen.hole, *seen.board)).astype(np.float64)
    if model:
        reader = make_model(model)
        reader.observe(seen)
        weights = weights_held(reader, seen, 1 - seen.seat)
    simulate_odds(seen.hole, seen.board, weights, 1, 0)
