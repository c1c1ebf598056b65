"""Baker's players with a style of their own: steady, mixed, bluffing, changing [baker]."""

from villain.agents.agent import Agent
from villain.errors import VillainError
from villain.game.actions import CALL, FOLD, Action, raise_to
from villain.game.observation import Observation
from villain.game.rules import Rules
from villain.kernels.one_card import FOLD as FOLDS
from villain.kernels.one_card import RAISE as RAISES
from villain.strategy.one_card import STYLES, Reading, Style, is_one_card


class OneCardAgent(Agent):
    """An agent for games of one card and no board, in one reading of the paper."""

    def __init__(self, seed: int = 0, chance: str = "in-hand", weak: str = "check") -> None:
        super().__init__(seed)
        self.reading = Reading(chance, weak)

    @classmethod
    def plays(cls, rules: Rules) -> bool:
        """One-card poker, Kuhn's, and the like."""
        return is_one_card(rules)

    def choose(self, style: Style, seen: Observation, *, pays: bool) -> int:
        """The action that a style wants here, with something to pay or without."""
        rules = seen.rules
        policy = style.policy(self.reading, players=rules.players, deck=len(rules.deck))
        left, card = seen.folded.count(False), rules.deck.index(seen.hole[0])
        return int(policy[rules.players, left, int(pays), card])

    def follow(self, style: Style, seen: Observation) -> Action:
        """The action of a style here."""
        assert seen.legal is not None
        chosen = self.choose(style, seen, pays=seen.legal.call > 0)
        if chosen == FOLDS and seen.legal.fold:
            return FOLD
        if chosen == RAISES and seen.legal.can_raise:
            return raise_to(seen.legal.least)
        return CALL


class StylePlayer(OneCardAgent):
    """Plays one-card poker by thresholds on its chance to win: alpha to stay in, beta to raise.

    ``noise`` is the chance to do anything legal instead, ``bluff`` to raise with a card that is
    not good enough to stay in.
    """

    def __init__(
        self,
        seed: int = 0,
        alpha: float = 0.5,
        beta: float = 0.6,
        noise: float = 0.0,
        bluff: float = 0.0,
        chance: str = "in-hand",
        weak: str = "check",
    ) -> None:
        super().__init__(seed, chance, weak)
        if not (0 <= noise <= 1 and 0 <= bluff <= 1):
            raise VillainError(f"noise={noise:g}, bluff={bluff:g}; they should be chances, 0 to 1")
        self.style = Style.checked(alpha, beta)
        self.noise, self.bluff = noise, bluff

    def act(self, seen: Observation) -> Action:
        """Follow the thresholds, but for noise and bluffs."""
        assert seen.legal is not None
        options = [CALL] + [FOLD] * seen.legal.fold
        options += [raise_to(seen.legal.least)] * seen.legal.can_raise
        if self.noise and self.rng.random() < self.noise:
            return options[int(self.rng.integers(len(options)))]
        if (
            self.bluff
            and seen.legal.can_raise
            and self.choose(self.style, seen, pays=True) == FOLDS
            and self.rng.random() < self.bluff
        ):
            return options[-1]
        return self.follow(self.style, seen)


class Switcher(OneCardAgent):
    """Changes from one of baker's styles to another after some hands."""

    def __init__(
        self,
        seed: int = 0,
        first: str = "LA",
        then: str = "TP",
        after: int = 50,
        chance: str = "in-hand",
        weak: str = "check",
    ) -> None:
        super().__init__(seed, chance, weak)
        for name in (first, then):
            if name not in STYLES:
                raise VillainError(f"style {name!r}; it should be one of {', '.join(STYLES)}")
        self.styles, self.after, self.hands = (STYLES[first], STYLES[then]), after, 0

    def act(self, seen: Observation) -> Action:
        """Follow the present style."""
        return self.follow(self.styles[self.hands >= self.after], seen)

    def watch(self, seen: Observation) -> None:  # noqa: ARG002
        """Count the hands."""
        self.hands += 1
