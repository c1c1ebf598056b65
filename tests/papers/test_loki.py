"""Loki's experiments, small, and what must come out of them at any size."""

from pathlib import Path

import numpy as np
import pytest

from tests.papers.reports import Tiny, whole
from villain.papers.loki import ITEMS, learning
from villain.papers.loki.potential import PRINTED_TABLE2
from villain.papers.report import Setting


@pytest.mark.parametrize("item", ITEMS)
def test_every_item_runs_prints_and_draws(
    item: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learning, "CHECKPOINTS", (5, 10, 20))
    whole(ITEMS[item](Tiny(seed=1)), item, tmp_path)


def test_a_stopped_match_is_kept_and_goes_on(tmp_path: Path) -> None:
    def stop(share: float) -> None:
        if share > 0.5:
            raise KeyboardInterrupt

    unbroken = ITEMS["som-vs-bpm"](Tiny(seed=3)).data
    with pytest.raises(KeyboardInterrupt):
        ITEMS["som-vs-bpm"](Tiny(seed=3, folder=tmp_path, progress=stop))
    assert len(list(tmp_path.iterdir())) == 1
    again = Tiny(seed=3, folder=tmp_path)
    assert ITEMS["som-vs-bpm"](again).data == unbroken
    again.forget()
    assert not list(tmp_path.iterdir())


def test_table_1_exactly() -> None:
    assert ITEMS["table1"](Tiny()).data["equal"]


def test_table_2_factors_and_new_weights() -> None:
    hands = ITEMS["table2"](Tiny()).data["hands"]
    for hand, printed in PRINTED_TABLE2.items():
        assert hands[hand]["hand_rank"] == pytest.approx(printed[1], abs=0.0015)
        assert hands[hand]["reweight"] == pytest.approx(printed[5], abs=0.0051)
        assert hands[hand]["new_weight"] == pytest.approx(printed[6], abs=0.0051)


@pytest.mark.slow
def test_whoever_models_is_ahead() -> None:
    """Figure 4 at a tenth of its scale: large differences only."""
    pairs = ITEMS["fig4"](Setting(seed=7, deals=1_500, workers=2)).data["pairs"]
    for one in ("loki:som", "loki:gom"):
        for other in ("loki:bpm", "loki:bpl"):
            assert pairs[f"{one} - {other}"]["ci95"][0] > 0


@pytest.mark.slow
def test_models_know_more_than_a_guess() -> None:
    nats = ITEMS["knowledge"](Setting(seed=7)).data["nats"]
    mean = {
        model: np.mean(
            [gained["flop"]["mean"] for name, gained in nats.items() if name.startswith(model)]
        )
        for model in ("basic", "generic", "specific")
    }
    assert 0 < mean["basic"] < mean["generic"]
    assert mean["specific"] > 0.8
