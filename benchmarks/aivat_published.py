"""AIVAT of professionals' hands against DeepStack, beside what was published of each [deepstack].

    python -m benchmarks.aivat_published ../shared/data/deepstack

Nobody told his chances to us, so only luck with the cards is taken out; the published figures know
DeepStack's play as well. All are unbiased, so that they should have the same mean.
"""

import csv
import lzma
import sys
from collections import defaultdict
from pathlib import Path

import numpy as np

import villain.cli  # noqa: F401  first: it says how many threads NumPy may use
from villain.cards.card import Card, parse_cards
from villain.evaluation.aivat.stored import adjust_hands
from villain.evaluation.known_hands import MACHINE, hands_of
from villain.hands.hand_history import HandHistory
from villain.kernels.arrays import FloatArray

BIG_BLIND = 100
FIGURES = ("Chips", "All Hands Chips", "AIVAT")

Key = tuple[str, int, frozenset[Card], frozenset[Card], frozenset[Card]]


def main() -> int:
    """Read, and print a line for each figure."""
    if len(sys.argv) != 2:
        print(f"{__doc__}\nOne folder, please.", file=sys.stderr)
        return 2
    folder = Path(sys.argv[1])
    hands = list(hands_of([folder / "deepstack-heads-up.log.xz"]))
    machine = adjust_hands(hands, MACHINE)
    theirs = published(folder / "deepstack-aivat.csv.xz")
    places = zip(machine.places, machine.chips.tolist(), strict=True)
    rows = [theirs[key_of(hands[place], won)].pop() for place, won in places]
    chips, all_hands, aivat = -np.array(rows).T
    assert np.allclose(chips, machine.chips)
    print(f"{len(chips):,} hands, big blinds a hand from DeepStack's side")
    for name, column in (
        ("chips", chips),
        ("chips, over all holdings (published)", all_hands),
        ("AIVAT (published)", aivat),
        ("less luck with the cards (ours)", machine.less_luck),
    ):
        print(f"{name}: {_mean(column)}, deviation {column.std(ddof=1):.2f}")
    print(f"ours above chips: {_mean(machine.less_luck - chips)}")
    print(f"ours above the published AIVAT: {_mean(machine.less_luck - aivat)}")
    both = (np.corrcoef(one, aivat)[0, 1] for one in (chips, machine.less_luck))
    print("correlation with the published AIVAT: chips {:.2f}, ours {:.2f}".format(*both))
    return 0


def published(path: Path) -> dict[Key, list[list[float]]]:
    """The published figures of hands, in big blinds from the person's side."""
    figures: dict[Key, list[list[float]]] = defaultdict(list)
    with lzma.open(path, "rt") as file:
        for row in csv.DictReader(file):
            board = row["Flop Cards"] + row["Turn Card"] + row["River Card"]
            texts = (row["Your Hand"], row["Deepstack Hand"], board)
            one, other, board_cards = (frozenset(parse_cards(text)) for text in texts)
            key = row["player"], -round(float(row["Chips"])), one, other, board_cards
            figures[key].append([float(row[name]) / BIG_BLIND for name in FIGURES])
    return figures


def key_of(history: HandHistory, won: float) -> Key:
    """What a hand of the log is found by, where the machine won so much: the orders differ."""
    seat = 1 - history.names.index(MACHINE)
    one, other = (frozenset(history.holes[place]) for place in (seat, 1 - seat))
    return history.names[seat], round(BIG_BLIND * won), one, other, frozenset(history.board)


def _mean(values: FloatArray) -> str:
    half = 1.96 * values.std(ddof=1) / np.sqrt(len(values))
    return f"{values.mean():+.3f} ± {half:.3f}"


if __name__ == "__main__":
    sys.exit(main())
