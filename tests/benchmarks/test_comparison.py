"""Timing two sides by turns, and running all benchmarks."""

import json
from dataclasses import asdict

import pytest

from benchmarks.__main__ import Outcome, main, run
from benchmarks.comparison import Comparison, at_least, best_seconds, report, within

GOOD = Comparison("hands a second", "30", "10", 3.0, "at least 2", met=True)
BAD = Comparison("answers", "5", "10", 0.5, "at least 1", met=False)


def test_the_best_of_rounds_in_which_sides_take_turns() -> None:
    now, calls = 0.0, list[str]()
    durations = {"ours": iter((90.0, 5.0, 3.0, 4.0)), "theirs": iter((1.0, 9.0, 8.0, 7.0))}

    def side(name: str) -> None:
        nonlocal now
        calls.append(name)
        now += next(durations[name])

    best = best_seconds(lambda: side("ours"), lambda: side("theirs"), rounds=3, clock=lambda: now)
    assert best == [3.0, 7.0]  # the first round is for what is loaded
    assert calls == ["ours", "theirs"] * 4


def test_claims_about_rates_and_times() -> None:
    assert at_least("a", 200, 10, 20).met
    assert not at_least("a", 199, 10, 20).met
    assert at_least("a", 1, 10) == Comparison("a", "1", "10", 0.1, "–", met=True)
    assert within("b", 0.020, 0.010) == Comparison("b", "20", "10", 0.5, "at least 1", met=False)


def test_a_benchmark_alone_says_by_its_status_whether_all_is_met(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["benchmark", "--json"])
    for rows, status in (([GOOD], 0), ([GOOD, BAD], 1)):
        with pytest.raises(SystemExit) as ended:
            report(lambda rows=rows: rows, "about")  # type: ignore[misc]
        assert ended.value.code == status
        assert json.loads(capsys.readouterr().out) == [asdict(row) for row in rows]


def test_all_run_whatever_is_missed_and_the_list_comes_last(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    outcomes = {
        "engine": Outcome("engine", [GOOD, BAD]),
        "loki": Outcome("loki", [], "it ended with status 1: ImportError"),
        "poki": Outcome("poki", [GOOD]),
    }
    monkeypatch.setattr("benchmarks.__main__.run", outcomes.__getitem__)
    only = [word for name in outcomes for word in ("--only", name)]
    assert main(only) == 1
    printed = capsys.readouterr()
    assert printed.err.count("met") == 2
    assert printed.out.count("hands a second") == 2
    _, _, missed = printed.out.partition("not met (2):\n")
    assert missed.splitlines() == [
        "  engine: answers: 0.50, wanted at least 1",
        "  loki: it ended with status 1: ImportError",
    ]
    assert main(["--only", "poki"]) == 0
    assert "all are met" in capsys.readouterr().out
    assert main(["--only", "engine", "--json"]) == 1
    [engine] = json.loads(capsys.readouterr().out)
    assert [row["met"] for row in engine["rows"]] == [True, False]


def test_a_benchmark_that_breaks_off_is_told() -> None:
    outcome = run("nothing_of_that_name")
    assert not outcome.met
    assert "No module named" in outcome.wrong
