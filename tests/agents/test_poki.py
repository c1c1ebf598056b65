"""Poki at the table."""

import numpy as np
import pytest

from tests.game.table import play, start
from villain.agents import make_agent
from villain.agents.poki import Poki, at_risk, candidates, simulate_actions
from villain.errors import VillainError
from villain.game import CALL, FOLD, Hand, limit_holdem, no_limit_holdem, raise_to, shuffle
from villain.kernels.trial_choices import planned_shares
from villain.kernels.trial_records import TrialRules, Turn
from villain.kernels.triples import FormulaInputs
from villain.models.registry import MODELS, make_model
from villain.strategy.loki import MODERATE, combo_income
from villain.strategy.poki import at_table, formula_of_all
from villain.strategy.simulation import Budget

READERS = [name for name in MODELS if make_model(name).reads(limit_holdem())]
POKIS = ("poki", "poki:sim-s:trials=100", "poki:sim-a:trials=100")


def test_aces_raise_and_rags_fold() -> None:
    hand = start(limit_holdem(3), "7c2d 8s3h AsAh")
    for spec in POKIS:
        assert make_agent(spec).act(hand.observation(2)) == raise_to(4)
    play(hand, "r4")
    assert make_agent("poki").act(hand.observation(0)) == FOLD


@pytest.mark.parametrize("spec", POKIS)
def test_the_nuts_are_raised(spec: str) -> None:
    calls = "c c c c c c c c c"
    hand = play(start(limit_holdem(3), "AhKd QsJs 8c8d", "8s 8h 2c 9d 3c"), f"{calls} r4 c")
    actions = {make_agent(spec, seed).act(hand.observation(2)) for seed in range(10)}
    assert actions == {raise_to(8)}


@pytest.mark.parametrize("model", READERS)
def test_any_model_will_do(model: str) -> None:
    agent = make_agent(f"poki:model={model},trials=50")
    games, rng = (limit_holdem(3), limit_holdem(2)), np.random.default_rng(2)
    rules = next(rules for rules in games if make_model(model).reads(rules))
    for _ in range(3):
        hand = Hand(rules, shuffle(rules, rng))
        while hand.seat is not None:
            hand.act(agent.act(hand.observation(0)) if hand.seat == 0 else CALL)
        agent.watch(hand.observation(0))


def test_values_of_actions_make_sense() -> None:
    """With the nuts on the river a raise is worth more than a call, and a fold nothing."""
    hand = play(start(limit_holdem(2), "8c8d AhKd", "8s 8h 2c 9d Ac"), "c c c c c c r4")
    seen = hand.observation(1)
    model = make_model("statistics")
    model.observe(seen)
    actions, found = simulate_actions(model, seen, 1, Budget(400))
    assert [action.kind for action in actions] == ["fold", "call", "raise"]
    assert found.values[0] == 0
    weak = found.values
    other = play(start(limit_holdem(2), "AhKd 8c8d", "8s 8h 2c 9d Ac"), "c c c c c c r4")
    seen = other.observation(1)
    model = make_model("statistics")
    model.observe(seen)
    _, found = simulate_actions(model, seen, 1, Budget(400))
    assert found.values[2] > found.values[1] > weak[1]
    assert found.values[1] == pytest.approx(seen.pot)  # nobody beats four eights


def test_in_no_limit_a_few_sizes_are_tried() -> None:
    hand = play(start(no_limit_holdem(2), "AhKd 8c8d", "8s 7h 2c 9d Ac"), "c c")
    seen = hand.observation(0)
    found = candidates(seen)
    assert found[0] == CALL
    assert [action.to for action in found[1:]] == sorted({action.to for action in found[1:]})
    assert len(found) == 4
    assert found[-1] == raise_to(seen.stacks[0])
    agent = make_agent("poki:sim-s:trials=100", 3)
    assert hand.legal is not None
    assert hand.legal.allows(agent.act(seen))


def test_the_same_seed_plays_the_same() -> None:
    rules = limit_holdem(4)
    for spec in POKIS:
        lines = []
        for _ in range(2):
            rng, agents = np.random.default_rng(4), [make_agent(spec, seat) for seat in range(4)]
            events = []
            for _ in range(4):
                hand = Hand(rules, shuffle(rules, rng))
                while hand.seat is not None:
                    hand.act(agents[hand.seat].act(hand.observation(hand.seat)))
                for seat, agent in enumerate(agents):
                    agent.watch(hand.observation(seat))
                events += hand.events
            lines.append(events)
        assert lines[0] == lines[1]


@pytest.mark.parametrize("players", [2, 3, 6, 10])
@pytest.mark.parametrize("limit", [True, False])
def test_aces_are_never_folded_before_the_flop(players: int, limit: bool) -> None:
    rules = limit_holdem(players) if limit else no_limit_holdem(players)
    cards = ["AsAh", "KsKh", "QsQh", "JsJh", "TsTh", "9s9h", "8s8h", "7s7h", "6s6h", "5s5h"]
    hand = start(rules, " ".join(cards[:players]))
    while hand.seat is not None and hand.street == 0:
        assert hand.legal is not None
        if hand.seat == 0:
            seen = hand.observation(0)
            assert make_agent("poki").act(seen) != FOLD
            assert Poki().consider(seen).fold == 0
        wild = hand.legal.can_raise and not (hand.seat == 0 and hand.legal.call == 0)
        hand.act(raise_to(min(3 * hand.legal.least, hand.legal.most)) if wild else CALL)


def test_few_players_play_more_hands() -> None:
    shares = []
    for players in (2, 6, 10):
        spot = FormulaInputs(0, 3, 1.0, 1.0, 0, 1)
        style = at_table(MODERATE, players, players)
        triples = formula_of_all(style, spot, combo_income(players), np.zeros(1326))
        shares.append(1 - triples[:, 0].mean())
    assert shares == sorted(shares, reverse=True)
    assert shares[0] > 0.5 > 0.35 > shares[2]


def test_an_all_in_is_not_called_as_often_as_a_small_bet() -> None:
    """With the nuts on the river, everything is not worth what it would be if they always paid."""
    hand = start(no_limit_holdem(2), "AsAh QdJd", "Ad8h4s6cKs")
    play(hand, "c c c c c c")
    seen = hand.observation(0)
    model = make_model("statistics")
    model.observe(seen)
    actions, found = simulate_actions(model, seen, 1, Budget(3000))
    small, all_in = found.values[1], found.values[-1]
    assert actions[-1] == raise_to(seen.stacks[0])
    assert all_in < 3 * small


def test_time_can_be_the_budget() -> None:
    agent = make_agent("poki:sim-s:trials=100000,seconds=0.05")
    hand = play(start(limit_holdem(3), "9c8d AhKd QsJs", "8s 4h 2c 9d 3c"), "c c c")
    assert isinstance(agent, Poki)
    _, found = agent.simulate(hand.observation(0))
    assert found.trials < 100_000


@pytest.mark.parametrize(
    "wrong",
    [
        "poki:trials=1",
        "poki:style=wild",
        "poki:model=styles",
        "poki:seconds=-1",
        "poki:streets=5",
    ],
)
def test_nonsense_is_refused(wrong: str) -> None:
    with pytest.raises(VillainError):
        make_agent(wrong)


def test_gears_change_the_style() -> None:
    agent = make_agent("gears:every=2,styles=rock+maniac")
    hand = start(limit_holdem(3), "7c2d 8s3h Jd8h")
    first = [agent.act(hand.observation(2)) for _ in range(10)]
    for _ in range(2):
        done = play(start(limit_holdem(3), "7c2d 8s3h Jd8h"), "f f")
        agent.watch(done.observation(2))
    then = [agent.act(hand.observation(2)) for _ in range(10)]
    assert set(first) == {FOLD}
    assert FOLD not in then
    with pytest.raises(VillainError, match="style"):
        make_agent("gears:styles=rock+wild")


@pytest.mark.parametrize("fold", [0.3, 0.5, 0.6])
def test_nobody_folds_so_much_to_an_all_in_that_any_hand_could_bluff(fold: float) -> None:
    """A hundred big blinds into two; whoever is called wins one time in ten."""
    rules = TrialRules(False, 3, *(np.full(4, number) for number in (2, 9, 0)))
    planned = np.tile([fold, 0.9 - fold, 0.1], (4, 3, 1))
    turns = [Turn(1, owed, 4 + owed, 1, 2) for owed in (2, 4, 20, 200)]
    folds = [planned_shares(planned, rules, turn)[0] for turn in turns]
    assert folds == sorted(folds)
    assert folds[-1] * 4 + (1 - folds[-1]) * (0.1 * 404 - 200) < 0


def test_an_all_in_that_nobody_called_yet_is_not_obvious() -> None:
    hand = play(start(no_limit_holdem(2), "3h2c QdJd", "6c8d6dKs4h"), "c c")
    seen = hand.observation(0)
    assert at_risk(seen) == 198
    assert at_risk(play(start(limit_holdem(2), "3h2c QdJd"), "c c").observation(0)) == 0
