"""What a person won at a table of two less luck, by what he may know of the hand.

The agent tells its chances, so that what it holds is never looked at. A watcher of two agents sees
all cards, and may know what cards say of those who do not tell.
"""

import logging
from collections.abc import Iterable
from typing import TYPE_CHECKING

from villain.agents.agent import Agent
from villain.cards.range import possible
from villain.errors import VillainError
from villain.evaluation.aivat.games import is_adjustable
from villain.game.events import Event
from villain.game.hand import Hand
from villain.game.observation import Observation

if TYPE_CHECKING:
    from villain.agents.holding_chances import HoldingChances

log = logging.getLogger(__name__)


class ToldInHand:
    """What agents have told in a hand, by the place of the decision."""

    def __init__(self) -> None:
        self._told: dict[int, HoldingChances] = {}

    def ask(self, agent: Agent, hand: Hand, seen: Observation) -> None:
        """Let an agent tell its chances, if it can, before it acts."""
        if not is_adjustable(hand.rules) or not isinstance(agent, Agent):
            return
        try:
            known = agent.chances(seen)
            if known is not None:
                known.check(seen, possible(seen.board))
                self._told[len(hand.state.line)] = known
        except Exception:  # a class of somebody's own must not stop the table
            log.exception("agent %s tells no chances", type(agent).__name__)

    def less_luck(self, hand: Hand, events: Iterable[Event], seat: int) -> float | None:
        """What a seat won in chips less luck, from the events as somebody saw them.

        None where somebody did not tell whose cards are not seen.
        """
        if not is_adjustable(hand.rules):
            return None
        from villain.evaluation.aivat.adjusting import adjusted  # compiled code

        chances = [self._told.get(place) for place in range(len(hand.state.line))]
        try:
            result = adjusted(hand.rules, events, chances)
        except VillainError:  # somebody's cards are not known
            return None
        return None if any(result.untrue) else result.chips * (1 - 2 * seat)
