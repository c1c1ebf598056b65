"""Solutions as files, and locks as people write them."""

from pathlib import Path

import numpy as np
import pytest

from villain.errors import VillainError
from villain.solver.dial import dial_curve
from villain.solver.lock_text import add_lock
from villain.solver.locks import Locks
from villain.solver.reports import report
from villain.solver.saving import load_solution, save_solution
from villain.solver.solution import Solution
from villain.solver.solvable import solvable_spot
from villain.solver.spot import FixedBets, Spot

RIVER = Spot.parse(
    "Ks7d2c4h9s",
    pot=10,
    stacks=30,
    ranges=("AA, KK, JTs, QJs", "KQ, KJ, QQ:0.5, JJ"),
    sizes="75%, a",
    rake=0.05,
    rake_cap=1,
)


def solved(short: bool = False, spot: Spot = RIVER) -> Solution:
    solution = Solution(solvable_spot(spot), short=short)
    solution.improve(30)
    return solution


@pytest.mark.parametrize("short", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_a_solution_is_read_as_it_was_written_and_goes_on(tmp_path: Path, short: bool) -> None:
    solution = solved(short)
    save_solution(tmp_path / "river.solution", RIVER, solution)
    spot, again = load_solution(tmp_path / "river.solution")
    assert (spot.board, spot.rake_cap, str(spot.sizes[0])) == (RIVER.board, 1, "75%, a")
    assert spot.ranges == RIVER.ranges
    assert again.iterations == 30
    assert np.array_equal(again.strategy(0), solution.strategy(0))
    solution.improve(5)
    again.improve(5)
    assert np.array_equal(again.learned.regrets, solution.learned.regrets)


def test_limit_spots_and_locks_are_kept(tmp_path: Path) -> None:
    spot = Spot.parse(
        "Ks7d2c4h9s", pot=10, stacks=99, ranges=("AA, QJs", "KQ"), fixed=FixedBets((2, 4, 4))
    )
    game = solvable_spot(spot)
    locks = Locks(game)
    add_lock(locks, ": check")
    save_solution(tmp_path / "limit.solution", spot, Solution(game, locks=locks))
    spot, solution = load_solution(tmp_path / "limit.solution")
    assert spot.fixed == FixedBets((2, 4, 4))
    assert solution.strategy(0)[0].min() == 1.0


@pytest.mark.parametrize("damage", ["cut", "text", "gone"])
def test_a_damaged_file_is_told_in_a_line(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "river.solution"
    save_solution(path, RIVER, solved())
    if damage == "cut":
        path.write_bytes(path.read_bytes()[:1000])
    elif damage == "text":
        path.write_text("nothing of ours")
    else:
        path.unlink()
    with pytest.raises(VillainError, match=r"no file|no solution, or damaged"):
        load_solution(path)


def test_a_lock_for_all_and_one_for_a_range() -> None:
    game = solvable_spot(RIVER)
    locks = Locks(game)
    add_lock(locks, "bet 75%: fold 60%; call 40%")
    add_lock(locks, "check: bet 75% KQ; check")
    solution = Solution(game, locks=locks)
    solution.improve(5)
    faced = report(solution, "bet 75%")
    assert [round(faced.frequency(number), 3) for number in range(3)] == [0.6, 0.4, 0.0]
    checked = report(solution, "check")
    assert set(checked.chances[1].round(6).tolist()) == {0.0, 1.0}


def test_holdings_that_are_not_named_stay_free() -> None:
    game = solvable_spot(RIVER)
    locks = Locks(game)
    place = add_lock(locks, "bet 75%: call KQ")
    [lock] = locks.at.values()
    assert 0 < lock.share.mean() < 1
    assert place.line == ("bet 7.5",)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("bet 75%", "a colon and what he does"),
        ("bet 99%: fold", "cannot be done here"),
        ("bet 75%: jump", "begins with no move"),
        ("bet 75%: fold 120%", "0 % to 100 %"),
        ("bet 75%: fold 60%; call 60%", "come to 120%"),
        ("bet 75%, call: fold", "the hand is over"),
    ],
)
def test_a_lock_that_cannot_be_is_told_in_a_line(text: str, words: str) -> None:
    with pytest.raises(VillainError, match=words):
        add_lock(Locks(solvable_spot(RIVER)), text)


def test_the_dial_goes_from_equilibrium_to_the_best_answer() -> None:
    """Who never bluffs is answered by folding; the more is won from him, the more is risked."""
    game = solvable_spot(RIVER)
    locks = Locks(game)
    add_lock(locks, ": bet 75% AA, KK; check")
    points = dial_curve(game, locks, 1, (0.0, 0.5, 1.0), to=0.001)
    gains, risks = [point.gain for point in points], [point.risk for point in points]
    assert gains[0] == risks[0] == 0
    assert gains == sorted(gains)
    assert risks == sorted(risks)
    assert gains[-1] > 0.5
