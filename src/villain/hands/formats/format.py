"""A hand-history format: recognising it, cutting it into hands, reading and writing them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import count
from typing import NamedTuple

from villain.errors import NotationError, VillainError
from villain.game.actions import CALL, FOLD, IllegalActionError
from villain.game.hand import Hand
from villain.hands.hand_history import (
    NEEDLESS_CHECK,
    HandHistory,
    OutOfTurnError,
    WrongChipsError,
    needless_check,
    winnings,
)
from villain.hands.quick_replay import replayed

FEW = 100
"""So many hands are replayed by `Hand`: the kernel that many need takes a while to load."""
_READ = count()

MOST_OF_A_HAND = 256 * 1024
"""No hand is longer than this, in characters."""


class RefusedError(VillainError):
    """A hand that is not taken: ``reason`` is of a kind to be counted, the message tells more."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(f"{reason}: {detail}" if detail else reason)
        self.reason = reason


class Block(NamedTuple):
    """The text of one hand, and the line of the file at which it begins."""

    line: int
    text: str


@dataclass(frozen=True)
class Format:
    """A format.

    ``recognise`` looks at the beginning of a file. ``marks`` are bytes before which a file can be
    cut: each begins with the line break after which a hand starts. ``split`` cuts a text into
    hands, given the line at which it begins; ``read`` reads one hand, given the ``context``, what
    ``context_of`` took from the beginning of the file. ``write`` writes one, as it stands in a
    file of many; None: this format is only read. What a hand's players collected is checked; where
    it does not agree with the rules, hands of a ``trusted`` format are refused, and for the others
    the rules decide. Hands of a format of ``any_bytes`` are in Windows' encoding if they are not
    in UTF-8.
    """

    name: str
    about: str
    recognise: Callable[[str], bool]
    marks: tuple[bytes, ...]
    split: Callable[[str, int], Iterator[Block]]
    read: Callable[[str, str], HandHistory]
    write: Callable[[HandHistory, Hand], str] | None = None
    context_of: Callable[[str], str] = lambda _: ""
    trusted: bool = True
    any_bytes: bool = False


def read_hand(form: Format, text: str, context: str = "") -> tuple[HandHistory, Hand]:
    """Read one hand and replay it; raises a `RefusedError`, whatever is wrong with the hand."""
    if len(text) > MOST_OF_A_HAND:
        raise RefusedError("too long", f"{len(text):,} characters for one hand")
    try:
        history = form.read(text, context)
        if next(_READ) >= FEW and (quick := replayed(history)) is not None:
            return quick
        history, hand = _play(history)
        if wrong := history.wrong_pot(hand):
            raise RefusedError("pot does not add up", wrong)
        disagreement = history.disagreement(hand)
        if disagreement or history.undecided(hand):
            history, hand, disagreement = _seen_by_nobody(history, hand, disagreement)
        if disagreement and form.trusted:
            raise RefusedError("winnings differ", disagreement)
        if disagreement or (history.collected == winnings(hand) and not history.unseen):
            history = replace(history, collected=None)
        return history, hand
    except RefusedError:
        raise
    except IllegalActionError as error:
        raise RefusedError("illegal action", str(error)) from error
    except WrongChipsError as error:
        raise RefusedError("wrong chips", str(error)) from error
    except NotationError as error:
        raise RefusedError("cannot be read", str(error)) from error
    except VillainError as error:
        raise RefusedError("does not fit the rules", str(error)) from error
    except (ValueError, KeyError, IndexError, TypeError, RecursionError, OverflowError) as error:
        what = f"{type(error).__name__}: {error}"[:200]
        raise RefusedError("cannot be read", what) from error


def _play(history: HandHistory) -> tuple[HandHistory, Hand]:
    """Play a hand; people do fold where a check is free, and then that is one of its rules."""
    try:
        return history, history.play()
    except IllegalActionError:
        free = replace(history, rules=replace(history.rules, free_folds=True))
        if not history.rules.free_folds and FOLD in history.actions:
            return _play(free)
        raise
    except OutOfTurnError:
        shorter = _without_needless_checks(history)
        if shorter is None:
            raise
        return shorter, shorter.play()


def _without_needless_checks(history: HandHistory) -> HandHistory | None:
    """Leave out checks of somebody who had nothing to decide; None if there are no such."""
    hand = history.begin()
    turns, played = history.turns, 0
    while (hand.street, hand.seat) == turns[played]:
        hand.act(history.actions[played])
        played += 1
    before, rest = set(turns[:played]), turns[played:]
    if (
        set(history.actions[played:]) != {CALL}
        or not all(needless_check(hand, seat) for _, seat in rest)
        or len(before.union(rest)) < len(turns)  # who has acted on a street does not check there
    ):
        return None
    return replace(
        history,
        actions=history.actions[:played],
        turns=turns[:played],
        paid=history.paid[:played],
        notes=(*history.notes, NEEDLESS_CHECK),
    )


def _seen_by_nobody(
    history: HandHistory, hand: Hand, disagreement: str
) -> tuple[HandHistory, Hand, str]:
    """Let those win who are said to, where their cards are lost; or else share the pot."""
    took = history.collected or ()
    winning = frozenset(
        seat
        for seat, chips in enumerate(took)
        if chips and not history.holes[seat] and not hand.folded[seat]
    )
    if winning and len(took) == len(hand.folded):
        other = replace(
            history, unseen=winning, notes=(*history.notes, "the winner's cards are not known")
        )
        if not other.disagreement(replayed := other.play()):
            return other, replayed, ""
    if history.undecided(hand):
        note = "nobody knows who won; the pot counts as shared"
        history = replace(history, notes=(*history.notes, note))
    return history, hand, disagreement
