"""Hands between two who tell their chances, drawn as they would really come, and then shown.

No hole card is dealt while a hand is played: actions and boards are drawn from both ranges, as
likely as they are, folds too, and a showdown counts by the mean over all that both may hold. Then
holdings are drawn from what the ranges have become. So a learner sees what he would have seen at a
table, and what was won has much less chance in it.

What is drawn is a race: everything that may come has a time of its own, which only the seed
decides, divided by how likely it is. So two who play nearly alike see nearly the same hands.
"""

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from villain.agents.agent import Agent
from villain.agents.holding_chances import HoldingChances
from villain.arena.exploiting.exploiter import compatible
from villain.arena.exploiting.range_hand import NAMES, RangeHand
from villain.arena.exploiting.told_hands import told_by
from villain.arena.luck import LUCK
from villain.cards.card import DECK, Card
from villain.cards.combo import COMBOS
from villain.cards.range import HIGH_CARDS, LOW_CARDS, possible
from villain.game.actions import FOLD, Action
from villain.game.chance import stream
from villain.game.deal import Deal
from villain.game.hand import Hand
from villain.game.rules import Rules
from villain.kernels.arrays import FloatArray
from villain.solver.values.board_facts import facts_of

if TYPE_CHECKING:
    from collections.abc import Callable

OWN, HIS = 0, len(LUCK) - 1
"""Kinds of luck: what each did of all that he might have done; a street's is at its number."""

_BOARD, _HOLDINGS, _ACTIONS = range(3)
_SPECK = 1e-12

Side: TypeAlias = "Callable[[DrawnHand, int], HoldingChances]"
"""What a seat does with every holding, now that it is its turn in a hand."""


def agent_side(agent: Agent) -> Side:
    """The side of an agent that tells its chances."""
    return lambda hand, seat: told_by(agent, hand.seen_by(seat))


class DrawnHand(RangeHand):
    """A hand being played: the ranges of both, by seat. ``path`` leads to its own chance."""

    def __init__(
        self, rules: Rules, seat: int, sides: tuple[Side, Side], path: tuple[int, ...]
    ) -> None:
        super().__init__(rules, seat, stream(*path, _HOLDINGS))
        self.sides = sides if seat == 0 else sides[::-1]
        self.ranges = [np.full(1326, 1 / 1326) for _ in range(2)]
        self.actions: list[Action] = []
        self._path = path
        self._times = stream(*path, _BOARD).standard_exponential((5, 52))

    def act(self, seat: int) -> None:
        """Draw what a seat does, a fold like anything else."""
        known = self.sides[seat](self, seat)
        often = np.maximum(self.meeting(seat) @ known.chances, 0.0)
        often /= often.sum()
        chosen = int((self._action_times(seat, known.actions) / np.maximum(often, _SPECK)).argmin())
        action = known.actions[chosen]
        worth = self._worth(seat, known, often)
        self.luck[OWN if seat == self.me else HIS] += worth[chosen] - often @ worth
        self.ranges[seat] = compatible(self.ranges[seat] * known.chances[:, chosen], ())
        self.actions.append(action)
        if action == FOLD:
            self.count_folds(seat, 1.0)
        else:
            self.events.append(self.state.act(action))

    def _action_times(self, seat: int, actions: tuple[Action, ...]) -> FloatArray:
        place = seat == self.me, len(self.actions), self.state.street
        codes = [{"fold": 0, "call": 1}.get(action.kind, 2 + action.to) for action in actions]
        times = [
            stream(*self._path, _ACTIONS, *place, code).standard_exponential() for code in codes
        ]
        return np.array(times)

    def _worth(self, seat: int, known: HoldingChances, often: FloatArray) -> FloatArray:
        """What each action is worth to us, if the hand is shown down after it."""
        state, other = self.state, 1 - seat
        sign = 1 if seat == self.me else -1
        edge = _Edge(state.board, self.ranges[other])
        worth = np.zeros(len(often))
        for place in np.flatnonzero(often):
            action = known.actions[place]
            if action == FOLD:
                worth[place] = -sign * state.committed[seat]
                continue
            to = state.bets[other] if action.kind == "call" else action.to
            put = state.committed[seat] + to - state.bets[seat]
            stake = min(state.committed[other], put)
            worth[place] = sign * edge.of(self.ranges[seat] * known.chances[:, place]) * stake
        return worth

    def meeting(self, seat: int) -> FloatArray:
        """How likely a seat has each holding, since the other cannot have its cards."""
        rivals = facts_of(()).rivals(self.ranges[1 - seat][None])[0]
        likely: FloatArray = self.ranges[seat] * rivals
        likely /= likely.sum()
        return likely

    def deal(self) -> None:
        """Deal a street: a card that somebody may hold is the less likely to come."""
        state, cards = self.state, list[Card]()
        before = self._edge(self.ranges)
        for _ in range(state.rules.board_cards[state.street + 1]):
            left = np.ones(52)
            for seat in (0, 1):
                likely = self.meeting(seat)
                left -= np.bincount(HIGH_CARDS, likely, 52) + np.bincount(LOW_CARDS, likely, 52)
            left[[*state.board, *cards]] = 0.0
            times = self._times[len(state.board) + len(cards)]
            cards.append(DECK[int((times / np.maximum(left, _SPECK)).argmin())])
            self.ranges = [compatible(held, cards) for held in self.ranges]
        self.events.append(state.deal(tuple(cards)))
        grown = self._edge(self.ranges) - before
        self.luck[state.street] += grown * min(state.committed)

    def showdown(self) -> float:
        """The mean over both ranges, and over the cards to come."""
        return self._edge(self.ranges) * min(self.state.committed)

    def _edge(self, ranges: list[FloatArray]) -> float:
        """What we win of each chip that both put in, if all is shown down."""
        return _Edge(self.state.board, ranges[1 - self.me]).of(ranges[self.me])

    def shown(self) -> Hand:
        """The same hand as it would have been at a table, once it is over."""
        mine = self._draw(self.meeting(self.me))
        his = self._draw(compatible(self.ranges[1 - self.me], mine))
        holes = (mine, his) if self.me == 0 else (his, mine)
        board = list(self.state.board)
        rest = [card for card in DECK if card not in {*mine, *his, *board}]
        drawn = self.rng.permutation(len(rest))[: 5 - len(board)].tolist()
        board += [rest[place] for place in drawn]
        names = NAMES if self.me == 0 else NAMES[::-1]
        hand = Hand(self.state.rules, Deal(holes, tuple(board)), names)
        for action in self.actions:
            hand.act(action)
        return hand

    def _draw(self, likely: FloatArray) -> tuple[Card, ...]:
        likely = likely * possible(self.state.board)
        return COMBOS[int(self.rng.choice(1326, p=likely / likely.sum()))].cards


class _Edge:
    """What ranges win of each chip from one other range, if all is shown down."""

    def __init__(self, board: tuple[Card, ...], other: FloatArray) -> None:
        facts = facts_of(tuple(sorted(board)))
        self._holdings = facts.holdings
        there = other[None, facts.holdings]
        self._rivals = facts.rivals(there)[0]
        self._wins = facts.showdowns(there.astype(np.float32))[0].astype(np.float64)

    def of(self, held: FloatArray) -> float:
        """What a range wins."""
        mine = held[self._holdings]
        return float(mine @ self._wins) / max(float(mine @ self._rivals), _SPECK)
