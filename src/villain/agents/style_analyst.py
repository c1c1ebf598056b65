"""Baker's analysis player: reads its opponents' styles and plays against the worst [baker]."""

from collections import Counter

from villain.agents.styles import OneCardAgent
from villain.errors import VillainError
from villain.game.actions import Action
from villain.game.observation import Observation
from villain.models.baker.model import StyleReader
from villain.strategy.one_card import FOUND_ANTI_STYLES, PRINTED_ANTI_STYLES, Style

ANTI_STYLES = {"found": FOUND_ANTI_STYLES, "printed": PRINTED_ANTI_STYLES}


class StyleAnalyst(OneCardAgent):
    """Reads the styles of its opponents by Bayes and plays the anti-style of the most dangerous.

    Tight passive comes before tight aggressive, and these before the loose style that most have.
    Whoever is not yet read with the chance ``threshold`` does not count; while nobody is, it plays
    the style of ``alpha`` and ``beta``, by default the pair that does best against tables of all
    kinds. ``anti`` says whose anti-styles: those found here, or those printed.
    """

    def __init__(
        self,
        seed: int = 0,
        threshold: float = 0.95,
        forget: float = 0.0,
        evidence: str = "measured",
        anti: str = "found",
        alpha: float = 0.8,
        beta: float = 0.9,
        chance: str = "in-hand",
        weak: str = "check",
    ) -> None:
        super().__init__(seed, chance, weak)
        if not 0 <= threshold < 1:
            raise VillainError(f"threshold={threshold:g}; it should be 0 or more, and below 1")
        if anti not in ANTI_STYLES:
            raise VillainError(f"anti={anti!r}; it should be one of {', '.join(ANTI_STYLES)}")
        self.threshold, self.anti = threshold, ANTI_STYLES[anti]
        self.before = Style.checked(alpha, beta)
        self.reader = StyleReader(evidence, forget, chance, weak)

    def act(self, seen: Observation) -> Action:
        """Look at what happened, and choose whom to play against."""
        self.reader.observe(seen)
        return self.follow(self.answer(seen), seen)

    def watch(self, seen: Observation) -> None:
        """See how the hand went on."""
        self.reader.observe(seen)

    def answer(self, seen: Observation) -> Style:
        """The anti-style of the most dangerous opponent at the table."""
        read = Counter[str]()
        for seat, name in enumerate(seen.names):
            if seat != seen.seat:
                style, chance = max(self.reader.styles(name).items(), key=lambda item: item[1])
                if chance >= self.threshold:
                    read[style] += 1
        for style in ("TP", "TA"):
            if read[style]:
                return self.anti[style]
        return self.anti[max(read, key=lambda style: read[style])] if read else self.before
