"""Shares of the pot at the showdown, heads-up, over all cards to come: exact, and for many at once.

`equity` weighs ranges; here are the numbers behind it, by holding.
"""

from functools import cache, lru_cache

import numpy as np

from villain.cards.card import Card
from villain.cards.combo import COMBOS
from villain.cards.range import HIGH_CARDS, LOW_CARDS, Range, possible
from villain.kernels.arrays import FloatArray
from villain.kernels.showdown import rank_holdings, rank_runouts
from villain.strength.matchups import Strengths, matchups
from villain.strength.preflop import BOARDS, preflop_wins
from villain.strength.situation import as_array, deck_without

LEAST = 1e-12
"""What is left of a weight of 1 below this is rounding."""


@lru_cache(maxsize=64)
def shares_against_each(combo: int, board: tuple[Card, ...]) -> FloatArray:
    """The share that a holding has against every other, by combo; 0 where they share a card.

    Against a range it is the mean of these, weighted by what the opponent may hold.

    >>> from villain.cards import Combo, parse_cards
    >>> shares = shares_against_each(Combo.parse("AhAd"), ())
    >>> round(float(shares[Combo.parse("KhKd")]), 3)
    0.826
    >>> drawing = shares_against_each(Combo.parse("AhKh"), parse_cards("2h 7h Jc 3s"))
    >>> round(44 * float(drawing[Combo.parse("JdJs")]))  # nine hearts, less 3h, which fills up
    7
    """
    hole = COMBOS[combo].cards
    met = possible((*hole, *board))
    shares = np.zeros(1326)
    if not board:
        shares[met] = 0.5 + _leads()[combo, met]
        return _fixed(shares)
    cards, deck = as_array(board), deck_without(*hole, *board)
    own, others = (as_array(hole[:1]), as_array(hole[1:])), (HIGH_CARDS[met], LOW_CARDS[met])
    if len(board) == 5:
        mine, theirs = (rank_holdings(cards, *both)[None] for both in (own, others))
    else:
        mine, theirs = (rank_runouts(cards, deck, 5 - len(board), *both) for both in (own, others))
    come = (theirs > 0) & (mine > 0)  # no card of theirs is on the board
    halves = (2 * (mine > theirs) + (mine == theirs)) * come
    shares[met] = halves.sum(axis=0) / (2 * come.sum(axis=0))
    return _fixed(shares)


def shares_of_all(board: tuple[Card, ...], weights: FloatArray) -> FloatArray:
    """The share that every holding has against a range; NaN where it cannot meet any of it.

    The weights of the range sum to about 1.

    >>> from villain.cards import Combo
    >>> shares = shares_of_all((), Range("AA").normalised().weights)
    >>> round(float(shares[Combo.parse("KhKd")]), 2)
    0.18
    """
    rivals = np.where(possible(board), weights, 0.0)
    if not board:
        with_card = np.bincount(HIGH_CARDS, rivals, 52) + np.bincount(LOW_CARDS, rivals, 52)
        met = rivals.sum() + rivals - with_card[HIGH_CARDS] - with_card[LOW_CARDS]
        won = met / 2 + _leads() @ rivals
    else:
        measured = Strengths(matchups(board), Range(rivals))
        beaten, tied, lost = measured.table(5 - len(board)).sum(axis=0)
        won, met = beaten + tied / 2, beaten + tied + lost
    shares: FloatArray = np.divide(won, met, out=np.full(1326, np.nan), where=met > LEAST)
    return shares


@cache
def _leads() -> FloatArray:
    """By how much the share of each holding against each other is above a half, before the flop."""
    wins = preflop_wins()
    return (wins - wins.T) / (2 * BOARDS)


def _fixed(shares: FloatArray) -> FloatArray:
    shares.flags.writeable = False
    return shares
