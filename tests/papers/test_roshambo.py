"""RoShamBo: the laws of the game and the match, who must beat whom, and where the optimal ends."""

from pathlib import Path

import numpy as np
import pytest

from tests.papers.reports import Tiny, whole
from villain.errors import VillainError
from villain.papers.poki import ITEMS
from villain.papers.roshambo.field import FIELD, OPTIMAL, in_random_fields, place_of_optimal
from villain.papers.roshambo.game import MOVES, chance_margin, payoff, play_match
from villain.papers.roshambo.predictors import (
    Contexts,
    Mixture,
    Offsets,
    reply,
)
from villain.papers.roshambo.rules import Optimal, Simple, cycle, even_sequence, playing
from villain.papers.roshambo.tournament import Tournament, play_tournament

MAKERS = {name: entrant.make for name, entrant in FIELD.items()}
READERS = ("half echo", "echo", "blend", "tree", "levels", "guarded")
"""Those who must see any short sequence."""


@pytest.fixture(scope="module")
def tournament() -> Tournament:
    return play_tournament(MAKERS, 300, seed=5)


def test_each_move_beats_one_and_loses_to_one() -> None:
    for mine in MOVES:
        assert sorted(payoff(mine, his) for his in MOVES) == [-1, 0, 1]
        assert all(payoff(mine, his) == -payoff(his, mine) for his in MOVES)


@pytest.mark.parametrize("games", [1, 100, 1_000])
def test_the_margin_is_what_an_optimal_player_exceeds_once_in_twenty(games: int) -> None:
    rng = np.random.default_rng(1)
    results = rng.multinomial(games, [1 / 3] * 3, size=40_000)
    beyond = np.abs(results[:, 0] - results[:, 2]) > chance_margin(games)
    assert beyond.mean() == pytest.approx(0.05 if games > 1 else 0.0, abs=0.008)


def test_a_match_and_its_verdict_have_two_sides() -> None:
    score = play_match(MAKERS["rock"], MAKERS["beat last"], 100, seed=3)
    assert score.won + score.lost <= 100
    assert score.verdict == -1
    assert play_match(MAKERS["beat last"], MAKERS["rock"], 100, seed=3).verdict == 1


def test_a_tournament_is_zero_sum_and_two_points_a_match(tournament: Tournament) -> None:
    assert not (tournament.differences + tournament.differences.transpose(0, 2, 1)).any()
    games, points = tournament.scores()
    players = len(FIELD)
    assert games.sum() == 0
    assert points.sum() == players * (players - 1)
    for one in tournament.ranking("matches"):
        assert one.won + one.drawn + one.lost == players - 1
        assert one.points.mean == 2 * one.won + one.drawn


@pytest.mark.parametrize("name", FIELD)
def test_the_same_seed_gives_the_same_match(name: str) -> None:
    first, again, other = (
        [play_match(MAKERS[name], MAKERS[rival], 60, seed) for rival in ("human", "levels")]
        for seed in (7, 7, 8)
    )
    assert first == again
    assert first != other


def test_a_player_does_not_meet_his_own_random_numbers_in_the_other_seat() -> None:
    assert play_match(Optimal, Optimal, 300, seed=1).won < 150


def test_the_optimal_player_is_beaten_beyond_chance_no_more_often_than_chance_has_it() -> None:
    names = [name for name in FIELD if name != OPTIMAL]
    verdicts = [
        play_match(Optimal, MAKERS[name], 200, (seed, 11)).verdict
        for seed in range(6)
        for name in names
    ]
    expected, count = 0.025, len(verdicts)
    allowed = expected * count + 3 * np.sqrt(expected * count)
    assert verdicts.count(-1) <= allowed
    assert verdicts.count(1) <= allowed


@pytest.mark.parametrize("name", READERS)
def test_readers_beat_short_cycles(name: str) -> None:
    rng = np.random.default_rng(2)
    for length in range(1, 9):
        moves = (int(move) for move in rng.integers(3, size=length))
        score = play_match(MAKERS[name], playing(cycle(*moves)), 300, length)
        assert score.difference > 150, (name, length)


def test_the_even_cycle_has_every_run_once_and_needs_a_long_memory() -> None:
    moves = even_sequence(4)
    again = moves + moves[:3]
    assert len(moves) == 81
    assert len({again[i : i + 4] for i in range(81)}) == 81
    assert play_match(MAKERS["markov"], MAKERS["even cycle"], 1_000, 1).verdict < 1
    assert play_match(MAKERS["levels"], MAKERS["even cycle"], 1_000, 1).difference > 800


def test_second_guesses_beat_what_guesses_once() -> None:
    for name in ("blend", "mirror"):
        assert play_match(MAKERS["levels"], MAKERS[name], 500, 4).difference > 150
    assert play_match(MAKERS["mirror"], MAKERS["blend"], 500, 4).difference > 150


def test_a_context_learns_what_follows() -> None:
    predictor = Contexts(1, 0)
    for number in range(30):
        predictor.learn(0, number % 3)
    assert predictor.chances[0] > 0.8  # after scissors
    assert sum(predictor.chances) == pytest.approx(1)


def test_steps_are_read_from_where_they_start() -> None:
    last = [0]
    predictor = Offsets(lambda: last[0])
    for number in range(30):
        last[0] = number % 3
        predictor.learn(number % 3, number % 3)
    assert predictor.chances[0] > 0.8  # a step on from scissors


def test_a_mixture_follows_whoever_is_right_now() -> None:
    mixture = Mixture([Contexts(0, 0), Contexts(1, 0), Contexts(0, 1)])
    rng = np.random.default_rng(1)
    mine = 0
    for number in range(120):
        his = (number % 3) if number < 60 else mine  # a rotation, then a copy
        mine = int(rng.integers(3))
        mixture.learn(mine, his)
    assert reply(mixture.chances, rng) == (mine + 1) % 3


def test_the_optimal_player_ends_in_the_middle(tournament: Tournament) -> None:
    for by in ("games", "matches"):
        assert place_of_optimal(tournament, by).middle
        kinds = [FIELD[one.name].kind for one in tournament.ranking(by)]
        assert set(kinds[:5]) == {"matcher"}
        assert "matcher" not in kinds[-10:]
    shares = in_random_fields(tournament, 1, draws=100)
    assert shares["middle_by_games"] > 0.6
    assert shares["middle_by_matches"] > 0.6


class Cheat(Simple):
    """Plays something that is no move in its third game."""

    number = 0

    def move(self) -> int:
        self.number += 1
        return 3 if self.number == 3 else 0


def test_an_illegal_move_is_named() -> None:
    with pytest.raises(VillainError, match=r"Cheat played 3 in game 3; a move is 0 \(rock\), 1"):
        play_match(Optimal, Cheat, 10)


def test_errors_say_what_is_right() -> None:
    with pytest.raises(VillainError, match="one game or more, not 0"):
        play_match(Optimal, Optimal, 0)
    with pytest.raises(VillainError, match="0 or more"):
        play_match(Optimal, Optimal, 1, -1)
    with pytest.raises(VillainError, match="two or more players"):
        play_tournament({"alone": Optimal})
    with pytest.raises(VillainError, match="did you mean 'games'"):
        play_tournament({"one": Optimal, "two": Optimal}, 1).ranking("game")


def test_the_report_runs_prints_and_draws(tmp_path: Path) -> None:
    shares: list[float] = []
    report = ITEMS["roshambo"](Tiny(seed=1, progress=shares.append))
    assert shares == sorted(shares)
    assert shares[-1] == pytest.approx(1)
    assert report.data["optimal"]["games"]["of"] == len(FIELD)
    whole(report, "roshambo", tmp_path)
