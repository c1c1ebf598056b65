"""A hand history as frames to step through, with equities and inferred ranges."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from villain.errors import VillainError
from villain.game.events import Acted
from villain.game.hand import Hand
from villain.game.observation import Observation, without_hole
from villain.hands.counting.statistics import COLUMNS
from villain.hands.formats.phh_writer import write
from villain.hands.hand_history import HandHistory
from villain.hands.steps import equities, pot_odds
from villain.hands.views import views
from villain.models.answers import weights_held
from villain.models.model import OpponentModel
from villain.models.registry import make_model
from villain.web.beliefs import grid_of
from villain.web.messages import Frame, Grid, Replay
from villain.web.questions import Question
from villain.web.views import view_of

MODEL = "specific"
"""The model that infers the ranges."""

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
    """All frames of a hand: one before the first action, and one after each."""
    if len(history.actions) > MOST_ACTIONS:
        raise VillainError(
            f"this hand has {len(history.actions):,} actions; the page shows {MOST_ACTIONS} at most"
        )
    hand = history.begin()
    table = Reseated(history, hand)
    ranges = _inferred(history, question)
    frames = [_frame(table, "", None, {})]
    for number, action in enumerate(history.actions):
        question.check()
        seat = hand.seat
        assert seat is not None
        odds = pot_odds(hand)
        hand.act(action)
        table.seq += 1
        frames.append(
            _frame(table, view_of(table).words, odds, {table.chair_of(seat): ranges[number]})
        )
    origin = history.origin
    title = " ".join(filter(None, (origin.site, origin.number and f"#{origin.number}")))
    when = f", {origin.time} {origin.zone}".rstrip() if origin.time else ""
    return Replay(
        title=(title or "a hand") + when, model=MODEL, frames=frames, text=write(history, hand)
    )


def _frame(table: Reseated, words: str, odds: float | None, grids: dict[int, Grid]) -> Frame:
    hand, history = table.hand, table.history
    shares = equities(history, hand.board, list(hand.folded))
    by_chair = {table.chair_of(history.names.index(name)): share for name, share in shares.items()}
    return Frame(view=view_of(table), words=words, odds=odds, equities=by_chair, grids=grids)


def _inferred(history: HandHistory, question: Question) -> list[Grid]:
    """After each action, what a stranger who saw it all would think that its player holds."""
    model, other = make_model(MODEL), make_model(MODEL)
    grids = []
    # Seat 0 is read from seat 1, and all others from seat 0; nobody has looked at his cards.
    for first, second in zip(views(history, 0), views(history, 1), strict=True):
        question.check()
        seat = first.events[-1].seat if isinstance(first.events[-1], Acted) else 0
        reader, seen = (other, second) if seat == 0 else (model, first)
        grids.append(_grid(reader, without_hole(seen), seat))
        model.observe(without_hole(first))
        other.observe(without_hole(second))
    return grids


def _grid(model: OpponentModel, seen: Observation, seat: int) -> Grid:
    if seen.folded[seat]:
        return []
    return grid_of(weights_held(model, seen, seat), seen.board)
