"""AIVAT over hands that were written down; the player may be an agent that is known [aivat]."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from villain.agents.agent import Agent
from villain.agents.holding_chances import HoldingChances
from villain.cards.range import possible
from villain.errors import VillainError
from villain.evaluation.aivat.adjusting import adjusted
from villain.evaluation.aivat.games import is_adjustable
from villain.evaluation.known_hands import known
from villain.game.hand import Hand
from villain.game.observation import Observation
from villain.hands.hand_history import HandHistory
from villain.kernels.arrays import FloatArray

LEFT_OUT = ("other games", "cards not known", "without him")
"""Why hands are left out."""


@dataclass(frozen=True, eq=False)
class AdjustedHands:
    """A player's hands: big blinds that he won in each, and that less luck, in their order.

    ``places`` are the hands' places among all that there were. ``left_out`` counts hands by why,
    ``untrue`` the decisions that the agent would never have taken.
    """

    player: str
    places: tuple[int, ...]
    chips: FloatArray
    less_luck: FloatArray
    left_out: dict[str, int]
    untrue: int

    @cached_property
    def reduction(self) -> float:
        """How many times smaller the standard deviation of a hand is without luck."""
        spread = float(self.less_luck.std(ddof=1)) if len(self.chips) > 1 else 0.0
        return float(self.chips.std(ddof=1)) / spread if spread else float("nan")


def adjust_hands(
    hands: Iterable[HandHistory],
    player: str,
    agent: Agent | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> AdjustedHands:
    """What a player won, and that less luck; he is the agent, if there is one, in hand after hand.

    The agent sees the hands in their order, and how they ended, as he did. The hands are heads-up
    hold'em, and both players' cards are known in them; others are left out.
    """
    places, chips, less_luck = list[int](), list[float](), list[float]()
    left_out, untrue = dict.fromkeys(LEFT_OUT, 0), 0
    for place, history in enumerate(hands):
        progress(place)
        why = _why_not(history, player)
        if why:
            left_out[why] += 1
            continue
        seat = history.names.index(player)
        hand, told = _replayed(history, seat, agent)
        result = adjusted(history.rules, hand.events, told)
        assert hand.payoffs is not None
        sign, blind = 1 - 2 * seat, history.rules.big_blind
        places.append(place)
        chips.append(hand.payoffs[seat] / blind)
        less_luck.append(sign * result.chips / blind)
        untrue += sum(result.untrue)
    if not places:
        raise VillainError(
            f"no hands of {player!r} that AIVAT is for: heads-up hold'em with both players' cards"
        )
    both = np.array(chips), np.array(less_luck)
    return AdjustedHands(player, tuple(places), *both, left_out, untrue)


def _why_not(history: HandHistory, player: str) -> str:
    if not is_adjustable(history.rules):
        return LEFT_OUT[0]
    if player not in history.names:
        return LEFT_OUT[2]
    return "" if known(history) else LEFT_OUT[1]


def _replayed(
    history: HandHistory, seat: int, agent: Agent | None
) -> tuple[Hand, list[HoldingChances | None]]:
    """A hand played again, and what the agent tells at his decisions."""
    hand, told = history.begin(), list[HoldingChances | None]()
    for action in history.actions:
        tells = agent is not None and hand.seat == seat
        told.append(_told(agent, hand.observation(seat)) if agent and tells else None)
        hand.act(action)
    if agent is not None:
        agent.watch(hand.observation(seat))
    return hand, told


def _told(agent: Agent, seen: Observation) -> HoldingChances | None:
    known = agent.chances(seen)
    if known is not None:
        known.check(seen, possible(seen.board))
    return known
