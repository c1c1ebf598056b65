"""Trees that do not fit are made smaller only where nobody chose their raises."""

from dataclasses import replace

from villain.solver.fitting import fit_spot
from villain.solver.sizes import BetSizes
from villain.solver.spot import Spot

DEEP = Spot.parse("Ks7d2c", pot=6, stacks=97, ranges=("QQ+, AK", "JJ-99, AQ"))


def test_a_tree_that_fits_stays_as_it_is() -> None:
    assert fit_spot(DEEP, 100.0, 8.0) == (DEEP, "")


def test_chosen_raises_stay() -> None:
    chosen = BetSizes.parse("33%, 75%, a / 3x, a")
    spot = replace(DEEP, sizes=(chosen, chosen))
    assert fit_spot(spot, 0.1, 8.0) == (spot, "")


def test_nothing_is_changed_that_does_not_help() -> None:
    assert fit_spot(DEEP, 0.001, 8.0) == (DEEP, "")


def test_raises_become_all_in() -> None:
    fitted, words = fit_spot(DEEP, 1.0, 8.0)
    assert "9.3 GB" in words
    assert [str(sizes) for sizes in fitted.sizes] == ["33%, 75%, a / a"] * 2
