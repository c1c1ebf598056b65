"""The equilibrium player: quick hands, bets that no tree has, any stacks, and what it tells."""

import pickle

import numpy as np
import pytest

from villain.agents import Agent, make_agent
from villain.arena.match import Match, play_match
from villain.cards.combo import Combo
from villain.errors import VillainError
from villain.game import CALL, Hand, Rules, limit_holdem, no_limit_holdem, raise_to, shuffle
from villain.game.observation import without_hole
from villain.solver.resolving import Resolver
from villain.solver.street_solving import ResolverSettings
from villain.solver.values.board_facts import BoardFacts
from villain.solver.values.end_values import EndValues
from villain.solver.values.sources import PlainValues

QUICK = "equilibrium:iterations=12"


def play(hand: Hand, *agents: Agent) -> Hand:
    while hand.seat is not None:
        hand.act(agents[hand.seat].act(hand.observation(hand.seat)))
    return hand


def hand_of(rules: Rules, seed: int = 1) -> Hand:
    return Hand(rules, shuffle(rules, np.random.default_rng(seed)))


@pytest.mark.parametrize(
    "rules",
    [
        no_limit_holdem(2),
        limit_holdem(),
        no_limit_holdem(2, stack=2),
        no_limit_holdem(2, stack=500, ante=1).with_stacks(31, 500),
    ],
    ids=["100 big blinds", "limit", "one big blind", "uneven"],
)
def test_a_hand_against_itself_and_the_same_again(rules: Rules) -> None:
    """The same seeds play the same hand, whatever was solved before."""
    hands = []
    for _ in range(2):
        agents = [make_agent(QUICK, seed) for seed in (1, 2)]
        hands.append([play(hand_of(rules, seed), *agents).events for seed in (1, 2)])
    assert hands[0] == hands[1]


def test_it_plays_from_what_it_tells() -> None:
    """The row of its own hand is what it draws from, and its cards change nothing in the table."""
    rules = no_limit_holdem(2)
    agent, hand = make_agent(QUICK), hand_of(rules)
    seen = hand.observation(1)
    told = agent.chances(seen)
    blind = agent.chances(without_hole(seen))
    assert told is not None
    assert blind is not None
    np.testing.assert_array_equal(told.chances, blind.chances)
    drawn = [agent.act(seen) for _ in range(400)]
    row = told.chances[Combo.of(*seen.hole)]
    for action, chance in zip(told.actions, row, strict=True):
        assert drawn.count(action) / 400 == pytest.approx(chance, abs=0.08)


def test_a_bet_that_no_tree_has_is_answered() -> None:
    """It asks more of a hand the more it has to pay; what it did before is not done again."""
    rules = no_limit_holdem(2)
    folds = []
    for to in (9, 30, 77):
        hand, agent = hand_of(rules), make_agent("equilibrium:iterations=60")
        hand.act(raise_to(5))
        hand.act(raise_to(to))
        told = agent.chances(hand.observation(1))
        assert told is not None
        folds.append(float(told.of_kind("fold").mean()))
    assert folds[0] < folds[1] < folds[2]


def test_what_we_did_before_a_strange_bet_stays_as_it_was() -> None:
    """The street is solved again from its start, with our own decision there as it was."""
    rules = no_limit_holdem(2)
    hand = hand_of(rules)
    resolver = Resolver(ResolverSettings(iterations=30))
    before = resolver.face(rules, hand.observation(1).events, 1)
    for action in (raise_to(5), raise_to(23)):
        hand.act(action)
    street = resolver.follow(rules, hand.observation(1).events, 1)
    assert street.added == (((raise_to(5),), 23),)
    np.testing.assert_allclose(
        street.solution.strategy(0).T, before.chances[:, [0, 1, 2]], atol=1e-6
    )
    assert street.solution.iterations == 30


def test_it_can_be_asked_about_lines_in_any_order() -> None:
    rules, agent = no_limit_holdem(2), make_agent(QUICK)
    views = []
    for bet in (4, 7):
        hand = hand_of(rules)
        for action in (raise_to(5), CALL, raise_to(bet)):
            hand.act(action)
        views.append(hand.observation(1))
    first = [agent.chances(view) for view in views]
    again = [pickle.loads(pickle.dumps(agent)).chances(view) for view in views[::-1]][::-1]
    for one, other in zip(first, again, strict=True):
        assert one is not None
        assert other is not None
        assert one.actions == other.actions
        np.testing.assert_array_equal(one.chances, other.chances)


def test_aces_never_fold_and_nobody_folds_for_nothing() -> None:
    rules, agent = no_limit_holdem(2), make_agent("equilibrium:iterations=60")
    hand = hand_of(rules)
    hand.act(raise_to(5))
    hand.act(raise_to(200))
    told = agent.chances(hand.observation(1))
    assert told is not None
    assert told.of_kind("fold")[Combo.parse("AsAh")] == 0
    assert told.of_kind("fold")[Combo.parse("7s2h")] == 1


class CheckedFromTheStart(PlainValues):
    """Promises what everybody would have if nobody bet at all."""

    def at_start(self, facts: BoardFacts, rules: Rules) -> EndValues | None:
        return self.at_end(facts, rules)


@pytest.mark.parametrize("values", [PlainValues(), CheckedFromTheStart()])
def test_a_promise_changes_what_is_played(values: PlainValues) -> None:
    """From the flop on, and only there: before the flop nothing was promised."""
    rules = no_limit_holdem(2)
    hand = hand_of(rules)
    plain, careful = (
        Resolver(ResolverSettings(iterations=40, gadget=share, values=values))
        for share in (0.0, 0.7)
    )
    same = [resolver.face(rules, hand.observation(1).events, 1) for resolver in (plain, careful)]
    np.testing.assert_array_equal(same[0].chances, same[1].chances)
    for action in (raise_to(5), CALL, CALL):
        hand.act(action)
    one, other = (
        resolver.face(rules, hand.observation(1).events, 1) for resolver in (plain, careful)
    )
    assert one.actions == other.actions
    assert np.abs(one.chances - other.chances).mean() > 0.005
    np.testing.assert_allclose(other.chances.sum(axis=1), 1)


def test_in_live_play_it_stops_in_time() -> None:
    """It makes twenty iterations at least, and far fewer than it would if it were not hurried."""
    rules = no_limit_holdem(2)
    hand, agent = hand_of(rules), make_agent("equilibrium:iterations=50000")
    for action in (raise_to(6), CALL, CALL):
        hand.act(action)
    agent.seconds = 0.0
    seen = hand.observation(1)
    assert seen.legal is not None
    assert seen.legal.allows(agent.act(seen))


@pytest.mark.slow
def test_a_calling_station_loses_to_it() -> None:
    match = Match(no_limit_holdem(2, stack=40), (QUICK, "call"), 200, seed=1, strict=True)
    assert play_match(match).rates()[0].low > 0


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("equilibrium:iterations=0", "1 to 100,000"),
        ("equilibrium:gadget=2", "share from 0 to 1"),
        ("equilibrium:sizes=0", "above 0"),
        ("equilibrium:seconds=0", "more than none"),
    ],
)
def test_wrong_parameters_are_refused(spec: str, words: str) -> None:
    with pytest.raises(VillainError, match=words):
        make_agent(spec)
