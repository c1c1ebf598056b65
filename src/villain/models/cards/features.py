"""Features of a combo and a situation for the card network: numbers of about unit size.

Everything of a combo depends on the board alone and does not change when suits are renamed.
"""

from functools import cache, lru_cache

import numpy as np
import numpy.typing as npt

from villain.cards.card import Card
from villain.cards.range import HIGH_CARDS, LOW_CARDS, possible
from villain.game.situation import Situation
from villain.kernels.hand_order import hand_classes
from villain.kernels.networks import Numbers
from villain.strategy.loki import combo_income
from villain.strength.board_strengths import board_strengths
from villain.strength.preflop import BOARDS, preflop_wins

higher, lower = (HIGH_CARDS >> 2).astype(np.intp), (LOW_CARDS >> 2).astype(np.intp)
high_suit, low_suit = (HIGH_CARDS & 3).astype(np.intp), (LOW_CARDS & 3).astype(np.intp)
ACE, CATEGORIES = 12, 7
MEETING = 1225
"""So many combos can be held beside a given one."""


@lru_cache(maxsize=512)
def combo_features(board: tuple[Card, ...]) -> Numbers:
    """All combos on a board in the order in which it came, as (1326, n); before the flop fewer n.

    >>> combo_features(()).shape
    (1326, 10)
    """
    columns = _cards()
    if board:
        columns = np.column_stack([columns, *_strengths(board), *_made(board), *_draws(board)])
    features = columns.astype(np.float32)
    features[~possible(board)] = 0.0
    features.flags.writeable = False
    return features


@lru_cache(maxsize=512)
def distinct_features(board: tuple[Card, ...]) -> tuple[Numbers, npt.NDArray[np.intp]]:
    """The different rows among the features of a board, and which of them each combo has.

    Combos that differ by suits that do not matter are alike: before the flop 169 are left.

    >>> len(distinct_features(())[0])
    169
    """
    features = np.ascontiguousarray(combo_features(board))
    rows = features.view(np.dtype((np.void, features.itemsize * features.shape[1])))
    _, first, which = np.unique(rows.ravel(), return_index=True, return_inverse=True)
    return features[first], which


@cache
def preflop_equity() -> npt.NDArray[np.float64]:
    """All-in equity against a random hand."""
    wins = preflop_wins().astype(np.float64)
    won, lost = wins.sum(axis=1), wins.sum(axis=0)
    return np.asarray(0.5 + 0.5 * (won - lost) / (MEETING * BOARDS))


def percentiles(values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The share of all values that each is above, with half of its equals."""
    order = np.sort(values)
    below, up_to = (np.searchsorted(order, values, side) for side in ("left", "right"))
    return np.asarray((below + up_to) / (2 * len(values)))


@cache
def _cards() -> npt.NDArray[np.float64]:
    """The two cards alone."""
    equity = preflop_equity()
    pair = higher == lower
    gap = np.minimum(higher - lower, 5) * ~pair
    gap = np.where(higher == ACE, np.minimum(gap, lower + 1), gap)  # an ace is also below a deuce
    return np.column_stack(
        [
            4 * (equity - 0.5),
            2 * percentiles(combo_income(2)) - 1,
            np.maximum(equity - 0.6, 0) * 8,
            high_suit == low_suit,
            pair,
            pair * higher / ACE,
            higher / ACE,
            lower / ACE,
            higher == ACE,
            gap / 5,
        ]
    )


def _strengths(board: tuple[Card, ...]) -> list[npt.NDArray[np.float64]]:
    """Strength and potential now and a street before; what became of it."""
    now = board_strengths(tuple(sorted(board)))
    if len(board) > 3:
        before = board_strengths(tuple(sorted(board[:-1])))
        strength, potential = before.hs, before.ppot
    else:
        strength, potential = preflop_equity(), np.zeros(1326)
    top = -np.log(1.03 - now.ehs)
    return [
        2 * now.hs - 1,
        2 * now.ppot,
        2 * now.ehs - 1,
        top - 1,
        (2 * now.hs - 1) ** 2,
        2 * strength - 1,
        2 * potential,
    ]


def _made(board: tuple[Card, ...]) -> list[npt.NDArray[np.float64]]:
    """The kind of a hand, and with which cards of the board."""
    ranks = board_strengths(tuple(sorted(board))).ranks
    category = np.where(possible(board), _categories()[np.maximum(ranks, 1) - 1], 0)
    columns = [(category == kind).astype(float) for kind in range(CATEGORIES - 1)]
    columns.append((category >= CATEGORIES - 1).astype(float))
    on_board = sorted({card.rank for card in board}, reverse=True)
    top, bottom = on_board[0], on_board[-1]
    hits = [np.isin(higher, on_board), np.isin(lower, on_board)]
    pair = higher == lower
    columns += [
        ((higher == top) | (lower == top)).astype(float),
        (((higher == bottom) & hits[0]) | ((lower == bottom) & hits[1])).astype(float),
        (hits[0].astype(float) + hits[1]) / 2,
        (pair & (higher > top)).astype(float),
        (pair & ~hits[0]).astype(float),
        ((higher > top).astype(float) + (lower > top)) / 2,
        np.where(hits[0] & ~pair, lower, np.where(hits[1] & ~pair, higher, 0)) / ACE,  # kicker
    ]
    return columns


@cache
def _categories() -> npt.NDArray[np.intp]:
    return np.array([category for category, _ in hand_classes()], np.intp)


def _draws(board: tuple[Card, ...]) -> list[npt.NDArray[np.float64]]:
    """Flushes and straights that may come, or that the others must fear less."""
    suits = np.bincount([card.suit for card in board], minlength=4)
    best = np.zeros(1326)
    draw, backdoor, blocker = np.zeros(1326), np.zeros(1326), np.zeros(1326)
    for suit in range(4):
        own = (high_suit == suit).astype(int) + (low_suit == suit)
        total = suits[suit] + own
        rank = np.maximum(
            np.where(high_suit == suit, higher + 1, 0), (low_suit == suit) * (lower + 1)
        )
        draw[(total == 4) & (own > 0)] = 1.0
        if len(board) == 3:
            backdoor[(total == 3) & (own > 0)] = 0.5
            backdoor[(total == 3) & (own == 2)] = 1.0
        if suits[suit] >= 2:
            best = np.maximum(best, rank * (total >= 4) / 13)
        if suits[suit] >= 3:
            blocker = np.maximum(blocker, rank * (own == 1) / 13)
    return [draw, backdoor, best, blocker, _straight_outs(board) / 2]


def _straight_outs(board: tuple[Card, ...]) -> npt.NDArray[np.float64]:
    """The number of ranks, up to two, that would make a straight with a card of one's own."""
    bits = _run_bits(np.array([card.rank for card in board])).sum(axis=0) > 0
    own = _run_bits(higher) | _run_bits(lower)
    all_bits = own | bits
    missing = np.zeros((1326, 15), np.bool_)
    complete = np.zeros(1326, np.bool_)
    for low in range(10):
        run = all_bits[:, low : low + 5]
        helped = (own[:, low : low + 5] & ~bits[low : low + 5]).any(axis=1)
        count = run.sum(axis=1)
        complete |= (count == 5) & helped
        missing[:, low : low + 5] |= ((count == 4) & helped)[:, None] & ~run
    missing[:, 13] |= missing[:, 0]  # the ace at either end is one rank
    outs = missing[:, 1:].sum(axis=1)
    return np.where(complete, 0, np.minimum(outs, 2)).astype(float)


def _run_bits(ranks: npt.NDArray[np.intp]) -> npt.NDArray[np.bool_]:
    """Ranks as places in a row from the ace below the deuce to the ace."""
    bits = np.zeros((len(ranks), 15), np.bool_)
    bits[np.arange(len(ranks)), ranks + 1] = True
    bits[:, 0] |= bits[:, 13]
    return bits


def situation_features(situation: Situation) -> Numbers:
    """Features of what a player faces, in parts of the pot and with the board's looks."""
    blind = max(situation.big_blind, 1)
    pot = max(situation.pot, 1)
    odds = situation.owed / (pot + situation.owed)
    facing = situation.owed / max(pot - situation.owed, 1)  # the bet, in parts of the pot before it
    behind = min(situation.stack / (pot + situation.owed), 50.0)
    last = [situation.last == kind for kind in range(4)]
    raiser = [situation.aggressor == kind for kind in range(1, 3)]
    numbers = [
        situation.owed > 0,
        3 * odds,
        np.log1p(facing) if situation.owed else 0.0,
        np.log(pot / blind) / 2 - 1,
        np.log1p(behind) / 2 - 1,
        behind < 0.5,
        2 * situation.position - 1,
        min(situation.raises, 4) / 2,
        situation.raises == 1,
        situation.raises >= 2,
        min(situation.raises_before, 4) / 2,
        situation.raises_before == 0,
        situation.acted,
        *last,
        *raiser,
        2 * situation.put_in / pot - 1,
        situation.put_in / blind < 1.5,
        situation.could_raise,
        np.log2(max(situation.left, 2)) - 1,
    ]
    if situation.board:
        numbers += _looks(situation.board)
    return np.array(numbers, np.float32)


@lru_cache(maxsize=512)
def _looks(board: tuple[Card, ...]) -> list[float]:
    """The street and the board: pairs, suits, neighbours, and what the last card changed."""
    ranks = [card.rank for card in board]
    suits = np.bincount([card.suit for card in board], minlength=4)
    before = ranks[:-1] if len(board) > 3 else ranks
    newest = board[-1]
    most = int(suits.max())
    late = len(board) > 3
    span = sorted({*ranks, *([-1] if ACE in ranks else [])})
    close = max(sum(low <= rank < low + 5 for rank in span) for low in range(-1, 9))
    return [
        len(board) == 4,
        len(board) == 5,
        len(set(ranks)) < len(ranks),
        len(set(ranks)) < len(ranks) - 1,
        most >= 3,
        most >= 4,
        most == 2 and len(board) < 5,
        close / 2 - 1,
        max(ranks) / ACE,
        sum(ranks) / len(ranks) / ACE,
        late and newest.rank > max(before),
        late and newest.rank in before,
        late and most >= 3 and int(suits[newest.suit]) == most,
    ]
