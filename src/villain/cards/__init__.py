"""Cards, the 1,326 combos, the 169 starting classes, ranges, and what suits have in common."""

from villain.cards.card import DECK, RANKS, SUITS, Card, parse_cards, parse_distinct, show
from villain.cards.combo import CLASSES, COMBOS, Combo, StartingClass
from villain.cards.range import Range
from villain.cards.suits import canonical

__all__ = [
    "CLASSES",
    "COMBOS",
    "DECK",
    "RANKS",
    "SUITS",
    "Card",
    "Combo",
    "Range",
    "StartingClass",
    "canonical",
    "parse_cards",
    "parse_distinct",
    "show",
]
