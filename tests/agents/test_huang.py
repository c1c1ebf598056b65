"""Huang's heads-up agents at the table."""

import pickle
from collections.abc import Callable
from math import inf
from pathlib import Path

import numpy as np
import pytest

from tests.game.oracles import random_action
from tests.game.table import play, start
from villain.agents import Agent, make_agent
from villain.agents.equilibrium import Equilibrium
from villain.agents.huang import Huang, mix
from villain.agents.huang_crowd import HuangCrowd
from villain.agents.huang_exploit import ExploitFactor, HuangExploit
from villain.errors import VillainError
from villain.game import (
    CALL,
    FOLD,
    Action,
    Hand,
    Observation,
    limit_holdem,
    no_limit_holdem,
    raise_to,
    shuffle,
)
from villain.game.events import Acted
from villain.game.rules import Rules
from villain.models.huang.styles import gather, save
from villain.strategy.huang.abstraction import Abstraction

AGENTS = (
    "huang:mc-random:trials=8",
    "huang:mc-self-model:trials=8",
    "huang:no-model:trials=8",
    "huang:own=exact,trials=8",
    "huang:exploit:trials=8",
)
NAMES = ("me", "Ann")


def uneven(rng: np.random.Generator) -> Rules:
    """A game with antes or without, and stacks that are soon gone or not."""
    rules = no_limit_holdem(2, big_blind=int(rng.choice([2, 10])), ante=int(rng.choice([0, 3])))
    return rules.with_stacks(*rng.integers(5, rng.choice([40, 900]), 2).tolist())


def match(
    agent: Agent, rival: str, hands: int, change: Callable[[Agent], Agent] | None = None
) -> list[Action]:
    """What an agent does in some hands, both seats in turn; ``change`` comes every 20 hands."""
    rng, other, rules = np.random.default_rng(3), make_agent(rival, 5), no_limit_holdem(2)
    taken = []
    for number in range(hands):
        if change is not None and number % 20 == 19:
            agent = change(agent)
        mine = number % 2
        hand = Hand(rules, shuffle(rules, rng), NAMES if mine == 0 else NAMES[::-1])
        while hand.seat is not None:
            seen = hand.observation(hand.seat)
            if hand.seat == mine:
                taken.append(agent.act(seen))
                hand.act(taken[-1])
            else:
                hand.act(other.act(seen))
        agent.watch(hand.observation(mine))
    return taken


@pytest.mark.parametrize("spec", [*AGENTS, "huang:crowd:trials=8"])
def test_actions_are_legal_and_nothing_free_is_folded(spec: str) -> None:
    rng, agent = np.random.default_rng(1), make_agent(spec, 2)
    for _ in range(60 if spec in AGENTS else 15):
        rules, mine = uneven(rng), int(rng.integers(2))
        hand = Hand(rules, shuffle(rules, rng), NAMES if mine == 0 else NAMES[::-1])
        while hand.seat is not None:
            assert hand.legal is not None
            if hand.seat == mine:
                action = agent.act(hand.observation(mine))
                assert action != FOLD or hand.legal.call
                hand.act(action)  # raises if it is illegal
            else:
                hand.act(random_action(hand.legal, rng))
        agent.watch(hand.observation(mine))


@pytest.mark.parametrize("spec", AGENTS)
def test_the_same_seed_plays_the_same_also_when_it_is_put_away(spec: str) -> None:
    """An agent that is saved and loaded every 20 hands goes on as if nothing had happened."""

    def put_away(agent: Agent) -> Agent:
        loaded: Agent = pickle.loads(pickle.dumps(agent))
        return loaded

    plain = match(make_agent(spec, 4), "random", 41)
    assert plain == match(make_agent(spec, 4), "random", 41, put_away)
    other = match(make_agent(spec, 5), "random", 12)
    assert other != plain[: len(other)]


@pytest.mark.slow
def test_it_learns_that_a_caller_calls() -> None:
    agent = make_agent("huang:mc-random:trials=4", 1)
    assert isinstance(agent, Huang)
    match(agent, "call", 210)
    found, average = (one.model.person("Ann").table for one in (agent, Huang(1)))
    # He was on the button more than 100 times, where his own frequencies are all that counts.
    assert found.frequencies[found.row("000")] == pytest.approx([0, 1, 0, 0])
    for sequence in ("0001", "0002", "100", "1002"):
        row = found.row(sequence)
        assert found.frequencies[row, 1] > average.frequencies[row, 1]
    assert np.array_equal(agent.model.person("me").table.frequencies, average.frequencies)


def test_who_does_not_learn_does_not() -> None:
    agent = make_agent("huang:no-model:trials=8", 1)
    assert isinstance(agent, Huang)
    before = agent.model.person("Ann").table.frequencies.copy()
    match(agent, "raise", 40)
    assert np.array_equal(agent.model.person("Ann").table.frequencies, before)


@pytest.mark.parametrize("spec", ["huang:mc-random", "huang:mc-self-model", "huang:exploit"])
def test_values_make_sense(spec: str) -> None:
    """A fold is worth nothing; the nuts are worth the pot at least, and more if they are bet."""
    agent = make_agent(spec, 3)
    assert isinstance(agent, Huang)
    hand = play(start(no_limit_holdem(2), "8c8d AhKd", "8s 8h 2c 9d Ac"), "c c c c c c c")
    seen = hand.observation(1)
    agent.model.observe(seen)
    actions, weak = agent.consider(seen)
    assert actions[0] == CALL
    hand = play(start(no_limit_holdem(2), "AhKd 8c8d", "8s 8h 2c 9d Ac"), "c c c c c c r4")
    seen = hand.observation(1)
    agent.model.observe(seen)
    actions, strong = agent.consider(seen)
    assert actions[:2] == [FOLD, CALL]
    assert strong[0] == 0.0
    assert strong[1] == seen.pot  # nobody beats four eights
    assert (strong[2:] > strong[1]).all()
    assert weak[0] < seen.pot


def test_sizes_are_shares_of_the_pot_and_all_in_is_tried_once() -> None:
    hand = play(start(no_limit_holdem(2), "8c8d AhKd", "8s 7h 2c"), "r10 c")
    agent = Huang(sizes=(0.5, 1, 20, 100))
    found = agent.candidates(hand.observation(0))
    assert [action.to for action in found] == [0, 10, 20, 190]


def test_a_mixed_strategy_is_in_proportion_to_what_is_earned() -> None:
    assert mix(np.array([0.0, 2.0, -1.0, 6.0])) == pytest.approx([0, 0.25, 0, 0.75])
    assert mix(np.array([0.0, -2.0, -1.0])) == pytest.approx([1, 0, 0])
    assert mix(np.array([-3.0, -2.0]), inf) == pytest.approx([1, 0])
    assert mix(np.array([0.0, 2.0, 6.0]), 2) == pytest.approx([0, 0.1, 0.9])


def test_the_exploit_factor_follows_the_profit() -> None:
    factor = ExploitFactor()
    values = [factor.value]
    for profit in (2.0, -6.0, 6.0):
        for _ in range(150):
            factor.note(profit)
        values.append(factor.value)
    start_at, won, lost, again = values
    assert start_at == 0.5
    assert won > 0.9
    assert lost < 0.1
    assert again > 0.3 > lost
    assert 0 <= min(values) <= max(values) <= 1


def test_the_factor_goes_from_the_cautious_strategy_to_the_best_action() -> None:
    values = np.array([0.0, 1.0, 3.0])
    for factor, wanted in ((0.0, [0, 0.25, 0.75]), (0.5, [0, 0.125, 0.875]), (1.0, [0, 0, 1])):
        agent = make_agent(f"huang:exploit:factor={factor}")
        assert isinstance(agent, HuangExploit)
        assert agent.choose(values) == pytest.approx(wanted)
    agent = HuangExploit(trials=8)
    match(agent, "fold", 60)
    assert agent.exploit_factor > 0.5


class Careful(Equilibrium):
    """Calls everything, and counts the hands and decisions that it was asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.hands = self.decisions = 0

    def act(self, seen: Observation) -> Action:
        self.hands += not any(
            isinstance(one, Acted) and one.seat == seen.seat for one in seen.events
        )
        self.decisions += 1
        return CALL


@pytest.mark.parametrize("kind", [HuangExploit, HuangCrowd])
def test_the_safe_end_can_be_equilibrium(kind: type[HuangExploit | HuangCrowd]) -> None:
    rules, deals = no_limit_holdem(2), np.random.default_rng(4)
    agent, other = kind(7, trials=4, factor=0, safe="equilibrium"), Equilibrium(iterations=6)
    agent.equilibrium, other.rng = Equilibrium(iterations=6), np.random.default_rng(7)
    for number in range(4):
        hand = Hand(rules, shuffle(rules, deals), NAMES)
        own = number % 2
        if hand.seat != own:
            hand.act(CALL)
        other.rng.random()  # a hand is drawn first
        while hand.seat is not None:
            seen = hand.observation(hand.seat)
            wanted = other.act(seen) if hand.seat == own else CALL
            if hand.seat == own:
                assert agent.act(seen) == wanted
            hand.act(wanted)
        agent.watch(hand.observation(own))


@pytest.mark.parametrize(("factor", "least", "most"), [(0.0, 60, 60), (0.5, 20, 40), (1.0, 0, 0)])
def test_whole_hands_are_played_for_one_end_or_the_other(
    factor: float, least: int, most: int
) -> None:
    agent = HuangExploit(5, trials=4, factor=factor, safe="equilibrium")
    agent.equilibrium = careful = Careful()
    match(agent, "call", 60)
    assert least <= careful.hands <= most
    if factor < 1:  # one who calls is never done before the river
        assert careful.decisions >= 3 * careful.hands
    # The other hands are for the best response alone.
    assert agent.choose(np.array([0.0, 1.0, 3.0])).tolist() == [0, 0, 1]


@pytest.mark.parametrize(
    "spec",
    [
        "huang:exploit:safe=bank",
        "huang:own=tarot",
        "huang:model=tarot",
        "huang:trials=0",
        "huang:sizes=0.7+x",
        "huang:sizes=0",
        "huang:sizes=inf",
        "huang:sizes=nan",
        "huang:trials=nan",
        "huang:power=-1",
        "huang:styles=nowhere.npz",
        "huang:exploit:factor=2",
        "huang:exploit:sizes=-1",
    ],
)
def test_errors_are_one_line(spec: str) -> None:
    with pytest.raises(VillainError) as error:
        make_agent(spec)
    assert "\n" not in str(error.value)


def test_it_reads_by_a_file_of_styles_of_ones_own(tmp_path: Path) -> None:
    abstraction = Abstraction(ratios=(0.5, 1.0))
    people = {n: (9, {"000": [1, 9 - n, n, 1, 1], "100": [0, 2, 1, 1, 1]}) for n in range(1, 9)}
    save(gather(abstraction, people), tmp_path / "styles.npz")
    for spec in ("huang", "huang:exploit"):
        agent = make_agent(f"{spec}:trials=4,styles={tmp_path / 'styles.npz'}", 1)
        assert isinstance(agent, Huang)
        assert agent.model.styles.abstraction.ratios == (0.5, 1.0)
        assert match(agent, "raise", 4)


def test_it_plays_heads_up_no_limit_only() -> None:
    assert Huang.plays(no_limit_holdem(2))
    assert not Huang.plays(no_limit_holdem(3))
    assert not Huang.plays(limit_holdem(2))


def test_all_in_for_a_hundred_blinds_is_no_way_to_win_two() -> None:
    """Who is called by the best hands only loses with one in the middle, and wins with aces."""
    agent = HuangExploit(5, trials=2000)
    for cards, pays in (("9h8d", False), ("Ks7d", False), ("AsAh", True)):
        hand = start(no_limit_holdem(2), f"7c2d {cards}")
        assert hand.seat is not None
        seen = hand.observation(1)._replace(names=NAMES)
        agent.model.observe(seen)
        actions, values = agent.consider(seen)
        assert actions[-1] == raise_to(200)
        assert (values[-1] > 0) == pays
