"""Freeze-outs and round robins."""

import pytest

from villain.arena import play_freezeout, play_round_robin
from villain.errors import VillainError
from villain.game import no_limit_holdem, one_card


def test_a_freezeout_ends_when_one_has_all_the_chips() -> None:
    found = play_freezeout(one_card, ("raise", "call", "random", "raise"), seed=5)
    assert sorted((found.winner, *found.out)) == [0, 1, 2, 3]
    assert found.hands >= 2
    assert found == play_freezeout(one_card, ("raise", "call", "random", "raise"), seed=5)
    assert play_freezeout(no_limit_holdem, ("raise", "fold"), seed=1).winner == 0


def test_equal_players_win_equally_often() -> None:
    wins = [0, 0, 0]
    for seed in range(150):
        wins[play_freezeout(one_card, ("raise", "raise", "raise"), seed=seed).winner] += 1
    assert min(wins) > 30


def test_nobody_bets_nobody_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("villain.arena.freezeout.MOST_HANDS", 3)
    with pytest.raises(VillainError, match="nobody has won after 3 hands"):
        play_freezeout(no_limit_holdem, ("fold", "fold"))


def test_round_robin_is_antisymmetric_and_averages() -> None:
    table = play_round_robin(no_limit_holdem(2), ("call", "random", "raise"), 200, seed=2)
    assert table.against(0, 1).mean == -table.against(1, 0).mean
    expected = (table.against(0, 1).mean + table.against(0, 2).mean) / 2
    assert table.average(0).mean == pytest.approx(expected)
    with pytest.raises(VillainError, match="each of them once"):
        play_round_robin(no_limit_holdem(2), ("call", "call"), 10)
