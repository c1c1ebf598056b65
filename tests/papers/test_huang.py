"""huang's tables and figures: each experiment runs with stand-ins, and adds up."""

from pathlib import Path

import numpy as np
import pytest

from tests.papers.reports import cells, drawn
from villain.arena.match import Match, play_match
from villain.arena.statistics import Rate
from villain.errors import VillainError
from villain.papers import long_matches
from villain.papers.huang import ITEMS, exploiting
from villain.papers.huang.crowd import reproduce_crowd
from villain.papers.huang.curves import FIGURE31, FIGURE32, chances
from villain.papers.huang.folding import count_folds
from villain.papers.huang.printed import NAMES, PROFIT, RULES, TABLE51, printed
from villain.papers.huang.round_robin import AGENTS, reproduce_figure51, reproduce_table51
from villain.papers.huang.self_models import reproduce_self_models
from villain.papers.huang.three_players import reproduce_three_players
from villain.papers.long_matches import play_all
from villain.papers.report import Setting
from villain.strategy.huang.curves import Curve

STAND_INS = ("random", "random:call=3", "fold", "raise", "call")


def test_every_item_of_the_issue_is_there() -> None:
    assert list(ITEMS)[:7] == "table31 fig31 fig32 fig33 table51 fig51 cheze".split()
    assert tuple(NAMES) == AGENTS


def test_table31_differs_in_the_third_row_only() -> None:
    report = ITEMS["table31"](Setting())
    differs = [row["theirs"] != row["ours"] for row in report.data["rows"]]
    assert differs == [False, False, True, False, False]
    assert report.data["rows"][2]["ours"] == "1211"


@pytest.mark.parametrize("item", ["fig31", "fig32", "fig33"])
def test_the_curves_are_drawn_and_their_steepness_is_told(item: str, tmp_path: Path) -> None:
    report = ITEMS[item](Setting())
    assert f"{report.data['steepness']:g}" in report.notes[0]
    drawn(report, tmp_path)


@pytest.mark.parametrize("curve", Curve)
@pytest.mark.parametrize("frequencies", [FIGURE31, *FIGURE32.values()])
def test_the_thesis_s_distributions_are_conserved(
    curve: Curve, frequencies: tuple[float, ...]
) -> None:
    assert chances(frequencies, curve).mean(axis=0) == pytest.approx(frequencies, abs=1e-9)


def test_the_printed_table_is_a_zero_sum_and_agrees_with_the_figure() -> None:
    names = list(NAMES.values())
    assert len(TABLE51) == 10
    assert all(printed(a, b) == -printed(b, a) for a in names for b in names if a != b)
    assert printed("MC-Random", "MC-Self-Model") * 10_000 == pytest.approx(PROFIT)


def test_table51_with_stand_ins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = {(bot, kind): 20.0 for bot in ("raise", "call")
             for kind in ("thesis", "free")}  # fmt: skip
    monkeypatch.setattr(exploiting, "CEILINGS", known)
    shares_done: list[float] = []
    setting = Setting(deals=12, seed=4, folder=tmp_path, progress=shares_done.append)
    report = reproduce_table51(setting, STAND_INS, "random:raise=2")
    assert shares_done == sorted(shares_done)
    assert shares_done[-1] == pytest.approx(1.0)
    # Two players without memory or cards win nothing of each other in duplicate.
    assert report.data["pairs"]["raise - call"]["big_blinds_per_hand"] == 0
    hand, pair = cells(report, "Ours, big blinds a hand"), cells(report, "Ours, big blinds a dupl")
    for row, twice in zip(hand, pair, strict=True):
        for one, two in zip(row[1:], twice[1:], strict=True):
            if one:
                halves = [float(text.split("±")[0]) for text in (one, two)]
                assert halves[1] == pytest.approx(2 * halves[0], abs=0.011)
    # Whoever folds everything has lost its blinds, and is counted.
    folds = report.data["folds"]["fold"]
    assert (folds["before"], folds["later"]) == (1.0, 0.0)
    mean = report.data["exploit"]["call"]["big_blinds_per_hand"]
    shares = [row for row in cells(report, "The share") if row[:2] == ("random:raise=2", "CallBot")]
    assert shares[0][-1].startswith(f"{5 * mean:.0f} %")
    assert {row[-1] for row in cells(report, "Does it come out")} <= {"held", "not held"}
    drawn(report, tmp_path)


def test_the_leads_are_paired_by_deal() -> None:
    """The same agent twice under two names: no lead at all, not even by chance."""
    agents = ("fold", "fold:", "call", "raise:pot=0.7", "call:")
    report = reproduce_table51(Setting(deals=10, seed=2), agents, "fold")
    rows = {row[0]: row[2:] for row in cells(report, "Does it come out")}
    assert rows["CallBot: Random ahead of Self-Model"] == ("+0.00 ±0.00", "not held")


def test_folds_are_those_of_the_agent() -> None:
    assert count_folds("call", "raise", 5, 1).before.mean == 0
    # RaiseBot never folds, so that what one gives up and the rest make up all that is won.
    folds = count_folds("random", "raise", 30, 3)
    result = play_match(Match(RULES, ("random", "raise"), 30, 3))
    assert folds.paid + folds.rest == pytest.approx(result.rates()[0].mean)
    assert folds.before.mean > 0 < folds.later.mean


def test_a_share_has_the_interval_of_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {("call", "free"): 25.0}
    monkeypatch.setattr(exploiting, "CEILINGS", known)
    assert exploiting.share_of(Rate(20.0, 0.5, 19.0, 21.0), "call", "free") == "80 % ± 4"
    assert exploiting.share_of(Rate(20.0, 0.5, 19.0, 21.0), "raise", "free") == ""


def test_figure51_adds_up(tmp_path: Path) -> None:
    report = reproduce_figure51(Setting(deals=40, seed=5), ("random", "call"))
    last = cells(report, "As the match goes on")[-1]
    assert float(last[1].replace(",", "")) == pytest.approx(report.data["profit"], abs=0.5)
    assert report.data["profit"] == pytest.approx(40 * report.data["big_blinds_per_hand"])
    drawn(report, tmp_path)


def test_self_models_are_compared_on_the_same_deals(tmp_path: Path) -> None:
    variants = {"thesis": "call", "exact": "fold"}
    report = reproduce_self_models(
        Setting(deals=10, seed=6), variants, ("raise", "random"), "random"
    )
    won, ahead = report.data["winnings"], report.data["ahead of thesis"]
    assert "random - random" not in won
    assert ahead["exact - raise"]["big_blinds_per_hand"] == pytest.approx(
        won["exact - raise"]["big_blinds_per_hand"] - won["thesis - raise"]["big_blinds_per_hand"]
    )
    drawn(report, tmp_path)


def test_three_players_meet_in_every_three(tmp_path: Path) -> None:
    report = reproduce_three_players(Setting(deals=12, seed=7), "raise", ("call", "random", "fold"))
    assert len(report.data["tables"]) == 4
    for rates in report.data["tables"].values():
        assert sum(one["big_blinds_per_hand"] for one in rates) == pytest.approx(0)
    means = [one["big_blinds_per_hand"] for one in report.data["standings"].values()]
    assert means == sorted(means, reverse=True)
    assert np.sum(means) == pytest.approx(0)
    drawn(report, tmp_path)


def test_a_stopped_series_goes_on_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was finished before the stop is not played again."""
    games = [Match(RULES, ("random", bot), 10, 8) for bot in ("call", "raise")]
    monkeypatch.setattr(long_matches, "PLAYED", {})

    def stop(share: float) -> None:
        if share > 0.5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_all(games, Setting(folder=tmp_path, progress=stop), "huang-try")
    assert len(list(tmp_path.glob("huang-try-*.match"))) == 2
    monkeypatch.setattr(long_matches, "PLAYED", {})
    setting = Setting(folder=tmp_path)
    first, second = play_all(games, setting, "huang-try")
    assert len(list(tmp_path.glob("*.match"))) == 2  # nobody has seen the report yet
    setting.forget()
    assert not list(tmp_path.glob("*.match"))
    for game, again in zip(games, (first, second), strict=True):
        assert (play_match(game).payoffs == again.payoffs).all()


def test_unknown_stand_ins_are_told() -> None:
    with pytest.raises(VillainError, match="no agent is called"):
        reproduce_figure51(Setting(deals=2), ("randm", "call"))


def test_two_agents_are_compared_against_each_other_and_against_the_same_others() -> None:
    report = reproduce_crowd(Setting(deals=8, seed=2), "raise", "call", ("fold",))
    won = report.data["against"]["fold"]
    means = {name: numbers["big_blinds_per_hand"] for name, numbers in won.items()}
    assert means["lead"] == pytest.approx(means["raise"] - means["call"])
    assert len(report.sections) == 2
