"""Hold'em against agents at many tables at once, by Gymnasium's vector interface."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from villain.envs.encoding import Vectors
from villain.envs.holdem_env import Info, space_of
from villain.envs.learning_tables import Against, LearningTables
from villain.errors import VillainError
from villain.game.batch_input import whole_numbers
from villain.game.batch_observation import Flags
from villain.game.rules import Rules
from villain.kernels.arrays import CountArray, FloatArray

Steps = tuple[Vectors, FloatArray, Flags, Flags, Info]


class HoldemVectorEnv(VectorEnv[Vectors, CountArray, npt.NDArray[Any]]):
    """Many `villain.envs.holdem_env.HoldemEnv` in one batch of hands; what is said there holds.

    Opponents that answer for many hands at once are asked so, and are the same at all tables; of
    others there is one at each table. Where a hand ends, the next begins by ``autoreset_mode``: in
    the next step, whose action is ignored (``NextStep``, Gymnasium's own default); in the same
    step, so that none is lost, where ``info["final_obs"]`` and ``info["final_info"]`` say how it
    ended (``SameStep``); or by ``reset(options={"reset_mask": …})`` (``Disabled``).

    >>> envs = HoldemVectorEnv(1000, "nolimit", opponents="call", autoreset_mode="SameStep")
    >>> _, info = envs.reset(seed=7)
    >>> total = 0.0
    >>> for _ in range(20):
    ...     actions = np.where(info["action_mask"][:, -1] == 1, len(envs.menu) - 1, 1)
    ...     _, reward, ended, _, info = envs.step(actions)  # all-in, whatever it holds
    ...     total += reward.sum()
    >>> bool(abs(total) < 5 * 100 * 20_000**0.5)  # which wins nothing in the long run
    True
    """

    def __init__(
        self,
        num_envs: int = 1,
        game: str | Rules = "nolimit",
        players: int = 2,
        opponents: Against = "random",
        *,
        seat: int | None = None,
        pots: Sequence[float] = (0.5, 1.0),
        strict: bool = False,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
    ) -> None:
        self._tables = LearningTables(
            game, players, opponents, num_envs, seat=seat, pots=pots, strict=strict
        )
        self.num_envs = num_envs
        self.encoding, self.menu = self._tables.encoding, self._tables.menu
        try:
            self.autoreset_mode = AutoresetMode(autoreset_mode)
        except ValueError:
            raise VillainError.unknown(
                "autoreset mode", str(autoreset_mode), [mode.value for mode in AutoresetMode]
            ) from None
        self.metadata = {"autoreset_mode": self.autoreset_mode}
        self.single_observation_space = space_of(self.encoding)
        self.single_action_space = Discrete(len(self.menu))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Vectors, Info]:
        """Deal at all tables, or at those of ``options["reset_mask"]``."""
        super().reset(seed=seed, options=options)
        tables, mask = self._tables, (options or {}).get("reset_mask")
        if mask is not None and tables.has_begun:
            tables.deal(self._chosen(mask, seed), self.np_random)
        elif seed is not None or not tables.has_begun:
            tables.begin(self.np_random)
        else:
            tables.deal(np.arange(self.num_envs), self.np_random)
        vectors, info = self._told()
        return vectors, info | self._info("undecided", tables.undecided.copy())

    def _chosen(self, mask: object, seed: int | None) -> CountArray:
        flags = np.asarray(mask)
        if flags.dtype != np.bool_ or flags.shape != (self.num_envs,) or not flags.any():
            raise VillainError(
                f"a reset_mask should be true or false for each of {self.num_envs} tables, and "
                "true for one or more"
            )
        if seed is not None:
            raise VillainError("a seed with a reset_mask; a seed begins anew at all tables")
        return np.flatnonzero(flags)

    def step(self, actions: CountArray) -> Steps:
        """Act at every table."""
        tables, mode, over = self._tables, self.autoreset_mode, self._tables.over
        if over.any() and mode is AutoresetMode.DISABLED:
            raise VillainError(
                f"the hand is over at table {int(np.argmax(over))}; call "
                'reset(options={"reset_mask": …}) first'
            )
        chosen = whole_numbers("actions", actions, (self.num_envs,))
        illegal = tables.act(chosen, ~over)
        ended, rewards = tables.over & ~over, np.where(over, 0.0, tables.won)
        undecided = np.zeros(self.num_envs)
        final: Info = {}
        if mode is AutoresetMode.SAME_STEP and ended.any():
            final = self._final(ended, illegal)
            illegal = illegal & ~ended  # which is said there
            over = ended
        if over.any():
            tables.deal(np.flatnonzero(over), self.np_random)
            undecided = np.where(over, tables.undecided, 0.0)
        vectors, info = self._told()
        info |= self._info("illegal", illegal) | self._info("undecided", undecided) | final
        return vectors, rewards, ended, np.zeros(self.num_envs, np.bool_), info

    def _told(self) -> tuple[Vectors, Info]:
        vectors, mask = self._tables.observe()
        return vectors, (
            self._info("action_mask", mask)
            | self._info("illegal", np.zeros(self.num_envs, np.bool_))
            | self._info("undecided", np.zeros(self.num_envs))
        )

    def _info(self, key: str, values: npt.NDArray[Any]) -> Info:
        """An entry for all tables, as Gymnasium has them: with a flag for each, which is true."""
        return {key: values, f"_{key}": np.ones(self.num_envs, np.bool_)}

    def _final(self, ended: Flags, illegal: Flags) -> Info:
        """How hands ended, where the next is dealt in the same step."""
        tables = np.flatnonzero(ended)
        vectors, _ = self._tables.observe(tables)
        last = np.full(self.num_envs, None, object)
        for table, vector in zip(tables, vectors, strict=True):
            last[table] = vector
        nothing_open = np.zeros((self.num_envs, len(self.menu)), np.int8)
        told: Info = {}
        for key, values in (
            ("action_mask", nothing_open),
            ("illegal", illegal & ended),
            ("undecided", np.zeros(self.num_envs)),
        ):
            told |= {key: values, f"_{key}": ended.copy()}
        return {
            "final_obs": last,
            "_final_obs": ended.copy(),
            "final_info": told,
            "_final_info": ended.copy(),
        }
