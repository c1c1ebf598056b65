"""Monte Carlo showdowns of ranges."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from villain.kernels.arrays import BitsArray, CardArray, DealArray, FloatArray
from villain.kernels.compiled import kernel, summing_kernel
from villain.kernels.deals import RangeLists
from villain.kernels.evaluator import CARD_BITS, CARD_KEYS, key_and_bits, rank_of
from villain.kernels.randomness import next_random

_ZERO, _32 = np.uint64(0), np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)
_TO_UNIT = 1.0 / 2.0**32
_BLOCK = 256
_PATIENCE = 100

FROM_LIST, BY_REJECTION, BY_WEIGHTING = 0, 1, 2


class AliasTable(NamedTuple):
    """Draws an entry in one step: keep entry i with chance ``keep[i] / 2³²``, else its alias."""

    keep: BitsArray
    alias: npt.NDArray[np.int64]


class Ranges(NamedTuple):
    """The ranges of some players, how their holdings are drawn, and the cards that are left.

    The first of the ``players`` have lists. The ``fixed`` first of them have one holding each,
    whose cards are not in the deck. The last players hold any two cards. Every deal must be as
    likely as the product of its weights wants. ``how`` that is done:

    FROM_LIST    ``deals`` lists all deals to those who have a choice, and the alias table is over
                 that list;
    BY_REJECTION each range draws alone, and a deal with a card in two places does not count;
    BY_WEIGHTING each range draws among what is left, and the sample is weighted with how much.
    """

    board: CardArray
    deck: CardArray
    players: int
    fixed: int
    lists: RangeLists
    table: AliasTable
    deals: DealArray
    how: int


class _Samples(NamedTuple):
    """A block of samples: each player's holding, the cards that are used, the sample's weight."""

    keys: BitsArray
    bits: BitsArray
    used: BitsArray
    weight: FloatArray


@kernel
def sample_showdowns(
    state: np.uint64, samples: int, ranges: Ranges, totals: FloatArray, squares: FloatArray
) -> np.uint64:
    """Deal holdings from ranges and the rest of the board, and see who wins.

    The sample's weight and its square are added under the set of winners: bit p for player p.
    """
    players, fixed, ranged = ranges.players, ranges.fixed, len(ranges.lists.starts) - 1
    board_key, board_bits = key_and_bits(ranges.board)
    size, to_come = np.uint64(len(ranges.deck)), 5 - len(ranges.board)
    deck_keys, deck_bits = CARD_KEYS[ranges.deck], CARD_BITS[ranges.deck]
    dealt = _Samples(
        np.empty((_BLOCK, players), np.uint64),
        np.empty((_BLOCK, players), np.uint64),
        np.empty(_BLOCK, np.uint64),
        np.empty(_BLOCK),
    )
    used, weight = dealt.used, dealt.weight
    for p in range(fixed):
        dealt.keys[:, p], dealt.bits[:, p] = ranges.lists.keys[p], ranges.lists.bits[p]
    # Holdings are dealt in blocks, one player after the other: short loops run fastest.
    for done in range(0, samples, _BLOCK):
        count = min(_BLOCK, samples - done)
        used[:], weight[:] = _ZERO, 1.0
        if ranges.how == FROM_LIST and fixed < ranged:
            state = _deal_from_list(state, count, ranges, dealt)
        elif ranges.how != FROM_LIST:
            for p in range(fixed, ranged):
                state = _deal_from_range(state, count, ranges, p, dealt)
        for p in range(ranged, players):
            state = _deal_any_two(state, count, deck_keys, deck_bits, p, dealt)
        for i in range(count):
            if weight[i] == 0.0:
                continue
            key, table, gone, missing = board_key, board_bits, used[i], to_come
            while missing > 0:  # two cards, if both are free, of one random number
                state, random = next_random(state)
                one, other = (random >> _32) * size >> _32, (random & _LOW) * size >> _32
                if not deck_bits[one] & gone:
                    gone |= deck_bits[one]
                    table |= deck_bits[one]
                    key += deck_keys[one]
                    missing -= 1
                    if missing == 0:
                        break
                if not deck_bits[other] & gone:
                    gone |= deck_bits[other]
                    table |= deck_bits[other]
                    key += deck_keys[other]
                    missing -= 1
            best, winners = np.int16(0), 0
            for p in range(players):
                rank = rank_of(key + dealt.keys[i, p], table | dealt.bits[i, p], 7)
                winners = winners * int(rank <= best) | int(rank >= best) << p
                best = max(best, rank)
            totals[winners] += weight[i]
            squares[winners] += weight[i] * weight[i]
    return state


@kernel
def _deal_any_two(
    state: np.uint64,
    count: int,
    deck_keys: BitsArray,
    deck_bits: BitsArray,
    player: int,
    dealt: _Samples,
) -> np.uint64:
    """Deal a player two cards of the deck in each of a block's samples."""
    size, used = np.uint64(len(deck_keys)), dealt.used
    for i in range(count):
        key, own, missing = _ZERO, _ZERO, 2
        while missing > 0:
            state, random = next_random(state)
            card = (random >> _32) * size >> _32
            if not deck_bits[card] & (used[i] | own):
                own |= deck_bits[card]
                key += deck_keys[card]
                missing -= 1
        dealt.keys[i, player], dealt.bits[i, player] = key, own
        used[i] |= own
    return state


@kernel
def _deal_from_list(state: np.uint64, count: int, ranges: Ranges, dealt: _Samples) -> np.uint64:
    """Deal to all players with a choice at once, from the list of their deals."""
    deals, lists, fixed = ranges.deals, ranges.lists, ranges.fixed
    keep, alias = ranges.table.keep, ranges.table.alias
    number, choosing = deals.shape
    choices = np.uint64(number)
    for i in range(count):
        state, random = next_random(state)
        chosen = (random >> _32) * choices >> _32
        if (random & _LOW) >= keep[chosen]:
            chosen = np.uint64(alias[chosen])
        gone = _ZERO
        for p in range(choosing):
            holding = deals[chosen, p]
            bits = lists.bits[holding]
            dealt.keys[i, fixed + p], dealt.bits[i, fixed + p] = lists.keys[holding], bits
            gone |= bits
        dealt.used[i] = gone
    return state


@kernel
def _deal_from_range(
    state: np.uint64, count: int, ranges: Ranges, player: int, dealt: _Samples
) -> np.uint64:
    """Deal a player one of his holdings in each of a block's samples; a weight of 0 is void."""
    here = slice(ranges.lists.starts[player], ranges.lists.starts[player + 1])
    bits, weights = ranges.lists.bits[here], ranges.lists.weights[here]
    keys, keep, alias = ranges.lists.keys[here], ranges.table.keep[here], ranges.table.alias[here]
    weighting, used, weight = ranges.how == BY_WEIGHTING, dealt.used, dealt.weight
    choices = np.uint64(len(keys))
    for i in range(count):
        gone = used[i]
        if weighting and weight[i] > 0.0:
            weight[i] *= _weight_left(weights, bits, gone)
        if weight[i] == 0.0:
            continue
        tries = 0
        while True:
            state, random = next_random(state)
            chosen = (random >> _32) * choices >> _32
            if (random & _LOW) >= keep[chosen]:
                chosen = np.uint64(alias[chosen])
            if not bits[chosen] & gone:
                break
            tries += 1
            if not weighting:
                weight[i] = 0.0
                break
            if tries == _PATIENCE:
                state, left = _draw_among_left(state, weights, bits, gone)
                chosen = np.uint64(left)
                break
        dealt.keys[i, player], dealt.bits[i, player] = keys[chosen], bits[chosen]
        used[i] = gone | bits[chosen]
    return state


@kernel
def _draw_among_left(
    state: np.uint64, weights: FloatArray, bits: BitsArray, used: np.uint64
) -> tuple[np.uint64, int]:
    """Draw a holding by going through all of them, where almost everything clashes."""
    state, random = next_random(state)
    threshold = (random >> _32) * _TO_UNIT * _weight_left(weights, bits, used)
    fits = 0
    for i in range(len(bits)):
        if not bits[i] & used:
            fits = i
            threshold -= weights[i]
            if threshold < 0.0:
                break
    return state, fits


@summing_kernel
def _weight_left(weights: FloatArray, bits: BitsArray, used: np.uint64) -> float:
    """Weigh a player's holdings without a used card."""
    left = 0.0
    for i in range(len(weights)):
        left += weights[i] if bits[i] & used == _ZERO else 0.0
    return left
