"""Equity: the ways of computing it against each other, against a twin, and known figures."""

from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from phevaluator import evaluate_cards

from tests.drawing import cards
from villain.cards import COMBOS, DECK, Card, Combo, Range, parse_cards
from villain.errors import ImpossibleError, NotationError, VillainError
from villain.strength import equity
from villain.strength.all_deals import every_deal, list_deals
from villain.strength.make_preflop import make_preflop
from villain.strength.outcomes import outcome_of
from villain.strength.preflop import REPRESENTATIVES, preflop_wins


def slow_equity(
    ranges: list[Range], board: tuple[Card, ...], dead: tuple[Card, ...]
) -> list[float]:
    """Every deal on every board, with somebody else's evaluator."""
    shares, total = np.zeros(len(ranges)), 0.0
    for dealt in product(*ranges):
        used = {card for combo in dealt for card in combo.cards} | {*board, *dead}
        if len(used) < 2 * len(dealt) + len(board) + len(dead):
            continue
        weight = float(np.prod([r[combo] for r, combo in zip(ranges, dealt, strict=True)]))
        for rest in combinations([card for card in DECK if card not in used], 5 - len(board)):
            ranks = [evaluate_cards(*map(int, (*c.cards, *board, *rest))) for c in dealt]
            winners = np.array(ranks) == min(ranks)
            shares += weight * winners / winners.sum()
            total += weight
    return list(shares / total)


@pytest.mark.parametrize(
    ("ranges", "board", "dead"),
    [
        (["AhKh", "QQ, JTs:0.5"], "2h7hJc", ""),
        (["AhKh", "QQ+", "JTs"], "2h7hJcTd", "Qs"),
        (["AA", "KK", "QQ", "AKs:0.5"], "2h7hJcTd3s", ""),
        (["22", "33"], "AsKsQsJsTs", ""),
    ],
)
def test_exact_equals_a_slow_twin(ranges: list[str], board: str, dead: str) -> None:
    found = equity(ranges, board, dead=dead)
    expected = slow_equity(list(map(Range, ranges)), parse_cards(board), parse_cards(dead))
    assert found.exact
    np.testing.assert_allclose(found.shares, expected, rtol=1e-12)


@given(cards(3, 5), st.integers(0, 2**32 - 1))
@settings(max_examples=5)
def test_all_matchups_of_a_board_equal_every_deal_on_it(board: tuple[Card, ...], seed: int) -> None:
    live = [combo for combo in COMBOS if not set(combo.cards) & set(board)]
    rng = np.random.default_rng(seed)
    one, other = (
        Range({live[i]: float(rng.integers(1, 9)) for i in rng.choice(len(live), 12)})
        for _ in range(2)
    )
    deals = list_deals([one, other], board, ())
    assert deals is not None
    expected = outcome_of(deals.weights @ every_deal(deals, board, (), lambda _: None))
    from villain.strength import equities

    shares = equities._matchup_shares(other, board, ())
    found = equities._two_ranges([one, other], shares, "")
    np.testing.assert_allclose(found.shares, expected.shares, rtol=1e-12)


def test_preflop_table_equals_every_board_of_a_few_pairs() -> None:
    for one, other in (("AhKh", "QsQc"), ("7d2c", "7h2d"), ("AsKs", "AdKs:0, AhKd")):
        deals = list_deals([Range(one), Range(other)], (), ())
        assert deals is not None
        expected = outcome_of(deals.weights @ every_deal(deals, (), (), lambda _: None))
        found = equity([one, other])
        assert found.method == "pre-flop table"
        np.testing.assert_allclose(found.shares, expected.shares, rtol=1e-12)


def test_preflop_table_is_the_same_for_renamed_suits_and_leaves_room_for_ties() -> None:
    wins = preflop_wins()
    assert np.array_equal(wins[REPRESENTATIVES[0]].sum(), wins[Combo.parse("AsAh")].sum())
    assert (wins + wins.T <= 1_712_304).all()
    assert wins[Combo.parse("AhKh"), Combo.parse("AhQd")] == 0


@pytest.mark.slow
def test_shipped_preflop_table_is_the_one_the_generator_makes() -> None:
    assert np.array_equal(make_preflop(), preflop_wins()[REPRESENTATIVES])


def test_published_figures() -> None:
    # Pairs over pairs and the like, as printed in every poker book: 82 to 18, 85 to 15.
    assert equity(["AA", "KK"]).shares[0] == pytest.approx(0.8195, abs=0.0005)
    assert equity(["AA", "random"]).shares[0] == pytest.approx(0.8520, abs=0.0001)
    assert equity(["32o", "random"]).shares[0] == pytest.approx(0.3230, abs=0.0001)
    assert equity(["AKs", "QQ"]).shares[0] == pytest.approx(0.4605, abs=0.001)
    assert equity(["random", "random"]).shares[0] == pytest.approx(0.5, abs=1e-12)


@pytest.mark.parametrize(
    ("ranges", "board"),
    [
        (["AhKh", "QQ+"], ""),
        (["AhKh", "22+", "JTs"], "2h7hJc"),
        (["random", "top 10%"], "2h7hJc"),
        (["QQ+, AK", "QQ+, AK"], ""),
    ],
)
def test_sampling_agrees_with_exact_within_its_error(ranges: list[str], board: str) -> None:
    exact = equity(ranges, board, exact=True)
    sampled = equity(ranges, board, samples=200_000, seed=11)
    assert not sampled.exact
    for p in range(len(ranges)):
        assert 0 < sampled.standard_errors[p] < 0.01
        assert abs(exact.shares[p] - sampled.shares[p]) < 4.5 * sampled.standard_errors[p]
        assert sampled.wins[p] == pytest.approx(exact.wins[p], abs=0.01)
        assert sampled.ties[p] == pytest.approx(exact.ties[p], abs=0.01)


def test_sampling_narrow_ranges_that_take_each_others_cards() -> None:
    # Exact by symmetry: everybody has the same range.
    found = equity(["AA, KK, AK"] * 4, samples=100_000, seed=3)
    for share, error in zip(found.shares, found.standard_errors, strict=True):
        assert abs(share - 0.25) < 4.5 * error
    # Weights decide how likely a deal is, also when everything but one combo clashes.
    ranges = ["AA", "AA:0.5, KK", "KK, AcKc"]
    exact, sampled = equity(ranges, "2h7hJc"), equity(ranges, "2h7hJc", samples=200_000)
    for p in range(3):
        assert abs(exact.shares[p] - sampled.shares[p]) < 4.5 * sampled.standard_errors[p]


def test_ten_players() -> None:
    found = equity(["random"] * 10, samples=100_000, seed=5)
    assert sum(found.shares) == pytest.approx(1)
    assert found.shares[0] == pytest.approx(0.1, abs=0.005)


def test_a_seed_repeats_and_precision_is_reached() -> None:
    ranges = ["AhKh", "22+", "random"]
    one, again, other = (equity(ranges, samples=50_000, seed=s) for s in (1, 1, 2))
    assert one == again
    assert one.shares != other.shares
    found = equity(ranges, precision=0.001, seed=1)
    assert max(found.standard_errors) <= 0.001
    assert found.trials < 1_000_000


def test_progress_is_told() -> None:
    told: list[float] = []
    equity(["AhKh", "QQ", "JTs"], "2h7hJc", progress=told.append)
    assert told[-1] == 1
    assert told == sorted(told)


def test_same_hand_in_other_suits_splits() -> None:
    found = equity(["AsKs", "AhKh"], "2c3c4c5c6c")
    assert found.shares == (0.5, 0.5)
    assert found.ties == (1, 1)


@pytest.mark.parametrize(
    ("ranges", "board", "error", "says"),
    [
        (["AhKh"], "", VillainError, "1 ranges; equity takes 2 to 10"),
        (["AhKh"] * 11, "", VillainError, "11 ranges"),
        (["AhKh", "AhQd"], "", ImpossibleError, "cannot be dealt together"),
        (
            ["AhKh, Ah2d:0.3", "AhQd:0.1, AhTd:0.2, Ah9s:0.7"],
            "",
            ImpossibleError,
            "cannot be dealt",
        ),
        (["AhKh", "AhQd", "random"], "", ImpossibleError, "cannot be dealt together"),
        (["AA", "AA", "AA"], "", ImpossibleError, "cannot be dealt together"),
        (["AhKh", "AhKh"], "2c3c4c", ImpossibleError, "cannot be dealt together"),
        (["AhKh", "QQ+"], "AhKhQh", ImpossibleError, "no hand of the range 1 'AhKh'"),
        (["AhKh", "QQ+"], "2h7h", NotationError, "has 2 cards; it takes none, three"),
        (["AhKh", "QQx"], "", NotationError, "'QQx'"),
    ],
)
def test_mistakes(ranges: list[str], board: str, error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        equity(ranges, board)
    if len(ranges) == 3:
        with pytest.raises(ImpossibleError):
            equity(ranges, board, samples=1000)


def test_insisting_on_the_impossible_says_so() -> None:
    with pytest.raises(VillainError, match="too many ways"):
        equity(["random"] * 3, exact=True)
    with pytest.raises(VillainError, match="samples"):
        equity(["AA", "KK"], samples=0)
    with pytest.raises(VillainError, match="precision"):
        equity(["AA", "KK"], precision=0)
