"""A leaning from all decisions at once: for clones, which learn nothing later.

A leaning that takes a step at each decision follows a player, and knows best what he did last. Who
is to be like him on the whole is brought to what he did on the whole instead: to the weights under
which all his decisions are likeliest, held near nothing while they are few,

    minimise  - sum log p(what he did)  +  NEARNESS / 2 * sum (width * weights^2)

This is a logistic regression on what the network knows, beyond what it says. It brings how often he
does what, in any kind of situation that the network tells apart, to what it really was, the nearer
the more often he was there.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from villain.game.situation import NOTHING, Decision
from villain.kernels.arrays import FloatArray
from villain.models.crowd.dear_calls import priced
from villain.models.crowd.kinds import Flags, chances_of, legal_actions
from villain.models.crowd.reader import CrowdReader
from villain.models.crowd.situations import Floats, deed
from villain.models.crowd.threads import OneThread

NEARNESS = 4.0
"""How closely weights are held to nothing, chosen on twelve PartyPoker players by the second half
of their hands; half as much and twice as much are as good."""

ROUNDS, LEAST = 200, 1e-300

STRANGER = ""
"""A name that nobody has."""

TOGETHER = 128
"""So many situations are looked at at once."""


def settle(reader: CrowdReader, name: str, decisions: Sequence[Decision]) -> None:
    """Bring a player's leaning to all of these decisions, which the reader took in one by one.

    His last ones have moved it most, and are most of what the network looks back on.
    """
    own = [one for one in decisions if one.situation.owed > 0 or one.kind != "fold"]  # who leaves
    if not own:
        return
    after = [
        None if one.situation.last == NOTHING else earlier
        for one, earlier in zip(own, [None, *own], strict=False)
    ]
    situations = [one.situation for one in own]
    known = [
        reader.look_ahead(name, situations[at : at + TOGETHER], after[at : at + TOGETHER])
        for at in range(0, len(own), TOGETHER)
    ]
    reader.lean(_missing(reader, name, np.concatenate(known), own), name)


def settle_all(reader: CrowdReader, known: Floats, decisions: Sequence[Decision]) -> None:
    """Bring the leaning that all share to decisions of many, with what was known at each."""
    reader.lean(_missing(reader, STRANGER, known, decisions))


def _missing(
    reader: CrowdReader, name: str, known: Floats, decisions: Sequence[Decision]
) -> Floats:
    """The weights that a leaning lacks to say what was done."""
    legal = legal_actions([priced(one.situation).known for one in decisions])
    done = np.array([deed(one)[0] for one in decisions], np.intp)
    legal[np.arange(len(done)), done] = True  # what was done was possible, whatever a file says
    scores = reader.sharpness * reader.scores(name, known)
    weights: Floats = whole_leaning(known, scores, legal, done) / np.float32(reader.sharpness)
    return weights


def whole_leaning(
    known: Floats, scores: FloatArray, legal: Flags, done: npt.NDArray[np.intp]
) -> Floats:
    """The weights (3, width) to be added to a leaning's, by what was done where so much was known.

    ``scores`` (n, 3) are what is said there of fold, call and raise without them.

    >>> known, even = np.ones((40, 1), np.float32), np.zeros((40, 3))
    >>> legal = np.array([[True, True, False]] * 40)
    >>> weights = whole_leaning(known, even, legal, np.array([0] * 30 + [1] * 10))
    >>> chances_of(even[:1] + known[:1] @ weights.T, legal[:1]).round(2).tolist()
    [[0.71, 0.29, 0.0]]
    """
    from scipy.optimize import minimize  # it takes a while to load

    width, places = known.shape[1], np.arange(len(known))
    inputs = known.astype(np.float64) / np.sqrt(width)
    actions = scores.shape[1]

    def loss(flat: FloatArray) -> tuple[float, FloatArray]:
        weights = flat.reshape(actions, width)
        chances = chances_of(scores + inputs @ weights.T, legal)
        missed = chances.copy()
        missed[places, done] -= 1
        slope = missed.T @ inputs + NEARNESS * weights
        total = -np.log(np.maximum(chances[places, done], LEAST)).sum() + NEARNESS / 2 * float(
            flat @ flat
        )
        return float(total), slope.ravel()

    start = np.zeros(actions * width)
    with OneThread():
        best = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": ROUNDS})
    weights: Floats = (best.x.reshape(actions, width) / np.sqrt(width)).astype(np.float32)
    return weights
