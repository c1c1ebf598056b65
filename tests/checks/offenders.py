"""Agents, models and predictors as somebody else might write them, each with one thing wrong."""

from collections import Counter
from typing import Any, ClassVar

import numpy as np

from villain.agents.agent import Agent
from villain.agents.blind import Random
from villain.agents.holding_chances import HoldingChances
from villain.cards.range import HIGH_CARDS, LOW_CARDS, Range
from villain.game import CALL, FOLD, Acted, Action, Observation, Rules, raise_to
from villain.game.rules import is_holdem
from villain.game.situation import Decision, Situation
from villain.models.model import OpponentModel
from villain.models.predictors.predictor import Predictor
from villain.strategy.action_distribution import ActionDistribution

GLOBAL = np.random.default_rng(0)
"""What nobody should use."""


class Fair(OpponentModel):
    """Keeps all laws: counts raises by name, and takes every possible holding for as likely."""

    def __init__(self) -> None:
        self.raises: Counter[Any] = Counter()
        self.seen = 0

    @classmethod
    def reads(cls, rules: Rules) -> bool:
        return is_holdem(rules)

    def observe(self, seen: Observation) -> None:
        if self.seen > len(seen.events):
            self.seen = 0
        for event in seen.events[self.seen :]:
            if isinstance(event, Acted) and event.kind == "raise":
                self.raises[self.key(seen, event.seat)] += 1
        self.seen = len(seen.events) if seen.legal is not None else 0

    def key(self, seen: Observation, seat: int) -> Any:  # noqa: ANN401
        return seen.names[seat]

    def predict(
        self,
        seen: Observation,
        seat: int,
        *,
        facing: int | None = None,  # noqa: ARG002
    ) -> ActionDistribution:
        return ActionDistribution.of(1, 2, 1 + self.raises[self.key(seen, seat)])

    def range(self, seen: Observation, seat: int) -> Range:  # noqa: ARG002
        gone = [*seen.hole, *seen.board]
        clash = np.isin(HIGH_CARDS, gone) | np.isin(LOW_CARDS, gone)
        return Range(np.where(clash, 0.0, 1.0) / (~clash).sum())


class GivesAnArray(Fair):
    def range(self, seen: Observation, seat: int) -> Any:  # noqa: ANN401
        return super().range(seen, seat).weights


class GivesATuple(Fair):
    def predict(self, seen: Observation, seat: int, *, facing: int | None = None) -> Any:  # noqa: ANN401
        return tuple(super().predict(seen, seat, facing=facing))


class SumsToTwo(Fair):
    def range(self, seen: Observation, seat: int) -> Range:
        return 2 * super().range(seen, seat)


class KeepsSeenCards(Fair):
    def range(self, seen: Observation, seat: int) -> Range:  # noqa: ARG002
        return Range(np.full(1326, 1 / 1326))


class LearnsWhenAsked(Fair):
    def predict(
        self, seen: Observation, seat: int, *, facing: int | None = None
    ) -> ActionDistribution:
        self.raises[seen.names[seat]] += 1
        return super().predict(seen, seat, facing=facing)


class SharesItsMemory(Fair):
    everybody: ClassVar[Counter[Any]] = Counter()

    def __init__(self) -> None:
        super().__init__()
        self.raises = self.everybody

    def __deepcopy__(self, memory: object) -> "SharesItsMemory":
        copy = SharesItsMemory()
        copy.seen = self.seen
        return copy


class Guesses(Fair):
    def observe(self, seen: Observation) -> None:
        super().observe(seen)
        self.raises[seen.names[-1]] += int(GLOBAL.integers(5))


class CountsTwice(Fair):
    def observe(self, seen: Observation) -> None:
        self.seen = 0
        super().observe(seen)


class KnowsChairs(Fair):
    def key(self, seen: Observation, seat: int) -> Any:  # noqa: ANN401, ARG002
        return seat


class JudgesByName(Fair):
    def predict(
        self, seen: Observation, seat: int, *, facing: int | None = None
    ) -> ActionDistribution:
        if seen.names[seat].startswith("Zoe"):
            return ActionDistribution(0, 1, 0)
        return super().predict(seen, seat, facing=facing)


class Hoards(Fair):
    def __init__(self) -> None:
        super().__init__()
        self.attic = bytes(1000)

    def observe(self, seen: Observation) -> None:
        super().observe(seen)
        if seen.legal is None:
            self.attic += self.attic[: len(self.attic) // 3]


class ReadsNothing(Fair):
    @classmethod
    def reads(cls, rules: Rules) -> bool:  # noqa: ARG003
        return False


class Crashes(Fair):
    def range(self, seen: Observation, seat: int) -> Range:  # noqa: ARG002
        raise KeyError(seat)


# Agents


class Caller(Agent):
    """Keeps all laws."""

    def act(self, seen: Observation) -> Action:  # noqa: ARG002
        return CALL


class RaisesAlways(Agent):
    def act(self, seen: Observation) -> Action:
        assert seen.legal is not None
        return raise_to(seen.legal.least)


class TellsHalf(Caller):
    def chances(self, seen: Observation) -> HoldingChances:  # noqa: ARG002
        return HoldingChances((CALL,), np.full((1326, 1), 0.5))


class TellsFolds(Caller):
    def chances(self, seen: Observation) -> HoldingChances:  # noqa: ARG002
        return HoldingChances((CALL, FOLD), np.full((1326, 2), 0.5))


class TellsWhatItHolds(Caller):
    def chances(self, seen: Observation) -> HoldingChances:
        assert seen.legal is not None
        action = FOLD if seen.hole and seen.legal.fold else CALL
        return HoldingChances((action,), np.ones((1326, 1)))


class DrawsWhenAsked(Random):
    def chances(self, seen: Observation) -> HoldingChances:  # noqa: ARG002
        self.rng.random()
        return HoldingChances((CALL,), np.ones((1326, 1)))


class SaysCall(Agent):
    def act(self, seen: Observation) -> Action:  # noqa: ARG002
        return "call"  # type: ignore[return-value]


class RollsDice(Agent):
    def act(self, seen: Observation) -> Action:
        assert seen.legal is not None
        bold = seen.legal.can_raise and GLOBAL.random() < 0.5
        return raise_to(seen.legal.least) if bold else CALL


class PlaysByItself(Caller):
    def plays(self, rules: Rules) -> bool:  # type: ignore[override]  # noqa: ARG002
        return True


class CannotBePickled(Caller):
    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.mood = lambda: "good"


class Forgets(Agent):
    """Plays by a count that it leaves out of its state."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.turns = 0

    def __getstate__(self) -> dict[str, object]:
        return self.__dict__ | {"turns": 0}

    def act(self, seen: Observation) -> Action:
        assert seen.legal is not None
        self.turns += 1
        return raise_to(seen.legal.least) if self.turns % 3 and seen.legal.can_raise else CALL


# Predictors


class Plain(Predictor):
    """Keeps all laws."""

    def __init__(self) -> None:
        self.raises: Counter[str] = Counter()

    def triple(self, name: str, situation: Situation) -> ActionDistribution:
        all_three = ActionDistribution.of(1, 2, 1 + self.raises[name])
        return all_three.allowed(fold=situation.could_fold, more=situation.could_raise)

    def learn(self, decision: Decision) -> None:
        self.raises[decision.name] += decision.kind == "raise"


class Unnamed(Plain):
    def triple(self, name: str, situation: Situation) -> Any:  # noqa: ANN401
        return tuple(super().triple(name, situation))


class Forbidden(Plain):
    def triple(self, name: str, situation: Situation) -> ActionDistribution:  # noqa: ARG002
        return ActionDistribution.of(1, 2, 1)


class Certain(Plain):
    def triple(self, name: str, situation: Situation) -> ActionDistribution:  # noqa: ARG002
        return ActionDistribution(0, 1, 0)


class Meddles(Plain):
    def triple(self, name: str, situation: Situation) -> ActionDistribution:
        self.raises[name] += 1
        return super().triple(name, situation)


class AllAlike(Plain):
    def learn(self, decision: Decision) -> None:
        self.raises["all"] += decision.kind == "raise"

    def triple(self, name: str, situation: Situation) -> ActionDistribution:  # noqa: ARG002
        return super().triple("all", situation)


class Nothing:
    """Neither of the three."""
