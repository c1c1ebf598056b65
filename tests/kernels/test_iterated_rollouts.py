"""Roll-outs of a table against a slow twin."""

import numpy as np
import pytest

from villain.cards.range import CLASS_OF_COMBO
from villain.kernels.iterated_rollouts import RollOutRules, heads_up_counts, roll_out_table
from villain.kernels.randomness import next_random
from villain.strength.hand_value import evaluate

ALL = np.ones(169, np.bool_)


def deals(number: int, players: int, state: np.uint64) -> list[list[int]]:
    """The cards of each deal, board first, as the kernel shuffles them."""
    deck, found = list(range(52)), []
    for _ in range(number):
        for i in range(5 + 2 * players):
            state, bits = next_random(np.uint64(state))
            j = i + int((int(bits) >> 32) * (52 - i) >> 32)
            deck[i], deck[j] = deck[j], deck[i]
        found.append(deck[: 5 + 2 * players])
    return found


def rank(board: list[int], hand: list[int]) -> int:
    from villain.cards.card import DECK

    return evaluate("".join(str(DECK[card]) for card in board + hand)).rank


def slow_twin(
    plays: np.ndarray, players: int, forced: int, dead: bool, first: int, cards: list[list[int]]
) -> np.ndarray:
    sums = np.zeros((169, 6))
    posted = [1.0, 0.5] + [0.0] * (players - 2)
    for deal in cards:
        board, hands = deal[:5], [deal[5 + 2 * p : 7 + 2 * p] for p in range(players)]
        held = [CLASS_OF_COMBO[max(h) * (max(h) - 1) // 2 + min(h)] for h in hands]
        calls = [p < forced or bool(plays[held[p]]) for p in range(players)]
        ranks = [rank(board, hand) for hand in hands]
        for p in range(first, players):
            inside = [q for q in range(players) if q == p or calls[q]]
            pot = len(inside) + dead * sum(posted[q] for q in range(players) if q not in inside)
            best = max(ranks[q] for q in inside)
            winners = sum(ranks[q] == best for q in inside)
            won = (pot / winners if ranks[p] == best else 0.0) - 1
            for column in (0, 3) if calls[p] else (3,):
                sums[held[p], column : column + 3] += 1, won, won * won
    return sums


@pytest.mark.parametrize(
    ("players", "forced", "dead", "first"), [(10, 2, True, 0), (6, 0, True, 2), (4, 1, False, 3)]
)
def test_a_slow_twin_agrees(players: int, forced: int, dead: bool, first: int) -> None:
    state = np.uint64(11)
    plays = np.arange(169) % 3 == 0
    sums, active = roll_out_table(
        RollOutRules(players, forced, dead, first), plays, CLASS_OF_COMBO, 60, state
    )
    twin = slow_twin(plays, players, forced, dead, first, deals(60, players, state))
    np.testing.assert_allclose(sums, twin, atol=1e-9)
    assert active.sum() == 60
    assert active[:forced].sum() == 0


def test_what_some_win_others_lose() -> None:
    """With everybody in, or with the blinds forced in, no chip appears or goes."""
    for plays, forced in ((ALL, 0), (np.arange(169) % 4 == 0, 2)):
        sums, _ = roll_out_table(
            RollOutRules(10, forced, True, 0), plays, CLASS_OF_COMBO, 5_000, np.uint64(3)
        )
        assert sums[:, 1].sum() == pytest.approx(0, abs=1e-6)


def test_two_hands_share_every_pot() -> None:
    dealt, halves = heads_up_counts(CLASS_OF_COMBO, 20_000, np.uint64(7))
    assert dealt.sum() == 20_000
    assert (halves <= 2 * dealt).all()
    again, _ = heads_up_counts(CLASS_OF_COMBO, 20_000, np.uint64(7))
    assert np.array_equal(dealt, again)
    aces = 0
    assert halves[aces].sum() / (2 * dealt[aces].sum()) > 0.7
