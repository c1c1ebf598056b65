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
    each, seats, deck = rules.hole_cards, rules.players, rules.deck
    order = rng.permutation(len(deck))[: seats * each + sum(rules.board_cards)].tolist()
    cards = [deck[place] for place in order]
    holes = tuple(tuple(cards[each * seat : each * (seat + 1)]) for seat in range(seats))
    return Deal(holes, tuple(cards[seats * each :]))
