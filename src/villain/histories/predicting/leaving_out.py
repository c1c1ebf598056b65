"""Cross-validation of the card network: players that are trained on are left out in turn.

    python -m villain.histories.predicting.leaving_out [LOG] [HANDS]

So its settings were chosen. For each fifth of these players networks are trained on the others,
and the model reads the first so many hands (400) of those left out. Nobody who is held back for
the last judgement is looked at.
"""

import sys
from collections.abc import Iterable, Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path

import numpy as np

from villain.histories.hand_history import HandHistory
from villain.histories.predicting.gathering_cards import (
    MACHINE,
    Examples,
    gather,
    hands_of,
    held_back,
)
from villain.histories.predicting.range_report import STREETS
from villain.histories.predicting.ranges import Reading, by_street, read_hands
from villain.histories.predicting.training_cards import HIDDEN, LOG, MACHINE_SHARE, train
from villain.models.card_network import CardNetwork
from villain.models.card_reader import CardReader

FOLDS, HANDS, NETWORKS = 5, 400, 2


def fold_of(name: str) -> int:
    """Which part of the players one is in."""
    return int(sha256(name.encode()).hexdigest()[8:16], 16) % FOLDS


def part_of(history: HandHistory) -> int | None:
    """Which part a hand belongs to; None where somebody is held back for good."""
    if any(map(held_back, history.names)):
        return None
    return next((fold_of(name) for name in history.names if name != MACHINE), None)


def leave_out(
    hands: list[HandHistory], others: Sequence[tuple[Examples, Examples]]
) -> tuple[list[Reading], list[Reading]]:
    """Readings of people by a network trained on others, with and without learning habits."""
    before, after = (
        train(join(parts), hidden, NETWORKS)
        for parts, hidden in zip(zip(*others, strict=True), HIDDEN, strict=True)
    )
    network = CardNetwork(before, after)
    learning, plain = (
        [
            reading
            for readings in read_hands(
                partial(CardReader, network, learns=learns), hands, lambda name: name != MACHINE
            )
            for reading in readings
        ]
        for learns in (True, False)
    )
    return learning, plain


def join(parts: Iterable[Examples]) -> Examples:
    """The examples of several parts as one."""
    return Examples(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def main() -> None:
    """Leave out all parts in turn, and print what was gained by street."""
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else LOG
    most = int(sys.argv[2]) if len(sys.argv) > 2 else HANDS
    parts: list[list[HandHistory]] = [[] for _ in range(FOLDS)]
    for history in hands_of([path]):
        if (part := part_of(history)) is not None:
            parts[part].append(history)
    gathered = [gather(hands, MACHINE_SHARE) for hands in parts]
    every: tuple[list[Reading], list[Reading]] = ([], [])
    for fold, hands in enumerate(parts):
        found = leave_out(hands[:most], gathered[:fold] + gathered[fold + 1 :])
        for name, readings, kept in zip(("habits", "without"), found, every, strict=True):
            kept += [one._replace(hand=FOLDS * one.hand + fold) for one in readings]
            _print(f"part {fold + 1}, {name}", readings)
    _print("all, habits", every[0])
    _print("all, without", every[1])


def _print(title: str, readings: list[Reading]) -> None:
    cells = [
        f"{STREETS[street]} {gain.mean:.3f} [{gain.low:.3f}, {gain.high:.3f}]"
        for street, gain in by_street(readings).items()
    ]
    print(f"{title}: {', '.join(cells)}", flush=True)


if __name__ == "__main__":
    main()
