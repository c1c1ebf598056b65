"""The hands of a match once more, one by one, for a judge to look at."""

from collections.abc import Iterator
from itertools import islice

from villain.agents.agent import Agent
from villain.agents.registry import make_agent
from villain.arena.match import Match
from villain.game.chance import agent_seed, deals
from villain.game.deal import Deal


def deals_of(match: Match) -> Iterator[Deal]:
    """The cards of a match, deal by deal, the same as when it is played."""
    return islice(deals(match.rules, match.seed), match.deals)


def agents_of(match: Match) -> list[Agent]:
    """The agents of a match as they are before its first deal, in its first replay."""
    return [
        make_agent(spec, agent_seed(match.seed, 0, who)) for who, spec in enumerate(match.agents)
    ]
