"""What `villain` asks a model: what somebody does with each holding, now and later in a hand.

The crowd's network says it with sizes, and quickly. Any other model of hold'em can stand in for it,
without sizes: its raises are by the pot. Most know how likely an action is with each holding; of
those that say what somebody holds, it follows by Bayes' rule.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from villain.agents.expert import read_of_rest
from villain.errors import VillainError
from villain.game.observation import Observation
from villain.game.presets import limit_holdem, no_limit_holdem
from villain.game.public_state import PublicState
from villain.game.rules import Rules
from villain.game.situation import Decision, Situation
from villain.kernels.arrays import CountArray, FloatArray
from villain.models.bound_play import kinds_by_likelihood
from villain.models.by_range import kinds_by_range
from villain.models.crowd.compiled import nearest_rows
from villain.models.crowd.departures import by_step
from villain.models.crowd.grid import number
from villain.models.crowd.kinds import KINDS, LIMIT_KIND, kind_of
from villain.models.crowd.lines import reachable_cells
from villain.models.crowd.model import CrowdModel
from villain.models.crowd.runouts import steps_on
from villain.models.following import FollowingModel
from villain.models.model import HandsOfPlayers, OpponentModel
from villain.models.registry import ModelSpec, make_model


class RestRead(NamedTuple):
    """What somebody does in the rest of a hand: ``kinds`` (rows, steps, 7), a cell for each row.

    ``place`` leads from every cell of the grid to its row, or to the nearest.
    """

    cells: npt.NDArray[np.int64]
    kinds: FloatArray
    place: CountArray


class VillainRead(Protocol):
    """A model as `villain` asks it; names are those of players."""

    departs: bool
    """True if what somebody does otherwise than the model says is learned on top of it."""

    def reads(self, rules: Rules) -> bool:
        """True if the model knows this game."""

    def kinds(self, name: str, situations: Sequence[Situation]) -> list[FloatArray]:
        """The chances of fold, call and raises of five sizes with each combo: (1326, 7) each."""

    def kind(self, decision: Decision) -> int:
        """Which of them somebody chose, as far as the model tells them apart."""

    def rest(
        self, name: str, weights: FloatArray, state: PublicState, seat: int, hero: int
    ) -> RestRead:
        """What he does in the rest of a hand, by the strength of what he holds."""

    def observe(self, seen: Observation) -> None:
        """Learn from a hand."""

    def study(self, store: HandsOfPlayers, name: str, most: int | None) -> int:
        """Learn from what a store has of a player; the number of hands."""


class NetworkRead:
    """The crowd's network."""

    departs = True

    def __init__(self, model: CrowdModel) -> None:
        self.model = model

    def reads(self, rules: Rules) -> bool:
        """True if the network knows this game."""
        return self.model.reads(rules)

    def kinds(self, name: str, situations: Sequence[Situation]) -> list[FloatArray]:
        """The chances of fold, call and raises of five sizes with each combo: (1326, 7) each."""
        return self.model.kinds_in(name, situations)

    def kind(self, decision: Decision) -> int:
        """Which of the seven kinds he chose."""
        return kind_of(decision)

    def rest(
        self, name: str, weights: FloatArray, state: PublicState, seat: int, hero: int
    ) -> RestRead:
        """The compiled read of the rest of a hand."""
        read = read_of_rest(self.model.reader, name, weights, state, seat, hero)
        return RestRead(read.cells, read.kinds, read.place)

    def observe(self, seen: Observation) -> None:
        """Learn from a hand."""
        self.model.observe(seen)

    def study(self, store: HandsOfPlayers, name: str, most: int | None) -> int:
        """Learn from what a store has of a player; the number of hands."""
        return self.model.study(store, name, most)


class UnsizedRead(ABC):
    """Any other model: it says how often somebody raises, and not by how much."""

    departs = False

    def __init__(self, model: OpponentModel) -> None:
        self.model = model

    @abstractmethod
    def three(self, name: str, situation: Situation) -> FloatArray:
        """How likely fold, call and a raise of the pot are with each combo: (3, 1326)."""

    def reads(self, rules: Rules) -> bool:
        """True if the model knows this game."""
        return self.model.reads(rules)

    def kinds(self, name: str, situations: Sequence[Situation]) -> list[FloatArray]:
        """The chances of fold, call and a raise of the pot with each combo: (1326, 7) each."""
        return [self._kinds(name, situation) for situation in situations]

    def _kinds(self, name: str, situation: Situation) -> FloatArray:
        three = self.three(name, situation)
        total = three.sum(axis=0)
        kinds = np.zeros((1326, KINDS))
        kinds[:, [0, 1, LIMIT_KIND]] = (three / np.where(total > 0, total, 1.0)).T
        kinds[total <= 0, 1] = 1.0
        return kinds

    def kind(self, decision: Decision) -> int:
        """Fold, call, or a raise whatever its size."""
        return min(kind_of(decision), 2) if decision.kind != "raise" else LIMIT_KIND

    def rest(
        self, name: str, weights: FloatArray, state: PublicState, seat: int, hero: int
    ) -> RestRead:
        """What he does in an example of each cell that he may still come to."""
        del weights
        examples = reachable_cells(state, seat, name, [frozenset([hero])])
        kinds = []
        for example in examples.values():
            situation = example.situation
            kinds.append(by_step(self._kinds(name, situation), steps_on(situation.board)))
        cells = np.array([number(cell) for cell in examples])
        return RestRead(cells, np.array(kinds), nearest_rows(tuple(cells.tolist())))

    def observe(self, seen: Observation) -> None:
        """Learn from a hand."""
        self.model.observe(seen)

    def study(self, store: HandsOfPlayers, name: str, most: int | None) -> int:
        """Learn from what a store has of a player; the number of hands."""
        return self.model.study(store, name, most)


class LikelihoodRead(UnsizedRead):
    """A model that says how likely an action is with each holding."""

    def __init__(self, model: FollowingModel[object]) -> None:
        super().__init__(model)
        self._following = model

    def three(self, name: str, situation: Situation) -> FloatArray:
        """What the model says."""
        return kinds_by_likelihood(self._following, name, situation)


class RangeRead(UnsizedRead):
    """A model that says what somebody holds, such as a memory of hands."""

    def three(self, name: str, situation: Situation) -> FloatArray:
        """What follows from his range before and after each action."""
        return kinds_by_range(self.model, name, situation)


def read_by(spec: ModelSpec) -> VillainRead:
    """A read by a model of that name."""
    model = make_model(spec)
    if isinstance(model, CrowdModel):
        return NetworkRead(model)
    if isinstance(model, FollowingModel):
        return LikelihoodRead(model)
    if not model.reads(no_limit_holdem(2)) and not model.reads(limit_holdem(2)):
        raise VillainError(
            f"model={spec}: it does not read hold'em for two, so there is no best answer to it "
            "there; take one that does, such as crowd, specific, statistics, huang or memory:blend"
        )
    return RangeRead(model)
