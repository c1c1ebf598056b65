"""What a hand is worth to a player once both holdings are known: a function fixed before the data.

Whoever faces a bet folds as often as a curve says of a hand of its strength at this price. In all
other cases the hand is checked down, but for factors that say how much more than its share of the
pot the better hand wins: one for every kind of node, with a part that grows with the stacks left.
Curves and factors were fitted once (``python -m training.aivat``) and are shipped.
"""

import json
from functools import cache
from operator import add
from pathlib import Path
from typing import NamedTuple, Protocol

import numpy as np

from villain.evaluation.aivat.meeting import Meeting
from villain.game.public_state import PublicState
from villain.game.rules import Betting, Rules
from villain.kernels.arrays import FloatArray
from villain.strength.quick_strengths import quick_ranks

KINDS = (
    *("begins flop", "begins turn", "begins river"),
    *("checked preflop", "checked flop", "checked turn", "checked river"),
    *("faced preflop", "faced flop", "faced turn", "faced river", "faced blind"),
)
"""Kinds of nodes: a street begins or is about to, somebody checked, or somebody faces a bet."""

FEATURES = 4
"""The better hand's share and the place at the table, each alone and times the stacks left."""

CURVE = 6
"""Numbers of a curve of folds."""


class ValueFunction(Protocol):
    """What seat 0 wins in the mean, in chips, by public state and both holdings.

    Its value over a meeting is the mean over the pairs in it. Of a state in which cards are to come
    it has to be the mean over these cards. Where the hand is over, it is what was won.
    """

    @property
    def name(self) -> str:
        """A name with a version."""

    def value(self, state: PublicState, meeting: Meeting) -> float:
        """The mean over what both may hold."""


class Terms(NamedTuple):
    """A value as a sum: what is sure, and features times the factors of a kind of node."""

    sure: float
    kind: str = ""
    features: tuple[float, ...] = ()


class FittedValue(NamedTuple):
    """Folds by curves and the rest by factors: ``factors`` by kind, ``curves`` by street."""

    name: str
    factors: dict[str, list[float]]
    curves: list[list[float]]

    def value(self, state: PublicState, meeting: Meeting) -> float:
        """The mean over what both may hold, for seat 0."""
        sure, kind, features = terms(state, meeting, self.curves)
        return sure + float(np.dot(self.factors[kind], features)) if kind else sure


def terms(state: PublicState, meeting: Meeting, curves: list[list[float]]) -> Terms:
    """The parts of a state's value."""
    for one, out in enumerate(state.folded):
        if out:
            return Terms(float(state.committed[one] * (2 * one - 1)))
    matched = min(state.committed)
    seat = state.seat
    if seat is None:
        if state.betting_over or not all(state.stacks):
            return Terms(matched * meeting.edge())
        kind = KINDS[state.street]
        return Terms(0.0, kind, _features(state, matched, meeting.edge(), -1.0))
    legal = state.legal
    assert legal is not None
    if not legal.call:
        begins = state.street > 0 and not any(one.street == state.street for one in state.line)
        kind = KINDS[state.street - 1] if begins else KINDS[3 + state.street]
        return Terms(0.0, kind, _features(state, matched, meeting.edge(), -1.0))
    folds = fold_chances(state, curves)
    folding, to_other = meeting.mean(seat, folds), 2 * seat - 1
    lost = state.committed[seat] * to_other * folding
    called = state.committed[seat] + legal.call
    edge = meeting.edge(seat, 1 - folds)
    if not legal.can_raise and (state.street == state.rules.streets - 1 or _ends_betting(state)):
        return Terms(lost + called * edge)
    kind = KINDS[7 + state.street] if state.street or state.raises else KINDS[-1]
    features = _features(state, called, edge, to_other * (1 - folding))
    return Terms(lost, kind, features)


def _ends_betting(state: PublicState) -> bool:
    """True if after a call somebody is all-in."""
    assert state.seat is not None
    assert state.legal is not None
    return not state.stacks[1 - state.seat] or state.legal.call >= state.stacks[state.seat]


def _features(state: PublicState, matched: int, edge: float, place: float) -> tuple[float, ...]:
    """The features of a node in chips; ``place`` is 1 for what is good for seat 0."""
    deep = 0.0
    if not state.rules.bets and matched:
        most = min(map(add, state.stacks, state.committed))
        deep = float(np.log1p(max(most - matched, 0) / (2 * matched)))
    share, position = matched * edge, matched * place
    return share, share * deep, position, position * deep


def fold_chances(state: PublicState, curves: list[list[float]]) -> FloatArray:
    """How often each combo would fold to what it faces, by the curve of the street."""
    rank = np.nan_to_num(quick_ranks(tuple(sorted(state.board))))
    height = curve_terms(state, rank) @ np.array(curves[state.street])
    chances: FloatArray = 1 / (1 + np.exp(-height))
    return chances


def curve_terms(state: PublicState, rank: FloatArray) -> FloatArray:
    """What the curve of folds is linear in: strength, price, and how much of the stack it takes."""
    assert state.seat is not None
    assert state.legal is not None
    call = state.legal.call
    price, part = call / (state.pot + call), call / max(state.stacks[state.seat], 1)
    ones = np.ones(len(rank))
    return np.stack([ones, rank, rank**2, price * ones, price * rank, np.sqrt(part) * ones], axis=1)


def value_function_for(rules: Rules) -> FittedValue:
    """The value function that is shipped for a kind of betting."""
    return _shipped()["limit" if rules.betting is Betting.LIMIT else "nolimit"]


@cache
def _shipped() -> dict[str, FittedValue]:
    content = json.loads(Path(__file__).with_name("value_function.json").read_text())
    return {
        betting: FittedValue(f"{content['name']} ({betting})", one["factors"], one["curves"])
        for betting, one in content["betting"].items()
    }
