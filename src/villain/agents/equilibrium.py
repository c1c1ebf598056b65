"""Equilibrium: solves each street as it is played, for heads-up hold'em [deepstack].

It does not read its opponent. It plays what nobody should beat by much, as far as the values at the
ends of streets are right.
"""

from villain.agents.agent import Agent
from villain.agents.holding_chances import HoldingChances, only_taken
from villain.cards.combo import Combo
from villain.errors import VillainError
from villain.game.actions import Action
from villain.game.observation import Observation
from villain.game.presets import no_limit_holdem
from villain.game.rules import Betting, Rules, is_holdem
from villain.models.crowd.threads import OneThread
from villain.solver.resolving import Resolver
from villain.solver.street_betting import BetMenu
from villain.solver.street_solving import ResolverSettings
from villain.solver.values.sources import NETWORKS, PLAIN
from villain.strategy.warming import warm_up

SIZES, RAISES, OPENS = (0.5, 1.0), (1.0,), (2.5,)
"""Bets and raises in pots, and first raises before the flop in big blinds."""

SHOVES, MOST_RAISES = (8.0, 3.0, 3.0, 4.0), (3, 2, 2, 3)
"""By street: all it has is a bet that it thinks of where that is no more pots than this; and so
many bets and raises are of other sizes."""


class Equilibrium(Agent):
    """Plays heads-up hold'em by solving one street at a time, from its beginning.

    ``sizes`` and ``raises`` are its bets and raises in pots, ``opens`` its first raises before the
    flop in big blinds; all it has comes with them where that is not too much. It solves by so many
    ``iterations``; in live play, where time counts, for at most so many ``seconds``. ``gadget`` is
    how far it expects the opponent to have chosen his hands against it, 0 to 1, and ``doubt`` how
    often he does anything with any hand. The value networks are asked in ``every`` first, second or
    later iteration; with ``networks=0`` it plays as if nobody bet on later streets.
    """

    def __init__(
        self,
        seed: int = 0,
        seconds: float = 1.0,
        iterations: int = 100,
        sizes: tuple[float, ...] = SIZES,
        raises: tuple[float, ...] = RAISES,
        opens: tuple[float, ...] = OPENS,
        gadget: float = 0.5,
        doubt: float = 0.1,
        every: int = 3,
        networks: bool = True,
    ) -> None:
        super().__init__(seed)
        if not 0 < seconds < float("inf"):
            raise VillainError(f"seconds={seconds:g}; a decision takes more than none")
        if not 1 <= iterations <= 100_000 or every < 1:
            raise VillainError(
                f"iterations={iterations}, every={every}; there should be 1 to 100,000 iterations, "
                "with a look at the values in every first, second or later one"
            )
        for name, share in (("gadget", gadget), ("doubt", doubt)):
            if not 0 <= share <= 1:
                raise VillainError(f"{name}={share:g}; it is a share from 0 to 1")
        menus = tuple(
            BetMenu(sizes, raises, opens, all_in, most=most)
            for all_in, most in zip(SHOVES, MOST_RAISES, strict=True)
        )
        values = NETWORKS if networks else PLAIN
        self.settings = ResolverSettings(menus, iterations, every, gadget, doubt, values)
        self._most_seconds = seconds
        self._resolver = Resolver(self.settings)
        warm_up(no_limit_holdem(2), _solve_idly)

    def __getstate__(self) -> dict[str, object]:
        # Solutions are found again, and are the same.
        return {key: value for key, value in self.__dict__.items() if key != "_resolver"}

    def __setstate__(self, state: dict[str, object]) -> None:
        self.__dict__.update(state)
        self._resolver = Resolver(self.settings)

    @classmethod
    def plays(cls, rules: Rules) -> bool:
        """Heads-up hold'em, limit and no-limit."""
        return (
            is_holdem(rules)
            and rules.players == 2
            and rules.betting is not Betting.POT_LIMIT
            and not any(rules.first[1:])
        )

    def act(self, seen: Observation) -> Action:
        """Draw from its chances with the hand that it holds."""
        known = self.told_chances(seen)
        row = known.chances[Combo.of(*seen.hole)]
        return known.actions[int(self.rng.choice(len(row), p=row / row.sum()))]

    def chances(self, seen: Observation) -> HoldingChances | None:
        """What it does here with every combo."""
        return self.told_chances(seen)

    @OneThread()
    def told_chances(self, seen: Observation) -> HoldingChances:
        """The same, of a game that it plays by solving streets."""
        seconds = self.seconds
        self._resolver.seconds = None if seconds is None else min(seconds, self._most_seconds)
        facing = self._resolver.face(seen.rules, seen.events, seen.seat)
        assert seen.legal is not None
        assert all(map(seen.legal.allows, facing.actions))
        return only_taken(facing.actions, facing.chances)


def _solve_idly(seen: Observation) -> None:
    """Solve a street badly, for warming up."""
    if seen.legal is not None and seen.seat == 1:
        Resolver(ResolverSettings(iterations=1)).face(seen.rules, seen.events, seen.seat)
