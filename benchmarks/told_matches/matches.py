"""Matches of one subject against one opponent: played, kept in a file, and read again.

A unit of work is one match: so many hands in which the subject learns from the first to the last,
with the button by turns. All subjects that meet the same opponent in the match of the same number
are given the same chance. Each unit is written as it comes, and what is in the file is not played
again.
"""

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import monotonic
from typing import NamedTuple

import numpy as np

from benchmarks.told_matches.drawn_hand import DrawnHand, agent_side
from benchmarks.told_matches.subjects import make_opponent, make_subject
from villain.agents.villain import Villain
from villain.arena.luck import LUCK
from villain.game.chance import agent_seed, match_seeds
from villain.game.presets import no_limit_holdem
from villain.kernels.arrays import FloatArray
from villain.work import Workers, at_work

RULES = no_limit_holdem(2, big_blind=100, stack=10_000)

HANDS = 7
"""What is drawn from a seed for hands that are drawn as they go."""


class Unit(NamedTuple):
    """One match: who, against whom, the seed, of how many hands, and which one."""

    subject: str
    opponent: str
    seed: int
    hands: int
    match: int


@dataclass(frozen=True, eq=False)
class ToldMatch:
    """Big blinds won in each hand, and luck there; and where the dial stood after each.

    ``trust`` is what was left of it; ``risk`` and ``gifts`` are what the subject stated at the end,
    in big blinds a hand. Who states nothing has NaN there.
    """

    wins: FloatArray
    luck: FloatArray
    dials: FloatArray
    trust: FloatArray
    risk: float
    gifts: float
    seconds: float


def play(unit: Unit, *, until_halved_after: int | None = None) -> ToldMatch:
    """Play a match; or only until the dial has halved since it was after so many hands."""
    began, (_, seed) = monotonic(), match_seeds(unit.seed, unit.match)
    subject = make_subject(unit.subject, unit.opponent, agent_seed(seed, 0, 0))
    side, watcher = make_opponent(unit.opponent, subject, agent_seed(seed, 0, 1))
    wins, luck = np.zeros(unit.hands), np.zeros((unit.hands, len(LUCK)))
    dials, trust = np.full(unit.hands, np.nan), np.full(unit.hands, np.nan)
    risk = gifts = float("nan")
    for number in range(unit.hands):
        me = number % 2
        hand = DrawnHand(RULES, me, (agent_side(subject), side), (seed, HANDS, number))
        with redirect_stdout(sys.stderr):
            won = hand.play()
            shown = hand.shown()
            subject.watch(shown.observation(me))
            if watcher is not None:
                watcher.watch(shown.observation(1 - me))
        wins[number], luck[number] = won.chips / RULES.big_blind, won.luck / RULES.big_blind
        if isinstance(subject, Villain) and subject.beliefs is not None:
            standing = subject.beliefs.standing()
            if standing is not None:
                dials[number], trust[number] = standing.dial, standing.reliable
                risk, gifts = standing.risk, standing.gifts
        change = until_halved_after
        if change is not None and number >= change and dials[number] <= dials[change - 1] / 2:
            stop = number + 1
            wins, luck, dials, trust = wins[:stop], luck[:stop], dials[:stop], trust[:stop]
            break
    return ToldMatch(wins, luck, dials, trust, risk, gifts, monotonic() - began)


Played = dict[Unit, ToldMatch]


def run(
    units: Sequence[Unit],
    *,
    workers: Workers = 1,
    keep: Path | None = None,
    minutes: float | None = None,
    until_halved_after: int | None = None,
) -> Played:
    """Play all units that are not kept already; with ``minutes`` no more than end in that time."""
    played = {unit: match for unit, match in _kept(keep) if unit in set(units)}
    left = [unit for unit in units if unit not in played]
    for unit, match in _play_all(left, workers, minutes, until_halved_after):
        played[unit] = match
        _say(unit, match, len(played), len(units))
        if keep is not None:
            with keep.open("a") as file:
                file.write(json.dumps(_row(unit, match)) + "\n")
    return {unit: played[unit] for unit in units if unit in played}


def _play_all(
    units: list[Unit], workers: Workers, minutes: float | None, until_halved_after: int | None
) -> Iterator[tuple[Unit, ToldMatch]]:
    """Units as they are done; none begins that would hardly be done in time."""
    began, longest = monotonic(), 0.0

    def in_time() -> bool:
        return minutes is None or monotonic() - began + 1.2 * longest < 60 * minutes

    waiting = iter(units)
    one = partial(play, until_halved_after=until_halved_after)
    with at_work(workers) as crew:

        def begin() -> None:
            while crew.has_room and in_time() and (unit := next(waiting, None)):
                crew.begin(unit, one, unit)

        begin()
        for unit, match in crew.done():
            longest = max(longest, match.seconds)
            yield unit, match
            begin()


def _say(unit: Unit, match: ToldMatch, done: int, units: int) -> None:
    line = f"{done} of {units}: {unit.subject} against {unit.opponent}, match {unit.match}: "
    line += f"{match.wins.mean():+.2f} a hand, {len(match.wins)} hands in {match.seconds:.0f} s"
    print(line, file=sys.stderr, flush=True)


def _row(unit: Unit, match: ToldMatch) -> dict[str, object]:
    row: dict[str, object] = {"unit": unit._asdict()}
    row |= {name: np.round(getattr(match, name), 5).tolist() for name in ARRAYS}
    return row | {name: getattr(match, name) for name in NUMBERS}


ARRAYS, NUMBERS = ("wins", "luck", "dials", "trust"), ("risk", "gifts", "seconds")


def _kept(keep: Path | None) -> Iterable[tuple[Unit, ToldMatch]]:
    """The matches of a file; a line that was cut short when a run was ended is left out."""
    if keep is None or not keep.exists():
        return
    for line in keep.read_text().splitlines():
        try:
            row = json.loads(line)
        except json.JSONDecodeError:
            continue
        wins, luck, dials, trust = (np.array(row[name], np.float64) for name in ARRAYS)
        numbers = (float(row[name]) for name in NUMBERS)
        yield Unit(**row["unit"]), ToldMatch(wins, luck, dials, trust, *numbers)
