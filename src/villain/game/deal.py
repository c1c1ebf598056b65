"""The cards of one hand, before anybody looks."""

from typing import NamedTuple

import numpy as np

from villain.cards.card import Card
from villain.errors import ImpossibleError
from villain.game.rules import Rules


class Deal(NamedTuple):
    """Hole cards by seat, and the whole board."""

    holes: tuple[tuple[Card, ...], ...]
    board: tuple[Card, ...]

    def check(self, rules: Rules) -> None:
        """Raise unless these are the right number of different cards of the game's deck."""
        cards = [card for hole in self.holes for card in hole] + list(self.board)
        right = (
            len(self.holes) == rules.players
            and all(len(hole) == rules.hole_cards for hole in self.holes)
            and len(self.board) == sum(rules.board_cards)
        )
        if not right or len(set(cards)) < len(cards) or not set(cards) <= set(rules.deck):
            raise ImpossibleError(
                f"this deal does not fit {rules.name}: it takes {rules.players} hands of "
                f"{rules.hole_cards}, {sum(rules.board_cards)} board cards, all different and all "
                "of its deck"
            )


def shuffle(rules: Rules, rng: np.random.Generator) -> Deal:
    """Deal a hand at random."""
    order = rng.permutation(len(rules.deck))[: rules.cards].tolist()
    return _dealt(rules, tuple(map(rules.deck.__getitem__, order)))


def draw(rules: Rules, number: int) -> Deal:
    """The deal that a large number stands for: each card is what is left of it, by the deck's size.

    A number of 512 random bits gives every deal the same chance to within 2**-286.
    """
    deck, cards = list(rules.deck), []
    for _ in range(rules.cards):
        number, place = divmod(number, len(deck))
        cards.append(deck.pop(place))
    return _dealt(rules, tuple(cards))


def _dealt(rules: Rules, cards: tuple[Card, ...]) -> Deal:
    each, held = rules.hole_cards, rules.players * rules.hole_cards
    return Deal(tuple(zip(*[iter(cards[:held])] * each, strict=True)), cards[held:])
