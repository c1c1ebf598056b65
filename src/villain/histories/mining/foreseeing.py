"""How well a new opponent's next actions are foreseen from his first hands [huang].

    python -m villain.histories.mining.foreseeing --store STORE

Only players who are held back from mining are judged. Of each the first 0, 20, 100 and 500 hands
are counted; then the actions of his next 50 are predicted, without learning on the way.
"""

import argparse
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from villain.errors import VillainError
from villain.histories.mining.heads_up import Situation, hands_played, heads_up_hands
from villain.histories.predicting.splitting import for_training
from villain.histories.store.hand_store import HandStore
from villain.kernels.arrays import FloatArray
from villain.models.huang.estimator import Estimate
from villain.models.huang.styles import Styles, read, shipped_styles
from villain.strategy.huang.abstraction import FOLD, faces_bet

SEEN, WINDOW, LEAST_HANDS = (0, 20, 100, 500), 50, 600
ESTIMATORS = ("raw", "raw + 1", "average", "huang")
"""Raw frequencies; with one more of each action; what mined players do on average; the thesis."""

DOUBT = 0.01
"""Such a share of every prediction goes to all legal actions alike, so that no loss is infinite."""

Hands = Sequence[Sequence[tuple[str, int]]]
"""What one player did: for each hand the sequences he faced and his actions."""


class Foreseen(NamedTuple):
    """After so many hands seen: by estimator and player the sum of losses, and the decisions."""

    seen: int
    losses: dict[str, FloatArray]
    decisions: FloatArray

    def loss(self, name: str) -> float:
        """Nats for each decision."""
        return float(self.losses[name].sum() / self.decisions.sum())

    def interval(self, name: str, less: str | None = None, seed: int = 1) -> tuple[float, float]:
        """Of 95 %, by a bootstrap over players; of a difference, where another is named."""
        losses = self.losses[name] - (self.losses[less] if less else 0.0)
        players = len(losses)
        rng = np.random.default_rng(seed)
        drawn = rng.multinomial(players, np.full(players, 1 / players), 1000)
        low, high = np.quantile((drawn @ losses) / (drawn @ self.decisions), [0.025, 0.975])
        return float(low), float(high)


def hands_by_player(
    hands: Iterable[Sequence[Situation]], names: frozenset[str]
) -> dict[str, list[list[tuple[str, int]]]]:
    """The hands in which each of these players acted, oldest first."""
    found: dict[str, list[list[tuple[str, int]]]] = {name: [] for name in names}
    for hand in hands:
        for name in {situation.name for situation in hand} & names:
            found[name].append([(one.sequence, one.action) for one in hand if one.name == name])
    return found


def foresee(
    people: Mapping[str, Hands], styles: Styles, seen: int, window: int = WINDOW
) -> Foreseen:
    """Predict what each player does in so many hands, after the first ones were seen."""
    losses = {name: np.zeros(len(people)) for name in ESTIMATORS}
    decisions = np.zeros(len(people))
    nobody = Estimate(styles, {})
    for number, hands in enumerate(people.values()):
        counts: dict[str, FloatArray] = {}
        for sequence, action in (one for hand in hands[:seen] for one in hand):
            row = counts.setdefault(sequence, np.zeros(styles.abstraction.actions))
            row[action] += 1
        him = Estimate(styles, counts)
        for sequence, action in (one for hand in hands[seen : seen + window] for one in hand):
            more = np.ones(styles.abstraction.actions) + counts.get(sequence, 0.0)
            told = (him.raw(sequence), more, nobody.prior(sequence), him.distribution(sequence))
            for name, chances in zip(ESTIMATORS, told, strict=True):
                losses[name][number] -= np.log(legal(chances, sequence)[action])
            decisions[number] += 1
    return Foreseen(seen, losses, decisions)


def legal(chances: FloatArray, sequence: str) -> FloatArray:
    """The chances of what may be done, with a little doubt; nobody folds where a check is free.

    >>> legal(np.array([0.5, 0.5, 0.0, 0.0]), "100").round(4).tolist()
    [0.0, 0.9933, 0.0033, 0.0033]
    """
    may = np.ones(len(chances))
    may[FOLD] = faces_bet(sequence)
    left = chances * may
    found: FloatArray = (1 - DOUBT) * left / left.sum() + DOUBT * may / may.sum()
    return found


def main() -> None:
    """Judge on the players of a store who are held back."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--store", type=Path, required=True)
    parser.add_argument("--styles", type=Path, help="(default: those that are shipped)")
    told = parser.parse_args()
    store, styles = HandStore(told.store), read(told.styles) if told.styles else shipped_styles()
    played = hands_played(store).items()
    names = {name for name, hands in played if hands >= LEAST_HANDS and not for_training(name)}
    acted = hands_by_player(heads_up_hands(store, styles.abstraction), frozenset(names))
    least = max(SEEN) + WINDOW
    people = {name: acted[name] for name in sorted(acted) if len(acted[name]) >= least}
    if not people:
        raise VillainError(f"nobody who is held back has acted in {least:,} hands")
    print(f"{len(people):,} players, {WINDOW} hands each after those seen; nats for each decision")
    for seen in SEEN:
        found = foresee(people, styles, seen)
        cells = [
            f"{name} {found.loss(name):.4f} ({low:.4f}–{high:.4f})"
            for name in ESTIMATORS
            for low, high in [found.interval(name)]
        ]
        low, high = found.interval("raw + 1", "huang")
        ahead = found.loss("raw + 1") - found.loss("huang")
        gain = f"huang ahead of raw + 1 by {ahead:.4f} ({low:.4f}–{high:.4f})"
        print(f"{seen:>4} hands seen, {found.decisions.sum():,.0f} decisions: " + ", ".join(cells))
        print(f"     {gain}")


if __name__ == "__main__":
    main()
