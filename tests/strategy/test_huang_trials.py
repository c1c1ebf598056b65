"""Heads-up trials against the engine: the same actions have to earn the same chips [huang]."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from math import inf

import numpy as np
import pytest

from tests.game.oracles import random_action
from tests.game.table import play, start
from villain.agents.bet_sizes import raise_by_share
from villain.cards import Range, parse_cards
from villain.cards.range import possible
from villain.game import CALL, FOLD, Action, Hand, no_limit_holdem, raise_to, shuffle
from villain.game.events import Acted
from villain.game.observation import Observation
from villain.game.showdown import rank_seats
from villain.game.what_if import situation_in
from villain.kernels import heads_up_play as kernel
from villain.kernels.arrays import FloatArray
from villain.kernels.heads_up_deals import DealtTrials
from villain.models.huang.styles import shipped_styles
from villain.strategy.huang.abstraction import Abstraction, faces_bet
from villain.strategy.huang.sequences import sequence_faced
from villain.strategy.huang.strategy_table import StrategyTable, nearest_rows
from villain.strategy.huang.trials import NO_PLAN, HeadsUpTrials, spot_of
from villain.strength import equity

ABSTRACTION = Abstraction()
SIZES = np.array([[0.5, 2.0], [0.7, 1.5]])
Choice = Callable[[Observation], Action]


def pure(actions: list[int]) -> StrategyTable:
    """After every action sequence one action, whatever the cards are."""
    return StrategyTable(ABSTRACTION, np.arange(ABSTRACTION.numbers), np.eye(4)[actions])


def by_table(actions: list[int], sizes: FloatArray) -> Choice:
    """The same for the engine."""

    def choose(seen: Observation) -> Action:
        sequence = sequence_faced(situation_in(seen, seen.seat), ABSTRACTION)
        action = actions[ABSTRACTION.number(sequence)]
        return FOLD if action == 0 else CALL if action == 1 else bet(seen, float(sizes[action - 2]))

    return choose


def bet(seen: Observation, size: float) -> Action:
    """Raise by a share of the pot, or all-in (below 0); who may not raise calls."""
    legal = seen.legal
    assert legal is not None
    if not legal.can_raise:
        return CALL
    return raise_to(legal.most if size < 0 else raise_by_share(seen, legal, size, committed=inf))


def random_spot(rng: np.random.Generator) -> Hand | None:
    """A turn in the middle of a hand: uneven stacks, antes, any bets before it."""
    big_blind, ante = int(rng.choice([2, 5, 10])), int(rng.choice([0, 0, 1, 3]))
    rules = no_limit_holdem(2, big_blind=big_blind, ante=ante)
    rules = rules.with_stacks(*(int(n) for n in rng.integers(1, rng.choice([8, 30, 300, 3000]), 2)))
    hand = Hand(rules, shuffle(rules, rng))
    for _ in range(int(rng.integers(0, 9))):
        if hand.legal is None:
            return None
        action = random_action(hand.legal, rng)
        hand.act(CALL if action == FOLD else action)
    return hand if hand.seat is not None else None


def earned(hand: Hand, move: Action, ours: Choice, his: Choice) -> float:
    """What the engine pays whoever has to act from now on, if he makes this move."""
    mine = hand.seat
    assert mine is not None
    before = hand.committed[mine]
    hand.act(move)
    while hand.seat is not None:
        assert hand.legal is not None
        action = (ours if hand.seat == mine else his)(hand.observation(hand.seat))
        hand.act(CALL if action == FOLD and not hand.legal.call else action)
    return float(hand.fair_payoffs[mine]) + before


def share_won(hand: Hand, mine: int) -> float:
    """What a showdown of these cards gives us."""
    deal, rules = hand._deal, hand.rules
    ranks = rank_seats(rules.comparison, dict(enumerate(deal.holes)), deal.board)
    ours, other = ranks[mine], ranks[1 - mine]
    return 1.0 if ours > other else 0.5 if ours == other else 0.0


def tried(
    seen: Observation,
    move: int,
    won: float,
    his: StrategyTable,
    ours: StrategyTable,
    policy: int,
    plan: FloatArray = NO_PLAN,
    relative: float = 0.5,
    heed: float = 0.0,
    standing: float = 0.5,
) -> float:
    """What a trial earns in which the showdown is known."""
    returns = np.full(1, np.nan)
    setup = kernel.HeadsUpSetup(
        spot_of(seen, ABSTRACTION),
        DealtTrials(np.full((2, 1, 4), 0.5), np.array([won])),
        kernel.RelativeStrengths(np.full((1, 4), relative), np.full((1, 4), standing)),
        his.grid,
        ours.record(SIZES[0]),
        his.record(SIZES[1]),
        heed,
    )
    kernel.play_deals(setup, np.uint64(1), move, kernel.OurPolicy(policy, plan), returns)
    return float(returns[0])


def first_moves(hand: Hand, rng: np.random.Generator) -> list[Action]:
    """To call, and raises."""
    legal, seat = hand.legal, hand.seat
    assert legal is not None
    assert seat is not None
    if not legal.can_raise:
        return [CALL]
    all_in = bet(hand.observation(seat), -1.0).to
    raises = {legal.least, all_in, int(rng.integers(legal.least, all_in + 1))}
    return [CALL, *(raise_to(chips) for chips in sorted(raises))]


def again(hand: Hand) -> Hand:
    """A copy of an unfinished hand."""
    other = Hand(hand.rules, hand._deal)
    for event in hand.events:
        if isinstance(event, Acted):
            other.act(Action(event.kind, event.to if event.kind == "raise" else 0))
    return other


def overbet(hand: Hand, mine: int) -> bool:
    """Whether he has put in more than we have."""
    return hand.committed[1 - mine] > hand.rules.stacks[mine]


def spots(seed: int, count: int) -> Iterator[tuple[Hand, int, Observation, Action]]:
    """Random turns, and what may be done there."""
    rng = np.random.default_rng(seed)
    while count:
        hand = random_spot(rng)
        if hand is not None and hand.seat is not None:
            count -= 1
            for move in first_moves(hand, rng):
                yield hand, hand.seat, hand.observation(hand.seat), move


CASES = {
    "call": [1] * ABSTRACTION.numbers,
    "small raises": [2] * ABSTRACTION.numbers,
    "big raises": [3] * ABSTRACTION.numbers,
    "folds, or checks": [0] * ABSTRACTION.numbers,
    # Whatever the sequence says: a wrong number anywhere, and another action is taken.
    "by sequence": np.random.default_rng(5)
    .choice(4, ABSTRACTION.numbers, p=[0.05, 0.45, 0.25, 0.25])
    .tolist(),
}


@pytest.mark.parametrize(
    ("ours", "his"),
    [
        ("call", "by sequence"),
        ("small raises", "by sequence"),
        ("by sequence", "small raises"),
        ("by sequence", "big raises"),
        ("by sequence", "call"),
        ("by sequence", "folds, or checks"),
        ("by sequence", "by sequence"),
    ],
)
def test_two_sure_strategies_earn_what_the_engine_pays(ours: str, his: str) -> None:
    mine_does, he_does = CASES[ours], CASES[his]
    table, other = pure(mine_does), pure(he_does)
    for hand, mine, seen, move in spots(len(ours) + 10 * len(his), 120):
        choices = by_table(mine_does, SIZES[0]), by_table(he_does, SIZES[1])
        truth = earned(again(hand), move, *choices)
        found = tried(seen, move.to, share_won(hand, mine), other, table, kernel.MODEL)
        assert found == truth, f"{[*map(str, seen.events)]}, then {move}"


@pytest.mark.parametrize(
    ("plan", "sure"),
    [
        ([4.0, 1.0, 0.7, 0.0], lambda _: CALL),
        ([0.0, 0.0, -1.0, 0.0], lambda seen: bet(seen, -1.0)),
        ([0.0, 0.0, 0.7, 0.0], lambda seen: bet(seen, 0.7)),
        ([2.0, 0.0, 2.0, 0.0], lambda seen: bet(seen, 2.0) if seen.street >= 2 else CALL),
        ([0.0, 0.6, 1.0, 1e6], lambda seen: FOLD if seen.legal and seen.legal.call else CALL),
    ],
)
def test_plans_earn_what_the_engine_pays(plan: list[float], sure: Choice) -> None:
    """We are ahead of half of his hands; the last plan wants better odds than there are."""
    actions = CASES["by sequence"]
    table = pure(actions)
    for hand, mine, seen, move in spots(int(10 * sum(plan[:3])) + 50, 60):
        truth = earned(again(hand), move, sure, by_table(actions, SIZES[1]))
        won = share_won(hand, mine)
        found = tried(seen, move.to, won, table, table, kernel.PLAN, np.array(plan))
        assert found == truth, f"{[*map(str, seen.events)]}, then {move}"


def test_who_is_bet_more_than_he_has_calls_with_what_he_has() -> None:
    """A stack of 50 calls a bet of 200: the pot is 100."""
    rules = no_limit_holdem(2).with_stacks(50, 200)
    hand = play(start(rules, "AhAd KhKd"), "r200")
    caller = pure(CASES["call"])
    found = [
        tried(hand.observation(0), 0, won, caller, caller, kernel.MODEL) for won in (0.0, 0.5, 1.0)
    ]
    assert found == [-48.0, 2.0, 52.0]
    always = [spot for spot in spots(7, 400) if overbet(spot[0], spot[1])]
    assert len(always) > 20
    for hand, mine, seen, move in always:
        call = by_table(CASES["call"], SIZES[0])
        truth = earned(again(hand), move, call, call)
        assert tried(seen, move.to, share_won(hand, mine), caller, caller, kernel.MODEL) == truth


def test_a_raise_counts_as_it_was_made_though_nobody_can_match_it() -> None:
    """All-in for 200 into a pot of 4 is a large raise, also if the other has 5 chips left.

    He folds to large raises and calls small ones.
    """
    rules = no_limit_holdem(2).with_stacks(200, 6)
    hand = play(start(rules, "AhAd KhKd"), "c c")
    actions = [0 if one[-1] == "3" else 1 for one in ABSTRACTION.every_sequence()]
    table, seen = pure(actions), hand.observation(0)
    truth = earned(again(hand), raise_to(198), lambda _: CALL, by_table(actions, SIZES[1]))
    assert truth == 4.0
    assert tried(seen, 198, 0.0, table, table, kernel.MODEL) == truth


def test_dead_chips_are_no_bet() -> None:
    """The button posts 3 that are nobody's bet: a call still costs 1, and the pot has 7."""
    rules = replace(no_limit_holdem(2), dead=(0, 3))
    hand, caller = start(rules, "AhAd KhKd"), pure(CASES["call"])
    call = by_table(CASES["call"], SIZES[0])
    truth = earned(again(hand), CALL, call, call)
    assert truth == -1.0
    assert tried(hand.observation(1), 0, 0.0, caller, caller, kernel.MODEL) == truth
    assert tried(hand.observation(1), 0, 1.0, caller, caller, kernel.MODEL) == 6.0


def test_staying_never_folds_and_random_play_never_where_a_check_is_free() -> None:
    hand = play(start(no_limit_holdem(2), "AhAd KhKd", "2c 7d 9h"), "r6 c")
    seen, weights = hand.observation(0), Range("KK").weights
    wild = HeadsUpTrials(seen, weights, pure(CASES["big raises"]), 400, 3, sizes=SIZES)
    assert set(np.unique(wild.returns(0, kernel.STAYING))) == {-194.0, 206.0}
    lost = wild.returns(0, kernel.RANDOM)
    assert ((lost > -194) & (lost <= 0)).mean() > 0.2
    tame = HeadsUpTrials(seen, weights, pure(CASES["call"]), 400, 3, sizes=SIZES)
    for policy in (kernel.RANDOM, kernel.STAYING):
        won = (tame.returns(0, policy) > 0).mean()
        chance = equity(["AhAd", "KK"], parse_cards("2c 7d 9h")).shares[0]
        assert won == pytest.approx(chance, abs=0.06)


def test_the_value_of_a_call_is_the_equity_if_both_check_on() -> None:
    hand = play(start(no_limit_holdem(2), "AhQd KhKd", "Qc 7d 9h"), "r6 c r10")
    seen = hand.observation(1)
    weights = Range("QQ,AQ,77,JTs").weights * np.random.default_rng(1).random(1326)
    weights *= possible((*seen.hole, *seen.board))
    plan = np.array([4.0, 1.0, 0.0, 0.0])
    trials = HeadsUpTrials(seen, weights, pure(CASES["call"]), 4000, 1, sizes=SIZES, planned=True)
    found = trials.returns(0, kernel.PLAN, plan)
    chance = equity(["KhKd", Range(weights)], seen.board).shares[0]
    assert found.mean() == pytest.approx(chance * 32 - 10, abs=4 * found.std() / 4000**0.5)
    again = HeadsUpTrials(seen, weights, pure(CASES["call"]), 4000, 1, sizes=SIZES, planned=True)
    assert np.array_equal(found, again.returns(0, kernel.PLAN, plan))


def test_the_spot_is_what_is_seen() -> None:
    hand = play(start(no_limit_holdem(2, ante=1), "AhQd KhKd", "Qc 7d 9h"), "r6 r20 c c r30 r90")
    spot = spot_of(hand.observation(1), ABSTRACTION)
    assert spot[kernel.STREET] == 1
    assert spot[kernel.CAP] == 199
    assert spot[kernel.DEAD] == 2
    assert spot[[kernel.IN, kernel.IN + 1]].tolist() == [50, 110]
    assert spot[[kernel.BET, kernel.BET + 1]].tolist() == [30, 90]
    assert spot[[kernel.ACTED, kernel.ACTED + 1]].tolist() == [1, 1]
    assert spot[[kernel.LAST_RAISE, kernel.BIG_BLIND, kernel.FIRST]].tolist() == [60, 2, 1]
    assert spot[[kernel.RAISES_BEFORE, kernel.RAISER_BEFORE]].tolist() == [2, 1]
    assert spot[[kernel.RAISES, kernel.RAISER]].tolist() == [2, 1]
    # A check, a bet of less than the pot (42), a raise of less than it (102).
    assert spot[kernel.LENGTH] == 3
    assert spot[kernel.CODE] == 0 * 9 + 1 * 3 + 1


def test_sequences_are_numbered_in_their_order() -> None:
    for abstraction in (ABSTRACTION, Abstraction(ratios=(0.5, 1.0), length=2, most_raises=2)):
        every = abstraction.every_sequence()
        assert len(every) == len(set(every)) == abstraction.numbers
        assert [abstraction.number(one) for one in every] == list(range(len(every)))


def test_a_sequence_that_nobody_faced_is_taken_for_one_like_it() -> None:
    known = shipped_styles().sequences
    rows, every = nearest_rows(ABSTRACTION, known), ABSTRACTION.every_sequence()
    assert [rows[ABSTRACTION.number(one)] for one in known] == list(range(len(known)))
    nearest = [known[row] for row in rows]
    assert [one[0] for one in nearest] == [one[0] for one in every]
    assert [faces_bet(one) for one in nearest] == [faces_bet(one) for one in every]


def test_a_dearer_raise_is_answered_with_fewer_and_better_hands() -> None:
    """Half of his hands go on after a usual raise; after an all-in those above the eighth tenth."""
    seen = start(no_limit_holdem(2), "AhKd 8c8d").observation(1)
    frequencies = np.tile([0.5, 0.5, 0.0, 0.0], (ABSTRACTION.numbers, 1))
    half = StrategyTable(ABSTRACTION, np.arange(ABSTRACTION.numbers), frequencies)
    goes_on = {}
    for move in (30, 200):
        results = [
            tried(seen, move, 1.0, half, half, kernel.STAYING, heed=0.5, standing=place)
            for place in np.linspace(0.05, 0.95, 10)
        ]
        goes_on[move] = [result > seen.pot for result in results]
    assert goes_on[30] == sorted(goes_on[30])
    assert goes_on[200] == sorted(goes_on[200])
    assert 0 < sum(goes_on[200]) <= sum(goes_on[30]) <= 5
