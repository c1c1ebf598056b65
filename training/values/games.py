"""Valued games: boards, stacks and ranges, and what every holding has; in files of some hundred."""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from villain.cards.card import DECK, Card
from villain.kernels.arrays import FloatArray
from villain.solver.values.board_facts import BoardFacts


class Game(NamedTuple):
    """One game: ranges and values are by player and holding of its board.

    The ratio is of the stack (in limit: of a bet) to the pot; values are in pots beyond half of it.
    """

    board: tuple[Card, ...]
    ratio: float
    ranges: npt.NDArray[np.float32]
    values: npt.NDArray[np.float32]


@dataclass
class Games:
    """Games to be kept; ``next_values`` are those after the last card of a board, if it has one."""

    boards: list[Sequence[int]] = field(default_factory=list)
    ratios: list[float] = field(default_factory=list)
    ranges: list[npt.NDArray[Any]] = field(default_factory=list)
    values: list[npt.NDArray[Any]] = field(default_factory=list)
    next_values: list[npt.NDArray[Any]] = field(default_factory=list)

    def add(
        self,
        board: Sequence[Card],
        ratio: float,
        ranges: Sequence[FloatArray],
        values: Sequence[FloatArray],
        next_values: Sequence[FloatArray] = (),
    ) -> None:
        """Take in a game."""
        self.boards.append([int(card) for card in board])
        self.ratios.append(ratio)
        self.ranges.append(np.array([held / held.max() for held in ranges]))
        self.values.append(np.array(values))
        self.next_values.append(np.array(next_values))

    def save(self, path: Path) -> None:
        """Write a file, whole or not at all."""
        partial = path.with_suffix(".part")
        with partial.open("wb") as file:
            np.savez(
                file,
                boards=np.array(self.boards, np.uint8),
                ratios=np.array(self.ratios, np.float32),
                ranges=np.array(self.ranges, np.float32).astype(np.float16),
                values=np.array(self.values, np.float32),
                river_values=np.array(self.next_values, np.float32).astype(np.float16),
            )
        partial.rename(path)


def games_in(path: Path, cards: int, values: str = "values") -> Iterator[Game]:
    """The games of a file on boards of so many cards, where both have something to hold.

    With ``river_values`` these are the rivers that were kept with turns.
    """
    with np.load(path) as stored:
        columns = [stored[name] for name in ("boards", "ratios", "ranges", values)]
    for board, ratio, ranges, wanted in zip(*columns, strict=True):
        whole = tuple(DECK[card] for card in board)
        facts = BoardFacts(whole[:cards])
        if ranges.shape[1] != facts.size:  # kept by the holdings of the street before
            before = BoardFacts(whole[: cards - 1])
            inside = np.searchsorted(before.holdings, facts.holdings)
            ranges, wanted = ranges[:, inside], wanted[:, inside]
        if ranges.sum(axis=1).all():
            yield Game(
                facts.board, float(ratio), ranges.astype(np.float32), wanted.astype(np.float32)
            )


def add_options(parser: argparse.ArgumentParser) -> None:
    """What all commands that make games are told."""
    parser.add_argument("--out", type=Path, required=True, help="a folder for the files")
    parser.add_argument("--seconds", type=float, default=600, help="time to work (600)")
    parser.add_argument("--seed", type=int, default=1, help="a whole number (1)")
