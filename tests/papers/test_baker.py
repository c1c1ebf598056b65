"""Baker's experiments, small, and what must come out of them at any size."""

from pathlib import Path

import pytest

from tests.papers.reports import Tiny, whole
from villain.papers.baker import ITEMS, comparison, switching
from villain.papers.baker.readings import (
    READINGS,
    TEXT,
    TwoReadings,
    best_reading,
    wins_against_three,
)
from villain.strategy.one_card import FOUND_ANTI_STYLES, PRINTED_ANTI_STYLES

LONG = {"fig5", "switching"}


@pytest.mark.parametrize(
    "item",
    [pytest.param(item, marks=pytest.mark.slow) if item in LONG else item for item in ITEMS],
)
def test_every_item_runs_prints_and_draws(
    item: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(comparison, "ESTIMATES", (60, 60))
    monkeypatch.setattr(switching, "LENGTHS", (20, 40))
    shares: list[float] = []
    report = ITEMS[item](Tiny(seed=1, progress=shares.append))
    assert shares == sorted(shares)
    assert shares[-1] <= 1
    assert report.pictures
    whole(report, item, tmp_path)


def test_the_anti_loose_rows_come_out_as_printed_and_the_anti_tight_do_not() -> None:
    games = 4000
    wins = {
        style: wins_against_three(TEXT, style, anti, games, 1) / games
        for style, anti in PRINTED_ANTI_STYLES.items()
    }
    assert wins["LA"] == pytest.approx(0.76, abs=0.04)
    assert wins["LP"] == pytest.approx(0.63, abs=0.04)
    assert wins["TA"] < 0.2
    assert wins["TP"] < 0.1


def test_what_we_found_beats_what_was_printed() -> None:
    for style, own in FOUND_ANTI_STYLES.items():
        printed = PRINTED_ANTI_STYLES[style]
        assert wins_against_three(TEXT, style, own, 2000, 2) > wins_against_three(
            TEXT, style, printed, 2000, 2
        )


def test_the_reading_that_fits_best_is_not_the_text() -> None:
    assert len(READINGS) == 12
    assert best_reading(600, 1) == TwoReadings("three", "styles fold")
