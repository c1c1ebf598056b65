"""Counts what every seat did in a hand, for each of the statistics, out of how many chances.

- Blinds, straddles and antes are no raises and not voluntary. An all-in for less than a full raise
  is a raise, but in limit less than half a bet counts as a call, as in `Hand`.
- A chance to act is counted where a seat acts: who is all-in has none. Chances say what one faced,
  not whether one's chips or the rules allowed a raise.
- Who is in the hand when the flop comes has seen it, and who is in it at the end, with another,
  went to showdown, all-ins and mucked hands included.
- To win is to take chips from a pot, be it half of it, a side pot, or less than one put in.
"""

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from villain.errors import VillainError
from villain.game.hand import Hand
from villain.game.public_state import PricedAction, PublicState
from villain.game.rules import Rules
from villain.hands.counting.statistics import COLUMNS, STATISTICS
from villain.hands.hand_history import winnings

_STEAL_SEATS = ("CO", "BTN", "SB")

MOST = 255
"""No count of one hand is greater, so that it fits a byte."""

# Where each statistic stands in a row: done, and chances one further; streets follow each other.
_AT = {statistic.key: 2 * place for place, statistic in enumerate(STATISTICS)}
_VPIP, _PFR, _LIMP, _STEAL = _AT["vpip"], _AT["pfr"], _AT["limp"], _AT["steal"]
_THREE_BET, _FOLD_TO_THREE_BET = _AT["three_bet"], _AT["fold_to_three_bet"]
_FOLD_TO_STEAL = {"SB": _AT["fold_to_steal_sb"], "BB": _AT["fold_to_steal_bb"]}
_CBET, _FOLD_TO_CBET = _AT["cbet_flop"], _AT["fold_to_cbet_flop"]
_FOLD_TO_BET, _CHECK_RAISE = _AT["fold_to_bet_flop"], _AT["check_raise"]
_WTSD, _WSD, _WWSF, _AF, _AFQ = (_AT[key] for key in ("wtsd", "wsd", "wwsf", "af", "afq"))

_NOBODY = -1

Moves: TypeAlias = Sequence[tuple[PricedAction, bool]]
"""All actions of a hand, each with whether it counts as a bet or raise."""


class SeatCounts(NamedTuple):
    """A seat's position, and its counts in the order of `COLUMNS`."""

    position: str
    numbers: list[int]

    def of(self, key: str) -> tuple[int, int]:
        """Done and chances of a statistic, by its key."""
        if key not in _AT:
            raise VillainError.unknown("statistic", key, _AT)
        return self.numbers[_AT[key]], self.numbers[_AT[key] + 1]


def positions(rules: Rules) -> tuple[str, ...]:
    """The names of the seats: blinds, then from under the gun to the button.

    Straddles and late posts do not make anybody the big blind. Where seat 0 alone has posted, the
    small blind is missing and seat 0 is the big blind.

    >>> from villain.game import no_limit_holdem
    >>> positions(no_limit_holdem(2)), positions(no_limit_holdem(7))
    (('BB', 'BTN'), ('SB', 'BB', 'UTG', 'UTG+1', 'HJ', 'CO', 'BTN'))
    """
    blinds = rules.blinds
    if rules.players == 2:
        return ("SB", "BB") if blinds[1] > blinds[0] else ("BB", "BTN")
    alone = blinds[0] > 0 and (not blinds[1] or rules.first[0] == 1)
    return _ring(rules.players, alone)


@cache
def _ring(players: int, alone: bool) -> tuple[str, ...]:
    blinds = ("BB",) if alone else ("SB", "BB")
    late = ("HJ", "CO", "BTN")[-(players - len(blinds)) :]
    early = players - len(blinds) - len(late)
    return (*blinds, *("UTG" + f"+{place}" * (place > 0) for place in range(early)), *late)


def count(hand: Hand) -> list[SeatCounts]:
    """The counts of every seat of a hold'em hand that is over.

    >>> from villain.game import CALL, FOLD, Hand, no_limit_holdem, raise_to, shuffle
    >>> import numpy as np
    >>> rules = no_limit_holdem(3)
    >>> hand = Hand(rules, shuffle(rules, np.random.default_rng(1)))
    >>> for action in (raise_to(6), FOLD, raise_to(20), FOLD): hand.act(action)
    >>> [(seat.position, seat.of("three_bet")) for seat in count(hand)]
    [('SB', (0, 1)), ('BB', (1, 1)), ('BTN', (0, 0))]
    """
    rules = hand.rules
    if hand.payoffs is None:
        raise VillainError("the hand is not over; its statistics can be counted at its end")
    if rules.board_cards != (0, 3, 1, 1):
        raise VillainError(f"{rules.name!r} is not hold'em, and has other statistics")
    names = positions(rules)
    rows = [[0] * len(COLUMNS) for _ in names]
    moves = list(zip(hand.state.line, _counted_raises(hand.state), strict=True))
    inside, raiser = _before_the_flop(rules, names, moves, rows)
    if len(inside) > 1:
        showdown = hand.folded.count(False) > 1
        for seat in inside:
            row = rows[seat]
            row[_WTSD + 1] = row[_WWSF + 1] = 1
            if showdown and not hand.folded[seat]:
                row[_WTSD] = row[_WSD + 1] = 1
        _after_the_flop(moves, rows, raiser)
        for seat, chips in enumerate(winnings(hand)):
            if chips:
                rows[seat][_WWSF] = 1
                rows[seat][_WSD] = int(showdown)
    if len(moves) > MOST:
        rows = [[min(number, MOST) for number in row] for row in rows]
    return [SeatCounts(name, row) for name, row in zip(names, rows, strict=True)]


def _counted_raises(state: PublicState) -> list[bool]:
    """For each action, whether it is a bet or raise that counts; in limit half a bet does."""
    line, most = state.line, state.raises_by_street
    after = [
        later.raises if later.street == one.street else most[one.street]
        for one, later in pairwise(line)
    ]
    after += [most[one.street] for one in line[-1:]]
    return [count > one.raises for one, count in zip(line, after, strict=True)]


def _before_the_flop(
    rules: Rules, names: Sequence[str], moves: Moves, rows: list[list[int]]
) -> tuple[list[int], int]:
    """Count up to the flop; return who is left then, and the last raiser."""
    players, blinds, first = rules.players, rules.blinds, rules.first[0]
    blind = max(blinds)
    inside = list(range(players))
    opener = raiser = _NOBODY
    entered = stealing = False
    for (street, seat, kind, chips, _, _, _, left, raises), raised in moves:
        if street:
            break
        row, name = rows[seat], names[seat]
        folded = kind == "fold"
        # The number in before this seat; all-ins that never act are among them.
        ahead = (seat - first) % players - players + left
        if raises == 0:
            if name != "BB" and blinds[seat] < blind:
                row[_LIMP + 1] = 1
                if not folded and not raised:
                    row[_LIMP] = 1
            if ahead == 0 and not entered and name in _STEAL_SEATS:
                stealing = raised
                row[_STEAL], row[_STEAL + 1] = int(raised), 1
        elif raises == 1 and seat != opener:
            row[_THREE_BET + 1] = 1
            if raised:
                row[_THREE_BET] = 1
            if stealing and ahead == 1 and name in _FOLD_TO_STEAL:
                at = _FOLD_TO_STEAL[name]
                row[at], row[at + 1] = int(folded), 1
        elif raises > 1 and seat == opener and row[_FOLD_TO_THREE_BET + 1] == 0:
            row[_FOLD_TO_THREE_BET], row[_FOLD_TO_THREE_BET + 1] = int(folded), 1
        if folded:
            inside.remove(seat)
            continue
        entered = True
        if chips:
            row[_VPIP] = 1
        if raised:
            row[_PFR] = 1
            raiser = seat
            if raises == 0:
                opener = seat
    for row in rows:
        row[_VPIP + 1] = row[_PFR + 1] = 1
    if not entered and len(inside) == 1:
        row = rows[inside[0]]  # a walk: he never had to act
        row[_VPIP + 1] = row[_PFR + 1] = 0
    return inside, raiser


def _after_the_flop(moves: Moves, rows: list[list[int]], leader: int) -> None:
    """Count from the flop on. The ``leader`` is who can make a continuation bet."""
    at, now, raiser, continued = 0, 1, _NOBODY, False
    checked: set[int] = set()
    for (street, seat, kind, chips, _, _, _, _, raises), raised in moves:
        if not street:
            continue
        if street > now:
            leader = raiser if continued and raiser == leader else _NOBODY
            at, now, raiser, continued = 2 * (street - 1), street, _NOBODY, False
            checked.clear()
        row = rows[seat]
        if raises == 0:
            if seat == leader:
                continued = raised
                row[_CBET + at], row[_CBET + at + 1] = int(raised), 1
        else:
            if raises == 1 and seat != raiser:
                folded = int(kind == "fold")
                row[_FOLD_TO_BET + at], row[_FOLD_TO_BET + at + 1] = folded, 1
                if continued:
                    row[_FOLD_TO_CBET + at], row[_FOLD_TO_CBET + at + 1] = folded, 1
            if seat in checked:
                checked.remove(seat)
                row[_CHECK_RAISE] += raised
                row[_CHECK_RAISE + 1] += 1
        if raised:
            row[_AF] += 1
            row[_AFQ] += 1
            row[_AFQ + 1] += 1
            raiser = seat
        elif kind == "fold":
            row[_AFQ + 1] += 1
        elif chips:
            row[_AF + 1] += 1
            row[_AFQ + 1] += 1
        else:
            checked.add(seat)
