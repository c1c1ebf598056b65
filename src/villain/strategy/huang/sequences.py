"""Action sequences: what a player faces, as a few digits of the betting so far [huang]."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from villain.game.public_state import PricedAction
from villain.game.situation import Decision, Situation
from villain.strategy.huang.abstraction import FOLD, RAISE, Abstraction


class StreetBetting(NamedTuple):
    """The betting of a street, and how the one before it ended.

    ``actions`` are numbered as an `Abstraction` has them; folds are left out, since with more than
    two players the others go on.
    """

    raises_before: int = 0
    raiser_before: int | None = None
    raises: int = 0
    raiser: int | None = None
    actions: tuple[int, ...] = ()

    def after(self, seat: int, action: int) -> "StreetBetting":
        """The same after one more action."""
        if action == FOLD:
            return self
        actions = (*self.actions, action)
        if action < RAISE:
            return self._replace(actions=actions)
        return self._replace(raises=self.raises + 1, raiser=seat, actions=actions)

    def next_street(self) -> "StreetBetting":
        """A new street, on which nobody has acted."""
        return StreetBetting(self.raises, self.raiser)

    def faced(self, seat: int, street: int, abstraction: Abstraction) -> str:
        """The action sequence that a seat faces; everybody else is *the other*."""
        other_was_last = self.raiser_before is not None and self.raiser_before != seat
        return abstraction.sequence(street, self.raises_before, other_was_last, self.actions)


def street_betting(
    line: Iterable[PricedAction], street: int, abstraction: Abstraction
) -> StreetBetting:
    """The betting of a street by all that was done in a hand up to then."""
    betting, at = StreetBetting(), 0
    for action in line:
        if action.street > at:
            betting, at = betting.next_street(), action.street
        betting = betting.after(action.seat, _number(action, abstraction))
    return betting.next_street() if street > at else betting


def faced_in_turn(
    line: Iterable[PricedAction], abstraction: Abstraction
) -> Iterator[tuple[PricedAction, str, int]]:
    """Every action of a hand, the sequence that was faced, and the number of the action.

    >>> line = [PricedAction(0, 1, "raise", 4, 5, 1, 3), PricedAction(0, 0, "call", 3, 5, 3, 7)]
    >>> [(one.seat, faced, done) for one, faced, done in faced_in_turn(line, Abstraction())]
    [(1, '000', 2), (0, '0002', 1)]
    """
    betting, at = StreetBetting(), 0
    for action in line:
        if action.street > at:
            betting, at = betting.next_street(), action.street
        done = _number(action, abstraction)
        yield action, betting.faced(action.seat, at, abstraction), done
        betting = betting.after(action.seat, done)


def sequence_faced(situation: Situation, abstraction: Abstraction) -> str:
    """The action sequence that a player faces.

    Heads-up a call ends what there is to call. With more players it does not, so that where
    something is owed the calls after the last raise are left out.
    """
    betting = street_betting(situation.line, situation.street, abstraction)
    sequence = betting.faced(situation.seat, situation.street, abstraction)
    if situation.players > 2 and situation.owed:
        return sequence[:3] + sequence[3:].rstrip("1")
    return sequence


def action_of(decision: Decision, abstraction: Abstraction) -> int:
    """The number of what somebody did."""
    owed, pot = decision.situation.owed, decision.situation.pot
    return abstraction.action(decision.kind, decision.chips, owed, pot)


def _number(action: PricedAction, abstraction: Abstraction) -> int:
    return abstraction.action(action.kind, action.chips, action.owed, action.pot)
