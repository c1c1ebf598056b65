"""With which hands a player enters, as the crowd sees it: the policy head, asked hand after hand.

His cards are hardly ever seen, so nothing can be held against a map but how wide it is.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from villain.cards.combo import CLASSES
from villain.cards.range import CLASS_OF_COMBO
from villain.errors import VillainError
from villain.evaluation.forming import some_of
from villain.evaluation.spots import KINDS, OwnHand, Spot, spots_of
from villain.kernels.arrays import FloatArray
from villain.models.crowd.network import CrowdNetwork
from villain.models.crowd.reader import CrowdReader
from villain.models.crowd.situations import Codes
from villain.models.crowd.strengths import hand_codes

SPOTS = 24
"""A map is the mean over so many of his spots, with all positions as often as he has them."""

MOMENTS = (0, 10, 100)
COMBOS_OF_CLASS: FloatArray = np.bincount(CLASS_OF_COMBO) / len(CLASS_OF_COMBO)


@dataclass(frozen=True)
class OpeningRanges:
    """After so many hands: how likely each of the 169 classes folds, calls, raises: (m, 169, 3)."""

    moments: tuple[int, ...]
    maps: FloatArray

    def widths(self, moment: int) -> FloatArray:
        """The shares of all hands that fold, call and raise."""
        found: FloatArray = COMBOS_OF_CLASS @ self.maps[moment]
        return found


def opening_ranges(
    own: Sequence[OwnHand],
    moments: Sequence[int] = MOMENTS,
    seed: int = 1,
    *,
    network: CrowdNetwork | None = None,
) -> OpeningRanges:
    """What he does first in, after so many of his hands."""
    rng = np.random.default_rng(seed)
    spots = some_of(spots_of(own, KINDS["first in"]), SPOTS, rng)
    if not spots:
        raise VillainError("he was never first in; there is no range to draw")
    reader, maps, hands = CrowdReader(network, players=1), [], _classes()
    when = sorted({min(moment, len(own)) for moment in moments})
    for number in range(when[-1] + 1):
        if number in when:
            maps.append(_map(reader, spots, hands))
        if number < when[-1]:
            own[number].learn(reader)
    return OpeningRanges(tuple(when), np.array(maps))


def _map(reader: CrowdReader, spots: Sequence[Spot], hands: Codes) -> FloatArray:
    name, situations = spots[0].decision.name, [spot.decision.situation for spot in spots]
    told = [
        reader.policy_at(read, situation, hands)
        for read, situation in zip(reader.reads(name, situations), situations, strict=True)
    ]
    kinds = np.mean(told, axis=0)
    found: FloatArray = np.column_stack([kinds[:, :2], kinds[:, 2:].sum(axis=1)])
    return found


def _classes() -> Codes:
    """The three codes of a hand of each class: (169, 3)."""
    found: Codes = hand_codes()[np.unique(CLASS_OF_COMBO, return_index=True)[1]]
    assert len(found) == len(CLASSES)
    return found
