"""What a seat of a hand history saw, and a bystander of all hands of a player."""

from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from tests.hands.many_hands import rows_of
from tests.hands.random_hands import random_history
from villain.errors import VillainError
from villain.game.events import Acted, Dealt, Shown, Won
from villain.hands.hand_history import HandHistory
from villain.hands.store.finding import histories
from villain.hands.store.hand_store import HandStore
from villain.hands.store.importing import import_hands
from villain.hands.views import bystander_view, views

FILES = Path(__file__).parent / "files"


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


def timed(seed: int, *, minutes: int) -> HandHistory:
    """A hand at random, at so many minutes past midnight."""
    history = random_history(seed, players=2 + seed % 4, ante=False)
    when = datetime(2020, 1, 1) + timedelta(minutes=minutes)
    origin = replace(history.origin, site="Home", number=str(minutes), time=when)
    return replace(history, origin=origin)


def test_a_bystander_sees_all_hands_of_a_player_in_order_of_time(tmp_path: Path) -> None:
    hands = [timed(seed, minutes=100 - seed) for seed in range(80)]
    store = HandStore(tmp_path / "hands", create=True)
    store.add(rows_of(hands[::2]))
    store.add(rows_of(hands[1::2]))
    his = [history for history in reversed(hands) if "Ann" in history.names]
    assert len(his) > 15
    seen = list(store.views_of("Ann"))
    assert [view.rules.stacks for view in seen] == [history.rules.stacks for history in his]
    for view, history in zip(seen, his, strict=True):
        assert view == bystander_view(history.play(), "Ann")
        assert view.names[history.names.index("Ann")] == "Ann"
        assert not set(view.names) & (set(history.names) - {"Ann"})
        assert len(set(view.names)) == len(view.names)
        acts = [event for event in view.events if isinstance(event, Acted)]
        assert len(acts) == len(history.actions)
    assert not list(store.views_of("Nobody"))
    assert list(store.views_of("Ann", "Home")) == seen
    assert not list(store.views_of("Ann", "Elsewhere"))


@pytest.mark.parametrize("seed", range(30))
def test_a_bystander_sees_no_cards_but_those_that_were_shown(seed: int) -> None:
    history = random_history(seed)
    hand = history.play()
    for seat, name in enumerate(history.names):
        view = bystander_view(hand, name)
        assert view.seat != seat
        assert view.hole == ()
        assert all(event.cards is None for event in view.events if isinstance(event, Dealt))
        shown = {event.seat for event in view.events if isinstance(event, Shown)}
        assert shown <= history.shown
        public = [event for event in hand.events if not isinstance(event, Dealt)]
        assert [event for event in view.events if not isinstance(event, Dealt)] == public


def test_who_is_called_a_stranger_keeps_his_name_and_shares_it_with_nobody() -> None:
    history = random_history(5, players=4)
    names = ("Ann", "stranger 2", "Bob", "Cleo")
    view = bystander_view(replace(history, names=names).play(), "stranger 2")
    assert view.names == ("stranger 1", "stranger 2", "stranger 3", "stranger 4")


def test_real_files_as_a_bystander_saw_them(tmp_path: Path) -> None:
    store = HandStore(tmp_path / "hands", create=True)
    import_hands([FILES], store)
    by_name: dict[str, list[HandHistory]] = {}
    for history, _ in histories(store):
        for name in history.names:
            by_name.setdefault(name, []).append(history)
    assert len(by_name) > 20
    for name, his in by_name.items():
        seen = list(store.views_of(name))
        assert [view.events[-1] for view in seen] == [one.play().events[-1] for one in his]
        assert all(
            view.names[one.names.index(name)] == name for view, one in zip(seen, his, strict=True)
        )
