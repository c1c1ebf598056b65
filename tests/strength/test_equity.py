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
from villain.strength.all_deals import every_deal
from villain.strength.equities import EquityStopped
from villain.strength.make_preflop import make_preflop
from villain.strength.matchups import matchup_equity
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


def counted(ranges: list[Range], board: tuple[Card, ...] = ()) -> tuple[list[float], int]:
    """Every deal on every board, whatever the best way would be."""
    found = every_deal(ranges, board, (), 10**12, lambda _: None)
    assert found is not None
    return outcome_of(found[0]).shares.tolist(), found[1]


@given(cards(3, 5), st.integers(0, 2**32 - 1))
@settings(max_examples=5)
def test_all_matchups_of_a_board_equal_every_deal_on_it(board: tuple[Card, ...], seed: int) -> None:
    live = [combo for combo in COMBOS if not set(combo.cards) & set(board)]
    rng = np.random.default_rng(seed)
    one, other = (
        Range({live[i]: float(rng.integers(1, 9)) for i in rng.choice(len(live), 12)})
        for _ in range(2)
    )
    totals, showdowns = matchup_equity(one, other, board, ())
    shares, number = counted([one, other], board)
    assert showdowns == number
    np.testing.assert_allclose(outcome_of(totals).shares, shares, rtol=1e-12)


def test_preflop_table_equals_every_board_of_a_few_pairs() -> None:
    for one, other in (("AhKh", "QsQc"), ("7d2c", "7h2d"), ("AsKs", "AhKd, QQ:0.5")):
        shares, number = counted([Range(one), Range(other)])
        found = equity([one, other])
        assert (found.method, found.trials) == ("pre-flop table", number)
        np.testing.assert_allclose(found.shares, shares, rtol=1e-12)


def test_preflop_table_is_the_same_for_renamed_suits_and_leaves_room_for_ties() -> None:
    wins = preflop_wins()
    assert len({int(wins[Combo.parse(a), Combo.parse(b)]) for a, b in RENAMED}) == 1
    assert (wins + wins.T <= 1_712_304).all()
    assert wins[Combo.parse("AhKh"), Combo.parse("AhQd")] == 0


RENAMED = [("AhKh", "QhJc"), ("AsKs", "QsJd"), ("AcKc", "QcJh"), ("AdKd", "QdJs")]


def test_tiny_weights_are_not_lost_before_the_flop() -> None:
    expected = equity(["AhAd", "2c2d"])
    found = equity(["AhAd", "AhKh, 2c2d:1e-15"])
    np.testing.assert_allclose(found.shares, expected.shares, rtol=1e-12)


def test_many_ways_to_deal_on_one_board_are_all_gone_through() -> None:
    found = equity(["22+"] * 3, "2h7hJcTd3s")
    assert found.exact
    assert found.shares[0] == pytest.approx(1 / 3)


@pytest.mark.slow  # the published figures are asked every time
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


def test_uneven_weights_of_overlapping_ranges_have_an_honest_error() -> None:
    # Almost all weight is on aces that clash; what counts are the deals with 22 or 33.
    ranges = ["AcAd, 2c2d:1e-6", "AcAh, 3c3d:1e-6"]
    exact = equity([*ranges, "7h7s"], "Jc8d4h")
    for seed in range(3):
        found = equity([*ranges, "7h7s"], "Jc8d4h", samples=20_000, seed=seed)
        for p in range(3):
            assert abs(found.shares[p] - exact.shares[p]) < 4.5 * found.standard_errors[p]
    assert equity(["AA", "AA", "AA, KK:1e-13", "random"], samples=1000).trials == 1000


@pytest.mark.parametrize(
    ("ranges", "board", "dead"),
    [
        (["AhKh:1e-200", "QQ:1e-200"], "", ""),
        (["AhKh:1e-200", "QQ:1e-200"], "2c3d4h5s9c", ""),
        (["AhKh", "AhQh:1e17, QQ"], "2c3d4h5s9c", ""),
        (["AhKh, AhJh:0", "AhQh, QQ:1e-17"], "2c3d4h5s9c", ""),
        (["AhKh", "AhQh:1e100, QQ:1e-300"], "", "2c"),
    ],
)
def test_what_can_never_be_dealt_has_no_weight(ranges: list[str], board: str, dead: str) -> None:
    expected = equity(["AhKh", "QQ"], board, dead=dead)
    assert equity(ranges, board, dead=dead).shares == pytest.approx(expected.shares, rel=1e-12)


def test_almost_nothing_left_is_exact_beside_a_fixed_hand() -> None:
    for weight in (1e-9, 1e-15):
        hands = Range(f"AhQh:0.1, AhJh:0.3, AhTh:0.7, 2c2d:{weight}, AcAd:{3 * weight}")
        assert equity(["AhKh", hands], "5c6d7hJsKs").shares[0] == pytest.approx(0.25, rel=1e-12)


def test_weights_too_small_to_multiply() -> None:
    found = equity(["AA:1e-200, KK"] * 4, samples=2000)
    assert found.shares[0] == pytest.approx(0.25, abs=0.05)
    found = equity(["top 20%:1e-45, KK"] * 6, samples=5000)
    assert all(0 <= share <= 1 for share in found.shares)


def test_all_samples_alike_is_no_certainty() -> None:
    found = equity(["AsAh", "7d2c"], "AcAd2s", samples=50)
    assert found.standard_errors[0] > 0.01


def test_a_seed_repeats_and_precision_is_reached() -> None:
    ranges = ["AhKh", "22+", "random"]
    one, again, other = (equity(ranges, samples=50_000, seed=s) for s in (1, 1, 2))
    assert one == again
    assert one.shares != other.shares
    found = equity(ranges, precision=0.001, seed=1)
    assert max(found.standard_errors) <= 0.001
    assert found.trials < 1_000_000
    assert equity(["AhKh", "QQ+"], precision=0.01).exact  # nothing to sample for


def test_ctrl_c_keeps_what_was_drawn() -> None:
    def interrupt(share: float) -> None:
        if share > 0.3:
            raise KeyboardInterrupt

    with pytest.raises(EquityStopped) as stopped:
        equity(["AhKh", "QQ+", "random"], samples=1_000_000, progress=interrupt)
    assert 300_000 <= stopped.value.result.trials < 1_000_000
    assert sum(stopped.value.result.shares) == pytest.approx(1)


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
        (["AhKh"], "", VillainError, "1 given; equity takes 2 to 10 ranges"),
        (["AhKh"] * 11, "", VillainError, "11 given"),
        (["AhKh", "AhQd"], "", ImpossibleError, "Ah is in range 1 and in range 2"),
        (["JJ+"] * 9, "", ImpossibleError, "cannot be dealt together"),
        (["random", "random", "AA", "AA", "AA"], "", ImpossibleError, "cannot be dealt together"),
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
        equity(["random"] * 4, exact=True)
    for wrong in ({"samples": 1}, {"precision": 0.0}, {"precision": float("nan")}, {"seed": -1}):
        with pytest.raises(VillainError, match="should be"):
            equity(["AA", "KK"], **wrong)
    with pytest.raises(VillainError, match="1 given"):
        equity("AhKh")


@pytest.mark.parametrize("dead", [28, 43, 46, 48])
def test_too_few_cards_left_is_said_at_once(dead: int) -> None:
    gone = DECK[:dead]
    with pytest.raises(ImpossibleError, match=f"{dead} dead ones leave {52 - dead}"):
        equity(["random"] * 10, dead=gone)
    if dead > 43:
        with pytest.raises(ImpossibleError, match="take 9 cards"):
            equity(["random"] * 2, dead=gone)


def test_dead_cards() -> None:
    ranges = ["AK", "QQ, JTs", "22"]
    exact = equity(ranges, "2h7hJc", dead="AsQdTs")
    expected = slow_equity(
        [Range(r).without(*parse_cards("AsQdTs2h7hJc")) for r in ["AhKd", "QcQh", "2c2d"]],
        parse_cards("2h7hJc"),
        parse_cards("AsQdTs"),
    )
    fixed = equity(["AhKd", "QcQh", "2c2d"], "2h7hJc", dead="AsQdTs")
    np.testing.assert_allclose(fixed.shares, expected, rtol=1e-12)
    sampled = equity(ranges, "2h7hJc", dead="AsQdTs", samples=100_000)
    for p in range(3):
        assert abs(exact.shares[p] - sampled.shares[p]) < 4.5 * sampled.standard_errors[p]
