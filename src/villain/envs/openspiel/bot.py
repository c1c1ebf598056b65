"""Our agents as bots of OpenSpiel."""

import pyspiel

from villain.agents.agent import Agent
from villain.agents.registry import AgentSpec, check_plays, make_agent
from villain.cards.combo import Combo
from villain.envs.openspiel.games import SpielGame, spiel_game
from villain.errors import VillainError
from villain.game.actions import IllegalActionError
from villain.game.observation import Observation
from villain.game.public_state import PublicState


class VillainBot(pyspiel.Bot):
    """An agent in the seat of a player; see `bot`.

    The agent is given an `Observation` of what its player knows of a state, nothing else of it. If
    it raises to an amount that the game does not have, the nearest is taken. It sees how hands end
    as far as the bot is told: by its own last action, or by ``inform_action``.
    """

    def __init__(
        self, agent: Agent, game: SpielGame, player: int, names: tuple[str, ...] = ()
    ) -> None:
        pyspiel.Bot.__init__(self)
        self.agent, self._game, self._player, self._names = agent, game, player, names
        self._watches = getattr(type(agent), "watch", Agent.watch) is not Agent.watch

    def player_id(self) -> int:
        """The player's number: his seat."""
        return self._player

    def restart(self) -> None:
        """Begin another hand; the agent goes on as it is."""

    def restart_at(self, state: pyspiel.State) -> None:
        """Begin at any state; it says all there is to know."""

    def step(self, state: pyspiel.State) -> int:
        """The agent's action."""
        seen = self._seen(state)
        action = self.agent.act(seen)
        assert seen.legal is not None
        if not seen.legal.allows(action):
            raise IllegalActionError(
                f"{type(self.agent).__name__} may not {action}; legal: {seen.legal}"
            )
        number = self._game.number(action, state, PublicState.after(seen.rules, seen.events))
        self._watch_end(state, number)
        return number

    def _seen(self, state: pyspiel.State) -> Observation:
        if state.is_terminal() or state.current_player() != self._player:
            raise VillainError(f"it is not the turn of player {self._player}")
        return self._game.observation(state, self._player, self._names)

    def inform_action(self, state: pyspiel.State, player: int, action: int) -> None:  # noqa: ARG002
        """See how the hand ends, if this action of another player or of chance ends it."""
        self._watch_end(state, action)

    def _watch_end(self, state: pyspiel.State, action: int) -> None:
        if self._watches:
            after = state.child(action)
            if after.is_terminal():
                self.agent.watch(self._game.observation(after, self._player, self._names))

    # What it would do

    def provides_policy(self) -> bool:
        """True if the agent may tell its chances (`villain.agents.Agent.chances`)."""
        return getattr(type(self.agent), "chances", Agent.chances) is not Agent.chances

    def get_policy(self, state: pyspiel.State) -> list[tuple[int, float]]:
        """The chance of each action with the cards that it holds."""
        seen = self._seen(state)
        known = self.agent.chances(seen)
        if known is None:
            raise VillainError(f"{type(self.agent).__name__} does not tell its chances here")
        table = PublicState.after(seen.rules, seen.events)
        chances = dict.fromkeys(state.legal_actions(), 0.0)
        for action, chance in zip(known.actions, known.chances[Combo.of(*seen.hole)], strict=True):
            chances[self._game.number(action, state, table)] += float(chance)
        return list(chances.items())

    def step_with_policy(self, state: pyspiel.State) -> tuple[list[tuple[int, float]], int]:
        """The chances, and the action that it takes."""
        return self.get_policy(state), self.step(state)


def bot(
    agent: AgentSpec,
    game: pyspiel.Game | str,
    player: int,
    *,
    seed: int = 0,
    names: tuple[str, ...] = (),
) -> VillainBot:
    """An agent as a bot for a player of OpenSpiel's ``universal_poker``, ``kuhn_poker`` or Leduc.

    ``names`` are what the agent calls the players; without them they are known by their seats.

    >>> holdem = "universal_poker(betting=limit,numPlayers=2,numRounds=4,blind=2 1,"
    >>> holdem += "raiseSize=2 2 4 4,firstPlayer=2 1 1 1,maxRaises=3 4 4 4,numSuits=4,numRanks=13,"
    >>> holdem += "numHoleCards=2,numBoardCards=0 3 1 1)"
    >>> game = pyspiel.load_game(holdem)
    >>> players = [bot("raise", game, 0), bot("fold", game, 1)]
    >>> pyspiel.evaluate_bots(game.new_initial_state(), players, 1)
    [1.0, -1.0]
    """
    played = spiel_game(game)
    if not 0 <= player < played.rules.players:
        raise VillainError(f"player {player}; they are 0 to {played.rules.players - 1}")
    if names and len(names) != played.rules.players:
        raise VillainError(f"{len(names)} names for {played.rules.players} players")
    check_plays(agent, played.rules)
    return VillainBot(make_agent(agent, seed), played, player, names)
