"""What a player does beside equilibrium: the counting, the equilibrium beside it, when it tells."""

import numpy as np
import pytest

from villain.agents.equilibrium import Equilibrium
from villain.agents.villain import Villain
from villain.agents.villain_beliefs import BeliefStanding
from villain.agents.villain_habits import (
    LEAST_CHANCES,
    ComparedAct,
    FinishedHand,
    HabitCount,
    HabitCounts,
    TellingHabit,
    compare,
    habits_at,
)
from villain.cards.card import parse_distinct
from villain.game import CALL, FOLD, Hand, limit_holdem, no_limit_holdem, raise_to, shuffle
from villain.game.actions import Action
from villain.game.deal import Deal
from villain.game.situation import situation_of
from villain.solver.own_play import mean_chances
from villain.solver.resolving import Resolver

RULES = no_limit_holdem(2, stack=40)


def played(*actions: Action, seed: int = 1) -> Hand:
    """A hand of two; seat 1 is on the button."""
    hand = Hand(RULES, shuffle(RULES, np.random.default_rng(seed)), ("a", "b"))
    for action in actions:
        hand.act(action)
    return hand


def finished(hand: Hand, seat: int) -> FinishedHand:
    return FinishedHand(hand.rules, hand.observation(1 - seat).events, seat, hand.names[seat])


def acts(habit: str, done: int, chances: int, usual: float) -> list[ComparedAct]:
    return [ComparedAct(habit, number < done, usual) for number in range(chances)]


@pytest.mark.parametrize(
    ("actions", "habits"),
    [
        ((), ["open", "give up"]),
        ((CALL,), ["raise limps"]),
        ((raise_to(5),), ["fold to opens", "reraise"]),
        ((raise_to(5), raise_to(15)), ["fold to reraises"]),
        ((CALL, CALL), ["lead"]),
        ((CALL, CALL, CALL), ["bet flops"]),
        ((CALL, CALL, CALL, raise_to(2)), ["fold flops", "raise bets"]),
        ((CALL, CALL, CALL, raise_to(4)), ["fold flops", "raise bets", "pay big bets"]),
        ((CALL,) * 6, ["lead"]),
        ((CALL,) * 7 + (raise_to(2),), ["fold rivers", "raise bets"]),
    ],
)
def test_what_is_counted_where(actions: tuple[Action, ...], habits: list[str]) -> None:
    assert habits_at(situation_of(played(*actions).state)) == habits


def test_equilibrium_is_what_the_solver_says_over_its_own_range() -> None:
    """The chance of folding the button is the mean of the solution's, over all holdings."""
    hand = played(FOLD)
    (opens, folds) = compare(finished(hand, 1)).acts
    seen = played().observation(1)
    known = Equilibrium().told_chances(seen)
    means = known.chances.mean(axis=0)
    by_kind = {action.kind: 0.0 for action in known.actions}
    for action, mean in zip(known.actions, means, strict=True):
        by_kind[action.kind] += mean
    assert (opens.habit, opens.did, folds.habit, folds.did) == ("open", False, "give up", True)
    assert folds.chance == pytest.approx(by_kind["fold"], abs=0.01)
    assert opens.chance == pytest.approx(by_kind["raise"], abs=0.01)


def test_every_decision_of_a_hand_is_laid_beside_a_solution() -> None:
    hand = played(raise_to(5), CALL, CALL, raise_to(5), CALL, CALL, raise_to(20), FOLD)
    mine = compare(finished(hand, 1)).acts
    assert [one.habit for one in mine][:3] == ["open", "give up", "bet flops"]
    assert [one.habit for one in mine][3:] == ["bet turns"]
    assert all(0 < one.chance < 1 for one in mine)
    his = compare(finished(hand, 0)).acts
    assert [one.habit for one in his if one.habit.startswith("fold")] == [
        "fold to opens",
        "fold flops",
        "fold turns",
    ]
    assert next(one for one in his if one.habit == "fold turns").did


def test_nothing_is_counted_where_equilibrium_never_gets() -> None:
    """It never limps and then folds aces; and it calls no shove with everything to come."""
    rules = no_limit_holdem(2, stack=400)
    hand = Hand(rules, shuffle(rules, np.random.default_rng(1)), ("a", "b"))
    for action in (raise_to(300), CALL, CALL, CALL, CALL, CALL, CALL, CALL):
        hand.act(action)
    assert [one.habit for one in compare(finished(hand, 1)).acts] == ["open", "give up"]


def test_cards_change_nothing() -> None:
    """What equilibrium does, and so every count, comes from what all could see."""
    line = (raise_to(5), CALL, CALL, raise_to(5), FOLD)
    one = played(*line)
    board = one._deal.board
    holes = (parse_distinct("2c 2d"), parse_distinct("3c 3d"))
    if {*board} & {card for hole in holes for card in hole}:
        holes = (parse_distinct("4c 4d"), parse_distinct("5c 5d"))
    other = Hand(RULES, Deal(holes, board), one.names)
    for action in line:
        other.act(action)
    assert compare(finished(one, 1)) == compare(finished(other, 1))


def test_a_range_shrinks_by_what_was_done() -> None:
    """After a raise before the flop the mean is over hands that raise, not over all."""
    resolver, hand = (
        Resolver(Equilibrium(iterations=50).settings),
        played(raise_to(5), raise_to(15)),
    )
    street = resolver.follow(RULES, hand.observation(1).events, 1)
    means = mean_chances(street)
    assert means is not None
    every = street.chances(street.line).mean(axis=1)
    assert means.sum() == pytest.approx(1)
    assert means[0] < every[0]


def test_the_example_of_the_issue() -> None:
    habits = HabitCounts()
    habits.take(acts("fold rivers", 14, 17, 0.45))
    (one,) = habits.telling()
    assert one.sentence("You") == (
        "You folded to 14 of 17 bets on the river; equilibrium folds to 45 %"
    )
    assert one.low < 14 / 17 < one.high
    assert one.low > one.equilibrium


def test_nothing_is_told_before_there_is_something_to_tell() -> None:
    few, usual = HabitCounts(), HabitCounts()
    few.take(acts("fold rivers", LEAST_CHANCES - 1, LEAST_CHANCES - 1, 0.1))
    usual.take(acts("fold rivers", 9, 20, 0.45))
    assert few.telling() == usual.telling() == ()
    few.take(acts("fold rivers", 1, 1, 0.1))
    assert few.telling()


def test_the_farthest_come_first_and_nothing_twice() -> None:
    habits = HabitCounts()
    habits.take(acts("fold flops", 30, 60, 0.3))
    habits.take(acts("fold turns", 38, 40, 0.4))
    habits.take(acts("pay big bets", 0, 30, 0.6))
    habits.take(acts("open", 0, 60, 0.8))
    habits.take(acts("give up", 60, 60, 0.1))
    told = habits.telling()
    assert [one.habit for one in told] == ["give up", "fold turns", "fold flops"]


def test_who_plays_as_equilibrium_is_seldom_told_anything() -> None:
    """However long he is watched: one habit in twenty at most, and here far fewer."""
    rng, told = np.random.default_rng(7), 0
    for _ in range(400):
        count, usual = HabitCount(), rng.uniform(0.05, 0.9, 150)
        for chance in usual:
            count.take(ComparedAct("open", bool(rng.random() < chance), float(chance)))
            if count.telling("open"):
                told += 1
                break
    assert told <= 20


def test_villain_counts_whom_it_plays() -> None:
    villain, rng = Villain(iterations=8), np.random.default_rng(2)
    villain.seconds = 0.1  # at a table, where hands wait
    beliefs = villain.beliefs
    assert beliefs is not None
    for number in range(9):
        hand = Hand(RULES, shuffle(RULES, rng), ("villain", "sheep"))
        while not hand.over:
            folds = hand.seat == 1
            hand.act(FOLD if folds else villain.act(hand.observation(0)))
        villain.watch(hand.observation(0))
        assert len(beliefs.waiting) == number + 1
    standing = villain.standing()
    assert isinstance(standing, BeliefStanding)
    assert standing.habits == ()
    villain.compare()
    assert not beliefs.waiting
    standing = villain.standing()
    assert isinstance(standing, BeliefStanding)
    (told,) = standing.habits
    assert isinstance(told, TellingHabit)
    assert (told.habit, told.done, told.chances) == ("give up", 9, 9)
    assert told.equilibrium < told.low


def test_limit_has_habits_too() -> None:
    rules = limit_holdem(2)
    hand = Hand(rules, shuffle(rules, np.random.default_rng(3)), ("a", "b"))
    for action in (CALL, CALL, CALL, raise_to(2), FOLD):
        hand.act(action)
    assert [one.habit for one in compare(FinishedHand(rules, tuple(hand.events), 0, "a")).acts] == [
        "raise limps",
        "lead",
        "fold flops",
        "raise bets",
    ]
