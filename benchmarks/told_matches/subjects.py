"""Who is measured, and against whom, by their names.

Subjects are agents that tell their chances, and `villain` with a model that is wrong on purpose
(``wrong:reversed``). Opponents are such agents, scripts of the gauntlet by their names, local best
response (``lbr:fc``, ``lbr:fcpa``) and clones that were written to a file (``clone:3@FILE``).
"""

from benchmarks.gauntlet.opponents import SCRIPTS
from benchmarks.told_matches.clones import clone_of
from benchmarks.told_matches.drawn_hand import Side, agent_side
from benchmarks.told_matches.ranged_response import RangedResponse, exploiting_side
from benchmarks.told_matches.wrong_models import wrong_villain
from villain.agents.agent import Agent
from villain.agents.registry import make_agent

RESPONSE, CLONE, WRONGLY = "lbr:", "clone:", "wrong:"


def make_subject(name: str, opponent: str, seed: int) -> Agent:
    """A player who is measured; a wrong model may depend on whom it is wrong about."""
    if name.startswith(WRONGLY):
        return wrong_villain(name.removeprefix(WRONGLY), opponent, seed)
    return make_agent(name, seed)


def make_opponent(name: str, subject: Agent, seed: int) -> tuple[Side, Agent | None]:
    """His side of a hand, and the agent who watches hands, if there is one."""
    if name.startswith(RESPONSE):
        return exploiting_side(RangedResponse(actions=name.removeprefix(RESPONSE)), subject), None
    if name.startswith(CLONE):
        agent: Agent = clone_of(name.removeprefix(CLONE), seed)
    elif name in SCRIPTS:
        agent = SCRIPTS[name](seed)
    else:
        agent = make_agent(name, seed)
    return agent_side(agent), agent
