"""Local best response with all that it may hold at once, so that it need not be dealt cards."""

import numpy as np

from benchmarks.told_matches.drawn_hand import DrawnHand, Side
from villain.agents.agent import Agent
from villain.agents.blind import STREETS
from villain.agents.holding_chances import HoldingChances, only_taken
from villain.arena.exploiting.exploiter import ExploiterView, observation_after
from villain.arena.exploiting.local_best_response import LocalBestResponse
from villain.arena.exploiting.told_hands import told_by
from villain.game.actions import CALL, FOLD, Action, raise_to
from villain.kernels.arrays import FloatArray
from villain.solver.values.board_facts import BoardFacts, facts_of

_SPECK = 1e-12


class RangedResponse(LocalBestResponse):
    """Local best response that says what it does with every holding."""

    def chances(self, view: ExploiterView) -> HoldingChances:
        """The action of the greatest value with each; of equal ones the cheaper."""
        facts = facts_of(tuple(sorted(view.seen.board)))
        if view.seen.street < STREETS.index(self.start):
            return HoldingChances((CALL,), np.ones((1326, 1)))
        actions, values = self.all_values(view, facts)
        chances = np.zeros((1326, len(actions)))
        chances[:, 0] = 1.0
        chances[facts.holdings] = np.eye(len(actions))[values.argmax(axis=0)]
        return only_taken(actions, chances)

    def all_values(
        self, view: ExploiterView, facts: BoardFacts
    ) -> tuple[tuple[Action, ...], FloatArray]:
        """What each action earns from now on, in chips, with each holding of the board."""
        seen, state, legal = view.seen, view.state, view.seen.legal
        assert legal is not None
        me, him = seen.seat, 1 - seen.seat
        put_in, his = state.committed[me], state.committed[him]
        weights = view.weights[facts.holdings]
        total = _rivals(facts, weights)

        def showdown(matched: int, held: FloatArray) -> FloatArray:
            """What is won if both have put in so much, and show."""
            edge = facts.showdowns(held[None])[0] / _rivals(facts, held)
            won: FloatArray = (edge + 1) * matched - (matched - put_in)
            return won

        values = {CALL: showdown(min(put_in + legal.call, his), weights)}
        if legal.call:
            values[FOLD] = np.zeros(facts.size)
        for to in self._bets(view):
            folds = view.answer(raise_to(to)).of(FOLD)[facts.holdings]
            rest = weights * (1 - folds)
            going_on = np.minimum(_rivals(facts, rest) / total, 1.0)
            matched = min(put_in + to - state.bets[me], his + state.stacks[him])
            called = showdown(matched, rest)
            values[raise_to(to)] = (1 - going_on) * (put_in + his) + going_on * called
        return tuple(values), np.array(list(values.values()))


def _rivals(facts: BoardFacts, held: FloatArray) -> FloatArray:
    rivals: FloatArray = np.maximum(facts.rivals(held[None])[0], _SPECK)
    return rivals


def exploiting_side(response: RangedResponse, agent: Agent) -> Side:
    """The side of one who knows an agent as it is now: its range, and its answers."""

    def side(hand: DrawnHand, seat: int) -> HoldingChances:
        def answer(action: Action) -> HoldingChances:
            return told_by(agent, observation_after(hand.seen_by(1 - seat), hand.state, action))

        weights = hand.ranges[1 - seat]
        return response.chances(ExploiterView(hand.seen_by(seat), hand.state, weights, answer))

    return side
