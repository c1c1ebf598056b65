"""A player's winnings over his hands: in all, at showdown, without it, and all-in expectation."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from villain.cards.combo import Combo
from villain.game.hand import Hand
from villain.hands.formats.format import read_hand
from villain.hands.formats.phh import FORMAT
from villain.hands.hand_history import HandHistory, winnings
from villain.hands.store.hand_store import IN_ORDER, HandStore
from villain.kernels.arrays import FloatArray
from villain.strength.equities import MOST_PLAYERS, equity

_HANDS = f"""
    SELECT hand, net / big_blind, showdown
    FROM seats WHERE name = ? AND site = ? ORDER BY {IN_ORDER}
"""
_ALL_INS = """
    SELECT hand, CASE WHEN cards <> '' THEN phh END, seat
    FROM seats JOIN hands USING (hand)
    WHERE name = ? AND seats.site = ? AND seats.showdown AND all_in IS NOT NULL
"""


@dataclass(frozen=True, eq=False)
class Winnings:
    """Big blinds won in each hand, in order of time.

    ``expected`` has by their equity those of the ``all_ins`` whose cards are ``known``, and the
    others as they fell. Unless all are known that is not fair: at some sites who has lost need not
    show, so whether the cards are known depends on who won.
    """

    net: FloatArray
    at_showdown: FloatArray
    without_showdown: FloatArray
    expected: FloatArray
    all_ins: int
    known: int

    def error_per_hundred(self, values: FloatArray) -> float:
        """The standard error of a mean of a hundred hands, with hands as units."""
        if len(values) < 2:
            return float("nan")
        return 100 * float(values.std(ddof=1)) / float(np.sqrt(len(values)))


def player_winnings(
    store: HandStore, name: str, site: str, progress: Callable[[float], None] | None = None
) -> Winnings:
    """The winnings of a player over all his hands in the store."""
    rows = store.query(_HANDS, [name, site]).fetchall()
    net = np.array([won for _, won, _ in rows], np.float64)
    showdown = np.array([shown for _, _, shown in rows], np.bool_)
    places = {hand: place for place, (hand, _, _) in enumerate(rows)}
    expected, known = net.copy(), 0
    texts = store.query(_ALL_INS, [name, site]).fetchall()
    for number, (hand, text, seat) in enumerate(texts, 1):
        if progress is not None:
            progress(number / len(texts))
        if text is None:
            continue
        history, replayed = read_hand(FORMAT, text)
        shares = all_in_expectation(history, replayed)
        if shares is not None:
            expected[places[hand]] = shares[seat] / history.rules.stake
            known += 1
    at_showdown, without = np.where(showdown, net, 0.0), np.where(showdown, 0.0, net)
    return Winnings(net, at_showdown, without, expected, len(texts), known)


def all_in_expectation(history: HandHistory, hand: Hand) -> list[float] | None:
    """Everybody's mean winnings over the board's missing cards, where all-ins are known.

    None if no cards came after the betting, or somebody's cards are unknown. Known cards of those
    who folded cannot come any more. The rake is shared as the pots are.
    """
    left = [seat for seat, out in enumerate(hand.folded) if not out]
    line = hand.state.line
    dealt = sum(hand.rules.board_cards[: line[-1].street + 1]) if line else 0
    board = hand.board[:dealt]  # as it was when the last decision was taken
    if (
        not 2 <= len(left) <= MOST_PLAYERS
        or len(board) == 5
        or not all(history.holes[seat] for seat in left)
    ):
        return None
    total = sum(winnings(hand))
    kept = 1.0 - history.rake(hand) / total if total else 1.0
    expected = [float(-chips) for chips in hand.committed]
    for pot in hand.pots:
        if len(pot.seats) == 1:
            shares: tuple[float, ...] = (1.0,)
        else:
            others = [hole for seat, hole in enumerate(history.holes) if seat not in pot.seats]
            dead = [card for hole in others for card in hole]
            hands = [str(Combo.of(*history.holes[seat])) for seat in pot.seats]
            shares = equity(hands, board, dead=dead, exact=True).shares
        for seat, share in zip(pot.seats, shares, strict=True):
            expected[seat] += kept * share * pot.chips
    return expected
