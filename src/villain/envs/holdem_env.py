"""Hold'em against agents as a Gymnasium environment: an episode is a hand."""

from collections.abc import Sequence
from typing import Any, TypeAlias, cast

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete, Space

from villain.envs.encoding import Encoding, Vectors
from villain.envs.learning_tables import Against, LearningTables
from villain.envs.rendering import RENDER_MODES, check_render_mode, render
from villain.game.batch_input import whole_numbers
from villain.game.rules import Rules

Info: TypeAlias = dict[str, Any]


class HoldemEnv(gymnasium.Env[Vectors, np.int64]):
    """One learner against agents, by name or however else they are given.

    Observations are vectors (`villain.envs.encoding.Encoding`), actions are numbers of a menu
    (`villain.envs.action_menu.ActionMenu`). The reward is what the hand won, in big blinds, and
    comes with its end. ``info["action_mask"]`` says what is open; anything else folds, or checks
    where that is free, and ``info["illegal"]`` is True; with ``strict`` it is an error.

    ``seat`` is None where the learner moves with the button. ``reset(seed=…)`` deals the same cards
    and makes the opponents anew; without a seed they stay, with what they have learned. Hands in
    which the learner has nothing to decide are passed over: ``info["undecided"]`` is what it won in
    those, in big blinds.

    >>> env = HoldemEnv("nolimit", players=3, opponents="call")
    >>> _, info = env.reset(seed=1)
    >>> env.menu.names
    ('fold', 'call', 'raise by 0.5 pots', 'raise by 1 pots', 'all-in')
    >>> ended = False
    >>> while not ended:
    ...     _, reward, ended, _, info = env.step(1)
    >>> reward
    2.0
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012  as they have it

    def __init__(
        self,
        game: str | Rules = "nolimit",
        players: int = 2,
        opponents: Against = "random",
        *,
        seat: int | None = None,
        pots: Sequence[float] = (0.5, 1.0),
        strict: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self._tables = LearningTables(
            game, players, opponents, 1, seat=seat, pots=pots, strict=strict
        )
        self.render_mode = check_render_mode(render_mode)
        self.encoding, self.menu = self._tables.encoding, self._tables.menu
        self.observation_space = space_of(self.encoding)
        self.action_space = Discrete(len(self.menu))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Vectors, Info]:
        """Deal a hand, up to the learner's first decision."""
        super().reset(seed=seed, options=options)
        tables = self._tables
        if seed is not None or not tables.has_begun:
            tables.begin(self.np_random)
        else:
            tables.deal(np.arange(1), self.np_random)
        vector, info = self._told()
        return vector, info | {"undecided": float(tables.undecided[0])}

    def step(self, action: np.int64 | int) -> tuple[Vectors, float, bool, bool, Info]:
        """Act, and see the next decision or the end of the hand."""
        tables = self._tables
        if tables.over[0]:
            raise gymnasium.error.ResetNeeded("the hand is over; call reset() for the next one")
        chosen = whole_numbers("action", np.asarray(action), (1,))
        [illegal] = tables.act(chosen, np.ones(1, np.bool_))
        [over], [won] = tables.over, tables.won
        vector, info = self._told()
        return vector, float(won), bool(over), False, info | {"illegal": bool(illegal)}

    def _told(self) -> tuple[Vectors, Info]:
        [vector], [mask] = self._tables.observe()
        if self.render_mode == "human":  # which Gymnasium wants shown without being asked
            self.render()
        return vector.copy(), {"action_mask": mask.copy(), "illegal": False, "undecided": 0.0}

    def render(self) -> str | None:
        """What the learner sees, as text: returned (``ansi``) or printed (``human``)."""
        return render(self._tables.seen().of(0), self.render_mode)


def space_of(encoding: Encoding) -> Space[Vectors]:
    """The space of an encoding's vectors."""
    return cast("Space[Vectors]", Box(encoding.low, encoding.high, dtype=np.float32))
