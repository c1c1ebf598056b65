"""Kinds of hands, beside a slow twin that looks at one hand at a time."""

from itertools import combinations

import numpy as np
import pytest

from villain.cards.card import DECK, Card, parse_cards
from villain.cards.combo import COMBOS, Combo
from villain.strength.hand_kinds import (
    DRAW,
    GOOD,
    LOWER_PAIR,
    NOTHING,
    PLAYABLE,
    PREMIUM,
    STRAIGHT,
    STRONG,
    TOP_PAIR,
    TWO_PAIR,
    WEAK,
    kinds_on,
)
from villain.strength.hand_value import evaluate


def kind_of(hole: tuple[Card, Card], board: tuple[Card, ...]) -> int:
    """The same for one hand, card by card."""
    value, lying = evaluate((*hole, *board)), [card.rank for card in board]
    plays_board = len(board) == 5 and value.rank == evaluate(board).rank
    less = ("high card", "pair", "two pair", "three of a kind")
    if value.category not in less and not plays_board:
        return STRAIGHT
    ranks = [card.rank for card in hole]
    own = [rank for rank in ranks if rank in lying or ranks[0] == ranks[1]]
    if own:
        if any(lying.count(rank) + ranks.count(rank) > 2 for rank in own):
            return TWO_PAIR
        if len({*own}) == 2:
            return TWO_PAIR
        return TOP_PAIR if max(own) >= max(lying) else LOWER_PAIR
    return DRAW if len(board) < 5 and is_draw(hole, board) else NOTHING


def is_draw(hole: tuple[Card, Card], board: tuple[Card, ...]) -> bool:
    for suit in range(4):
        mine = sum(card % 4 == suit for card in hole)
        if mine and mine + sum(card % 4 == suit for card in board) == 4:
            return True

    def outs(cards: tuple[Card, ...]) -> int:
        have = {card.rank for card in cards}
        straights = [{*range(low, low + 5)} for low in range(9)] + [{12, 0, 1, 2, 3}]
        return len({rank for rank in range(13) if rank not in have
                    and any(straight <= have | {rank} for straight in straights)})  # fmt: skip

    return outs((*hole, *board)) >= 2 > outs(board)


@pytest.mark.parametrize("cards", [3, 4, 5])
def test_every_combo_is_of_the_kind_that_its_cards_make(cards: int) -> None:
    rng = np.random.default_rng(cards)
    for _ in range(4):
        board = tuple(DECK[card] for card in rng.permutation(52)[:cards])
        kinds = kinds_on(board)
        for combo in COMBOS[::7]:
            if not {*combo.cards} & {*board}:
                assert kinds[combo] == kind_of(combo.cards, board), (combo, board)


def test_before_the_flop_better_hands_are_rarer() -> None:
    counts = np.bincount(kinds_on(()), minlength=5)
    assert list(counts) == sorted(counts, reverse=True)
    assert counts.sum() == len(list(combinations(range(52), 2)))


@pytest.mark.parametrize(
    ("hand", "kind"),
    [("7h2c", WEAK), ("7h6h", PLAYABLE), ("5h5c", GOOD), ("8h8c", STRONG), ("AhKc", PREMIUM)],
)
def test_before_the_flop(hand: str, kind: int) -> None:
    assert kinds_on(())[Combo.parse(hand)] == kind


def test_who_plays_the_board_has_nothing() -> None:
    board = parse_cards("Ts Jd Qc Kh As")
    assert kinds_on(board)[Combo.parse("2c3d")] == NOTHING
