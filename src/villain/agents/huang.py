"""Huang's agents: heads-up no-limit by simulation with a model of mined styles [huang]."""

from functools import cache
from math import inf

import numpy as np

from villain.agents.agent import Agent
from villain.agents.bet_sizes import raise_by_share
from villain.errors import VillainError
from villain.game.actions import CALL, FOLD, Action, raise_to
from villain.game.deal import shuffle
from villain.game.hand import Hand
from villain.game.observation import Observation
from villain.game.presets import no_limit_holdem
from villain.game.rules import Rules
from villain.kernels.arrays import FloatArray
from villain.kernels.heads_up_play import MODEL, RANDOM, STAYING
from villain.models.huang.model import READERS, StyleModel
from villain.models.huang.own_habits import OwnHabits
from villain.strategy.huang.curves import STREET_STEEPNESS
from villain.strategy.huang.strategy_table import StrategyTable
from villain.strategy.huang.trials import HeadsUpTrials

EXACT, POLICIES = "exact", {"random": RANDOM, "staying": STAYING}
FLAT = 1e-6
"""A curve of this steepness is the same for all hands."""

HIS_SIZES = (0.7, 1.5)
"""What the opponent's two kinds of raises are taken to be in trials, as shares of the pot."""


class Huang(Agent):
    """Tries its actions in trials against a model of its opponent, and mixes what pays [huang].

    ``model`` is how the opponent is read (thesis, fast, slow, tendencies), ``learn=0`` leaves him
    the average of all. ``own`` is how it goes on in a trial itself: at random (``random``, or
    ``staying`` without folds), or by a model of itself (thesis, fast, slow, tendencies, exact),
    which with ``cards=0`` does not look at its cards. ``sizes`` are its raises as shares of the
    pot, ``trials`` are for each action. With ``best=1`` it takes the best action, without mixing.
    """

    def __init__(
        self,
        seed: int = 0,
        model: str = "thesis",
        own: str = "random",
        learn: float = 1,
        trials: float = 100,
        sizes: str | float = "0.7+1.5",
        best: float = 0,
        cards: float = 1,
    ) -> None:
        super().__init__(seed)
        known = (*POLICIES, EXACT, *READERS)
        if own not in known:
            raise VillainError.unknown("own", own, known)
        if not 1 <= trials <= 1_000_000:
            raise VillainError(f"trials={trials:g}; there should be 1 to 1,000,000")
        self.sizes, self.trials, self.best = read_sizes(sizes), int(trials), bool(best)
        self.model = StyleModel(model, learns=bool(learn))
        self.himself = None
        if own in READERS:
            steepness = STREET_STEEPNESS if cards else (FLAT,) * 4
            self.himself = StyleModel(own, himself=True, steepness=steepness)
        self.habits = OwnHabits() if own == EXACT else None
        self.random = POLICIES.get(own, RANDOM)
        _compile()

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
        return mix(values, best=self.best)

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
        rival = 1 - seen.seat
        return HeadsUpTrials(
            seen,
            self.model.range(seen, rival),
            self.model.strategy(seen.names[rival]),
            self.trials,
            int(self.rng.integers(2**63)),
            sizes=np.array([_by_kind(self.sizes), HIS_SIZES]),
            ours=ours,
            planned=planned,
        )

    def candidates(self, seen: Observation) -> list[Action]:
        """To fold where something is owed, to call, and the raises, the least aggressive first."""
        legal = seen.legal
        assert legal is not None
        sizes = self.sizes if legal.can_raise else ()
        raises = sorted({raise_by_share(seen, legal, share, committed=inf) for share in sizes})
        folding = [FOLD] if legal.fold and legal.call else []
        return [*folding, CALL, *(raise_to(chips) for chips in raises)]

    def _own_table(self, seen: Observation) -> StrategyTable | None:
        if self.habits is not None:
            return self.habits.table
        if self.himself is not None:
            return self.himself.strategy(seen.names[seen.seat])
        return None


def read_sizes(text: str | float) -> tuple[float, ...]:
    """Sizes of raises, such as ``0.7+1.5``: shares of the pot, in rising order.

    >>> read_sizes("1.5+0.7"), read_sizes(2.0)
    ((0.7, 1.5), (2.0,))
    """
    try:
        found = tuple(sorted(float(part) for part in str(text).split("+")))
    except ValueError:
        raise VillainError(f"sizes={text}; write shares of the pot, such as 0.7+1.5") from None
    if not found[0] > 0 or not found[-1] < inf:
        raise VillainError(f"sizes={text}; they should be above 0")
    return found


def _by_kind(sizes: tuple[float, ...]) -> tuple[float, float]:
    """What it raises by in trials where it raises up to the pot, and where it raises more."""
    small, large = [size for size in sizes if size <= 1], [size for size in sizes if size > 1]
    return (small or large)[-1], (large or small[-1:])[0]


def mix(values: FloatArray, *, best: bool = False) -> FloatArray:
    """The thesis's mixed strategy: what earns something, in proportion to that; else a fold.

    The first of the actions is the fold, or where a check is free that.

    >>> mix(np.array([0.0, 1.0, 3.0])).tolist(), mix(np.array([-1.0, -2.0])).tolist()
    ([0.0, 0.25, 0.75], [1.0, 0.0])
    >>> mix(np.array([0.0, 1.0, 3.0]), best=True).tolist()
    [0.0, 0.0, 1.0]
    """
    earned = np.maximum(values, 0.0)
    if best and earned.any():
        earned = (values == values.max()).astype(np.float64)
    if not earned.any():
        earned[0] = 1.0
    found: FloatArray = earned / earned.sum()
    return found


@cache
def _compile() -> None:
    """Have the kernels compiled before a clock runs: an idle hand, checked to its end."""
    rules = no_limit_holdem(2)
    hand = Hand(rules, shuffle(rules, np.random.default_rng(0)))
    model = StyleModel(learns=False)
    sizes = np.array([HIS_SIZES, HIS_SIZES])
    while hand.seat is not None:
        seen, rival = hand.observation(hand.seat), 1 - hand.seat
        model.observe(seen)
        table = model.strategy(seen.names[rival])
        HeadsUpTrials(seen, model.range(seen, rival), table, 2, 0, sizes=sizes).returns(0)
        hand.act(CALL)
