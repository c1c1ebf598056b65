"""The chips of a PokerStars hand, held against its rules.

A `HandHistory` says that somebody calls, not how much: so every line's chips are held against what
is owed. Whose turn it is the engine checks, when the hand is played again.
"""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from villain.game.actions import CALL, FOLD, Action, raise_to
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
    players = rules.players
    stacks, bets, dead = list(rules.stacks), [0] * players, rules.dead or (0,) * players
    for seat, (extra, blind) in enumerate(zip(dead, rules.blinds, strict=True)):
        stacks[seat] -= min(stacks[seat], rules.ante + extra)
        bets[seat] = min(stacks[seat], blind)
        stacks[seat] -= bets[seat]
    folded: set[int] = set()
    street, current = 0, max(rules.blinds)
    actions: list[Action] = []
    turns: list[tuple[int, int]] = []
    free_fold = False
    for seat, kind, chips in steps:
        if seat < 0:
            street += 1
            bets, current = [0] * players, 0
            continue
        turns.append((street, seat))
        owed = current - bets[seat]
        if kind == "fold":
            actions.append(FOLD)
            folded.add(seat)
            free_fold = free_fold or owed <= 0
            continue
        if kind == "raise":
            actions.append(raise_to(chips))
            more = chips - bets[seat]
            if not owed < more <= stacks[seat]:
                raise RefusedError("wrong chips", f"{names[seat]!r} raises to {chips}")
            current = chips
        else:
            actions.append(CALL)
            more = chips
            right = (owed, _owed_alone(seat, stacks, bets, folded)) if chips != owed else (owed,)
            if chips not in [min(due, stacks[seat]) for due in right]:
                raise RefusedError("wrong chips", f"{names[seat]!r} calls {chips} of {owed}")
        bets[seat] += more
        stacks[seat] -= more
    paid = [had - has for had, has in zip(rules.stacks, stacks, strict=True)]
    live = [chips - extra for chips, extra in zip(paid, dead, strict=True)]
    pot = sum(paid)
    pots = (pot - _uncalled(bets), pot - _uncalled(live))
    return Play(tuple(actions), tuple(turns), free_fold, pots)


def _owed_alone(seat: int, stacks: list[int], bets: list[int], folded: set[int]) -> int:
    """Beside players who are all-in one has to match what they have put in, and no more."""
    others = set(range(len(bets))) - folded - {seat}
    if any(stacks[other] for other in others):
        return -1
    return max((bets[other] for other in others), default=0) - bets[seat]


def _uncalled(chips: list[int]) -> int:
    most, second = sorted(chips, reverse=True)[:2]
    return most - second
