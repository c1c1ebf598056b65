"""The machinery that the papers share: tables, data, progress, and work in processes."""

import json
from functools import partial
from math import inf, nan
from operator import pow as power

import numpy as np
import pytest

from villain.arena.match import Match, play_match
from villain.arena.statistics import Rate, share
from villain.game.presets import limit_holdem
from villain.papers.long_matches import do_all, faults_note
from villain.papers.report import Findings, Setting, by_name, grid, item, table
from villain.papers.telling import BIG_BLINDS, as_data, plus_minus, tell

ONE = Rate(1.5, 0.1, 1.3, 1.7)
ALONE = Rate(1.5, inf, -inf, inf)


def test_a_column_says_how_its_cells_are_told() -> None:
    section = table(
        "A title",
        "who | mean {+.1f} | interval {to+.1f} | both {±.1f} | share {.0 %} | wins",
        [("me", ONE, ONE, ONE, 0.25, share(76, 100)), "you | | - | | | none"],
    )
    assert section.columns == ("who", "mean", "interval", "both", "share", "wins")
    assert section.rows[0] == ("me", "+1.5", "+1.3 to +1.7", "1.5 ±0.2", "25 %", "76 % (67–83)")
    assert section.rows[1] == ("you", "", "-", "", "", "none")


def test_a_table_has_a_form_for_columns_without_one_and_rows_by_name() -> None:
    section = table("", ("", "a", "b {.0f}"), {"x": (1, 2.4), "y": (None, "none")}, ".2f")
    assert section.rows == (("x", "1.00", "2"), ("y", "", "none"))


def test_a_grid_is_in_the_order_of_its_cells() -> None:
    section = grid("", "who", {("b", "z"): 1, ("b", "a"): 2, ("a", "a"): 3})
    assert section.columns == ("who", "z", "a")
    assert section.rows == (("b", "1", "2"), ("a", "", "3"))


def test_what_has_no_interval_says_so() -> None:
    assert tell(ALONE, "±+.1f") == "+1.5 (too few)"
    assert tell(ALONE, "to+.1f") == "too few"
    assert plus_minus(nan, nan, ".2f") == "nan"


def test_results_become_data_that_json_can_hold() -> None:
    results = {
        ("one", "other"): ONE,
        "arrays": [np.arange(3), np.float64(0.5)],
        "none": None,
        "more": {"text": "as it is"},
    }
    data = as_data(results, BIG_BLINDS)
    expected = {"big_blinds_per_hand": 1.5, "standard_error": 0.1, "ci95": [1.3, 1.7]}
    assert data["one - other"] == expected
    assert json.loads(json.dumps(data)) == data
    assert as_data(ONE) == {"mean": 1.5, "low": 1.3, "high": 1.7}


def test_a_report_names_its_picture_and_leaves_empty_notes_out() -> None:
    made = item("table9", "Table 9")(lambda _: Findings([], ["a note", ""], {}, print))
    report = by_name(made)["table9"](Setting())
    assert (report.item, report.title) == ("table9", "Table 9")
    assert (list(report.pictures), report.notes) == (["table9.png"], ("a note",))


def test_progress_of_parts_and_steps_adds_up() -> None:
    shares: list[float] = []
    setting = Setting(progress=shares.append)
    for _, part in setting.parts("ab"):
        for _ in part.steps(range(2)):
            pass
    assert shares == [0.25, 0.5, 0.75, 1.0]
    assert list(setting.steps("ab", more=2)) == ["a", "b"]
    assert shares[-1] == 0.5


@pytest.mark.parametrize("workers", [1, 2])
def test_every_job_is_answered(workers: int) -> None:
    assert dict(do_all(partial(power, 2), range(5), workers)) == {n: 2**n for n in range(5)}


def test_faults_are_counted_by_agent() -> None:
    result = play_match(Match(limit_holdem(2), ("call", "raise"), 2, 1))
    assert faults_note([result]) == ""
