"""How players tighten where a call is dearer than the data know: tries paces on streams.

    python -m training.crowd.dear_calls --data DIR --sources ps25 ps200 ... [--weights FILE]

Of the players who are trained on, each decision is taken that `villain.models.crowd.dear_calls`
calls dear, as far as codes tell it. The network is asked about it as about a stranger, as it is and
at the known price. Printed are how many went on, by how dear it was; the log-loss of whether they
did, for each pace; and the log-loss of the strength of what they showed if they did. Everybody
counts once, however often he was there: a few players have called each other's shoves for sport.
"""

import argparse
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from training.crowd.stream_files import Codes, Decisions, load_decisions
from villain.game.situation import RAISE
from villain.models.crowd.compiled import typical_hands
from villain.models.crowd.dear_calls import BLINDS, NARROW, POTS, SPORT
from villain.models.crowd.kinds import chances_of
from villain.models.crowd.network import CrowdNetwork, crowd_network
from villain.models.crowd.situations import (
    COLUMNS,
    EFFECTIVE,
    OWED_TO_POT,
    OWED_TO_STACK,
    POT,
    RAISED,
    STACK,
    STACK_TO_POT,
    Floats,
    Grid,
)
from villain.models.crowd.statistics import Running
from villain.models.crowd.strengths import STEPS, UNKNOWN

PACES = (0.0, 1.0, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 16.0)
BINS = (0.0, 0.25, 0.75, 1.5, 3.0, np.inf)
LEAST = 1e-3
PLACE = {column.name: place for place, column in enumerate(COLUMNS)}

Numbers = npt.NDArray[np.float64]


class DearDecisions(NamedTuple):
    """Decisions at dear prices: (n,) each, but ``goes`` (n, hands), which is by typical hands.

    ``excess`` is the price by the known one, less 1; ``overall`` and ``goes`` are chances to go on
    at the known price, ``asked`` is that at the real one.
    """

    excess: Numbers
    went_on: npt.NDArray[np.bool_]
    strengths: Codes
    later: npt.NDArray[np.bool_]
    narrow: npt.NDArray[np.bool_]
    weights: Numbers
    asked: Numbers
    overall: Numbers
    goes: Numbers


def dear_decisions(decisions: Decisions, network: CrowdNetwork) -> DearDecisions:
    """The decisions of a file that are dear."""
    codes = decisions.situations
    pot, owed = _values(POT, codes), _values(OWED_TO_POT, codes)
    owed = owed * pot
    raised = np.maximum(_values(RAISED, codes), RAISED.values[1])
    least = np.minimum(pot - owed, owed / raised.max())
    before = np.where(raised < raised.max(), owed / raised, np.maximum(least, 1.5))
    known = np.maximum(POTS * before, BLINDS)
    trained = decisions.by_decision((decisions.splits % 10 < 7) & ~decisions.machine)
    # A step of the grid of pots is a fifth; what is less than that above the bound may be below it.
    dear = trained & (codes[:, PLACE["limit"]] == 0) & (owed > 1.05 * known)
    dear &= (codes[:, PLACE["raises"]] > 0) & (codes[:, PLACE["calls"]] == 0)
    codes, owed, before, known, pot = codes[dear], owed[dear], before[dear], known[dear], pot[dear]
    cheaper = _at_price(codes, known, before, pot)
    trunk, hands = _strangers(network, cheaper), typical_hands(())
    legal = np.ones((len(codes), 3), np.bool_)
    legal[:, 2] = codes[:, PLACE["could raise"]] > 0
    _, whose, often = np.unique(decisions.owners[dear], return_inverse=True, return_counts=True)
    goes = [1 - chances_of(network.policy(one, hands))[:, 0] for one in trunk]
    return DearDecisions(
        owed / known - 1,
        decisions.actions[dear] > 0,
        decisions.strengths[dear, 0],
        codes[:, PLACE["street"]] > 0,
        codes[:, PLACE["last"]] == RAISE,
        1 / often[whose],
        1 - chances_of(network.actions(_strangers(network, codes)), legal)[:, 0],
        1 - chances_of(network.actions(trunk))[:, 0],
        np.array(goes).reshape(len(codes), len(hands)),
    )


def _joined(parts: Sequence[DearDecisions]) -> DearDecisions:
    return DearDecisions._make(np.concatenate(some) for some in zip(*parts, strict=True))


def _values(grid: Grid, codes: Codes) -> Numbers:
    return grid.values[codes[:, PLACE[grid.name]]]


def _at_price(codes: Codes, known: Numbers, before: Numbers, pot: Numbers) -> Codes:
    """The codes of the same situations at the known prices, in big blinds."""
    cheaper, after = codes.copy(), before + known
    stack, matched = _values(STACK, codes), _values(EFFECTIVE, codes) * pot
    for grid, parts, wholes in (
        (OWED_TO_POT, known, after),
        (OWED_TO_STACK, known, stack),
        (POT, after, np.ones_like(after)),
        (STACK_TO_POT, stack, after),
        (RAISED, known, before),
        (EFFECTIVE, np.maximum(matched, known), after),
    ):
        pairs = zip(parts.tolist(), wholes.tolist(), strict=True)
        cheaper[:, PLACE[grid.name]] = [grid.code(part, whole) for part, whole in pairs]
    cheaper[:, PLACE["could raise"]] = 1
    return cheaper


def _strangers(network: CrowdNetwork, codes: Codes) -> Floats:
    """The network's knowledge of people of whom nothing else is known."""
    fresh = np.ones(len(codes), np.bool_)
    statistics = Running(network.expected).inputs(codes, fresh)
    return network.look(network.embed(codes, fresh, None), None, statistics)[0]


def loss(chances: Numbers, dear: DearDecisions) -> float:
    """The log-loss of whether they went on."""
    said = np.where(dear.went_on, chances, 1 - chances)
    return float(-np.average(np.log(np.maximum(said, LEAST)), weights=dear.weights))


def tightened_chances(dear: DearDecisions, pace: float) -> Numbers:
    """The chance to go on whatever they hold."""
    steep = pace * dear.excess * dear.overall * np.where(dear.narrow, NARROW, 1.0)
    steep = np.maximum(steep, 1e-9)
    chances: Numbers = dear.overall * (SPORT - (1 - SPORT) * np.expm1(-steep) / steep)
    return chances


def shown_loss(dear: DearDecisions, pace: float) -> float:
    """The log-loss of the strength of what was shown by those who went on, over any strength."""
    seen = dear.went_on & (dear.strengths != UNKNOWN)
    hands = dear.goes.shape[1]
    worse = 1 - (np.arange(hands) + 0.5) / hands
    left = SPORT + (1 - SPORT) * np.exp(-pace * dear.excess[seen, None] * worse)
    weights = dear.goes[seen] * left
    steps = dear.strengths[seen].astype(np.int64) * hands // STEPS
    likely = weights[np.arange(len(steps)), steps] / weights.mean(axis=1)
    return float(-np.average(np.log(np.maximum(likely, LEAST)), weights=dear.weights[seen]))


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="Calls that are dearer than the data know.")
    parser.add_argument("--data", type=Path, required=True, help="the folder of the streams")
    parser.add_argument("--sources", nargs="+", required=True, help="names of files there")
    parser.add_argument("--weights", type=Path, help="another network than the shipped one")
    asked = parser.parse_args()
    network = crowd_network(asked.weights) if asked.weights else crowd_network()
    parts = [
        dear_decisions(load_decisions(asked.data / f"{name}.npz"), network)
        for name in asked.sources
    ]
    every = _joined(parts)
    for name, here in (("before the flop", ~every.later), ("after it", every.later)):
        dear = DearDecisions._make(some[here] for some in every)
        print(f"{name}: {len(dear.excess)} decisions, loss as it is {loss(dear.asked, dear):.4f}")
        for low, high in pairwise(BINS):
            at = (dear.excess >= low) & (dear.excess < high)
            if at.any():
                columns = dear.went_on, dear.overall, dear.asked
                went, known, real = (
                    np.average(one[at], weights=dear.weights[at]) for one in columns
                )
                print(
                    f"  {1 + low:g} to {1 + high:g} times the known price, {at.sum()}: {went:.3f} "
                    f"went on, {known:.3f} said at the known price, {real:.3f} at the real one"
                )
        for pace in PACES:
            tight = loss(tightened_chances(dear, pace), dear)
            print(
                f"  pace {pace:g}: loss {tight:.4f}, of what was shown {shown_loss(dear, pace):.3f}"
            )


if __name__ == "__main__":
    main()
