"""Huang's trials with the crowd's read: the opponent acts in them as the crowd expects.

At every decision the read is compiled into a table of what he does by situation and strength of his
hand, for the rest of the hand; a trial looks him up there, where `huang:exploit` has mined styles.
"""

from bisect import bisect_left
from functools import cache
from math import inf

import numpy as np
import numpy.typing as npt

from villain.agents.agent import Agent
from villain.agents.huang import actions_of, by_kind, rising_sizes, try_idly, usual_sizes
from villain.agents.huang_exploit import MIXED, Exploiting, planned_values
from villain.errors import VillainError
from villain.game.actions import Action
from villain.game.observation import Observation
from villain.game.presets import no_limit_holdem
from villain.game.rules import Betting, Rules
from villain.game.situation import ANOTHER, HIMSELF, NOBODY
from villain.kernels.arrays import FloatArray
from villain.models.crowd import grid
from villain.models.crowd.compiled import STEPS, CompiledRead, compile_read
from villain.models.crowd.grid import Cell, number
from villain.models.crowd.kinds import KIND_BOUNDS
from villain.models.crowd.model import CrowdModel
from villain.models.fixed_policy import fixed_policy_share
from villain.models.loki.dear_bets import range_behind
from villain.strategy.huang.abstraction import RAISE, Abstraction
from villain.strategy.huang.board_buckets import street_shares
from villain.strategy.huang.strategy_table import StrategyTable
from villain.strategy.huang.trials import HEED, HeadsUpTrials
from villain.strategy.warming import warm_up

ABSTRACTION = Abstraction(ratios=KIND_BOUNDS, length=3)
"""Raises are told apart as the network does; three actions of a street are kept."""


class HuangCrowd(Exploiting, Agent):
    """Tries its actions with plans against what the crowd's network expects of its opponent.

    ``learn=0`` leaves him a stranger in every hand; ``trials``, ``sizes``, ``factor`` and ``safe``
    are those of huang:exploit.
    """

    def __init__(
        self,
        seed: int = 0,
        trials: int = 200,
        sizes: tuple[float, ...] = (0.5, 1, 2, 100),
        factor: float | None = None,
        learn: bool = True,
        safe: str = MIXED,
    ) -> None:
        Agent.__init__(self, seed)
        Exploiting.__init__(self, factor, safe)
        if not 1 <= trials <= 1_000_000:
            raise VillainError(f"trials={trials}; there should be 1 to 1,000,000")
        self.trials, self.sizes = trials, rising_sizes(sizes)
        self.model = CrowdModel()
        if not learn:
            self.model.freeze()
        warm_up(no_limit_holdem(2), try_idly)

    @classmethod
    def plays(cls, rules: Rules) -> bool:
        """Heads-up no-limit hold'em."""
        heads_up = rules.players == 2 and rules.betting is Betting.NO_LIMIT
        return heads_up and CrowdModel.reads(rules)

    def act(self, seen: Observation) -> Action:
        """Play safely, or look at what happened and draw from a mixed strategy."""
        safe = self.act_safely(seen)
        if safe is not None:
            return safe
        actions, values = self.consider(seen)
        return actions[int(self.rng.choice(len(actions), p=self.choose(values)))]

    def watch(self, seen: Observation) -> None:
        """See how the hand ended, and what it earned."""
        self.model.observe(seen)
        self.note(seen)

    def consider(self, seen: Observation) -> tuple[list[Action], FloatArray]:
        """The actions worth trying and what each earns with the best plan, in chips."""
        self.model.observe(seen)
        self._rival = seen.names[1 - seen.seat]
        actions = actions_of(seen, self.sizes)
        return actions, planned_values(self.deal_trials(seen), actions)

    def deal_trials(self, seen: Observation) -> HeadsUpTrials:
        """Deal the cards of trials: his from what he may hold; he acts by a compiled read."""
        rival = 1 - seen.seat
        ratios = ABSTRACTION.ratios
        return HeadsUpTrials(
            seen,
            range_behind(self.model, seen, rival),
            self.strategy(seen, rival),
            self.trials,
            int(self.rng.integers(2**63)),
            sizes=np.array([by_kind(self.sizes, ratios), usual_sizes(ratios)]),
            planned=True,
            # By half: to the network his largest raises are all-in already.
            heed=HEED / 2 * (1 - fixed_policy_share(self.model, seen, rival)),
        )

    def strategy(self, seen: Observation, rival: int) -> StrategyTable:
        """The opponent's strategy from now on, as the read has it."""
        state = self.model.at(seen).table
        read = compile_read(self.model.reader, seen.names[rival], state, rival)
        return table_of(read, last=rival == seen.rules.players - 1)


def table_of(read: CompiledRead, *, last: bool) -> StrategyTable:
    """A compiled read as a strategy for trials; ``last`` is whether he acts last after the flop."""
    kinds = read.kinds
    rows = read.place[_cells(last)]
    table = StrategyTable(ABSTRACTION, rows, kinds.mean(axis=1))
    steps = _steps()[read.streets]
    table.chances[:] = kinds[np.arange(len(kinds))[:, None], steps]
    table.ready[:] = True
    return table


@cache
def _steps() -> npt.NDArray[np.int64]:
    """For each street and bucket of strength the step of the read: by how many hands are worse."""
    shares = np.stack([street_shares(street, ABSTRACTION) for street in range(4)])
    worse = np.cumsum(shares, axis=1) - shares / 2
    return np.minimum((worse * STEPS).astype(np.int64), STEPS - 1)


@cache
def _cells(last: bool) -> npt.NDArray[np.int64]:
    """The cell of every action sequence, in the order of their numbers."""
    sequences = ABSTRACTION.every_sequence()
    return np.array([number(cell_after(one, last=last)) for one in sequences], np.int64)


def cell_after(sequence: str, *, last: bool) -> Cell:
    """The cell of a read in which one is who faces an action sequence.

    >>> cell_after("0004", last=False) == Cell(0, grid.BET + 2, True, False, 0)
    True
    """
    street, raises, other = (int(digit) for digit in sequence[:3])
    actions = [int(digit) for digit in sequence[3:]]
    if not actions or actions[-1] < RAISE:
        faced = grid.BLINDS if street == 0 and not actions else grid.NONE
        initiative = NOBODY if street == 0 or not raises else ANOTHER if other else HIMSELF
        return Cell(street, faced, True, last, initiative)
    size = actions[-1] - RAISE
    many = sum(action >= RAISE for action in actions)
    kind = grid.BET if many == 1 else grid.RAISED if many == 2 else grid.WAR
    faced = kind + bisect_left(grid.BOUNDS[kind], (*KIND_BOUNDS, inf)[size])
    initiative = grid.LED if raises and not other else grid.IDLE
    if len(actions) > 1:
        initiative = grid.ACTIVE if actions[-2] >= RAISE else grid.PASSIVE
    return Cell(street, faced, True, last, initiative)
