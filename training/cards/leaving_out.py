"""Cross-validation of the card network: players that are trained on are left out in turn.

    python -m training.cards.leaving_out [LOG] [HANDS]

So its settings were chosen. For each fifth of these players networks are trained on the others,
and the model reads so many hands (400) of those left out, first of whoever played most. Nobody
who is held back for the last judgement is looked at.
"""

import argparse
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path

import numpy as np

from training.cards.gathering import Examples, gather
from training.cards.train import HIDDEN, LOG, MACHINE_SHARE, train
from villain.evaluation.known_hands import MACHINE, hands_of, held_back
from villain.evaluation.range_report import STREETS
from villain.evaluation.ranges import RangeReading, by_street, read_hands
from villain.hands.hand_history import HandHistory
from villain.models.cards.model import CardReader
from villain.models.cards.network import CardNetwork

FOLDS, HANDS, NETWORKS = 5, 400, 2


def parts_of(hands: Iterable[HandHistory]) -> list[list[HandHistory]]:
    """The hands of each part of the players; those who played most are in different parts."""
    by_name: dict[str, list[HandHistory]] = defaultdict(list)
    for history in hands:
        people = [name for name in history.names if name != MACHINE]
        if not any(map(held_back, people)):
            by_name[people[0]].append(history)
    names = sorted(by_name, key=lambda name: (-len(by_name[name]), name))
    return [
        [history for name in names[part::FOLDS] for history in by_name[name]]
        for part in range(FOLDS)
    ]


def leave_out(
    hands: list[HandHistory], others: Sequence[tuple[Examples, Examples]]
) -> tuple[list[RangeReading], list[RangeReading]]:
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
    parser = argparse.ArgumentParser(description="Cross-validation of the card network.")
    parser.add_argument("log", type=Path, nargs="?", default=LOG, help="of DeepStack's hands")
    parser.add_argument("hands", type=int, nargs="?", default=HANDS, help="of those left out")
    asked = parser.parse_args()
    parts = parts_of(hands_of([asked.log]))
    gathered = [gather(hands, MACHINE_SHARE) for hands in parts]
    every: tuple[list[RangeReading], list[RangeReading]] = ([], [])
    for fold, hands in enumerate(parts):
        both = leave_out(hands[: asked.hands], gathered[:fold] + gathered[fold + 1 :])
        for name, readings, kept in zip(("habits", "without"), both, every, strict=True):
            kept += [one._replace(hand=FOLDS * one.hand + fold) for one in readings]
            _print(f"part {fold + 1}, {name}", readings)
    _print("all, habits", every[0])
    _print("all, without", every[1])


def _print(title: str, readings: list[RangeReading]) -> None:
    cells = [
        f"{STREETS[street]} {gain.mean:.3f} [{gain.low:.3f}, {gain.high:.3f}]"
        for street, gain in by_street(readings).items()
    ]
    print(f"{title}: {', '.join(cells)}", flush=True)


if __name__ == "__main__":
    main()
