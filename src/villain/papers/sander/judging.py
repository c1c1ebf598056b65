"""How far off models are: the same hands of the same opponents, for all of them [sander]."""

from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt

from villain.arena.statistics import Rate, rate
from villain.game.presets import limit_holdem
from villain.game.rules import Rules
from villain.kernels.arrays import FloatArray
from villain.models.memory.explicit import ExplicitModel, Traits
from villain.models.memory.model import MemoryModel
from villain.models.memory.segregated import SegregatedModel
from villain.models.model import OpponentModel
from villain.models.registry import make_model
from villain.papers.report import Setting
from villain.papers.sander.watching import NAMES, Moment, Watched, watch
from villain.strength.seven_card_ranks import seven_card_ranks

LEAST = 1e-6
"""A hand that a model rules out counts as if it had been so likely."""

UNSURE = 0.5
"""Where nothing comes to mind, a hand counts as this strong: as the modelling player has it."""


@dataclass(frozen=True)
class Course:
    """A match that is watched: against whom, how many hands, which seed, which game."""

    rival: str
    hands: int
    seed: int
    rules: Rules = limit_holdem(2)  # noqa: RUF009 - rules do not change


@dataclass(frozen=True, eq=False)
class Judged:
    """By hand and street the chance of winning, as it was and as each model had it.

    NaN: the street was not reached, or the model was unsure. ``logs`` are the logarithms of how
    likely a model had the true hand, where that was asked for. ``number`` is that of the hand in
    its match.
    """

    rival: npt.NDArray[np.str_]
    number: npt.NDArray[np.int64]
    ended: npt.NDArray[np.str_]
    actual: FloatArray
    predicted: dict[str, FloatArray]
    logs: dict[str, FloatArray]
    traits: tuple[tuple[str, Traits], ...] = ()

    def errors(self, name: str) -> FloatArray:
        """Squared errors by hand and street; where unsure, of an even chance."""
        found: FloatArray = (self.filled(name) - self.actual) ** 2
        return found

    def filled(self, name: str) -> FloatArray:
        """What a model predicted, and an even chance where it was unsure."""
        guess = self.predicted[name]
        unsure = np.isnan(guess) & ~np.isnan(self.actual)
        return np.where(unsure, UNSURE, guess)

    def unsure(self, name: str) -> FloatArray:
        """By street how often nothing came to mind."""
        reached = ~np.isnan(self.actual)
        found: FloatArray = (np.isnan(self.predicted[name]) & reached).sum(axis=0) / np.maximum(
            reached.sum(axis=0), 1
        )
        return found


def judge(
    courses: Sequence[Course], names: Sequence[str], setting: Setting, *, ranges: bool = False
) -> Judged:
    """Watch every match and ask fresh models; with ``ranges`` by their ranges alone."""
    work = partial(judge_course, names=tuple(names), ranges=ranges)
    parts = []
    if setting.workers <= 1:
        for course in courses:
            parts.append(work(course))
            setting.tell(len(parts), len(courses))
        return _joined(parts)
    with ProcessPoolExecutor(min(setting.workers, len(courses))) as pool:
        try:
            for part in pool.map(work, courses):
                parts.append(part)
                setting.tell(len(parts), len(courses))
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
    return _joined(parts)


def judge_course(course: Course, names: tuple[str, ...], *, ranges: bool = False) -> Judged:
    """One match: each model sees it from the beginning, and is asked about every street."""
    hands = list(watch(course.rules, course.rival, course.hands, course.seed))
    predicted, logs, traits = {}, {}, []
    for name in names:
        model = make_model(name)
        asked = np.array([_ask(model, hand, ranges=ranges) for hand in hands])
        predicted[name], logs[name] = asked[:, 0], asked[:, 1]
        if isinstance(model, ExplicitModel):
            traits.append((course.rival, model.traits(NAMES[1])))
    return Judged(
        np.array([course.rival] * len(hands)),
        np.arange(len(hands)),
        np.array([hand.ended for hand in hands]),
        np.array([hand.odds for hand in hands]),
        predicted,
        logs,
        tuple(traits),
    )


def _ask(model: OpponentModel, hand: Watched, *, ranges: bool) -> FloatArray:
    """What a model says about each street of a hand, from which it then learns."""
    found = np.full((2, 4), np.nan)
    for moment in hand.moments:
        # A memory strengthens what came to mind at one's turns; the questions here are none.
        if moment.street is None or not isinstance(model, MemoryModel):
            model.observe(moment.seen)
        if moment.street is not None:
            found[:, moment.street] = _answer(model, moment, hand, ranges=ranges)
    model.observe(hand.end)
    return found


def _answer(
    model: OpponentModel, moment: Moment, hand: Watched, *, ranges: bool
) -> tuple[float, float]:
    seen = moment.seen
    if not ranges and isinstance(model, MemoryModel | SegregatedModel | ExplicitModel):
        strength = model.strength(seen, hand.rival)
        return float("nan") if strength is None else strength, float("nan")
    weights = model.range(seen, hand.rival)
    mean = float(weights @ np.nan_to_num(seven_card_ranks(seen.board)))
    return mean, float(np.log(max(float(weights[hand.combo]), LEAST)))


def _joined(parts: Sequence[Judged]) -> Judged:
    names = list(parts[0].predicted)
    return Judged(
        np.concatenate([part.rival for part in parts]),
        np.concatenate([part.number for part in parts]),
        np.concatenate([part.ended for part in parts]),
        np.concatenate([part.actual for part in parts]),
        {name: np.concatenate([part.predicted[name] for part in parts]) for name in names},
        {name: np.concatenate([part.logs[name] for part in parts]) for name in names},
        tuple(trait for part in parts for trait in part.traits),
    )


def short(model: str) -> str:
    """A memory's name in a table, where there is little room.

    >>> short("memory:s+gom-both"), short("generic")
    ('s+gom-both', 'generic')
    """
    return model.removeprefix("memory:")


def mean_of(values: FloatArray) -> Rate:
    """The mean of what is known, with an interval from blocks of hands."""
    return rate(values[~np.isnan(values)])


def told(found: Rate, digits: int = 4, *, sign: bool = False) -> str:
    """A mean with half its interval.

    >>> told(Rate(0.0612, 0.001, 0.0592, 0.0632))
    '0.0612 ±0.0020'
    """
    half = (found.high - found.low) / 2
    mean = f"{found.mean:{'+' if sign else ''}.{digits}f}"
    return f"{mean} ±{half:.{digits}f}" if np.isfinite(half) else mean


def mean_over(values: FloatArray) -> Rate:
    """The mean of what is independent, with Student's interval.

    >>> told(mean_over(np.array([1.0, 2.0, 3.0])), 1)
    '2.0 ±2.5'
    """
    from scipy.stats import t

    mean, count = float(values.mean()) if len(values) else float("nan"), len(values)
    if count < 2:
        return Rate(mean, float("inf"), float("-inf"), float("inf"))
    error = float(values.std(ddof=1) / np.sqrt(count))
    half = float(t.ppf(0.975, count - 1)) * error
    return Rate(mean, error, mean - half, mean + half)


def numbers(found: Rate) -> dict[str, float]:
    """A mean and its interval, to be written as data."""
    return {"mean": found.mean, "low": found.low, "high": found.high}


def courses_against(
    rivals: Iterable[str], hands: int, runs: int, seed: int, rules: Rules | None = None
) -> list[Course]:
    """So many matches against each rival, every one with cards of its own."""
    rules, rivals = limit_holdem(2) if rules is None else rules, tuple(rivals)
    seeds = iter(np.random.SeedSequence((seed, 9)).generate_state(runs * len(rivals)).tolist())
    return [Course(rival, hands, next(seeds), rules) for _ in range(runs) for rival in rivals]
