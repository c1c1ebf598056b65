"""How far off models are: the same hands of the same opponents, for all of them [sander]."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from functools import partial
from hashlib import sha256

import numpy as np

from villain.game.presets import limit_holdem
from villain.game.rules import Rules
from villain.kernels.arrays import FloatArray
from villain.models.memory.explicit import ExplicitModel
from villain.models.memory.model import MemoryModel
from villain.models.memory.segregated import SegregatedModel
from villain.models.model import OpponentModel
from villain.models.registry import make_model
from villain.papers.long_matches import program
from villain.papers.report import Setting
from villain.papers.sander.judged import Judged, joined, load_judged
from villain.papers.sander.watching import NAMES, Moment, Watched, watch
from villain.strength.seven_card_ranks import seven_card_ranks

LEAST = 1e-6
"""A hand that a model rules out counts as if it had been so likely."""


@dataclass(frozen=True)
class Course:
    """A match that is watched: against whom, how many hands, which seed, which game."""

    rival: str
    hands: int
    seed: int
    rules: Rules = limit_holdem(2)  # noqa: RUF009 - rules do not change


def courses_against(
    rivals: Iterable[str], hands: int, runs: int, seed: int, rules: Rules | None = None
) -> list[Course]:
    """So many matches against each rival, every one with cards of its own."""
    rules, rivals = limit_holdem(2) if rules is None else rules, tuple(rivals)
    seeds = iter(np.random.SeedSequence((seed, 9)).generate_state(runs * len(rivals)).tolist())
    return [Course(rival, hands, next(seeds), rules) for _ in range(runs) for rival in rivals]


def judge(
    courses: Sequence[Course], names: Sequence[str], setting: Setting, *, ranges: bool = False
) -> Judged:
    """Watch every match and ask fresh models; with ``ranges`` by their ranges alone.

    Each match is kept as soon as it is over, and not watched again.
    """
    names = tuple(names)
    parts: dict[int, Judged] = {}
    files = [setting.keep(_file(course, names, ranges=ranges)) for course in courses]
    for number, file in enumerate(files):
        if file and file.exists():
            parts[number] = load_judged(file)
    left = [number for number in range(len(courses)) if number not in parts]
    work = partial(_numbered, courses, names, ranges)
    for number, part in _each(work, left, setting.workers):
        parts[number] = part
        file = files[number]
        if file:
            part.save(file)
        setting.tell(len(parts), len(courses))
    return joined([parts[number] for number in range(len(courses))])


def _file(course: Course, names: tuple[str, ...], *, ranges: bool) -> str:
    """A name for what these models say about this match, in this program."""
    digest = sha256(repr((course, names, ranges)).encode()).hexdigest()[:12]
    return f"sander-judged-{digest}-{program()}.npz"


def _numbered(
    courses: Sequence[Course], names: tuple[str, ...], ranges: bool, number: int
) -> tuple[int, Judged]:
    return number, judge_course(courses[number], names, ranges=ranges)


def _each(
    work: Callable[[int], tuple[int, Judged]], left: list[int], workers: int
) -> Iterator[tuple[int, Judged]]:
    """The work of all numbers as it is done.

    No process is given work ahead of time, so that after Ctrl-C none begins anew.
    """
    if workers <= 1:
        yield from map(work, left)
        return
    waiting = iter(left)
    with ProcessPoolExecutor(max(1, min(workers, len(left)))) as pool:
        running: set[Future[tuple[int, Judged]]] = set()
        while True:
            for number in waiting:
                running.add(pool.submit(work, number))
                if len(running) == workers:
                    break
            if not running:
                return
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in finished)


def judge_course(course: Course, names: tuple[str, ...], *, ranges: bool = False) -> Judged:
    """One match: each model sees it from the beginning, and is asked about every street."""
    models = {name: make_model(name) for name in names}
    hands, asked, kinds = [], [], []
    for hand in watch(course.rules, course.rival, course.hands, course.seed):
        hands.append((hand.ended, hand.odds))
        kinds.append(_kinds(models.values()))
        asked.append([_ask(model, hand, ranges=ranges) for model in models.values()])
    answers = np.array(asked)
    traits = np.full((1, 4), np.nan)
    for model in models.values():
        if isinstance(model, ExplicitModel):
            traits[0] = model.traits(NAMES[1])
    return Judged(
        np.array([course.rival] * len(hands)),
        np.zeros(len(hands), np.int64),
        np.arange(len(hands)),
        np.array([ended for ended, _ in hands]),
        np.array([odds for _, odds in hands]),
        {name: answers[:, number, 0] for number, name in enumerate(names)},
        {name: answers[:, number, 1] for number, name in enumerate(names)},
        np.array(kinds),
        traits,
    )


def _kinds(models: Iterable[OpponentModel]) -> list[float]:
    """How likely segregated memories have each kind, before a hand."""
    for model in models:
        if isinstance(model, SegregatedModel):
            return list(model.kinds(NAMES[1]).values())
    return [float("nan")] * 3


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
    weights = model.range(seen, hand.rival).weights
    mean = float(weights @ np.nan_to_num(seven_card_ranks(seen.board)))
    return mean, float(np.log(max(float(weights[hand.combo]), LEAST)))
