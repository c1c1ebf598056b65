"""Winnings add up, are in order, and all-ins are worth what their run-outs are on average."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from phevaluator import evaluate_cards

from tests.hands.scripted_players import EVERYBODY, MANIAC, play, store_of
from villain.cards.card import DECK, Card, parse_cards
from villain.game.actions import CALL, FOLD, Action, raise_to
from villain.game.presets import no_limit_holdem
from villain.game.rules import Rules
from villain.hands.hand_history import HandHistory, Origin
from villain.hands.store.hand_store import HandStore
from villain.profiles.winnings import all_in_expectation, player_winnings

NAMES = ("Ann", "Bob", "Cid", "Dan")
BOARD = "2c7d9hTsJc"


def made(
    holes: str,
    stacks: Sequence[int],
    *actions: Action,
    board: str = BOARD,
    collected: tuple[int, ...] | None = None,
    number: str = "1",
) -> HandHistory:
    """A hand with these cards; a dash is a hand that nobody knows."""
    cards = tuple(() if one == "-" else parse_cards(one) for one in holes.split())
    rules = replace(no_limit_holdem(len(stacks), big_blind=10), stacks=tuple(stacks))
    return HandHistory(
        rules,
        NAMES[: len(stacks)],
        actions,
        cards,
        parse_cards(board),
        frozenset(seat for seat, hole in enumerate(cards) if hole),
        collected,
        Origin(site="Here", number=number, time=datetime(2026, 1, 1)),
    )


def shares(holes: Sequence[tuple[Card, ...]], board: Sequence[Card], dead: str = "") -> list[float]:
    """Each hand's share of a pot over all run-outs, one by one, by somebody else's evaluator."""
    gone = {*board, *parse_cards(dead), *(card for hole in holes for card in hole)}
    rest = [card for card in DECK if card not in gone]
    sums, boards = [0.0] * len(holes), 0
    for more in combinations(rest, 5 - len(board)):
        run_out = [str(card) for card in (*board, *more)]
        ranks = [evaluate_cards(*run_out, *map(str, hole)) for hole in holes]
        best = [seat for seat, rank in enumerate(ranks) if rank == min(ranks)]
        for seat in best:
            sums[seat] += 1 / len(best)
        boards += 1
    return [one / boards for one in sums]


def expected(history: HandHistory) -> list[float]:
    found = all_in_expectation(history, history.replay())
    assert found is not None
    return found


# All-ins


def test_heads_up_on_the_turn() -> None:
    history = made(
        *("AhKh 8c8d", (500, 800)), raise_to(30), CALL, CALL, CALL, CALL, raise_to(300),
        raise_to(470), CALL,
    )  # fmt: skip
    share = shares(history.holes, history.board[:4])
    assert share[0] == 6 / 44  # three aces, three kings: the rest leaves the eights ahead
    assert expected(history) == pytest.approx([1000 * one - 500 for one in share])


def test_three_ways_on_the_flop_with_a_side_pot() -> None:
    """Ann is all-in for 100; Bob and Cid play for 400 more each."""
    history = made(
        *("AhQh 9c9d KhKc", (100, 500, 900)), raise_to(30), CALL, CALL, raise_to(70),
        raise_to(470), CALL,
    )  # fmt: skip
    flop = history.board[:3]
    main = shares(history.holes, flop)
    side = shares(history.holes[1:], flop, dead="AhQh")
    assert expected(history) == pytest.approx(
        [
            300 * main[0] - 100,
            300 * main[1] + 800 * side[0] - 500,
            300 * main[2] + 800 * side[1] - 500,
        ]
    )
    assert sum(expected(history)) == pytest.approx(0)


def test_known_cards_of_who_folded_do_not_come() -> None:
    history = made(
        *("AhKh 8c8d AsKs", (500, 500, 500)), FOLD, raise_to(30), CALL, CALL, CALL, raise_to(470),
        CALL, board="2c7d9hTs3c",
    )  # fmt: skip
    turn = history.board[:4]
    assert history.replay().street == 3
    share = shares(history.holes[:2], turn, dead="AsKs")
    assert share[0] == 4 / 42
    assert expected(history)[:2] == pytest.approx([1000 * one - 500 for one in share])


def test_before_the_flop_by_sampling() -> None:
    history = made("AhKh QcQd", (300, 300), raise_to(300), CALL)
    rng, rest = np.random.default_rng(1), [c for c in DECK if str(c) not in "Ah Kh Qc Qd".split()]
    wins = []
    for _ in range(6_000):
        board = [str(rest[place]) for place in rng.permutation(48)[:5]]
        one, other = evaluate_cards(*board, "Ah", "Kh"), evaluate_cards(*board, "Qc", "Qd")
        wins.append(1.0 if one < other else 0.5 * (one == other))
    error = 600 * np.std(wins) / np.sqrt(len(wins))
    assert expected(history)[0] == pytest.approx(600 * np.mean(wins) - 300, abs=4 * error)
    assert sum(expected(history)) == pytest.approx(0)


def test_rake_is_shared_as_the_pot_is() -> None:
    line = ("AhKh 8c8d", (500, 500), raise_to(500), CALL)
    free = expected(made(*line))
    raked = expected(made(*line, collected=(0, 950)))
    assert sum(raked) == pytest.approx(-50)
    assert raked == pytest.approx([0.95 * (won + 500) - 500 for won in free])


def test_more_than_two_hands_before_the_flop() -> None:
    history = made(
        *("AhAs KhKs QhQs JhJs", (100, 100, 100, 100)), raise_to(100), CALL, CALL, CALL,
        board="2c7d9c3d4c",
    )  # fmt: skip
    found = expected(history)
    assert sum(found) == pytest.approx(0, abs=1e-6)
    assert found == sorted(found, reverse=True)


@pytest.mark.parametrize(
    "history",
    [
        made("AhKh -", (500, 500), raise_to(500), CALL, board="AcKc2d3d4h"),
        made("AhKh 8c8d", (500, 500), *[CALL] * 8),
        made("AhKh 8c8d", (500, 500), *[CALL] * 6, raise_to(490), CALL),
        made("AhKh 8c8d", (500, 500), raise_to(500), FOLD, board=""),
    ],
    ids=["unknown cards", "no all-in", "all-in on the river", "no call"],
)
def test_where_nothing_is_left_to_chance_or_known(history: HandHistory) -> None:
    assert all_in_expectation(history, history.replay()) is None


# Over a player's hands


@pytest.fixture(scope="module")
def histories() -> list[HandHistory]:
    def short(players: int) -> Rules:
        return no_limit_holdem(players, stack=16)

    return play(EVERYBODY, 250, 3, seed=31, rules=short, regular=MANIAC)


@pytest.fixture(scope="module")
def store(histories: list[HandHistory], tmp_path_factory: pytest.TempPathFactory) -> HandStore:
    # The later hands come first into the store.
    return store_of(tmp_path_factory.mktemp("won") / "hands", histories[100:], histories[:100])


def test_winnings_add_up_in_order_of_time(store: HandStore, histories: list[HandHistory]) -> None:
    won = player_winnings(store, "Maniac", "Here")
    seats = [hand.names.index("Maniac") for hand in histories]
    played = [hand.replay() for hand in histories]
    net = [hand.payoffs[seat] / 2 for hand, seat in zip(played, seats, strict=True) if hand.payoffs]
    assert won.net.tolist() == net
    showdown = [
        not hand.folded[seat] and hand.folded.count(False) > 1
        for hand, seat in zip(played, seats, strict=True)
    ]
    assert won.at_showdown.tolist() == [
        x if shown else 0 for x, shown in zip(net, showdown, strict=True)
    ]
    assert (won.at_showdown + won.without_showdown).tolist() == net
    total = store.query("SELECT sum(net) FROM totals WHERE name = 'Maniac'").fetchall()[0][0]
    assert won.net.sum() * 2 == total


def test_all_ins_by_their_equity_and_the_rest_as_it_was(
    store: HandStore, histories: list[HandHistory]
) -> None:
    told: list[float] = []
    won = player_winnings(store, "Maniac", "Here", told.append)
    assert won.all_ins == won.known == len(told) > 2
    assert told[-1] == 1
    differ = 0
    for place, history in enumerate(histories):
        found = all_in_expectation(history, history.replay())
        right = won.net[place] if found is None else found[history.names.index("Maniac")] / 2
        assert won.expected[place] == pytest.approx(right)
        differ += found is not None
    assert differ == won.known


def test_numbers_put_hands_of_one_second_in_order(tmp_path: Path) -> None:
    hands = [
        made("AhKh 8c8d", (500, 500), raise_to(20), FOLD, board="", number=n)
        for n in ("9", "10", "1000", "11")
    ]
    raises = made("AhKh 8c8d", (500, 500), raise_to(60), raise_to(200), FOLD, board="", number="12")
    won = player_winnings(store_of(tmp_path / "hands", [*hands[::-1], raises]), "Bob", "Here")
    assert won.net.tolist() == [1, 1, 1, -6, 1]


def test_unknown_cards_leave_an_all_in_as_it_fell(tmp_path: Path) -> None:
    lost = made("AhKh -", (500, 500), raise_to(500), CALL, board="AcKc2d3d4h", number="1")
    known = made("AhKh 8c8d", (500, 500), raise_to(500), CALL, number="2")
    store = store_of(tmp_path / "hands", [lost, known])
    won = player_winnings(store, "Ann", "Here")
    assert (won.all_ins, won.known) == (2, 1)
    assert won.net.tolist() == [50, -50]
    assert won.expected[0] == 50
    assert won.expected[1] == pytest.approx(expected(known)[0] / 10)
    assert won.error_per_hundred(won.net) == pytest.approx(100 * np.std([50, -50], ddof=1) / 2**0.5)


def test_one_hand_has_no_error(tmp_path: Path) -> None:
    store = store_of(tmp_path / "hands", [made("AhKh 8c8d", (500, 500), FOLD, board="")])
    won = player_winnings(store, "Ann", "Here")
    assert won.net.tolist() == [0.5]
    assert np.isnan(won.error_per_hundred(won.net))
