"""Several memories: which of them is in use, and what each learns."""

import numpy as np
import pytest

from villain.errors import VillainError
from villain.game import Hand, Observation, limit_holdem, shuffle
from villain.models.memory.general import PLAYERS, general_memory, read_trained
from villain.models.memory.hands import board_on, odds_of
from villain.models.memory.make_general import choose
from villain.models.memory.model import MemoryModel
from villain.models.memory.recollection import BLENDED
from villain.models.memory.segregated import SegregatedModel

LIMIT = limit_holdem(2)


def hands_against(
    aggression: float, count: int, rng: np.random.Generator
) -> list[tuple[Observation, list[float]]]:
    """Hands with a baseline of this aggression, and the truth of his strength by street."""
    found = []
    for number in range(count):
        mine = number % 2
        deal = shuffle(LIMIT, rng)
        hand = Hand(LIMIT, deal, ("me", "Ann") if mine == 0 else ("Ann", "me"))
        while hand.seat is not None:
            level = 0.5 if hand.seat == mine else aggression
            hand.act(choose(hand.observation(hand.seat), level, rng))
        seen = hand.observation(mine)
        streets = range(seen.street + 1)
        found.append((seen, [odds_of(deal.holes[1 - mine], board_on(seen, at)) for at in streets]))
    return found


def test_the_kinds_together_are_the_general_memory() -> None:
    sizes = [len(general_memory(BLENDED, kind).references) for kind in range(len(PLAYERS))]
    assert sum(sizes) == len(read_trained())
    assert min(sizes) > 2000


def test_nothing_is_known_of_a_stranger() -> None:
    assert SegregatedModel().kinds("Ann") == pytest.approx(dict.fromkeys(PLAYERS, 1 / 3))


def test_it_follows_an_opponent_who_alternates() -> None:
    rng, model = np.random.default_rng(4), SegregatedModel()
    for aggression, kind in ((0.4, "aggressive"), (0.7, "conservative")) * 2:
        for seen, _ in hands_against(aggression, 40, rng):
            model.observe(seen)
        chances = model.kinds("Ann")
        assert sum(chances.values()) == pytest.approx(1)
        assert chances[kind] > 0.8


def test_each_memory_learns_of_its_kind_only() -> None:
    rng, model = np.random.default_rng(5), SegregatedModel()
    for seen, _ in hands_against(0.7, 60, rng):
        model.observe(seen)
    before = [len(general_memory(BLENDED, kind).references) for kind in range(len(PLAYERS))]
    after = [len(part.memory("Ann").references) for part in model.parts]
    learned = np.subtract(after, before)
    assert learned[PLAYERS.index("conservative")] > 3 * learned[PLAYERS.index("aggressive")]


@pytest.mark.slow
def test_apart_they_predict_an_alternating_opponent_better_than_merged() -> None:
    rng = np.random.default_rng(6)
    apart, merged = SegregatedModel(), MemoryModel("s+gom", BLENDED)
    gained = []
    for aggression in (0.4, 0.7) * 3:
        for seen, truth in hands_against(aggression, 40, rng):
            for street, odds in enumerate(truth):
                one, other = (m.strength(seen, 1 - seen.seat, street) for m in (merged, apart))
                assert one is not None
                assert other is not None
                gained.append((one - odds) ** 2 - (other - odds) ** 2)
            apart.observe(seen)
            merged.observe(seen)
    assert np.mean(gained) - 1.96 * np.std(gained) / np.sqrt(len(gained)) > 0


def test_frozen_it_keeps_its_chances() -> None:
    rng, model = np.random.default_rng(7), SegregatedModel()
    model.freeze()
    for seen, _ in hands_against(0.4, 5, rng):
        model.observe(seen)
    assert model.kinds("Ann") == pytest.approx(dict.fromkeys(PLAYERS, 1 / 3))


def test_a_wrong_chance_is_named() -> None:
    with pytest.raises(VillainError, match="switch=2"):
        SegregatedModel(switch=2)
