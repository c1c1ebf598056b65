"""The value of each action once everybody's cards are known: the rest of the hand, played out.

Every trial draws the board cards to come from those that nobody holds, and lets copies of the
agents play on, once for each action. Cards and the agents' chance are the same for all actions of
a trial, so that differences between actions are far surer than the values themselves.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from villain.agents.agent import Agent
from villain.agents.registry import reseed
from villain.arena.clock import Clock
from villain.arena.judging.moment import Frozen, Moment, thaw
from villain.arena.table import choose
from villain.cards.card import Card
from villain.errors import VillainError
from villain.game.actions import FOLD, Action
from villain.kernels.arrays import FloatArray

MOST_TRIALS = 1_000_000
PATIENCE = 10.0
"""Seconds that an agent may think in a play-out; then it folds, or checks."""


class TrialMean(NamedTuple):
    """A mean in big blinds, and its standard error: 0 where it is exact."""

    mean: float
    standard_error: float


class Values:
    """The winnings of a seat from now on by each action, in big blinds, by trial.

    Chips that are in the pot already are the pot's: to fold is worth 0.
    """

    def __init__(self, actions: tuple[Action, ...], samples: FloatArray) -> None:
        self.actions, self.samples = actions, samples

    def value(self, action: Action) -> TrialMean:
        """The value of an action."""
        return estimate(self._column(action))

    def difference(self, one: Action, other: Action) -> TrialMean:
        """The value of one action above that of another, paired by trial."""
        return estimate(self._column(one) - self._column(other))

    def best(self, taken: Action | None = None) -> Action:
        """The action of the greatest mean; where the one taken is as good, that one."""
        return self.actions[leader(self.samples, self.place(taken) if taken else 0)]

    def place(self, action: Action) -> int:
        """The column of an action."""
        if action not in self.actions:
            raise VillainError(f"{action} was not valued; there are {', '.join(map(str, self))}")
        return self.actions.index(action)

    def _column(self, action: Action) -> FloatArray:
        column: FloatArray = self.samples[:, self.place(action)]
        return column

    def __iter__(self) -> Iterator[Action]:
        return iter(self.actions)


def leader(samples: FloatArray, favourite: int) -> int:
    """The column of the greatest mean, the favourite if it ties but for rounding."""
    means = samples.mean(axis=0)
    return favourite if means[favourite] >= means.max() - 1e-9 else int(means.argmax())


def estimate(sample: FloatArray) -> TrialMean:
    """The mean of trials, with its standard error."""
    if np.ptp(sample) == 0:
        return TrialMean(float(sample[0]), 0.0)
    return TrialMean(float(sample.mean()), float(sample.std(ddof=1) / np.sqrt(len(sample))))


def value_actions(
    moment: Moment, actions: Sequence[Action], trials: int, rng: np.random.Generator
) -> Values:
    """Value actions at a moment; the agents of all seats play on as they were.

    >>> from villain.agents import make_agent
    >>> from villain.arena.judging.moment import freeze
    >>> from villain.cards import parse_cards
    >>> from villain.game import limit_holdem
    >>> holes = tuple(tuple(parse_cards(cards)) for cards in ("AsAh", "KsKh"))
    >>> agents = freeze([make_agent("fold"), make_agent("call")])
    >>> moment = Moment(limit_holdem(2), ("hero", "villain"), holes, (), (), agents)
    >>> values = value_actions(moment, (FOLD, Action("raise", 4)), 10, np.random.default_rng(1))
    >>> [values.value(action).mean for action in values]  # he folds to the raise: one and a half
    [0.0, 1.5]
    """
    return value_branches(moment, [(action, moment.agents) for action in actions], trials, rng)


def value_branches(
    moment: Moment,
    branches: Sequence[tuple[Action, Frozen]],
    trials: int,
    rng: np.random.Generator,
) -> Values:
    """Value actions of which each goes on with agents of its own."""
    if not 2 <= trials <= MOST_TRIALS:
        raise VillainError(f"{trials} trials; there should be 2 to {MOST_TRIALS:,}")
    seat, unseen, missing = moment.seat, moment.unseen, moment.missing
    samples = np.zeros((trials, len(branches)))
    # To fold is worth nothing more, whatever comes.
    open_branches = {i for i, (action, _) in enumerate(branches) if action != FOLD}
    with Clock(PATIENCE) as clock:
        for trial in range(trials):
            order = rng.permutation(len(unseen))[:missing].tolist()
            seeds = rng.integers(2**63, size=moment.rules.players).tolist()
            to_come = tuple(unseen[place] for place in order)
            for i in sorted(open_branches):
                samples[trial, i], agents = _play_out(
                    moment, seat, *branches[i], to_come, seeds, clock
                )
                if not (missing or trial or _used_chance(agents, seeds)):
                    samples[:, i] = samples[0, i]  # every other trial would be the same
                    open_branches.remove(i)
            if not open_branches:
                break
    return Values(tuple(action for action, _ in branches), samples / moment.rules.big_blind)


def _play_out(
    moment: Moment,
    seat: int,
    action: Action,
    frozen: Frozen,
    to_come: tuple[Card, ...],
    seeds: list[int],
    clock: Clock,
) -> tuple[int, dict[int, Agent]]:
    """The winnings of the seat from now on, in chips, and the copies of agents that were asked."""
    hand = moment.hand(to_come)
    before = hand.committed[seat]
    hand.act(action)
    agents: dict[int, Agent] = {}
    while hand.seat is not None:
        if hand.seat not in agents:
            agents[hand.seat] = thaw(frozen[hand.seat])
            reseed(agents[hand.seat], seeds[hand.seat])
        action, _ = choose(agents[hand.seat], hand.observation(hand.seat), clock)
        hand.act(action)
    assert hand.payoffs is not None
    return hand.payoffs[seat] + before, agents


def _used_chance(agents: dict[int, Agent], seeds: list[int]) -> bool:
    """True if any drew from its generator, or has none, so that nobody knows."""
    return any(
        not hasattr(agent, "rng")
        or agent.rng.bit_generator.state != np.random.default_rng(seeds[seat]).bit_generator.state
        for seat, agent in agents.items()
    )
