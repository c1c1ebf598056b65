"""OpenSpiel's bots and policies as our agents: whole matches, and what they are told."""

import pickle
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy as spiel_policy
from open_spiel.python.algorithms import cfr

from villain.agents import Agent, make_agent
from villain.arena import Match, play_match
from villain.cards import Combo, parse_cards
from villain.cards.combo import COMBOS
from villain.checks import check_agent
from villain.envs.openspiel import OpenSpielAgent, game_by_rules
from villain.errors import VillainError
from villain.game import (
    CALL,
    FOLD,
    Action,
    Deal,
    Hand,
    Observation,
    Rules,
    kuhn,
    leduc,
    limit_holdem,
    no_limit_holdem,
    pot_limit_holdem,
    raise_to,
    shuffle,
)

ALL_GAMES = [
    no_limit_holdem(2),
    no_limit_holdem(6).with_stacks(3, 9, 60, 200, 200, 30),
    limit_holdem(3),
    kuhn(3),
    leduc(2),
]


class Stateful:
    """Makes a bot that follows the hand by what it is told, and falls if it misses something."""

    def __call__(self, game: pyspiel.Game, seat: int) -> pyspiel.Bot:
        return pyspiel.make_stateful_random_bot(game, seat, 7)


@pytest.mark.parametrize("rules", ALL_GAMES, ids=lambda rules: f"{rules.name} {rules.players}")
@pytest.mark.parametrize("bot", ["uniform_random", Stateful()], ids=["named", "stateful"])
def test_bots_play_whole_matches(rules: Rules, bot: Any) -> None:  # noqa: ANN401
    others: list[str | Agent] = ["random"] * (rules.players - 1)
    agents = (OpenSpielAgent(bot), *others)
    match = Match(rules, agents, 20, seed=2, duplicate=False, strict=True)
    result = play_match(match)
    assert result.payoffs.any()
    assert np.array_equal(result.payoffs, play_match(match).payoffs)


class Follower(pyspiel.Bot):  # type: ignore[misc]
    """Compares what it is told with the states that it is given."""

    def __init__(self, game: pyspiel.Game) -> None:
        pyspiel.Bot.__init__(self)
        self.game, self.hands, self.state = game, 0, game.new_initial_state()

    def restart(self) -> None:
        self.hands += 1
        self.state = self.game.new_initial_state()

    def inform_action(self, state: pyspiel.State, player: int, action: int) -> None:
        assert state.history() == self.state.history()
        assert state.current_player() == player
        self.state.apply_action(action)

    def step(self, state: pyspiel.State) -> int:
        assert state.history() == self.state.history()
        self.state.apply_action(1)
        return 1


@pytest.mark.parametrize("rules", [kuhn(2), leduc(3), no_limit_holdem(3)])
def test_a_bot_is_told_everything_in_order(rules: Rules) -> None:
    spiel = game_by_rules(rules)
    follower = Follower(spiel.game)
    agent, others = OpenSpielAgent(follower), make_agent("random", 5)
    rng, asked = np.random.default_rng(9), 0
    for _ in range(60):
        hand, before = Hand(rules, shuffle(rules, rng)), follower.hands
        while hand.seat is not None:
            player = agent if hand.seat == 0 else others
            asked += hand.seat == 0
            hand.act(player.act(hand.observation(hand.seat)))
        # Another hand only begins where a card on the board had been dealt to somebody here.
        assert follower.hands - before <= 1 + len(hand.board)
    assert asked >= 60


def test_hidden_cards_are_not_in_the_states_of_a_bot() -> None:
    rules, states = no_limit_holdem(2), []

    class Looker(pyspiel.Bot):  # type: ignore[misc]
        def step(self, state: pyspiel.State) -> int:
            states.append(state.history())
            return 1

        def restart(self) -> None:
            pass

        def inform_action(self, state: pyspiel.State, player: int, action: int) -> None:
            pass

    aces, board = Combo.parse("AhAc").cards, parse_cards("2c3c4c5d9h")
    for other in ("KhKc", "7h8h"):
        looker = Looker.__new__(Looker)
        pyspiel.Bot.__init__(looker)
        agent = OpenSpielAgent(looker, seed=4)
        hand = Hand(rules, Deal((Combo.parse(other).cards, aces), board))
        while hand.seat is not None:
            hand.act(agent.act(hand.observation(1)) if hand.seat == 1 else CALL)
    half = len(states) // 2
    assert states[:half] == states[half:]
    assert half == 4


@pytest.fixture(scope="module")
def solved() -> dict[str, Any]:
    """Near-equilibrium of Kuhn's game by OpenSpiel's own CFR."""
    game = pyspiel.load_game("kuhn_poker")
    solver = cfr.CFRSolver(game)
    for _ in range(300):
        solver.evaluate_and_update_policy()
    return {"game": game, "policy": solver.average_policy()}


def test_a_policy_plays_here_what_it_is_there(solved: dict[str, Any]) -> None:
    """The chance of each action, with each card in each place, over many questions."""
    agent, rules, policy = (
        OpenSpielAgent(solved["policy"], "kuhn_poker", 3),
        kuhn(),
        solved["policy"],
    )
    spiel = game_by_rules(rules)
    for card in range(3):
        other = (card + 1) % 3
        for line in ([], [CALL], [raise_to(1)], [CALL, raise_to(1)]):
            hand = Hand(rules, Deal(((rules.deck[card],), (rules.deck[other],)), ()))
            if len(line) == 1:
                hand = Hand(rules, Deal(((rules.deck[other],), (rules.deck[card],)), ()))
            for action in line:
                hand.act(action)
            assert hand.seat is not None
            seen = hand.observation(hand.seat)
            wanted = policy.action_probabilities(spiel.state(seen, rules.deck))
            assert seen.legal is not None
            bets = "call" if seen.legal.call else "raise"  # whatever costs a chip there is a bet
            found = np.mean([agent.act(seen).kind == bets for _ in range(150)])
            assert abs(found - wanted.get(1, 0.0)) < 0.15


def test_a_policy_wins_from_a_player_of_chance_and_not_from_itself(solved: dict[str, Any]) -> None:
    agent = OpenSpielAgent(solved["policy"], "kuhn_poker")
    result = play_match(Match(kuhn(), (agent, "random"), 500, seed=1))
    assert result.payoffs[..., 0].sum() > 0


def test_a_policy_tells_its_chances_with_every_holding() -> None:
    class Strong(spiel_policy.Policy):  # type: ignore[misc]
        """Raises all it has with an ace, and folds or calls as often as not without."""

        def __init__(self, game: pyspiel.Game) -> None:
            super().__init__(game, [0, 1])

        def action_probabilities(
            self,
            state: pyspiel.State,
            player_id: int | None = None,  # noqa: ARG002
        ) -> dict[int, float]:
            told = state.information_state_string(state.current_player())
            private = told.partition("[Private: ")[2].partition("]")[0]
            if "A" in private:
                return {max(state.legal_actions()): 1.0}
            return {0: 0.5, 1: 0.5}

    rules = no_limit_holdem(2)
    agent = OpenSpielAgent(Strong(game_by_rules(rules).game))
    hand = Hand(rules, shuffle(rules, np.random.default_rng(1)))
    hand.act(raise_to(6))
    seen = hand.observation(0)
    told = agent.chances(seen._replace(hole=()))
    assert told is not None
    told.check(seen, np.ones(1326, np.bool_))
    ace = np.array([any(card.rank == 12 for card in combo.cards) for combo in COMBOS])
    assert (told.of(raise_to(200)) == ace).all()
    assert (told.of(FOLD) == np.where(ace, 0, 0.5)).all()
    assert agent.act(seen) in told.actions
    assert OpenSpielAgent("uniform_random").chances(seen) is None


FEW_SIZES = (
    "universal_poker(betting=nolimit,bettingAbstraction=fcpa,numPlayers=2,numRounds=4,blind=2 1,"
    "firstPlayer=2 1 1 1,numSuits=4,numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1,"
    "stack=200 200)"
)


class Third(spiel_policy.Policy):  # type: ignore[misc]
    """Takes the third action: a bet of the pot."""

    def __init__(self) -> None:
        pass

    def action_probabilities(
        self,
        state: pyspiel.State,
        player_id: int | None = None,  # noqa: ARG002
    ) -> dict[int, float]:
        return {2: 1.0} if 2 in state.legal_actions() else {1: 1.0}


def test_a_game_with_few_sizes_takes_other_bets_for_the_nearest() -> None:
    agent, rules = OpenSpielAgent(Third(), FEW_SIZES), no_limit_holdem(2)

    def answer(*line: Action) -> Action:
        hand = Hand(rules, shuffle(rules, np.random.default_rng(1)))
        for action in line:
            hand.act(action)
        assert hand.seat is not None
        return agent.act(hand.observation(hand.seat))

    assert answer() == raise_to(6)
    assert answer(raise_to(5)) == raise_to(18)  # the pot after a raise to 6, as it takes it
    assert answer(raise_to(7)) == raise_to(18)
    with pytest.raises(VillainError, match="cannot follow this hand; with bettingAbstraction=full"):
        # For an all-in that was called, after which nobody is asked any more.
        answer(raise_to(150), CALL)


def test_it_is_pickled_without_its_bots() -> None:
    agent = OpenSpielAgent("uniform_random", seed=3)
    rules = leduc()
    seen = Hand(rules, shuffle(rules, np.random.default_rng(1))).observation(0)
    first = OpenSpielAgent("uniform_random", seed=3).act(seen)
    assert pickle.loads(pickle.dumps(agent)).act(seen) == first == agent.act(seen)
    made = OpenSpielAgent(Stateful())
    made.act(seen)
    assert pickle.loads(pickle.dumps(made)).act(seen) in (CALL, raise_to(2))


def test_it_keeps_the_laws_of_agents() -> None:
    check_agent(lambda seed: OpenSpielAgent("uniform_random", seed=seed))


def test_it_has_a_name_for_the_command_line_and_works_from_a_file(tmp_path: Path) -> None:
    agent = make_agent("openspiel:bot=uniform_random", 2)
    assert isinstance(agent, OpenSpielAgent)
    file = tmp_path / "mine.py"
    file.write_text(
        "import pyspiel\n"
        "from villain.envs.openspiel import OpenSpielAgent\n"
        "class Mine(OpenSpielAgent):\n"
        "    def __init__(self, seed=0):\n"
        "        super().__init__(lambda game, seat: pyspiel.make_uniform_random_bot(seat, 5),"
        " seed=seed)\n"
    )
    assert make_agent(f"{file}:Mine", 2).act(
        Hand(kuhn(), shuffle(kuhn(), np.random.default_rng(1))).observation(0)
    ) in (CALL, raise_to(1))


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: OpenSpielAgent("uniform_rndom"), "no bot of OpenSpiel is called 'uniform_rndom'"),
        (lambda: OpenSpielAgent(3), "a int is no bot, no policy, and makes none"),  # type: ignore[arg-type]
        (lambda: OpenSpielAgent(game="chess"), "no poker game of OpenSpiel is called 'chess'"),
        (lambda: _asked(OpenSpielAgent(game="kuhn_poker"), leduc()), "another game than the leduc"),
        (
            lambda: _asked(OpenSpielAgent(game=FEW_SIZES), replace(no_limit_holdem(2, stack=100))),
            "another game than the nolimit that is played here, with other players",
        ),
        (
            lambda: Match(pot_limit_holdem(2), ("openspiel", "call"), 5),
            "'openspiel' does not play potlimit",
        ),
    ],
)
def test_what_cannot_be_is_refused(make: Callable[[], object], words: str) -> None:
    with pytest.raises(VillainError, match=words):
        make()


def _asked(agent: OpenSpielAgent, rules: Rules) -> Action:
    seen: Observation = Hand(rules, shuffle(rules, np.random.default_rng(1))).observation(
        rules.first[0]
    )
    return agent.act(seen)
