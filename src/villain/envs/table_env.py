"""A table of learners as a PettingZoo environment: every seat is an agent of the caller's."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from gymnasium.utils.seeding import np_random
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from villain.envs.action_menu import ActionMenu
from villain.envs.encoding import Encoding
from villain.envs.rendering import RENDER_MODES, check_render_mode, render
from villain.errors import VillainError
from villain.game.actions import Action
from villain.game.batch_input import whole_numbers
from villain.game.batch_observation import KINDS, RAISES, batch_of_one
from villain.game.deal import shuffle
from villain.game.hand import Hand
from villain.game.presets import find_game
from villain.game.rules import Rules


class TableEnv(AECEnv):
    """One hand an episode, of any game: hold'em for two to ten, Kuhn's game, Leduc, one-card poker.

    ``player_0`` sits in seat 0, which acts first after the flop, the last player has the button. An
    observation is a dictionary: ``observation`` is a vector (`villain.envs.encoding.Encoding`),
    ``action_mask`` says which actions of the menu (`villain.envs.action_menu.ActionMenu`) are open,
    and is 0 everywhere when it is not one's turn. What is not open folds, or checks where that is
    free, and ``infos[agent]["illegal"]`` is True; with ``strict`` it is an error. Rewards are in
    big blinds (antes, where there are no blinds) and come with the end of the hand, for everybody.

    >>> env = table_env("nolimit", players=3)
    >>> env.reset(seed=1)
    >>> for agent in env.agent_iter():
    ...     seen, reward, ended, _, _ = env.last()
    ...     env.step(None if ended else 1)
    ...     if ended:
    ...         print(agent, reward)
    player_0 -1.0
    player_1 2.0
    player_2 -1.0
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  as they have it
        "name": "villain_table_v0",
        "render_modes": list(RENDER_MODES),
        "render_fps": 1,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        game: str | Rules = "nolimit",
        players: int = 2,
        *,
        pots: Sequence[float] = (0.5, 1.0),
        strict: bool = False,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.rules = rules = game if isinstance(game, Rules) else find_game(game, players)
        self.menu = ActionMenu(rules, pots, strict=strict)
        self.encoding = encoding = Encoding(rules, self.menu)
        self.render_mode = check_render_mode(render_mode)
        self.possible_agents = [f"player_{seat}" for seat in range(rules.players)]
        self.agents: list[str] = []
        self.observation_spaces = {
            agent: Dict(
                {
                    "observation": Box(encoding.low, encoding.high, dtype=np.float32),
                    "action_mask": Box(0, 1, (len(self.menu),), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(len(self.menu)) for agent in self.possible_agents}
        self._hand: Hand | None = None
        self._rng, _ = np_random()

    @property
    def hand(self) -> Hand:
        """The hand that is being played."""
        if self._hand is None:
            raise VillainError("nothing is dealt yet; call reset() first")
        return self._hand

    def observation_space(self, agent: str) -> Dict:
        """The space of what an agent sees: the same for all."""
        return self.observation_spaces[self._known(agent)]

    def action_space(self, agent: str) -> Discrete:
        """The space of an agent's actions: the same for all."""
        return self.action_spaces[self._known(agent)]

    def _known(self, agent: str) -> str:
        if agent not in self.action_spaces:
            raise VillainError.unknown("agent", agent, self.possible_agents)
        return agent

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Deal a hand; the same cards for the same seed."""
        if seed is not None:
            self._rng, _ = np_random(seed)
        self.agents = [*self.possible_agents]
        self._hand = Hand(self.rules, shuffle(self.rules, self._rng), tuple(self.agents))
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {"illegal": False} for agent in self.agents}
        self._skip_agent_selection = None
        self._select()

    def _select(self) -> None:
        """Let whose turn it is be next, or everybody in the order of seats if the hand is over."""
        hand = self.hand
        self.agent_selection = self.agents[0 if hand.seat is None else hand.seat]
        if hand.payoffs is not None:
            self.terminations = dict.fromkeys(self.agents, True)
            for agent, chips in zip(self.agents, hand.payoffs, strict=True):
                self.rewards[agent] = chips / self.rules.big_blind
            self._accumulate_rewards()
        if self.render_mode == "human":  # which PettingZoo wants shown without being asked
            self.render()

    def observe(self, agent: str) -> dict[str, np.ndarray[Any, Any]]:
        """What an agent sees: its own cards and what is in the open, and what it may do."""
        hand, seat = self.hand, self.possible_agents.index(self._known(agent))
        seen = batch_of_one(hand.observation(seat))
        mask = self.menu.mask(seen, np.array([hand.seat == seat]))
        return {"observation": self.encoding.encode(seen, mask)[0], "action_mask": mask[0]}

    def step(self, action: int | np.integer[Any] | None) -> None:
        """Let the agent act whose turn it is; None removes it when the hand is over."""
        hand, agent = self.hand, self.agent_selection
        if not self.agents:
            raise VillainError("the hand is over; call reset() for the next one")
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        assert hand.seat is not None
        chosen = whole_numbers("action", np.asarray(action), (1,))
        seen = batch_of_one(hand.observation(hand.seat))
        ([kind], [to]), [illegal] = self.menu.choose(seen, chosen)
        hand.act(Action(KINDS[kind], int(to) if kind == RAISES else 0))
        self._cumulative_rewards[agent] = 0.0
        self.infos[agent] = {"illegal": bool(illegal)}
        self._clear_rewards()
        self._select()

    def render(self) -> str | None:
        """The table as the agent sees it whose turn it is: returned (``ansi``) or printed."""
        seat = self.possible_agents.index(self.agent_selection)
        return render(self.hand.observation(seat), self.render_mode)

    def close(self) -> None:
        """Do nothing: there is nothing to release."""


def table_env(
    game: str | Rules = "nolimit",
    players: int = 2,
    *,
    pots: Sequence[float] = (0.5, 1.0),
    strict: bool = False,
    render_mode: str | None = None,
) -> OrderEnforcingWrapper:
    """A `TableEnv` that says so when its methods are called in the wrong order."""
    return OrderEnforcingWrapper(
        TableEnv(game, players, pots=pots, strict=strict, render_mode=render_mode)
    )
