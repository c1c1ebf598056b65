"""What one seat of a hand history saw, action by action."""

from collections.abc import Iterator

from villain.errors import VillainError
from villain.game.observation import Observation, just_after
from villain.hands.hand_history import HandHistory


def views(history: HandHistory, hero: int) -> Iterator[Observation]:
    """What a seat sees just after each action: nothing of what comes next, and no showdown."""
    if not 0 <= hero < history.rules.players:
        raise VillainError(f"seat {hero}; the seats are 0 to {history.rules.players - 1}")
    hand = history.begin()
    for action in history.actions:
        before = hand.observation(hero)
        hand.act(action)
        yield just_after(before, hand.events[len(before.events)])
