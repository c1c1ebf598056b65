"""Measures how fast the crowd learns players: what it gains by knowing them, by hands seen.

The gain is the log-loss of a crowd to which everybody is a stranger in every hand, less that of the
crowd that remembers; both know what he did before in the same hand. All players have at least as
many hands as are looked at, so the same people are in every row.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log
from typing import Any, NamedTuple

import numpy as np

from villain.errors import VillainError
from villain.evaluation.followed import held_back_players
from villain.evaluation.scoring import LEAST, interval_over_players
from villain.hands.store.hand_store import HandStore
from villain.kernels.arrays import FloatArray
from villain.models.predictors.legal import ACTIONS
from villain.models.registry import ModelSpec
from villain.profiles.spots import CROWD, OwnHand, own_hands, reader_of

EDGES = (0, 10, 25, 50, 100, 250, 500)
"""Bounds of the groups of hands seen; the last group is what the gain comes to in the end."""

SOON = 50
HANDS = EDGES[-1]
DRAWS = 1000


class LearningGain(NamedTuple):
    """Of a player's hands ``first`` to ``last``: log-losses, and the gain with its interval."""

    first: int
    last: int
    decisions: int
    stranger: float
    known: float
    gain: float
    low: float
    high: float


@dataclass(frozen=True)
class Speed:
    """The sums of losses by player and group (players, groups, 2), strangers' first; and counts."""

    losses: FloatArray
    cases: FloatArray

    def gains(self, seed: int = 1) -> list[LearningGain]:
        """The gain by hands seen; the intervals draw players anew."""
        gains = []
        for group, (before, last) in enumerate(pairwise(EDGES)):
            cases, losses = self.cases[:, group], self.losses[:, group]
            stranger, known = (losses.sum(axis=0) / cases.sum()).tolist()
            low, high = interval_over_players(losses[:, 0] - losses[:, 1], cases, seed, DRAWS)
            row = (before + 1, last, int(cases.sum()), stranger, known, stranger - known, low, high)
            gains.append(LearningGain(*row))
        return gains

    def share(self, seed: int = 1) -> tuple[float, float, float]:
        """The part of the last group's gain that the group before `SOON` has, with its interval."""
        soon = EDGES.index(SOON) - 1
        more = self.losses[:, :, 0] - self.losses[:, :, 1]

        def part(weights: FloatArray) -> FloatArray:
            gains: FloatArray = (weights @ more) / (weights @ self.cases)
            # A model that learns nothing has no gain to have a share of.
            some = gains[:, -1] != 0
            share: FloatArray = np.divide(
                gains[:, soon], gains[:, -1], out=np.zeros(len(gains)), where=some
            )
            return share

        low, high = np.quantile(part(self._draws(seed)), [0.025, 0.975]).tolist()
        return float(part(np.ones((1, len(more))))[0]), low, high

    def _draws(self, seed: int) -> FloatArray:
        players = len(self.cases)
        rng = np.random.default_rng(seed)
        return rng.multinomial(players, np.full(players, 1 / players), DRAWS).astype(np.float64)


def measure_speed(
    store: HandStore,
    players: int,
    *,
    model: ModelSpec = CROWD,
    progress: Callable[[float], None] = lambda _: None,
) -> Speed:
    """Follow so many held-back players through their first `HANDS` hands.

    They come in the order of `held_back_players`, which says nothing of how they play.
    """
    chosen = held_back_players(store, HANDS + HANDS // 10)  # some hands have no decision of his
    measured = []
    for player in chosen:
        own = own_hands(store, player.name, player.site, HANDS + HANDS // 5)
        if len(own) >= HANDS:
            measured.append(losses_of(own[:HANDS], model=model))
            progress(len(measured) / players)
        if len(measured) >= players:
            break
    if len(measured) < 2:
        raise VillainError(f"{len(measured)} held-back players have {HANDS} hands; two are needed")
    return Speed(np.array([one for one, _ in measured]), np.array([one for _, one in measured]))


def losses_of(own: Sequence[OwnHand], *, model: ModelSpec = CROWD) -> tuple[FloatArray, FloatArray]:
    """A player's losses by group, to a crowd that forgets him and to one that does not; counts."""
    losses, cases = np.zeros((len(EDGES) - 1, 2)), np.zeros(len(EDGES) - 1)
    known = reader_of(model)
    for number, hand in enumerate(own, 1):
        group = int(np.searchsorted(EDGES, number)) - 1
        stranger = reader_of(model)
        for decision in hand.decisions:
            for place, reader in enumerate((stranger, known)):
                chances = reader.chances(decision.name, [decision.situation])[0]
                losses[group, place] -= log(max(float(chances[ACTIONS[decision.kind]]), LEAST))
            stranger.learn(decision)
            cases[group] += 1
            known.learn(decision)
        hand.end(known)
    return losses, cases


def speed_as_dict(speed: Speed, seed: int) -> dict[str, Any]:
    """All of it, for scripts."""
    share, low, high = speed.share(seed)
    return {
        "players": len(speed.cases),
        "by_hands_seen": [one._asdict() for one in speed.gains(seed)],
        "share_soon": {"hands": SOON, "mean": share, "low": low, "high": high},
    }
