"""Villain in small games: it keeps the laws, reads, answers, and says exactly what it risks."""

from functools import partial

import numpy as np
import pytest

from villain.agents.styles import StylePlayer
from villain.agents.villain_small import SmallGameVillain
from villain.checks import agents as laws
from villain.errors import VillainError
from villain.evaluation.small_dial import SmallDial
from villain.game import CALL, FOLD, Hand, Observation, kuhn, leduc, one_card, raise_to, shuffle
from villain.game.rules import UNLIMITED, Rules
from villain.models.baker.model import StyleReader
from villain.models.baker.strategy import StyleStrategyReader
from villain.solver.locks import Locks
from villain.solver.small_answers import small_equilibrium
from villain.solver.told_strategies import judge_strategies, tell_strategy
from villain.strategy.small_opponents import OPPONENTS, chances_of

US, HIM = "villain", "he"


def meet(agent: SmallGameVillain, rules: Rules, name: str, hands: int, seed: int = 1) -> list[int]:
    """Let it play one of the five, the seats in turn; what it wins in each hand."""
    rng, chances, won = np.random.default_rng(seed), chances_of(OPPONENTS[name]), list[int]()
    for number in range(hands):
        own = number % 2
        hand = Hand(rules, shuffle(rules, rng), (US, HIM) if own == 0 else (HIM, US))
        while hand.seat is not None:
            seen = hand.observation(hand.seat)
            assert seen.legal is not None
            if hand.seat == own:
                hand.act(agent.act(seen))
                continue
            fold, call, _ = chances(seen)
            point = rng.random()
            if point < fold:
                hand.act(FOLD)
            else:
                raises = point >= fold + call and seen.legal.can_raise
                hand.act(raise_to(seen.legal.least) if raises else CALL)
        agent.watch(hand.observation(own))
        assert hand.payoffs is not None
        won.append(hand.payoffs[own])
    return won


def as_told(agent: SmallGameVillain, rules: Rules) -> Locks:
    """All that it does against him, asked decision by decision."""

    def told(seen: Observation) -> tuple[float, float, float]:
        return agent.told(seen._replace(names=(HIM, HIM)))

    return tell_strategy(small_equilibrium(rules).game, rules, told)


def wins_from(agent: SmallGameVillain, rules: Rules, name: str) -> float:
    """What it would win a hand from now on, without luck."""
    return SmallDial(rules, OPPONENTS[name]).wins(as_told(agent, rules))


@pytest.mark.parametrize("dial", ["auto", "0.5", "0"])
def test_the_laws_hold(dial: str) -> None:
    make = partial(SmallGameVillain, dial=dial)
    laws.actions_are_legal(make, 30)
    laws.same_seed_same_play(make, 25)
    laws.pickled_goes_on_alike(make, 12)
    laws.hidden_cards_make_no_difference(make)


class ByStyles(SmallGameVillain):
    """With a reader of styles, in games that it knows."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed, styles=StyleReader("cards"))

    @classmethod
    def plays(cls, rules: Rules) -> bool:
        return super().plays(rules) and StyleReader.reads(rules)


def test_the_laws_hold_with_a_reader_of_styles() -> None:
    laws.actions_are_legal(ByStyles, 30)
    laws.same_seed_same_play(ByStyles, 25)
    laws.pickled_goes_on_alike(ByStyles, 12)
    laws.hidden_cards_make_no_difference(ByStyles)


def test_a_style_that_is_read_is_answered() -> None:
    """Bayes finds the style, and the answer wins nearly what can be won from it."""
    rules, reader = one_card(2, stack=4), StyleReader("cards")
    agent, style = SmallGameVillain(1, dial=1, styles=reader), StylePlayer(2, alpha=0.5, beta=0.9)
    rng = np.random.default_rng(3)
    for number in range(60):
        own = number % 2
        hand = Hand(rules, shuffle(rules, rng), (US, HIM) if own == 0 else (HIM, US))
        while hand.seat is not None:
            seen = hand.observation(hand.seat)
            hand.act((agent if hand.seat == own else style).act(seen))
        agent.watch(hand.observation(own))
    assert reader.styles(HIM)["TP"] > 0.95
    learned = StyleStrategyReader(rules, reader, HIM).learned()
    calls = learned.chances(3, 0)[1]  # he checked, and was bet to: he calls what wins half
    assert (calls[:4] < 0.02).all()
    assert (calls[5:8] > 0.9).all()
    standing = agent.standing()
    assert standing is not None
    assert standing.gain > 0.05


def test_styles_are_of_one_card() -> None:
    agent = SmallGameVillain(styles=StyleReader())
    hand = Hand(leduc(), shuffle(leduc(), np.random.default_rng(1)))
    with pytest.raises(VillainError, match="leduc"):
        agent.act(hand.observation(0))


def test_it_starts_at_equilibrium_and_with_the_dial_at_0_it_stays_there() -> None:
    agent, stays = SmallGameVillain(), SmallGameVillain(dial=0)
    equilibrium = small_equilibrium(kuhn())
    for one in (agent, stays):
        assert one.standing() is None
        for place, lock in as_told(one, kuhn()).at.items():
            np.testing.assert_allclose(lock.chances, equilibrium.chances(*place))
    meet(stays, kuhn(), "calls-all", 40)
    for place, lock in as_told(stays, kuhn()).at.items():
        np.testing.assert_allclose(lock.chances, equilibrium.chances(*place))
    standing = stays.standing()
    assert standing is not None
    assert standing.dial == standing.gain == 0
    assert standing.hands == 40


@pytest.mark.parametrize("rules", [kuhn(), one_card(2)], ids=lambda rules: rules.name)
@pytest.mark.parametrize("dial", ["auto", "0.75"])
def test_what_it_says_it_risks_is_what_its_worst_opponent_wins(rules: Rules, dial: str) -> None:
    agent = SmallGameVillain(dial=dial)
    meet(agent, rules, "maniac", 60)
    told = as_told(agent, rules)
    assert agent.exploitability == pytest.approx(judge_strategies(told).exploitability, abs=1e-9)
    assert agent.exploitability > 0.01


def test_it_wins_most_of_what_there_is_from_one_who_calls_everything() -> None:
    rules, agent = one_card(2), SmallGameVillain(seed=3)
    meet(agent, rules, "calls-all", 300)
    equilibrium = small_equilibrium(rules)
    truth = tell_strategy(equilibrium.game, rules, chances_of(OPPONENTS["calls-all"]))
    safe, best = equilibrium.wins_from(truth), sum(judge_strategies(truth).best) / 2
    assert wins_from(agent, rules, "calls-all") > safe + 0.6 * (best - safe)
    standing = agent.standing()
    assert standing is not None
    assert standing.dial > 0.4
    assert standing.gain > 0.05


@pytest.mark.slow
@pytest.mark.parametrize("name", OPPONENTS)
def test_in_leduc_it_wins_more_than_equilibrium_after_200_hands(name: str) -> None:
    agent = SmallGameVillain(seed=2)
    meet(agent, leduc(), name, 200)
    equilibrium = small_equilibrium(leduc())
    truth = tell_strategy(equilibrium.game, leduc(), chances_of(OPPONENTS[name]))
    safe, best = equilibrium.wins_from(truth), sum(judge_strategies(truth).best) / 2
    assert wins_from(agent, leduc(), name) > safe + 0.25 * (best - safe)
    assert agent.exploitability < 0.4


def test_it_keeps_to_the_risk_that_it_is_given() -> None:
    freely, bound, never = (SmallGameVillain(risk=risk) for risk in (None, 0.02, 0.0))
    for agent in (freely, bound, never):
        meet(agent, kuhn(), "maniac", 60)
    assert freely.exploitability > 0.05
    assert 0 < bound.exploitability <= 0.02
    assert never.exploitability == pytest.approx(small_equilibrium(kuhn()).exploitability)


def test_gifts_come_to_what_equilibrium_would_win() -> None:
    agent, hands = SmallGameVillain(dial=0), 400
    meet(agent, kuhn(), "maniac", hands)
    game = small_equilibrium(kuhn()).game
    truth = tell_strategy(game, kuhn(), chances_of(OPPONENTS["maniac"]))
    standing = agent.standing()
    assert standing is not None
    assert agent.gifts / hands == pytest.approx(
        small_equilibrium(kuhn()).wins_from(truth), abs=0.03
    )
    assert 0 < standing.sure_gifts < standing.gifts
    assert standing.risked == pytest.approx(hands * standing.risk)
    assert standing.values == pytest.approx((-1 / 18, 1 / 18), abs=1e-3)


def test_opponents_are_told_apart_by_name() -> None:
    agent = SmallGameVillain()
    meet(agent, kuhn(), "maniac", 20)
    assert agent.standing(kuhn(), HIM) == agent.standing()
    assert agent.standing(kuhn(), "somebody else") is None
    assert agent.standing(leduc(), HIM) is None


def test_games_that_it_cannot_solve_are_left_to_others() -> None:
    refused = (leduc(3), one_card(2, stack=UNLIMITED), kuhn().with_stacks(1, 1))
    assert not any(map(SmallGameVillain.plays, refused))
    assert all(map(SmallGameVillain.plays, (kuhn(), leduc(), one_card(2))))


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"dial": "much"}, "dial=much; it is auto, or a number"),
        ({"dial": 1.5}, r"dial=1\.5; it is auto"),
        ({"risk": -1.0}, "risk=-1; it is chips a hand"),
        ({"doubt": 0.0}, "doubt=0; it takes some decisions"),
    ],
)
def test_parameters_that_mean_nothing_are_refused(
    parameters: dict[str, float], message: str
) -> None:
    with pytest.raises(VillainError, match=message):
        SmallGameVillain(**parameters)  # type: ignore[arg-type]
