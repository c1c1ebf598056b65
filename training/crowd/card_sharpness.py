"""How closely people go by their cards: ranges under several powers, where all cards are known.

    python -m training.crowd.card_sharpness LOG --reader NAME [--hands N] [--players A,B or ~A,B]

The player called NAME reads the others, hand after hand. After each of their decisions the range is
judged by the cards they had, in nats over a range in which all hands are alike, by street: with one
power for all streets, and with those of `villain.models.crowd.card_sharpness`. ``--players`` counts
these only, or all but these, so that powers are not judged on those by whom they were chosen.
"""

import argparse
from collections.abc import Callable
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from training.crowd.streams import hands_of
from villain.cards.combo import Combo
from villain.cards.range import possible
from villain.evaluation.ranges import judge
from villain.game.observation import Observation
from villain.models.crowd.card_sharpness import STREET_POWERS, sharpened
from villain.models.crowd.kinds import kind_of
from villain.models.crowd.model import CrowdModel
from villain.models.crowd.strengths import hands_on

if TYPE_CHECKING:
    from villain.cards.card import Card
    from villain.kernels.arrays import FloatArray

Powers = tuple[float, float, float, float]

TRIED: dict[str, Powers] = {
    **{f"{power:g}": (power,) * 4 for power in (0.7, 1.0, 1.15, 1.4, 1.6, 2.0, 2.8)},
    "shipped": STREET_POWERS,
}


class PowersTrial(CrowdModel):
    """A crowd that judges, at the end of each hand, what ranges were under several powers."""

    def __init__(self, counts: Callable[[str], bool]) -> None:
        super().__init__()
        self.holes: tuple[tuple[Card, ...], ...] = ()
        self.gains: list[list[FloatArray]] = [[], [], [], []]
        self._counts = counts

    def end_hand(self, seen: Observation) -> None:
        """Judge the ranges, then learn."""
        for seat, hole in enumerate(self.holes):
            if hole and seat != seen.seat and self._counts(seen.names[seat]):
                self._judge(seen, seat, int(Combo.of(*hole)))
        super().end_hand(seen)

    def _judge(self, seen: Observation, seat: int, held: int) -> None:
        ranges = np.ones((len(TRIED), 1326))
        for decision, note in self._noted:
            if decision.seat != seat:
                continue
            situation, kind = decision.situation, kind_of(decision)
            hands, place = hands_on(situation.board)
            kinds = self.reader.kinds_at(note, situation, hands)
            could = possible(situation.board)
            street = min(situation.street, 3)
            for weights, powers in zip(ranges, TRIED.values(), strict=True):
                likely = sharpened(kinds, note.overall, powers[street])[place, kind]
                weights *= could
                mean = float(weights @ likely) / float(weights.sum())
                weights *= (1 - self.doubt) * likely + self.doubt * mean
            could = possible((*seen.hole, *situation.board))
            chances = ranges * could
            chances /= chances.sum(axis=1, keepdims=True)
            self.gains[street].append(np.array([judge(one, could, held)[0] for one in chances]))


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="How closely people go by their cards.")
    parser.add_argument("log", type=Path, help="hands in which all cards are known")
    parser.add_argument("--reader", required=True, help="who reads the others")
    parser.add_argument("--hands", type=int, help="so many of them")
    parser.add_argument("--players", default="~", help="count these alone; after ~ all but these")
    asked = parser.parse_args()
    names = set(asked.players.removeprefix("~").split(","))
    others = asked.players.startswith("~")
    model = PowersTrial(lambda name: (name in names) != others)
    for history, hand in islice(hands_of(asked.log, print), asked.hands):
        if asked.reader in history.names:
            model.holes = history.holes
            model.observe(hand.observation(history.names.index(asked.reader)))
    print("decisions   " + "".join(f"{name:>9}" for name in TRIED))
    for name, some in (
        *((f"street {street}", one) for street, one in enumerate(model.gains)),
        ("all", list(chain(*model.gains))),
    ):
        means = np.mean(some, axis=0) if some else np.full(len(TRIED), np.nan)
        print(f"{name:9}{len(some):6}" + "".join(f"{mean:9.3f}" for mean in means))


if __name__ == "__main__":
    main()
