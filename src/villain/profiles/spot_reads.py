"""A reader's expectations of a player in his own spots, beside what he did there."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from villain.kernels.arrays import FloatArray
from villain.models.predictors.legal import ACTIONS
from villain.models.registry import ModelSpec
from villain.profiles.population import RateEstimate, interval
from villain.profiles.spots import (
    CROWD,
    KINDS,
    OwnHand,
    OwnSpot,
    SpotKind,
    ask,
    reader_of,
    spots_of,
)

TOGETHER, ALONE = 160, 32
"""So many spots of a kind are asked about: first decisions of a hand together, others alone."""


@dataclass(frozen=True)
class SpotRead:
    """One kind of spot: the reader's chances by hands seen (moments, 3), and what the player did.

    ``spots`` of them were asked about; ``done`` counts folds, calls and raises in all of his, and
    ``seen`` has those in the hands that were followed: the number of the hand, and the action.
    """

    kind: SpotKind
    spots: int
    chances: FloatArray
    done: tuple[int, int, int]
    seen: tuple[tuple[int, int], ...]

    @property
    def cases(self) -> int:
        """The number of times that he was there."""
        return sum(self.done)

    def really(self, action: int) -> RateEstimate:
        """The share of times that he did that, with its 95 % interval."""
        return interval(self.done[action], self.cases)


def read_spots(
    own: Sequence[OwnHand],
    when: Sequence[int],
    seed: int = 1,
    *,
    kinds: Mapping[str, SpotKind] = KINDS,
    model: ModelSpec = CROWD,
    progress: Callable[[float], None] = lambda _: None,
) -> dict[str, SpotRead]:
    """Show a reader a player's hands in order; ask about his spots after some numbers of them.

    ``when`` has these numbers, the least first; after 0 hands he is a stranger.
    """
    rng = np.random.default_rng(seed)
    hands = when[-1]
    all_spots = {name: spots_of(own, kind) for name, kind in kinds.items()}
    asked = {name: some_of(spots, _most(spots), rng) for name, spots in all_spots.items()}
    chances: dict[str, list[FloatArray]] = {name: [] for name in kinds}
    reader = reader_of(model)
    for number in range(hands + 1):
        if number in when:
            for name, spots in asked.items():
                mean = ask(reader, spots).mean(axis=0) if spots else np.full(3, np.nan)
                chances[name].append(mean)
            progress((number + 1) / (hands + 1))
        if number < hands:
            own[number].learn(reader)
    seen: dict[str, list[tuple[int, int]]] = {name: [] for name in kinds}
    for number, hand in enumerate(own[:hands], 1):
        for decision in hand.decisions:
            for name in (name for name, kind in kinds.items() if kind.fits(decision.situation)):
                seen[name].append((number, ACTIONS[decision.kind]))
    return {
        name: SpotRead(
            kind,
            len(asked[name]),
            np.array(chances[name]),
            _count(all_spots[name]),
            tuple(seen[name]),
        )
        for name, kind in kinds.items()
    }


def some_of(spots: Sequence[OwnSpot], most: int, rng: np.random.Generator) -> list[OwnSpot]:
    """At most so many of them, drawn by chance."""
    most = min(len(spots), most)
    return [spots[place] for place in sorted(rng.choice(len(spots), most, replace=False))]


def _most(spots: Sequence[OwnSpot]) -> int:
    return ALONE if any(spot.earlier for spot in spots) else TOGETHER


def _count(spots: Sequence[OwnSpot]) -> tuple[int, int, int]:
    counts = [0, 0, 0]
    for spot in spots:
        counts[ACTIONS[spot.decision.kind]] += 1
    return counts[0], counts[1], counts[2]
