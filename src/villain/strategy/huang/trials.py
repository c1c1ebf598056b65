"""Trials of a heads-up decision: what each action earns if the hand is played on [huang].

The cards of all trials are dealt once; every action is then tried on the same ones, so that a
difference between two actions is not one of luck.
"""

import numpy as np

from villain.cards.combo import Combo
from villain.game.events import Posted
from villain.game.observation import Observation
from villain.game.public_state import PublicState
from villain.kernels import heads_up_play as play
from villain.kernels.arrays import CountArray, FloatArray
from villain.kernels.heads_up_deals import DealtTrials, deal_heads_up, order_range
from villain.strategy.huang.abstraction import Abstraction
from villain.strategy.huang.sequences import street_betting
from villain.strategy.huang.strategy_table import StrategyTable
from villain.strength.seven_card_ranks import seven_card_ranks
from villain.strength.situation import as_array

SAMPLES = 64
"""So many random showdowns estimate a strength on a street to come."""

HEED = 0.5
"""With an all-in of fifty pots a player goes on with a fifth of what he calls a pot's bet with."""

NO_PLAN = np.zeros(4)


class HeadsUpTrials:
    """The cards of so many trials; he holds what ``weights`` say and acts by his table.

    ``sizes`` are by which share of the pot each kind of raise is, ours in the first row. Our own
    table is only needed where we go on by a model of ourselves. ``heed`` is how much he minds that
    a raise is dearer than others of its kind: 0 for who does not (the thesis), `HEED` for people.
    """

    def __init__(
        self,
        seen: Observation,
        weights: FloatArray,
        his: StrategyTable,
        trials: int,
        seed: int,
        *,
        sizes: FloatArray,
        ours: StrategyTable | None = None,
        planned: bool = False,
        heed: float = 0.0,
    ) -> None:
        dealt = DealtTrials(np.zeros((2, trials, 4)), np.empty(trials))
        self._returns = np.empty(trials)
        self._state = deal_heads_up(
            np.uint64(seed),
            int(Combo.of(*seen.hole)),
            as_array(tuple(sorted(seen.board))),
            order_range(seven_card_ranks(seen.board), weights),
            SAMPLES,
            planned or ours is not None,
            dealt,
        )
        self._setup = play.HeadsUpSetup(
            spot_of(seen, his.abstraction),
            dealt,
            play.RelativeStrengths(
                _ahead_of_his(dealt, 0, seen.street if planned else 4),
                _ahead_of_his(dealt, 1, seen.street if heed else 4),
            ),
            his.grid,
            (ours or his).record(sizes[0]),
            his.record(sizes[1]),
            heed,
        )

    def returns(
        self, move: int, policy: int = play.RANDOM, plan: FloatArray = NO_PLAN
    ) -> FloatArray:
        """Our winnings in each trial if we call (0) or bet to ``move``; the array is used again."""
        self._state = play.play_deals(
            self._setup, np.uint64(self._state), move, play.OurPolicy(policy, plan), self._returns
        )
        return self._returns


def _ahead_of_his(dealt: DealtTrials, player: int, street: int) -> FloatArray:
    """The share of his hands that a player's hand is ahead of, by trial, from a street on."""
    shares = np.zeros(dealt.strengths.shape[1:])
    for later in range(street, 4):
        his, held = np.sort(dealt.strengths[1, :, later]), dealt.strengths[player, :, later]
        ahead = np.searchsorted(his, held, "left") + np.searchsorted(his, held, "right")
        shares[:, later] = ahead / (2 * len(his))
    return shares


def spot_of(seen: Observation, abstraction: Abstraction) -> CountArray:
    """The betting so far, as the kernel wants it: we are player 0."""
    rules, mine = seen.rules, seen.seat
    state, seats = PublicState.after(rules, seen.events), (mine, 1 - mine)
    betting = street_betting(state.line, state.street, abstraction)
    dead = [0, 0]  # antes, and whatever else was paid without being a bet
    for event in seen.events:
        if isinstance(event, Posted) and event.kind != "blind":
            dead[int(event.seat != mine)] += event.chips
    stacks = [rules.stacks[seat] - dead[place] for place, seat in enumerate(seats)]
    spot = np.zeros(play.SPOT, np.int64)
    spot[play.STREET], spot[play.CAP], spot[play.DEAD] = state.street, min(stacks), sum(dead)
    for place, seat in enumerate(seats):
        spot[play.STACK + place] = stacks[place]
        bet = stacks[place] - state.stacks[seat]
        spot[play.IN + place] = min(bet, spot[play.CAP])  # what nobody can match comes back
        spot[play.BET + place] = state.bets[seat] - bet + spot[play.IN + place]
        spot[play.ACTED + place] = int(state.has_acted(seat))
    spot[play.BIG_BLIND], spot[play.LAST_RAISE] = rules.big_blind, state.full_raise
    spot[play.FIRST] = int(rules.first[-1] != mine)
    spot[play.RAISES_BEFORE], spot[play.RAISES] = betting.raises_before, betting.raises
    for field, raiser in (
        (play.RAISER_BEFORE, betting.raiser_before),
        (play.RAISER, betting.raiser),
    ):
        spot[field] = -1 if raiser is None else int(raiser != mine)
    kept = betting.actions[-abstraction.length :]
    spot[play.LENGTH] = len(kept)
    for action in kept:
        spot[play.CODE] = spot[play.CODE] * (abstraction.actions - 1) + action - 1
    return spot
