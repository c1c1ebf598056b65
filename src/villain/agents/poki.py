"""Poki: hold'em by probability triples, or by simulation with them [poki]."""

from dataclasses import replace

import numpy as np

from villain.agents.agent import Agent
from villain.agents.bet_sizes import (
    bets_to_call,
    chance_before_flop,
    draw_action,
    is_limit,
    is_raised,
    raise_by_share,
    winnable,
)
from villain.cards.combo import Combo
from villain.errors import VillainError
from villain.game.actions import CALL, FOLD, Action, Legal, raise_to
from villain.game.observation import Observation, street_so_far
from villain.game.presets import limit_holdem, no_limit_holdem
from villain.game.rules import Rules, is_holdem
from villain.kernels.triples import FormulaInputs
from villain.models.loki.dear_bets import range_behind
from villain.models.model import OpponentModel
from villain.models.registry import ModelSpec, make_model
from villain.registry import name_of
from villain.strategy.action_distribution import ActionDistribution
from villain.strategy.loki import MODERATE, BettingStyle, combo_income
from villain.strategy.playing_out import holdem_trials
from villain.strategy.poki import STYLES, at_table, by_odds, formula
from villain.strategy.simulation import Budget, Obvious, Simulation, Trials, choose, simulate
from villain.strategy.warming import warm_up
from villain.strength.effective import ahead_of_all, standing_to_each, two_cards

SHARES = (0.5, 1.0)
"""Bets that are tried in no-limit, as shares of the pot; and all one has."""

SIZE = 0.7
"""The formula's bet in no-limit, as a share of the pot."""


class Poki(Agent):
    """Plays by a formula from effective strength to a triple, or simulates after the flop.

    ``model`` is what it makes of the others (any that reads hold'em), ``learn=0`` freezes it;
    ``trials`` above 0 lets it simulate, with so many; with ``seconds`` it stops after that time,
    and the same seed need not play the same. ``close`` is by how many small bets a move may be
    behind and still be mixed in. With fewer ``streets`` the betting of a trial ends after so many,
    and the rest is a showdown.
    """

    def __init__(
        self,
        seed: int = 0,
        model: ModelSpec = "statistics",
        style: str = "moderate",
        trials: int = 0,
        seconds: float = 0,
        learn: bool = True,
        close: float = 0.05,
        streets: int = 4,
    ) -> None:
        super().__init__(seed)
        if style not in STYLES:
            raise VillainError(f"style={style!r}; it should be one of {', '.join(STYLES)}")
        if trials < 0 or trials == 1 or seconds < 0 or close < 0:
            raise VillainError(
                f"trials={trials}, seconds={seconds:g}, close={close:g}; trials should be 0 (no "
                "simulation) or 2 and more, the others 0 and more"
            )
        self.model = make_model(model)
        if not (self.model.reads(limit_holdem()) or self.model.reads(no_limit_holdem())):
            raise VillainError(f"model={name_of(model)!r} does not read hold'em")
        if streets not in (1, 2, 3, 4):
            raise VillainError(f"streets={streets}; it should be 1 to 4")
        if not learn:
            self.model.freeze()
        self.style, self.close, self.streets = STYLES[style], close, streets
        self.budget = Budget(trials, seconds or None) if trials else None
        warm_up(limit_holdem(2), _decide_idly, self.budget is not None)

    @classmethod
    def plays(cls, rules: Rules) -> bool:
        """Hold'em."""
        return is_holdem(rules)

    def act(self, seen: Observation) -> Action:
        """Look at what happened, then draw an action from a triple, or the best by simulation."""
        legal = seen.legal
        assert legal is not None
        if not self.model.reads(seen.rules):
            raise VillainError(f"the model of this agent does not read {seen.rules.name}")
        self.model.observe(seen)
        if self.budget is not None and seen.street > 0:
            return self._best(seen, legal)
        return draw_action(self.consider(seen), seen, self.rng.random(), SIZE)

    def watch(self, seen: Observation) -> None:
        """See how the hand ended."""
        self.model.observe(seen)

    # By the formula

    def consider(self, seen: Observation) -> ActionDistribution:
        """The chance of each action by the formula, legal or not."""
        spot = self._spot(seen)
        if is_raised(seen):
            return by_odds(self.style, spot, chance_before_flop(seen, self.model))
        if seen.street == 0:
            left = seen.folded.count(False)
            income = combo_income(left)[Combo.of(*seen.hole)]
            return formula(at_table(self.style, seen.rules.players, left), spot, float(income))
        return formula(self.style, spot, *self.standing(seen))

    def standing(self, seen: Observation) -> tuple[float, float]:
        """The chance to be ahead of everybody now, after the flop, and to get ahead if not."""
        ranges = [range_behind(self.model, seen, seat) for seat in _rivals(seen)]
        own = Combo.of(*seen.hole)
        strength, potential = ahead_of_all(standing_to_each(tuple(sorted(seen.board)), own, ranges))
        return strength, two_cards(potential) if seen.street == 1 else potential

    def _spot(self, seen: Observation) -> FormulaInputs:
        assert seen.legal is not None
        limit, rules, street = is_limit(seen.rules), seen.rules, seen.street
        raises, behind = street_so_far(seen)
        owed = seen.legal.call
        bet = rules.bets[street] if limit else max(rules.big_blind, round(SIZE * seen.pot))
        if street == 0 and not is_raised(seen):
            return FormulaInputs(0, seen.pot, bets_to_call(seen), 1.0, raises, behind)
        left = (rules.bets[street + 1 :] if limit else [bet] * (3 - street)) if street < 3 else ()
        deepest = max((seen.stacks[seat] for seat in _rivals(seen)), default=0)
        later = min(sum(left), deepest, seen.stacks[seen.seat])
        pot = seen.pot if limit else winnable(seen, owed)
        all_fold = 1.0
        if owed == 0:
            for seat in _rivals(seen):
                all_fold *= self.model.predict(seen, seat, facing=bet).fold
        return FormulaInputs(street, pot, owed, bet, raises, behind, later, all_fold)

    # By simulation

    def simulate(self, seen: Observation) -> tuple[list[Action], Simulation]:
        """The expected value of every action worth trying, in chips from now on."""
        self.model.observe(seen)
        seed = int(self.rng.integers(2**63))
        return simulate_actions(
            self.model, seen, seed, self.budget, self.style, streets=self.streets
        )

    def _best(self, seen: Observation, legal: Legal) -> Action:
        if not legal.can_raise and not legal.call:
            return CALL
        actions, simulation = self.simulate(seen)
        if not is_limit(seen.rules):
            # Of moves that cost so unlike amounts the luckiest would be taken for the best.
            values = simulation.values - simulation.errors
            simulation = replace(simulation, values=values)
        return actions[choose(simulation, self.rng, close=self.close * seen.rules.big_blind)]


def simulate_actions(
    model: OpponentModel,
    seen: Observation,
    seed: int,
    budget: Budget | None = None,
    style: BettingStyle = MODERATE,
    *,
    streets: int = 4,
    actions: list[Action] | None = None,
) -> tuple[list[Action], Simulation]:
    """Every action worth trying, the least aggressive first, and its expected value in chips.

    A fold is worth 0, so values are what is won from now on. ``model`` has observed what was seen;
    ``style`` is how we would go on in this hand. Others may say which ``actions`` to try.
    """
    actions = candidates(seen) if actions is None else actions
    tried = [action for action in actions if action != FOLD]
    trials = trials_of(model, seen, tried, seed, style, streets=streets)
    fixed = {actions.index(FOLD): 0.0} if FOLD in actions else {}
    stop = Obvious(worst=float(seen.pot + at_risk(seen)))
    return actions, simulate(trials, len(actions), budget, stop, fixed)


def trials_of(
    model: OpponentModel,
    seen: Observation,
    actions: list[Action],
    seed: int,
    style: BettingStyle = MODERATE,
    *,
    streets: int = 4,
) -> Trials:
    """Trials of calls and raises, with what a model makes of everybody who is left."""
    rivals = _rivals(seen)
    return holdem_trials(
        seen,
        {seat: range_behind(model, seen, seat) for seat in rivals},
        {seat: model.plan(seen, seat) for seat in rivals},
        style,
        [action.to for action in actions],
        seed,
        streets=streets,
    )


def candidates(seen: Observation) -> list[Action]:
    """The actions worth trying, the least aggressive first: in no-limit a few sizes of a bet."""
    legal = seen.legal
    assert legal is not None
    sizes: set[int] = set()
    if legal.can_raise:
        sizes.add(legal.least if is_limit(seen.rules) else legal.most)
        if not is_limit(seen.rules):
            sizes |= {raise_by_share(seen, legal, share) for share in SHARES}
    folding = [FOLD] if legal.fold and legal.call else []
    return [*folding, CALL, *(raise_to(chips) for chips in sorted(sizes))]


def at_risk(seen: Observation) -> int:
    """What a trial can cost that is not in the pot yet: in limit, where bets are small, nothing.

    An all-in that nobody called in a hundred trials may still be called in the next.
    """
    if is_limit(seen.rules):
        return 0
    return min(seen.stacks[seen.seat], max(seen.stacks[seat] for seat in _rivals(seen)))


def _rivals(seen: Observation) -> list[int]:
    """Who else is still in."""
    return [seat for seat, out in enumerate(seen.folded) if not out and seat != seen.seat]


def _decide_idly(seen: Observation, simulates: bool) -> None:
    """Decide on the flop by the formula, and where it does so by simulation, for warming up."""
    if seen.street != 1 or seen.legal is None:
        return
    rival, weights = 1 - seen.seat, np.full(1326, 1 / 1326)
    standing_to_each(tuple(sorted(seen.board)), Combo.of(*seen.hole), [weights])
    formula(MODERATE, FormulaInputs(1, 4, 0, 2, 0, 0), 0.5)
    if simulates:
        plan = np.full((4, 3, 3), 1 / 3)
        holdem_trials(seen, {rival: weights}, {rival: plan}, MODERATE, [0], 0)(0, 2)
