"""Freeze-outs and round robins."""

import itertools
from pathlib import Path

import pytest

from villain.arena import FreezeOutSeries, RoundRobinPlan, play_freezeout, play_round_robin
from villain.arena.round_robin import RoundRobinStoppedError
from villain.arena.series_file import SeriesFile
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
    plan = RoundRobinPlan(no_limit_holdem(2), ("call", "random", "raise"), 200, seed=2)
    table = play_round_robin(plan)
    assert table.against(0, 1).mean == -table.against(1, 0).mean
    expected = (table.against(0, 1).mean + table.against(0, 2).mean) / 2
    assert table.average(0).mean == pytest.approx(expected)
    with pytest.raises(VillainError, match="each of them once"):
        RoundRobinPlan(no_limit_holdem(2), ("call", "call"), 10)


def test_an_interrupted_round_robin_goes_on(tmp_path: Path) -> None:
    plan = RoundRobinPlan(no_limit_holdem(2), ("call", "random", "raise"), 600, seed=2)

    def stop(share: float) -> None:
        if share > 0.5:
            raise KeyboardInterrupt

    with pytest.raises(RoundRobinStoppedError) as stopped:
        play_round_robin(plan, progress=stop, folder=tmp_path / "half")
    assert 0.5 < stopped.value.share < 1
    rest, whole = play_round_robin(plan, folder=tmp_path / "half"), play_round_robin(plan)
    assert [rest.average(i) for i in range(3)] == [whole.average(i) for i in range(3)]
    other = RoundRobinPlan(no_limit_holdem(2), ("call", "random", "fold"), 600, seed=2)
    with pytest.raises(VillainError, match="is another match"):
        play_round_robin(other, folder=tmp_path / "half")


def test_nobody_has_the_big_blind_twice_in_a_row(
    tmp_path: Path,
) -> None:
    log = tmp_path / "log"
    file = tmp_path / "raiser.py"
    file.write_text(
        "from villain.agents.blind import Raiser\n"
        "class Logs(Raiser):\n"
        "    def watch(self, seen):\n"
        "        blinds = seen.rules.blinds\n"
        "        name = seen.names[blinds.index(max(blinds))]\n"
        f"        with open({str(log)!r}, 'a') as out:\n"
        "            out.write(name + '\\n')\n"
    )
    for seed in range(20):
        log.unlink(missing_ok=True)
        agents = (f"{file}:Logs", "random", "raise:pot=2", "call")
        found = play_freezeout(no_limit_holdem, agents, seed=seed)
        big = log.read_text().split("\n")[:-1]
        assert len(big) <= found.hands
        assert all(one != next_ for one, next_ in itertools.pairwise(big))


def test_a_series_is_the_same_in_one_process_and_two_and_goes_on(tmp_path: Path) -> None:
    def series(count: int = 12) -> FreezeOutSeries:
        return FreezeOutSeries(one_card, ("raise", "call", "random"), count, seed=3)

    whole = series().play()
    assert whole.played == series().play(workers=2).played
    assert sum(found.mean for found in whole.shares()) == pytest.approx(1)
    half = series(5).play()
    with SeriesFile(tmp_path / "half.series", half) as file:
        file.keep(half, now=True)
    rest = series()
    SeriesFile.load(tmp_path / "half.series", rest).close()
    assert len(rest.played) == 5
    assert rest.play().played == whole.played
    other = FreezeOutSeries(one_card, ("raise", "call"), 12, seed=3)
    with pytest.raises(VillainError, match="another series of freeze-outs"):
        SeriesFile.load(tmp_path / "half.series", other)
    for content in ("", "{}", '{"series": "", "played": [[1]]}'):
        (tmp_path / "bad.series").write_text(content)
        with pytest.raises(VillainError, match="or is damaged"):
            SeriesFile.load(tmp_path / "bad.series", series())
    with pytest.raises(VillainError, match="there is no file"):
        SeriesFile.load(tmp_path / "none.series", series())


def test_a_series_refuses_nonsense() -> None:
    with pytest.raises(VillainError, match="two agents or more"):
        FreezeOutSeries(one_card, ("call",), 10)
    with pytest.raises(VillainError, match="1 to"):
        FreezeOutSeries(one_card, ("call", "raise"), 0)
