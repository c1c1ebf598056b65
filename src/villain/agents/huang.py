"""Huang's agents: heads-up no-limit by simulation with a model of mined styles [huang]."""

from bisect import bisect_left
from itertools import pairwise
from math import inf
from pathlib import Path

import numpy as np

from villain.agents.agent import Agent
from villain.agents.bet_sizes import raise_by_share
from villain.errors import VillainError
from villain.game.actions import CALL, FOLD, Action, raise_to
from villain.game.observation import Observation
from villain.game.presets import no_limit_holdem
from villain.game.rules import Rules
from villain.kernels.arrays import FloatArray
from villain.kernels.heads_up_play import MODEL, RANDOM, STAYING
from villain.models.answers import weights_held
from villain.models.huang.model import READERS, StyleModel
from villain.models.huang.own_habits import OwnHabits
from villain.models.huang.styles import Styles, read, shipped_styles
from villain.strategy.huang.curves import STREET_STEEPNESS
from villain.strategy.huang.strategy_table import StrategyTable
from villain.strategy.huang.trials import HeadsUpTrials
from villain.strategy.warming import warm_up

EXACT, POLICIES = "exact", {"random": RANDOM, "staying": STAYING}
FLAT = 1e-6
"""A curve of this steepness is the same for all hands."""


class Huang(Agent):
    """Tries its actions in trials against a model of its opponent, and mixes what pays [huang].

    ``model`` is how the opponent is read (thesis, fast, slow, tendencies), ``learn=0`` leaves him
    the average of all. ``own`` is how it goes on in a trial itself: at random (``random``, or
    ``staying`` without folds), or by a model of itself (thesis, fast, slow, tendencies, exact),
    which with ``cards=0`` does not look at its cards. ``sizes`` are its raises as shares of the
    pot, ``trials`` are for each action. Actions are mixed by what they earn to the ``power``: 0 all
    that earn something alike, 1 in proportion, 100 nearly the best alone. ``styles`` is a file of
    ``villain mine``, if not the shipped one.
    """

    def __init__(
        self,
        seed: int = 0,
        model: str = "thesis",
        own: str = "random",
        learn: bool = True,
        trials: int = 100,
        sizes: tuple[float, ...] = (0.7, 1.5),
        power: float = 1,
        cards: bool = True,
        styles: Styles | Path | None = None,
    ) -> None:
        super().__init__(seed)
        known = (*POLICIES, EXACT, *READERS)
        if own not in known:
            raise VillainError.unknown("own", own, known)
        if not 1 <= trials <= 1_000_000 or power < 0:
            raise VillainError(
                f"trials={trials}, power={power:g}; there should be 1 to 1,000,000 trials, and a "
                "power of 0 or more"
            )
        self.sizes, self.trials, self.power = rising_sizes(sizes), trials, power
        mined = read(styles) if isinstance(styles, Path) else styles or shipped_styles()
        self.model = StyleModel(model, learns=learn, styles=mined)
        self.himself = None
        if own in READERS:
            steepness = STREET_STEEPNESS if cards else (FLAT,) * 4
            self.himself = StyleModel(own, himself=True, steepness=steepness, styles=mined)
        self.habits = OwnHabits(mined) if own == EXACT else None
        self.random = POLICIES.get(own, RANDOM)
        warm_up(no_limit_holdem(2), try_idly)

    @classmethod
    def plays(cls, rules: Rules) -> bool:
        """Heads-up no-limit hold'em."""
        return StyleModel.reads(rules) and rules.players == 2

    def act(self, seen: Observation) -> Action:
        """Look at what happened, and draw from a mixed strategy."""
        self._observe(seen)
        actions, values = self.consider(seen)
        chances = self.choose(values)
        if self.habits is not None:
            self.habits.learn(seen, actions, chances)
        return actions[int(self.rng.choice(len(actions), p=chances))]

    def choose(self, values: FloatArray) -> FloatArray:
        """The chances of actions that earn so much."""
        return mix(values, self.power)

    def watch(self, seen: Observation) -> None:
        """See how the hand ended."""
        self._observe(seen)

    def _observe(self, seen: Observation) -> None:
        self.model.observe(seen)
        if self.himself is not None:
            self.himself.observe(seen)

    def consider(self, seen: Observation) -> tuple[list[Action], FloatArray]:
        """The actions worth trying and what each earns from now on, in chips; a fold earns 0."""
        ours = self._own_table(seen)
        trials = self.deal_trials(seen, ours=ours)
        policy = MODEL if ours is not None else self.random
        actions = self.candidates(seen)
        values = [
            0.0 if action == FOLD else trials.returns(action.to, policy).mean()
            for action in actions
        ]
        return actions, np.array(values)

    def deal_trials(
        self, seen: Observation, *, ours: StrategyTable | None = None, planned: bool = False
    ) -> HeadsUpTrials:
        """Deal the cards of trials: his from what he may hold."""
        rival, ratios = 1 - seen.seat, self.model.styles.abstraction.ratios
        return HeadsUpTrials(
            seen,
            weights_held(self.model, seen, rival),
            self.model.strategy(seen.names[rival]),
            self.trials,
            int(self.rng.integers(2**63)),
            sizes=np.array([by_kind(self.sizes, ratios), usual_sizes(ratios)]),
            ours=ours,
            planned=planned,
            heed=self.heed(seen),
        )

    def heed(self, seen: Observation) -> float:  # noqa: ARG002
        """The weight that an opponent gives to a dear raise: in the thesis none."""
        return 0.0

    def candidates(self, seen: Observation) -> list[Action]:
        """To fold where something is owed, to call, and the raises, the least aggressive first."""
        return actions_of(seen, self.sizes)

    def _own_table(self, seen: Observation) -> StrategyTable | None:
        if self.habits is not None:
            return self.habits.table
        if self.himself is not None:
            return self.himself.strategy(seen.names[seen.seat])
        return None


def actions_of(seen: Observation, sizes: tuple[float, ...]) -> list[Action]:
    """To fold where something is owed, to call, and raises by these shares of the pot."""
    legal = seen.legal
    assert legal is not None
    shares = sizes if legal.can_raise else ()
    raises = sorted({raise_by_share(seen, legal, share, committed=inf) for share in shares})
    folding = [FOLD] if legal.fold and legal.call else []
    return [*folding, CALL, *(raise_to(chips) for chips in raises)]


def rising_sizes(sizes: tuple[float, ...]) -> tuple[float, ...]:
    """Sizes of raises, shares of the pot, in rising order.

    >>> rising_sizes((1.5, 0.7))
    (0.7, 1.5)
    """
    rising = tuple(sorted(sizes))
    if not rising or not rising[0] > 0 or not rising[-1] < inf:
        raise VillainError("sizes should be shares of the pot above 0, such as 0.7+1.5")
    return rising


def usual_sizes(ratios: tuple[float, ...]) -> tuple[float, ...]:
    """Sizes that raises of each kind have in trials, as shares of the pot.

    >>> usual_sizes((1.0,)), usual_sizes((0.5, 1.0, 2.0))
    ((0.7, 1.5), (0.35, 0.75, 1.5, 3.0))
    """
    middles = ((low + high) / 2 for low, high in pairwise(ratios))
    return (0.7 * ratios[0], *middles, 1.5 * ratios[-1])


def by_kind(sizes: tuple[float, ...], ratios: tuple[float, ...]) -> tuple[float, ...]:
    """For each kind of raise the one of these sizes that is nearest to the usual one.

    >>> by_kind((0.5, 1.0, 2.0, 100.0), (1.0,)), by_kind((0.5,), (1.0,))
    ((0.5, 2.0), (0.5, 0.5))
    """
    nearest = []
    for kind, usual in enumerate(usual_sizes(ratios)):
        own = [size for size in sizes if bisect_left(ratios, size) == kind] or sizes
        nearest.append(min(own, key=lambda size, usual=usual: abs(size - usual)))
    return tuple(nearest)


def mix(values: FloatArray, power: float = 1) -> FloatArray:
    """The thesis's mixed strategy: what earns something, in proportion to that; else a fold.

    The first of the actions is the fold, or where a check is free that. With another ``power``
    more is done of what earns more, or less of it; with an infinite one only the best.

    >>> mix(np.array([0.0, 1.0, 3.0])).tolist(), mix(np.array([-1.0, -2.0])).tolist()
    ([0.0, 0.25, 0.75], [1.0, 0.0])
    >>> [mix(np.array([0.0, 1.0, 3.0]), power).tolist() for power in (0, inf)]
    [[0.0, 0.5, 0.5], [0.0, 0.0, 1.0]]
    """
    earned = np.maximum(values, 0.0)
    if not earned.any():
        earned[0] = 1.0
    elif power != 1:
        earned = np.where(earned > 0, (earned / earned.max()) ** power, 0.0)
    chances: FloatArray = earned / earned.sum()
    return chances


def try_idly(seen: Observation) -> None:
    """Play a few trials of a call, for warming up."""
    if seen.legal is not None:
        rival, model = 1 - seen.seat, StyleModel(learns=False)
        model.observe(seen)
        table = model.strategy(seen.names[rival])
        sizes = np.tile(usual_sizes(model.styles.abstraction.ratios), (2, 1))
        weights = weights_held(model, seen, rival)
        HeadsUpTrials(seen, weights, table, 2, 0, sizes=sizes).returns(0)
