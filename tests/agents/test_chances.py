"""What an agent tells of its play is what it plays."""

import numpy as np
import pytest
from scipy.special import chdtrc

from villain.agents import make_agent
from villain.agents.agent import Agent
from villain.agents.person import Person
from villain.cards import Combo
from villain.game import CALL, FOLD, Hand, Observation, kuhn, no_limit_holdem, raise_to, shuffle
from villain.game.deal import Deal
from villain.game.events import Dealt
from villain.game.public_state import PublicState
from villain.game.situation import situation_of
from villain.models.crowd.bet_amounts import draw_raise, raise_chances

LINES = {
    "first in": [],
    "raised": [raise_to(250)],
    "on the flop": [raise_to(300), CALL],
    "bet into on the flop": [raise_to(300), CALL, CALL, raise_to(350)],
    "all-in": [raise_to(10_000)],
    "all-in on the flop": [raise_to(300), CALL, CALL, raise_to(9_700)],
}
"""Lines before somebody's decision, with 100 big blinds of 100."""


def facing(line: str, hole: str) -> Observation:
    rules = no_limit_holdem(2, big_blind=100, stack=10_000)
    held = Combo.parse(hole).cards
    rest = [card for card in rules.deck if card not in held]
    board = tuple(np.random.default_rng(8).permutation(len(rest))[:5].tolist())
    hand = Hand(rules, Deal(((), ()), tuple(rest[place] for place in board)), check=False)
    for action in LINES[line]:
        hand.act(action)
    assert hand.seat is not None
    seen = hand.observation(hand.seat)
    events = tuple(
        Dealt(event.seat, held) if isinstance(event, Dealt) and event.seat == seen.seat else event
        for event in seen.events
    )
    return seen._replace(hole=held, events=events)


def assert_plays_as_told(agent: Agent, seen: Observation, draws: int) -> None:
    told = agent.chances(seen)
    assert told is not None
    expected = told.chances[Combo.of(*seen.hole)]
    counts = dict.fromkeys(told.actions, 0)
    for _ in range(draws):
        counts[agent.act(seen)] += 1
    often = expected * draws >= 5
    observed = np.array(list(counts.values()))
    assert not observed[expected == 0].any()
    seldom = observed[~often].sum(), expected[~often].sum() * draws
    both = zip([*observed[often], seldom[0]], [*expected[often] * draws, seldom[1]], strict=True)
    pairs = [(one, other) for one, other in both if other > 0.5]
    if len(pairs) > 1:
        seen_often, wanted = np.array(pairs).T
        wanted *= seen_often.sum() / wanted.sum()
        squares = ((seen_often - wanted) ** 2 / wanted).sum()
        assert chdtrc(len(pairs) - 1, squares) > 1e-4


@pytest.mark.parametrize("line", LINES)
def test_a_person_plays_what_he_tells(line: str) -> None:
    for number, hole in enumerate(("AhKh", "9s2d")):
        assert_plays_as_told(Person(seed=number), facing(line, hole), 200)


@pytest.mark.parametrize("spec", ["fold", "call", "raise:pot=1", "raise:pot=2,from=river"])
def test_the_blind_do_one_thing(spec: str) -> None:
    for line in LINES:
        assert_plays_as_told(make_agent(spec), facing(line, "AhKh"), 1)


def test_who_raises_from_a_street_on_calls_before() -> None:
    agent = make_agent("raise:pot=2,from=flop")
    assert agent.act(facing("raised", "AhKh")) == CALL
    assert agent.act(facing("on the flop", "AhKh")) == raise_to(1200)


def test_not_told_of_other_games_nor_by_those_who_do_not_know() -> None:
    rules = kuhn()
    hand = Hand(rules, shuffle(rules, np.random.default_rng(1)))
    assert make_agent("call").chances(hand.observation(0)) is None
    assert make_agent("random").chances(facing("raised", "AhKh")) is None


def test_actions_that_are_not_taken_have_no_chance() -> None:
    seen = facing("raised", "AhKh")
    told = make_agent("call").chances(seen)
    assert told is not None
    assert not told.of(FOLD).any()
    assert not told.of_kind("raise").any()
    assert told.of_kind("call").all()


@pytest.mark.parametrize("blinds", [(50, 100), (40, 100)])
@pytest.mark.parametrize("line", ["first in", "raised", "on the flop", "bet into on the flop"])
def test_amounts_are_drawn_as_often_as_said(line: str, blinds: tuple[int, int]) -> None:
    """The chances of amounts are worked out; the draw is the slow twin."""
    rng = np.random.default_rng(5)
    seen = facing(line, "AhKh")
    rules = no_limit_holdem(2, big_blind=100, stack=10_000)
    object.__setattr__(rules, "blinds", blinds[::-1])
    state = PublicState.at_start(rules)
    for event in seen.events[4:]:
        state.follow(event)
    situation, sizes = situation_of(state), rng.dirichlet(np.ones(24))
    amounts, chances = raise_chances(situation, sizes, whole=0.35)
    for kind in range(2, 7):
        assert chances[kind - 2].sum() == pytest.approx(1)
        drawn = [draw_raise(situation, sizes, kind, rng, whole=0.35) for _ in range(1500)]
        shares = np.array([drawn.count(to) for to in amounts]) / len(drawn)
        assert shares.sum() == pytest.approx(1)
        assert np.abs(shares - chances[kind - 2]).max() < 0.05
