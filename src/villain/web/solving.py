"""Solving for the page Study: a spot, its equilibrium, the same with locks, the best answer.

A study solves in a thread of its own, a step at a time. Between two steps somebody may look: both
use the same room to work in, so that they take turns.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from villain.errors import VillainError
from villain.models.bound_play import bind_model
from villain.models.model import HandsOfPlayers
from villain.models.registry import make_model
from villain.solver.locks import Locks
from villain.solver.solution import Solution
from villain.solver.solvable import Solvable, solvable_spot
from villain.web.study_beside import HALFWAY, Beside, HeldPlayer, sides_of
from villain.web.study_locks import add_dragged
from villain.web.study_messages import (
    DialMark,
    LockEffect,
    LockLine,
    MoveAdvice,
    RunKey,
    Sides,
    Verdict,
)
from villain.web.study_run import LONGEST, Run
from villain.web.study_spots import LARGEST, Studied, check_size
from villain.web.study_verdict import advice_for, verdict_on

log = logging.getLogger(__name__)

T = TypeVar("T")

ALONE = 45.0
"""A study that nobody has looked at for so many seconds goes no further."""

MOST_LOCKS = 40

MOST_STUDIED = 200
"""So many of a player's last hands a model learns from, where it may."""

LOOK_EVERY, LOOK_COST, LOOK_LATER = 0.08, 3.0, 0.04
"""The distance is measured after so many seconds, so many times what measuring takes, and so much
of the time it has been solved for: often at first, when it falls fast."""


CHEAP = 0.3
"""What is shown beside the grid is taken down at each look that takes no more seconds."""


class StoppedError(Exception):
    """Nobody wants to see the rest."""


class Study:
    """A spot that is studied, with everything that was found out about it."""

    def __init__(
        self,
        studied: Studied,
        name: str,
        address: str = "",
        *,
        threads: int = 1,
        knows: HandsOfPlayers | None = None,
    ) -> None:
        self.studied, self.spot = studied, studied.spot
        self.name, self.address, self.knows = name, address, knows
        self.threads = threads
        self.short = check_size(self.spot)
        self.game: Solvable | None = None
        self.runs: dict[RunKey, Run] = {}
        self.locks: Locks | None = None
        self.lock_lines: dict[tuple[str, str], LockLine] = {}
        self.model_locks: Locks | None = None
        self.hands_known = 0
        self.share = HALFWAY
        self.marks: dict[RunKey, DialMark] = {}
        self.advice: dict[RunKey, list[MoveAdvice]] = {}
        self.effect: LockEffect | None = None
        self.version = 0
        self.looked_at = time.monotonic()
        self._turn, self._counting = threading.Lock(), threading.Lock()
        self._waiting = 0
        self._thread: threading.Thread | None = None
        self._stopped = threading.Event()
        self._todo: list[Run] = []
        self._change = threading.Lock()
        self._ask(Run("equilibrium", "Equilibrium", studied.asked.target))
        if self.has_answer:
            self._ask(Run("answer", "Against him", studied.asked.target))
            self.ask_blend(HALFWAY)

    # What it takes

    @property
    def gigabytes(self) -> float:
        """The memory of all its solutions, those to come included."""
        numbers = sum(run.solution.game.numbers for run in self.runs.values() if run.solution)
        return numbers * (4.0 if self.short else 8.0) / (1 << 30)

    @property
    def working(self) -> bool:
        """True while something is being solved."""
        thread = self._thread
        return thread is not None and thread.is_alive()

    @property
    def stopping(self) -> bool:
        """True if it was told to stop."""
        return self._stopped.is_set()

    @property
    def has_answer(self) -> bool:
        """True if a model knows the opponent of the decision, so that there is an answer to him."""
        return self.studied.made is not None and bool(self.studied.reader)

    def stop(self) -> None:
        """Solve no further."""
        self._stopped.set()

    # What is asked of it

    def _ask(self, run: Run) -> None:
        with self._change:
            self.marks.pop(run.key, None)
            self.runs[run.key] = run
            self._todo = [one for one in self._todo if one.key != run.key]
            self._todo.append(run)
            self.version += 1
            self._stopped.clear()
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._work, name="study", daemon=True)
                self._thread.start()

    def go_on(self, key: RunKey) -> None:
        """Solve further: to half the distance, for as long again."""
        run = self.runs.get(key)
        if run is None or run.solution is None:
            raise VillainError("there is nothing to go on with yet")
        if run.distances:
            run.target = min(run.target, run.distances[-1]) / 2
        run.allowed = run.solution.seconds + LONGEST
        if run not in self._todo:
            run.state = "waiting"
            self._ask(run)

    def ask_blend(self, share: float) -> None:
        """Find the answer to whoever is held, by locks or by the model, if he is held so far."""
        if not self.has_answer and not self.lock_lines:
            raise VillainError("nobody is held here; lock a decision, or open the spot from a hand")
        self.share = share
        if self._hero() is not None:
            self._ask(Run("blend", "The blend", self.studied.asked.target, share=share))

    def _hero(self) -> int | None:
        """Who answers the one who is held, by locks before the model; nobody if both are."""
        held = {line.player for line in self.lock_lines.values()}
        if not held and self.studied.made is not None:
            held = {1 - self.studied.made.player}
        return 1 - held.pop() if len(held) == 1 else None

    def _held(self) -> HeldPlayer | None:
        """Who is held, as far as that is known: by locks before the model."""
        if not self.lock_lines:
            return self._by_model()
        hero = self._hero()
        if hero is None or self.locks is None:
            return None
        return HeldPlayer(1 - hero, self.locks, by_model=False)

    def sides(self) -> Sides | None:
        """What is held beside what: equilibrium, the best answer, the blend."""
        hero = self._hero()
        if hero is None or not (self.lock_lines or self.has_answer):
            return None
        model = "" if self.lock_lines else self.studied.reader
        return sides_of(hero, self.spot.names[1 - hero], model, self.share, self.marks)

    def beside(self) -> list[Beside]:
        """The strategies that can be shown side by side by now."""
        held = self._held()
        best: RunKey = "locked" if self.lock_lines else "answer"
        order: tuple[RunKey, ...] = ("equilibrium", best, "blend")
        return [
            Beside(run.key, run.solution, None if run.key == "equilibrium" else held)
            for key in order
            if (run := self.runs.get(key)) is not None
            if held is not None and run.solution is not None and run.distances
        ]

    def set_lock(self, line: str, key: RunKey, hand: str, shares: list[float]) -> None:
        """Hold whoever acts at a place to shares of his moves, and solve again."""
        run = self.runs.get(key)
        if run is None or run.solution is None or self.game is None:
            raise VillainError("wait until there is something to lock")
        if len(self.lock_lines) >= MOST_LOCKS:
            raise VillainError(f"{MOST_LOCKS} locks are the most; let some go first")
        locks = self.locks or Locks(self.game)
        with self.reading():
            dragged = add_dragged(locks, run.solution, self.studied, line, hand, shares)
        self.locks = locks
        if not hand:  # his whole range is held there now
            self.lock_lines = {
                at: one for at, one in self.lock_lines.items() if at[0] != dragged.line
            }
        self.lock_lines[dragged.line, hand] = dragged
        self._solve_locked()

    def _solve_locked(self) -> None:
        assert self.game is not None
        title = "With your locks" if len(self.lock_lines) > 1 else "With your lock"
        self.effect = None
        self._ask(Run("locked", title, self.studied.asked.target))
        if self._hero() is None:
            self._forget("blend")
        else:
            self.ask_blend(self.share)

    def unlock(self) -> None:
        """Let all locks go."""
        with self._change:
            self.locks, self.lock_lines, self.effect = None, {}, None
        self._forget("locked", "blend")
        if self.has_answer:
            self.ask_blend(self.share)

    def _forget(self, *keys: RunKey) -> None:
        with self._change:
            gone = [self.runs.pop(key) for key in keys if key in self.runs]
            self.marks = {key: mark for key, mark in self.marks.items() if key not in keys}
            self._todo = [run for run in self._todo if run not in gone]
            self.version += 1

    def verdict(self) -> Verdict | None:
        """The decision of the hand, as far as it can be judged by now."""
        free, answered = self.runs["equilibrium"], self.advice.get("answer", [])
        return verdict_on(
            self.studied,
            free.solution,
            self.advice.get("equilibrium", []),
            answered,
            self.hands_known,
        )

    # Taking turns

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Look at a solution while nobody works on it."""
        with self._counting:
            self._waiting += 1
        try:
            with self._turn:
                yield
        finally:
            with self._counting:
                self._waiting -= 1

    def _step(self, work: Callable[[], T]) -> T:
        """Do a part of the work, after whoever wants to look."""
        while self._waiting and not self._stopped.is_set():
            time.sleep(0.002)
        with self._turn:
            return work()

    # The work

    def _work(self) -> None:
        while True:
            with self._change:
                if not self._todo:
                    self._thread = None
                    return
                run = self._todo.pop(0)
            try:
                self._solve(run)
            except StoppedError:
                run.state = "stopped"
            except VillainError as error:
                run.state, run.words = "failed", str(error)
            except Exception:
                log.exception("a study")
                run.state, run.words = "failed", "something went wrong; the terminal has details"
            self.version += 1

    def _solve(self, run: Run) -> None:
        if self.game is None:
            run.state = "building"
            # What is learned is checked against its own bound; here the other is never met.
            self.game = solvable_spot(self.spot, memory=LARGEST, bytes_each=4.0)
        if run.solution is None:
            run.solution = self._begin(self.game, run)
        solution, began = run.solution, run.solution.seconds
        run.state = "solving"
        run.allowed = max(run.allowed, began)
        looked = cost = 0.0
        while True:
            self._go_on(run)
            self._step(solution.improve)
            since, late = solution.seconds - looked, solution.seconds >= run.allowed
            wait = max(LOOK_EVERY, LOOK_COST * cost, LOOK_LATER * solution.seconds)
            if since < wait and solution.iterations > 3 and not late:
                continue
            start = time.monotonic()
            distance = self._step(solution.distance)
            looked = solution.seconds
            run.seconds.append(round(solution.seconds, 3))
            run.distances.append(max(distance, 0.0))
            over = distance <= run.target or late
            if over or cost < CHEAP:
                self._step(lambda: self._note(run))
            cost = time.monotonic() - start
            self.version += 1
            if over:
                break
        self._step(lambda: self._mark(run))
        run.state = "done" if distance <= run.target else "late"

    def _go_on(self, run: Run) -> None:
        unwanted = self.runs.get(run.key) is not run
        if unwanted or self._stopped.is_set() or time.monotonic() - self.looked_at > ALONE:
            raise StoppedError

    def _begin(self, game: Solvable, run: Run) -> Solution:
        if run.key in ("answer", "blend"):
            if run.key == "answer" or not self.lock_lines:
                self._ask_model(game, run)
            held = self._held() if run.key == "blend" else self._by_model()
            if held is None:
                raise StoppedError
            return held.begin(game, run.share, threads=self.threads, short=self.short)
        locks = self.locks if run.key == "locked" and self.locks is not None else Locks(game)
        copied = Locks(game, dict(locks.at))  # he may lock on while this is solved
        return Solution(game, locks=copied, threads=self.threads, short=self.short)

    def _by_model(self) -> HeldPlayer | None:
        made, locks = self.studied.made, self.model_locks
        if made is None or locks is None:
            return None
        return HeldPlayer(1 - made.player, locks, by_model=True)

    def _ask_model(self, game: Solvable, run: Run) -> None:
        """Ask the model what the opponent does, once, and hold him to that."""
        if self.model_locks is not None:
            return
        run.state = "reading"
        studied = self.studied
        assert studied.made is not None
        assert studied.state is not None
        other = 1 - studied.made.player
        name = self.spot.names[other]
        model = make_model(studied.reader)
        if self.knows is not None:
            self.hands_known = model.study(self.knows, name, MOST_STUDIED)

        def progress(done: int, of: int) -> None:
            run.words = f"{done} of {of} decisions"
            self._go_on(run)

        self.model_locks = bind_model(game, self.spot, model, other, name, studied.state, progress)
        run.words = ""

    def _note(self, run: Run) -> None:
        """Take down what is shown beside the grid: a decision's values, what locks change."""
        solution, made = run.solution, self.studied.made
        assert solution is not None
        if run.key == "locked":
            self._compare(solution)
        elif made is not None and made.cards and run.key != "blend":
            if run.key == "answer" and self.model_locks is not None:
                solution = solution.with_locks(self.model_locks)
            self.advice[run.key] = advice_for(solution, self.studied, made.cards)

    def _compare(self, locked: Solution) -> None:
        free, half = self.runs["equilibrium"].solution, self.spot.whole_pot / 2
        if free is None:
            return
        before, after = (
            [round(half + one.value(player), 5) for player in (0, 1)] for one in (free, locked)
        )
        self.effect = LockEffect(before=before, after=after)

    def _mark(self, run: Run) -> None:
        """Measure what an answer wins from the other beyond equilibrium, and what it risks."""
        free = self.runs["equilibrium"].solution
        held = self._by_model() if run.key == "answer" else self._held()
        if run.key == "equilibrium" or free is None or held is None or run.solution is None:
            return
        point = held.measure(free, run.solution, run.share)
        self.marks[run.key] = DialMark(
            key=run.key, share=run.share, gain=round(point.gain, 5), risk=round(point.risk, 5)
        )
