"""Several memories, one for each kind of opponent, and how likely each is in use [sander].

The paper's future work: instead of one memory in which an aggressive and a conservative player
become a mean of both, keep them apart, and find out which he is now. After every hand

    chance of a kind  ∝  chance before × how likely the kind does what was seen

where before every hand he is taken to have changed his kind with the chance ``switch``. Each memory
then learns from the hand as much as it is likely to be the one in use.
"""

from math import log

import numpy as np

from villain.cards.range import Range
from villain.errors import VillainError
from villain.game.events import Won
from villain.game.observation import Observation
from villain.game.rules import Rules
from villain.game.situation import HandFollower, shown_cards
from villain.kernels.arrays import FloatArray
from villain.models.memory.general import PLAYERS
from villain.models.memory.grounds import Grounds
from villain.models.memory.hands import ACTION, act_chunks, board_on, odds_of, on_grid
from villain.models.memory.model import MemoryModel
from villain.models.memory.recollection import BLENDED, Recollection
from villain.models.model import OpponentModel
from villain.strategy.action_distribution import ActionDistribution

SWITCH = 0.02
"""He keeps to a kind for some fifty hands."""

LEAST = 0.05
"""Of a hand that is less likely of its kind a memory learns nothing."""

VAGUE = 0.2
"""So much of the likelihood of shown cards is the same for all: one hand proves nothing."""


MOST = 5
"""So many hands that came to mind are told."""


class SegregatedModel(OpponentModel):
    """Memories of aggressive, moderate and conservative opponents, and which of them he is.

    They begin as the general memory of each kind. ``switch`` is how likely he changes his kind
    before a hand, ``how`` the way the memories are asked.
    """

    def __init__(
        self, how: Recollection = BLENDED, *, switch: float = SWITCH, folds: bool = False
    ) -> None:
        if not 0 <= switch <= 1:
            raise VillainError(f"switch={switch:g}; it should be a chance from 0 to 1")
        self.parts = [
            MemoryModel("s+gom", how, folds=folds, players=kind) for kind in range(len(PLAYERS))
        ]
        self.switch, self.learns = switch, True
        self._follower = HandFollower()
        self._chances: dict[str, FloatArray] = {}

    @classmethod
    def reads(cls, rules: Rules) -> bool:
        """Hold'em for two."""
        return MemoryModel.reads(rules)

    def freeze(self) -> None:
        """Memories and chances stay as they are."""
        self.learns = False

    def observe(self, seen: Observation) -> None:
        """At the end of a hand see which kind it speaks for, and let the memories learn."""
        if not self.learns or self._follower.knows(seen):
            return
        if not isinstance(seen.events[-1], Won):
            self._follower.news(seen)
            return
        rival = 1 - seen.seat
        chances = self._now(seen, rival)
        self._follower.news(seen)
        shown = shown_cards(seen).get(rival)
        if shown is not None:
            odds = on_grid(odds_of(shown, board_on(seen, seen.street)))
            chances = _normal(chances * [self._likely(part, seen, odds) for part in self.parts])
        self._chances[seen.names[rival]] = chances
        for part, chance in zip(self.parts, chances.tolist(), strict=True):
            part.learn(seen, chance if chance >= LEAST else 0.0)

    def _likely(self, part: MemoryModel, seen: Observation, odds: float) -> float:
        """The likelihood of this chance of winning after such betting."""
        grid = part.grid
        chances = part.strengths(seen, 1 - seen.seat)
        near = sum(chances.get(on_grid(odds + step / grid), 0.0) for step in (-1, 0, 1)) / 3
        return (1 - VAGUE) * near + VAGUE / (grid + 1)

    # Answers

    def kinds(self, name: str) -> dict[str, float]:
        """The chances of an opponent to be of each kind, after the last hand that was seen."""
        chances = self._chances.get(name, _EVEN).tolist()
        return dict(zip(PLAYERS, chances, strict=True))

    def strength(self, seen: Observation, seat: int, street: int | None = None) -> float | None:
        """His chance of winning, over all kinds as likely as they are; None: unsure."""
        strengths = [part.strength(seen, seat, street) for part in self.parts]
        pairs = zip(self._now(seen, seat, street).tolist(), strengths, strict=True)
        sure = [(chance, strength) for chance, strength in pairs if strength is not None]
        total = sum(chance for chance, _ in sure)
        return sum(chance * strength for chance, strength in sure) / total if total else None

    def explain(self, seen: Observation, seat: int) -> Grounds:
        """The memories of all kinds; that of an unlikely kind is as much weaker."""
        chances = self._now(seen, seat).tolist()
        each = [part.explain(seen, seat) for part in self.parts]
        came = [
            one._replace(
                activation=one.activation + log(chance), share=chance * one.share, player=player
            )
            for player, chance, grounds in zip(PLAYERS, chances, each, strict=True)
            for one in grounds.remembered
            if chance > 0
        ]
        came.sort(key=lambda one: -one.activation)
        trust = sum(chance * grounds.trust for chance, grounds in zip(chances, each, strict=True))
        kinds = tuple(zip(PLAYERS, chances, strict=True))
        return Grounds(tuple(came[:MOST]), self.strength(seen, seat), trust, kinds)

    def range(self, seen: Observation, seat: int) -> Range:
        """The ranges of all kinds, as likely as each is."""
        each = np.array([part.range(seen, seat).weights for part in self.parts])
        return Range(_normal(self._now(seen, seat) @ each))

    def predict(
        self, seen: Observation, seat: int, *, facing: int | None = None
    ) -> ActionDistribution:
        """The chances of the kinds' actions, as likely as each is."""
        each = np.array([part.predict(seen, seat, facing=facing) for part in self.parts])
        return ActionDistribution.of(*(self._now(seen, seat) @ each).tolist())

    def _now(self, seen: Observation, seat: int, street: int | None = None) -> FloatArray:
        """The chances that he is of each kind, with all he did in this hand, or up to a street."""
        name = seen.names[seat]
        chances = self._chances.get(name, _EVEN)
        if isinstance(seen.events[-1], Won) and self._follower.knows(seen):
            return chances  # the hand is in them
        chances = (1 - self.switch) * chances + self.switch * _EVEN
        for decision, slots in act_chunks(seen):
            if decision.seat == seat and (street is None or decision.situation.street <= street):
                action = "fcr".index(str(slots.pop(ACTION)))
                each = [part.actions_after(name, slots)[action] for part in self.parts]
                chances = _normal(chances * each)
        return chances


_EVEN = np.full(len(PLAYERS), 1 / len(PLAYERS))


def _normal(weights: FloatArray) -> FloatArray:
    shares: FloatArray = weights / weights.sum()
    return shares
