"""From how often a player takes each action to what he does with each hand strength [huang].

Actions have risks: to fold 0, to call 1, to raise 2, to raise more 3. The chance to take a risk of
at least v grows with the strength h along a curve,

    P(risk ≥ v | h) = 1 / (1 + exp(-k (h - s_v)))

whose shift s_v is solved for, so that on average over the hands the player takes such a risk just
as often as he was seen to. The chance of one action lies between two of the curves.

*Where this differs from the paper.* The thesis prints neither the steepness k nor how a curve is
shifted; here the frequencies are conserved exactly, whatever the distribution of the strengths,
and k is fitted to real players. It may be one for each curve: then one of more risk is cut off
where it would rise above one of less. A share of the actions may be taken whatever the cards, as
bluffs are (``blur``). Its alternatives are there too: the line of the same slope in the middle, cut
off at 0 and 1; and the step, where only hands of the very strength at which it rises mix.
"""

from collections.abc import Callable, Sequence
from enum import Enum
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.special import expit, logit

from villain.errors import VillainError
from villain.kernels.arrays import FloatArray

# Fitted to the cards of real players by
#     python -m training.huang.fitting_curves --deepstack deepstack --store handhq
STEEPNESS = 4.98
"""One for all streets and curves."""

STREET_STEEPNESS = (14.33, 4.15, 3.29, 3.73)
"""One for all curves of a street, 0 to 3."""

CLOSE, MOST_STEPS = 1e-14, 100
"""The frequencies have to come so near, in so many steps; some five are usual."""

FAR = 60.0
"""A curve that is cut off may have to go so much further to the left."""


class Curve(Enum):
    """A shape in which the chance to take a risk grows with strength."""

    LOGISTIC = "logistic"
    LINEAR = "linear"
    STEP = "step"


class _Shape(NamedTuple):
    """A curve around 0, the place where it has a chance, and its slope there."""

    chance: Callable[[FloatArray], FloatArray]
    place: Callable[[FloatArray], FloatArray]
    slope: Callable[[FloatArray], FloatArray]


_SHAPES = {
    Curve.LOGISTIC: _Shape(expit, logit, lambda chance: chance * (1 - chance)),
    Curve.LINEAR: _Shape(
        lambda place: np.clip(0.5 + place / 4, 0.0, 1.0),
        lambda chance: 4 * chance - 2,
        lambda chance: np.where((chance > 0) & (chance < 1), 0.25, 0.0),
    ),
}


def reconstruct(
    frequencies: npt.ArrayLike,
    strengths: npt.ArrayLike,
    weights: npt.ArrayLike | None = None,
    *,
    curve: Curve = Curve.LOGISTIC,
    steepness: float | Sequence[float] = STEEPNESS,
    blur: float = 0.0,
) -> FloatArray:
    """The chances of the actions for each strength: (…, strengths, actions).

    ``frequencies`` are those of the actions in order of risk, (…, actions); ``weights`` say how
    often each strength is held (None: all alike), (strengths) or (…, strengths). ``steepness`` is
    one for all curves or one for each: to do more than fold, to raise, to raise more. ``blur`` is
    the share of actions that are taken whatever the cards.

    >>> strengths = np.linspace(0.025, 0.975, 20)
    >>> chances = reconstruct([0.3, 0.3, 0.2, 0.2], strengths, steepness=20)
    >>> chances[[0, 9, 19]].round(2).tolist()
    [[1.0, 0.0, 0.0, 0.0], [0.03, 0.89, 0.07, 0.0], [0.0, 0.0, 0.03, 0.97]]
    >>> chances = reconstruct([0.3, 0.3, 0.2, 0.2], strengths, steepness=(20, 10, 5), blur=0.5)
    >>> chances[[0, 9, 19]].round(2).tolist()
    [[0.65, 0.15, 0.1, 0.1], [0.16, 0.53, 0.15, 0.16], [0.15, 0.16, 0.28, 0.41]]
    >>> chances.mean(axis=0).round(12).tolist()
    [0.3, 0.3, 0.2, 0.2]
    """
    wanted, held, share = _checked(frequencies, strengths, weights)
    steep = _checked_steepness(steepness, wanted.shape[-1] - 1)
    if not 0 <= blur <= 1:
        raise VillainError(f"a blur of {blur}; it should be a share from 0 to 1")
    # Summed from the riskiest, so that what is never done stays 0.
    tails = np.minimum(np.cumsum(wanted[..., :0:-1], axis=-1)[..., ::-1], 1.0)
    if len(set(steep)) == 1 and share.ndim == 1:
        at_least = risk_curves(tails, held, share, curve, steep[0])
    else:
        at_least = _nested(tails, held, share, curve, steep)
    whole = np.ones((*at_least.shape[:-2], 1, len(held)))
    edges = np.concatenate([whole, at_least, 0 * whole], axis=-2)
    edges = np.minimum.accumulate(edges, axis=-2)  # rounding may cross two that are alike
    chances: FloatArray = np.swapaxes(edges[..., :-1, :] - edges[..., 1:, :], -1, -2)
    return chances if blur == 0 else (1 - blur) * chances + blur * wanted[..., None, :]


def _checked(
    frequencies: npt.ArrayLike, strengths: npt.ArrayLike, weights: npt.ArrayLike | None
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """The arrays, with sums of one; raises where they are no distributions."""
    wanted, held = np.asarray(frequencies, np.float64), np.asarray(strengths, np.float64)
    share = np.ones(len(held)) if weights is None else np.asarray(weights, np.float64)
    fits = share.shape in (held.shape, (*wanted.shape[:-1], *held.shape))
    if held.ndim != 1 or not fits or not np.isfinite(held).all():
        raise VillainError("strengths should be a list of numbers, with a weight for each")
    for name, values in (("frequencies", wanted), ("weights", share)):
        if not (values >= 0).all() or not (np.isfinite(values.sum(axis=-1))).all():
            raise VillainError(f"{name} should be 0 or more")
        if not (values.sum(axis=-1) > 0).all():
            raise VillainError(f"{name} should not all be 0")
    wanted, share = (one / one.sum(axis=-1, keepdims=True) for one in (wanted, share))
    return wanted, held, share


def _checked_steepness(steepness: float | Sequence[float], curves: int) -> tuple[float, ...]:
    """One for each curve."""
    steep = np.broadcast_to(steepness, curves) if np.ndim(steepness) == 0 else steepness
    each = tuple(np.asarray(steep, np.float64).tolist())
    if len(each) != curves or not all(0 < one < np.inf for one in each):
        raise VillainError(
            f"a steepness of {steepness}; it should be above 0, one for all or for {curves} curves"
        )
    return each


def risk_curves(
    tails: FloatArray,
    strengths: FloatArray,
    weights: FloatArray,
    curve: Curve = Curve.LOGISTIC,
    steepness: float = STEEPNESS,
) -> FloatArray:
    """For each frequency of taking a risk the chance to take it by strength: (…, strengths).

    The weights sum to one.
    """
    if curve is Curve.STEP:
        return _step(tails, strengths, weights)
    distinct, place = np.unique(tails, return_inverse=True)
    chances = np.repeat(distinct[:, None], len(strengths), axis=1)  # what is right for 0 and 1
    inner = (distinct > 0.0) & (distinct < 1.0)
    places = steepness * strengths
    chances[inner] = _shifted(distinct[inner], places, weights, _SHAPES[curve])
    shaped: FloatArray = chances[place.reshape(np.shape(tails))]
    return shaped


def _nested(
    tails: FloatArray,
    strengths: FloatArray,
    weights: FloatArray,
    curve: Curve,
    steepness: Sequence[float],
) -> FloatArray:
    """Curves that are not alike, each cut off where it would cross the one of less risk."""
    rows = tails.reshape(-1, tails.shape[-1])
    shares = np.broadcast_to(weights, (*tails.shape[:-1], len(strengths)))
    shares = shares.reshape(len(rows), len(strengths))
    if curve is Curve.STEP:
        steps = [_step(row, strengths, share) for row, share in zip(rows, shares, strict=True)]
        return np.array(steps).reshape(*tails.shape, len(strengths))
    chances = np.empty((*rows.shape, len(strengths)))
    limit = np.ones_like(shares)
    for risk, steep in enumerate(steepness):
        tail = rows[:, risk]
        solved = (tail > 0.0) & (tail < (limit * shares).sum(axis=-1) - 2 * CLOSE)
        limit = np.where(tail[:, None] > 0.0, limit, 0.0)
        limit[solved] = _shifted(
            tail[solved], steep * strengths, shares[solved], _SHAPES[curve], limit[solved]
        )
        chances[:, risk] = limit
    return chances.reshape(*tails.shape, len(strengths))


def _shifted(
    tails: FloatArray,
    places: FloatArray,
    weights: FloatArray,
    shape: _Shape,
    limit: FloatArray | None = None,
) -> FloatArray:
    """The curve at these places, shifted for each of the tails so that its mean is that.

    The shift lies where even the weakest or the strongest hand alone would have that chance, or
    below, where a limit cuts the curve off. Newton's steps find it, on the logit of the mean, as
    that is nearly straight; one that leaves what is known to bracket it is replaced by halving.
    """
    low, high = (end - shape.place(tails) for end in (places.min(), places.max()))
    if limit is not None:
        low = low - FAR
    shift = (low + high) / 2
    for _ in range(MOST_STEPS):
        chances = shape.chance(places - shift[:, None])
        slopes = shape.slope(chances)
        if limit is not None:
            slopes = np.where(chances < limit, slopes, 0.0)
            chances = np.minimum(chances, limit)
        means = (chances * weights).sum(axis=-1)
        excess = means - tails
        if (np.abs(excess) <= CLOSE).all():
            break
        low, high = np.where(excess > 0, shift, low), np.where(excess > 0, high, shift)
        slope = (slopes * weights).sum(axis=-1)
        with np.errstate(all="ignore"):  # where it is flat, there is no such step
            step = shift + (logit(means) - logit(tails)) * means * (1 - means) / slope
        shift = np.where((step >= low) & (step <= high), step, (low + high) / 2)
    return chances


def _step(tails: FloatArray, strengths: FloatArray, weights: FloatArray) -> FloatArray:
    """The strongest hands take the risk, as many as it takes; at the border some of them do."""
    values, group = np.unique(strengths, return_inverse=True)
    held = np.bincount(group, weights, len(values))
    stronger = np.cumsum(held[::-1])[::-1] - held
    wanted = np.asarray(tails)[..., None]
    room = np.clip(wanted - stronger, 0.0, held)
    shares = np.divide(room, held, out=(wanted > stronger).astype(np.float64), where=held > 0)
    shares = np.where((wanted > 0) & (wanted < 1), shares, wanted)  # whatever the sums' rounding
    chances: FloatArray = np.maximum.accumulate(shares, axis=-1)[..., group]
    return chances
