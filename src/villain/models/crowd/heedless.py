"""Whether a player is *heedless*: does always the same, or nearly, as the simplest of programs do.

No person is like one who calls everything, and the network knows people alone. A heedless player
looks at nothing but whether he is bet to, so that to read him is to count. By Bayes' rule it shows
soon which of the two explains him better; `villain.models.huang.heedless` has the same thought for
action sequences.
"""

from collections.abc import Sequence
from copy import deepcopy
from math import exp, log

import numpy as np

from villain.game.situation import Situation
from villain.kernels.arrays import FloatArray

PURE = 0.2
"""So many observations of every action are supposed beforehand; below one, pure play is likely."""

HEEDLESS = 0.01
"""How many of those who have decided once are heedless; a stranger is a person."""

SUREST = 7.0
"""The logarithm of the highest odds for or against it: of nobody it is ever certain."""

MARGIN = 0.05
"""How far around a threshold a player mixes two actions, as a share of all hands."""

LEAST = 1e-9
"""No chance is smaller where he did the thing, even if the rules seem to forbid it."""

FOLD, CALL, MORE = range(3)


class Heedless:
    """What was counted of one player, and how likely it is that nothing else moves him.

    Counted are folds where he is bet to, and raises where he goes on and may raise.

    >>> from villain.game import no_limit_holdem, what_if
    >>> from villain.game.public_state import PublicState
    >>> from villain.game.situation import situation_of
    >>> start = PublicState.at_start(no_limit_holdem(2))
    >>> him, facing = Heedless(), situation_of(what_if.facing(start, 0, 50), 0)
    >>> for _ in range(20):
    ...     him.learn(facing, CALL, said=0.6)  # the network's chance of it
    >>> him.chances([facing]).round(2).tolist(), round(him.share, 2)
    ([[0.01, 0.98, 0.01]], 0.95)
    """

    def __init__(self) -> None:
        self._folds = [PURE, PURE]
        self._raises = [[PURE, PURE], [PURE, PURE]]  # by whether he is bet to
        self._odds = log(HEEDLESS / (1 - HEEDLESS))

    @property
    def share(self) -> float:
        """How likely it is that he is heedless."""
        return 1 / (1 + exp(-self._odds))

    def chances(self, situations: Sequence[Situation]) -> FloatArray:
        """How likely he folds, calls and raises if he is: (n, 3); nothing illegal."""
        found = np.zeros((len(situations), 3))
        for row, situation in zip(found, situations, strict=True):
            bet_to = bool(situation.owed > 0)
            row[FOLD] = _rate(self._folds) if bet_to else 0.0
            row[MORE] = _rate(self._raises[bet_to]) if situation.could_raise else 0.0
            row[MORE] *= 1 - row[FOLD]
            row[CALL] = 1 - row[FOLD] - row[MORE]
        return found

    def learn(self, situation: Situation, action: int, said: float) -> None:
        """He did that, of which the network had ``said`` how likely it is."""
        counted = float(self.chances([situation])[0, action])
        ahead = self._odds + log(max(counted, LEAST) / max(said, LEAST))
        self._odds = min(max(ahead, -SUREST), SUREST)
        bet_to = bool(situation.owed > 0)
        if bet_to:
            self._folds[action == FOLD] += 1
        if action != FOLD and situation.could_raise:
            self._raises[bet_to][action == MORE] += 1

    def copy(self) -> "Heedless":
        """One that learns on its own."""
        return deepcopy(self)


def mixed_kinds(
    kinds: FloatArray, share: float, heedless: FloatArray, standing: FloatArray | None = None
) -> FloatArray:
    """What he does with each hand, if in that ``share`` of cases the situation does not matter.

    ``kinds`` (..., hands, 7) has fold, call and raises of five sizes with each hand, ``heedless``
    (..., 3) fold, call and raise whatever he faces; his raises are then as large as they are on
    average over these hands. With ``standing``, the share of all hands that each is better than,
    his best hands raise and his worst fold; without it his cards do not matter either.
    """
    sizes = kinds[..., MORE:].mean(axis=-2)
    sizes = sizes / np.maximum(sizes.sum(axis=-1, keepdims=True), 1e-300)
    always = heedless[..., None, :] if standing is None else by_cards(heedless, standing)
    raises = always[..., MORE:] * sizes[..., None, :]
    shape = (*raises.shape[:-1], MORE)
    always = np.concatenate([np.broadcast_to(always[..., :MORE], shape), raises], axis=-1)
    found: FloatArray = (1 - share) * kinds + share * always
    return found


def by_cards(chances: FloatArray, standing: FloatArray) -> FloatArray:
    """Fold, call and raise so often (..., 3), with the worst hands and the best: (..., hands, 3).

    >>> by_cards(np.array([0.8, 0.0, 0.2]), np.array([0.1, 0.8, 0.95])).tolist()
    [[1.0, 0.0, 0.0], [0.5, 0.0, 0.5], [0.0, 0.0, 1.0]]
    """
    stays = _beyond(standing, chances[..., FOLD, None])
    raises = np.minimum(_beyond(standing, 1 - chances[..., MORE, None]), stays)
    return np.stack([1 - stays, stays - raises, raises], axis=-1)


def _beyond(standing: FloatArray, threshold: FloatArray) -> FloatArray:
    """The chance to be above a threshold, around which two actions are mixed."""
    margin = np.minimum(np.minimum(threshold, 1 - threshold), MARGIN)
    ramp = (standing - threshold + margin) / np.maximum(2 * margin, 1e-9)
    found: FloatArray = np.clip(np.where(threshold <= 0, 1.0, ramp), 0.0, 1.0)
    return found


def _rate(counts: list[float]) -> float:
    return counts[True] / (counts[False] + counts[True])
