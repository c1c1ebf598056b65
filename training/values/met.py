"""Streets as they come up at a table: boards, stacks and both ranges, from play or from real hands.

    python -m training.values.met person --out FOLDER [--cards 4] [--seconds 600] [--seed 1]
    python -m training.values.met hands.log.xz --out FOLDER --cards 3 --after 60

writes them to be solved by `turns_on_gpu` and `streets_on_gpu`. In play the ranges are those of the
equilibrium player, who follows both by Bayes. In hands that were played somewhere they are what the
crowd's network makes of all that both did before.
"""

import argparse
import time
from argparse import RawTextHelpFormatter
from collections.abc import Iterable, Iterator
from itertools import count, islice
from pathlib import Path
from typing import NamedTuple

import numpy as np

from villain.agents import make_agent
from villain.cards.card import Card
from villain.cards.range import possible
from villain.evaluation.known_hands import hands_of
from villain.game import Hand, no_limit_holdem, shuffle
from villain.game.events import Board, Event
from villain.game.public_state import PublicState
from villain.game.rules import Rules
from villain.game.situation import decisions_in
from villain.kernels.arrays import FloatArray
from villain.models.crowd.kinds import kind_of
from villain.models.crowd.model import CrowdModel
from villain.solver.resolving import Resolver
from villain.solver.street_solving import ResolverSettings

CHUNK = 100
"""Streets in a file."""

STEPS = 255
"""A square root of a weight is kept in so many steps."""

ITERATIONS = 30
"""The equilibrium player thinks for so long."""


class MetStreet(NamedTuple):
    """A street before anybody has acted: ranges are by combo, the ratio is of stack to pot."""

    board: tuple[Card, ...]
    ranges: tuple[FloatArray, FloatArray]
    ratio: float


def met_streets(where: str, cards: int, seed: int, after: int = 0) -> Iterator[MetStreet]:
    """Streets of `equilibrium` against an agent, or of a log; some may be left out first."""
    log = Path(where)
    met = met_in_hands([log], cards) if log.exists() else met_in_play(where, cards, seed)
    return islice(met, after, None)


def met_in_play(against: str, cards: int, seed: int) -> Iterator[MetStreet]:
    """Streets of `equilibrium` against an agent; stacks are 20 to 200 big blinds."""
    rng = np.random.default_rng(seed)
    own = make_agent(f"equilibrium:iterations={ITERATIONS}", seed)
    other, resolver = make_agent(against, seed), Resolver(ResolverSettings(iterations=ITERATIONS))
    for number in count():
        big_blinds = (20, 50, 100, 200)[number // 2 % 4]
        rules = no_limit_holdem(2, stack=2 * big_blinds)
        hand, seat = Hand(rules, shuffle(rules, rng), ("own", "other")), number % 2
        while hand.seat is not None:
            hand.act((own if hand.seat == seat else other).act(hand.observation(hand.seat)))
        events = _until_board(hand.observation(seat).events, cards)
        state = _open_street(rules, events, cards)
        if state is not None:
            ranges = resolver.follow(rules, events, seat).ranges
            yield MetStreet(state.board, ranges, _ratio(state))


def met_in_hands(paths: Iterable[Path], cards: int) -> Iterator[MetStreet]:
    """Streets of heads-up no-limit hands of a log; both are strangers to the crowd."""
    model = CrowdModel()
    for history in hands_of(list(paths)):
        hand = history.play()
        if hand.rules.players != 2:
            continue
        events = _until_board(hand.events, cards)
        state = _open_street(hand.rules, events, cards)
        if state is None:
            continue
        held = [np.ones(1326), np.ones(1326)]
        for decision in decisions_in(PublicState(hand.rules), ("one", "two"), events):
            kinds = model.kinds(decision.name, decision.situation)
            held[decision.seat] *= kinds[:, kind_of(decision)]
        one, two = (weights * possible(state.board) for weights in held)
        yield MetStreet(state.board, (one / one.sum(), two / two.sum()), _ratio(state))


def _until_board(events: Iterable[Event], cards: int) -> list[Event]:
    """The events until the board has so many cards, or all if it never has."""
    until, dealt = list[Event](), 0
    for event in events:
        until.append(event)
        if isinstance(event, Board):
            dealt += len(event.cards)
            if dealt == cards:
                break
    return until


def _open_street(rules: Rules, events: Iterable[Event], cards: int) -> PublicState | None:
    """The table after these events, if somebody can bet on a board of so many cards."""
    state = PublicState(rules)
    for event in events:
        state.follow(event)
    return state if len(state.board) == cards and state.seat is not None else None


def _ratio(state: PublicState) -> float:
    return min(state.stacks) / state.pot


def save_met(path: Path, streets: Iterable[MetStreet]) -> None:
    """Write streets: boards, ratios and both ranges by holding of the board.

    Weights are beside the largest, and kept as their square roots, in 255 steps.
    """
    boards, ratios, ranges = list[list[int]](), list[float](), list[FloatArray]()
    for board, both, ratio in streets:
        held = np.array([one[possible(board)] for one in both])
        boards.append([int(card) for card in board])
        ratios.append(ratio)
        ranges.append(np.rint(STEPS * np.sqrt(held / held.max(axis=1, keepdims=True))))
    partial = path.with_suffix(".part")
    with partial.open("wb") as file:
        np.savez_compressed(
            file,
            boards=np.array(boards, np.uint8),
            ratios=np.array(ratios, np.float32),
            ranges=np.array(ranges, np.uint8),
        )
    partial.rename(path)


def main() -> None:
    """Write streets until time is up, or there are no more."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=RawTextHelpFormatter)
    parser.add_argument("where", help="an agent that equilibrium meets, or a log of hands")
    parser.add_argument("--out", type=Path, required=True, help="a folder for the files")
    parser.add_argument("--cards", type=int, choices=(3, 4), default=4, help="on the board (4)")
    parser.add_argument("--seconds", type=float, default=600, help="time to work (600)")
    parser.add_argument("--seed", type=int, default=1, help="a whole number (1)")
    parser.add_argument("--after", type=int, default=0, help="streets to leave out first (0)")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    began, number = time.monotonic(), 0
    met = met_streets(options.where, options.cards, options.seed, options.after)
    while time.monotonic() - began < options.seconds:
        streets = list(islice(met, CHUNK))
        if not streets:
            break
        target = options.out / f"met-{options.cards}-{options.seed}-{number}.npz"
        save_met(target, streets)
        print(f"{target.name}: {time.monotonic() - began:.0f} s", flush=True)
        number += 1


if __name__ == "__main__":
    main()
