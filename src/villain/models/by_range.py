"""What a player does with each holding, from what a model says that he holds: Bayes turned round.

Some models say what somebody holds after he has acted, and how often he acts so, but not what he
does with a hand. For fold, call and a raise of the pot it follows from both:

    P(action | holding)  ∝  P(action) P(holding | action)

where what he holds after an action is what the model would say if he took it now. What is left of
what he holds before it is what he folds: a memory that never saw folded cards says of a fold what
it says of the hand that it ended.
"""

import numpy as np

from villain.game.actions import Action
from villain.game.events import Acted
from villain.game.situation import Situation
from villain.kernels.arrays import FloatArray
from villain.models.answers import triple_said, weights_held
from villain.models.following import possible_actions
from villain.models.model import OpponentModel
from villain.models.predictors.of_model import view_beside


def kinds_by_range(model: OpponentModel, name: str, situation: Situation) -> FloatArray:
    """The chances of fold, call and a raise of the pot with each combo: (3, 1326).

    >>> from villain.game import limit_holdem
    >>> from villain.game.public_state import PublicState
    >>> from villain.game.situation import situation_of
    >>> from villain.models.registry import make_model
    >>> start = situation_of(PublicState.at_start(limit_holdem(2)))
    >>> kinds_by_range(make_model("memory:som"), "a stranger", start)[:, 0].round(2)
    array([0.33, 0.33, 0.33])
    """
    seat, before = situation.seat, view_beside(name, situation)
    often = triple_said(model, model.predict(before, seat))
    often = often.allowed(fold=situation.owed > 0, more=situation.could_raise)
    both = np.zeros((3, 1326))
    for kind, action in enumerate(possible_actions(situation)):
        if action is not None and action.kind != "fold":
            after = view_beside(name, situation, _taken(action, situation))
            both[kind] = often[kind] * weights_held(model, after, seat)
    if often.fold:
        held = weights_held(model, before, seat)
        rest = np.maximum(held - both.sum(axis=0), 0.0)
        both[0] = often.fold * (rest / rest.sum() if rest.any() else held)
    total = both.sum(axis=0)
    each: FloatArray = both / np.where(total > 0, total, 1.0)
    each[:, total <= 0] = np.array(often)[:, None]
    return each


def _taken(action: Action, situation: Situation) -> Acted:
    before = situation.bets[situation.seat]
    to = action.to if action.kind == "raise" else before + situation.owed
    return Acted(situation.seat, action.kind, to - before, to)
