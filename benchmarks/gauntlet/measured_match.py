"""A match of an agent against a script, measured with much less chance in it than the cards have.

The script tells what it does with every holding, so its range is known at every moment. Showdowns
and all-ins count by the mean over that range. What is left of luck is written down beside the win,
as numbers whose mean is zero whatever the agent does: how good its cards were, what each street
did to its share of the pot, and what the script did of all that it might have done.
"""

import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import dataclass
from itertools import islice

import numpy as np

from benchmarks.gauntlet.opponents import SCRIPTS
from villain.agents.agent import Agent
from villain.agents.registry import AgentSpec, make_agent
from villain.arena.clock import Clock
from villain.arena.exploiting.exploiter import compatible
from villain.arena.luck import ACTIONS, CARDS, LUCK
from villain.arena.table import Fault, choose, note_fault, show_end
from villain.cards.combo import Combo
from villain.game.actions import FOLD, Action
from villain.game.chance import agent_seed, deals, match_seeds
from villain.game.hand import Hand
from villain.game.observation import Observation, without_hole
from villain.game.presets import no_limit_holdem
from villain.kernels.arrays import FloatArray
from villain.strength.shares import shares_against_each

RULES = no_limit_holdem(2, big_blind=100, stack=10_000)
NAMES = ("agent", "opponent")

Progress = Callable[[int, float], None]


@dataclass(frozen=True, eq=False)
class MeasuredMatch:
    """Big blinds that an agent won in each hand, and its luck there, a column for each kind."""

    wins: FloatArray
    luck: FloatArray
    faults: list[Fault]


def play_measured(
    agent: AgentSpec,
    script: str,
    hands: int,
    seed: int,
    number: int = 0,
    progress: Progress = lambda *_: None,
) -> MeasuredMatch:
    """Play one match of many; the button moves every hand, and both see how each one ends."""
    _, play_seed = match_seeds(seed, number)
    player = make_agent(agent, agent_seed(play_seed, 0, 0))
    opponent = SCRIPTS[script](agent_seed(play_seed, 0, 1))
    wins, luck, faults = np.zeros(hands), np.zeros((hands, len(LUCK))), list[Fault]()
    with Clock(60.0) as clock, redirect_stdout(sys.stderr):
        for place, deal in enumerate(islice(deals(RULES, play_seed), hands)):
            me = place % 2
            hand = Hand(RULES, deal, NAMES if me == 0 else NAMES[::-1], check=False)
            measured = MeasuredHand(hand, me, player, opponent, clock, place)
            wins[place], luck[place] = measured.play()
            faults += measured.faults
            progress(place + 1, float(wins[: place + 1].mean()))
    return MeasuredMatch(wins, luck, faults)


class MeasuredHand:
    """A hand being played: ``weights`` is the script's range, ``shares`` the agent's against it."""

    def __init__(
        self, hand: Hand, me: int, agent: Agent, script: Agent, clock: Clock, number: int
    ) -> None:
        self.hand, self.me, self.agent, self.script = hand, me, agent, script
        self.clock, self.number, self.faults = clock, number, list[Fault]()
        hole = hand.observation(me).hole
        self.combo, self.board = int(Combo.of(*hole)), hand.board
        self.weights = compatible(np.ones(1326), hole)
        self.shares = shares_against_each(self.combo, ())
        self.luck = np.zeros(len(LUCK))
        self.luck[CARDS] = self._edge(self.weights) * RULES.big_blind

    def play(self) -> tuple[float, FloatArray]:
        """Play it to its end: big blinds won over the script's range, and luck in big blinds."""
        hand, him = self.hand, 1 - self.me
        while hand.seat is not None:
            self._look_at_board()
            if hand.seat == self.me:
                hand.act(self._ask(self.agent, hand.observation(self.me)))
            else:
                self._let_script_act()
        for player, seat in ((self.agent, self.me), (self.script, him)):
            failure = show_end(player, hand, seat, self.clock)
            note_fault(failure, NAMES[seat != self.me], self.number, self.faults, strict=False)
        assert hand.payoffs is not None
        won = float(hand.payoffs[self.me])
        if not any(hand.folded):
            won = self._edge(self.weights) * min(hand.committed)
        return won / RULES.big_blind, self.luck / RULES.big_blind

    def _edge(self, weights: FloatArray) -> float:
        """What is won of each chip that both put in, if all is shown down."""
        return 2 * float(self.shares @ weights) - 1

    def _look_at_board(self) -> None:
        if len(self.hand.board) == len(self.board):
            return
        before, self.board = self._edge(self.weights), self.hand.board
        self.weights = compatible(self.weights, self.board)
        self.shares = shares_against_each(self.combo, tuple(sorted(self.board)))
        grown = self._edge(self.weights) - before
        self.luck[self.hand.state.street] += grown * min(self.hand.committed)

    def _ask(self, player: Agent, seen: Observation) -> Action:
        """Ask a player for an action."""
        action, failure = choose(player, seen, self.clock)
        note_fault(failure, NAMES[seen.seat != self.me], self.number, self.faults, strict=False)
        return action

    def _let_script_act(self) -> None:
        """Let the script act: its range follows, and what it might have done is the luck."""
        hand, me, him = self.hand, self.me, 1 - self.me
        seen = hand.observation(him)
        told = self.script.chances(without_hole(seen))
        assert told is not None
        action, legal = self._ask(self.script, seen), seen.legal
        assert legal is not None
        often = self.weights @ told.chances
        mine, his, in_front = hand.committed[me], hand.committed[him], seen.bets[him]
        mean = worth = 0.0
        before = self.weights
        for place, one in enumerate(told.actions):
            if often[place] <= 0:
                continue
            ranged = before * told.chances[:, place] / often[place]
            added = legal.call if one.kind == "call" else one.to - in_front
            value = float(his) if one == FOLD else self._edge(ranged) * min(mine, his + added)
            mean += float(often[place]) * value
            if one == action:
                worth, self.weights = value, ranged
        self.luck[ACTIONS] += worth - mean
        hand.act(action)
