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
from villain.game.observation import Observation
from villain.game.situation import HIMSELF, Decision, Situation
from villain.hands.store.hand_store import IN_ORDER, HandStore
from villain.hands.views import bystander_view
from villain.kernels.arrays import FloatArray
from villain.models.answers import triple_said
from villain.models.crowd.reader import CrowdReader
from villain.models.predictors.predictor import Predictor
from villain.models.registry import ModelSpec, predictor_of
from villain.profiles.replaying import ShownHole, is_decision, replay_hands
from villain.registry import keep

BIG_BLIND = 2
CROWD = "crowd"
"""The reader, unless another is asked for."""


class PlayerReader(Protocol):
    """Whoever gets to know a player by his decisions, and says what he does in many situations."""

    def chances(self, name: str, situations: Sequence[Situation]) -> FloatArray:
        """The chances that he folds, calls and raises in each: (n, 3)."""

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
        self.end_hand = predictor.end_hand

    def chances(self, name: str, situations: Sequence[Situation]) -> FloatArray:
        """The predictor's triples."""
        predictor = self._predictor
        triples = [triple_said(predictor, predictor.triple(name, one)) for one in situations]
        return np.array(triples)

    def clone(self) -> "PredictorReader":
        """A copy that learns on its own."""
        return PredictorReader(deepcopy(self._predictor))


def reader_of(model: ModelSpec) -> PlayerReader:
    """A new reader that knows nobody yet: the crowd, or any predictor or model."""
    if model == CROWD:
        return CrowdReader(players=1)
    return PredictorReader(predictor_of(keep(model)))


class SpotKind(NamedTuple):
    """A kind of spot: what it is called, what one can do there, and which situations are of it."""

    title: str
    actions: tuple[str, str, str]
    fits: Callable[[Situation], bool]

    @property
    def possible(self) -> tuple[int, ...]:
        """Which of fold, call and raise there are."""
        return tuple(place for place, action in enumerate(self.actions) if action)


_FACING, _FREE = ("fold", "call", "raise"), ("", "check", "bet")


def _is_first_in(situation: Situation) -> bool:
    before = situation.street or situation.raises or situation.calls or situation.acted
    return not before and situation.blind != BIG_BLIND


KINDS = {
    "first in": SpotKind(
        "first in before the flop",
        _FACING,
        _is_first_in,
    ),
    "facing a raise": SpotKind(
        "facing a raise before the flop",
        _FACING,
        lambda situation: situation.street == 0 and situation.raises == 1 and not situation.acted,
    ),
    "raiser on the flop": SpotKind(
        "flop after his raise, no bet yet",
        _FREE,
        lambda situation: (
            situation.street == 1 and not situation.raises and situation.aggressor == HIMSELF
        ),
    ),
    "flop bet": SpotKind(
        "facing a bet on the flop",
        _FACING,
        lambda situation: situation.street == 1 and situation.raises == 1 and situation.owed > 0,
    ),
    "river bet": SpotKind(
        "facing a bet on the river",
        _FACING,
        lambda situation: situation.street == 3 and situation.raises == 1 and situation.owed > 0,
    ),
}
"""From the first decision of a hand to its last."""

BUTTON = SpotKind(
    "first in on the button",
    _FACING,
    lambda situation: situation.position == 1 and _is_first_in(situation),
)


class OwnSpot(NamedTuple):
    """A decision, and his earlier ones of that hand."""

    earlier: tuple[Decision, ...]
    decision: Decision


class OwnHand(NamedTuple):
    """A hand as one player decided in it, and what everybody saw of his cards."""

    decisions: tuple[Decision, ...]
    shown: ShownHole | None
    board: tuple[Card, ...]
    over: Observation | None = None

    def learn(self, reader: PlayerReader) -> None:
        """Let a reader take it in."""
        for decision in self.decisions:
            reader.learn(decision)
        self.end(reader)

    def end(self, reader: PlayerReader) -> None:
        """Let a reader see how it ended."""
        if self.shown is not None:
            reader.show(self.shown.name, self.shown.hole, self.board)
        if self.over is not None and isinstance(reader, PredictorReader):
            reader.end_hand(self.decisions[0].name, self.over)


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def own_hands(
    store: HandStore, name: str, site: str, hands: int | None = None, *, newest: bool = False
) -> list[OwnHand]:
    """The hands of hold'em in which a player had something to decide, oldest first.

    Of more than so many ``hands`` the first are looked at, or the last with ``newest``.
    """
    own = []
    where = his = f"name = {_quoted(name)} AND site = {_quoted(site)}"
    if newest and hands is not None:
        places = f"SELECT hand, row_number() OVER (ORDER BY {IN_ORDER}) AS place FROM seats"
        last = f"SELECT hand FROM ({places} WHERE {his}) ORDER BY place DESC LIMIT {hands}"
        where = f"{his} AND hand IN ({last})"
    for played in replay_hands(store, where, hands):
        if not played.holdem:
            continue
        decisions = tuple(one for one in played.decisions if one.name == name and is_decision(one))
        shown = next((one for one in played.shown if one.name == name), None)
        if decisions:
            assert played.hand is not None
            over = bystander_view(played.hand, name)
            own.append(OwnHand(decisions, shown, played.board, over))
    return own


def spots_of(hands: Iterable[OwnHand], kind: SpotKind) -> list[OwnSpot]:
    """All his spots of a kind."""
    return [
        OwnSpot(hand.decisions[:place], decision)
        for hand in hands
        for place, decision in enumerate(hand.decisions)
        if kind.fits(decision.situation)
    ]


def ask(reader: PlayerReader, spots: Sequence[OwnSpot]) -> FloatArray:
    """The chances that he folds, calls and raises in each spot if that hand came next: (n, 3).

    What he did before it in that hand is told to a copy of the reader.
    """
    chances = np.zeros((len(spots), 3))
    first = [place for place, spot in enumerate(spots) if not spot.earlier]
    if first:
        situations = [spots[place].decision.situation for place in first]
        chances[first] = reader.chances(spots[first[0]].decision.name, situations)
    for place, (earlier, decision) in enumerate(spots):
        if earlier:
            copy = reader.clone()
            for one in earlier:
                copy.learn(one)
            chances[place] = copy.chances(decision.name, [decision.situation])[0]
    return chances
