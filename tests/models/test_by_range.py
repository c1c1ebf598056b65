"""What a player does with each holding, by Bayes from what a model says he holds."""

import numpy as np
import pytest

from tests.game.table import play, start
from villain.cards.range import Range
from villain.game import CALL, Observation, limit_holdem, no_limit_holdem, raise_to
from villain.game.events import Acted
from villain.game.public_state import PublicState
from villain.game.situation import Situation, decisions, situation_of
from villain.kernels.arrays import FloatArray
from villain.models.by_range import kinds_by_range
from villain.models.following import possible_actions
from villain.models.holdings import possible_range
from villain.models.memory.explicit import ExplicitModel
from villain.models.model import OpponentModel
from villain.models.predictors.of_model import view_beside
from villain.models.registry import make_model
from villain.strategy.action_distribution import ActionDistribution

FOLD, CALLS, RAISES = range(3)
STRONG = np.arange(1326) >= 1000
OFTEN = ActionDistribution(0.5, 0.3, 0.2)


class Sorted(OpponentModel):
    """Takes him to raise the last combos, and to call with or fold any other.

    Of a fold it says what it said before, as a memory does.
    """

    def observe(self, seen: Observation) -> None:
        """Learn nothing."""

    def predict(
        self, seen: Observation, seat: int, *, facing: int | None = None
    ) -> ActionDistribution:
        """The same chances everywhere."""
        del seen, seat, facing
        return OFTEN

    def range(self, seen: Observation, seat: int) -> Range:
        """What is left of all combos after what he did last."""
        his = [one.kind for one in decisions(seen) if one.seat == seat]
        return possible_range(seen, seat, lambda: weights_after(his[-1] if his else ""))


def weights_after(kind: str) -> FloatArray:
    """A fifth of what he holds is strong, all of which he raises."""
    of_strong = {"raise": 1.0, "call": 0.0}.get(kind, 0.2)
    weights: FloatArray = np.where(STRONG, of_strong / 326, (1 - of_strong) / 1000)
    return weights


def first() -> Situation:
    return situation_of(PublicState.at_start(no_limit_holdem(2)))


def on_the_flop() -> Situation:
    hand = play(start(no_limit_holdem(2), "AhKd 8c8d", "8s 8h 2c 9d Ac"), "r6 c r9")
    return situation_of(PublicState.after(hand.rules, hand.observation(0).events))


def test_who_raises_strong_hands_only_is_read_so() -> None:
    kinds = kinds_by_range(Sorted(), "he", first())
    np.testing.assert_allclose(kinds[:, STRONG], np.array([[0], [0], [1]]) * np.ones(326))
    # Weak hands are folded and called as often as it says of all, less what is raised.
    np.testing.assert_allclose(kinds[:, ~STRONG], np.array([[5 / 8], [3 / 8], [0]]) * np.ones(1000))


@pytest.mark.parametrize(
    "name", ["memory:gom", "memory:blend", "memory:sizes", "memory:segregated", "memory:explicit"]
)
@pytest.mark.parametrize("situation", [first(), on_the_flop()])
def test_chances_are_chances_of_what_is_legal(name: str, situation: Situation) -> None:
    kinds = kinds_by_range(make_model(name), "he", situation)
    assert (kinds >= 0).all()
    np.testing.assert_allclose(kinds.sum(axis=0), 1)
    assert kinds[FOLD].any() == (situation.owed > 0)


@pytest.mark.parametrize("name", ["memory:blend", "memory:segregated", "memory:explicit"])
@pytest.mark.parametrize("situation", [first(), on_the_flop()])
def test_bayes_gives_the_range_back(name: str, situation: Situation) -> None:
    """After an action he holds what he held before, times what he does with it."""
    model, seat = make_model(name), situation.seat
    kinds = kinds_by_range(model, "he", situation)
    before = view_beside(name="he", situation=situation)
    often = model.predict(before, seat).allowed(fold=situation.owed > 0, more=situation.could_raise)
    _, _, raised = possible_actions(situation)
    assert raised is not None
    after = []
    for action, to in ((CALL, situation.bets[seat] + situation.owed), (raised, raised.to)):
        acted = Acted(seat, action.kind, to - situation.bets[seat], to)
        after.append(model.range(view_beside("he", situation, acted), seat).weights)
    # Calls and raises are as likely as the model has it, one beside the other and with each hand.
    called, raised_with = often.call * after[0], often.more * after[1]
    np.testing.assert_allclose(kinds[RAISES] * called, kinds[CALLS] * raised_with, atol=1e-15)
    assert kinds[RAISES].max() > 2 * kinds[RAISES].min()


def test_a_model_whose_ranges_agree_is_given_back_whole() -> None:
    """The explicit model has folds in its ranges: what he holds before is the sum over actions."""
    model, situation = ExplicitModel(), on_the_flop()
    before = view_beside("he", situation)
    held, often = model.range(before, situation.seat).weights, model.predict(before, situation.seat)
    kinds = kinds_by_range(model, "he", situation)
    folded = Acted(situation.seat, "fold", 0, situation.bets[situation.seat])
    weights = model.range(view_beside("he", situation, folded), situation.seat).weights
    np.testing.assert_allclose(held * kinds[FOLD], often.fold * weights, atol=1e-6)
    np.testing.assert_allclose(kinds @ held, often, atol=1e-6)


def test_who_is_not_known_does_the_same_with_every_hand() -> None:
    for situation in (first(), on_the_flop()):
        kinds = kinds_by_range(make_model("memory:som"), "he", situation)
        np.testing.assert_allclose(kinds, kinds[:, :1] * np.ones(1326))


def test_a_memory_of_strong_raises_makes_raises_strong() -> None:
    """The general memory is of players who raise what is likely to win."""
    state = PublicState.at_start(limit_holdem(2))
    state.act(raise_to(4))
    kinds = kinds_by_range(make_model("memory:gom"), "he", situation_of(state))
    aces, trash = Range("AA").weights > 0, Range("72o").weights > 0
    assert kinds[RAISES][aces].mean() > 2 * kinds[RAISES][trash].mean()
