"""Baker's simulation player: told the styles, it tries 66 pairs of thresholds [baker]."""

from contextlib import suppress
from functools import lru_cache

import numpy as np

from villain.agents.registry import make_agent
from villain.agents.styles import OneCardAgent, StylePlayer
from villain.errors import VillainError
from villain.game.actions import Action
from villain.game.observation import Observation
from villain.game.rules import Rules
from villain.kernels.arrays import CountArray
from villain.strategy.one_card import GRID, Reading, Style
from villain.strategy.one_card_trials import try_grid

TRIALS = ("left", "start", "chips")

KnownStyle = tuple[Style, Reading]


class StyleSimulator(OneCardAgent):
    """Knows its opponents' styles by their names, and plays the best of 66 pairs.

    At each turn every pair plays ``games`` freeze-outs. In the ``trial`` called *left* they are
    against those who are left, with ten chips each, as in a new instance of the game; in *start*
    against all who were there at the start; in *chips* against those who are left, with the chips
    of this hand. In the first two only the table matters: the wins of a pair are drawn from its
    chance to win, which is estimated once a table from ``estimate`` freeze-outs a pair.
    """

    def __init__(
        self,
        seed: int = 0,
        games: int = 100,
        trial: str = "left",
        estimate: int = 500,
        chance: str = "in-hand",
        weak: str = "check",
    ) -> None:
        super().__init__(seed, chance, weak)
        if trial not in TRIALS:
            raise VillainError(f"trial={trial!r}; it should be one of {', '.join(TRIALS)}")
        if not (1 <= games <= 100_000 and 1 <= estimate <= 100_000):
            raise VillainError(f"games={games}, estimate={estimate}; they should be 1 to 100,000")
        self.games, self.estimate, self.trial = games, estimate, trial
        self.met: tuple[KnownStyle, ...] = ()

    @classmethod
    def plays(cls, rules: Rules) -> bool:
        """Only one-card poker itself, which is what it tries its pairs in."""
        return rules.name in ("onecard", "onecard-freefold")

    def act(self, seen: Observation) -> Action:
        """Try all pairs, and play the best."""
        return self.follow(self.answer(seen), seen)

    def answer(self, seen: Observation) -> Style:
        """One of the pairs that won most often in the trial."""
        players = seen.rules.players
        around = [(seen.seat + step) % players for step in range(1, players)]
        opponents = tuple(style_of_name(seen.names[seat]) for seat in around)
        if len(opponents) > len(self.met):
            self.met = opponents
        if self.trial == "chips":
            stacks = tuple(seen.rules.stacks[seat] for seat in (seen.seat, *around))
            first = -seen.seat % players
            wins = _wins(opponents, self.reading, self.games, stacks, first)
        else:
            table = opponents if self.trial == "left" else self.met
            known = _wins(tuple(sorted(table, key=repr)), self.reading, self.estimate)
            wins = self.rng.binomial(self.games, known / self.estimate)
        best = np.flatnonzero(wins == wins.max())
        return GRID[int(self.rng.choice(best))]


@lru_cache(maxsize=1024)
def style_of_name(name: str) -> KnownStyle:
    """The style that a player's name tells; whoever tells none is taken for one who calls.

    >>> style_of_name("baker:ta#2")[0], style_of_name("Mary")[0]
    (Style(alpha=0.5, beta=0.6), Style(alpha=0, beta=2))
    """
    spec = name.partition("#")[0]
    if spec.partition(":")[0] in ("baker", "style"):
        with suppress(VillainError):
            agent = make_agent(spec)
            if isinstance(agent, StylePlayer):
                return agent.style, agent.reading
    plain = {"raise": Style(0, 0), "fold": Style(2, 2)}
    return plain.get(spec.partition(":")[0], Style(0, 2)), Reading()


@lru_cache(maxsize=100_000)
def _wins(
    opponents: tuple[KnownStyle, ...],
    reading: Reading,
    games: int,
    stacks: tuple[int, ...] = (),
    first: int | None = None,
) -> CountArray:
    players = len(opponents) + 1
    policies = [style.policy(told_reading, players=players) for style, told_reading in opponents]
    return try_grid(policies, reading, games, seed=1, stacks=stacks, first=first)
