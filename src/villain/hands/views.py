"""A hand history as one seat saw it: action by action, or from beside the table at its end."""

from collections.abc import Iterator

from villain.errors import VillainError
from villain.game.hand import Hand
from villain.game.observation import Observation, among_strangers, just_after, without_hole
from villain.hands.hand_history import HandHistory


def views(history: HandHistory, hero: int) -> Iterator[Observation]:
    """A seat's view just after each action: nothing of what comes next, and no showdown."""
    if not 0 <= hero < history.rules.players:
        raise VillainError(f"seat {hero}; the seats are 0 to {history.rules.players - 1}")
    hand = history.begin()
    for action in history.actions:
        before = hand.observation(hero)
        hand.act(action)
        yield just_after(before, hand.events[len(before.events)])


def bystander_view(hand: Hand, name: str) -> Observation:
    """A hand so far as everybody at the table saw it, for whoever studies one player.

    It is seen from the seat behind his, by somebody who has not looked at his cards: nobody's are
    known but those that were shown. The other players are strangers, so that nothing is counted
    twice where two players are studied who met.
    """
    seat = hand.names.index(name)
    names = among_strangers(name, seat, hand.rules.players)
    seen = hand.observation((seat + 1) % hand.rules.players)
    return without_hole(seen)._replace(names=names)
