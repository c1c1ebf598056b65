"""What players did with which cards, from hands in which all cards are known: for training."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from villain.cards.combo import Combo
from villain.evaluation.known_hands import MACHINE, held_back, known
from villain.evaluation.replaying import decisions_of
from villain.game.situation import Decision
from villain.hands.hand_history import HandHistory
from villain.kernels.networks import Numbers
from villain.models.cards.features import combo_features, situation_features
from villain.models.cards.network import KINDS, CardNetwork, kind_of, legal_kinds


class Examples(NamedTuple):
    """Actions with their cards: inputs, kind, what was legal, and how much each counts."""

    inputs: Numbers
    kinds: npt.NDArray[np.intp]
    legal: npt.NDArray[np.bool_]
    shares: Numbers


def gather(hands: Iterable[HandHistory], machine: float) -> tuple[Examples, Examples]:
    """Examples before and after the flop, from hands of nobody who is held back.

    ``machine`` is what an action of the machine counts beside one of a person.
    """
    rows: tuple[list[tuple[Numbers, int, npt.NDArray[np.bool_], float]], ...] = ([], [])
    for history in hands:
        if not known(history) or any(map(held_back, history.names)):
            continue
        for decision, combo in with_cards(history):
            situation = decision.situation
            share = machine if decision.name == MACHINE else 1.0
            if share and CardNetwork.reads(history.rules):
                inputs = (combo_features(situation.board)[combo], situation_features(situation))
                row = (np.concatenate(inputs), kind_of(decision), legal_kinds(situation), share)
                rows[bool(situation.board)].append(row)
    before, after = (
        Examples(
            np.array([row[0] for row in part], np.float32),
            np.array([row[1] for row in part], np.intp),
            np.array([row[2] for row in part], np.bool_).reshape(-1, KINDS),
            np.array([row[3] for row in part], np.float32),
        )
        for part in rows
    )
    return before, after


def with_cards(history: HandHistory) -> Iterator[tuple[Decision, int]]:
    """Every decision of a hand, with the combo that was held."""
    for decision in decisions_of(history.play()):
        yield decision, Combo.of(*history.holes[decision.seat])
