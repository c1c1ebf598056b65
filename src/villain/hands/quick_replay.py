"""Replaying hands that were written down without building what nobody asks for.

Nearly every hand of a file is whole and legal. A kernel plays it again from numbers; `LateHand` is
the `Hand` that comes of it, whose events and states are made only if somebody looks at them.
Whatever the kernel does not take is left to `HandHistory.play`, which says what is wrong.
"""

from array import array
from dataclasses import fields
from functools import lru_cache
from operator import attrgetter
from typing import Any

import numpy as np

from villain.game.hand import Hand
from villain.game.rules import UNLIMITED, Betting, Rules, is_holdem
from villain.hands.hand_history import HandHistory, adds_up
from villain.kernels.arrays import CountArray

MOST_CHIPS = 2**48
"""Hands with more are played by `Hand`, whose numbers have no end."""

_KIND = {"fold": 0, "call": 1, "raise": 2}.__getitem__
_UNKNOWN = -1
_NO_CARDS = (_UNKNOWN, _UNKNOWN)
_REST_OF_BOARD = tuple((_UNKNOWN,) * missing for missing in range(5, -1, -1))


_ALL_BUT_STACKS = attrgetter(*[one.name for one in fields(Rules) if one.name != "stacks"])


class LateHand(Hand):
    """A hand that was played to its end and is legal; the rest of it is made when it is needed."""

    __slots__ = ("_history",)

    def __init__(self, history: HandHistory, payoffs: tuple[int, ...]) -> None:
        self._history = history
        self.rules, self.names, self.payoffs = history.rules, history.names, payoffs

    def __getattr__(self, name: str) -> object:
        """Play the hand, once somebody asks for what is not there yet."""
        if name not in _LATE:
            raise AttributeError(f"{type(self).__name__!r} has no attribute {name!r}")
        hand = self._history.play()
        for late in _LATE:
            setattr(self, late, getattr(hand, late))
        return object.__getattribute__(self, name)


_LATE = frozenset(Hand.__slots__) - {"rules", "names", "payoffs"}


def replayed(history: HandHistory) -> tuple[HandHistory, Hand] | None:
    """The hand, if it is legal and whole, and comes to what was told of it.

    What was collected is left out where the rules have it so. None: there is something to tell of
    this hand, or to look at twice.
    """
    history.check()
    numbers = _numbers(history)
    if numbers is None:
        return None
    from villain.kernels.hand_replay import replay_hand  # it takes a while to load

    refused, pot, bet_more, back, contested, undecided, *chips = replay_hand(numbers).tolist()
    if refused or undecided:
        return None
    players, collected = len(history.names), history.collected
    won, net = tuple(chips[:players]), tuple(chips[players:])
    if history.pot_and_rake is not None:
        stated, rake = history.pot_and_rake
        if stated not in (pot, pot + back - bet_more) or stated != sum(collected or ()) + rake:
            return None
    if collected == won and not history.unseen:
        history = _without_collected(history)
    elif collected is not None and not adds_up(collected, won, contested):
        return None
    return history, LateHand(history, net)


_GET_FIELDS = attrgetter(*[one.name for one in fields(HandHistory)])
_SET_COLLECTED = HandHistory.collected.__set__  # type: ignore[misc, union-attr]
_SET_FIELDS = [getattr(HandHistory, one.name).__set__ for one in fields(HandHistory)]


def _without_collected(history: HandHistory) -> HandHistory:
    """The same but for what was collected, without passing through `dataclasses.replace`."""
    other = object.__new__(HandHistory)
    for put, value in zip(_SET_FIELDS, _GET_FIELDS(history), strict=True):
        put(other, value)
    _SET_COLLECTED(other, None)
    return other


def _numbers(history: HandHistory) -> CountArray | None:
    """A hand as `replay_hand` takes it; None if that cannot play it."""
    rules, actions, turns, paid = history.rules, history.actions, history.turns, history.paid
    number, board, shown, unseen = len(actions), history.board, history.shown, history.unseen
    game = _game(*_ALL_BUT_STACKS(rules))
    if (
        game is None
        or len(turns or actions) != number
        or len(paid or actions) != number
        or len(board) > 5
        or max(rules.stacks) > MOST_CHIPS
    ):
        return None
    written = [*game, *rules.stacks]
    if unseen:
        written += [2 if seat in unseen else seat in shown for seat in range(rules.players)]
    else:
        written += [seat in shown for seat in range(rules.players)]
    for hole in history.holes:
        written += hole or _NO_CARDS
    written += board
    written += _REST_OF_BOARD[len(board)]
    if number:
        kinds, to = zip(*actions, strict=True)
        written += map(_KIND, kinds)
        written += to
        unstated = (_UNKNOWN,) * number
        streets, seats = zip(*turns, strict=True) if turns else (unstated, unstated)
        written += streets
        written += seats
        written += [_UNKNOWN if chips is None else chips for chips in paid] or unstated
    try:
        return np.frombuffer(array("q", written), np.int64)
    except OverflowError:
        return None


@lru_cache(1024)
def _game(*all_but_stacks: object) -> list[int] | None:
    """The rules as a written hand begins with them, but for the stacks."""
    names = [one.name for one in fields(Rules) if one.name != "stacks"]
    stated: dict[str, Any] = dict(zip(names, all_but_stacks, strict=True))
    rules = Rules(**stated, stacks=(1,) * stated["players"])
    bets = rules.bets or (rules.big_blind,) * 4
    most = max(*rules.blinds, *rules.dead, *bets, rules.ante)
    if not is_holdem(rules) or len(bets) != 4 or most > MOST_CHIPS:
        return None
    return [
        rules.players,
        rules.betting is Betting.LIMIT,
        rules.betting is Betting.POT_LIMIT,
        rules.free_folds,
        rules.ante,
        *bets,
        *[UNLIMITED if cap is None else cap for cap in rules.most_raises],
        *rules.first,
        *rules.blinds,
        *(rules.dead or (0,) * rules.players),
    ]
