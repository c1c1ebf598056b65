"""Spots by which a read of a player can be shown: those that he came into himself.

A *spot* is a decision of his with what he did before it in the same hand. Spots of a kind are alike
for a reader of hands, not for the rules: nobody is twice in the same place. So the same spots are
asked about that he is judged by, and an answer can be held against what he did there.
"""

from collections.abc import Callable, Iterable, Sequence
from copy import deepcopy
from typing import NamedTuple, Protocol, Self

import numpy as np

from villain.cards.card import Card
from villain.evaluation.replaying import Shown, is_decision, replay_hands
from villain.game.situation import HIMSELF, Decision, Situation
from villain.hands.store.hand_store import HandStore
from villain.kernels.arrays import FloatArray
from villain.models.crowd.reader import CrowdReader
from villain.models.predictors.predictor import Predictor
from villain.models.predictors.registry import PredictorSpec, make_predictor
from villain.registry import keep

BIG_BLIND = 2
CROWD = "crowd"
"""Who reads, unless somebody else is asked for."""


class Reader(Protocol):
    """Whoever gets to know a player by his decisions, and says what he does in many situations."""

    def chances(self, name: str, situations: Sequence[Situation]) -> FloatArray:
        """How likely he folds, calls and raises in each: (n, 3)."""

    def learn(self, decision: Decision) -> None:
        """Take in what he did."""

    def show(self, name: str, hole: Sequence[Card], board: Sequence[Card]) -> None:
        """Take in what he held."""

    def clone(self) -> Self:
        """A copy that learns on its own."""


class PredictorReader:
    """Reads with any predictor."""

    def __init__(self, predictor: Predictor) -> None:
        self._predictor = predictor
        self.learn, self.show = predictor.learn, predictor.show

    def chances(self, name: str, situations: Sequence[Situation]) -> FloatArray:
        """The predictor's triples."""
        return np.array([self._predictor.triple(name, situation) for situation in situations])

    def clone(self) -> "PredictorReader":
        """A copy that learns on its own."""
        return PredictorReader(deepcopy(self._predictor))


def reader_of(model: PredictorSpec) -> Reader:
    """A new reader that knows nobody yet: the crowd, or any predictor."""
    if model == CROWD:
        return CrowdReader(players=1)
    return PredictorReader(make_predictor(keep(model)))


class Kind(NamedTuple):
    """A kind of spot: what it is called, what one can do there, and which situations are of it."""

    title: str
    actions: tuple[str, str, str]
    fits: Callable[[Situation], bool]

    @property
    def possible(self) -> tuple[int, ...]:
        """Which of fold, call and raise there are."""
        return tuple(place for place, action in enumerate(self.actions) if action)


_FACING, _FREE = ("fold", "call", "raise"), ("", "check", "bet")

KINDS = {
    "first in": Kind(
        "first in before the flop",
        _FACING,
        lambda told: (
            not (told.street or told.raises or told.calls or told.acted) and told.blind != BIG_BLIND
        ),
    ),
    "facing a raise": Kind(
        "facing a raise before the flop",
        _FACING,
        lambda told: told.street == 0 and told.raises == 1 and not told.acted,
    ),
    "raiser on the flop": Kind(
        "flop after his raise, no bet yet",
        _FREE,
        lambda told: told.street == 1 and not told.raises and told.aggressor == HIMSELF,
    ),
    "flop bet": Kind(
        "facing a bet on the flop",
        _FACING,
        lambda told: told.street == 1 and told.raises == 1 and told.owed > 0,
    ),
    "river bet": Kind(
        "facing a bet on the river",
        _FACING,
        lambda told: told.street == 3 and told.raises == 1 and told.owed > 0,
    ),
}
"""From the first decision of a hand to its last."""


class Spot(NamedTuple):
    """A decision, and his earlier ones of that hand."""

    earlier: tuple[Decision, ...]
    decision: Decision


class OwnHand(NamedTuple):
    """A hand as one player decided in it, and what everybody saw of his cards."""

    decisions: tuple[Decision, ...]
    shown: Shown | None
    board: tuple[Card, ...]

    def learn(self, reader: Reader) -> None:
        """Let a reader take it in."""
        for decision in self.decisions:
            reader.learn(decision)
        if self.shown is not None:
            reader.show(self.shown.name, self.shown.hole, self.board)


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def own_hands(store: HandStore, name: str, site: str, hands: int | None = None) -> list[OwnHand]:
    """The hands in which a player had something to decide, oldest first."""
    found = []
    where = f"name = {_quoted(name)} AND site = {_quoted(site)}"
    for played in replay_hands(store, where, hands):
        decisions = tuple(one for one in played.decisions if one.name == name and is_decision(one))
        shown = next((one for one in played.shown if one.name == name), None)
        if decisions:
            found.append(OwnHand(decisions, shown, played.board))
    return found


def spots_of(hands: Iterable[OwnHand], kind: Kind) -> list[Spot]:
    """All his spots of a kind."""
    return [
        Spot(hand.decisions[:place], decision)
        for hand in hands
        for place, decision in enumerate(hand.decisions)
        if kind.fits(decision.situation)
    ]


def ask(reader: Reader, spots: Sequence[Spot]) -> FloatArray:
    """How likely he folds, calls and raises in each spot if that hand came next: (n, 3).

    What he did before it in that hand is told to a copy of the reader.
    """
    found = np.zeros((len(spots), 3))
    first = [place for place, spot in enumerate(spots) if not spot.earlier]
    if first:
        situations = [spots[place].decision.situation for place in first]
        found[first] = reader.chances(spots[first[0]].decision.name, situations)
    for place, (earlier, decision) in enumerate(spots):
        if earlier:
            copy = reader.clone()
            for one in earlier:
                copy.learn(one)
            found[place] = copy.chances(decision.name, [decision.situation])[0]
    return found
