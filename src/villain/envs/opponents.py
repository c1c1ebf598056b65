"""The agents in the other seats, at many tables at once."""

from collections.abc import Sequence

import numpy as np

from villain.agents.agent import Agent
from villain.agents.batch_agent import BatchAgent
from villain.agents.registry import AgentSpec, check_plays, make_agent
from villain.game.batch_input import whole_numbers
from villain.game.batch_observation import KINDS, BatchActions, BatchObservation
from villain.game.chance import agent_seed
from villain.game.rules import Rules
from villain.registry import keep


class Opponents:
    """Agents in the same places at each of some tables.

    One that answers for many hands at once (a `BatchAgent`) is asked for all tables together. Of
    any other there is one at each table, which sees the hands of that table one after the other.
    """

    def __init__(self, specs: Sequence[AgentSpec], rules: Rules, tables: int) -> None:
        for spec in specs:
            check_plays(spec, rules)
        self._specs = [keep(spec) for spec in specs]
        self._tables = tables
        self._agents: list[BatchAgent | list[Agent]] = []

    def sit_down(self, seed: int) -> None:
        """Make all of them anew; their chance depends on the seed, the place and the table."""
        self._agents = []
        for place, spec in enumerate(self._specs):
            first = make_agent(spec, agent_seed(seed, place, 0))
            if isinstance(first, BatchAgent):
                self._agents.append(first)
                continue
            others = range(1, self._tables)
            self._agents.append(
                [first, *(make_agent(spec, agent_seed(seed, place, table)) for table in others)]
            )

    def act(self, place: int, seen: BatchObservation) -> BatchActions:
        """What the agent in a place does in these hands, of which each is at its own table."""
        shape, agents = (len(seen.hands),), self._agents[place]
        if isinstance(agents, BatchAgent):
            answer = agents.act_in_all(seen)
            kinds = whole_numbers("kinds", answer.kinds, shape)
            return BatchActions(kinds, whole_numbers("to", answer.to, shape))
        kinds, to = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
        for row, table in enumerate(seen.hands):
            action = agents[table].act(seen.of(row))
            kinds[row], to[row] = KINDS.index(action.kind), action.to
        return BatchActions(kinds, to)

    def watch(self, place: int, seen: BatchObservation) -> None:
        """Show the agent in a place how these hands ended, if it wants to see it."""
        agents = self._agents[place]
        if isinstance(agents, BatchAgent):
            agents.watch_all(seen)
        elif getattr(type(agents[0]), "watch", Agent.watch) is not Agent.watch:
            for row, table in enumerate(seen.hands):
                agents[table].watch(seen.of(row))
