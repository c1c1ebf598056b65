"""The rules, one by one, and whole hands that a person can read."""

import pickle
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.game.oracles import random_action
from tests.game.table import GAMES, play, ring, start
from villain.cards import Card
from villain.errors import ImpossibleError, VillainError
from villain.game import (
    CALL,
    Acted,
    Dealt,
    Hand,
    IllegalActionError,
    Rules,
    Won,
    kuhn,
    leduc,
    limit_holdem,
    no_limit_holdem,
    one_card,
    pot_limit_holdem,
    raise_to,
    shuffle,
)

FOUR = "AsAh KsKh QsQh JsJh"


def transcript(hand: Hand) -> list[str]:
    return [str(event) for event in hand.events if not isinstance(event, Dealt)]


def test_golden_hand_with_side_pots_split_pot_odd_chip_and_uncalled_bet() -> None:
    rules = ring(25, 60, 60, 200, big_blind=2)
    hand = start(rules, "AsKs 7c7d 7h7s 2c2d", "Qs Js Ts 3h 4h")
    play(hand, "c r90 c f c")
    assert transcript(hand) == [
        "seat 0 posts blind 1",
        "seat 1 posts blind 2",
        "seat 2 calls 2",
        "seat 3 raises to 90",
        "seat 0 calls 24",
        "seat 1 folds",
        "seat 2 calls 58",
        "board: Qs Js Ts",
        "board: 3h",
        "board: 4h",
        "30 go back to seat 3",
        "seat 0 shows As Ks",
        "seat 2 shows 7h 7s",
        "seat 3 shows 2c 2d",
        "seat 0 wins 77",
        "seat 2 wins 70 from side pot 1",
    ]
    assert hand.payoffs == (52, -2, 10, -60)


def test_golden_limit_hand_heads_up() -> None:
    hand = start(limit_holdem(2, small_bet=10), "7d3d 2hAc", "5s Ks 7s 9s 6h")
    play(hand, "c r20 c r10 c r20 r40 c r20 c")
    assert transcript(hand) == [
        "seat 0 posts blind 10",
        "seat 1 posts blind 5",
        "seat 1 calls 5",
        "seat 0 raises to 20",
        "seat 1 calls 10",
        "board: 5s Ks 7s",
        "seat 0 raises to 10",
        "seat 1 calls 10",
        "board: 9s",
        "seat 0 raises to 20",
        "seat 1 raises to 40",
        "seat 0 calls 20",
        "board: 6h",
        "seat 0 raises to 20",
        "seat 1 calls 20",
        "seat 0 shows 7d 3d",
        "seat 1 shows 2h Ac",
        "seat 0 wins 180",
    ]
    assert hand.payoffs == (90, -90)


def test_a_walk_wins_the_small_blind_only() -> None:
    hand = play(start(ring(100, 100, 100), "AsAh KsKh QsQh"), "f f")
    assert hand.payoffs == (-5, 5, 0)
    assert transcript(hand)[-2:] == ["5 go back to seat 1", "seat 1 wins 10"]


def test_heads_up_the_button_has_the_small_blind_and_speaks_first_before_the_flop() -> None:
    hand = start(no_limit_holdem(2, big_blind=10, stack=100), "AsAh KsKh")
    assert (hand.bets, hand.seat) == ([10, 5], 1)
    play(hand, "c")
    assert hand.seat == 0
    assert hand.legal is not None
    assert hand.legal.call == 0  # the big blind may still raise
    assert hand.legal.can_raise
    play(hand, "c")
    assert (hand.street, hand.seat) == (1, 0)


def test_least_raise_is_the_last_full_one() -> None:
    hand = start(ring(500, 500, 500, 500), FOUR)
    assert str(hand.legal) == "fold, call 10, raise to 20–500"
    play(hand, "r35")
    assert str(hand.legal) == "fold, call 35, raise to 60–500"
    play(hand, "r100")
    assert str(hand.legal) == "fold, call 95, raise to 165–500"


def test_an_all_in_too_small_does_not_reopen_the_betting() -> None:
    # Seat 2 raises to 30 (a raise of 20), seat 3 is all-in for 40: 10 more.
    hand = play(start(ring(500, 500, 500, 40), FOUR), "r30 r40")
    assert str(hand.legal) == "fold, call 35, raise to 60–500"  # seat 0 has not acted yet
    play(hand, "c c")
    assert str(hand.legal) == "fold, call 10"  # seat 2 has, and may not raise again


def test_several_short_all_ins_that_make_a_full_raise_together_reopen_it() -> None:
    hand = play(start(ring(45, 500, 500, 38), FOUR), "r30 r38 r45 c")
    assert hand.seat == 2
    assert str(hand.legal) == "fold, call 15"
    hand = play(start(ring(52, 500, 500, 40), FOUR), "r30 r40 r52 c")
    assert hand.seat == 2
    assert str(hand.legal) == "fold, call 22, raise to 72–500"


def test_a_short_blind_does_not_lower_the_call() -> None:
    hand = start(ring(100, 4, 100), "AsAh KsKh QsQh")
    assert hand.bets == [5, 4, 0]
    assert hand.legal is not None
    assert (hand.legal.call, hand.legal.least) == (10, 20)


def test_beside_all_in_players_one_matches_what_they_have_put_in_and_no_more() -> None:
    hand = start(no_limit_holdem(2, big_blind=10).with_stacks(2, 100), "AsAh KsKh", "2c3c4d5d9h")
    assert hand.over  # the big blind is all-in for 2, and the small blind has 5 in already
    assert hand.payoffs == (2, -2)
    hand = start(no_limit_holdem(2, big_blind=10).with_stacks(7, 100), "AsAh KsKh", "2c3c4d5d9h")
    assert str(hand.legal) == "fold, call 2"
    rules = replace(no_limit_holdem(3, big_blind=2, ante=5), stacks=(5, 5, 100))
    hand = start(rules, "AsAh KsKh QsQh", "2c3c4d5d9h")
    assert hand.payoffs == (10, -5, -5)


@pytest.mark.parametrize("wrong", [raise_to(20.5), raise_to("20"), None, 7, "call"])  # type: ignore[arg-type]
def test_what_is_no_action_is_refused_and_changes_nothing(wrong: object) -> None:
    hand = start(ring(100, 100, 100), "AsAh KsKh QsQh")
    before = list(hand.events), list(hand.stacks)
    with pytest.raises(IllegalActionError, match=r"seat 2 may not .*; legal: fold, call 10"):
        hand.act(wrong)  # type: ignore[arg-type]
    assert (list(hand.events), list(hand.stacks)) == before
    hand.act(raise_to(np.uint8(20)))  # type: ignore[arg-type]
    assert type(hand.bets[2]) is int


def test_nobody_left_to_answer_means_no_raise() -> None:
    hand = play(start(ring(100, 30, 100), "AsAh KsKh QsQh"), "f r30")
    assert hand.seat == 1
    assert str(hand.legal) == "fold, call 20"


def test_all_in_run_out_deals_the_board_without_asking() -> None:
    hand = play(start(ring(50, 50, 50), "AsAh KsKh QsQh", "2c3c4d5d9h"), "r50 c c")
    assert hand.over
    assert len(hand.board) == 5
    assert hand.payoffs == (100, -50, -50)


def test_cap_on_raises() -> None:
    hand = play(start(limit_holdem(2, small_bet=2), "AsAh KsKh"), "r4 r6 r8")
    assert str(hand.legal) == "fold, call 2"  # three raises over the blind before the flop
    play(hand, "c r2 r4 r6 r8")
    assert str(hand.legal) == "fold, call 2"  # a bet and three raises later


def test_in_limit_less_than_half_a_bet_is_completed_and_more_is_a_raise() -> None:
    def facing(stack: int) -> str:
        rules = limit_holdem(4, small_bet=10).with_stacks(500, 500, stack, 500)
        hand = play(start(rules, "AsAh KsKh QsQh JsJh"), f"r{stack}")
        return str(hand.legal)

    assert facing(14) == "fold, call 14, raise to 20"
    assert facing(15) == "fold, call 15, raise to 25"
    rules = limit_holdem(4, small_bet=10).with_stacks(500, 500, 14, 500)
    hand = play(start(rules, "AsAh KsKh QsQh JsJh"), "r14 r20 r30 r40")
    assert str(hand.legal) == "fold, call 20"  # the completion was the first of three raises
    # Who has called is not asked again for a few chips: he may call or fold, not raise.
    rules = limit_holdem(4, small_bet=10).with_stacks(500, 500, 500, 14)
    hand = play(start(rules, "AsAh KsKh QsQh JsJh"), "c r14 c c")
    assert (hand.seat, str(hand.legal)) == (2, "fold, call 4")


def test_pot_limit() -> None:
    hand = start(pot_limit_holdem(3, big_blind=2, stack=500), "AsAh KsKh QsQh")
    assert str(hand.legal) == "fold, call 2, raise to 4–7"  # 2 to call, then a pot of 5
    play(hand, "r7")
    assert str(hand.legal) == "fold, call 6, raise to 12–23"  # 6 to call, then a pot of 16


def test_odd_chips_go_to_the_first_seats_left_of_the_button() -> None:
    # Three share 100 (a folded small blind of 1 included): 34, 33, 33.
    rules = replace(ring(100, 100, 100, 100), blinds=(1, 33, 0, 0))
    hand = play(start(rules, "2c2d AsKd AhKc AdKs", "QsJhTd4c5c"), "c c f c c c c c c c c c c")
    assert [event.chips for event in hand.events if isinstance(event, Won)] == [34, 33, 33]
    assert hand.fair_payoffs[1] == Fraction(1, 3)


@pytest.mark.parametrize(
    ("holes", "board", "payoffs"),
    [("Qs Ks", "", (-1, 1)), ("As Ks", "", (1, -1))],
)
def test_kuhn(holes: str, board: str, payoffs: tuple[int, ...]) -> None:
    hand = play(start(kuhn(), holes, board), "c c")
    assert hand.payoffs == payoffs
    assert play(start(kuhn(), holes, board), "r1 f").payoffs == (1, -1)
    with pytest.raises(IllegalActionError):
        play(start(kuhn(), holes, board), "r1 r2")


def test_leduc_pairs_beat_high_cards() -> None:
    assert play(start(leduc(), "Qs Ks", "Qh"), "r2 c r4 c").payoffs == (7, -7)
    assert play(start(leduc(), "Qs Ks", "Ah"), "c c c c").payoffs == (-1, 1)
    assert play(start(leduc(), "Ks Kh", "Ah"), "c c c c").payoffs == (0, 0)


def test_one_card_has_no_cap_but_the_stacks() -> None:
    hand = start(one_card(), "As Ks Qs Js")
    play(hand, "r1 r2 r3 r4 r5 r6 r7 r8 r9")
    assert str(hand.legal) == "fold, call 3"
    assert play(hand, "c c c").payoffs == (30, -10, -10, -10)


def test_an_illegal_action_names_seat_action_and_what_is_legal_and_changes_nothing() -> None:
    hand = start(ring(100, 100, 100), "AsAh KsKh QsQh")
    before = pickle.dumps(hand.observation(2)), list(hand.events)
    for wrong in (raise_to(15), raise_to(101), raise_to(0)):
        with pytest.raises(
            IllegalActionError, match=r"seat 2 may not raise to \d+; legal: fold, call 10, raise"
        ):
            hand.act(wrong)
    assert (pickle.dumps(hand.observation(2)), list(hand.events)) == before
    play(hand, "c c")
    with pytest.raises(IllegalActionError, match="seat 1 may not fold; legal: check"):
        play(hand, "f")
    done = play(start(ring(100, 100, 100), "AsAh KsKh QsQh"), "f f")
    with pytest.raises(IllegalActionError, match="after the end"):
        done.act(CALL)


@pytest.mark.parametrize(
    "wrong",
    [
        {"blinds": (1,)},
        {"stacks": (5, 0)},
        {"first": (2, 0, 0, 0)},
        {"players": 1, "blinds": (1,), "stacks": (5,)},
        {"ranks": 2, "suits": 2},
        {"ante": -1},
        {"blinds": (0, 0)},
        {"board_cards": (0, 0, 0, 0)},
        {"hole_cards": 0},
        {"ranks": 60},
    ],
)
def test_wrong_rules_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(VillainError, match="rules 'nolimit'"):
        replace(no_limit_holdem(2), **wrong)  # type: ignore[arg-type]


def test_wrong_deals_are_refused() -> None:
    rules = no_limit_holdem(2)
    deal = shuffle(rules, np.random.default_rng(0))
    for wrong in (
        deal._replace(board=deal.board[:4]),
        deal._replace(holes=deal.holes[:1]),
        deal._replace(board=(*deal.board[:4], deal.holes[0][0])),
    ):
        with pytest.raises(ImpossibleError, match="does not fit nolimit"):
            Hand(rules, wrong)


@given(st.sampled_from(GAMES), st.integers(0, 2**32 - 1))
def test_laws_of_every_hand(rules: Rules, seed: int) -> None:
    rng = np.random.default_rng(seed)
    deal = shuffle(rules, rng)
    hand = Hand(rules, deal)
    while not hand.over:
        assert hand.seat is not None
        assert hand.legal is not None
        for seat in range(rules.players):
            assert_nothing_hidden(hand, seat)
        assert sum(hand.stacks) + sum(hand.committed) == sum(rules.stacks)
        assert min(hand.stacks) >= 0
        hand.act(random_action(hand.legal, rng))
    assert hand.payoffs is not None
    assert sum(hand.payoffs) == 0 == sum(hand.fair_payoffs)
    assert [s + p for s, p in zip(rules.stacks, hand.payoffs, strict=True)] == hand.stacks
    assert all(
        abs(p - f) < 1 * rules.players for p, f in zip(hand.payoffs, hand.fair_payoffs, strict=True)
    )
    rebuilt = Hand.replay(rules, pickle.loads(pickle.dumps(hand.events)))
    assert (rebuilt.events, rebuilt.payoffs) == (hand.events, hand.payoffs)


def assert_nothing_hidden(hand: Hand, seat: int) -> None:
    """Look for cards that the seat may not see, anywhere in its observation."""
    seen = hand.observation(seat)
    allowed = {*seen.hole, *hand.board}
    found = {card for card in _cards_in(seen) if card not in allowed}
    assert not found
    assert _cards_in(pickle.loads(pickle.dumps(seen))) <= allowed
    assert seen.legal == (hand.legal if seat == hand.seat else None)


def _cards_in(thing: object) -> set[Card]:
    """All cards that can be reached from here, but for the game's deck."""
    if isinstance(thing, Card):
        return {thing}
    if isinstance(thing, Rules):
        return set()
    inside = (
        list(thing)
        if isinstance(thing, tuple | list)
        else list(vars(thing).values())
        if hasattr(thing, "__dict__")
        else []
    )
    return {card for part in inside for card in _cards_in(part)}


def test_replay_refuses_events_that_cannot_be() -> None:
    hand = play(start(ring(100, 100, 100), "AsAh KsKh QsQh"), "f f")
    with pytest.raises(VillainError, match="do not say what everybody holds"):
        Hand.replay(hand.rules, hand.observation(0).events)
    changed = [event._replace(seat=0) if isinstance(event, Won) else event for event in hand.events]
    with pytest.raises(VillainError, match="not what the rules make"):
        Hand.replay(hand.rules, changed)
    illegal = [
        Acted(event.seat, "raise", 500, 500) if isinstance(event, Acted) else event
        for event in hand.events
    ]
    with pytest.raises(IllegalActionError):
        Hand.replay(hand.rules, illegal)
