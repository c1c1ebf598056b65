"""The strength of one holding, by plain enumeration."""

from collections.abc import Iterable
from functools import cached_property

from villain.cards.card import Card
from villain.cards.combo import Combo
from villain.cards.range import Range
from villain.kernels.arrays import FloatArray
from villain.kernels.potential import potential_table
from villain.strength.measures import Measures
from villain.strength.situation import (
    Cards,
    RangeLike,
    as_array,
    check_apart,
    check_enough_cards,
    deck_without,
    holdings_in,
    possible_range,
    read_board,
    read_cards,
    read_hole,
)


class Strength(Measures[float]):
    """The place of one holding on a board against an opponent's range."""

    def __init__(
        self,
        hole: Combo,
        board: tuple[Card, ...],
        dead: tuple[Card, ...],
        rivals: Range,
        opponents: int,
    ) -> None:
        super().__init__(board, opponents)
        self.hole, self.rivals = hole, rivals
        self._deck = deck_without(*board, *hole.cards, *dead)

    @cached_property
    def now(self) -> FloatArray:
        """The weights of opposing hands that are beaten, tied with and lost to."""
        return self._count_table(0).diagonal()

    def _count_table(self, cards: int) -> FloatArray:
        return potential_table(
            as_array(self.hole.cards),
            as_array(self.board),
            self._deck,
            cards,
            *holdings_in(self.rivals),
        )

    def _out(self, value: FloatArray) -> float:
        return float(value)


def hand_strength(
    hole: str | Combo,
    board: Cards,
    against: RangeLike = "random",
    *,
    opponents: int = 1,
    dead: Cards = (),
) -> Strength:
    """Measure one holding on a flop, turn or river against a range [loki, poki, huang].

    >>> s = hand_strength("AdQc", "3h 4c Jh")
    >>> s.ahead, s.tied, s.behind, round(s.hs, 3)
    (628.0, 9.0, 444.0, 0.585)
    >>> print(s.table(2).astype(int))
    [[449005   3211 169504]
     [     0   8370    540]
     [ 91981   1036 346543]]
    >>> round(s.ppot(2), 3), round(s.npot(2), 3), round(s.ehs, 3)
    (0.208, 0.274, 0.672)
    >>> round(hand_strength("AdQc", "3h 4c Jh", opponents=5).hs, 3)
    0.069
    """
    hand = read_hole(hole)
    cards, gone = read_board(board, least=3), read_cards(dead, "dead cards")
    check_apart(hand=hand.cards, board=cards, **{"dead cards": gone})
    check_enough_cards(2, len(gone))
    rivals = possible_range(against, (*hand.cards, *cards, *gone))
    return Strength(hand, cards, gone, rivals, opponents)


def hand_strength_against_each(
    hole: str | Combo, board: Cards, ranges: Iterable[RangeLike], *, dead: Cards = ()
) -> tuple[Strength, ...]:
    """Measure one holding against each opponent with his own range: poki's EHSᵢ.

    >>> each = hand_strength_against_each("AdQc", "3h4cJh", ["random", "JJ+, AJ"])
    >>> [round(measured.ehs, 2) for measured in each]
    [0.67, 0.12]
    """
    return tuple(hand_strength(hole, board, hands, dead=dead) for hands in ranges)
