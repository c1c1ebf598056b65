"""Our agents as bots of OpenSpiel: the hands that they play there and here are the same."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pyspiel
import pytest

from tests.game.oracles import open_spiel_game
from villain.agents import Agent, make_agent
from villain.agents.holding_chances import HoldingChances
from villain.arena.clock import Clock
from villain.arena.table import play_hand
from villain.cards import Combo
from villain.checks.dealing import random_action
from villain.envs.openspiel import VillainBot, bot, game_by_rules, rules_of
from villain.envs.openspiel.games import spiel_game
from villain.errors import VillainError
from villain.game import (
    CALL,
    UNLIMITED,
    Action,
    Deal,
    Hand,
    IllegalActionError,
    Observation,
    Rules,
    Shown,
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

MATCHES: list[tuple[Rules, list[str], int]] = [
    (no_limit_holdem(2), ["loki:bpm", "random"], 20),
    (no_limit_holdem(3).with_stacks(9, 60, 200), ["raise:pot=0.7", "random", "raise"], 40),
    (no_limit_holdem(6), ["random", "raise", "random", "call", "random", "fold"], 25),
    (limit_holdem(2), ["loki:som", "random"], 25),
    (limit_holdem(4, small_bet=10), ["random", "raise", "random", "call"], 30),
    (kuhn(2), ["random", "random"], 60),
    (kuhn(3), ["random", "raise", "random"], 60),
    (leduc(2), ["random", "random"], 60),
    (leduc(3), ["random", "call", "random"], 60),
]


def play_there(
    game: pyspiel.Game, rules: Rules, deal: Deal, bots: Sequence[pyspiel.Bot]
) -> pyspiel.State:
    """A hand of OpenSpiel with these cards, as `pyspiel.evaluate_bots` plays one."""
    cards = iter([rules.deck.index(card) for hole in deal.holes for card in hole])
    board = iter([rules.deck.index(card) for card in deal.board])
    state = game.new_initial_state()
    for one in bots:
        one.restart()
    while not state.is_terminal():
        player = state.current_player()
        if state.is_chance_node():
            number = next(cards, None)
            number = next(board) if number is None else number
        else:
            number = bots[player].step(state)
        for place, one in enumerate(bots):
            if place != player:
                one.inform_action(state, player, number)
        state.apply_action(number)
    return state


@pytest.mark.parametrize(
    ("rules", "names", "hands"),
    [pytest.param(*one, id=f"{one[0].name} {' '.join(one[1])}") for one in MATCHES],
)
def test_matches_there_and_here_are_the_same_hand_by_hand(
    rules: Rules, names: list[str], hands: int
) -> None:
    spiel = game_by_rules(rules)
    here = [make_agent(name, seed) for seed, name in enumerate(names)]
    seated = tuple(f"{name} {seat}" for seat, name in enumerate(names))
    there = [
        bot(name, spiel.game, seat, seed=seat, names=seated) for seat, name in enumerate(names)
    ]
    rng, chips = np.random.default_rng(11), 0
    for number in range(hands):
        deal = shuffle(rules, rng)
        hand = Hand(rules, deal, seated)
        with Clock(0) as clock:
            assert not play_hand(hand, here, clock, number, strict=True)
        state = play_there(spiel.game, rules, deal, there)
        assert [float(won) for won in hand.fair_payoffs] == list(state.returns())
        for seat in range(rules.players):
            seen, told = hand.observation(seat), spiel.observation(state, seat, seated)
            assert told.events == seen.events
            assert (told.hole, told.board, told.stacks) == (seen.hole, seen.board, seen.stacks)
        chips += sum(abs(won) for won in hand.payoffs or ())
    assert chips > 0


def test_openspiel_plays_them_itself() -> None:
    game = game_by_rules(no_limit_holdem(3)).game
    bots = [
        bot(name, game, seat, seed=seat) for seat, name in enumerate(["random", "raise", "call"])
    ]
    total = np.zeros(3)
    for seed in range(30):
        total += pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)
    assert total.sum() == 0
    assert total.any()


class Noted(Agent):
    """Calls, and keeps what it sees."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[Observation] = []
        self.ends: list[Observation] = []

    def act(self, seen: Observation) -> Action:
        self.asked.append(seen)
        return CALL

    def watch(self, seen: Observation) -> None:
        self.ends.append(seen)


@pytest.mark.parametrize("rules", [no_limit_holdem(3), limit_holdem(2), kuhn(3), leduc()])
def test_a_bot_knows_what_its_player_knows_and_sees_how_hands_end(rules: Rules) -> None:
    spiel, rng, noted = game_by_rules(rules), np.random.default_rng(3), Noted()
    others = [make_agent("random", seed) for seed in range(1, rules.players)]
    bots = [VillainBot(agent, spiel, seat) for seat, agent in enumerate([noted, *others])]
    for number in range(1, 31):
        deal = shuffle(rules, rng)
        play_there(spiel.game, rules, deal, bots)
        assert len(noted.ends) == number
        end = noted.ends[-1]
        assert isinstance(end.events[-1], Won)
        shown = {event.seat: event.cards for event in end.events if isinstance(event, Shown)}
        assert all(deal.holes[seat] == cards for seat, cards in shown.items())
        open_cards = {*end.hole, *end.board}
        assert open_cards == {*deal.holes[0], *deal.board[: len(end.board)]}
    assert any(len(seen.board) > 0 for seen in noted.asked) == (rules.board_cards[-1] > 0)


@pytest.mark.parametrize("rules", [no_limit_holdem(3), kuhn(2), leduc(3)])
def test_hidden_cards_make_no_difference(rules: Rules) -> None:
    spiel, rng = game_by_rules(rules), np.random.default_rng(4)
    for _ in range(20):
        deal = shuffle(rules, rng)
        rest = [card for card in rules.deck if card not in (*deal.holes[0], *deal.board)]
        rng.shuffle(rest)
        each = rules.hole_cards
        holes = tuple(tuple(rest[each * i : each * i + each]) for i in range(rules.players - 1))
        deals = deal, deal._replace(holes=(deal.holes[0], *holes))
        states, hand = [dealt(spiel.game, rules, one) for one in deals], Hand(rules, deal)
        board = iter(deal.board)
        while hand.legal is not None:
            if hand.seat == 0:
                views = [spiel.observation(state, 0) for state in states]
                assert views[0] == views[1] == hand.observation(0)
            action = random_action(hand.legal, rng)
            number = spiel.number(action, states[0], hand.state)
            hand.act(action)
            for state in states:
                state.apply_action(number)
            if hand.legal is None:
                break
            while states[0].is_chance_node():
                card = rules.deck.index(next(board))
                for state in states:
                    state.apply_action(card)


def dealt(game: pyspiel.Game, rules: Rules, deal: Deal) -> pyspiel.State:
    state = game.new_initial_state()
    for hole in deal.holes:
        for card in hole:
            state.apply_action(rules.deck.index(card))
    return state


def no_limit(abstraction: str, stack: str = "200 200") -> str:
    return (
        f"universal_poker(betting=nolimit,bettingAbstraction={abstraction},numPlayers=2,"
        f"numRounds=4,blind=2 1,firstPlayer=2 1 1 1,numSuits=4,numRanks=13,numHoleCards=2,"
        f"numBoardCards=0 3 1 1,stack={stack})"
    )


class Raiser(Agent):
    """Raises to so much."""

    def __init__(self, to: int) -> None:
        super().__init__()
        self.to = to

    def act(self, seen: Observation) -> Action:  # noqa: ARG002
        return raise_to(self.to)


def test_where_there_are_few_sizes_the_nearest_is_taken() -> None:
    game = pyspiel.load_game(no_limit("fchpa"))
    state = game.new_initial_state()
    for card in range(4):
        state.apply_action(card)
    words = {}
    for to in (4, 5, 6, 7, 100, 110, 200):
        number = bot(Raiser(to), game, 1).step(state)
        words[to] = state.action_to_string(1, number).rpartition("=")[2]
    assert words == {
        4: "HalfPot",
        5: "HalfPot",
        6: "Bet",
        7: "Bet",
        100: "Bet",
        110: "AllIn",
        200: "AllIn",
    }
    # The agent is told the amounts that were bet.
    state.apply_action(2)
    seen = spiel_game(game).observation(state, 0)
    assert (seen.bets, seen.pot) == ((2, 6), 8)


class HalfAndHalf(Agent):
    """Raises with aces, and otherwise calls or folds."""

    def act(self, seen: Observation) -> Action:  # noqa: ARG002
        return CALL

    def chances(self, seen: Observation) -> HoldingChances:
        assert seen.legal is not None
        actions = (Action("fold"), CALL, raise_to(seen.legal.least), raise_to(seen.legal.most))
        chances = np.tile([0.25, 0.75, 0, 0], (1326, 1))
        chances[int(Combo.parse("AhAc"))] = [0, 0, 0.5, 0.5]
        return HoldingChances(actions, chances)


def test_an_agent_that_tells_its_chances_is_a_bot_with_a_policy() -> None:
    rules = no_limit_holdem(2)
    game = open_spiel_game(rules)
    telling = bot(HalfAndHalf, game, 1)
    assert telling.provides_policy()
    assert not bot("loki:bpm", game, 1).provides_policy()
    aces, other = Combo.parse("AhAc").cards, Combo.parse("7h2c").cards
    for hole, wanted in ((aces, {4: 0.5, 200: 0.5}), (other, {0: 0.25, 1: 0.75})):
        state = dealt(game, rules, Deal((Combo.parse("KhKc").cards, hole), ()))
        policy, number = telling.step_with_policy(state)
        assert {action: chance for action, chance in policy if chance} == wanted
        assert [action for action, _ in policy] == state.legal_actions()
        assert number == 1
    with pytest.raises(VillainError, match="does not tell its chances here"):
        bot("call", "kuhn_poker", 0).get_policy(
            dealt(
                pyspiel.load_game("kuhn_poker"),
                kuhn(),
                Deal(((kuhn().deck[0],), (kuhn().deck[1],)), ()),
            )
        )


def test_rules_are_read_from_the_game() -> None:
    for rules in (
        no_limit_holdem(6).with_stacks(5, 10, 200, 300, 40, 60),
        no_limit_holdem(2, big_blind=100, stack=20_000),
        limit_holdem(4, small_bet=10),
        kuhn(4),
        leduc(3),
    ):
        assert replace(rules_of(game_by_rules(rules).game), name=rules.name) == rules
    assert (
        rules_of(game_by_rules(replace(one_card(3, stack=UNLIMITED), most_raises=(2,))).game).suits
        == 1
    )


class Wrong(Agent):
    """Raises where that is not allowed."""

    def act(self, seen: Observation) -> Action:  # noqa: ARG002
        return raise_to(1)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: bot("call", "chess", 0), "no poker game of OpenSpiel is called 'chess'"),
        (lambda: bot("call", "universal_pokr", 0), "'universal_pokr': Unknown game"),
        (lambda: bot("call", "kuhn_poker", 2), "player 2; they are 0 to 1"),
        (lambda: bot("cal", "kuhn_poker", 0), "no agent is called 'cal'"),
        (lambda: bot("loki:bpm", "kuhn_poker", 0), "'loki:bpm' does not play kuhn"),
        (lambda: bot("call", "kuhn_poker", 0, names=("a",)), "1 names for 2 players"),
        (
            lambda: bot("call", "leduc_poker(suit_isomorphism=True)", 0),
            "Leduc is played here as it is without parameters",
        ),
        (
            lambda: bot("call", no_limit("fullgame").replace("stack=", "potSize=20,stack="), 0),
            "potSize: hands are played from their beginning",
        ),
        (lambda: game_by_rules(pot_limit_holdem(2)), "a game definition cannot say 'potlimit'"),
        (lambda: game_by_rules(no_limit_holdem(3, ante=1)), "a game definition cannot say"),
        (
            lambda: game_by_rules(limit_holdem(2, stack=50)),
            "in limit OpenSpiel has no end of chips",
        ),
        (lambda: game_by_rules(limit_holdem(5)), "5 players; OpenSpiel plays limit with 4 at most"),
        (lambda: game_by_rules(no_limit_holdem(2, stack=1)), "one of these stacks is less"),
        (lambda: game_by_rules(no_limit_holdem(2, stack=UNLIMITED)), "stacks have no limit"),
    ],
)
def test_what_cannot_be_played_is_refused(make: Any, words: str) -> None:  # noqa: ANN401
    with pytest.raises(VillainError, match=words):
        make()


def test_wrong_states_and_actions_are_refused() -> None:
    game = pyspiel.load_game(no_limit("fullgame"))
    caller, state = bot("call", game, 0), game.new_initial_state()
    with pytest.raises(VillainError, match="it is not the turn of player 0"):
        caller.step(state)
    with pytest.raises(VillainError, match="the cards are not dealt yet"):
        spiel_game(game).observation(state, 0)
    for card in range(4):
        state.apply_action(card)
    with pytest.raises(VillainError, match="it is not the turn of player 0"):
        caller.step(state)
    with pytest.raises(IllegalActionError, match="Wrong may not raise to 1; legal: fold, call 1"):
        bot(Wrong, game, 1).step(state)
