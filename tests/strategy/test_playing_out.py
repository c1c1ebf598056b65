"""Play-outs of hold'em against truths that the engine and exact equities know."""

from collections import Counter
from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest

from tests.game.table import play, ring, start
from villain.cards import Combo, Range, parse_cards
from villain.game import CALL, Hand, Observation, limit_holdem, raise_to, shuffle
from villain.kernels.arrays import CountArray, FloatArray
from villain.kernels.trial_cards import all_values_on, draw_chance, draw_hands
from villain.kernels.trial_table import hero_share
from villain.strategy.loki import MODERATE, BettingStyle
from villain.strategy.playing_out import holdem_trials
from villain.strength import equity, hand_strength
from villain.strength.situation import as_array

CALLER = BettingStyle(bet=9.0, raise_=9.0, caution=-9.0, bluffs=0.0)
"""Never bets, never folds."""


def plan(fold: float, call: float, more: float) -> FloatArray:
    """The same at every cost, but nobody folds where it is free."""
    found = np.tile([fold, call, more], (4, 3, 1)).astype(float)
    found[:, 0] = (0.0, call + fold, more)
    return found


def only(*hands: str) -> FloatArray:
    weights = np.zeros(1326)
    for hand in hands:
        weights[Combo.parse(hand)] = 1.0
    return weights


def values(
    seen: Observation,
    ranges: dict[int, FloatArray],
    plans: FloatArray,
    moves: list[int],
    trials: int = 2000,
    style: BettingStyle = CALLER,
    **how: int,
) -> FloatArray:
    of_all = dict.fromkeys(ranges, plans)
    return holdem_trials(seen, ranges, of_all, style, moves, 3, **how)(0, trials)


def test_hands_come_jointly_as_the_product_of_the_weights_wants() -> None:
    ranges = [
        {"AsKs": 1.0, "QdQc": 2.0, "7c7d": 1.0},
        {"AsKs": 3.0, "QdJd": 1.0, "7d6d": 2.0},
        {"QcJc": 1.0, "AsKh": 2.0, "9c9d": 1.0},
    ]
    cumulative = np.zeros((4, 1326))
    for seat, hands in enumerate(ranges):
        weights = np.zeros(1326)
        for hand, weight in hands.items():
            weights[Combo.parse(hand)] = weight
        cumulative[seat + 1] = weights.cumsum()
    exact: dict[tuple[int, ...], float] = {}
    for a, wa in ranges[0].items():
        for b, wb in ranges[1].items():
            for c, wc in ranges[2].items():
                cards = [*parse_cards(a), *parse_cards(b), *parse_cards(c)]
                if len(set(cards)) == 6:
                    exact[Combo.parse(a), Combo.parse(b), Combo.parse(c)] = wa * wb * wc
    state, found = np.uint64(5), Counter[tuple[int, ...]]()
    drawn, inside = np.zeros(4, np.int64), np.ones(4, np.bool_)
    for _ in range(8000):
        state, _ = draw_hands(np.uint64(state), cumulative, inside, 0, 0, np.uint64(0), drawn)
        found[tuple(drawn[1:].tolist())] += 1
    assert set(found) == set(exact)
    for deal, weight in exact.items():
        share = weight / sum(exact.values())
        assert found[deal] / 8000 == pytest.approx(share, abs=4 * np.sqrt(share / 8000))


def test_if_all_only_call_a_check_is_worth_the_equity() -> None:
    hand = play(start(limit_holdem(3), "AhKh 7c7d QsJs", "Kc 8d 2h 9s 3c"), "c c c")
    seen = hand.observation(0)
    ranges = {1: Range("77").weights, 2: Range("QJs").weights}
    won = values(seen, ranges, plan(0, 1, 0), [0], 6000)[:, 0]
    exact = equity(["AhKh", "77", "QJs"], parse_cards("Kc 8d 2h")).shares[0]
    assert won.mean() == pytest.approx(exact * seen.pot, abs=4 * won.std() / np.sqrt(6000))


def test_if_all_fold_to_a_bet_it_wins_the_pot() -> None:
    hand = play(start(limit_holdem(3), "7h2c AcAd KsKd", "Kc 8d 2h 9s 3c"), "c c c")
    anything = np.ones(1326)
    won = values(hand.observation(0), {1: anything, 2: anything}, plan(1, 0, 0), [0, 2])
    assert (won[:, 1] == 6).all()


@pytest.mark.parametrize("others", ["call", "raise"])
@pytest.mark.parametrize("first", [0, 4])
def test_a_river_is_played_as_the_engine_plays_it(others: str, first: int) -> None:
    """With known hands and sure plans there is no chance left."""
    cards = "AhKh AcKd QsJs"
    hand = play(
        start(limit_holdem(3), cards, "Ks 8d 2h 9s 3c"), "c c c / c c c / c c c".replace("/", "")
    )
    seen = hand.observation(0)
    ranges = {1: only("AcKd"), 2: only("QsJs")}
    sure = plan(0, 1, 0) if others == "call" else plan(0, 0, 1)
    found = values(seen, ranges, sure, [first], 5)[:, 0]
    before = hand.committed[0]
    hand.act(raise_to(first) if first else CALL)
    while hand.seat is not None:
        assert hand.legal is not None
        wild = others == "raise" and hand.seat != 0 and hand.legal.can_raise
        hand.act(raise_to(hand.legal.least) if wild else CALL)
    assert hand.payoffs is not None
    assert found == pytest.approx([hand.fair_payoffs[0] + before] * 5)


def test_truncated_play_outs_bet_no_more_after_the_last_street() -> None:
    hand = play(start(limit_holdem(2), "AhKh 7c7d", "Kc 8d 2h 9s 3c"), "c c")
    seen = hand.observation(0)
    wild = values(seen, {1: only("7c7d")}, plan(0, 0, 1), [0], 500)
    short = values(seen, {1: only("7c7d")}, plan(0, 0, 1), [0], 500, streets=1)
    assert set(np.unique(short)) == {-2.0, 4.0 + 2.0}
    assert set(np.unique(wild)) == {-2.0 - 4.0 - 4.0, 4.0 + 2.0 + 4.0 + 4.0}


def test_batches_give_the_same_trials() -> None:
    hand = play(start(limit_holdem(4), "AhKh 7c7d 8s8h 2c3d", "Kc 8d 2h 9s 3c"), "c c c c")
    ranges = {seat: np.ones(1326) for seat in (1, 2, 3)}
    plans = dict.fromkeys(ranges, plan(0.4, 0.4, 0.2))
    trials = holdem_trials(hand.observation(0), ranges, plans, MODERATE, [0, 2], 9)
    assert np.array_equal(trials(0, 60), np.vstack([trials(0, 25), trials(25, 35)]))


@pytest.mark.parametrize("players", [2, 4, 10])
def test_errors_are_as_large_as_results_differ(players: int) -> None:
    """Trials are independent: means over seeds spread as the trials of one seed say."""
    rules = limit_holdem(players)
    hand = Hand(rules, shuffle(rules, np.random.default_rng(3)))
    while hand.street == 0:
        hand.act(CALL)
    ranges = {seat: np.ones(1326) for seat in range(1, players)}
    plans = dict.fromkeys(ranges, plan(0.4, 0.4, 0.2))
    means, errors = [], []
    for seed in range(40):
        won = holdem_trials(hand.observation(0), ranges, plans, MODERATE, [0, 2], seed)(0, 200)
        ahead = won[:, 1] - won[:, 0]
        means.append(ahead.mean())
        errors.append(ahead.std() / np.sqrt(len(ahead)))
    # What is known of later streets comes from a sample of hands, whose error is in all trials.
    assert 0.7 < np.std(means) / np.sqrt(np.mean(np.square(errors))) < 1.6


def test_trials_deal_other_cards_and_so_do_seeds() -> None:
    rules = limit_holdem(10)
    hand = Hand(rules, shuffle(rules, np.random.default_rng(3)))
    while hand.street == 0:
        hand.act(CALL)
    ranges = {seat: np.ones(1326) for seat in range(1, 10)}
    plans = dict.fromkeys(ranges, plan(0.1, 0.6, 0.3))
    lines = [
        holdem_trials(hand.observation(0), ranges, plans, CALLER, [0], seed)(0, 500)[:, 0]
        for seed in (4, 5)
    ]
    same = [np.array_equal(lines[0][shift:], lines[1][: 500 - shift]) for shift in range(5)]
    assert not any(same)
    for won in lines:  # neighbours have nothing to do with each other
        assert abs(np.corrcoef(won[1:], won[:-1])[0, 1]) < 0.15


def test_dead_chips_are_in_the_main_pot() -> None:
    rules = replace(ring(30, 200, 200), dead=(0, 0, 5))
    hand = play(start(rules, "KhKd AhAd 7c2d", "Kc 8d 2h 9s 3c"), "c r30 c c")
    won = values(hand.observation(1), {0: only("KhKd"), 2: only("7c2d")}, plan(0, 1, 0), [0], 400)
    assert set(np.unique(won)) <= {0.0, 95.0}


def test_common_random_numbers_make_differences_more_certain() -> None:
    hand = play(start(limit_holdem(4), "AhQh 7c7d 8s8h 2c3d", "Kh 8d 2h 9s 3c"), "c c c c")
    ranges = {seat: np.ones(1326) for seat in (1, 2, 3)}
    plans = dict.fromkeys(ranges, plan(0.4, 0.4, 0.2))
    won = holdem_trials(hand.observation(0), ranges, plans, MODERATE, [0, 2], 9)(0, 3000)
    apart = won.var(axis=0).sum()
    assert (won[:, 1] - won[:, 0]).var() < 0.8 * apart


def test_all_in_players_do_not_act_and_pots_are_split_by_depth() -> None:
    hand = play(start(ring(30, 200, 200), "KhKd AhAd 7c2d", "Kc 8d 2h 9s 3c"), "c r30 c c")
    seen = hand.observation(1)
    ranges = {0: only("KhKd"), 2: only("7c2d")}
    won = values(seen, ranges, plan(0, 1, 0), [0], 3000)[:, 0]
    lost = equity(["AhAd", "KhKd", "7c2d"], parse_cards("Kc 8d 2h")).shares[0]
    assert won.mean() == pytest.approx(90 * lost, abs=4 * won.std() / np.sqrt(3000) + 1e-9)
    bet = values(seen, ranges, plan(0, 1, 0), [170], 3000)[:, 0]
    flop, dead = parse_cards("Kc 8d 2h"), parse_cards("KhKd")
    side = equity(["AhAd", "7c2d"], flop, dead=dead).shares[0]
    exact = 90 * lost + 340 * side - 170
    assert bet.mean() == pytest.approx(exact, abs=4 * bet.std() / np.sqrt(3000))


def test_shares_of_pots_are_the_engines() -> None:
    rng = np.random.default_rng(8)
    for _ in range(300):
        seats = int(rng.integers(2, 6))
        put_in = rng.integers(1, 8, seats)
        out = rng.random(seats) < 0.3
        if out.all():
            continue
        # Nobody folds who has put in more than everybody who stayed.
        put_in[out] = np.minimum(put_in[out], put_in[~out].max())
        ranks = rng.integers(1, 4, seats)
        line: CountArray = np.zeros((seats, 5), np.int64)
        line[:, 2], line[:, 3] = put_in, out
        shares = [hero_share(line, ranks, seat, 0) for seat in range(seats) if not out[seat]]
        assert sum(shares) == pytest.approx(put_in.sum())
        assert shares == pytest.approx(_engine_shares(put_in, out, ranks))


def _engine_shares(
    put_in: CountArray, out: npt.NDArray[np.bool_], ranks: CountArray
) -> list[float]:
    from villain.game.showdown import fair_payoffs, split_into_pots

    pots = split_into_pots(put_in.tolist(), out.tolist(), [0] * len(put_in))
    numbers = {seat: int(rank) for seat, rank in enumerate(ranks) if not out[seat]}
    won = fair_payoffs(pots, numbers, put_in.tolist())
    return [float(net + put_in[seat]) for seat, net in enumerate(won) if not out[seat]]


def test_percentiles_of_a_board_are_hand_strengths() -> None:
    board = parse_cards("3h 4c Jh")
    found, _ = all_values_on(as_array(board))
    # The percentile counts combos that share a card with the holding too.
    assert found[Combo.parse("AdQc")] == pytest.approx(
        hand_strength("AdQc", "3h 4c Jh").hs, abs=0.02
    )


@pytest.mark.parametrize(
    ("own", "board", "chance"),
    [
        ("AhKh", "2h 7h 9c Qs", 9 / 46),
        ("8c7d", "6s 9h 2d Kc", 8 / 46),
        ("8c7d", "6s Th 2d Kc", 4 / 46),
        ("AhKh", "2h 7h 9h Qs", 0.0),  # made
        ("3c2d", "Ah Kh Qh Jh", 0.0),  # the draws are the board's
        ("AhKh", "2h 7h 9c", 1 - (37 / 46) ** 2),
    ],
)
def test_outs_are_counted(own: str, board: str, chance: float) -> None:
    def bits(cards: str) -> np.uint64:
        return np.uint64(sum(1 << (16 * (card % 4) + card // 4) for card in parse_cards(cards)))

    to_come = 5 - len(parse_cards(board))
    assert draw_chance(bits(own), bits(board), to_come) == pytest.approx(chance)
