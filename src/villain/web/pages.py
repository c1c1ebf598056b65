"""Answers for the other pages: players, profiles, hands, replays, matches."""

import logging
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, TypeVar

import numpy as np
from fastapi import FastAPI, File, Request, UploadFile

from villain.errors import VillainError
from villain.game.hand import Hand
from villain.hands.formats.format import read_hand
from villain.hands.formats.phh import FORMAT
from villain.hands.formats.registry import find_format, write_hands
from villain.hands.hand_history import HandHistory
from villain.hands.store.finding import select_hands
from villain.hands.store.hand_store import HandStore
from villain.profiles.players import list_players
from villain.profiles.profile import read_profile
from villain.profiles.report import profile_as_dict
from villain.profiles.winnings import player_winnings
from villain.web import dropping
from villain.web.conditions import hands_where
from villain.web.matches import Matches
from villain.web.messages import Dropped, NewMatch, Replay
from villain.web.questions import SECONDS, AskedStore, Question, Questions
from villain.web.replays import replay_of
from villain.web.studies import Studies
from villain.web.table import PageTable
from villain.web.visitors import Visitors

T = TypeVar("T")

log = logging.getLogger(__name__)

COLUMNS = ("hand", "played", "site", "betting", "players", "big_blind", "decimals", "board", "pot")
MOST_HANDS = 500
POINTS = 500


class Pages:
    """Reads the hand store for the pages; ``refresh`` brings the newest hands into it."""

    def __init__(
        self,
        store: Path | None,
        refresh: Callable[[], None],
        visitors: Visitors,
        *,
        shared: bool = False,
        seconds: float = SECONDS,
    ) -> None:
        self._folder, self._refresh, self._shared = store, refresh, shared
        self._visitors, self._questions = visitors, Questions(seconds)
        self._damaged: set[str] = set()
        self.matches = Matches()
        self.studies = Studies(visitors, store, shared=shared, seconds=seconds)

    async def _work(self, request: Request, work: Callable[[Question], T]) -> T:
        """Work for a page in the background, for a limited time."""
        return await self._questions.answer(request, self._visitors.of(request).address, work)

    async def _replay(self, request: Request, history: HandHistory) -> Replay:
        return await self._work(request, lambda question: replay_of(history, question))

    async def _ask(self, request: Request, asked: Callable[[AskedStore], T]) -> T:
        """Ask the hand store in the background."""
        if self._shared:
            raise VillainError("the hands of others are not shown on a table that is shared")

        def work(question: Question) -> T:
            self._refresh()
            store = AskedStore(self._folder, question)
            self._warn_of_damage(store)
            return asked(store)

        return await self._work(request, work)

    def _warn_of_damage(self, store: HandStore) -> None:
        """Say once of each batch that cannot be read that the answers are without it."""
        for batch, wrong in store.damaged().items():
            if batch not in self._damaged:
                self._damaged.add(batch)
                log.warning("batch %s is left out: %s; see villain store repair", batch, wrong)

    async def export(self, request: Request, table: PageTable, form: str) -> str:
        """The hands of a table's session."""
        target, session = find_format(form), list(table.session)

        def work(question: Question) -> str:
            def hands() -> Iterator[tuple[HandHistory, Hand]]:
                for played in session:
                    question.check()
                    yield read_hand(FORMAT, played.text)

            return "".join(write_hands(target, hands()))

        return await self._work(request, work)

    async def close(self) -> None:
        """Stop everything that goes on."""
        self.matches.stop()
        await self.studies.close()
        await self._questions.close()

    def add_to(self, app: FastAPI) -> None:
        """Answer the pages."""

        @app.get("/api/players")
        async def players(request: Request, least: int = 1) -> dict[str, Any]:
            rows = await self._ask(request, lambda store: list_players(store, least))
            return {"players": [row._asdict() for row in rows]}

        @app.get("/api/profile")
        async def profile(request: Request, name: str, site: str | None = None) -> dict[str, Any]:
            return await self._ask(request, lambda store: _profile(store, name, site or None))

        @app.get("/api/hands")
        async def hands(request: Request, where: str = "", limit: int = 50) -> dict[str, Any]:
            most = min(limit, MOST_HANDS)
            rows = await self._ask(request, lambda store: _newest(store, where, most))
            return {
                "hands": [
                    {
                        key: str(value) if key == "played" and value else value
                        for key, value in zip(COLUMNS, row, strict=True)
                    }
                    for row in rows
                ]
            }

        @app.get("/api/hands/{name}")
        async def hand(request: Request, name: str) -> Replay:
            history = await self._ask(request, lambda store: _find(store, name))
            return await self._replay(request, history)

        @app.post("/api/drop")
        async def drop(
            request: Request, file: Annotated[UploadFile, File()], number: int = 1
        ) -> Dropped:
            data = await file.read(dropping.MOST_BYTES + 1)
            if len(data) > dropping.MOST_BYTES:
                raise VillainError("this file is too large for the page; use villain import")
            hands, wanted, refused = await self._work(
                request, lambda question: dropping.read_dropped(data, number, question)
            )
            replay = await self._replay(request, wanted) if wanted else None
            return Dropped(hands=hands, refused=refused, replay=replay)

        @app.post("/api/matches")
        async def match(request: Request, wanted: NewMatch) -> dict[str, str]:
            return {"match": self.matches.start(wanted, self._visitors.of(request).address)}

        self.matches.add_to(app)
        self.studies.add_to(app)


def _newest(store: AskedStore, where: str, most: int) -> Sequence[Sequence[Any]]:
    if where.strip():
        return hands_where(store, COLUMNS, where, most, store.question)
    return list(select_hands(store, COLUMNS, limit=most, newest=True))


def _find(store: HandStore, name: str) -> HandHistory:
    """A hand by letters of its name in the store, or by its number at a table."""
    rows = store.query("SELECT phh FROM hands WHERE number = ? LIMIT 1", [name]).fetchall()
    if rows:
        return read_hand(FORMAT, rows[0][0])[0]
    rows = store.query(
        "SELECT phh FROM hands WHERE starts_with(hand, ?) LIMIT 2", [name or "none"]
    ).fetchall()
    if len(rows) != 1:
        raise VillainError(f"there is no hand {name[:40]!r}, or more than one")
    return read_hand(FORMAT, rows[0][0])[0]


def _profile(store: HandStore, name: str, site: str | None) -> dict[str, Any]:
    profile = read_profile(store, name, site)
    shown = _finite(profile_as_dict(profile))
    shown["winnings"] = _curves(store, profile.name, profile.site)
    return dict(shown)


def _curves(store: HandStore, name: str, site: str) -> dict[str, list[float]]:
    won = player_winnings(store, name, site)
    at = np.unique(np.linspace(0, len(won.net) - 1, POINTS).round().astype(int))
    curves = {
        key: np.round(getattr(won, key).cumsum()[at], 2).tolist()
        for key in ("net", "expected", "at_showdown", "without_showdown")
    }
    return {**curves, "hands_at": (at + 1).tolist()}


def _finite(data: Any) -> Any:  # noqa: ANN401
    """Without numbers that JSON cannot say."""
    if isinstance(data, dict):
        return {key: _finite(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [_finite(value) for value in data]
    if isinstance(data, float) and not np.isfinite(data):
        return None
    return data
