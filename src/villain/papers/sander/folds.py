"""The bets saved by folding where the model says that he is strong [sander].

The paper expects most of a model there, and had no figures yet. Whenever the modelling player folds
and a baseline player in its place would not, the hand is also played on, by that baseline player
against the same rival with the same cards to come: the fold saved the difference.
"""

from copy import deepcopy
from dataclasses import dataclass

import numpy as np

from villain.agents.agent import Agent
from villain.agents.registry import make_agent
from villain.game.deal import shuffle
from villain.game.hand import Hand
from villain.game.presets import limit_holdem
from villain.kernels.arrays import FloatArray
from villain.papers.sander.printed import BASELINE


@dataclass(frozen=True, eq=False)
class Savings:
    """By hand the big bets that a fold saved (0 without such a fold), and those folds alone."""

    by_hand: FloatArray
    folds: FloatArray

    @property
    def right(self) -> float:
        """The share of such folds that saved something."""
        return float((self.folds > 0).mean()) if len(self.folds) else float("nan")


def count_savings(agent: str, rival: str, hands: int, seed: int) -> Savings:
    """Play hands, and play on wherever a fold is the model's doing."""
    rules, rng = limit_holdem(2), np.random.default_rng((seed, 0))
    states = np.random.SeedSequence((seed, 1)).generate_state(3).tolist()
    players = [make_agent(agent, states[0]), make_agent(rival, states[1])]
    stand_in = make_agent(BASELINE, states[2])
    by_hand, folds = np.zeros(hands), []
    for number in range(hands):
        order = (0, 1) if number % 2 == 0 else (1, 0)
        seated = [players[who] for who in order]
        hand = Hand(rules, shuffle(rules, rng), tuple("ab"[who] for who in order), check=False)
        ours, other = order.index(0), None
        while hand.seat is not None:
            seat, seen = hand.seat, hand.observation(hand.seat)
            action = seated[seat].act(seen)
            if seat == ours and action.kind == "fold":
                instead = stand_in.act(seen)
                if instead.kind != "fold":
                    other = deepcopy(hand)
                    other.act(instead)
                    seats = [stand_in, deepcopy(players[1])]
                    _finish(other, [seats[who] for who in order])
            hand.act(action)
        for seat, player in enumerate(seated):
            player.watch(hand.observation(seat))
        if other is not None:
            assert hand.payoffs is not None
            assert other.payoffs is not None
            by_hand[number] = (hand.payoffs[ours] - other.payoffs[ours]) / rules.bets[-1]
            folds.append(by_hand[number])
    return Savings(by_hand, np.array(folds))


def _finish(hand: Hand, players: list[Agent]) -> None:
    while hand.seat is not None:
        hand.act(players[hand.seat].act(hand.observation(hand.seat)))
