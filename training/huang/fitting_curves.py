"""Fits how steeply the chance to take a risk grows with strength to hands of known cards [huang].

    python -m training.huang.fitting_curves --deepstack FOLDER --store STORE

Where all cards are known, the likelihood is that of what was done with them. Where they are known
because they were shown, it is that of the cards among all that could have been held,

    P(cards | actions, board) ∝ Π P(action | sequence, strength of the cards on the street's board)

A player's frequencies are his own with ten observations of what mined players do mixed in. Curves
are fitted to people of both sources together and judged on others, who are held back by name.
"""

import argparse
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize

from training.huang.curve_evidence import STREETS, Evidence, Shape, gather
from villain.errors import VillainError
from villain.evaluation.known_hands import MACHINE, hands_of, held_back
from villain.hands.store.hand_store import HandStore
from villain.kernels.arrays import FloatArray
from villain.models.huang.styles import Counts, Styles, shipped_styles
from villain.profiles.mining.known_cards import (
    KnownHand,
    ShowdownCounts,
    first_to_show,
    hands_with_cards,
)
from villain.profiles.mining.mining import mine
from villain.profiles.splitting import digest, for_training
from villain.strategy.huang.curves import Curve

CURVES = 3
SHOWDOWNS = 4000
"""So many are drawn to fit to, and to judge on; and as many hands of the machine."""

STEEPEST, FLATTEST, MOST_BLUR = 60.0, 0.05, 0.95
CLOSE_ENOUGH = 1e-7


class Family(NamedTuple):
    """A kind of model: which of its parameters are one."""

    name: str
    by_street: bool
    by_curve: bool
    blurred: bool
    curve: Curve = Curve.LOGISTIC

    def shape(self, parameters: FloatArray) -> Shape:
        """Curves of these parameters: logarithms of steepness, then shares of blur."""
        streets, curves = STREETS if self.by_street else 1, CURVES if self.by_curve else 1
        steep = np.exp(parameters[: streets * curves]).reshape(streets, curves)
        blur = parameters[streets * curves :] if self.blurred else np.zeros(1)
        return Shape(
            np.broadcast_to(steep, (STREETS, CURVES)), np.broadcast_to(blur, STREETS), self.curve
        )

    def fit(self, parts: Sequence[Evidence], start: float = 5.0) -> Shape:
        """The likeliest of the family, for all the evidence together."""
        streets = STREETS if self.by_street else 1
        steep = streets * (CURVES if self.by_curve else 1)
        blurs = streets if self.blurred else 0
        limits = [(np.log(FLATTEST), np.log(STEEPEST))] * steep + [(0.0, MOST_BLUR)] * blurs
        first = np.array([np.log(start)] * steep + [0.2] * blurs)

        def loss(parameters: FloatArray) -> float:
            shape = self.shape(parameters)
            return -sum(float(part.gains(shape).total.sum()) for part in parts) / 1000

        best = minimize(
            loss,
            first,
            method="L-BFGS-B",
            bounds=limits,
            options={"eps": 1e-3, "ftol": CLOSE_ENOUGH},
        )
        return self.shape(best.x)


FAMILIES = (
    Family("one", False, False, False),
    Family("by street", True, False, False),
    Family("by street and curve", True, True, False),
    Family("by street and curve, blurred", True, True, True),
    Family("lines by street", True, False, False, Curve.LINEAR),
)
GUESSES = (
    ("logistic, 20", Shape.of(20.0)),
    ("line, 20", Shape.of(20.0, Curve.LINEAR)),
    ("step", Shape.of(20.0, Curve.STEP)),
)
"""Gains are beside what ignores the cards."""

COMPARED = (
    ("one", "logistic, 20"),
    ("by street", "one"),
    ("by street and curve", "by street"),
    ("by street and curve, blurred", "by street and curve"),
    ("by street and curve, blurred", "logistic, 20"),
)


def from_log(
    folder: Path, styles: Styles, seed: int
) -> tuple[dict[str, Evidence], dict[str, Evidence]]:
    """The people of a log with all cards: those to fit to, those held back, and the machine."""
    files = sorted(folder.glob("*.log*"))
    if not files:
        raise VillainError(f"there is no log in {str(folder)!r}")
    hands = list(hands_with_cards(hands_of(files), styles.abstraction))
    counts: dict[str, dict[str, FloatArray]] = defaultdict(dict)
    for hand in hands:
        for sequence, action in hand.decisions:
            empty = np.zeros(styles.abstraction.actions)
            counts[hand.name].setdefault(sequence, empty)[action] += 1
    people = [hand for hand in hands if hand.name != MACHINE]
    machine = _some([hand for hand in hands if hand.name == MACHINE], seed)
    parts = {
        "log, fitted to": [hand for hand in people if not held_back(hand.name)],
        "log, held back": [hand for hand in people if held_back(hand.name)],
        "log, the machine": machine,
    }
    made = {name: gather(part, counts, styles, shown=False) for name, part in parts.items()}
    return {"log, fitted to": made["log, fitted to"]}, made


def from_store(
    store: HandStore, styles: Styles, seed: int
) -> tuple[dict[str, Evidence], dict[str, Evidence]]:
    """The players of a store who had to show first, of those with 200 hands."""
    mined = mine(store, styles.abstraction).styles
    place = {int(player): number for number, player in enumerate(mined.players)}
    shown = ShowdownCounts(Counter(), Counter())
    hands = [
        hand
        for hand in first_to_show(store, styles.abstraction, shown)
        if digest(hand.name) in place
    ]
    for (site, raised), times in sorted(shown.hands.items()):
        river = "raised last on the river" if raised else "first on a checked river"
        share = shown.known[site, raised] / times
        print(f"{site}, {river}: {times:,} showdowns, cards known in {share:.1%}")
    fitted = _some([hand for hand in hands if for_training(hand.name)], seed)
    judged = _some([hand for hand in hands if not for_training(hand.name)], seed)
    names = {hand.name for hand in (*fitted, *judged)}
    counts: Mapping[str, Counts] = {name: mined.counts_of(place[digest(name)]) for name in names}
    parts = {"shown, fitted to": fitted, "shown, held back": judged}
    made = {name: gather(part, counts, styles, shown=True) for name, part in parts.items()}
    return {"shown, fitted to": made["shown, fitted to"]}, made


def _some(hands: Sequence[KnownHand], seed: int) -> list[KnownHand]:
    """A part of the hands, drawn by the seed."""
    order = np.random.default_rng(seed).permutation(len(hands))[:SHOWDOWNS]
    return [hands[number] for number in sorted(order.tolist())]


def print_gains(name: str, parts: Mapping[str, Evidence], shape: Shape) -> None:
    """Print the gains of a shape on all the evidence, and by street where that can be told."""
    for part, evidence in parts.items():
        gains = evidence.gains(shape)
        low, high = gains.interval()
        streets = ""
        if not evidence.shown:
            streets = "; by street " + ", ".join(f"{one:+.4f}" for one in evidence.by_street(shape))
        print(f"  {name:<36} {part:<17} {gains.mean:+.4f} ({low:+.4f} to {high:+.4f}){streets}")


def ahead(parts: Mapping[str, Evidence], better: Shape, worse: Shape) -> None:
    """Print how far one shape is ahead of another."""
    for part, evidence in parts.items():
        apart = evidence.gains(better).less(evidence.gains(worse))
        low, high = apart.interval()
        print(f"    {part:<17} {apart.mean:+.4f} ({low:+.4f} to {high:+.4f})")


def printed(shape: Shape) -> str:
    """The parameters of a shape."""
    steep = [tuple(row) for row in shape.steepness.round(2).tolist()]
    return f"steepness {steep}, blur {shape.blur.round(3).tolist()}"


def main() -> None:
    """Fit, judge and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deepstack", type=Path, required=True)
    parser.add_argument("--store", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1, help="of the hands drawn (default: 1)")
    asked = parser.parse_args()
    styles = shipped_styles()
    log = from_log(asked.deepstack, styles, asked.seed)
    store = from_store(HandStore(asked.store), styles, asked.seed)
    fitted, parts = {**log[0], **store[0]}, {**log[1], **store[1]}
    for part, evidence in parts.items():
        size = f"{evidence.players} players, {len(evidence.held):,} hands"
        loss = -float(evidence.plain().mean())
        print(f"{part}: {size}, {len(evidence.row):,} decisions; nats for each {loss:.4f}")
    shapes = dict(GUESSES)
    for name, shape in GUESSES:
        print_gains(name, parts, shape)
    for name, evidence in fitted.items():
        print(f"by street, fitted to one source ({name}): {printed(FAMILIES[1].fit([evidence]))}")
    for family in FAMILIES:
        shapes[family.name] = family.fit(list(fitted.values()))
        print(f"{family.name}: {printed(shapes[family.name])}")
        print_gains(family.name, parts, shapes[family.name])
    best = shapes[FAMILIES[3].name]
    for better, worse in COMPARED:
        print(f"{better} ahead of {worse}")
        ahead(parts, shapes[better], shapes[worse])
    print("the same curves over what he may hold after what he did before, not over all hands")
    over = {name: evidence.over_ranges(best) for name, evidence in parts.items()}
    print_gains("over ranges", over, best)
    for part, evidence in parts.items():
        apart = over[part].gains(best).less(evidence.gains(best))
        low, high = apart.interval()
        print(f"    {part:<17} {apart.mean:+.4f} ({low:+.4f} to {high:+.4f}) ahead")


if __name__ == "__main__":
    main()
