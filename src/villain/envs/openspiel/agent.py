"""Bots and policies of OpenSpiel as our agents."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

import numpy as np
import pyspiel

from villain.agents.agent import Agent
from villain.agents.holding_chances import HoldingChances, only_taken
from villain.cards.card import Card
from villain.cards.combo import COMBOS
from villain.envs.openspiel.games import SpielGame, game_by_rules, spiel_game
from villain.errors import VillainError
from villain.game.actions import Action
from villain.game.observation import Observation
from villain.game.public_state import PublicState
from villain.game.rules import Rules, is_holdem

if TYPE_CHECKING:
    from collections.abc import Callable


class SpielPolicy(Protocol):
    """A policy of OpenSpiel, in Python or in C++."""

    def action_probabilities(self, state: pyspiel.State) -> dict[int, float]:
        """The chance of each action in a state."""


class SpielBot(Protocol):
    """A bot of OpenSpiel, in Python or in C++."""

    def step(self, state: pyspiel.State) -> int:
        """The number of an action."""


Player: TypeAlias = (
    "str | SpielPolicy | SpielBot | Callable[[pyspiel.Game, int], SpielPolicy | SpielBot]"
)
"""A bot that OpenSpiel knows by name, a policy, a bot, or what makes one for a game and a seat."""


class OpenSpielAgent(Agent):
    """A bot or policy of OpenSpiel; it plays what OpenSpiel can, with its own rules of the game.

    ``bot`` is the name of one of OpenSpiel's bots, a policy, a bot, or a function that makes
    either for a game and a seat. ``game`` is the game that it knows (``"leduc_poker"``); without
    one it is what OpenSpiel calls the game that is played, with all bets in no-limit. Bots are
    given whole states, as OpenSpiel has them; the cards that the agent does not see are dealt at
    random there, and the same as long as a hand goes on.

    A policy tells its chances with every holding in hold'em (`chances`). In a game with few sizes
    of bets others' bets are taken for the nearest that it has.

    >>> from villain.arena import Match, play_match
    >>> from villain.game import leduc
    >>> match = Match(leduc(), (OpenSpielAgent("uniform_random"), "call"), 50, seed=3)
    >>> play_match(match).payoffs.sum()
    np.int64(0)
    """

    def __init__(
        self, bot: Player = "uniform_random", game: str | None = None, seed: int = 0
    ) -> None:
        super().__init__(seed)
        self._source, self._game_name = bot, game
        if isinstance(bot, str) and not pyspiel.is_bot_registered(bot):
            raise VillainError.unknown("bot of OpenSpiel", bot, pyspiel.registered_bots())
        if not isinstance(bot, str) and not any(
            (callable(bot), hasattr(bot, "step"), hasattr(bot, "action_probabilities"))
        ):
            raise VillainError(f"a {type(bot).__name__} is no bot, no policy, and makes none")
        if game is not None:
            spiel_game(game)
        self._made: dict[tuple[str, int], Any] = {}
        self._hand = _HandOfBot()

    @classmethod
    def plays(cls, rules: Rules) -> bool:
        """True if OpenSpiel has such a game."""
        try:
            game_by_rules(rules)
        except VillainError:
            return False
        return True

    def __getstate__(self) -> dict[str, Any]:
        """All but the bots that can be made again."""
        return self.__dict__ | {"_made": {}, "_hand": self._hand.untold()}

    def act(self, seen: Observation) -> Action:
        """The action of the bot, or one drawn from the policy."""
        game, table = self._game(seen.rules), PublicState.after(seen.rules, seen.events)
        player = self._player(game, seen.seat)
        state = game.state(seen, self._hand.others(seen, self.rng))
        if hasattr(player, "action_probabilities"):
            policy = player.action_probabilities(state)
            chances = np.array([*policy.values()])
            number = int(self.rng.choice([*policy], p=chances / chances.sum()))
        else:
            if isinstance(player, pyspiel.Bot):
                self._hand.inform(player, game.game, state)
            number = int(player.step(state))
            self._hand.note(seen.seat, number)
        return game.action(number, state, table)

    def chances(self, seen: Observation) -> HoldingChances | None:
        """What a policy does with every holding; None for bots, and in small games."""
        if not is_holdem(seen.rules) or isinstance(self._source, str):
            return None
        game, table = self._game(seen.rules), PublicState.after(seen.rules, seen.events)
        player = self._player(game, seen.seat)
        if not hasattr(player, "action_probabilities"):
            return None
        actions: dict[Action, int] = {}
        columns: dict[int, int] = {}
        chances = np.zeros((len(COMBOS), 0))
        for row, combo in enumerate(COMBOS):
            if {*combo.cards} & {*seen.board}:
                continue
            state = game.state(seen._replace(hole=combo.cards), seen.rules.deck)
            for number, chance in player.action_probabilities(state).items():
                if number not in columns:
                    action = game.action(number, state, table)
                    columns[number] = actions.setdefault(action, len(actions))
                    if len(actions) > chances.shape[1]:
                        chances = np.hstack([chances, np.zeros((len(COMBOS), 1))])
                chances[row, columns[number]] += chance
        return only_taken([*actions], chances)

    def _game(self, rules: Rules) -> SpielGame:
        if self._game_name is None:
            return game_by_rules(rules)
        game = spiel_game(self._game_name)
        if replace(game.rules, name="") != replace(rules, name=""):
            raise VillainError(
                f"{self._game_name} is another game than the {rules.name} that is played here, "
                "with other players, blinds, stacks or bets"
            )
        return game

    def _player(self, game: SpielGame, seat: int) -> Any:  # noqa: ANN401
        source: Any = self._source
        if isinstance(source, str):
            # Made for each decision, so that its chance is the agent's own.
            self._hand = self._hand.untold()
            seed = int(self.rng.integers(2**31))
            return pyspiel.load_bot(source, game.game, seat, {"seed": seed})
        if hasattr(source, "step") or hasattr(source, "action_probabilities"):
            return source
        key = str(game), seat
        if key not in self._made:
            self._made[key] = source(game.game, seat)
        return self._made[key]


class _HandOfBot:
    """A hand as a bot is told of it: cards for those that it may not see, and what was done."""

    def __init__(self) -> None:
        self._before: Observation | None = None
        self._others: list[Card] = []
        self._told: list[tuple[int, int]] = []

    def others(self, seen: Observation, rng: np.random.Generator) -> list[Card]:
        """Cards for what is not seen, the same as long as a hand goes on."""
        before = self._before
        goes_on = (
            before is not None
            and before.names == seen.names
            and len(before.events) < len(seen.events)
            and before.events == seen.events[: len(before.events)]
        )
        if not goes_on:
            deck = seen.rules.deck
            self._others = [deck[place] for place in rng.permutation(len(deck))]
            self._told = []
        self._before = seen
        return self._others

    def untold(self) -> "_HandOfBot":
        """The same hand for a bot that has heard nothing of it."""
        hand = _HandOfBot()
        hand._before, hand._others = self._before, self._others
        return hand

    def inform(self, player: pyspiel.Bot, game: pyspiel.Game, state: pyspiel.State) -> None:
        """Tell a bot what was done since it was asked last.

        It is told the hand from its beginning if that is new to it, or is not what it knew: a card
        on the board had been dealt to somebody here, or its own action was not legal.
        """
        done = [(one.player, one.action) for one in state.full_history()]
        if not self._told or done[: len(self._told)] != self._told:
            self._told = []
            player.restart()
        walked = game.new_initial_state()
        for place, (who, number) in enumerate(done):
            if place >= len(self._told):
                player.inform_action(walked, who, number)
            walked.apply_action(number)
        self._told = done

    def note(self, seat: int, number: int) -> None:
        """Remember what the bot did itself."""
        self._told.append((seat, number))
