"""Baker's styles as thresholds."""

import numpy as np
import pytest

from villain.errors import VillainError
from villain.strategy.action_distribution import ActionDistribution
from villain.strategy.one_card import CHANCES, GRID, STYLES, Reading, Style, win_chances
from villain.strategy.one_card_trials import action_shares, try_grid, try_policies


def test_the_grid_has_66_pairs() -> None:
    assert len(set(GRID)) == 66


def test_chances_against_three_are_counted() -> None:
    chances = win_chances("in-hand", dealt=4, left=4)
    assert chances[9] == 1
    assert chances[8] == pytest.approx(56 / 84)
    assert chances[:3].tolist() == [0, 0, 0]


@pytest.mark.parametrize("chance", CHANCES)
def test_better_cards_are_never_played_more_weakly(chance: str) -> None:
    for weak in ("check", "fold"):
        for style in STYLES.values():
            policy = style.policy(Reading(chance, weak))
            assert (np.diff(policy[2:, 2:], axis=-1) >= 0).all()


def test_a_weak_card_checks_where_that_is_free_or_folds() -> None:
    tight = STYLES["TP"]
    assert tight.policy(Reading())[4, 4, 0, 0] == 1
    assert tight.policy(Reading(weak="fold"))[4, 4, 0, 0] == 0
    assert tight.policy(Reading())[4, 4, 1, 0] == 0


def test_thresholds_and_readings_are_checked() -> None:
    with pytest.raises(VillainError, match="0 ≤ alpha ≤ beta ≤ 1"):
        Style.checked(0.7, 0.6)
    with pytest.raises(VillainError, match="chance='two'"):
        Reading("two")
    with pytest.raises(VillainError, match="weak='raise'"):
        Reading(weak="raise")


def test_trials_repeat_and_add_up() -> None:
    policies = [style.policy(Reading()) for style in STYLES.values()]
    one, other = try_policies(policies, 100, 7), try_policies(policies, 100, 7)
    assert one.wins.tolist() == other.wins.tolist()
    assert one.wins.sum() == 100
    grid = try_grid(policies[1:], Reading(), 10, 7)
    assert len(grid) == 66
    assert grid.tolist() == try_grid(policies[1:], Reading(), 10, 7).tolist()


def test_shares_tell_the_styles_apart() -> None:
    shares = action_shares(Reading(), freezeouts=300)
    loose_aggressive, loose_passive, tight_aggressive, tight_passive = shares
    assert shares.sum(axis=1) == pytest.approx(1)
    assert loose_aggressive[2] > loose_passive[2]
    assert tight_passive[0] > loose_passive[0]
    assert tight_aggressive[2] > tight_passive[2]


def test_whoever_may_not_raise_calls() -> None:
    triple = ActionDistribution(0.2, 0.3, 0.5)
    assert triple.allowed(fold=False, more=False) == (0, 1, 0)
    assert ActionDistribution.of(0, 0, 0) == (0, 1, 0)
