"""Trees that are too large, made to fit: raises all-in only, where nobody chose them."""

from dataclasses import replace

from villain.solver.sizes import BetSizes, Size, StreetSizes
from villain.solver.solvable import plan_spot
from villain.solver.spot import Spot

_ALL_IN = (Size("a"),)


def fit_spot(spot: Spot, memory: float, bytes_each: float) -> tuple[Spot, str]:
    """A spot whose tree fits into so many gigabytes, and what was changed for that, in words.

    Sizes that were written for bets and raises alike make trees that grow with every raise. If one
    is too large, raises are left to be all-in; if it still is, or raises were chosen apart from
    bets, the spot stays as it was.

    >>> deep = Spot.parse("Ks7d2c", pot=6, stacks=97, ranges=("QQ+, AK", "JJ-99, AQ"))
    >>> fitted, words = fit_spot(deep, 1.0, 8.0)
    >>> str(fitted.sizes[0]), words
    ('33%, 75%, a / a', 'with raises of all sizes the tree takes 9.3 GB')
    """
    need = plan_spot(spot)[0].gigabytes(bytes_each)
    if need <= memory or spot.fixed is not None or not all(map(_alike, spot.sizes)):
        return spot, ""
    plain = replace(spot, sizes=(_plain(spot.sizes[0]), _plain(spot.sizes[1])))
    if plan_spot(plain)[0].gigabytes(bytes_each) > memory:
        return spot, ""
    return plain, f"with raises of all sizes the tree takes {need:,.1f} GB"


def _alike(sizes: BetSizes) -> bool:
    return all(sizes.on(street).bets == sizes.on(street).raises for street in (1, 2, 3))


def _plain(sizes: BetSizes) -> BetSizes:
    return BetSizes(*(StreetSizes(sizes.on(street).bets, _ALL_IN) for street in (1, 2, 3)))
