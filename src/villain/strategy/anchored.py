"""Search with people as a prior: what a person does, times the exponential of what it earns.

Where values are noisy or wrong, as they are of lines that nobody plays, people's choices bound the
mistake; where people's mistakes are plain, the values correct them [pikl].
"""

import numpy as np

from villain.kernels.arrays import FloatArray


def anchored_chances(prior: FloatArray, values: FloatArray, anchor: float) -> FloatArray:
    """Chances in proportion to π·exp(Q/λ), where the anchor is λ, in the unit of the values.

    At infinity that is the prior, at 0 the best of what has a chance in it; of equal ones each in
    proportion to its prior.

    >>> prior, values = np.array([0.6, 0.3, 0.1]), np.array([0.0, 1.0, 1.0])
    >>> [anchored_chances(prior, values, anchor).round(2).tolist() for anchor in (np.inf, 1, 0)]
    [[0.6, 0.3, 0.1], [0.36, 0.48, 0.16], [0.0, 0.75, 0.25]]
    """
    possible = prior > 0
    best = values[possible].max()
    if anchor == 0:
        weights = prior * (values >= best)
    else:
        weights = prior * np.exp(np.minimum(values - best, 0.0) / anchor)
    chances: FloatArray = weights / weights.sum()
    return chances
