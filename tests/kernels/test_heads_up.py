"""Kernels of heads-up trials beside their slow twins."""

import numpy as np
import pytest

from villain.cards import Combo, Range, parse_cards
from villain.cards.combo import COMBOS
from villain.cards.range import possible
from villain.game import no_limit_holdem
from villain.game.showdown import rank_seats
from villain.kernels.arrays import FloatArray
from villain.kernels.heads_up_deals import DealtTrials, deal_heads_up, order_range
from villain.kernels.heads_up_play import CODE, LENGTH, SPOT, _draw, _keep
from villain.kernels.heads_up_strategy import fill_strategy, number_of
from villain.strategy.huang.abstraction import Abstraction
from villain.strategy.huang.curves import reconstruct
from villain.strength import equity
from villain.strength.seven_card_ranks import seven_card_ranks
from villain.strength.situation import as_array

ABSTRACTION = Abstraction()


def filled(frequencies: FloatArray, shares: FloatArray, steepness: float) -> FloatArray:
    chances = np.full((len(shares), len(frequencies)), np.nan)
    middles = (np.arange(len(shares)) + 0.5) / len(shares)
    fill_strategy(frequencies, middles, shares, steepness, chances)
    return chances


def test_a_filled_strategy_is_the_reconstructed_one() -> None:
    rng = np.random.default_rng(1)
    for number in range(300):
        actions, buckets = int(rng.integers(2, 7)), int(rng.integers(2, 30))
        frequencies = rng.dirichlet(np.full(actions, rng.choice([0.1, 1.0, 5.0])))
        if number % 3 == 0:  # some things are never done
            frequencies[rng.random(actions) < 0.4] = 0.0
            frequencies[int(rng.integers(actions))] += 0.1
            frequencies /= frequencies.sum()
        shares = rng.dirichlet(np.full(buckets, rng.choice([0.3, 2.0])))
        steepness = float(rng.choice([1e-6, 1.0, 5.0, 25.0, 60.0]))
        found = filled(frequencies, shares, steepness)
        middles = (np.arange(buckets) + 0.5) / buckets
        slow = reconstruct(frequencies, middles, shares, steepness=steepness)
        assert found == pytest.approx(slow, abs=1e-9)
        assert shares @ found == pytest.approx(frequencies, abs=1e-9)
        assert found.sum(axis=1) == pytest.approx(1.0, abs=1e-12)
        assert found.min() >= 0


@pytest.mark.parametrize("action", range(4))
def test_who_always_does_the_same_does_it_with_every_hand(action: int) -> None:
    found = filled(np.eye(4)[action], np.full(20, 0.05), 20.0)
    assert np.array_equal(found, np.tile(np.eye(4)[action], (20, 1)))


def test_frequencies_need_not_sum_to_one_exactly() -> None:
    whole = filled(np.array([0.3, 0.3, 0.2, 0.2]), np.full(20, 0.05), 5.0)
    almost = filled(np.array([0.3, 0.3, 0.2, 0.2]) * (1 + 1e-7), np.full(20, 0.05), 5.0)
    assert almost == pytest.approx(whole, abs=1e-9)


def test_a_betting_is_numbered_as_its_digits_are() -> None:
    """The kernel keeps the last actions as a number, the abstraction as digits."""
    rng, spot = np.random.default_rng(2), np.zeros(SPOT, np.int64)
    for abstraction in (ABSTRACTION, Abstraction(ratios=(0.5, 1.0), length=3, most_raises=2)):
        for _ in range(100):
            street, raises, other = (int(rng.integers(most)) for most in (4, 7, 2))
            spot[:] = 0
            actions: list[int] = []
            for action in rng.integers(1, abstraction.actions, 9).tolist():
                sequence = abstraction.sequence(street, raises, bool(other), actions)
                length, code = int(spot[LENGTH]), int(spot[CODE])
                number = number_of(street, raises, other, length, code, abstraction.limits)
                assert number == abstraction.number(sequence)
                _keep(spot, action - 1, abstraction.limits)
                actions.append(action)


def test_actions_are_drawn_by_their_chances_and_never_without_one() -> None:
    chances = np.array([0.0, 0.5, 0.3, 0.0])
    points = np.linspace(0, 1, 801)
    drawn = [_draw(chances, float(point)) for point in points]
    assert sorted(set(drawn)) == [1, 2]
    assert drawn.count(1) / len(drawn) == pytest.approx(0.5 / 0.8, abs=0.01)


def deal(
    own: str, board: str, weights: FloatArray, trials: int, seed: int = 1, samples: int = 64
) -> DealtTrials:
    """The strengths and the showdowns of some trials."""
    dealt = DealtTrials(np.full((2, trials, 4), np.nan), np.full(trials, np.nan))
    deal_heads_up(
        np.uint64(seed),
        int(Combo.parse(own)),
        as_array(tuple(sorted(parse_cards(board)))),
        order_range(seven_card_ranks(board), weights),
        samples,
        True,
        dealt,
    )
    return dealt


def weighted(own: str, board: str) -> FloatArray:
    """Weights at random of what he may hold."""
    weights = np.random.default_rng(4).random(1326) ** 3
    weights[::3] = 0.0
    weights *= possible((*parse_cards(own), *parse_cards(board)))
    found: FloatArray = weights / weights.sum()
    return found


@pytest.mark.parametrize("board", ["", "Kc 8d 2h", "Kc 8d 2h 9s", "Kc 8d 2h 9s 3c"])
def test_his_hands_follow_their_weights(board: str) -> None:
    """Points are evenly apart, so that no strength comes more than once too often or seldom."""
    weights = weighted("AhQd", board)
    strengths, won = deal("AhQd", board, weights, 3000, samples=1)
    now = max(len(parse_cards(board)) - 2, 0)
    ranks = seven_card_ranks(board)
    drawn = strengths[1, :, now]
    assert np.isin(drawn, ranks[weights > 0]).all()
    for border in np.linspace(0.05, 0.95, 19):
        expected = weights[ranks < border].sum()
        assert (drawn < border).mean() == pytest.approx(expected, abs=2 / 3000)
    assert (strengths[0, :, now] == ranks[Combo.parse("AhQd")]).all()
    exact = equity(["AhQd", Range(weights / weights.max())], parse_cards(board)).shares[0]
    assert won.mean() == pytest.approx(exact, abs=4 * 0.5 / 3000**0.5)


def test_on_the_river_who_wins_is_the_evaluators_word() -> None:
    board, own = "Kc 8d 2h 9s 3c", "KhQd"
    rules, cards = no_limit_holdem(2), parse_cards("Kc 8d 2h 9s 3c")
    weights = weighted(own, board)
    for his in np.flatnonzero(weights)[::9]:
        only = np.zeros(1326)
        only[his] = 1.0
        _, won = deal(own, board, only, 2)
        holes = {0: parse_cards(own), 1: COMBOS[his].cards}
        ranks = rank_seats(rules.comparison, holes, cards)
        truth = 0.5 + 0.5 * np.sign(ranks[0] - ranks[1])
        assert (won == truth).all()


def test_a_strength_on_a_street_to_come_is_the_rank_there_on_average() -> None:
    """His two cards and ours stay out of the board, which the exact mean has to know."""
    own, his, board = "AhQd", "JsTs", "Kc 8d 2h 9s"
    only = np.zeros(1326)
    only[Combo.parse(his)] = 1.0
    strengths, _ = deal(own, board, only, 4000)
    gone = {*parse_cards(own), *parse_cards(his), *parse_cards(board)}
    rivers = [card for card in no_limit_holdem(2).deck if card not in gone]
    exact = np.array([seven_card_ranks((*parse_cards(board), card)) for card in rivers])
    for player, hand in enumerate((own, his)):
        of_hand = exact[:, Combo.parse(hand)]
        assert strengths[player, :, 3].mean() == pytest.approx(of_hand.mean(), abs=0.02)
        sampling = np.mean(of_hand * (1 - of_hand)) / 64
        assert strengths[player, :, 3].var() == pytest.approx(of_hand.var() + sampling, rel=0.1)


def test_ranks_grow_apart_from_street_to_street() -> None:
    """The mean of a strength stays what it is, but for the cards that are known to be gone."""
    strengths, _ = deal("7c7d", "", weighted("7c7d", ""), 2000)
    assert not np.isnan(strengths).any()
    means = strengths.mean(axis=1)
    assert means[0] == pytest.approx(means[0, 0], abs=0.03)
    spreads = strengths[0].std(axis=0)
    assert spreads[0] < 1e-12
    assert (np.diff(spreads) > 0.02).all()


def test_the_same_seed_deals_the_same() -> None:
    weights = weighted("AhQd", "Kc 8d 2h")
    one, other, third = (deal("AhQd", "Kc 8d 2h", weights, 50, seed) for seed in (3, 3, 4))
    assert np.array_equal(one[0], other[0], equal_nan=True)
    assert np.array_equal(one[1], other[1])
    assert not np.array_equal(one[0], third[0], equal_nan=True)
