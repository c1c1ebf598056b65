"""A player who goes by bars, as he is read from hands."""

import numpy as np

from tests.models.drawn_scripts import DrawnScript
from villain.cards.combo import Combo
from villain.cards.range import possible
from villain.game import CALL, Hand, no_limit_holdem, raise_to, shuffle
from villain.game.situation import situation_of
from villain.models.crowd import grid
from villain.models.crowd.bars import BarDecision, Bars, BarSpot, bar_spot
from villain.models.crowd.grid import Cell, cell_of
from villain.models.crowd.sorts import SORTS, TRAITS, sorts_on, steps_of_sorts

RIVER = BarSpot(Cell(3, grid.BET + 2, True, False, grid.IDLE), 0.33, 0.1, 1, False, 2.0, True)
PLACES = TRAITS[:, 0] + 0.5
FOLD, CHECK = 0, 1


def folds(his: Bars, spot: BarSpot) -> np.ndarray:
    """How often he folds by place, with neither a pair nor a draw."""
    chances = his.by_sort(spot)[:, FOLD]
    plain = (TRAITS[:, 2] == 0) & (TRAITS[:, 3] == 0)
    order = np.argsort(PLACES[plain])
    ordered: np.ndarray = chances[plain][order]
    return ordered


def learned(bar: float, hands: int, seed: int = 1) -> Bars:
    """Who folds what is below a bar on the river; his cards are seen if he calls."""
    his, rng, sorts = Bars(), np.random.default_rng(seed), sorts_on(())
    for _ in range(hands):
        held = int(rng.integers(1326))
        calls = bool(PLACES[sorts[held]] >= bar)
        could = np.ones(1326, np.bool_)
        if calls:
            could[:] = False
            could[held] = True
        his.see([BarDecision(RIVER, sorts, 1 if calls else FOLD)], could)
    his.fit()
    return his


def test_a_bar_is_found_from_few_hands() -> None:
    chances = folds(learned(0.7, hands=60), RIVER)
    assert chances[4] > 0.9
    assert chances[-2] < 0.1


def test_a_dear_bet_is_expected_to_raise_the_bar() -> None:
    his = learned(0.5, hands=60)
    assert (
        folds(his, RIVER._replace(price=0.45, depth=0.5)).mean() > folds(his, RIVER).mean() + 0.03
    )


def test_what_was_before_a_change_hardly_counts() -> None:
    his, sorts = learned(0.2, hands=100), sorts_on(())
    for _ in range(20):
        his.see([BarDecision(RIVER, sorts, FOLD)], np.ones(1326, np.bool_))
    before = folds(his, RIVER).mean()
    his.doubt(20, 0.02)
    his.fit()
    assert folds(his, RIVER).mean() > before + 0.3


def test_what_is_not_legal_has_no_chance() -> None:
    free = BarSpot(Cell(1, grid.NONE, True, True, grid.IDLE), 0, 0, 0, True, 3.0, True)
    assert not Bars().by_sort(free)[:, FOLD].any()
    assert not Bars().by_sort(RIVER._replace(can_raise=False))[:, 2:].any()
    np.testing.assert_allclose(Bars().by_sort(free).sum(axis=1), 1)


def test_a_situation_is_looked_at_as_a_script_does() -> None:
    rules = no_limit_holdem(2, stack=100)
    hand = Hand(rules, shuffle(rules, np.random.default_rng(1)))
    hand.act(CALL)
    hand.act(CALL)
    hand.act(raise_to(4))
    situation = situation_of(hand.state)
    spot = bar_spot(situation, cell_of(situation))
    assert (spot.price, spot.depth, spot.raises, spot.leads) == (1 / 3, 0.04, 1, False)
    assert spot.pays


def test_sorts_tell_hands_apart() -> None:
    aces, rags = (int(sorts_on(())[Combo.parse(text)]) for text in ("AhAd", "7h2d"))
    assert PLACES[aces] > 0.98 > 0.2 > PLACES[rags]
    for street in range(4):
        steps = steps_of_sorts(street)
        assert steps.shape == (SORTS,)
        assert np.corrcoef(steps, PLACES)[0, 1] > 0.9


def test_a_drawn_script_is_the_same_again() -> None:
    rules = no_limit_holdem(2, stack=100)
    seen = Hand(rules, shuffle(rules, np.random.default_rng(1))).observation(1)
    one, other, another = (DrawnScript(0, number).chances(seen) for number in (3, 3, 4))
    np.testing.assert_array_equal(one.chances, other.chances)
    assert one.actions != another.actions or not np.array_equal(one.chances, another.chances)
    assert possible(seen.board).all()
