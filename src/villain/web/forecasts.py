"""Forecasts of a player's next action by each predictor, and which of them is trusted."""

from collections import Counter
from copy import copy
from dataclasses import dataclass

from villain.game.observation import Observation
from villain.game.situation import Decision
from villain.models.model import OpponentModel
from villain.models.poki.model import PredictedHands
from villain.models.predictors.chooser import Chooser
from villain.models.registry import make_model
from villain.web.messages import Forecast, Triple

CHOOSER = "crowd-chooser"
"""The model that compares the predictors."""

MIXTURE = "mixture"
"""What the mean of all predictors by trust is called."""


class CountingChooser(Chooser):
    """A chooser that knows from how many decisions of a player it has its trust."""

    decisions: Counter[str]

    def __init__(self, other: Chooser) -> None:
        vars(self).update(vars(other))  # in all else it is the other
        self.decisions = Counter()

    def learn(self, decision: Decision) -> None:
        """See an action, and count it."""
        super().learn(decision)
        self.decisions[decision.name] += 1

    def as_mixture(self) -> "CountingChooser":
        """The same knowledge, with trust by degrees."""
        mixed = copy(self)
        mixed.mixture = True
        return mixed


@dataclass(frozen=True)
class Forecasts:
    """Every predictor's forecast, who is trusted, and from how many decisions."""

    each: tuple[Forecast, ...] = ()
    chosen: str = ""
    decisions: int = 0


def make_reader(name: str) -> OpponentModel:
    """A model to read with; one that chooses among predictors counts as it does."""
    model = make_model(name)
    if isinstance(model, PredictedHands) and isinstance(model.predictor, Chooser):
        model.predictor = CountingChooser(model.predictor)
    return model


def has_choice(seen: Observation, seat: int) -> bool:
    """True if a seat may still do something: it is in, with chips, and not the only one."""
    return not seen.folded[seat] and seen.stacks[seat] > 0 and seen.folded.count(False) > 1


def forecasts_of(model: OpponentModel, seen: Observation, seat: int) -> Forecasts:
    """Forecasts of a seat's next action by a chooser's predictors: each, and all mixed by trust."""
    if not has_choice(seen, seat) or not isinstance(model, PredictedHands):
        return Forecasts()
    chooser, name = model.predictor, seen.names[seat]
    if not isinstance(chooser, CountingChooser):
        return Forecasts()
    trust = chooser.as_mixture().weights(name)
    present, situation = model.present(seen), model.situation(seen, seat)
    assert isinstance(present, Chooser)
    triples = {one: asked.triple(name, situation) for one, asked in present.predictors.items()}
    fold, call, more = (
        min(sum(trust[one] * triple[action] for one, triple in triples.items()), 1.0)
        for action in range(3)
    )
    each = [
        Forecast(
            predictor=one,
            next=Triple(fold=triple.fold, call=triple.call, more=triple.more),
            trust=trust[one],
        )
        for one, triple in triples.items()
    ]
    mixed = Triple(fold=fold, call=call, more=more)
    return Forecasts(
        (*each, Forecast(predictor=MIXTURE, next=mixed, trust=1.0)),
        max(trust, key=lambda one: trust[one]),
        chooser.decisions[name],
    )
