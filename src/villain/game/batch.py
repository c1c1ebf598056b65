"""Many hands of hold'em played at once: the friendly face of the batch engine."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from villain.errors import VillainError
from villain.game.actions import Action, IllegalActionError
from villain.game.batch_input import check_cards, check_game, kernel_rules, whole_numbers
from villain.game.batch_observation import (
    CALLS,
    FOLDS,
    HIDDEN,
    KINDS,
    RAISES,
    BatchLegal,
    BatchObservation,
    BatchStep,
    Flags,
)
from villain.game.rules import Rules
from villain.kernels.arrays import CardArray, CountArray, FloatArray
from villain.kernels.batch_records import (
    DEAD,
    LEAST,
    MAY_FOLD,
    MOST,
    NOBODY,
    OWED,
    SEAT,
    SEAT_NUMBERS,
    TABLE_NUMBERS,
    WAITS,
    BatchRecord,
)
from villain.kernels.hand_batch import act_in_hands, begin_hands, deal_at_random, play_at_random
from villain.kernels.trial_records import BET, OUT, PUT_IN, STACK, STREET

MOST_CHIPS = 2**48
"""A stack may have so many, of which fractions are exact."""

_DEALT = np.array([0, 3, 4, 5])
"""The cards on the board, by street."""


class HandBatch:
    """Many hands of limit, pot-limit or no-limit hold'em, each played as `Hand` plays it.

    ``cards`` has a row for each hand, two cards for each seat and then the five of the board
    (`villain.game.batch_input.card_rows` makes one of deals); ``stacks`` are by hand and seat, or
    by seat, and without them those of the rules. ``names`` are the players', and ``seated`` says by
    hand and seat which of them sits there.

    ``seat`` is whose turn it is in each hand (`NOBODY` in one that is over), ``legal`` what that
    seat may do, ``payoffs`` what everybody won or lost, 0 as long as a hand goes on. Everything
    else is named as in `Hand`, and has a row for each hand.

    >>> from villain.game import no_limit_holdem
    >>> batch = HandBatch.shuffled(no_limit_holdem(3), 1000, np.random.default_rng(7))
    >>> batch.seat[:4], batch.legal.call[:4], batch.legal.most[:4]
    (array([2, 2, 2, 2]), array([2, 2, 2, 2]), array([200, 200, 200, 200]))
    >>> batch.act(RAISES, batch.legal.most)  # every button is all-in,
    >>> batch.act(FOLDS)  # every small blind folds,
    >>> batch.act(np.where(np.arange(1000) % 2, CALLS, FOLDS))  # every other big blind calls
    >>> batch.over.all(), batch.payoffs[:4].tolist()
    (np.True_, [[-1, -2, 3], [-1, -200, 201], [-1, -2, 3], [-1, -200, 201]])
    """

    def __init__(
        self,
        rules: Rules,
        cards: npt.ArrayLike,
        stacks: npt.ArrayLike | None = None,
        *,
        names: Sequence[str] = (),
        seated: npt.ArrayLike | None = None,
        check: bool = True,
    ) -> None:
        dealt = check_cards(rules, cards) if check else np.array(cards, np.uint8, order="C")
        hands, players = len(dealt), rules.players
        self.rules = rules
        self.names = tuple(names) or tuple(f"seat {seat}" for seat in range(players))
        by_seat = np.arange(players) if seated is None else seated
        self.seated = whole_numbers("seated", by_seat, (hands, players), 0, len(self.names) - 1)
        self.line: list[BatchStep] = []
        starting = rules.stacks if stacks is None else stacks
        self._batch = BatchRecord(
            dealt,
            whole_numbers("stacks", starting, (hands, players), 1, MOST_CHIPS),
            np.zeros((hands, players, SEAT_NUMBERS), np.int64),
            np.zeros((hands, TABLE_NUMBERS), np.int64),
            np.zeros((hands, players), np.int64),
        )
        self._rules = kernel_rules(rules)
        begin_hands(self._rules, self._batch)

    @classmethod
    def shuffled(
        cls,
        rules: Rules,
        hands: int,
        rng: np.random.Generator,
        stacks: npt.ArrayLike | None = None,
        *,
        names: Sequence[str] = (),
        seated: npt.ArrayLike | None = None,
    ) -> "HandBatch":
        """So many hands with cards that are dealt at random."""
        check_game(rules)
        if hands < 1:
            raise VillainError(f"{hands} hands; a batch has 1 or more")
        cards = _random_cards(rules, hands, rng)
        return cls(rules, cards, stacks, names=names, seated=seated, check=False)

    def __len__(self) -> int:
        return len(self._batch.table)

    def act(
        self,
        kinds: npt.ArrayLike,
        to: npt.ArrayLike = 0,
        *,
        where: npt.NDArray[np.bool_] | None = None,
    ) -> None:
        """Let the seat whose turn it is act in every hand; an illegal action changes nothing.

        ``kinds`` are `FOLDS`, `CALLS` or `RAISES`, and ``to`` is what a raise is to: arrays, or
        one number for all hands. In hands that are over they do not matter, nor in those that wait:
        ``where`` says by hand in which somebody acts.
        """
        shape = (len(self),)
        kinds, to = whole_numbers("kinds", kinds, shape), whole_numbers("to", to, shape)
        acting = self.seat != NOBODY
        if where is not None:
            acting &= _flags("where", where, shape)
        self._check_actions(kinds, to, acting)
        step = BatchStep(np.where(acting, self.seat, NOBODY), kinds, to)
        act_in_hands(self._rules, self._batch, np.where(acting, kinds, WAITS), to)
        self._note(step)

    def _note(self, step: BatchStep) -> None:
        for column in step:
            column.setflags(write=False)
        self.line.append(step)

    def deal_again(
        self,
        hands: npt.ArrayLike,
        rng: np.random.Generator,
        *,
        seated: npt.ArrayLike | None = None,
    ) -> None:
        """Begin other hands in place of these, with cards dealt at random and the same stacks.

        Without ``seated`` everybody keeps his seat. What was done in the hands before is gone from
        the line; observations that somebody has of them stay as they are.

        >>> from villain.game import no_limit_holdem
        >>> rng = np.random.default_rng(7)
        >>> batch = HandBatch.shuffled(no_limit_holdem(2), 3, rng)
        >>> batch.act([FOLDS, CALLS, CALLS])
        >>> batch.deal_again(np.flatnonzero(batch.over), rng)
        >>> batch.pot, batch.line[0].seats
        (array([3, 4, 4]), array([-1,  1,  1]))
        """
        given, players = np.atleast_1d(hands), self.rules.players
        chosen = whole_numbers("hands", given, (given.size,), 0, len(self) - 1)
        if seated is not None:
            shape = (len(chosen), players)
            self.seated[chosen] = whole_numbers("seated", seated, shape, 0, len(self.names) - 1)
        begun = BatchRecord(
            _random_cards(self.rules, len(chosen), rng),
            self._batch.starting[chosen],
            np.zeros((len(chosen), players, SEAT_NUMBERS), np.int64),
            np.zeros((len(chosen), TABLE_NUMBERS), np.int64),
            np.zeros((len(chosen), players), np.int64),
        )
        begin_hands(self._rules, begun)
        batch = self._batch
        batch.cards[chosen], batch.seats[chosen] = begun.cards, begun.seats
        batch.table[chosen], batch.payoffs[chosen] = begun.table, begun.payoffs
        line, self.line = self.line, []
        for step in line:
            seats = step.seats.copy()
            seats[chosen] = NOBODY
            if self.line or (seats != NOBODY).any():
                self._note(step._replace(seats=seats))

    def _check_actions(self, kinds: CountArray, to: CountArray, acting: Flags) -> None:
        table, legal = self._batch.table, self.legal
        right = (kinds == CALLS) | ((kinds == FOLDS) & legal.fold)
        right |= (kinds == RAISES) & legal.can_raise & (to >= legal.least) & (to <= legal.most)
        wrong = np.flatnonzero(~right & acting)
        if not len(wrong):
            return
        hand = int(wrong[0])
        kind, more = int(kinds[hand]), len(wrong) - 1
        if not FOLDS <= kind <= RAISES:
            raise IllegalActionError(
                f"hand {hand}: {kind} is no action; {FOLDS} folds, {CALLS} calls, {RAISES} raises"
            )
        action = Action(KINDS[kind], int(to[hand]))
        others = f" (and {more:,} more)" if more else ""
        raise IllegalActionError(
            f"hand {hand}: seat {table[hand, SEAT]} may not {action}; legal: {legal.of(hand)}"
            + others
        )

    # What can be seen

    @property
    def seat(self) -> CountArray:
        """Whose turn it is; `NOBODY` in hands that are over."""
        return self._batch.table[:, SEAT].copy()

    @property
    def over(self) -> Flags:
        """True for each hand whose last pot has been won."""
        over: Flags = self._batch.table[:, SEAT] == NOBODY
        return over

    @property
    def legal(self) -> BatchLegal:
        """The legal actions of the seats whose turn it is."""
        return _legal(self._batch.table)

    @property
    def payoffs(self) -> CountArray:
        """The chips that each seat won or lost; 0 in hands that are not over."""
        return self._batch.payoffs.copy()

    @property
    def street(self) -> CountArray:
        """The numbers of the streets, from 0."""
        return self._batch.table[:, STREET].copy()

    @property
    def board(self) -> CardArray:
        """The boards, five cards each; `HIDDEN` are those to come."""
        return _board(self._batch.cards, self._batch.table)

    @property
    def pot(self) -> CountArray:
        """The chips that have been put in, bets included."""
        return _pot(self._batch.seats, self._batch.table)

    @property
    def stacks(self) -> CountArray:
        """The chips that each seat has left."""
        return self._batch.seats[:, :, STACK].copy()

    @property
    def bets(self) -> CountArray:
        """The chips that lie before each seat on this street."""
        return self._batch.seats[:, :, BET].copy()

    @property
    def folded(self) -> Flags:
        """True for each seat that has folded."""
        return _folded(self._batch.seats)

    def observation(self, hands: npt.ArrayLike, seats: npt.ArrayLike) -> BatchObservation:
        """What one seat of each of these hands sees: its own cards, and what is in the open."""
        batch, players, given = self._batch, self.rules.players, np.atleast_1d(hands)
        shape = (given.size,)
        chosen = whole_numbers("hands", given, shape, 0, len(self) - 1)
        viewers = whole_numbers("seats", seats, shape, 0, players - 1)
        cards, seat_rows, table = batch.cards[chosen], batch.seats[chosen], batch.table[chosen]
        holes, folded = cards[:, : 2 * players].reshape(-1, players, 2), _folded(seat_rows)
        table[table[:, SEAT] != viewers, MAY_FOLD:] = 0  # what may be done stands last
        shown = np.full(holes.shape, HIDDEN, np.uint8)
        over = table[:, SEAT] == NOBODY
        if over.any():
            showdown = over & (np.count_nonzero(~folded, axis=1) > 1)
            is_open = showdown[:, None] & ~folded
            shown[is_open] = holes[is_open]
        return BatchObservation(
            rules=self.rules,
            names=self.names,
            hands=chosen,
            seat=viewers,
            seated=self.seated[chosen],
            hole=holes[np.arange(len(chosen)), viewers],
            board=_board(cards, table),
            shown=shown,
            street=table[:, STREET].copy(),
            pot=_pot(seat_rows, table),
            stacks=seat_rows[:, :, STACK].copy(),
            bets=seat_rows[:, :, BET].copy(),
            folded=folded,
            starting=batch.starting[chosen],
            legal=_legal(table),
            line=tuple(self.line),
        )


def play_random_hands(
    rules: Rules,
    hands: int,
    rng: np.random.Generator,
    weights: tuple[float, float, float] = (1.0, 1.0, 1.0),
    stacks: npt.ArrayLike | None = None,
) -> CountArray:
    """Play hands between players who choose at random; what everybody won, by hand and seat.

    ``weights`` are those of a fold, a call and a raise, as far as they are legal; a raise is to any
    legal amount. Cards and choices are made in one kernel: it is how fast the engine is.

    >>> from villain.game import limit_holdem
    >>> payoffs = play_random_hands(limit_holdem(2), 1000, np.random.default_rng(1))
    >>> payoffs.shape, payoffs.sum(axis=1).any()
    ((1000, 2), np.False_)
    """
    batch = HandBatch.shuffled(rules, hands, rng, stacks)
    chances: FloatArray = np.array(weights, np.float64)
    if chances.shape != (3,) or not np.isfinite(chances).all() or chances.min() < 0:
        raise VillainError(f"weights {weights}; they should be three numbers, 0 or more")
    if chances[CALLS] == 0:
        raise VillainError(f"weights {weights}; that of a call should be above 0")
    state = rng.integers(2**64, dtype=np.uint64)
    play_at_random(batch._rules, batch._batch, chances, state)
    return batch.payoffs


def _random_cards(rules: Rules, hands: int, rng: np.random.Generator) -> CardArray:
    cards = np.zeros((hands, 2 * rules.players + 5), np.uint8)
    deal_at_random(cards, rng.integers(2**64, dtype=np.uint64))
    return cards


def _flags(what: str, values: npt.ArrayLike, shape: tuple[int, ...]) -> Flags:
    flags = np.asarray(values)
    if flags.dtype != np.bool_ or flags.shape != shape:
        raise VillainError(
            f"{what} should be true or false by hand, of the shape {shape}; it is of type "
            f"{flags.dtype} and has the shape {flags.shape}"
        )
    return flags


def _legal(table: CountArray) -> BatchLegal:
    return BatchLegal(
        table[:, MAY_FOLD] == 1,
        table[:, OWED].copy(),
        table[:, LEAST].copy(),
        table[:, MOST].copy(),
    )


def _folded(seats: CountArray) -> Flags:
    folded: Flags = seats[:, :, OUT] == 1
    return folded


def _board(cards: CardArray, table: CountArray) -> CardArray:
    dealt = np.arange(5) < _DEALT[table[:, STREET]][:, None]
    board: CardArray = np.where(dealt, cards[:, -5:], np.uint8(HIDDEN))
    return board


def _pot(seats: CountArray, table: CountArray) -> CountArray:
    pot: CountArray = seats[:, :, PUT_IN].sum(axis=1) + table[:, DEAD]
    return pot
