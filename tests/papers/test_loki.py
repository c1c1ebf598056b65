"""Loki's experiments, small, and what must come out of them at any size."""

from pathlib import Path

import pytest

from tests.papers.test_baker import Tiny
from villain.papers.loki import ITEMS, learning
from villain.papers.loki.potential import PRINTED_TABLE2


@pytest.mark.parametrize("item", ITEMS)
def test_every_item_runs_prints_and_draws(
    item: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learning, "CHECKPOINTS", (5, 10, 20))
    report = ITEMS[item](Tiny(seed=1))
    assert report.item == item
    for section in report.sections:
        assert section.rows
        assert {len(row) for row in section.rows} == {len(section.columns)}
    for name, draw in report.pictures.items():
        draw(tmp_path / name)
        assert (tmp_path / name).read_bytes().startswith(b"\x89PNG")


def test_table_1_exactly() -> None:
    assert ITEMS["table1"](Tiny()).data["equal"]


def test_table_2_factors_and_new_weights() -> None:
    found = ITEMS["table2"](Tiny()).data["hands"]
    for hand, printed in PRINTED_TABLE2.items():
        assert found[hand]["hand_rank"] == pytest.approx(printed[1], abs=0.0015)
        assert found[hand]["reweight"] == pytest.approx(printed[5], abs=0.0051)
        assert found[hand]["new_weight"] == pytest.approx(printed[6], abs=0.0051)
