"""From how often a player takes each action to what he does with each hand strength [huang].

Actions have risks: to fold 0, to call 1, to raise 2, to raise more 3. The chance to take a risk of
at least v grows with the strength h along a curve,

    P(risk ≥ v | h) = 1 / (1 + exp(-k (h - s_v)))

whose shift s_v is solved for, so that on average over the hands the player takes such a risk just
as often as he was seen to. The chance of one action lies between two of the curves.

*Where this differs from the paper.* The thesis prints neither the steepness k nor how a curve is
shifted; here the frequencies are conserved exactly, whatever the distribution of the strengths.
Its alternatives are there too: the line of the same slope in the middle, cut off at 0 and 1; and
the step, where only hands of the very strength at which it rises mix.
"""

from collections.abc import Callable
from enum import Enum
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.special import expit, logit

from villain.errors import VillainError
from villain.kernels.arrays import FloatArray

STEEPNESS = 20.0
"""From a chance of a tenth to one of nine tenths it takes 0.22 of strength; a guess, not a fit."""

CLOSE, MOST_STEPS = 1e-14, 100
"""How near the frequencies have to come, and in how many steps; a dozen are usual."""

FLAT = 1e-12
"""Where a curve is flatter, its slope says nothing of where to go."""


class Curve(Enum):
    """How the chance to take a risk grows with strength."""

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
    steepness: float = STEEPNESS,
) -> FloatArray:
    """The chances of the actions for each strength: (…, strengths, actions).

    ``frequencies`` are those of the actions in order of risk, (…, actions); ``weights`` say how
    often each strength is held (None: all alike).

    >>> strengths = np.linspace(0.025, 0.975, 20)
    >>> found = reconstruct([0.3, 0.3, 0.2, 0.2], strengths)
    >>> found[[0, 9, 19]].round(2).tolist()
    [[1.0, 0.0, 0.0, 0.0], [0.03, 0.89, 0.07, 0.0], [0.0, 0.0, 0.03, 0.97]]
    >>> found.mean(axis=0).round(12).tolist()
    [0.3, 0.3, 0.2, 0.2]
    """
    wanted, held, share = _checked(frequencies, strengths, weights, steepness)
    # Summed from the riskiest, so that what is never done stays 0.
    tails = np.minimum(np.cumsum(wanted[..., :0:-1], axis=-1)[..., ::-1], 1.0)
    at_least = risk_curves(tails, held, share, curve, steepness)
    whole = np.ones((*at_least.shape[:-2], 1, len(held)))
    edges = np.concatenate([whole, at_least, 0 * whole], axis=-2)
    edges = np.minimum.accumulate(edges, axis=-2)  # rounding may cross two that are alike
    return np.swapaxes(edges[..., :-1, :] - edges[..., 1:, :], -1, -2)


def _checked(
    frequencies: npt.ArrayLike,
    strengths: npt.ArrayLike,
    weights: npt.ArrayLike | None,
    steepness: float,
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """The arrays, with sums of one; raises where they are no distributions."""
    wanted, held = np.asarray(frequencies, np.float64), np.asarray(strengths, np.float64)
    share = np.ones(len(held)) if weights is None else np.asarray(weights, np.float64)
    if held.ndim != 1 or share.shape != held.shape or not np.isfinite(held).all():
        raise VillainError("strengths should be a list of numbers, with a weight for each")
    for name, values in (("frequencies", wanted), ("weights", share)):
        if not (values >= 0).all() or not (np.isfinite(values.sum(axis=-1))).all():
            raise VillainError(f"{name} should be 0 or more")
        if not (values.sum(axis=-1) > 0).all():
            raise VillainError(f"{name} should not all be 0")
    if not 0 < steepness < np.inf:
        raise VillainError(f"a steepness of {steepness}; it should be above 0")
    return wanted / wanted.sum(axis=-1, keepdims=True), held, share / share.sum()


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
    found = np.repeat(distinct[:, None], len(strengths), axis=1)  # what is right for 0 and 1
    inner = (distinct > 0.0) & (distinct < 1.0)
    found[inner] = _shifted(distinct[inner], steepness * strengths, weights, _SHAPES[curve])
    shaped: FloatArray = found[place.reshape(np.shape(tails))]
    return shaped


def _shifted(
    tails: FloatArray, places: FloatArray, weights: FloatArray, shape: _Shape
) -> FloatArray:
    """The curve at these places, shifted for each of the tails so that its mean is that.

    The shift lies where even the weakest or the strongest hand alone would have that chance.
    Newton's steps find it; one that leaves what is known to bracket it is replaced by halving.
    """
    low, high = (end - shape.place(tails) for end in (places.min(), places.max()))
    shift = (low + high) / 2
    for _ in range(MOST_STEPS):
        chances = shape.chance(places - shift[:, None])
        excess = chances @ weights - tails
        if (np.abs(excess) <= CLOSE).all():
            break
        low, high = np.where(excess > 0, shift, low), np.where(excess > 0, high, shift)
        slope = shape.slope(chances) @ weights
        step = shift + np.divide(excess, slope, out=np.full_like(shift, np.inf), where=slope > FLAT)
        shift = np.where((step > low) & (step < high), step, (low + high) / 2)
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
    found: FloatArray = np.maximum.accumulate(shares, axis=-1)[..., group]
    return found
