"""The page Study: who studies what, and how much of the machine that may take."""

import os
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, TypeVar

from fastapi import FastAPI, Query, Request

from villain.errors import VillainError
from villain.hands.store.hand_store import HandStore
from villain.solver.sizes import STREETS, BetSizes
from villain.solver.solution import Solution
from villain.solver.solvable import solvable_spot
from villain.solver.spot import Spot
from villain.web.questions import SECONDS, Question, Questions
from villain.web.solving import Study
from villain.web.study_beside import view_beside
from villain.web.study_messages import (
    RunKey,
    RunState,
    SetDial,
    SetLock,
    StudiedSpot,
    StudyBeside,
    StudyCombos,
    StudyHand,
    StudyNode,
    StudySpot,
    StudyStarted,
    StudyStatus,
    StudyWelcome,
)
from villain.web.study_run import Run
from villain.web.study_spots import (
    LARGEST,
    READER,
    Studied,
    spot_of_hand,
    spot_of_table,
    typed_spot,
)
from villain.web.study_views import view_combos, view_node
from villain.web.table import PageTable
from villain.web.visitors import BusyError, Visitors

THREADS = max((os.cpu_count() or 1) // 2, 1)
"""A solution uses so many at once."""

MOST, EACH, KEPT = 2, 2, 6
"""How many visitors' studies are solved at once beside one's own, of which one is solved while so
many may still be ending, and how many are kept."""

GIGABYTES = 2.0
"""The memory of all that is kept."""

UNUSED = 900.0
"""A study that nobody has looked at for so many seconds is dropped."""

MOST_POINTS = 200
"""So many points of a curve are sent."""

EXAMPLE = StudySpot(
    board="Jh Th 4c 2s",
    pot=22,
    stacks="80",
    out_of_position="88+, A9s+, A5s-A2s, K9s+, Q9s+, J9s+, T9s, 98s, 87s, 76s, 65s, AJo+, KQo",
    in_position="QQ-55, AQs-A8s, KQs-K9s, Q9s+, J9s+, T8s+, 97s+, 86s+, 76s, 65s, AQo-ATo, KQo-KJo",
    sizes="40%, 100% / a",
)

RunAsked = Annotated[RunKey, Query()]
LineAsked = Annotated[str, Query(max_length=1000)]

T = TypeVar("T")

_warming = threading.Lock()


class Studies:
    """All studies of the pages.

    A model may know opponents from the host's ``store``, unless it is ``shared`` with strangers.
    """

    def __init__(
        self,
        visitors: Visitors,
        store: Path | None = None,
        *,
        shared: bool = True,
        seconds: float = SECONDS,
    ) -> None:
        self._visitors, self._store, self._shared = visitors, store, shared
        self._questions = Questions(seconds)
        self._known: OrderedDict[str, Study] = OrderedDict()
        self._ending: list[Study] = []

    # Keeping

    def find(self, name: str) -> Study:
        """A study, which is used again."""
        study = self._known.get(name)
        if study is None:
            raise VillainError("this study is over; open the spot again")
        self._known.move_to_end(name)
        study.looked_at = time.monotonic()
        return study

    def start(self, studied: Studied, address: str = "") -> str:
        """Begin to solve; what the same visitor was solving goes no further."""
        self._drop_unused()
        working = [one for one in (*self._known.values(), *self._ending) if one.working]
        own = [one for one in working if one.address == address]
        if len(own) > EACH:  # one that was stopped takes a while to end
            raise BusyError("a spot of yours has yet to stop; try again in a while")
        if sum(not one.stopping for one in working if one.address != address) >= MOST:
            raise BusyError(f"{MOST} spots are being solved; try again in a while")
        for study in own:
            study.stop()
        self._ending = [one for one in working if one.name not in self._known]
        self._make_room()
        name = secrets.token_urlsafe(9)
        knows = None if self._shared else HandStore(self._store, create=True)
        self._known[name] = Study(studied, name, address, threads=THREADS, knows=knows)
        return name

    def _drop_unused(self) -> None:
        now = time.monotonic()
        for name, study in list(self._known.items()):
            if now - study.looked_at > UNUSED:
                study.stop()
                self._ending.append(self._known.pop(name))

    def _make_room(self, *, more: int = 1) -> None:
        """Drop those that were used longest ago, until there is room for one more solution.

        ``more`` is 0 if it belongs to the study that was used last, which stays.
        """
        while len(self._known) > 1 - more and (
            len(self._known) + more > KEPT
            or sum(one.gigabytes for one in self._known.values()) > GIGABYTES - LARGEST
        ):
            _, oldest = self._known.popitem(last=False)
            oldest.stop()
            self._ending.append(oldest)

    async def close(self) -> None:
        """Stop everything."""
        for study in self._known.values():
            study.stop()
        await self._questions.close()

    # Opening

    async def from_table(self, request: Request, table: PageTable, reader: str) -> StudyStarted:
        """Study the position at a table, with what the person at it can see."""
        work = spot_of_table(table, reader or READER)
        return await self._open(request, lambda _: work())

    async def _open(self, request: Request, work: Callable[[Question], Studied]) -> StudyStarted:
        address = self._visitors.of(request).address
        studied = await self._questions.answer(request, address, work)
        return StudyStarted(study=self.start(studied, address))

    # Answers

    def add_to(self, app: FastAPI) -> None:
        """Answer the page."""

        @app.get("/api/study")
        async def welcome() -> StudyWelcome:
            warm_up_in_background()
            return StudyWelcome(example=EXAMPLE, largest=LARGEST)

        @app.post("/api/study")
        async def study_spot(request: Request, asked: StudySpot) -> StudyStarted:
            return await self._open(request, lambda _: typed_spot(asked))

        @app.post("/api/study/hand")
        async def study_hand(request: Request, asked: StudyHand) -> StudyStarted:
            return await self._open(
                request, lambda _: spot_of_hand(asked.text, asked.step, asked.reader or READER)
            )

        @app.get("/api/study/{name}")
        async def status(name: str) -> StudyStatus:
            return status_of(self.find(name))

        @app.get("/api/study/{name}/at")
        async def place(
            request: Request, name: str, line: LineAsked = "", run: RunAsked = "equilibrium"
        ) -> StudyNode:
            study = self.find(name)
            return await self._look(
                request,
                study,
                run,
                lambda found: view_node(
                    found, study.spot, line, run, study.version, study.studied.unit
                ),
            )

        @app.get("/api/study/{name}/combos")
        async def combos(
            request: Request,
            name: str,
            hand: Annotated[str, Query(max_length=8)],
            player: Annotated[int, Query(ge=0, le=1)] = 0,
            line: LineAsked = "",
            run: RunAsked = "equilibrium",
        ) -> StudyCombos:
            study = self.find(name)
            version = study.version
            combos = await self._look(
                request, study, run, lambda solution: view_combos(solution, line, player, hand)
            )
            return StudyCombos(hand=hand, version=version, combos=combos)

        @app.get("/api/study/{name}/beside")
        async def beside(
            request: Request,
            name: str,
            line: LineAsked = "",
            hand: Annotated[str, Query(max_length=8)] = "",
        ) -> StudyBeside:
            study = self.find(name)

            def work(_: Question) -> StudyBeside:
                with study.reading():
                    strategies, version = study.beside(), study.version
                    return view_beside(strategies, study.studied, line, hand, version)

            return await self._questions.answer(request, self._visitors.of(request).address, work)

        @app.post("/api/study/{name}/lock")
        async def lock(request: Request, name: str, asked: SetLock) -> StudyStatus:
            study = self.find(name)
            self._make_room(more=0)

            def work(_: Question) -> None:
                study.set_lock(asked.line, asked.run, asked.hand, asked.shares)

            await self._questions.answer(request, self._visitors.of(request).address, work)
            return status_of(study)

        @app.post("/api/study/{name}/unlock")
        async def unlock(name: str) -> StudyStatus:
            study = self.find(name)
            study.unlock()
            return status_of(study)

        @app.post("/api/study/{name}/dial")
        async def dial(name: str, asked: SetDial) -> StudyStatus:
            study = self.find(name)
            self._make_room(more=0)
            study.ask_blend(asked.share)
            return status_of(study)

        @app.post("/api/study/{name}/on")
        async def go_on(name: str, run: RunAsked = "equilibrium") -> StudyStatus:
            study = self.find(name)
            study.go_on(run)
            return status_of(study)

        @app.post("/api/study/{name}/stop")
        async def stop(name: str) -> StudyStatus:
            study = self.find(name)
            study.stop()
            return status_of(study)

    async def _look(
        self, request: Request, study: Study, key: RunKey, look: Callable[[Solution], T]
    ) -> T:
        run = study.runs.get(key)
        if run is None or run.solution is None or not run.distances:
            raise VillainError("there is nothing to see yet; wait a moment")
        solution = run.solution

        def work(_: Question) -> T:
            with study.reading():
                return look(solution)

        return await self._questions.answer(request, self._visitors.of(request).address, work)


def status_of(study: Study) -> StudyStatus:
    """How a study stands."""
    spot, studied = study.spot, study.studied
    return StudyStatus(
        study=study.name,
        spot=StudiedSpot(
            asked=studied.asked,
            names=list(spot.names),
            board=[str(card) for card in spot.board],
            pot=spot.whole_pot,
            bets=list(spot.bets),
            stacks=list(spot.stacks),
            to_act=spot.to_act,
            unit=studied.unit,
            unit_name=studied.unit_name,
            sizes=[] if spot.fixed else [_to_come(sizes, spot.street) for sizes in spot.sizes],
            note=studied.note,
        ),
        runs=[_run_state(run) for run in list(study.runs.values())],
        working=study.working,
        version=study.version,
        locks=list(study.lock_lines.values()),
        effect=study.effect,
        verdict=study.verdict(),
        sides=study.sides(),
    )


def _to_come(sizes: BetSizes, street: int) -> str:
    """The sizes on the streets that are left."""
    left = [str(sizes.on(one)) for one in range(street, 4)]
    if len({*left}) == 1:
        return left[0]
    named = zip(STREETS[street - 1 :], left, strict=True)
    return "; ".join(f"{name} {text}" for name, text in named)


def _run_state(run: Run) -> RunState:
    points = list(zip(run.seconds, run.distances, strict=False))
    every = max(1, -(-len(points) // MOST_POINTS))
    shown = points[::-every][::-1]
    return RunState.model_validate(
        {
            "key": run.key,
            "title": run.title,
            "state": run.state,
            "words": run.words,
            "iterations": run.solution.iterations if run.solution else 0,
            "target": run.target,
            "seconds": [seconds for seconds, _ in shown],
            "distances": [round(distance, 7) for _, distance in shown],
        }
    )


def warm_up_in_background() -> None:
    """Compile the solver while somebody writes down a spot."""
    if _warming.acquire(blocking=False):  # once is enough
        threading.Thread(target=_warm_up, daemon=True).start()


def _warm_up() -> None:
    spot = Spot.parse("Ks7d2c4h", pot=10, stacks=10, ranges=("AA", "KK, QQ"), sizes="a")
    Solution(solvable_spot(spot)).solve(iterations=2)
