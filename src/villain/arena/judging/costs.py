"""The cost of each decision of a finished hand, compared with the best action in hindsight.

The best action has the greatest value with everybody's true cards and true strategies. Taking the
greatest of several noisy means for its value would flatter it: the winner's curse. So the trials
are in ten parts, and what the best action gains over the one taken is seen in each part by the best
of the other nine. On average this is never more than the true cost, and the greatest mean is never
less: a judged decision's ``cost`` and ``at_most`` enclose it. Whoever looks for the worst of many
decisions meets the curse again, so `worst_decisions` values them a second time, with fresh trials.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from heapq import nlargest

import numpy as np

from villain.agents.agent import Agent
from villain.arena.judging.moment import Frozen, Moment, candidates, freeze, thaw
from villain.arena.judging.valuing import (
    TrialMean,
    Values,
    estimate,
    leader,
    value_actions,
)
from villain.errors import VillainError
from villain.game.actions import Action
from villain.game.deal import Deal
from villain.game.hand import Hand
from villain.hands.hand_history import HandHistory
from villain.kernels.arrays import FloatArray

PARTS = 10
"""The trials of a decision are in so many parts, each of them valued by what the others choose."""

MORE = 4
"""The worst decisions are valued again with so many times the trials."""


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished hand with everybody's cards, the seat to judge, and the agents before the hand.

    Where a person sat, an agent stands in for what he would have done later in the hand.
    """

    history: HandHistory
    seat: int
    agents: Frozen
    number: int = 0

    @classmethod
    def of(
        cls, history: HandHistory, seat: int, agents: Sequence[Agent], number: int = 0
    ) -> "Finished":
        """The same with live agents, which are not changed."""
        return cls(history, seat, freeze(agents), number)

    def __post_init__(self) -> None:
        if not 0 <= self.seat < self.history.rules.players:
            raise VillainError(
                f"seat {self.seat}; the hand has the seats 0 to {self.history.rules.players - 1}"
            )

    def decisions(self) -> Iterator[tuple[Moment, Action]]:
        """Each turn of the seat, and what it did.

        Copies of the agents go through the hand once more and are asked at each of their turns, so
        that they know at every moment what they knew in the hand.
        """
        history = self.history
        if not all(history.holes):
            raise VillainError(
                "a judge needs everybody's cards, and in this hand not all are known"
            )
        agents = [thaw(agent) for agent in self.agents]
        hand = Hand(history.rules, Deal(history.holes, history.board), history.names, check=False)
        for number, action in enumerate(history.actions):
            if hand.seat == self.seat:
                before = history.actions[:number]
                yield (
                    Moment(
                        history.rules,
                        history.names,
                        history.holes,
                        hand.board,
                        before,
                        freeze(agents),
                    ),
                    action,
                )
            if hand.seat is not None:
                with suppress(Exception):  # whoever failed in the hand fails again
                    agents[hand.seat].act(hand.observation(hand.seat))
            hand.act(action)


@dataclass(frozen=True, eq=False, slots=True)
class JudgedDecision:
    """A decision, and what its alternatives were worth.

    ``number`` is the hand's, ``turn`` which of the seat's decisions in the hand it was.
    """

    moment: Moment
    taken: Action
    values: Values
    number: int
    turn: int

    @property
    def cost(self) -> TrialMean:
        """The value that the action gave up against the best, in big blinds, without the curse."""
        return split_cost(self.values.samples, self.values.place(self.taken))

    @property
    def at_most(self) -> float:
        """The same with the best of all trials: too much rather than too little."""
        return self.values.difference(self.best, self.taken).mean

    @property
    def best(self) -> Action:
        """The best action, as far as the trials show."""
        return self.values.best(self.taken)

    @property
    def deed(self) -> str:
        """The action taken, in a word: fold, check, call or raise."""
        free = self.taken.kind == "call" and not self.moment.legal.call
        return "check" if free else self.taken.kind


def split_cost(samples: FloatArray, taken: int) -> TrialMean:
    """The cost of the action taken: each part of the trials values what the other parts choose.

    >>> noise = np.random.default_rng(1).normal(size=(1000, 20))  # all the same, in truth
    >>> round(float(noise.mean(axis=0).max() - noise[:, 0].mean()), 2)  # the curse
    0.08
    >>> split_cost(noise, 0)
    TrialMean(mean=0.01..., standard_error=0.04...)
    """
    trials = np.arange(len(samples))
    gains = np.zeros(len(samples))
    for part in range(PARTS):
        own = trials % PARTS == part
        best = leader(samples[~own], taken)
        gains[own] = samples[own, best] - samples[own, taken]
    return estimate(gains)


def judge(hand: Finished, *, trials: int, seed: int) -> Iterator[JudgedDecision]:
    """Judge the decisions of a seat in a hand, in their order."""
    for turn, (moment, taken) in enumerate(hand.decisions()):
        rng = np.random.default_rng((seed, 2, hand.number, turn))
        values = value_actions(moment, candidates(moment, taken), trials, rng)
        yield JudgedDecision(moment, taken, values, hand.number, turn)


def again(judged: JudgedDecision, *, trials: int, seed: int) -> JudgedDecision:
    """Judge a decision with fresh trials."""
    rng = np.random.default_rng((seed, 3, judged.number, judged.turn))
    values = value_actions(judged.moment, judged.values.actions, trials, rng)
    return JudgedDecision(judged.moment, judged.taken, values, judged.number, judged.turn)


def judge_hand(
    history: HandHistory, seat: int, agents: Sequence[Agent], *, trials: int = 200, seed: int = 0
) -> list[JudgedDecision]:
    """Judge all decisions of a seat in a finished hand, the costliest first.

    ``agents`` are everybody's, by seat, as they were before the hand; the one in the judged seat
    plays on for it after each action.
    """
    hand = Finished.of(history, seat, agents)
    return sorted(judge(hand, trials=trials, seed=seed), key=_cost, reverse=True)


def worst_decisions(
    hands: Iterable[Finished],
    count: int = 5,
    *,
    trials: int = 50,
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
) -> list[JudgedDecision]:
    """The costliest decisions of many hands, the worst first, valued anew with more trials.

    ``progress`` is told how many hands are done. Hands need different numbers to differ in chance.
    """
    shortlist: list[JudgedDecision] = []
    for done, hand in enumerate(hands, start=1):
        shortlist = keep_worst([*shortlist, *judge(hand, trials=trials, seed=seed)], count)
        if progress is not None:
            progress(done)
    return revalue(shortlist, trials=trials, seed=seed)


def keep_worst(decisions: list[JudgedDecision], count: int) -> list[JudgedDecision]:
    """The costliest of them that cost anything."""
    return nlargest(count, [one for one in decisions if one.cost.mean > 0], key=_cost)


def revalue(shortlist: list[JudgedDecision], *, trials: int, seed: int) -> list[JudgedDecision]:
    """Value decisions once more with more and fresh trials, the costliest first.

    What then costs nothing was only bad luck in the first trials, and is left out.
    """
    fresh = [again(one, trials=MORE * trials, seed=seed) for one in shortlist]
    return keep_worst(fresh, len(fresh))


def _cost(judged: JudgedDecision) -> float:
    return judged.cost.mean
