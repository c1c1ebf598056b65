"""The evaluator against an obvious twin, known counts, phevaluator, and its own generator."""

from collections import Counter
from itertools import chain, combinations, pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from phevaluator import evaluate_cards

from villain.kernels import evaluator, make_tables
from villain.strength import rank_hands

Score = tuple[object, ...]

# Known figures for all hands of five, six and seven cards, best category first: straight flush,
# four of a kind, full house, flush, straight, three of a kind, two pair, pair, high card.
KNOWN_COUNTS = {
    5: (40, 624, 3744, 5108, 10200, 54912, 123552, 1098240, 1302540),
    6: (1844, 14664, 165984, 205792, 361620, 732160, 2532816, 9730740, 6612900),
    7: (41584, 224848, 3473184, 4047644, 6180020, 6461620, 31433400, 58627800, 23294460),
}
CLASSES_BY_CATEGORY = (10, 156, 156, 1277, 10, 858, 858, 2860, 1277)


def twin(cards: tuple[int, ...]) -> Score:
    """Score five cards as a rule book would: shape first, then ranks by how often they come."""
    ranks = [card // 4 for card in cards]
    times = Counter(ranks)
    order = sorted(times, key=lambda rank: (times[rank], rank), reverse=True)
    shape = tuple(sorted(times.values(), reverse=True))
    flush = len({card % 4 for card in cards}) == 1
    high = max(ranks)
    straight = len(times) == 5 and high - min(ranks) == 4
    if sorted(ranks) == [0, 1, 2, 3, 12]:
        straight, high = True, 3
    if straight:
        return (8 if flush else 4, high)
    if flush:
        return (5, order)
    strength = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}
    return (strength.get(shape, 0), order)


@pytest.mark.slow  # the known counts of all hands and phevaluator are asked every time
def test_every_five_card_hand_is_ordered_as_the_twin_orders_it() -> None:
    cards = np.fromiter(chain.from_iterable(combinations(range(52), 5)), np.uint8)
    hands = cards.reshape(2_598_960, 5)
    score_of: dict[int, Score] = {}
    for hand, rank in zip(combinations(range(52), 5), rank_hands(hands).tolist(), strict=True):
        score = twin(hand)
        assert score_of.setdefault(rank, score) == score
    scores = [score_of[rank] for rank in range(1, 7463)]
    assert all(weaker < stronger for weaker, stronger in pairwise(scores))


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_categories_of_all_hands_occur_as_often_as_is_known(cards: int) -> None:
    counts = evaluator.count_all_ranks(cards)[1:]
    edges = np.cumsum((0, *CLASSES_BY_CATEGORY[::-1]))
    found = [int(counts[a:b].sum()) for a, b in pairwise(edges)]
    assert tuple(found[::-1]) == KNOWN_COUNTS[cards]
    if cards == 7:
        assert np.count_nonzero(counts) == 4824


@pytest.mark.parametrize("cards", [5, 6, 7])
@given(data=st.data())
def test_agrees_with_phevaluator(cards: int, data: st.DataObject) -> None:
    hand = data.draw(st.permutations(range(52)))[:cards]
    assert rank_hands(np.array([hand]))[0] == 7463 - evaluate_cards(*hand)


def test_shipped_tables_are_those_the_generator_makes() -> None:
    with np.load("src/villain/kernels/evaluator.npz") as shipped:
        made = make_tables.make_tables()
        assert set(shipped) == set(made)
        assert all(np.array_equal(shipped[name], made[name]) for name in made)


def test_perfect_hash_has_no_gap_and_no_clash() -> None:
    keys = make_tables.additive_keys(make_tables.LOW_RANKS)
    lows, highs = make_tables.multisets(7), make_tables.multisets(6)
    assert len({make_tables.key_of(low, keys) for low in lows}) == len(lows)
    used = {
        int(
            evaluator.STARTS[7]
            + evaluator.ROWS[7, make_tables.key_of(high, keys)]
            + evaluator.COLUMNS[make_tables.key_of(low, keys)]
        )
        for low in lows
        for high in highs
        if sum(low) + sum(high) == 7
    }
    assert used == set(range(6175 + 18395, 6175 + 18395 + 49205))
