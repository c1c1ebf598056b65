"""The betting of streets that are solved for training: one menu, whatever is behind."""

from collections import defaultdict
from dataclasses import replace
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from training.values.rivers import LIMIT, NO_LIMIT, RATIOS
from villain.cards.card import DECK, Card
from villain.game.actions import CALL, raise_to
from villain.game.presets import limit_holdem, no_limit_holdem
from villain.game.public_state import PublicState
from villain.kernels.arrays import FloatArray
from villain.kernels.solver_records import CHANCE, FOLDED
from villain.solver.street_betting import BetMenu, street_tree

POT = 2000
"""Chips in the pot at the beginning of a street, with blinds of 1 and 2."""

MENU = BetMenu(bets=(0.75,), raises=(1.0,), all_in=3.0, most=2)


class Shape(NamedTuple):
    """A street's betting without sizes: nodes, parents first."""

    kinds: tuple[int, ...]
    players: tuple[int, ...]
    children: tuple[tuple[int, ...], ...]
    all_in: tuple[bool, ...]


class Sizes(NamedTuple):
    """By node: what each has put in where the street ends, and what is left, in pots.

    In limit that is a bet on the turn or the river.
    """

    stakes: FloatArray
    left: FloatArray


def street_start(board: tuple[Card, ...], ratio: float, *, limit: bool = False) -> PublicState:
    """A table at the beginning of a street, with so many pots behind, or bets of so much of it."""
    if limit:
        bet = max(round(ratio * POT / 2), 1)
        rules = replace(
            limit_holdem(2), blinds=(0, 0), ante=POT // 2, bets=(bet, bet, 2 * bet, 2 * bet)
        )
        state = PublicState.at_start(rules)
        state.act(CALL)
    else:
        stack = max(round(ratio * POT), 4)
        state = PublicState.at_start(no_limit_holdem(2, stack=POT // 2 + stack))
        state.act(raise_to(POT // 2))
    state.act(CALL)
    state.deal(board[:3])
    for card in board[3:]:
        state.act(CALL)
        state.act(CALL)
        state.deal((card,))
    return state


@cache
def shape_and_sizes(place: int, board_cards: int) -> tuple[Shape, Sizes]:
    """The betting of a street for one of the `RATIOS`."""
    start = street_start(tuple(DECK[:board_cards]), float(RATIOS[place]), limit=place in LIMIT)
    tree = street_tree(start, MENU)
    whole = sum(start.stacks) / 2 + POT / 2
    stakes = [
        abs(node.end[0][0]) if node.kind == FOLDED else POT / 2 + min(node.put)
        for node in tree.nodes
    ]
    left = np.full(len(stakes), RATIOS[place] * POT) if place in LIMIT else whole - np.array(stakes)
    ends = [node.kind == CHANCE for node in tree.nodes]
    shape = Shape(
        tuple(node.kind for node in tree.nodes),
        tuple(node.player for node in tree.nodes),
        tuple(node.children for node in tree.nodes),
        tuple(bool(end and chips <= 0) for end, chips in zip(ends, left, strict=True)),
    )
    return shape, Sizes(np.array(stakes) / POT, left / POT)


def alike_ratios(board_cards: int, *, limit: bool = False) -> list[npt.NDArray[np.int64]]:
    """The places of a game's `RATIOS`, those with the same moves together."""
    places = defaultdict[Shape, list[int]](list)
    for place in (LIMIT if limit else NO_LIMIT).tolist():
        places[shape_and_sizes(place, board_cards)[0]].append(place)
    return [np.array(some) for some in places.values()]
