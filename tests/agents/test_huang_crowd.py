"""Huang's trials with the crowd's read."""

import numpy as np
import pytest

from tests.agents import attackers
from tests.agents.attackers import preflop_places
from tests.agents.test_huang import match
from tests.game.table import play, start
from villain.agents import make_agent
from villain.agents.huang_crowd import ABSTRACTION, HuangCrowd, cell_after
from villain.errors import VillainError
from villain.game import CALL, FOLD, Hand, limit_holdem, no_limit_holdem, raise_to, shuffle
from villain.game.situation import decisions
from villain.models.crowd import grid
from villain.models.crowd.grid import Cell, cell_of
from villain.strategy.huang.sequences import sequence_faced

NAMES = ("Ann", "Bob")


def test_values_make_sense() -> None:
    """A fold is worth nothing; the nuts are worth the pot at least, and more if they are raised."""
    agent = HuangCrowd(3)
    hand = play(start(no_limit_holdem(2), "AhKd 8c8d", "8s 8h 2c 9d Ac"), "c c c c c c r4")
    seen = hand.observation(1)
    actions, strong = agent.consider(seen)
    assert actions[:2] == [FOLD, CALL]
    assert strong[0] == 0.0
    assert strong[1] == seen.pot  # nobody beats four eights
    assert (strong[2:] > strong[1]).all()


def test_sequences_lead_to_the_cells_of_the_grid() -> None:
    nobody, another = 0, 1
    assert cell_after("000", last=True) == Cell(0, grid.BLINDS, True, True, nobody)
    assert cell_after("0001", last=False) == Cell(0, grid.NONE, True, False, nobody)
    assert cell_after("0004", last=True) == Cell(0, grid.BET + 2, True, True, grid.IDLE)
    assert cell_after("00045", last=True) == Cell(0, grid.RAISED + 2, True, True, grid.ACTIVE)
    assert cell_after("000345", last=False) == Cell(0, grid.WAR + 1, True, False, grid.ACTIVE)
    assert cell_after("1111", last=True) == Cell(1, grid.NONE, True, True, another)
    assert cell_after("2002", last=True) == Cell(2, grid.BET, True, True, grid.IDLE)
    assert cell_after("2102", last=True) == Cell(2, grid.BET, True, True, grid.LED)
    assert cell_after("21012", last=False) == Cell(2, grid.BET, True, False, grid.PASSIVE)


def test_sequences_and_situations_lead_to_the_same_cells() -> None:
    rng, rules, met = np.random.default_rng(1), no_limit_holdem(2), set()
    for _ in range(200):
        hand = Hand(rules, shuffle(rules, rng))
        while hand.seat is not None:
            legal, pot = hand.legal, hand.observation(0).pot
            assert legal is not None
            raises = legal.can_raise and rng.random() < 0.4
            to = min(int(legal.least + rng.random() * pot), legal.most)
            hand.act(raise_to(to) if raises else CALL)
        for decision in decisions(hand.observation(0)):
            situation = decision.situation
            sequence = sequence_faced(situation, ABSTRACTION)
            cell = cell_after(sequence, last=situation.position >= 1.0)
            assert cell == cell_of(situation)
            met.add((cell.faced, cell.initiative))
    assert len(met) > 15


def test_his_table_goes_by_strength_and_by_what_was_seen_of_him() -> None:
    """A row has the chances of all actions for every bucket; who always calls folds less."""
    agent = HuangCrowd(1, trials=8)
    rules = no_limit_holdem(2)
    seen = start(rules, "8c8d AhKd").observation(1)._replace(names=("Ann", "me"))
    tables = [agent.strategy(seen, 0)]
    match(agent, "call", 20)
    agent.model.observe(seen)
    tables.append(agent.strategy(seen, 0))
    folds = []
    for table in tables:
        row = table.row("1104")  # raised before the flop by him, and facing a bet of the pot
        assert table.chances[row].sum(axis=1) == pytest.approx(np.ones(ABSTRACTION.buckets))
        assert table.ready.all()
        assert table.chances[row, 1, 0] > table.chances[row, -2, 0]
        folds.append(table.chances[row, :, 0].mean())
    assert folds[1] < folds[0]


@pytest.mark.parametrize("spec", ["trials=0", "sizes=x", "factor=2", "model=tarot"])
def test_errors_are_one_line(spec: str) -> None:
    with pytest.raises(VillainError) as error:
        make_agent(f"huang:crowd:{spec}")
    assert "\n" not in str(error.value)


def test_it_plays_heads_up_no_limit_only() -> None:
    assert HuangCrowd.plays(no_limit_holdem(2))
    assert not HuangCrowd.plays(no_limit_holdem(3))
    assert not HuangCrowd.plays(limit_holdem(2))


def test_it_learns_that_one_who_goes_all_in_has_his_best_hands() -> None:
    """He shoves a fifth of his hands, so he always does the same thing; but not with any cards."""
    agent = HuangCrowd(2, trials=200)
    match(agent, f"{attackers.__file__}:Shover", 30)
    hand = start(no_limit_holdem(2), "Jh6d QcTd")
    places, seen = preflop_places(), play(hand, "r200").observation(0)
    seen = seen._replace(names=("me", "Ann"))
    agent.model.observe(seen)
    behind = agent.model.range(seen, 1).weights
    assert behind[places < 0.5].sum() < 0.05
    assert behind[places >= 0.75].sum() > 0.85
    actions, values = agent.consider(seen)  # with his 49th percentile
    assert actions == [FOLD, CALL]
    assert values[1] < -20
