"""What seats see of many hands at once: arrays, with a row for each hand."""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from villain.cards.card import Card
from villain.game.actions import Action, Legal
from villain.game.deal import Deal
from villain.game.events import Acted, Shown
from villain.game.hand import Hand
from villain.game.observation import Observation
from villain.game.rules import Rules
from villain.kernels.arrays import CardArray, CountArray
from villain.kernels.batch_records import NOBODY

Flags: TypeAlias = npt.NDArray[np.bool_]

FOLDS, CALLS, RAISES = range(3)
"""The kinds of actions in arrays."""
KINDS = ("fold", "call", "raise")

HIDDEN = 255
"""In place of a card that is not dealt yet, or that one may not see."""


class BatchLegal(NamedTuple):
    """The actions open to the seat whose turn it is, by hand: see `villain.game.actions.Legal`."""

    fold: Flags
    call: CountArray
    least: CountArray
    most: CountArray

    @property
    def can_raise(self) -> Flags:
        """True where raising is allowed."""
        return self.most > 0

    def of(self, row: int) -> Legal:
        """What is legal in one hand."""
        fold, call, least, most = (column[row].item() for column in self)
        return Legal(fold, call, least, most)


class BatchActions(NamedTuple):
    """An action for each hand: its kind, and what a raise is to."""

    kinds: CountArray
    to: CountArray


class BatchStep(NamedTuple):
    """An action in each hand that was not over: who acted (else `NOBODY`), and how."""

    seats: CountArray
    kinds: CountArray
    to: CountArray


class BatchObservation(NamedTuple):
    """What one seat sees of each of some hands, and what it may do.

    ``hands`` are the numbers of the hands in their batch, ``seat`` is who looks. ``names`` are the
    players', and ``seated`` says by hand and seat which of them sits there. The other fields are
    those of an `Observation`, by hand and, where they are, by seat; ``starting`` are the stacks
    before the blinds, and of cards that one does not see, or that are yet to come, there is
    `HIDDEN`. ``shown`` are the hands that were shown at the end. ``legal`` says nothing
    where it is not the seat's turn. ``line`` is all that was done in the whole batch so far.
    """

    rules: Rules
    names: tuple[str, ...]
    hands: CountArray
    seat: CountArray
    seated: CountArray
    hole: CardArray
    board: CardArray
    shown: CardArray
    street: CountArray
    pot: CountArray
    stacks: CountArray
    bets: CountArray
    folded: Flags
    starting: CountArray
    legal: BatchLegal
    line: Sequence[BatchStep]

    def of(self, row: int) -> Observation:
        """The observation of one hand, as an agent of single hands gets it.

        It is what a `Hand` shows that is dealt the cards seen here and played like this one.
        """
        seat, hand = int(self.seat[row]), int(self.hands[row])
        rules, stacks = self.rules, tuple(self.starting[row].tolist())
        names = tuple(self.names[who] for who in self.seated[row])
        holes = [_seen(cards) for cards in self.shown[row]]
        holes[seat] = _seen(self.hole[row])
        table = Hand(
            rules if stacks == rules.stacks else rules.with_stacks(*stacks),
            Deal(tuple(holes), _seen(self.board[row])),
            names,
            check=False,
        )
        for seats, kinds, to in self.line:
            if seats[hand] != NOBODY:
                kind = KINDS[kinds[hand]]
                table.act(Action(kind, int(to[hand]) if kind == "raise" else 0))
        return table.observation(seat)


def batch_of_one(seen: Observation) -> BatchObservation:
    """What a seat sees of a single hand, as a batch of one."""
    rules, players, each = seen.rules, seen.rules.players, seen.rules.hole_cards
    board = np.full((1, sum(rules.board_cards)), HIDDEN, np.uint8)
    board[0, : len(seen.board)] = seen.board
    shown = np.full((1, players, each), HIDDEN, np.uint8)
    line = []
    for event in seen.events:
        if isinstance(event, Shown):
            shown[0, event.seat] = event.cards
        elif isinstance(event, Acted):
            to = event.to if event.kind == "raise" else 0
            line.append(BatchStep(*_column(event.seat, KINDS.index(event.kind), to)))
    fold, call, least, most = seen.legal or (False, 0, 0, 0)
    return BatchObservation(
        rules=rules,
        names=seen.names,
        hands=np.zeros(1, np.int64),
        seat=np.array([seen.seat]),
        seated=np.arange(players)[None],
        hole=np.array([seen.hole or (HIDDEN,) * each], np.uint8),
        board=board,
        shown=shown,
        street=np.array([seen.street]),
        pot=np.array([seen.pot]),
        stacks=np.array([seen.stacks]),
        bets=np.array([seen.bets]),
        folded=np.array([seen.folded]),
        starting=np.array([rules.stacks]),
        legal=BatchLegal(np.array([fold]), *_column(call, least, most)),
        line=tuple(line),
    )


def _column(*numbers: int) -> list[CountArray]:
    return [np.array([number], np.int64) for number in numbers]


def _seen(cards: CardArray) -> tuple[Card, ...]:
    return tuple(Card(card) for card in cards.tolist() if card != HIDDEN)
