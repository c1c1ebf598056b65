"""A person's costliest decisions: what the judge makes of hands that are over, in the page's words.

The judge knows everybody's cards and agents. What it says of a hand are numbers, the person's own
cards and the board: no card of anybody else.
"""

import pickle
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import TYPE_CHECKING

import numpy as np

from villain.agents.registry import make_agent
from villain.arena.judging import Finished, JudgedDecision, Moment, Values, value_actions
from villain.arena.judging.moment import candidates
from villain.game.actions import Action
from villain.hands.hand_history import HandHistory
from villain.models.crowd.without_windows import pickled_without_windows
from villain.web.action_words import action_words
from villain.web.advice import SURE
from villain.web.messages import ActionValue, Costly

if TYPE_CHECKING:
    from villain.agents.agent import Agent
    from villain.kernels.arrays import FloatArray

MOST_COSTLY = 5
NEWEST = 100
"""So many of the last hands can be judged."""

FIRST, FRESH, AT_ONCE = 10, 80, 5
"""Trials to find decisions that may be costly, fresh ones to value them, and between two looks at
the clock."""

LONGEST = 15.0
"""Seconds to spend on one hand: persons take some milliseconds for each action of a trial."""

STAND_IN = "loki"
"""Who goes on for the person after each action."""


@dataclass
class Costs:
    """The costliest decisions so far, and how many hands they are from.

    ``done`` are hands that have been judged since the table was last kept.
    """

    worst: list[Costly] = field(default_factory=list)
    judged: int = 0
    done: set[int] = field(default_factory=set)

    @property
    def bar(self) -> float:
        """The least cost that puts a decision among them."""
        return self.worst[-1].cost if len(self.worst) == MOST_COSTLY else 0.0

    def take(self, number: int, costly: Sequence[Costly]) -> None:
        """Take in what a hand has brought: one decision, since all of a hand are about its pot."""
        others = [one for one in self.worst if one.hand != number]
        worst = [max(costly, key=_cost)] if costly else []
        self.worst = sorted([*others, *worst], key=_cost, reverse=True)[:MOST_COSTLY]
        self.judged += 1
        self.done.add(number)


def _cost(one: Costly) -> float:
    return one.cost


@dataclass(frozen=True)
class HandToJudge:
    """A finished hand with all cards, the person's seat, who sat in the seats, and the agents.

    ``agents`` are those by chair as they were before the hand, packed.
    """

    history: HandHistory
    seat: int
    chairs: tuple[int, ...]
    agents: bytes
    number: int
    name: str

    def finished(self) -> Finished:
        """The same for the judge, with somebody who stands in for the person."""
        by_chair: list[Agent | None] = unpack(self.agents)
        agents = [by_chair[chair] or make_agent(STAND_IN) for chair in self.chairs]
        for agent in agents:
            agent.seconds = 0.0  # in hundreds of trials nobody searches
        return Finished.of(self.history, self.seat, agents, self.number)


def pack(thing: object) -> bytes:
    """Keep a thing as it is now, in little space."""
    return zlib.compress(pickled_without_windows(thing), 1)


def unpack(packed: bytes) -> "list[Agent | None]":
    """A copy of the agents that were packed."""
    agents: list[Agent | None] = pickle.loads(zlib.decompress(packed))
    return agents


def judge_hand(
    hand: HandToJudge, bar: float, *, stopped: Callable[[], bool] = lambda: False
) -> list[Costly]:
    """The decisions of a hand that surely cost something, and more than ``bar`` and those before.

    They are found with a few trials and valued with fresh ones: else those that were unlucky in the
    first would look the worst.
    """
    end, costly = monotonic() + LONGEST, []

    def over() -> bool:
        return stopped() or monotonic() > end

    for turn, (moment, taken) in enumerate(hand.finished().decisions()):
        rng = np.random.default_rng((hand.number, turn))
        first = _judge(moment, taken, hand.number, turn, FIRST, rng, over)
        if first is None:
            break
        if first.cost.mean + first.cost.standard_error <= bar:
            continue
        fresh = _judge(moment, taken, hand.number, turn, FRESH, rng, over)
        if fresh is not None and fresh.cost.mean > max(bar, SURE * fresh.cost.standard_error):
            costly.append(_costly(fresh, hand.name))
            bar = fresh.cost.mean
    return costly


def _judge(
    moment: Moment,
    taken: Action,
    number: int,
    turn: int,
    trials: int,
    rng: np.random.Generator,
    over: Callable[[], bool],
) -> JudgedDecision | None:
    """A decision, some trials at a time; nothing if the time was over before there were a few."""
    actions = candidates(moment, taken)
    parts: list[FloatArray] = []
    while AT_ONCE * len(parts) < trials and not over():
        parts.append(value_actions(moment, actions, AT_ONCE, rng).samples)
    if AT_ONCE * len(parts) < FIRST:
        return None
    return JudgedDecision(moment, taken, Values(actions, np.concatenate(parts)), number, turn)


def _costly(judged: JudgedDecision, name: str) -> Costly:
    moment, values, best = judged.moment, judged.values, judged.best
    hand, legal, big = moment.hand(), moment.legal, moment.rules.big_blind
    seat = moment.seat
    lines = []
    for action in values:
        value, behind = values.value(action), values.difference(best, action)
        lines.append(
            ActionValue(
                action=action_words(action, seat, legal, hand.bets, hand.stacks, big),
                kind=action.kind,  # type: ignore[arg-type]
                value=round(value.mean, 3),
                error=round(value.standard_error, 3),
                best=action == best,
                close=action != best and behind.mean <= SURE * behind.standard_error,
                taken=action == judged.taken,
            )
        )
    return Costly(
        hand=judged.number,
        name=name,
        turn=judged.turn,
        street=hand.street,
        cards=[str(card) for card in moment.holes[seat]],
        board=[str(card) for card in moment.board],
        pot=round(sum(hand.committed) / big, 2),
        values=lines,
        cost=round(judged.cost.mean, 3),
        error=round(judged.cost.standard_error, 3),
    )
