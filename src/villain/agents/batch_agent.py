"""Agents that answer for many hands at once: arrays of what they see in, arrays of actions out."""

from abc import abstractmethod
from typing import TypeGuard

import numpy as np

from villain.agents.agent import Agent
from villain.game.actions import Action
from villain.game.batch_observation import (
    KINDS,
    RAISES,
    BatchActions,
    BatchObservation,
    batch_of_one,
)
from villain.game.observation import Observation


class BatchAgent(Agent):
    """An agent that is asked for many hands at once, and plays single hands like any other.

    It is given its own cards and what is in the open, in hands that are played side by side: it is
    asked for the next before it sees how the last one ended.

    >>> from villain.game.batch import HandBatch
    >>> from villain.game.batch_observation import CALLS
    >>> from villain.game import no_limit_holdem
    >>> class Pusher(BatchAgent):
    ...     def act_in_all(self, seen):
    ...         return BatchActions(np.where(seen.legal.can_raise, RAISES, CALLS), seen.legal.most)
    >>> batch = HandBatch.shuffled(no_limit_holdem(2), 1000, np.random.default_rng(1))
    >>> batch.act(*Pusher().act_in_all(batch.observation(range(1000), batch.seat)))
    >>> batch.bets[0]
    array([  2, 200])
    """

    pure = False
    """True if an answer follows from what is seen in its hand alone, without chance or memory."""

    @abstractmethod
    def act_in_all(self, seen: BatchObservation) -> BatchActions:
        """Choose a legal action (``seen.legal``) for each hand."""

    def act(self, seen: Observation) -> Action:
        """Choose for a single hand, as if it were a batch."""
        [kind], [to] = self.act_in_all(batch_of_one(seen))
        return Action(KINDS[kind], int(to) if kind == RAISES else 0)

    def watch_all(self, seen: BatchObservation) -> None:
        """See how the hands of a batch ended: one after the other, if it wants to `watch`."""
        if _watches(self):
            for row in range(len(seen.hands)):
                self.watch(seen.of(row))


class OneByOne(BatchAgent):
    """An ordinary agent in a batch: it is asked hand by hand, and sees all ends afterwards."""

    def __init__(self, agent: Agent) -> None:
        super().__init__()
        self.agent = agent

    def act_in_all(self, seen: BatchObservation) -> BatchActions:
        """Ask for one hand after the other."""
        actions = [self.act(seen.of(row)) for row in range(len(seen.hands))]
        kinds = np.array([KINDS.index(action.kind) for action in actions], np.int64)
        return BatchActions(kinds, np.array([action.to for action in actions], np.int64))

    def act(self, seen: Observation) -> Action:
        """Ask the agent."""
        return self.agent.act(seen)

    def watch_all(self, seen: BatchObservation) -> None:
        """Show the ends one after the other."""
        if _watches(self.agent):
            super().watch_all(seen)

    def watch(self, seen: Observation) -> None:
        """Show the agent how a hand ended."""
        self.agent.watch(seen)


def in_batches(agent: Agent) -> BatchAgent:
    """An agent as one that can be asked for many hands at once."""
    return agent if isinstance(agent, BatchAgent) else OneByOne(agent)


def is_alike_in_batches(agent: Agent) -> TypeGuard[BatchAgent]:
    """True if an agent does the same in many hands at once as in one after the other.

    It has to say that it is `pure`, and both methods have to be of one class: whoever takes a pure
    agent and changes ``act`` alone plays otherwise.
    """
    kind = type(agent)
    if not isinstance(agent, BatchAgent) or not agent.pure or _watches(agent):
        return False
    one, many = (
        next(base for base in kind.__mro__ if method in vars(base))
        for method in ("act", "act_in_all")
    )
    return one in (many, BatchAgent)


def _watches(agent: Agent) -> bool:
    return getattr(type(agent), "watch", Agent.watch) is not Agent.watch
