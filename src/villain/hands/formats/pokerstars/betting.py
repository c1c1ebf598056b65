"""The chips of a PokerStars hand, held against its rules.

A `HandHistory` says that somebody calls, not how much: so every line's chips are held against what
is owed. Whose turn it is the engine checks, when the hand is played again.
"""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from villain.game.actions import CALL, FOLD, Action, raise_to
from villain.game.events import Acted
from villain.game.public_state import PublicState
from villain.game.rules import Rules
from villain.hands.formats.format import RefusedError

Step: TypeAlias = tuple[int, str, int]
"""A seat, what it does, and the chips: ``fold``, ``call`` so many more, ``raise`` to so many."""

STREET: Step = (-1, "street", 0)
"""A new street begins."""


class Play(NamedTuple):
    """The result of following the lines.

    Actions, with the street and the seat of each; whether somebody folded where a check was free;
    and what the pots can come to: bets that nobody called go back, and an ante that nobody could
    match may.
    """

    actions: tuple[Action, ...]
    turns: tuple[tuple[int, int], ...]
    free_fold: bool
    pots: tuple[int, int]


def follow(rules: Rules, names: Sequence[str], steps: Sequence[Step]) -> Play:
    """Follow the lines; refuse a call of other chips than are owed, and a raise that is none."""
    state = PublicState.at_start(rules)
    actions: list[Action] = []
    free_fold = False
    for seat, kind, chips in steps:
        if seat < 0:
            state.deal()
            continue
        bet, stack = state.bets[seat], state.stacks[seat]
        owed, more = state.current - bet, 0
        if kind == "fold":
            actions.append(FOLD)
            free_fold = free_fold or owed <= 0
        elif kind == "raise":
            actions.append(raise_to(chips))
            more = chips - bet
            if not owed < more <= stack:
                raise RefusedError("wrong chips", f"{names[seat]!r} raises to {chips}")
        else:
            actions.append(CALL)
            more = chips
            # Beside players who are all-in some files have a call of all that was bet.
            if chips not in (min(owed, stack), state.owed_by(seat)):
                raise RefusedError("wrong chips", f"{names[seat]!r} calls {chips} of {owed}")
        state.follow(Acted(seat, kind, more, bet + more))
    live = [chips - dead for chips, dead in zip(state.committed, state.dead, strict=True)]
    pots = (state.pot - _uncalled(state.bets), state.pot - _uncalled(live))
    return Play(
        tuple(actions), tuple([(one.street, one.seat) for one in state.line]), free_fold, pots
    )


def _uncalled(chips: list[int]) -> int:
    most, second = sorted(chips, reverse=True)[:2]
    return most - second
