"""Who shows his cards at a showdown: sites tell us only what they saw, so ours are hidden alike."""

from collections import Counter
from collections.abc import Iterable

import numpy as np

from villain.evaluation.realism.real_tables import TableHand
from villain.game.hand import Hand
from villain.hands.hand_history import winnings

Moment = tuple[bool, bool, bool]
"""If a player wins chips, if he has to show first, and if the betting ended before the river."""


def first_to_show(hand: Hand) -> int:
    """The seat that made the last bet of the last street, or else the first that is left."""
    left, line = hand.state.inside, hand.state.line
    last = len(hand.rules.board_cards) - 1
    raisers = [one.seat for one in line if one.street == last and one.kind == "raise"]
    return raisers[-1] if raisers else left[0]


def moments(table_hand: TableHand) -> dict[int, Moment]:
    """The moment of each seat that is in a showdown."""
    hand = table_hand.hand
    first, won = first_to_show(hand), winnings(hand)
    early = not hand.state.line or hand.state.line[-1].street < len(hand.rules.board_cards) - 1
    return {seat: (won[seat] > 0, seat == first, early) for seat in table_hand.showdown}


class ShowingHabits:
    """The share of hands shown in each `Moment`, counted over real hands."""

    def __init__(self, hands: Iterable[TableHand]) -> None:
        self.shown: Counter[Moment] = Counter()
        self.all: Counter[Moment] = Counter()
        for one in hands:
            for seat, moment in moments(one).items():
                self.all[moment] += 1
                self.shown[moment] += seat in one.shown

    def share(self, moment: Moment) -> float:
        """How often cards are shown there; always, if that was never seen."""
        return self.shown[moment] / self.all[moment] if self.all[moment] else 1.0

    def hide(self, table_hand: TableHand, rng: np.random.Generator) -> TableHand:
        """The same hand with as much shown as people show."""
        shown = {
            seat: table_hand.shown[seat]
            for seat, moment in moments(table_hand).items()
            if rng.random() < self.share(moment)
        }
        return table_hand._replace(shown=shown)
