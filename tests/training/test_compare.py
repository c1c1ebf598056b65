"""What two said of the same decisions, side by side."""

from importlib import import_module
from types import ModuleType

import numpy as np
import pytest

from tests.hands.random_hands import random_history
from villain.game.rules import Betting

HANDS = [random_history(seed, Betting.NO_LIMIT, players=4) for seed in range(40)]


@pytest.fixture
def parts() -> tuple[ModuleType, object, np.ndarray]:
    """The module, the decisions of some hands, and which of them are judged."""
    streams = import_module("training.crowd.streams").Streams()
    for history in HANDS:
        streams.add(history, history.replay())
    told = streams.decisions()
    flags = import_module("training.crowd.splits").judged(told, all_players=True)
    return import_module("training.crowd.compare"), told, np.repeat(flags, np.diff(told.offsets))


def test_the_first_decisions_are_those_of_the_first_hands(
    parts: tuple[ModuleType, object, np.ndarray],
) -> None:
    module, told, mine = parts
    rng = np.random.default_rng(1)
    said = rng.dirichlet([1.0] * 3, mine.sum()).astype(np.float16)
    rival = np.full_like(said, 1 / 3)
    many = len(mine) // 2
    early = told.times[mine] < many  # type: ignore[attr-defined]
    row = module.compare(told, said, rival, True, many)["rows"][0]
    actions = told.actions[mine]  # type: ignore[attr-defined]
    lost = -np.log(np.maximum(said[np.arange(len(said)), actions].astype(float), 1e-4))
    assert row["decisions"] == early.sum() < mine.sum()
    assert row["network"] == pytest.approx(lost[early].mean())
    assert row["rival"] == pytest.approx(np.log(3), abs=1e-3)


def test_chances_of_other_decisions_are_refused(
    parts: tuple[ModuleType, object, np.ndarray],
) -> None:
    module, told, mine = parts
    said = np.full((mine.sum(), 3), 1 / 3, np.float16)
    with pytest.raises(SystemExit, match="held-back"):
        module.compare(told, said, said[1:], True)
