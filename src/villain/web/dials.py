"""Where the dial of `villain` stands against the person at a table."""

from villain.agents.villain import Villain
from villain.agents.villain_beliefs import BeliefStanding
from villain.web.messages import Dial
from villain.web.table import PageTable

ENOUGH = 20
"""What was given and risked is told after so many hands: it is counted on some of them only."""

STEPS = 20
"""Dial and trust are told in so many steps, and the rest in whole big blinds. All of it also goes a
little by the agent's own cards, which make some hands of the person's impossible: exact numbers
could tell of cards that nobody saw."""


def dial_of(table: PageTable) -> Dial | None:
    """The dial of the one opponent of a person; None where there is none, or where more play."""
    if table.you is None or len(table.agents) != 2:
        return None
    agent = table.agents[1 - table.you]
    if not isinstance(agent, Villain):
        return None
    standing, fixed = agent.standing(), agent.dial is not None
    if not isinstance(standing, BeliefStanding):
        standing = BeliefStanding(0, agent.dial or 0.0, reliable=1.0, risk=0.0, gifts=0.0)
    counted = standing.hands >= ENOUGH
    return Dial(
        hands=standing.hands,
        dial=standing.dial if fixed else _in_steps(standing.dial),
        fixed=fixed,
        trust=_in_steps(standing.reliable),
        given=round(100 * standing.gifts) if counted else None,
        risked=round(100 * standing.risk) if counted else None,
    )


def _in_steps(share: float) -> float:
    return round(STEPS * share) / STEPS
