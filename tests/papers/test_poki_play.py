"""poki's hand of Table 4, its fields, its trials: each experiment runs and adds up."""

from pathlib import Path

import pytest

from villain.papers.poki import ITEMS, fields, trial_budget
from villain.papers.poki.fields import FROZEN, SOLID, WEAK
from villain.papers.report import Setting


def test_the_fields_are_the_named_ones() -> None:
    assert len(WEAK) == len(SOLID) == 9
    assert WEAK.count("call") == WEAK.count("random") == 2
    assert [SOLID.count(f"loki:bp{style}") for style in "mtl"] == [2, 2, 2]


def test_every_item_of_the_issue_is_there() -> None:
    wanted = "table1 table2 table3 table4 fig6 fig7 fig8 fig9 roshambo".split()
    assert not set(wanted) - set(ITEMS)


def test_table3_is_exact() -> None:
    assert ITEMS["table3"](Setting()).data["equal"]


def test_in_the_example_ours_would_play_on_too() -> None:
    """The paper's own choices: call, call, then a draw worth a raise; never a fold after it."""
    turns = ITEMS["table4"](Setting(seed=1)).data["turns"]
    assert [turn[1] for turn in turns] == ["call", "call", "raise", "check"]
    flop, turn = turns[1], turns[2]
    for row in (flop, turn):
        fold, call = (float(text.split()[0]) for text in row[3:5])
        assert fold == 0 < call


def test_the_betting_tells_that_he_has_a_queen(tmp_path: Path) -> None:
    report = ITEMS["fig6"](Setting())
    for nats in (report.data["statistics"], report.data["specific"]):
        assert nats["river"] > nats["before the flop"] > 0
    draw = report.pictures["fig6-statistics.png"]
    draw(tmp_path / "map.png")
    assert (tmp_path / "map.png").stat().st_size > 10_000


def test_a_field_reports_rates_and_paired_differences(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fields, "AGENTS", ("poki", "poki:sim-s:trials=20", "poki:sim-a:trials=20"))
    monkeypatch.setattr(fields, "FROZEN", dict.fromkeys(fields.AGENTS, "poki:learn=0"))
    monkeypatch.setattr(
        fields, "LEADS", [("poki", "poki:learn=0"), ("poki:sim-s:trials=20", "poki")]
    )
    shares: list[float] = []
    report = ITEMS["fig9"](Setting(deals=2, seed=3, folder=tmp_path, progress=shares.append))
    assert shares[-1] == pytest.approx(1.0)
    rates = report.data["agents"]
    pair = report.data["pairs"]["poki:sim-s:trials=20 - poki"]
    assert pair["small_bets_per_hand"] == pytest.approx(
        rates["poki:sim-s:trials=20"]["small_bets_per_hand"] - rates["poki"]["small_bets_per_hand"]
    )
    report.pictures["fig9.png"](tmp_path / "fig9.png")


def test_the_crowd_is_compared_with_the_best_of_the_paper_s(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one, other = fields.CROWD_LEADS[0]
    assert (one, other) == ("poki:sim-crowd", "poki:sim-a")
    few = tuple(f"{agent}:trials=20" for agent in (one, other))
    monkeypatch.setattr(fields, "CROWD", few)
    monkeypatch.setattr(fields, "CROWD_LEADS", [few])
    report = ITEMS["crowd-solid"](Setting(deals=1, seed=3))
    assert set(report.data["agents"]) == set(few)
    assert list(report.data["pairs"]) == [" - ".join(few)]


def test_every_agent_has_a_twin_that_learns_nothing() -> None:
    assert set(FROZEN) == set(fields.AGENTS)
    assert all("learn=0" in twin for twin in FROZEN.values())


def test_more_trials_lose_less(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(trial_budget, "ENOUGH", 2_000)
    monkeypatch.setattr(trial_budget, "SOME", 12)
    report = ITEMS["trials"](Setting(seed=2))
    lost = report.data["lost"]
    assert min(lost) >= 0
    assert lost[-1] < lost[0]
    report.pictures["trials.png"](tmp_path / "trials.png")


@pytest.mark.slow
def test_check_raises_emerge() -> None:
    """Seeded: in so many hands there is one, where the formula inside the trials would bet."""
    report = ITEMS["tactics"](Setting(seed=6, deals=150))
    assert report.data["check-raise"] >= 1
    assert report.data["bluff"] >= 1
