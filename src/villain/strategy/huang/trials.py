"""Trials of a heads-up decision: what each action earns if the hand is played on [huang].

The cards of all trials are dealt once; every action is then tried on the same ones, so that a
difference between two actions is not one of luck.
"""

from functools import cached_property

import numpy as np
import numpy.typing as npt

from villain.cards.combo import Combo
from villain.cards.range import HIGH_CARDS, LOW_CARDS
from villain.game.events import Posted
from villain.game.observation import Observation
from villain.game.public_state import PublicState
from villain.kernels import heads_up_play as play
from villain.kernels.arrays import FloatArray
from villain.kernels.heads_up_deals import deal_heads_up
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
        self._heed = heed
        self._his, self._ours, self._sizes = his, ours, sizes
        self._spot = spot_of(seen, his.abstraction)
        self._state = np.uint64(seed)
        self._strengths = np.zeros((2, trials, 4))
        self._won, self._returns = np.empty(trials), np.empty(trials)
        ranks = seven_card_ranks(seen.board)
        order = np.argsort(ranks)  # impossible ones come last
        self._state = deal_heads_up(
            self._state,
            order,
            np.cumsum(weights[order]),
            int(Combo.of(*seen.hole)),
            as_array(tuple(sorted(seen.board))),
            SAMPLES,
            HIGH_CARDS,
            LOW_CARDS,
            ranks,
            int(planned or ours is not None),
            self._strengths,
            self._won,
        )
        self._state = np.uint64(self._state)
        self._planned = planned

    @cached_property
    def relative(self) -> FloatArray:
        """Which share of his hands ours is ahead of, by trial and street."""
        return self._ahead_of_his(0) if self._planned else self._nothing

    @cached_property
    def standing(self) -> FloatArray:
        """Which share of his other hands his is ahead of, by trial and street."""
        return self._ahead_of_his(1) if self._heed else self._nothing

    @property
    def _nothing(self) -> FloatArray:
        return np.zeros(self._strengths.shape[1:])

    def _ahead_of_his(self, player: int) -> FloatArray:
        found = self._nothing
        for street in range(int(self._spot[play.STREET]), 4):
            his, held = np.sort(self._strengths[1, :, street]), self._strengths[player, :, street]
            ahead = np.searchsorted(his, held, "left") + np.searchsorted(his, held, "right")
            found[:, street] = ahead / (2 * len(his))
        return found

    def returns(
        self, move: int, policy: int = play.RANDOM, plan: FloatArray = NO_PLAN
    ) -> FloatArray:
        """What we win in each trial if we call (0) or bet to ``move``; the array is used again."""
        his = self._his
        ours = self._ours or his
        self._state = np.uint64(
            play.play_deals(
                self._state,
                self._spot,
                move,
                self._strengths,
                self.relative,
                self.standing,
                self._won,
                his.rows,
                his.abstraction.limits,
                np.array(his.abstraction.ratios),
                self._sizes,
                ours.frequencies,
                ours.chances,
                ours.ready,
                his.frequencies,
                his.chances,
                his.ready,
                his.middles,
                his.shares,
                ours.steepness,
                his.steepness,
                policy,
                plan,
                self._heed,
                self._returns,
            )
        )
        return self._returns


def spot_of(seen: Observation, abstraction: Abstraction) -> npt.NDArray[np.int64]:
    """The betting so far, as the kernel wants it: we are player 0."""
    rules, mine, legal = seen.rules, seen.seat, seen.legal
    assert legal is not None
    state, seats = PublicState.after(rules, seen.events), (mine, 1 - mine)
    betting = street_betting(state.line, seen.street, abstraction)
    dead = [0, 0]  # antes, and whatever else was paid without being a bet
    for event in seen.events:
        if isinstance(event, Posted) and event.kind != "blind":
            dead[int(event.seat != mine)] += event.chips
    stacks = [rules.stacks[seat] - dead[place] for place, seat in enumerate(seats)]
    spot = np.zeros(play.SPOT, np.int64)
    spot[play.STREET], spot[play.CAP], spot[play.DEAD] = seen.street, min(stacks), sum(dead)
    for place, seat in enumerate(seats):
        spot[play.STACK + place] = stacks[place]
        bet = stacks[place] - seen.stacks[seat]
        spot[play.IN + place] = min(bet, spot[play.CAP])  # what nobody can match comes back
        spot[play.BET + place] = seen.bets[seat] - bet + spot[play.IN + place]
        spot[play.ACTED + place] = int(state.has_acted(seat))
    spot[play.BIG_BLIND] = rules.big_blind
    level = seen.bets[mine] + legal.call
    spot[play.LAST_RAISE] = max(legal.least - level, 1) if legal.can_raise else rules.big_blind
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
