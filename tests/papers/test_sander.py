"""sander's tables: each experiment runs small, and adds up."""

from pathlib import Path

import numpy as np
import pytest

from tests.papers.reports import cells, drawn
from villain.agents.registry import make_agent
from villain.agents.sander_alternating import AlternatingSander
from villain.arena.match import Match, play_match
from villain.errors import VillainError
from villain.game.events import Dealt
from villain.game.presets import limit_holdem, no_limit_holdem
from villain.models.memory.hands import board_on, odds_of
from villain.models.memory.named import MEMORIES
from villain.models.registry import MODELS, make_model
from villain.papers.means import mean_by_match
from villain.papers.report import Setting
from villain.papers.sander import ITEMS, bankroll
from villain.papers.sander.alternating import reproduce_alternating
from villain.papers.sander.bankroll import reproduce_bankroll
from villain.papers.sander.error_tables import NAMES, compare
from villain.papers.sander.folds import count_savings
from villain.papers.sander.judging import Course, courses_against, judge, judge_course
from villain.papers.sander.leads import ALL, Leads
from villain.papers.sander.model_tables import reproduce_models
from villain.papers.sander.no_limit import reproduce_no_limit
from villain.papers.sander.printed import BASELINE, SWEEP, short, swept
from villain.papers.sander.variants import reproduce_variants
from villain.papers.sander.watching import HE_FOLDED, SHOWDOWN, WE_FOLDED, watch

LIMIT = limit_holdem(2)
SOM = "memory:som"


def test_every_item_of_the_issue_is_there() -> None:
    assert list(ITEMS) == (
        "table-strength table-mse bankroll variants alternating no-limit models".split()
    )
    assert set(NAMES) <= {*MODELS, *MEMORIES}
    with pytest.raises(VillainError, match="did you mean"):
        make_model("memory:so")


def test_watched_hands_tell_the_truth_and_hide_it_from_models() -> None:
    ends = set()
    for hand in watch(LIMIT, f"{BASELINE}:aggression=0.6", 40, 3):
        ends.add(hand.ended)
        cards = hand.combo.cards
        streets = [moment.street for moment in hand.moments if moment.street is not None]
        assert streets == list(range(len(streets)))
        for street, odds in enumerate(hand.odds):
            assert np.isnan(odds) == (street not in streets)
            if street in streets:
                assert odds == odds_of(cards, board_on(hand.end, street))
        for moment in hand.moments:
            if moment.street is not None:
                assert moment.seen.street == moment.street
                assert not any(moment.seen.folded)
            hidden = [e.cards for e in moment.seen.events if isinstance(e, Dealt)]
            assert hidden[hand.rival] is None
    assert ends == {SHOWDOWN, HE_FOLDED, WE_FOLDED}


def test_errors_are_of_an_even_chance_where_nothing_comes_to_mind() -> None:
    judged = judge_course(Course(BASELINE, 30, 5), (SOM, "memory:gom"))
    assert np.isnan(judged.predicted[SOM][0]).all()
    assert judged.unsure(SOM)[0] > 0
    reached = ~np.isnan(judged.actual[0])
    assert judged.errors(SOM)[0][reached] == pytest.approx((0.5 - judged.actual[0][reached]) ** 2)
    assert (np.isnan(judged.errors(SOM)) == np.isnan(judged.actual)).all()
    pair = compare(judged, "memory:gom", SOM)
    less = judged.errors("memory:gom")[:, 3] - judged.errors(SOM)[:, 3]
    assert pair.difference.mean == pytest.approx(np.nanmean(less)) != 0
    assert np.isnan(pair.sure.mean) == np.isnan(judged.predicted[SOM][:, 3]).all()


def test_what_was_watched_is_kept_until_it_was_shown(tmp_path: Path) -> None:
    courses = courses_against(["call", "raise"], 6, 1, 1)

    def stop(_: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        judge(courses, [SOM, "memory:explicit"], Setting(folder=tmp_path, progress=stop))
    (file,) = tmp_path.glob("sander-judged-*.npz")
    before = file.stat().st_mtime_ns
    setting = Setting(folder=tmp_path)
    again = judge(courses, [SOM, "memory:explicit"], setting)
    assert file.stat().st_mtime_ns == before
    anew = judge(courses, [SOM, "memory:explicit"], Setting())
    assert np.array_equal(again.errors(SOM), anew.errors(SOM), equal_nan=True)
    assert again.beliefs() == anew.beliefs()
    assert len(again.beliefs()) == 2
    setting.forget()
    assert not list(tmp_path.iterdir())
    file.write_bytes(b"half a fi")
    with pytest.raises(VillainError, match="remove it"):
        judge(courses, [SOM, "memory:explicit"], Setting(folder=tmp_path))


def test_an_interval_from_matches_is_of_their_means() -> None:
    """Two opponents, whose matches differ by nothing but the first one's second match."""
    match, rival = np.repeat([0, 1, 2, 3], 4), np.repeat(["a", "a", "b", "b"], 4)
    values = np.where(match == 1, 1.0, 0.0)
    mean = mean_by_match(values, match, rival)
    assert mean.mean == 0.25
    assert mean.standard_error == pytest.approx(np.sqrt(2 * 8.0) / 16)
    assert mean_by_match(values, match, rival == "a").high > mean.mean
    assert np.isinf(mean_by_match(values[:4], match[:4], rival[:4]).high)


def test_workers_change_nothing() -> None:
    courses = courses_against(["call", "raise"], 8, 2, 1)
    assert len({course.seed for course in courses}) == 4
    one, two = (judge(courses, ["memory:gom"], Setting(workers=n), ranges=True) for n in (1, 2))
    assert np.array_equal(one.actual, two.actual, equal_nan=True)
    assert np.array_equal(one.logs["memory:gom"], two.logs["memory:gom"], equal_nan=True)


@pytest.mark.parametrize("item", ["table-strength", "table-mse"])
@pytest.mark.slow
def test_the_paper_s_tables(item: str, tmp_path: Path) -> None:
    shares: list[float] = []
    report = ITEMS[item](Setting(deals=20, seed=4, progress=shares.append))
    assert shares[-1] == 1.0
    if item == "table-mse":
        rows = cells(report, "Mean squared error")
        assert rows[0][1:5] == ("0.01", "0.02", "0.03", "0.06")
        assert [row[0] for row in rows[2:]] == [short(name) for name in NAMES]
        assert [row[0] for row in cells(report, "What the explicit")] == list(swept().values())
    else:
        assert cells(report, "SOM")[0][1] == str(20 * len(SWEEP))
    drawn(report, tmp_path)


def test_a_fold_saves_what_going_on_would_have_lost() -> None:
    """Who always folds to somebody who always raises loses a blind, whatever the cards."""
    savings = count_savings("fold", "raise", 60, 2)
    assert 0 < len(savings.folds) <= 60
    assert np.count_nonzero(savings.by_hand) <= len(savings.folds)
    assert savings.folds.sum() == pytest.approx(savings.by_hand.sum())
    assert (savings.folds > 0).any()  # some hands lose more than the blind
    assert (savings.folds < 0).any()  # and some would have won
    assert not len(count_savings("call", "raise", 10, 2).folds)


def test_bankrolls_go_on_where_they_were(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bankroll, "STACK", 30)

    def stop(share: float) -> None:
        if share > 0.3:
            raise KeyboardInterrupt

    agents = ("raise", "call")
    with pytest.raises(KeyboardInterrupt):
        reproduce_bankroll(Setting(deals=6, folder=tmp_path, progress=stop), agents)
    assert list(tmp_path.glob("sander-bankroll-*.json"))
    setting = Setting(deals=6, folder=tmp_path)
    again = reproduce_bankroll(setting, agents)
    setting.forget()
    assert not list(tmp_path.glob("*.json"))
    anew = reproduce_bankroll(Setting(deals=6), agents)
    assert again.data["tournaments"] == anew.data["tournaments"]
    assert len(cells(again, "How often")) == 2 * len(SWEEP)


def test_variants_are_paired_with_the_baseline_on_the_same_deals(tmp_path: Path) -> None:
    stand_ins = {"blend": "call", "segregated": "raise"}
    report = reproduce_variants(Setting(deals=10, seed=2), stand_ins)
    rival = swept()["0.4"]
    one, base = (play_match(Match(LIMIT, (who, rival), 10, 2)) for who in ("call", BASELINE))
    lead = report.data["leads"]["blend - 0.4"]["mean"]
    assert lead == pytest.approx(one.rates()[0].mean - base.rates()[0].mean)
    assert report.data["sockets"]["same"]
    drawn(report, tmp_path)


def test_a_shorter_match_is_the_beginning_of_a_longer_one() -> None:
    short, long = (play_match(Match(LIMIT, (BASELINE, "raise"), deals, 3)) for deals in (6, 12))
    leads = Leads({("short", "raise"): short, (BASELINE, "raise"): long})
    assert leads.players == ["short"]
    assert leads.by_deal("short", ALL) == pytest.approx(np.zeros(6))


@pytest.mark.slow
def test_who_alternates_is_recognized(tmp_path: Path) -> None:
    report = reproduce_alternating(Setting(deals=60, seed=3), ("memory:segregated",))
    assert [row[0] for row in cells(report, "How often")] == ["conservative", "aggressive"]
    assert report.data["known"]["conservative"]["mean"] > 0.5
    drawn(report, tmp_path)


def test_sizes_are_compared_with_the_same_memory_without_them(tmp_path: Path) -> None:
    report = reproduce_no_limit(Setting(deals=6, seed=1))
    assert [row[0] for row in cells(report, "sizes ahead")] == ["one size", "telling"]
    drawn(report, tmp_path)


def test_all_models_on_the_same_hands() -> None:
    report = reproduce_models(Setting(deals=6, seed=1), ("call",), ("raise",))
    assert {"limit", "no-limit"} <= set(report.data)
    assert "huang" not in report.data["limit"]
    even = cells(report, "limit: all")[0]
    assert float(even[-2].split()[0]) == pytest.approx(-6.98, abs=0.15)


def test_no_street_is_asked_about_after_an_all_in() -> None:
    rules = no_limit_holdem(2, stack=20)
    hands = list(watch(rules, "raise:pot=3", 20, 1))
    assert any(np.isnan(hand.odds[3]) and hand.ended == SHOWDOWN for hand in hands)


def test_the_alternating_player_changes_after_so_many_hands() -> None:
    player = make_agent("sander:alternating:every=2,aggression=0.9,other=0.1", 1)
    assert isinstance(player, AlternatingSander)
    levels = []
    for number, hand in enumerate(watch(LIMIT, "call", 6, 1)):
        assert player.hands == number
        turn = next(moment.seen for moment in hand.moments if moment.street is None)
        player.act(turn)
        levels.append(player.aggression)
        player.watch(hand.end)
    assert levels == [0.9, 0.9, 0.1, 0.1, 0.9, 0.9]
    for wrong in ("every=0", "other=2", "aggression=-1"):
        with pytest.raises(VillainError, match="should be"):
            make_agent(f"sander:alternating:{wrong}")
