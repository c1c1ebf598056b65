"""Villain: equilibrium, moved toward the best answer to you as far as you are known [rnr] [dbr]."""

from functools import cache
from math import inf

from villain.agents.equilibrium import Equilibrium
from villain.agents.holding_chances import HoldingChances
from villain.agents.villain_beliefs import BeliefStanding, ReadBeliefs
from villain.agents.villain_habits import QUICKLY, compare
from villain.agents.villain_small import AUTO, SmallGameVillain, SmallStanding, dial_number
from villain.errors import VillainError
from villain.game.actions import Action
from villain.game.observation import Observation
from villain.game.presets import no_limit_holdem
from villain.game.rules import Rules, is_holdem
from villain.models.baker.model import StyleReader
from villain.models.crowd.threads import OneThread
from villain.models.model import HandsOfPlayers
from villain.models.registry import make_model
from villain.solver.adversary import KnownWins, known_wins
from villain.solver.resolving import Resolver
from villain.solver.street_solving import ResolverSettings
from villain.strategy.warming import warm_up

CROWD = "crowd"


class Villain(Equilibrium):
    """Starts at equilibrium, reads its opponent, and moves toward the best answer to him.

    It solves each street as `equilibrium` does; but the opponent is held to what the crowd's
    network says he does with each holding, on this street and on later ones, as far as he was seen
    in such decisions and as well as the network has predicted him of late. A ``dial`` of 0 is
    `equilibrium`, 1 the best answer to the network's read, ``auto`` goes by the evidence. Another
    ``model`` can stand in for the network: any of hold'em, or of styles in games of one card. What
    the worst opponent could win by all that is counted, and with a ``risk`` it is at most so many
    thousandths of a big blind a hand, beyond what the opponent's own mistakes have given. In
    Kuhn's game, Leduc and one-card poker it learns a strategy instead of asking the crowd.
    """

    def __init__(
        self,
        seed: int = 0,
        dial: float | str = AUTO,
        risk: float | None = None,
        model: str = CROWD,
        seconds: float = 1.0,
        iterations: int = 100,
    ) -> None:
        super().__init__(seed, seconds=seconds, iterations=iterations)
        if risk is not None and not 0 <= risk < inf:
            raise VillainError(f"risk={risk:g}; it is 0 or more, in thousandths of a big blind")
        self.model_name, self.dial = model, dial_number(dial)
        self.beliefs: ReadBeliefs | None = None
        styles = None
        if self.dial != 0:
            reader = make_model(model)
            if isinstance(reader, StyleReader):
                styles = reader
            else:
                self.beliefs = ReadBeliefs(self.dial, inf if risk is None else risk, reader)
        # In small games the ante is one chip, and stands for the big blind.
        chips = None if risk is None else risk / 1000
        self.small = SmallGameVillain(seed, dial=dial, risk=chips, styles=styles)
        self._resolver = Resolver(self.settings, beliefs=self.beliefs)
        if self.beliefs is not None:
            warm_up(no_limit_holdem(2), _read_idly)

    def __setstate__(self, state: dict[str, object]) -> None:
        super().__setstate__(state)
        self._resolver = Resolver(self.settings, beliefs=self.beliefs)

    @classmethod
    def plays(cls, rules: Rules) -> bool:
        """Heads-up hold'em, limit and no-limit, and small games for two."""
        return super().plays(rules) or SmallGameVillain.plays(rules)

    def act(self, seen: Observation) -> Action:
        """Draw from its chances with what it holds."""
        self._check(seen.rules)
        return super().act(seen) if is_holdem(seen.rules) else self.small.act(seen)

    def _check(self, rules: Rules) -> None:
        """Raise if the model that was asked for does not know a game."""
        if self.dial == 0 or (self.model_name == CROWD and not is_holdem(rules)):
            return
        if is_holdem(rules):
            reads = self.beliefs is not None and self.beliefs.read.reads(rules)
        else:
            reads = self.small.styles is not None and self.small.styles.reads(rules)
        if not reads:
            raise VillainError(
                f"villain:model={self.model_name} does not read {rules.name}; without model= it "
                "asks the crowd in hold'em, and learns a strategy in small games"
            )

    def chances(self, seen: Observation) -> HoldingChances | None:
        """What it does here with every combo, in hold'em."""
        return self.told_chances(seen) if is_holdem(seen.rules) else None

    def told_chances(self, seen: Observation) -> HoldingChances:
        """The same in hold'em."""
        if self.beliefs is not None:
            self.beliefs.begin(seen)
        return super().told_chances(seen)

    def watch(self, seen: Observation) -> None:
        """Learn from how the hand went."""
        self._check(seen.rules)
        if not is_holdem(seen.rules):
            self.small.watch(seen)
        elif self.beliefs is not None:
            self.beliefs.learn(seen, self._account(seen))
            due = self.beliefs.due() if self.seconds is None else None
            if due is not None:
                number, hand = due
                self.beliefs.compared(number, compare(hand, QUICKLY))

    @OneThread()
    def _account(self, seen: Observation) -> dict[int, KnownWins]:
        """Count what was risked in a hand, and what the other gave; what he could have won."""
        assert self.beliefs is not None
        self.beliefs.begin(seen)
        streets, him = self._resolver.review(seen.rules, seen.events, seen.seat), 1 - seen.seat
        if self.beliefs.counts(seen.names[him]):
            exposures = [self._resolver.exposure(one.street.solution, him) for one in streets]
            self.beliefs.account(streets, exposures)
        known = self.beliefs.opponent(him)
        return known_wins(self._resolver, streets) if known.theories.watches(known.hands) else {}

    def study(self, store: HandsOfPlayers, name: str, most: int | None = None) -> int:
        """Learn from what a store has of a player."""
        if self.beliefs is None:
            raise VillainError(
                "villain:dial=0 reads nobody, and model=styles no hold'em; hands of a store are of "
                "no use to it"
            )
        return self.beliefs.study(store, name, most)

    def compare(self) -> None:
        """Lay the hands that wait for it beside equilibrium, which is solved for each: seconds."""
        if self.beliefs is not None:
            for number, hand in list(self.beliefs.waiting.items()):
                self.beliefs.compared(number, compare(hand))

    def standing(self) -> BeliefStanding | SmallStanding | None:
        """Where the dial stands against whom it met last."""
        small = self.small.standing()
        if self.beliefs is None or (small is not None and not self.beliefs.names):
            return small
        return self.beliefs.standing()


@cache
def _idle_beliefs() -> ReadBeliefs:
    return ReadBeliefs(1.0)


@OneThread()
def _read_idly(seen: Observation) -> None:
    """Read and answer somebody badly, for warming up."""
    beliefs = _idle_beliefs()
    beliefs.begin(seen)
    if seen.legal is None:
        beliefs.learn(seen)
        him = beliefs.opponent(1 - seen.seat)
        him.departures.fit()
        him.bars.fit()
    elif seen.seat == 1:
        Resolver(ResolverSettings(iterations=1), beliefs=beliefs).face(
            seen.rules, seen.events, seen.seat
        )
