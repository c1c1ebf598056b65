"""A player's style in the two words that players use: loose or tight, passive or aggressive.

Loose is to put money in before the flop (VPIP) more often than the median player of the same stake
and number of players; aggressive is to bet and raise after the flop (AFq) more often than that.
Both come with their probability, so that a player whom nobody has seen is each of the four alike.
"""

from dataclasses import dataclass
from typing import NamedTuple

from villain.profiles.population import Prior

NICKNAMES = {
    "tight-aggressive": ("TAG, a regular", "TAG, a regular"),
    "loose-aggressive": ("LAG", "LAG, a maniac"),
    "tight-passive": ("a rock", "a nit"),
    "loose-passive": ("a caller", "a calling station"),
}
"""Nicknames of such players, and of extreme ones."""

EXTREME = 0.1
"""A player in the outermost tenth of the population both ways is extreme."""

SURE, LIKELY, HARDLY = 0.9, 0.6, 0.4
"""The probability of the best of the four styles, for the words that come with it."""


class StylePriors(NamedTuple):
    """The spread of players at one stake and number of players."""

    vpip: Prior
    aggression: Prior


@dataclass(frozen=True)
class PlayingStyle:
    """The probabilities that a player is loose and that he is aggressive."""

    loose: float
    aggressive: float
    extreme: bool = False

    @property
    def probabilities(self) -> dict[str, float]:
        """The probability of each of the four styles; they add up to one."""
        return {
            f"{pace}-{force}": (self.loose if pace == "loose" else 1 - self.loose)
            * (self.aggressive if force == "aggressive" else 1 - self.aggressive)
            for pace, force in (name.split("-") for name in NICKNAMES)
        }

    @property
    def name(self) -> str:
        """The most probable style."""
        return max(self.probabilities, key=self.probabilities.__getitem__)

    def __str__(self) -> str:
        name, probability = self.name, self.probabilities[self.name]
        words = f"{name} ({NICKNAMES[name][self.extreme]})"
        if probability >= SURE:
            return words
        if probability >= LIKELY:
            return f"probably {words}"
        return f"not clear yet, perhaps {name}" if probability >= HARDLY else "not clear yet"


def read_style(
    population: StylePriors, vpip: tuple[int, int], aggression: tuple[int, int]
) -> PlayingStyle:
    """A player's style, from done and chances of his VPIP and AFq.

    >>> others = StylePriors(vpip=Prior(6, 18), aggression=Prior(20, 30))
    >>> str(read_style(others, vpip=(150, 300), aggression=(20, 120)))
    'loose-passive (a calling station)'
    >>> str(read_style(others, vpip=(4, 8), aggression=(3, 5)))
    'not clear yet, perhaps loose-aggressive'
    """
    axes = ((population.vpip, vpip), (population.aggression, aggression))
    loose, aggressive = (prior.above(*seen, prior.quantile(0.5)) for prior, seen in axes)
    extreme = all(
        not prior.quantile(EXTREME) < prior.given(*seen).mean < prior.quantile(1 - EXTREME)
        for prior, seen in axes
    )
    return PlayingStyle(loose, aggressive, extreme)
