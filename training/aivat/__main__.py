"""Fits the value function of AIVAT to hands between two of the crowd's people.

    python -m training.aivat --hands 2000 --seed 1

plays so many hands of no-limit hold'em (stacks of 20, 50, 100 and 200 big blinds) and of limit,
each with two other people, and writes `villain/evaluation/aivat/value_function.json`. Curves of
folds are logistic regressions; factors are least squares of what was won in the end, in big blinds.
A half of the hands is fitted to, and the other half says how much it explains; then all are.
"""

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import numpy as np

import villain.evaluation.aivat.value as shipped
from villain.agents.holding_chances import HoldingChances
from villain.agents.registry import make_agent
from villain.arena.clock import Clock
from villain.arena.table import play_hand
from villain.cards.combo import Combo
from villain.evaluation.aivat.adjusting import Adjusting
from villain.evaluation.aivat.meeting import Cards, HeldCards, Meeting
from villain.evaluation.aivat.value import (
    CURVE,
    FEATURES,
    KINDS,
    FittedValue,
    Terms,
    curve_terms,
    terms,
)
from villain.game.actions import Action
from villain.game.chance import agent_seed, deals
from villain.game.events import Acted, Board, Dealt, Posted
from villain.game.hand import Hand
from villain.game.presets import limit_holdem, no_limit_holdem
from villain.game.public_state import PublicState
from villain.game.rules import Rules
from villain.kernels.arrays import FloatArray
from villain.strength.quick_strengths import quick_ranks

NAME = "folds and shares 1"
OUT = Path(shipped.__file__).with_name("value_function.json")
STACKS = (20, 50, 100, 200)
TOGETHER = 25
"""Two people play so many hands before others come."""

PENALTY = 1.0
"""Of the curves, on the squares of their numbers: as if so much had been seen against them."""
ROUNDS = 2
RIDGE = 30.0
"""The same for factors: they stay near those of a hand that is checked down."""


Nodes = dict[str, tuple[FloatArray, FloatArray]]


class ToldOfOne(NamedTuple):
    """The chances of each action with one combo."""

    actions: tuple[Action, ...]
    combo: int
    row: FloatArray

    @property
    def chances(self) -> FloatArray:
        """The same by combo; nothing is known of others."""
        rows = np.zeros((1326, len(self.row)))
        rows[self.combo] = self.row
        return rows


class Played(NamedTuple):
    """A finished hand, and what was told at its decisions of the holdings that there were."""

    hand: Hand
    told: list[ToldOfOne]


class Faced(NamedTuple):
    """Bets that were faced on a street: what the curve is linear in, and whether he folded."""

    terms: list[FloatArray]
    folded: list[bool]


def played(rules: Rules, count: int, seed: int) -> list[Played]:
    """Hands between people, two others every few hands."""
    hands: list[Played] = []
    with Clock(60.0) as clock:
        for number, deal in enumerate(islice(deals(rules, seed), count)):
            if number % TOGETHER == 0:
                people = [make_agent("person", agent_seed(seed, number, one)) for one in range(2)]
            hand = Hand(rules, deal, ("Ann", "Ben"), check=False)
            told: list[HoldingChances | None] = []
            seated = people[:: 1 - 2 * (number % 2)]
            play_hand(hand, seated, clock, number, strict=True, told=told)
            hands.append(Played(hand, list(of_own(hand, told))))
    return hands


def of_own(hand: Hand, told: list[HoldingChances | None]) -> Iterator[ToldOfOne]:
    """What was told of the holdings that there were."""
    combos = [int(Combo.of(*hole)) for hole in holes_of(hand)]
    seats = [event.seat for event in hand.events if isinstance(event, Acted)]
    for seat, known in zip(seats, told, strict=True):
        assert known is not None
        yield ToldOfOne(known.actions, combos[seat], known.chances[combos[seat]].copy())


def holes_of(hand: Hand) -> list[Cards]:
    """What both hold."""
    return [event.cards or () for event in hand.events if isinstance(event, Dealt)]


def curves_of(hands: list[Hand]) -> list[list[float]]:
    """The curves of folds by street."""
    faced = [Faced([], []) for _ in range(4)]
    for hand in hands:
        state = PublicState(hand.rules)
        for event in hand.events:
            if isinstance(event, Acted) and state.legal is not None and state.legal.call:
                rank = np.nan_to_num(quick_ranks(tuple(sorted(state.board))))
                own = int(Combo.of(*holes_of(hand)[event.seat]))
                faced[state.street].terms.append(curve_terms(state, rank[own : own + 1])[0])
                faced[state.street].folded.append(event.kind == "fold")
            if isinstance(event, Posted | Dealt | Acted | Board):
                state.follow(event)
    return [logistic(np.array(one.terms), np.array(one.folded, float)) for one in faced]


def fit(hands: list[Played]) -> FittedValue:
    """Curves, and then factors in a few rounds: each has less chance in it than the one before."""
    curves = curves_of([hand for hand, _ in hands])
    factors = {kind: np.eye(FEATURES)[0].tolist() for kind in KINDS}
    for _ in range(ROUNDS):
        factors = factors_of(nodes_of(hands, FittedValue(NAME, factors, curves)))
    return FittedValue(NAME, factors, curves)


def logistic(inputs: FloatArray, outcomes: FloatArray) -> list[float]:
    """The numbers of a logistic regression, by Newton's steps."""
    numbers = np.zeros(CURVE)
    for _ in range(50):
        chance = 1 / (1 + np.exp(-np.clip(inputs @ numbers, -30, 30)))
        slope = inputs.T @ (outcomes - chance) - PENALTY * numbers
        bend = (inputs * (chance * (1 - chance))[:, None]).T @ inputs
        numbers += np.linalg.solve(bend + PENALTY * np.eye(CURVE), slope)
    return [round(float(one), 4) for one in numbers]


def nodes_of(hands: list[Played], values: FittedValue) -> Nodes:
    """By kind of node the features and what was still to be won, in big blinds.

    What was won is taken without the luck that came after the node, by a value function that there
    is already: the mean is the same, and the rest of the hand has less chance in it.
    """
    rows: dict[str, list[list[float]]] = defaultdict(list)
    for hand, told in hands:
        following = begun(hand, values)
        here: list[tuple[Terms, float]] = []
        known = iter(told)
        for event in hand.events:
            if isinstance(event, Acted):
                action = Action(event.kind, event.to if event.kind == "raise" else 0)
                following.act(action, next(known))
            elif isinstance(event, Board):
                following.deal(*event)
            elif here:
                continue
            node = terms(following.state, following.meeting, values.curves)
            here.append((node, following.corrections.total))
        won, blind = following.worth + following.corrections.total, hand.rules.big_blind
        for (sure, kind, features), before in here:
            if kind:
                rows[kind].append([one / blind for one in (*features, won - before - sure)])
    tables = {kind: np.array(rows.get(kind, [[0.0] * (FEATURES + 1)])) for kind in KINDS}
    return {kind: (table[:, :-1], table[:, -1]) for kind, table in tables.items()}


def begun(hand: Hand, values: FittedValue) -> Adjusting:
    """A hand in which both have their cards, and which is known to us."""
    state = PublicState(hand.rules)
    for event in hand.events:
        if isinstance(event, Posted | Dealt):
            state.follow(event)
    one, other = map(HeldCards.known, holes_of(hand))
    return Adjusting(state, Meeting((one, other)), values)


def factors_of(nodes: Nodes) -> dict[str, list[float]]:
    """The factors by kind, held near 1 for the share and near 0 for all else.

    A node counts by 1 over what both have put in: else a few large pots would decide.
    """
    factors, near = {}, np.eye(FEATURES)[0]
    for kind, (features, won) in nodes.items():
        weights = 1 / np.maximum(np.abs(features[:, 2]), 0.5)
        rest, weighted = won - features @ near, features * weights[:, None]
        bend = weighted.T @ features + RIDGE * np.eye(FEATURES)
        more = np.linalg.solve(bend, weighted.T @ rest)
        factors[kind] = [round(float(one), 4) for one in near + more]
    return factors


def explained(nodes: Nodes, factors: dict[str, list[float]]) -> str:
    """The part of what was won that is explained, for every kind of node."""
    parts = []
    for kind, (features, won) in nodes.items():
        plain = 1 - np.mean((won - features[:, 0]) ** 2) / max(float(np.mean(won**2)), 1e-9)
        fitted = won - features @ np.array(factors[kind])
        ours = 1 - np.mean(fitted**2) / max(float(np.mean(won**2)), 1e-9)
        parts.append(f"  {kind}: {len(won):,} nodes, {ours:.3f} (checked down {plain:.3f})")
    return "\n".join(parts)


def main() -> int:
    """Fit, say how well, and write."""
    parser = argparse.ArgumentParser(
        prog="python -m training.aivat",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--hands", type=int, default=2000, help="of each kind of betting")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=OUT)
    options = parser.parse_args()
    each = options.hands // len(STACKS)
    hands = {
        "nolimit": [
            hand
            for number, stack in enumerate(STACKS)
            for hand in played(
                no_limit_holdem(2, big_blind=100, stack=100 * stack), each, options.seed + number
            )
        ],
        "limit": played(limit_holdem(2), options.hands, options.seed),
    }
    betting = {}
    for name, some in hands.items():
        fitted = fit(some[::2])
        judged = explained(nodes_of(some[1::2], fitted), fitted.factors)
        print(f"{name}: explained of hands that were not fitted to\n{judged}", file=sys.stderr)
        fitted = fit(some)
        betting[name] = {"curves": fitted.curves, "factors": fitted.factors}
    recipe = f"python -m training.aivat --hands {options.hands} --seed {options.seed}"
    content = {"name": NAME, "recipe": recipe, "betting": betting}
    options.out.write_text(json.dumps(content, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
