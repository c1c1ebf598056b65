"""Card sharpness: how closely a player goes by his cards, learned from the hands that he shows.

The crowd's third head is the mean of many people, and some of them go by their cards more than
others do; a script that goes by rules of its hand does so more than anybody. What a player does
with a hand is therefore taken further from what he does in all, or brought nearer to it:

    p'(action | hand)  ~  p(action) * (p(action | hand) / p(action)) ^ power

The power is what people have on that street times a factor of the player's own. Whenever a hand is
shown, Bayes' rule asks each factor how likely it had held that hand for, after all that he did.
"""

from collections.abc import Sequence

import numpy as np

from villain.kernels.arrays import FloatArray

STREET_POWERS = (1.4, 1.15, 1.0, 1.0)
"""The powers of people in no-limit, by street, chosen on five of the professionals whose cards are
known (`training/crowd/card_sharpness.py`): before the flop the network is too flat by itself."""

FACTORS = (0.7, 0.85, 1.0, 1.25, 1.6, 2.2, 3.0)
SHARES = (0.01, 0.05, 0.85, 0.05, 0.02, 0.01, 0.01)
"""The factors that a player may have, and the shares of players who have them."""

BELIEF = 0.5
"""The part of the evidence that is believed: in one hand the network errs more than once."""

SUREST = 12.0
"""No factor is less likely than the likeliest by more than so many nats, so that who changes is
noticed."""

LEAST, LITTLE = 1e-9, 0.03
"""No chance is smaller, and no weight is worth the work."""


class CardSharpness:
    """The factors that one player may have, and how likely each is.

    >>> him = CardSharpness()
    >>> for _ in range(12):
    ...     him.learn(np.array([-5.2, -4.9, -4.6, -4.2, -3.9, -3.5, -3.4]))
    >>> him.weights.round(2).tolist()
    [0.0, 0.0, 0.04, 0.02, 0.06, 0.31, 0.57]
    """

    def __init__(self) -> None:
        self._likely: FloatArray = np.log(SHARES)

    @property
    def weights(self) -> FloatArray:
        """The chance of each factor."""
        weights: FloatArray = np.exp(self._likely - self._likely.max())
        weights /= weights.sum()
        return weights

    def learn(self, evidence: FloatArray) -> None:
        """Take in a hand that was shown: the logarithm of the chance that each factor gave it."""
        likely = self._likely + BELIEF * evidence
        self._likely = np.maximum(likely - likely.max(), -SUREST)

    def copy(self) -> "CardSharpness":
        """One that learns on its own."""
        twin = CardSharpness()
        twin._likely = self._likely
        return twin


def powers(street: int, *, limit: bool) -> FloatArray:
    """The power of each factor on a street; in limit those of people are not known."""
    usual = 1.0 if limit else STREET_POWERS[min(street, len(STREET_POWERS) - 1)]
    return usual * np.array(FACTORS)


def sharpened(kinds: FloatArray, overall: FloatArray, power: float | FloatArray) -> FloatArray:
    """Chances of the kinds with each hand (..., hands, 7), taken further from those in all.

    ``overall`` (..., 3) is fold, call and raise whatever he holds. The sizes of a raise are chosen
    as before. Several powers are an array (n, 1, 1), and lead to chances (n, hands, 7).

    >>> kinds = np.array([[0.8, 0.2, 0.0], [0.4, 0.6, 0.0]])
    >>> sharpened(kinds, np.array([0.6, 0.4, 0.0]), 2.0).round(2).tolist()
    [[0.91, 0.09, 0.0], [0.23, 0.77, 0.0]]
    """
    raises = kinds[..., 2:].sum(axis=-1, keepdims=True)
    actions = np.concatenate([kinds[..., :2], raises], axis=-1)
    beyond = np.maximum(actions, LEAST) / np.maximum(overall, LEAST)[..., None, :]
    factor = np.clip(beyond, LEAST, 1 / LEAST) ** (power - 1)
    sharp = np.empty((*factor.shape[:-1], kinds.shape[-1]))
    np.multiply(kinds[..., :2], factor[..., :2], out=sharp[..., :2])
    np.multiply(kinds[..., 2:], factor[..., 2:], out=sharp[..., 2:])
    sharp /= sharp.sum(axis=-1, keepdims=True)
    return sharp


def sharpened_by(
    kinds: FloatArray, overall: FloatArray, by: FloatArray, weights: Sequence[float] | FloatArray
) -> FloatArray:
    """The same where each power has so much weight; what has next to none is left out."""
    chosen = [(power, weight) for power, weight in zip(by, weights, strict=True) if weight > LITTLE]
    total = sum(weight for _, weight in chosen)
    parts = [weight / total * sharpened(kinds, overall, float(power)) for power, weight in chosen]
    mean: FloatArray = np.sum(parts, axis=0)
    return mean
