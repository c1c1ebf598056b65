"""Loki: hold'em by effective strength against what the opponents may hold [loki].

The paper's game is limit. In no-limit and pot-limit, which are ours, it bets a share of the pot,
answers a raise before the flop by its chance to win and the price, and takes a larger bet for a
better hand.
"""

from dataclasses import replace

from villain.agents.agent import Agent
from villain.agents.bet_sizes import (
    bets_to_call,
    chance_before_flop,
    draw_action,
    is_limit,
    is_raised,
    winnable,
)
from villain.cards.combo import Combo
from villain.cards.range import HIGH_CARDS, LOW_CARDS
from villain.errors import VillainError
from villain.game.actions import Action
from villain.game.observation import Observation, street_so_far
from villain.game.presets import limit_holdem
from villain.game.rules import Rules, is_holdem
from villain.kernels.weights import hand_strength_in
from villain.models.loki.dear_bets import range_behind
from villain.models.registry import ModelSpec, make_model
from villain.registry import name_of
from villain.strategy.action_distribution import ActionDistribution
from villain.strategy.loki import (
    LOOSE,
    MANIAC,
    MODERATE,
    PASSIVE,
    ROCK,
    TIGHT,
    BettingStyle,
    after_flop,
    before_flop,
    combo_income,
)
from villain.strength.board_strengths import board_strengths

STYLES = {
    "tight": TIGHT,
    "moderate": MODERATE,
    "loose": LOOSE,
    "rock": ROCK,
    "passive": PASSIVE,
    "maniac": MANIAC,
}


SHORT_HANDED = 250.0
"""The income by which a hand may be worse heads-up in no-limit than ten-handed."""


class Loki(Agent):
    """Plays hold'em by its chance to be ahead and to get ahead of what others may hold.

    ``model`` says what it makes of their actions, ``style`` how much it needs to go on, ``size``
    what share of the pot it bets where there is a choice.
    """

    def __init__(
        self,
        seed: int = 0,
        model: ModelSpec = "specific",
        style: str = "moderate",
        size: float = 0.7,
    ) -> None:
        super().__init__(seed)
        if not 0 < size <= 10:
            raise VillainError(f"size={size}; it should be a share of the pot, up to 10")
        self.size = size
        if style not in STYLES:
            raise VillainError(f"style={style!r}; it should be one of {', '.join(STYLES)}")
        self.model = make_model(model)
        if not self.model.reads(limit_holdem()):
            raise VillainError(f"model={name_of(model)!r} does not read hold'em")
        self.parameters = STYLES[style]

    @classmethod
    def plays(cls, rules: Rules) -> bool:
        """Hold'em."""
        return is_holdem(rules)

    def act(self, seen: Observation) -> Action:
        """Look at what happened, then draw one of the actions."""
        self.model.observe(seen)
        return draw_action(self.consider(seen), seen, self.rng.random(), self.size)

    def watch(self, seen: Observation) -> None:
        """See how the hand ended."""
        self.model.observe(seen)

    def consider(self, seen: Observation) -> ActionDistribution:
        """The chance of each action, legal or not."""
        assert seen.legal is not None
        own, bet = Combo.of(*seen.hole), self._bet(seen)
        raises, behind = street_so_far(seen)
        if is_raised(seen):
            return self._facing_raise(seen, raises)
        if seen.street == 0:
            left = seen.folded.count(False)
            income = float(combo_income(left)[own])
            bets = bets_to_call(seen)
            return before_flop(
                self._before_flop(seen.rules), income, bets=bets, raises=raises, behind=behind
            )
        strengths = board_strengths(tuple(sorted(seen.board)))
        ahead = all_fold = 1.0
        # Bets to come are worth no more than the second deepest stack.
        deepest = 0
        for seat, out in enumerate(seen.folded):
            if out or seat == seen.seat:
                continue
            deepest = max(deepest, seen.stacks[seat])
            weights = range_behind(self.model, seen, seat)
            ahead *= hand_strength_in(strengths.ranks, weights, HIGH_CARDS, LOW_CARDS, own)
            all_fold *= self.model.predict(seen, seat, facing=bet).fold
        return after_flop(
            self.parameters,
            strength=ahead,
            potential=float(strengths.ppot[own]),
            pot=seen.pot if is_limit(seen.rules) else winnable(seen, seen.legal.call),
            owed=seen.legal.call,
            later=min(self._later(seen), deepest, seen.stacks[seen.seat]),
            bet=bet,
            raises=raises,
            all_fold=all_fold,
        )

    def _facing_raise(self, seen: Observation, raises: int) -> ActionDistribution:
        """Before the flop at no-limit: the chance to win against the price, as after it."""
        assert seen.legal is not None
        rivals = [
            stack
            for seat, stack in enumerate(seen.stacks)
            if not seen.folded[seat] and seat != seen.seat
        ]
        return after_flop(
            self.parameters,
            strength=chance_before_flop(seen, self.model),
            potential=0.0,
            pot=winnable(seen, seen.legal.call),
            owed=seen.legal.call,
            later=min(self._later(seen), max(rivals), seen.stacks[seen.seat] - seen.legal.call),
            bet=self._bet(seen),
            raises=raises,
            all_fold=0.0,
        )

    def _before_flop(self, rules: Rules) -> BettingStyle:
        """The style before the flop: the formula is made for ten; in no-limit few play looser."""
        if is_limit(rules):
            return self.parameters
        full = (rules.players - 2) / 8
        style = self.parameters
        return replace(
            style,
            play=style.play - SHORT_HANDED * (1 - full),
            attack=style.attack * (0.35 + 0.65 * full),
        )

    def _bet(self, seen: Observation) -> int:
        """The size of a bet on this street."""
        if is_limit(seen.rules):
            return seen.rules.bets[seen.street]
        return max(seen.rules.big_blind, round(self.size * seen.pot))

    def _later(self, seen: Observation) -> int:
        """The cost of one bet on each street to come."""
        if is_limit(seen.rules):
            return sum(seen.rules.bets[seen.street + 1 :])
        return (seen.rules.streets - 1 - seen.street) * self._bet(seen)
