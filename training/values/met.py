"""Turns as they come up at a table: boards, stacks and both ranges, from play or from real hands.

    python -m training.values.met person --out FOLDER [--seconds 600] [--seed 1]
    python -m training.values.met hands.log.xz --out FOLDER --after 60

writes them to be solved by `turns_on_gpu`; `turns --met` takes them from here, too. In play the
ranges are those of the equilibrium player, who follows both by Bayes. In hands that were played
somewhere they are what the crowd's network makes of all that both did before.
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
from villain.solver.resolving import Resolver, ResolverSettings

CHUNK = 100
"""Turns in a file."""

STEPS = 255
"""A square root of a weight is kept in so many steps."""

ITERATIONS = 30
"""The equilibrium player thinks for so long."""

TURN = 4
"""Cards on the board."""


class MetTurn(NamedTuple):
    """A turn before anybody has acted: ranges are by combo, the ratio is of stack to pot."""

    board: tuple[Card, ...]
    ranges: tuple[FloatArray, FloatArray]
    ratio: float


def met_turns(where: str, seed: int, after: int = 0) -> Iterator[MetTurn]:
    """Turns of `equilibrium` against an agent, or of a log of hands; some may be left out first."""
    log = Path(where)
    return islice(met_in_hands([log]) if log.exists() else met_in_play(where, seed), after, None)


def met_in_play(against: str, seed: int) -> Iterator[MetTurn]:
    """Turns of `equilibrium` against an agent; stacks are 20 to 200 big blinds."""
    rng = np.random.default_rng(seed)
    own = make_agent(f"equilibrium:iterations={ITERATIONS}", seed)
    other, resolver = make_agent(against, seed), Resolver(ResolverSettings(iterations=ITERATIONS))
    for number in count():
        big_blinds = (20, 50, 100, 200)[number // 2 % 4]
        rules = no_limit_holdem(2, stack=2 * big_blinds)
        hand, seat = Hand(rules, shuffle(rules, rng), ("own", "other")), number % 2
        while hand.seat is not None:
            hand.act((own if hand.seat == seat else other).act(hand.observation(hand.seat)))
        events = _until_turn(hand.observation(seat).events)
        state = _open_turn(rules, events)
        if state is not None:
            ranges = resolver.follow(rules, events, seat).ranges
            yield MetTurn(state.board, ranges, _ratio(state))


def met_in_hands(paths: Iterable[Path]) -> Iterator[MetTurn]:
    """Turns of heads-up no-limit hands of a log; both are strangers to the crowd."""
    model = CrowdModel()
    for history in hands_of(list(paths)):
        hand = history.play()
        if hand.rules.players != 2:
            continue
        events = _until_turn(hand.events)
        state = _open_turn(hand.rules, events)
        if state is None:
            continue
        held = [np.ones(1326), np.ones(1326)]
        for decision in decisions_in(PublicState(hand.rules), ("one", "two"), events):
            kinds = model.kinds(decision.name, decision.situation)
            held[decision.seat] *= kinds[:, kind_of(decision)]
        one, two = (weights * possible(state.board) for weights in held)
        yield MetTurn(state.board, (one / one.sum(), two / two.sum()), _ratio(state))


def _until_turn(events: Iterable[Event]) -> list[Event]:
    """The events until the turn card, or all if it did not come."""
    until, cards = list[Event](), 0
    for event in events:
        until.append(event)
        if isinstance(event, Board):
            cards += len(event.cards)
            if cards == TURN:
                break
    return until


def _open_turn(rules: Rules, events: Iterable[Event]) -> PublicState | None:
    """The table after these events, if it is a turn on which somebody can bet."""
    state = PublicState(rules)
    for event in events:
        state.follow(event)
    return state if len(state.board) == TURN and state.seat is not None else None


def _ratio(state: PublicState) -> float:
    return min(state.stacks) / state.pot


def save_met(path: Path, turns: Iterable[MetTurn]) -> None:
    """Write turns: boards, ratios and both ranges by holding of the board.

    Weights are beside the largest, and kept as their square roots, in 255 steps.
    """
    boards, ratios, ranges = list[list[int]](), list[float](), list[FloatArray]()
    for board, both, ratio in turns:
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
    """Write turns until time is up, or there are no more."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=RawTextHelpFormatter)
    parser.add_argument("where", help="an agent that equilibrium meets, or a log of hands")
    parser.add_argument("--out", type=Path, required=True, help="a folder for the files")
    parser.add_argument("--seconds", type=float, default=600, help="time to work (600)")
    parser.add_argument("--seed", type=int, default=1, help="a whole number (1)")
    parser.add_argument("--after", type=int, default=0, help="turns to leave out first (0)")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    began, number = time.monotonic(), 0
    met = met_turns(options.where, options.seed, options.after)
    while time.monotonic() - began < options.seconds:
        turns = list(islice(met, CHUNK))
        if not turns:
            break
        target = options.out / f"met-{options.seed}-{number}.npz"
        save_met(target, turns)
        print(f"{target.name}: {time.monotonic() - began:.0f} s", flush=True)
        number += 1


if __name__ == "__main__":
    main()
