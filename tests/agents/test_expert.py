"""Expert: between a person and the greedy answer, legal everywhere, careful with stacks."""

from dataclasses import replace

import numpy as np
import pytest

from villain.agents import make_agent
from villain.agents.expert import Expert
from villain.agents.expert_moves import moves_of
from villain.agents.expert_ranges import DearRaisers
from villain.agents.stack_decisions import doubted, is_for_a_stack
from villain.cards import Card, Combo, parse_cards
from villain.checks.dealing import random_action
from villain.errors import VillainError
from villain.game import CALL, FOLD, Hand, limit_holdem, no_limit_holdem, raise_to, shuffle
from villain.game.deal import Deal
from villain.game.observation import Observation
from villain.game.situation import situation_of
from villain.models.crowd.model import CrowdModel
from villain.models.crowd.runouts import board_pool, steps_on
from villain.models.crowd.strengths import UNKNOWN, strength_codes
from villain.models.loki.dear_bets import range_behind


def facing_a_bet(hole: str, bet: int, stack: int = 200) -> Observation:
    """The big blind heads-up after the button has raised to so much."""
    rules = no_limit_holdem(2, stack=stack)
    holes = (tuple(parse_cards(hole)), tuple(parse_cards("Qs Qd")))
    hand = Hand(rules, Deal(holes, tuple(parse_cards("3h 4c Jh 8d 2c"))))
    hand.act(raise_to(bet))
    return hand.observation(0)


def test_without_end_it_is_a_person() -> None:
    seen = facing_a_bet("Kh Th", 6)
    expert = Expert(anchor=np.inf)
    considered = expert.consider(seen)
    kinds = expert.habits.kinds(seen)
    assert considered.chances == pytest.approx(considered.prior)
    raises = [action.kind == "raise" for action in considered.actions]
    assert considered.prior[raises].sum() == pytest.approx(kinds[2:].sum(), abs=0.05)
    assert considered.prior[considered.actions.index(CALL)] == pytest.approx(kinds[1], abs=0.05)


def test_at_nothing_it_is_greedy() -> None:
    seen = facing_a_bet("Kh Th", 6)
    considered = Expert(anchor=0, trials=50).consider(seen)
    assert len(considered.actions) > 1
    assert considered.chances[considered.values.argmax()] == 1.0


def test_between_them_it_leans_to_what_earns() -> None:
    seen = facing_a_bet("Ah As", 6)
    considered = Expert(trials=200).consider(seen)
    lean = considered.chances / considered.prior
    assert (np.argsort(lean) == np.argsort(considered.values)).all()


@pytest.mark.parametrize("seed", range(8))
def test_legal_at_any_table(seed: int) -> None:
    rng, expert = np.random.default_rng(seed), Expert(trials=4)
    players = 2 + seed
    rules = limit_holdem(players) if seed % 3 == 2 else no_limit_holdem(players, ante=seed % 2)
    if not rules.bets:
        rules = replace(rules, stacks=tuple(rng.integers(3, 400, players).tolist()))
    hand = Hand(rules, shuffle(rules, rng))
    while hand.seat is not None:
        assert hand.legal is not None
        action = expert.act(hand.observation(hand.seat)) if hand.seat == 0 else None
        if action is None:
            action = random_action(hand.legal, rng)
            action = CALL if action == FOLD else action
        hand.act(action)
    expert.watch(hand.observation(0))


def test_no_call_for_a_stack_that_loses() -> None:
    """Seven deuce is behind whatever goes all-in, even if a person were to call half the time."""
    seen = facing_a_bet("7h 2s", 200)
    expert = Expert(trials=50)
    generous = np.full(7, 0.0)
    generous[:2] = 0.5
    expert.habits.kinds = lambda _: generous  # type: ignore[method-assign,assignment]
    considered = expert.consider(seen)
    assert considered.actions == [FOLD]


def test_folds_to_a_raise_for_a_stack_are_doubted() -> None:
    seen = facing_a_bet("Ah 5h", 6)
    won = np.array([[8.0], [8.0], [8.0], [-92.0]])
    assert doubted(seen, [raise_to(200)], won)[0] < won.mean()
    assert doubted(seen, [raise_to(18)], won)[0] == won.mean()
    assert is_for_a_stack(seen, 100)
    assert not is_for_a_stack(seen, 20)


def test_who_always_goes_all_in_has_any_hand() -> None:
    rules, model, raisers = no_limit_holdem(2), CrowdModel(), DearRaisers()
    for number in range(30):
        hand = Hand(rules, shuffle(rules, np.random.default_rng(number)), ("Ann", "Bob"))
        hand.act(raise_to(200))
        seen = hand.observation(0)
        model.observe(seen)
        ranges = raisers.range(model, seen, 1), range_behind(model, seen, 1)
        if number == 0:
            assert raisers.heedless("Bob") == 0.0
            assert ranges[0] == pytest.approx(ranges[1])
        hand.act(FOLD)
        raisers.note(hand.observation(0))
    assert raisers.heedless("Bob") == 1.0
    assert raisers.heedless("Ann") == 0.0
    assert np.square(ranges[0]).sum() < np.square(ranges[1]).sum() / 2


def test_a_persons_chances_are_shared_among_the_sizes() -> None:
    seen = facing_a_bet("Ah Kh", 6)
    state = Expert(anchor=np.inf).model.at(seen).table
    kinds = np.array([0.1, 0.4, 0.0, 0.2, 0.2, 0.1, 0.0])
    actions, prior = moves_of(seen, situation_of(state), kinds, (0.5, 0.75, 1.0, 1.5))
    assert actions[:2] == [FOLD, CALL]
    assert prior == pytest.approx([0.1, 0.4, 0.1, 0.1, 0.2, 0.1])
    assert [action.to for action in actions[2:]] == [12, 15, 18, 24]


@pytest.mark.parametrize("text", ["", "3h 4c Jh", "3h 4c Jh 8d", "3h 4c Jh 8d 2c"])
def test_steps_are_twentieths_of_the_codes(text: str) -> None:
    board = parse_cards(text) if text else ()
    codes, steps = strength_codes(board)[:, 0].astype(int), steps_on(board).astype(int)
    could = codes != UNKNOWN
    assert np.abs(steps[could] - codes[could] * 20 / 255).max() < 1.2
    assert np.mean(steps[could] == np.minimum(codes[could] * 20 // 255, 19)) > 0.95


@pytest.mark.parametrize("text", ["", "3h 4c Jh", "3h 4c Jh 8d", "3h 4c Jh 8d 2c"])
def test_boards_of_a_pool_go_on_from_the_board(text: str) -> None:
    board = tuple(parse_cards(text)) if text else ()
    hole = tuple(parse_cards("As Ks"))
    pool = board_pool(board, hole, 1)
    assert (pool.boards[:, : len(board)] == np.array(board, np.uint8)).all()
    renaming = len(pool.cards) - 1
    cards = [int(pool.cards[renaming, card]) for card in pool.boards[0]]
    known = steps_on([Card(card) for card in cards])
    own = int(Combo.parse("AsKs"))
    assert pool.steps[0, 3, pool.combos[renaming, own]] == known[own]


@pytest.mark.parametrize("spec", ["anchor=-1", "trials=0", "sizes=0"])
def test_bad_parameters(spec: str) -> None:
    with pytest.raises(VillainError, match=spec.partition("=")[0]):
        make_agent(f"expert:{spec}")
