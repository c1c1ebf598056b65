"""What a seat of a hand history saw."""

import pytest

from tests.hands.random_hands import random_history
from villain.errors import VillainError
from villain.game.events import Dealt, Shown, Won
from villain.hands.views import views


@pytest.mark.parametrize("seed", range(30))
def test_a_seat_sees_its_own_cards_and_nothing_of_what_comes(seed: int) -> None:
    history = random_history(seed)
    hero = seed % history.rules.players
    seen = list(views(history, hero))
    assert len(seen) == len(history.actions)
    for view in seen:
        others = [event for event in view.events if isinstance(event, Dealt) and event.seat != hero]
        assert all(event.cards is None for event in others)
        assert view.hole == history.holes[hero]
        assert not any(isinstance(event, Shown | Won) for event in view.events)
        assert view.board == history.board[: len(view.board)]


def test_there_is_no_such_seat() -> None:
    with pytest.raises(VillainError, match="the seats are 0 to"):
        next(views(random_history(1), 20))
