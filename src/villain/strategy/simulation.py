"""Expected values by simulation, for any game with chance and hidden information [poki].

A trial completes the position with what is not known (the *sampler*), tries every move in it and
plays on to the end (the *play-out*); values are averages over trials, with their errors. When to
stop is a rule of its own. Nothing here knows poker: moves are numbers, the least aggressive first.

Where this differs from the paper: Figure 10 adds up values and asks for one far above the others;
here the errors are those of paired differences, and the rule counts how often it has looked. Moves
whose value is known, such as a fold, need no trials.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from time import perf_counter
from typing import TypeAlias, TypeVar

import numpy as np

from villain.errors import VillainError
from villain.kernels.arrays import FloatArray

Position = TypeVar("Position")
Line = TypeVar("Line")

Trials: TypeAlias = Callable[[int, int], FloatArray]
"""From the number of the first trial and how many there are: their values, by trial and move."""

Sampler: TypeAlias = Callable[[np.random.Generator], Position]
"""Draws a position that fits what is known."""

PlayOut: TypeAlias = Callable[[Position, int, np.random.Generator], float]
"""The value of a move in a position, which it leaves as it is, once played to the end."""

EQUAL = 1e-9
"""Values that differ by no more are equal: the rest is rounding."""


def sample_trials(
    sampler: Sampler[Position], play_out: PlayOut[Position], moves: int, seed: int
) -> Trials:
    """Trials with common random numbers: all moves of a trial share its position and its chance.

    A trial depends on the seed and its number only, so batches of any size give the same values.
    """

    def trials(first: int, count: int) -> FloatArray:
        values = np.empty((count, moves))
        for place in range(count):
            rng = np.random.default_rng((seed, first + place))
            position = sampler(rng)
            state = rng.bit_generator.state
            for move in range(moves):
                rng.bit_generator.state = state
                values[place, move] = play_out(position, move, rng)
        return values

    return trials


def truncate(
    make: Callable[[Position, int], Line],
    step: Callable[[Line, np.random.Generator], Line],
    result: Callable[[Line], float | None],
    evaluate: Callable[[Line, np.random.Generator], float] | None = None,
    depth: int | None = None,
) -> PlayOut[Position]:
    """A play-out of its parts: make the move, then step along the line until it has a result.

    With a ``depth`` it takes only so many steps after the move, and a line that is not over by
    then is worth what ``evaluate`` says. ``make`` leaves its position as it is.
    """
    if depth is not None and (depth < 0 or evaluate is None):
        raise VillainError(
            f"a play-out of depth {depth}; it should be 0 or more, with an evaluation for its end"
        )

    def play_out(position: Position, move: int, rng: np.random.Generator) -> float:
        line, steps = make(position, move), 0
        while (value := result(line)) is None:
            if evaluate is not None and steps == depth:
                return evaluate(line, rng)
            line, steps = step(line, rng), steps + 1
        return value

    return play_out


@dataclass(frozen=True)
class Budget:
    """A limit to the effort: at most so many trials, and in live play so many seconds.

    Trials come in batches; after each there is a look whether to stop, from ``least`` trials on.
    With seconds no batch is begun that would not fit, if it took as long as the longest before;
    the first one always is. Only a budget of trials gives the same answer twice.
    """

    trials: int = 500
    seconds: float | None = None
    batch: int = 50
    least: int = 100
    clock: Callable[[], float] = perf_counter

    def __post_init__(self) -> None:
        if self.batch < 1 or self.trials < 2 or (self.seconds is not None and self.seconds < 0):
            raise VillainError(
                f"a budget of {self.trials} trials, {self.seconds} seconds and batches of "
                f"{self.batch}; there should be two trials or more, and one to a batch"
            )


@dataclass(frozen=True, eq=False)
class Simulation:
    """Values by move with their standard errors; ``gaps`` are those of differences to the best.

    ``best`` is the move of the highest value, of equal ones the most aggressive. ``obvious`` says
    that the rule stopped it before the budget was spent.
    """

    values: FloatArray
    errors: FloatArray
    gaps: FloatArray
    trials: int
    obvious: bool = False

    @property
    def best(self) -> int:
        """The move of the highest value; of equal ones the last, which is the most aggressive."""
        return int(np.flatnonzero(self.values >= self.values.max() - EQUAL)[-1])


Stop: TypeAlias = Callable[[Simulation, int], bool]
"""Says whether to stop, from what is known so far and the number of looks, this one included."""


@dataclass(frozen=True)
class Obvious:
    """Stop when one move is ahead of all others by a significant margin.

    ``level`` is the chance, over all looks together, to stop for a move that is not the best. Look
    ``k`` may spend the share 1/(k(k+1)) of it; the shares sum to one however many looks there are,
    so the rule holds for a budget of seconds too. Within a look the level is divided by the number
    of rivals. The margin is Student's, in standard errors of the paired difference.

    Trials may all agree because what is rare has not come up yet. ``worst`` is by how much the
    leader may fall behind in one trial: the rule counts one imagined trial in which it did.

    >>> rule = Obvious(level=0.01)
    >>> [round(rule.margin(look, rivals=1, trials=100), 2) for look in (1, 2, 5)]
    [2.63, 3.01, 3.51]
    """

    level: float = 0.01
    worst: float = 0.0

    def __post_init__(self) -> None:
        if not 0 < self.level < 1 or self.worst < 0:
            raise VillainError(
                f"level={self.level:g}, worst={self.worst:g}; the level should be a chance above "
                "0 and below 1, the worst 0 or more"
            )

    def margin(self, look: int, rivals: int, trials: int) -> float:
        """The standard errors by which a leader has to be ahead of each rival at a look."""
        return _quantile(trials - 1, self.level / (look * (look + 1) * rivals))

    def __call__(self, sofar: Simulation, look: int) -> bool:
        """True if the best so far is obvious."""
        best, trials = sofar.best, sofar.trials
        others = np.arange(len(sofar.values)) != best
        if not others.any():
            return True
        ahead, gaps = (sofar.values[best] - sofar.values)[others], sofar.gaps[others]
        if self.worst:
            # The mean and the sum of squares, brought up to date by the imagined trial.
            squares = gaps**2 * trials * (trials - 1)
            squares += (ahead + self.worst) ** 2 * trials / (trials + 1)
            trials += 1
            ahead = (ahead * (trials - 1) - self.worst) / trials
            gaps = np.sqrt(squares / (trials * (trials - 1)))
        margin = self.margin(look, int(others.sum()), trials)
        return bool(np.all(ahead > np.maximum(margin * gaps, EQUAL)))


def simulate(
    trials: Trials,
    moves: int,
    budget: Budget | None = None,
    stop: Stop | None = None,
    fixed: Mapping[int, float] | None = None,
) -> Simulation:
    """Try the moves until the budget is spent or, if there is a rule, until it says stop.

    ``fixed`` are moves whose value is known; the trials have columns for the others only.
    """
    budget, fixed = budget or Budget(), fixed or {}
    tried = [move for move in range(moves) if move not in fixed]
    known = np.array([fixed.get(move, 0.0) for move in range(moves)])
    if not tried:
        return Simulation(known, np.zeros(moves), np.zeros(moves), 0)
    tally, look, longest = _Tally(known), 0, 0.0
    start = now = budget.clock()
    while tally.count < budget.trials:
        count = min(budget.batch, budget.trials - tally.count)
        rows = np.tile(known, (count, 1))
        rows[:, tried] = trials(tally.count, count)
        tally.add(rows)
        if stop is not None and tally.count >= max(budget.least, 2):
            look += 1
            if stop(tally.simulation(), look):
                return tally.simulation(obvious=tally.count < budget.trials)
        if budget.seconds is not None:
            before, now = now, budget.clock()
            longest = max(longest, now - before)
            if now + longest > start + budget.seconds:
                break
    return tally.simulation()


def choose(
    simulation: Simulation, rng: np.random.Generator, close: float = 0.0, errors: float = 0.0
) -> int:
    """The move of the highest value; of equal ones the most aggressive; close ones are mixed.

    A move is close if it is behind the best by less than ``close``, in the units of the values,
    and so many standard ``errors`` of the difference, added up. It gets a weight of 1 less the
    share of this room by which it is behind: one that is nearly as good as the best comes up
    nearly as often, one at the edge never. What equals a more aggressive move gets no weight.
    """
    values = simulation.values
    behind = values[simulation.best] - values
    room = close + errors * simulation.gaps
    weights = 1 - np.divide(behind, room, out=np.ones_like(behind), where=room > 0)
    weights[simulation.best] = 1
    for move in range(len(values) - 1):
        if np.any(np.abs(values[move + 1 :] - values[move]) <= EQUAL):
            weights[move] = 0
    weights = np.maximum(weights, 0)
    return int(rng.choice(len(values), p=weights / weights.sum()))


class _Tally:
    """Means and products of deviations by move, batch by batch, so that no trial is kept."""

    def __init__(self, known: FloatArray) -> None:
        self.count, self._means = 0, known.copy()
        self._products = np.zeros((len(known), len(known)))

    def add(self, rows: FloatArray) -> None:
        count, means = len(rows), rows.mean(axis=0)
        off, shift = rows - means, means - self._means
        total = self.count + count
        self._products += off.T @ off + np.outer(shift, shift) * self.count * count / total
        self._means += shift * count / total
        self.count = total

    def simulation(self, *, obvious: bool = False) -> Simulation:
        squares, means = np.diag(self._products), self._means.copy()
        degrees = self.count * max(self.count - 1, 1)
        so_far = Simulation(means, np.sqrt(squares / degrees), np.zeros(len(means)), self.count)
        paired = squares + squares[so_far.best] - 2 * self._products[so_far.best]
        gaps = np.sqrt(np.maximum(paired, 0) / degrees)
        return Simulation(means, so_far.errors, gaps, self.count, obvious)


@lru_cache(maxsize=4096)
def _quantile(degrees: int, chance: float) -> float:
    """The value that Student's t exceeds with this chance."""
    from scipy.special import stdtrit

    return -float(stdtrit(degrees, chance))
