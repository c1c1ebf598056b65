"""The hands of a match once more, one by one, for a judge to look at."""

from collections.abc import Iterator

import numpy as np

from villain.agents.agent import Agent
from villain.agents.registry import make_agent
from villain.arena.match import Match
from villain.arena.table import CHUNK, agent_seed
from villain.game.deal import Deal, shuffle


def deals_of(match: Match) -> Iterator[Deal]:
    """The cards of a match, deal by deal, the same as when it is played."""
    for start in range(0, match.deals, CHUNK):
        rng = np.random.default_rng((match.seed, 0, start // CHUNK))
        for _ in range(min(CHUNK, match.deals - start)):
            yield shuffle(match.rules, rng)


def agents_of(match: Match) -> list[Agent]:
    """The agents of a match as they are before its first deal, in its first replay."""
    return [
        make_agent(spec, agent_seed(match.seed, 0, who)) for who, spec in enumerate(match.agents)
    ]
