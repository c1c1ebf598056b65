"""The end of a hand, as far as the betting decides it: what goes back, and who may win what."""

from typing import NamedTuple, TypeAlias

from villain.game.events import Event, Returned, Won
from villain.game.public_state import PublicState
from villain.game.showdown import split_chips, split_into_pots

Winners: TypeAlias = tuple[tuple[int, ...], ...]
"""The seats that share each of the pots."""


class Shares(NamedTuple):
    """The pots as they are won, and what everybody won or lost in the hand."""

    events: tuple[Event, ...]
    payoffs: tuple[int, ...]


class Ending:
    """What is known of the end when the betting is over, whoever has the best cards.

    ``returned`` is a bet that nobody called, ``inside`` are the seats that are left.
    """

    __slots__ = ("_committed", "_shares", "inside", "pots", "returned")

    def __init__(self, state: PublicState) -> None:
        committed = state.committed.copy()
        bets = [put - dead for put, dead in zip(committed, state.dead, strict=True)]
        most, second = sorted(bets, reverse=True)[:2]
        self.returned: Returned | None = None
        if most > second:
            self.returned = Returned(bets.index(most), most - second)
            committed[self.returned.seat] -= self.returned.chips
        self._committed, self.inside = tuple(committed), tuple(state.inside)
        self.pots = tuple(split_into_pots(committed, state.folded, state.dead))
        self._shares: dict[Winners, Shares] = {}

    def shares(self, winners: Winners) -> Shares:
        """What everybody gets if these share the pots."""
        known = self._shares.get(winners)
        return known or self._shares.setdefault(winners, self._share(winners))

    def _share(self, winners: Winners) -> Shares:
        net, events = [-chips for chips in self._committed], []
        for number, (pot, winning) in enumerate(zip(self.pots, winners, strict=True)):
            for seat, chips in zip(winning, split_chips(pot, winning), strict=True):
                net[seat] += chips
                events.append(Won(seat, chips, number))
        return Shares(tuple(events), tuple(net))
