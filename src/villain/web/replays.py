"""A hand history as frames to step through, with equities and inferred ranges."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from villain.errors import VillainError
from villain.game.events import Acted
from villain.game.hand import Hand
from villain.game.observation import Observation, without_hole
from villain.game.rules import Rules
from villain.hands.counting.statistics import COLUMNS
from villain.hands.formats.phh_writer import write
from villain.hands.hand_history import HandHistory
from villain.hands.steps import STREETS, HandStep, steps
from villain.hands.views import views
from villain.models.answers import weights_held
from villain.models.model import OpponentModel
from villain.models.registry import make_model
from villain.web.beliefs import grid_of
from villain.web.messages import READER, Frame, Grid, Replay
from villain.web.questions import Question
from villain.web.views import in_big_blinds, view_of

MODELS = (READER, "specific")
"""The models that infer the ranges: the first that reads the game."""

MOST_ACTIONS = 300
"""No longer hand is shown: the work grows with the square of its length."""


@dataclass
class Reseated:
    """A hand that is replayed: its hero, or its first seat, at the bottom."""

    history: HandHistory
    hand: Hand
    seq: int = 0
    number: int = 1
    you: int | None = None

    @property
    def _bottom(self) -> int:
        return self.history.origin.hero or 0

    @property
    def names(self) -> list[str]:
        """The names of the players, by chair."""
        return [self.history.names[self.seat_of(chair)] for chair in range(len(self.kinds))]

    @property
    def kinds(self) -> list[str]:
        """Nobody knows what plays there."""
        return [""] * self.history.rules.players

    @property
    def ways(self) -> list[str]:
        """Nothing is said of how they play."""
        return [""] * len(self.names)

    @property
    def models(self) -> list[bool]:
        """Nobody knows who models."""
        return [False] * self.history.rules.players

    @property
    def counts(self) -> npt.NDArray[np.int64]:
        """Nothing is counted."""
        return np.zeros((self.history.rules.players, len(COLUMNS)), np.int64)

    def chair_of(self, seat: int) -> int:
        """The chair of a seat."""
        return (seat - self._bottom) % self.history.rules.players

    def seat_of(self, chair: int) -> int:
        """The seat of a chair."""
        return (chair + self._bottom) % self.history.rules.players


def replay_of(history: HandHistory, question: Question) -> Replay:
    """All steps of a hand, as ``villain replay`` tells them."""
    if len(history.actions) > MOST_ACTIONS:
        raise VillainError(
            f"this hand has {len(history.actions):,} actions; the page shows {MOST_ACTIONS} at most"
        )
    hand = history.play()
    table = Reseated(history, hand)
    ranges = iter(_inferred(history, question))
    big_blind = history.rules.big_blind
    frames: list[Frame] = []
    actions = start = 0
    shares: dict[int, float] = {}
    for step in steps(history, hand, lambda chips: in_big_blinds(chips, big_blind)):
        question.check()
        event = hand.events[step.events - 1]
        table.hand, table.seq = hand.earlier(step.events), len(frames)
        grids = {}
        if isinstance(event, Acted):
            actions += 1
            grids = {table.chair_of(event.seat): next(ranges)}
        if step.street == STREETS[0] and step.board is not None:
            start = len(frames)
        if step.board is not None or (isinstance(event, Acted) and event.kind == "fold"):
            shares = {
                table.chair_of(history.names.index(name)): share
                for name, share in step.equities.items()
            }
        frames.append(
            Frame(
                view=view_of(table),
                words=_words(step),
                actions=actions,
                odds=step.odds,
                equities=shares,
                grids=grids,
            )
        )
    origin = history.origin
    title = " ".join(filter(None, (origin.site, origin.number and f"#{origin.number}")))
    when = f", {origin.time} {origin.zone}".rstrip() if origin.time else ""
    return Replay(
        title=(title or "a hand") + when,
        model=_model_for(history.rules),
        frames=frames,
        start=start,
        text=write(history, hand),
    )


def _words(step: HandStep) -> str:
    if step.board is None:
        return step.words
    cards = " ".join(card.symbol for card in step.board)
    return f"{step.street}: {cards}" if step.board else "The cards are dealt"


def _model_for(rules: Rules) -> str:
    """The model that reads here: the crowd, where it can."""
    return next((name for name in MODELS if make_model(name).reads(rules)), MODELS[-1])


def _inferred(history: HandHistory, question: Question) -> list[Grid]:
    """After each action, what a stranger who saw it all would think that its player holds."""
    name = _model_for(history.rules)
    model, other = make_model(name), make_model(name)
    grids = []
    # Seat 0 is read from seat 1, and all others from seat 0; nobody has looked at his cards.
    for first, second in zip(views(history, 0), views(history, 1), strict=True):
        question.check()
        seat = first.events[-1].seat if isinstance(first.events[-1], Acted) else 0
        reader, seen = (other, second) if seat == 0 else (model, first)
        # A model learns of the others, and from beside the table of whoever acts.
        reader.observe(without_hole(seen))
        grids.append(_grid(reader, without_hole(seen), seat))
    return grids


def _grid(model: OpponentModel, seen: Observation, seat: int) -> Grid:
    if seen.folded[seat]:
        return []
    return grid_of(weights_held(model, seen, seat), seen.board)
