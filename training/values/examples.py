"""From solved games to what a network is trained on."""

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

import numpy as np
import numpy.typing as npt

from training.values.games import games_in
from villain.cards.card import Card
from villain.solver.values.board_facts import BoardFacts
from villain.solver.values.features import BoardFeatures

SOME = 256
"""Holdings of each player that are learned from in a game, half of them by their weight."""

Array = npt.NDArray[np.float32]


class Examples(NamedTuple):
    """Rows of players: what is seen of both ranges, and of some holdings; their values and weights.

    ``holdings`` has what changes with the ranges, the chances first, then what does not.
    """

    overall: Array
    holdings: Array
    values: Array
    weights: Array

    @staticmethod
    def join(parts: Iterable["Examples"]) -> "Examples":
        """All together."""
        return Examples(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


@lru_cache(maxsize=1)
def features_on(board: tuple[Card, ...]) -> BoardFeatures:
    """What is seen of a board; games on the same board follow one another."""
    return BoardFeatures(BoardFacts(board))


def examples_in(path: Path, cards: int, values: str, seed: int = 0) -> Examples:
    """The examples of a file: on boards of so many cards, with these values."""
    kept = make_examples(path, cards, values, seed)
    with np.load(kept) as stored:
        return Examples(*(stored[name].astype(np.float32) for name in Examples._fields))


def make_examples(path: Path, cards: int, values: str, seed: int = 0) -> Path:
    """The file with the examples of a file of games, which is made where there is none."""
    kept = _file_of(path, cards, values)
    if kept.exists():
        return kept
    rng = np.random.default_rng((seed, crc32(path.name.encode())))
    overall, holdings, wanted, weights = [], [], [], []
    for game in games_in(path, cards, values):
        features = features_on(game.board)
        inputs = features.inputs((game.ranges[:1], game.ranges[1:]), np.array([game.ratio]))
        for player in (0, 1):
            held = game.ranges[player].astype(np.float64)
            some = np.concatenate(
                [
                    rng.choice(len(held), SOME // 2, p=held / held.sum()),
                    rng.choice(len(held), SOME // 2),
                ]
            )
            changing = inputs.changing[player, 0, some]
            overall.append(inputs.globals[player, 0])
            holdings.append(np.concatenate([changing, features.static[some]], axis=1))
            wanted.append(game.values[player, some])
            possible = inputs.rivals[player, 0, some] > 1e-6
            weights.append(possible * np.repeat([1.0, 0.25], SOME // 2))
    parts = (overall, holdings, wanted, weights)
    examples = Examples(*(np.array(part, np.float32) for part in parts))
    _save(kept, examples)
    return kept


def save_examples(path: Path, cards: int, examples: Examples) -> None:
    """Write the examples of a file of games, which were made elsewhere."""
    _save(_file_of(path, cards, "values"), examples)


def _file_of(path: Path, cards: int, values: str) -> Path:
    return path.with_name(f"{path.stem}.{values}.{cards}.examples")


def _save(kept: Path, examples: Examples) -> None:
    partial = kept.with_suffix(".part")
    with partial.open("wb") as file:
        np.savez(file, **examples._asdict())
    partial.rename(kept)
