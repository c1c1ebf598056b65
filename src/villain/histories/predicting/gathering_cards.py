"""What players did with which cards, from hands in which all cards are known: for training."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from villain.cards.combo import Combo
from villain.errors import VillainError
from villain.histories.files.archives import Trouble
from villain.histories.files.pieces import pieces
from villain.histories.formats.format import RefusedError, read_hand
from villain.histories.formats.registry import FORMATS
from villain.histories.hand_history import HandHistory
from villain.histories.predicting.replaying import choices_of
from villain.kernels.networks import Numbers
from villain.models.card_features import combo_features, context_features
from villain.models.card_network import KINDS, CardNetwork, kind_of, legal_kinds
from villain.models.contexts import Choice

MACHINE = "DeepStack"
"""It plays in every hand of its log: neither one of the players to be read nor unknown."""

HELD_BACK = 30
"""So many in a hundred players are held back."""


def held_back(name: str) -> bool:
    """Whether the card network has seen nothing of a player: by a digest of his name alone.

    The log has 17 people, of whom eight played most hands; the digest is not the one by which the
    predictors of actions are split, as that would leave it a third of the hands.

    >>> held_back("Ann"), held_back("Cleo")
    (False, True)
    """
    return int(sha256(name.encode()).hexdigest()[:8], 16) % 100 >= 100 - HELD_BACK


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
        for choice, combo in with_cards(history):
            context = choice.context
            share = machine if choice.name == MACHINE else 1.0
            if share and CardNetwork.reads(history.rules):
                inputs = (combo_features(context.board)[combo], context_features(context))
                row = (np.concatenate(inputs), kind_of(choice), legal_kinds(context), share)
                rows[bool(context.board)].append(row)
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


def with_cards(history: HandHistory) -> Iterator[tuple[Choice, int]]:
    """Every choice of a hand, with the combo that was held."""
    for choice in choices_of(history.play()):
        yield choice, Combo.of(*history.holes[choice.seat])


def known(history: HandHistory) -> bool:
    """Whether everybody's cards are known, so that no showdown chose them."""
    return all(history.holes)


def hands_of(
    paths: Sequence[Path],
    most: int | None = None,
    refused: Callable[[str], None] = lambda _: None,
) -> Iterator[HandHistory]:
    """The hands of files in order, at most so many; ``refused`` is told of each left out."""
    return islice(_all_hands(paths, refused), most)


def _all_hands(paths: Sequence[Path], refused: Callable[[str], None]) -> Iterator[HandHistory]:
    for piece in pieces(paths):
        if isinstance(piece, Trouble):
            raise VillainError(f"{piece.name}: {piece.reason}")
        for line, text, wrong in piece.blocks():
            try:
                if wrong:
                    raise RefusedError(*wrong)
                yield read_hand(FORMATS[piece.form], text, piece.context)[0]
            except RefusedError as error:
                refused(f"{piece.source}, line {line}: {error}")
