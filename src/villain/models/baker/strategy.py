"""A strategy for two players from baker's styles: what all styles do, as likely as each is [baker].

Where this differs from the paper: there a style is answered by its anti-style, once it is nearly
certain; as a strategy, the mixture of styles can be answered at any time.
"""

import numpy as np

from villain.game.rules import Rules
from villain.models.baker.model import ACTIONS, StyleReader
from villain.models.small_strategy import LearnedStrategy, StrategyReader

_CALL, _RAISE = ACTIONS.index("call"), ACTIONS.index("raise")


class StyleStrategyReader(StrategyReader):
    """One opponent in a game of one card, as a reader of styles has him.

    How much was seen of each decision is counted as for a strategy that is learned.

    >>> from villain.game.presets import kuhn
    >>> stranger = StyleStrategyReader(kuhn(), StyleReader(), "he").learned()
    >>> stranger.chances(0, 0).round(2)  # one style in four bets a king, all bet an ace
    array([[1.  , 0.75, 0.01],
           [0.  , 0.25, 0.99]])
    """

    def __init__(self, rules: Rules, model: StyleReader, name: str) -> None:
        super().__init__(rules)
        self._model, self._name = model, name

    def learned(self) -> LearnedStrategy:
        """What he does, as likely as each style is now."""
        table, numbers = self.table, np.zeros(len(self.table))
        cards = [self.rules.deck.index(card) for card in table.game.holdings[0]]
        for (node, _), places in table.places.items():
            kinds = [move.kind for move in table.game.node(node).moves]
            chances = self._model.strategy(self._name, self.rules, 2, pays="fold" in kinds)
            if "raise" not in kinds:
                chances[_CALL] += chances[_RAISE]
            if "fold" not in kinds:
                chances[_CALL] += chances[0]
            rows = [_CALL if kind == "check" else ACTIONS.index(kind) for kind in kinds]
            numbers[places] = chances[rows][:, cards]
        return self.by(numbers)
