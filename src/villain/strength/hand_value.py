"""The value of a hand of five to seven cards: its rank, and its name in words."""

from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from villain.cards.card import Card, show
from villain.errors import NotationError
from villain.kernels.hand_order import hand_classes
from villain.strength.situation import Cards, read_cards

CATEGORIES = (
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
)
_NAMES = "deuce three four five six seven eight nine ten jack queen king ace".split()


@dataclass(frozen=True, slots=True)
class HandValue:
    """The value of a hand; of two hands the one with the higher rank wins.

    >>> evaluate("As 8d Kc 8c Ah 2d")
    HandValue(rank=4940, category='two pair', words='two pair, aces and eights, king kicker', \
best=(As, Ah, 8d, 8c, Kc))
    """

    rank: int
    category: str
    words: str
    best: tuple[Card, ...]


def evaluate(cards: Cards) -> HandValue:
    """Value the best five of five, six or seven cards."""
    hand = read_cards(cards, "hand")
    if not 5 <= len(hand) <= 7:
        raise NotationError(f"hand {show(hand)!r} has {len(hand)} cards; it takes five to seven")
    fives = list(combinations(hand, 5))
    ranks = rank_hands(np.array(fives))
    rank = int(ranks.max())
    category, deciding = hand_classes()[rank - 1]
    best = sorted(fives[int(ranks.argmax())], key=lambda c: (_place(c.rank, deciding), -c))
    return HandValue(rank, CATEGORIES[category], words(rank), tuple(best))


def _place(rank: int, deciding: tuple[int, ...]) -> int:
    """Cards are shown in the order in which they decide; a wheel's ace comes last."""
    if len(deciding) == 1:  # a straight, by its highest card
        return (deciding[0] - rank) % 13
    return deciding.index(rank)


def rank_hands(hands: npt.NDArray[np.integer]) -> npt.NDArray[np.int16]:
    """Rank many hands at once: 1 for seven-high to 7462 for a royal flush.

    Rows of five, six or seven cards (numbers 0–51, none twice in a row; repeated cards are not
    looked for). This is the fast way in: some hundred million rows a second.

    >>> rank_hands(np.array([[0, 5, 10, 15, 23], [32, 36, 40, 44, 48]]))
    array([   1, 7462], dtype=int16)
    """
    hands = np.asarray(hands)
    if hands.ndim != 2 or not 5 <= hands.shape[1] <= 7:
        raise NotationError(f"hands should be rows of 5, 6 or 7 cards, not shape {hands.shape}")
    if hands.size and not np.issubdtype(hands.dtype, np.integer):
        raise NotationError(f"hands should be whole numbers, not {hands.dtype}")
    if hands.size and not (int(hands.min()) >= 0 and int(hands.max()) < 52):
        raise NotationError("hands hold a number that is no card; cards are numbered 0 to 51")
    from villain.kernels import evaluator

    ranks = np.empty(len(hands), np.int16)
    evaluator.rank_hands(np.require(hands, np.uint8, ["C", "W"]), ranks)
    return ranks


def words(rank: int) -> str:
    """Say what a rank is.

    >>> words(7462), words(1)
    ('royal flush', 'high card, seven, five, four, three and deuce')
    """
    category, ranks = hand_classes()[rank - 1]
    name = CATEGORIES[category]
    one = [_NAMES[r] for r in ranks]
    many = [_plural(r) for r in ranks]
    match name:
        case "high card" | "flush":
            return f"{name}, {', '.join(one[:-1])} and {one[-1]}"
        case "pair":
            return f"pair of {many[0]}, {', '.join(one[1:-1])} and {one[-1]} kickers"
        case "two pair":
            return f"two pair, {many[0]} and {many[1]}, {one[2]} kicker"
        case "three of a kind":
            return f"three of a kind, {many[0]}, {one[1]} and {one[2]} kickers"
        case "full house":
            return f"full house, {many[0]} full of {many[1]}"
        case "four of a kind":
            return f"four of a kind, {many[0]}, {one[1]} kicker"
        case "straight flush" if ranks == (12,):
            return "royal flush"
        case _:
            return f"{name}, {one[0]} high"


def few_words(rank: int) -> str:
    """Say what a rank is in a few words, as one does at the table.

    >>> few_words(7462), few_words(1), few_words(4940)
    ('a royal flush', 'seven high', 'two pair, aces and eights')
    """
    category, ranks = hand_classes()[rank - 1]
    name = CATEGORIES[category]
    match name:
        case "high card":
            return f"{_NAMES[ranks[0]]} high"
        case "pair":
            return f"a pair of {_plural(ranks[0])}"
        case "two pair":
            return f"two pair, {_plural(ranks[0])} and {_plural(ranks[1])}"
        case "three of a kind" | "four of a kind":
            return f"{name.split()[0]} {_plural(ranks[0])}"
        case "flush":
            return f"a flush, {_NAMES[ranks[0]]} high"
        case _:
            return f"a {words(rank)}"


def _plural(rank: int) -> str:
    name = _NAMES[rank]
    return name + ("es" if name == "six" else "s")
