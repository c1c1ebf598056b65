"""Every holding against every other on one board: ranking, sorting, sweeping, counting wins.

Holdings are given as two parallel arrays of cards, sorted where it says so by their rank on the
present board, weakest first; a rank of 0 marks a holding that shares a card with the board.
"""

import numpy as np
import numpy.typing as npt

from villain.kernels.arrays import CardArray, FloatArray, RankArray
from villain.kernels.compiled import kernel, summing_kernel
from villain.kernels.evaluator import CARD_BITS, CARD_KEYS, key_and_bits, rank_of

# Run-outs are compared eight at a time; rows of zeros fill the last batch.
_BATCH = 8
# So many run-outs at once keep their ranks in the processor's second-level cache.
_TILE = 64


@kernel
def rank_holdings(board: CardArray, first: CardArray, second: CardArray) -> RankArray:
    """Rank each holding on a board of three to five cards."""
    key, bits = key_and_bits(board)
    ranks = np.empty(len(first), np.int16)
    rank_on(key, bits, len(board) + 2, first, second, ranks)
    return ranks


@kernel
def rank_on(
    key: np.uint64,
    bits: np.uint64,
    cards: int,
    first: CardArray,
    second: CardArray,
    ranks: RankArray,
) -> None:
    """Rank each holding with a board that is given by its key and bits; so many cards in all."""
    for i in range(len(first)):
        a, b = first[i], second[i]
        own_bits = CARD_BITS[a] | CARD_BITS[b]
        if own_bits & bits:
            ranks[i] = 0
        else:
            ranks[i] = rank_of(key + CARD_KEYS[a] + CARD_KEYS[b], bits | own_bits, cards)


@kernel
def rank_runouts(
    board: CardArray, deck: CardArray, to_come: int, first: CardArray, second: CardArray
) -> RankArray:
    """Rank each holding after each run-out of one or two cards: a row for each run-out."""
    key, bits = key_and_bits(board)
    left = len(deck)
    runouts = left if to_come == 1 else left * (left - 1) // 2
    ranks = np.zeros(((runouts + _BATCH - 1) // _BATCH * _BATCH, len(first)), np.int16)
    cards = len(board) + to_come + 2
    row = 0
    for i in range(left):
        a = deck[i]
        if to_come == 1:
            rank_on(key + CARD_KEYS[a], bits | CARD_BITS[a], cards, first, second, ranks[row])
            row += 1
            continue
        for j in range(i):
            b = deck[j]
            both = CARD_BITS[a] | CARD_BITS[b]
            runout_key = key + CARD_KEYS[a] + CARD_KEYS[b]
            rank_on(runout_key, bits | both, cards, first, second, ranks[row])
            row += 1
    return ranks


@kernel
def count_wins(ranks: RankArray, first: CardArray, second: CardArray, spurious: int) -> RankArray:
    """Count for each pair of holdings the run-outs that the one wins; 0 where they share a card.

    A run-out that takes a card of the loser alone looks like a win, since his rank is then 0;
    there are equally many such run-outs for every pair without a common card: ``spurious``.
    """
    holdings = len(first)
    wins = np.full((holdings, holdings), -spurious, np.int16)
    add_wins(ranks, wins)
    _clear_clashes(wins, first, second)
    return wins


@kernel
def add_wins(ranks: RankArray, wins: RankArray) -> None:
    """Add to each pair's count the rows in which the one outranks the other.

    The number of rows is a multiple of eight. Sixteen or thirty-two rivals are compared in one
    instruction, which makes this brute force faster than any cleverer count.
    """
    rows, holdings = ranks.shape
    for tile in range(0, rows, _TILE):
        for h in range(holdings):
            won = wins[h]
            for r in range(tile, min(tile + _TILE, rows), _BATCH):
                r0, r1, r2, r3 = ranks[r], ranks[r + 1], ranks[r + 2], ranks[r + 3]
                r4, r5, r6, r7 = ranks[r + 4], ranks[r + 5], ranks[r + 6], ranks[r + 7]
                h0, h1, h2, h3 = r0[h], r1[h], r2[h], r3[h]
                h4, h5, h6, h7 = r4[h], r5[h], r6[h], r7[h]
                for o in range(holdings):
                    won[o] += np.int16(
                        np.int16(h0 > r0[o])
                        + np.int16(h1 > r1[o])
                        + np.int16(h2 > r2[o])
                        + np.int16(h3 > r3[o])
                        + np.int16(h4 > r4[o])
                        + np.int16(h5 > r5[o])
                        + np.int16(h6 > r6[o])
                        + np.int16(h7 > r7[o])
                    )


@kernel
def _clear_clashes(wins: RankArray, first: CardArray, second: CardArray) -> None:
    holdings = len(first)
    holders = np.empty((52, 51), np.int32)
    count = np.zeros(52, np.int32)
    for h in range(holdings):
        for card in (first[h], second[h]):
            holders[card, count[card]] = h
            count[card] += 1
    for card in range(52):
        for i in range(count[card]):
            for j in range(count[card]):
                wins[holders[card, i], holders[card, j]] = 0


@kernel
def sweep(
    ranks: RankArray, first: CardArray, second: CardArray, weights: FloatArray
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Weigh, for each holding, the opposing ones that it beats, ties and loses to.

    The holdings are sorted by rank. Sums of weights that should cancel leave rounding behind;
    so the rivals are also counted, and where there are none the weight is 0.
    """
    ahead, tied, behind = _sweep(ranks, first, second, weights)
    count = _sweep(ranks, first, second, (weights > 0.0).astype(np.float64))
    for h in range(len(ranks)):
        ahead[h] = ahead[h] if count[0][h] > 0.0 else 0.0
        tied[h] = tied[h] if count[1][h] > 0.0 else 0.0
        behind[h] = behind[h] if count[2][h] > 0.0 else 0.0
    return ahead, tied, behind


@kernel
def _sweep(
    ranks: RankArray, first: CardArray, second: CardArray, weights: FloatArray
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """One pass that keeps the weight passed so far, in all and by card.

    What shares a card with the holding is taken out again; the holding itself, taken out once
    for each of its cards, is put back once.
    """
    holdings = len(ranks)
    ahead, tied, behind = np.zeros(holdings), np.zeros(holdings), np.zeros(holdings)
    everything, with_card = 0.0, np.zeros(52)
    for h in range(holdings):
        everything += weights[h]
        with_card[first[h]] += weights[h]
        with_card[second[h]] += weights[h]
    below, below_with, group_with = 0.0, np.zeros(52), np.zeros(52)
    start = 0
    while start < holdings:
        end, group = start, 0.0
        while end < holdings and ranks[end] == ranks[start]:
            group += weights[end]
            group_with[first[end]] += weights[end]
            group_with[second[end]] += weights[end]
            end += 1
        for h in range(start, end):
            a, b, own = first[h], second[h], weights[h]
            ahead[h] = max(0.0, below - below_with[a] - below_with[b])
            tied[h] = max(0.0, group - group_with[a] - group_with[b] + own)
            rivals = everything - with_card[a] - with_card[b] + own
            behind[h] = max(0.0, rivals - ahead[h] - tied[h])
        for h in range(start, end):
            below_with[first[h]] += weights[h]
            below_with[second[h]] += weights[h]
            group_with[first[h]] = 0.0
            group_with[second[h]] = 0.0
        below += group
        start = end
    return ahead, tied, behind


@kernel
def potential_tables(
    wins: RankArray, ranks: RankArray, weights: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Weigh what each holding wins and loses after the run-outs, by how it stands now.

    Two (3, n) arrays, rows *ahead now*, *tied now*, *behind now*. The holdings are sorted, so
    each row is a stretch of rivals: below, of the same rank, above. Four holdings at a time
    share the long stretches; what is left in the middle is done one by one.
    """
    holdings = len(ranks)
    starts, ends = _stretches(ranks)
    won, lost = np.zeros((3, holdings)), np.zeros((3, holdings))
    for h in range(0, holdings, 4):
        last = min(h + 4, holdings)
        low, high = 0, holdings
        if last == h + 4:
            low, high = starts[h], ends[h + 3]
            _weigh_four(wins, weights, h, 0, low, won[0], lost[2])
            _weigh_four(wins, weights, h, high, holdings, won[2], lost[0])
        for i in range(h, last):
            row, own = wins[i], weights[i]
            for o in range(low, high):
                now = 0 if o < starts[i] else 1 if o < ends[i] else 2
                won[now, i] += weights[o] * row[o]
                lost[2 - now, o] += own * row[o]
    return won, lost


@kernel
def _stretches(ranks: RankArray) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """The first and the last place of the holdings of the same rank, for each holding."""
    holdings = len(ranks)
    starts, ends = np.empty(holdings, np.int64), np.empty(holdings, np.int64)
    start = 0
    while start < holdings:
        end = start
        while end < holdings and ranks[end] == ranks[start]:
            end += 1
        starts[start:end] = start
        ends[start:end] = end
        start = end
    return starts, ends


@summing_kernel
def _weigh_four(
    wins: RankArray,
    weights: FloatArray,
    h: int,
    start: int,
    end: int,
    won: FloatArray,
    lost: FloatArray,
) -> None:
    """Add to what four holdings won from a stretch of rivals, and to what those lost to them."""
    row0, row1, row2, row3 = wins[h], wins[h + 1], wins[h + 2], wins[h + 3]
    own0, own1, own2, own3 = weights[h], weights[h + 1], weights[h + 2], weights[h + 3]
    sum0, sum1, sum2, sum3 = 0.0, 0.0, 0.0, 0.0
    for o in range(start, end):
        weight = weights[o]
        sum0 += weight * row0[o]
        sum1 += weight * row1[o]
        sum2 += weight * row2[o]
        sum3 += weight * row3[o]
        lost[o] += own0 * row0[o] + own1 * row1[o] + own2 * row2[o] + own3 * row3[o]
    won[h] += sum0
    won[h + 1] += sum1
    won[h + 2] += sum2
    won[h + 3] += sum3
