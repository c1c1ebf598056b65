"""The base that most models stand on: it follows hands, and works ranges out when asked."""

from abc import abstractmethod
from typing import Any, Generic, Self, TypeVar

import numpy as np
import numpy.typing as npt

from villain.cards.range import Range, possible
from villain.game.actions import CALL, FOLD, Action, raise_to
from villain.game.events import Won
from villain.game.observation import Observation
from villain.game.public_state import PublicState
from villain.game.rules import Rules, is_holdem
from villain.game.situation import Decision, HandFollower, Situation, situation_of
from villain.game.what_if import ahead
from villain.game.what_if import facing as would_face
from villain.kernels.arrays import FloatArray
from villain.models.holdings import ALL_ALIKE, possible_range
from villain.models.model import HandsOfPlayers, OpponentModel
from villain.strategy.action_distribution import ActionDistribution

Note = TypeVar("Note")

STREETS, COSTS, ACTIONS = 4, 3, 3


class FollowingModel(OpponentModel, Generic[Note]):
    """Follows hold'em hands and keeps a range for everybody.

    The least that a subclass has to say is `likelihood`: how likely a player makes a decision with
    each of the 1,326 combos. It may also `learn` from decisions and `expect` them; without that,
    players are expected to do what the combos of their ranges would.

    Ranges are worked out when somebody asks, and by then a player may be known better. What is
    known of him as he decides is the ``note`` of the decision. ``doubt`` is how much of a
    likelihood is the same for all combos, so that no action rules a hand out for good.
    """

    doubt = 0.0

    def __init__(self) -> None:
        self.learns = True
        self._follower = HandFollower()
        self._noted: list[tuple[Decision, Note]] = []
        self._weights: dict[int, tuple[int, FloatArray]] = {}
        self._elsewhere: Self | None = None
        self._studied = ""

    def __getstate__(self) -> dict[str, object]:
        # They are worked out again.
        return self.__dict__ | {"_weights": {}, "_elsewhere": None}

    @classmethod
    def reads(cls, rules: Rules) -> bool:
        """Hold'em with a whole deck."""
        return is_holdem(rules)

    def freeze(self) -> None:
        """Everybody stays as he is known now."""
        self.learns = False

    # What a subclass says

    @abstractmethod
    def likelihood(self, decision: Decision, note: Note) -> FloatArray:
        """The chance that a player makes a decision with each combo."""

    def note(self, decision: Decision) -> Note | None:  # noqa: ARG002
        """Knowledge of a player as he decides; None if a decision says nothing of his cards."""
        return NO_NOTE  # type: ignore[no-any-return]

    def follows(self, seen: Observation, seat: int) -> bool:
        """True if the decisions of a seat are followed: those of the others are."""
        return seat != seen.seat

    def begin_hand(self, seen: Observation) -> None:
        """Another hand begins."""

    def learn(self, decision: Decision) -> None:
        """Learn from a decision; called as long as the model is not frozen."""

    def end_hand(self, seen: Observation) -> None:
        """The hand is over, and what was shown can be seen."""

    def expect(self, seen: Observation, situation: Situation) -> ActionDistribution:
        """What a player would do in a situation: here the mean over what he may hold."""
        weights = self.range(seen, situation.seat).weights
        chances = [
            0.0 if done is None else float(weights @ self._likely(seen, situation, done))
            for done in possible_actions(situation)
        ]
        total = sum(chances)
        if total <= 0.0:
            return ActionDistribution(0.0, 1.0, 0.0)
        return ActionDistribution.of(*(chance / total for chance in chances))

    def _likely(self, seen: Observation, situation: Situation, action: Action) -> FloatArray:
        seat = situation.seat
        to = action.to if action.kind == "raise" else situation.bets[seat]
        chips = to - situation.bets[seat]
        if action.kind == "call":
            chips = situation.owed
            to += chips
        decision = Decision(seat, seen.names[seat], situation, action.kind, chips, to)
        note = self.note(decision)
        return ALL_ALIKE / ACTIONS if note is None else self.likelihood(decision, note)

    def reweigh(self, decision: Decision, note: Note, weights: FloatArray) -> FloatArray:
        """The weights of a player after a decision: Bayes' rule, with some doubt."""
        likely, could = self.likelihood(decision, note), possible(decision.situation.board)
        held = float(weights @ could)
        if held <= 0.0:  # he has none of the hands that were left: any other is possible again
            weights, held = could.astype(np.float64), float(could.sum())
        mean = float(weights @ (likely * could)) / held
        if mean <= 0.0:  # nobody was ever seen doing that: it says nothing of his cards
            return weights
        weights = weights * ((1 - self.doubt) * likely + self.doubt * mean) * could
        reweighed: FloatArray = weights / weights.max()
        return reweighed

    # Learning

    def observe(self, seen: Observation) -> None:
        """Take in what is new of a hand."""
        if self._follower.knows(seen):
            return
        if self._follower.begins_anew(seen):
            self.begin_hand(seen)
            self._noted, self._weights = [], {}
        followed = [
            seat
            for seat, name in enumerate(seen.names)
            if self.follows(seen, seat) and self._studied in ("", name)
        ]
        for decision in self._follower.news(seen, followed):
            self._take(decision)
        if isinstance(seen.events[-1], Won):
            self.end_hand(seen)
        self._elsewhere = None

    def _take(self, decision: Decision) -> None:
        note = self.note(decision)
        if note is not None:
            self._noted.append((decision, note))
        if self.learns:
            self.learn(decision)

    def study(self, store: HandsOfPlayers, name: str, most: int | None = None) -> int:
        """Learn from what a store has of a player, and nothing of those whom he met."""
        self._studied = name
        try:
            return super().study(store, name, most)
        finally:
            self._studied = ""

    # Answers

    def predict(
        self, seen: Observation, seat: int, *, facing: int | None = None
    ) -> ActionDistribution:
        """What he would do in the situation that he faces, or would face."""
        others = [not out for other, out in enumerate(seen.folded) if other != seat]
        if seen.folded[seat] or not seen.stacks[seat] or not any(others):
            return ActionDistribution(0.0, 1.0, 0.0)  # nothing moves him
        model = self.at(seen)
        return model.expect(seen, model.situation(seen, seat, facing))

    def situation(self, seen: Observation, seat: int, facing: int | None = None) -> Situation:
        """What a seat faces if it has to act now, or after a raise by the observer."""
        state = self.at(seen).table
        if facing is not None and facing != state.owed_by(seat):
            state = would_face(state, seat, facing, seen.seat)
        return situation_of(state, seat)

    def plan(self, seen: Observation, seat: int) -> FloatArray:
        """How often he would do what, on this street and later: by street, cost and action."""
        model = self.at(seen)
        situations = what_may_come(model.table, seat)
        return planned(seen.street, [model.expect(seen, one) for one in situations])

    def range(self, seen: Observation, seat: int) -> Range:
        """What he may hold after all he did in this hand."""
        return possible_range(seen, seat, lambda: self.since(seen).weights_of(seat))

    @property
    def table(self) -> PublicState:
        """The table as it was seen last."""
        assert self._follower.state is not None, "nothing was seen yet"
        return self._follower.state

    def at(self, seen: Observation) -> Self:
        """The model after just that: itself, or else a copy that is shown it."""
        if self._follower.knows(seen):
            return self
        model = self._elsewhere  # mostly several things are asked of one moment
        if model is None or not model._follower.knows(seen):
            model = self.twin()
            model.observe(seen)
            self._elsewhere = model
        return model

    def since(self, seen: Observation) -> Self:
        """The same; or itself too if only the end of that hand came after.

        What anybody holds follows from what was noted as he decided, and nobody has since. A copy
        would have to go through the whole hand again, and learn from it twice.
        """
        return self if self._follower.knows_end_of(seen) else self.at(seen)

    def twin(self) -> Self:
        """A copy to be shown another moment."""
        return self.clone()

    def weights_of(self, seat: int) -> FloatArray:
        """The weights of a seat after all it did; worked out when they are asked for."""
        done, weights = self._weights.get(seat, (0, self.weights_before(seat)))
        for decision, note in self._noted[done:]:
            if decision.seat == seat:
                weights = self.reweigh(decision, note, weights)
        self._weights[seat] = len(self._noted), weights
        return weights

    def weights_before(self, seat: int) -> FloatArray:  # noqa: ARG002
        """The weights of a seat that has done nothing yet."""
        return ALL_ALIKE


NO_NOTE: Any = ()
"""The note of a model that needs none."""


def possible_actions(situation: Situation) -> tuple[Action | None, Action, Action | None]:
    """Fold, call and a raise of about the pot, as far as they are legal."""
    raised = None
    if situation.could_raise:
        to = max(situation.bets) + situation.pot + situation.owed
        raised = raise_to(min(max(to, situation.least), situation.most))
    return FOLD if situation.owed else None, CALL, raised


def what_may_come(state: PublicState, seat: int) -> list[Situation]:
    """What a seat may face on this street and later, street by street and for each cost."""
    now = situation_of(state, seat)
    situations = []
    for street in range(state.street, STREETS):
        for cost in range(COSTS):
            if street > state.street:
                line = ahead(state, seat, street, cost)
            elif cost == now.cost:
                line = state
            else:
                bet = now.bet if now.limit else max(state.pot // 2, now.bet)
                line = would_face(state, seat, max(now.owed + (cost - now.cost) * bet, cost * bet))
            situations.append(situation_of(line, seat))
    return situations


def planned(street: int, triples: npt.ArrayLike) -> FloatArray:
    """A plan from the triples of `what_may_come` on a street; nothing for streets before it."""
    plan = np.zeros((STREETS, COSTS, ACTIONS))
    plan[street:] = np.reshape(triples, (-1, COSTS, ACTIONS))
    return plan
