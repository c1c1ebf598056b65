"""The shape of hands: how far they go, with how many players, how large pots and bets are."""

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from villain.evaluation.realism.hand_features import pots_raised
from villain.evaluation.realism.real_tables import TableHand

QUANTILES = (0.1, 0.25, 0.5, 0.75, 0.9)
_STREETS = ("flop", "turn", "river")


class Sizes(NamedTuple):
    """Amounts of a kind: how many there were, and their `QUANTILES`."""

    cases: int
    quantiles: tuple[float, ...]


class HandShape(NamedTuple):
    """The shares of hands that get somewhere, and mean numbers; and amounts by kind."""

    shares: dict[str, float]
    sizes: dict[str, Sizes]

    def as_dict(self) -> dict[str, Any]:
        """For scripts."""
        return {
            "shares": self.shares,
            "sizes": {kind: one._asdict() for kind, one in self.sizes.items()},
        }


def hand_shape(hands: Iterable[TableHand]) -> HandShape:
    """The shape of many hands."""
    hands = list(hands)
    amounts: dict[str, list[float]] = {"pot, bb": []}
    reached = np.zeros(3)
    limped = raised = reraised = showdowns = shown = 0
    to_the_flop = []
    for table_hand in hands:
        hand = table_hand.hand
        line, blind = hand.state.line, hand.rules.big_blind
        amounts["pot, bb"].append(hand.state.pot / blind)
        reached += np.arange(1, 4) <= hand.street
        if hand.street:
            folds = sum(one.kind == "fold" and one.street == 0 for one in line)
            to_the_flop.append(hand.rules.players - folds)
        showdowns += bool(table_hand.showdown)
        shown += bool(table_hand.shown)
        raises = [one.to for one in line if one.kind == "raise" and one.street == 0]
        limped += any(
            one.kind == "call" and one.chips and not one.raises and not one.street for one in line
        )
        raised, reraised = raised + bool(raises), reraised + (len(raises) > 1)
        if raises:
            amounts.setdefault("first raise, bb", []).append(raises[0] / blind)
        if len(raises) > 1:
            amounts.setdefault("3-bet, raises", []).append(raises[1] / raises[0])
        for one in line:
            if one.kind == "raise" and one.street:
                kind = "raise" if one.raises else "bet"
                name = f"{_STREETS[one.street - 1]} {kind}, pots"
                amounts.setdefault(name, []).append(pots_raised(one))
    whole = max(len(hands), 1)
    shares = {
        **{
            f"see a {street}": float(reached[place]) / whole
            for place, street in enumerate(_STREETS)
        },
        "go to showdown": showdowns / whole,
        "show cards": shown / whole,
        "have a limper": limped / whole,
        "are raised pre-flop": raised / whole,
        "are re-raised pre-flop": reraised / whole,
        "players to the flop": float(np.mean(to_the_flop)) if to_the_flop else float("nan"),
    }
    order = sorted(amounts, key=_place)
    return HandShape(shares, {kind: _sizes(amounts[kind]) for kind in order})


def _place(kind: str) -> tuple[int, int]:
    street = next((place for place, one in enumerate(_STREETS, 1) if one in kind), 0)
    return (0 if not street else 1), street + 4 * ("raise" in kind)


def _sizes(amounts: list[float]) -> Sizes:
    return Sizes(len(amounts), tuple(np.quantile(amounts, QUANTILES).tolist()))
