"""poki before the flop: Tables 1 and 2 and the game for two, small."""

from pathlib import Path

import numpy as np
import pytest

from tests.papers.reports import Tiny, whole
from villain.papers.poki import ITEMS, heads_up_report, iterated
from villain.papers.poki.income import printed_iterated
from villain.papers.poki.iterated import fit
from villain.papers.poki.starting_hands import rank_correlation, sklansky_groups
from villain.strength.iterated_income import Schedule, iterated_income


@pytest.mark.parametrize("item", ["table1", "table2", "preflop"])
def test_every_item_runs_prints_and_draws(
    item: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(heads_up_report, "UNLIMITED", 2)
    monkeypatch.setattr(heads_up_report, "CAP", 3)
    monkeypatch.setattr(iterated, "PAPER", Schedule(2_000, 3, 20_000))
    shares: list[float] = []
    report = ITEMS[item](Tiny(seed=1, progress=shares.append))
    assert shares == sorted(shares)
    assert shares[-1] == 1
    assert report.pictures
    whole(report, item, tmp_path)


def test_table_1_has_its_groups_and_correlates() -> None:
    groups = sklansky_groups()
    names = {str(hand): group for hand, group in groups.items()}
    assert len(groups) == 84
    assert (names["AKo"], names["65s"], names["66"], names["Q8s"], names["T8o"]) == (2, 5, 6, 7, 8)
    assert (names["43s"], names["53s"], names.get("52s")) == (7, 8, None)
    data = ITEMS["table1"](Tiny(seed=1)).data
    for name in ("theirs", "ours"):
        assert data["spearman"][f"{name}, the 84 listed hands"]["value"] == pytest.approx(
            -0.924, abs=0.001
        )
    assert all(error["ahead"] > 5 * error["standard_error"] for error in data["logical_errors"])


def test_rank_correlation_by_hand() -> None:
    up = np.array([1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
    rng = np.random.default_rng(1)
    assert rank_correlation(up, up**3, 50, rng).value == pytest.approx(1)
    swapped = np.array([2.0, 1.0, 3.0, 4.0, 5.0, 6.0])  # 1 - 6 × 2 / (6 × 35)
    ranks = rank_correlation(up, swapped, 200, rng)
    assert ranks.value == pytest.approx(1 - 12 / 210)
    assert ranks.low < ranks.value <= ranks.high


def test_table_2_is_twice_our_rates() -> None:
    printed = printed_iterated()
    assert len(printed) == 27
    settled = iterated_income(10)
    fitted = fit(settled, 200, 1)
    assert fitted.scale == pytest.approx(2, abs=0.06)
    assert fitted.apart < 100
    assert fitted.shared == 27
    assert 36 <= fitted.profitable <= 42
