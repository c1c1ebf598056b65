"""Duplicate matches to watch."""

import asyncio
import logging
import secrets
import threading
import time
from collections import OrderedDict
from contextlib import suppress

import numpy as np
from fastapi import FastAPI, WebSocket, WebSocketDisconnect

from villain.arena.match import Match, play_match
from villain.arena.record import Record
from villain.arena.statistics import rate
from villain.errors import VillainError
from villain.game.chance import fresh_seed
from villain.game.presets import limit_holdem, no_limit_holdem
from villain.web.guard import COOKIE
from villain.web.messages import MatchUpdate, NewMatch, Standing
from villain.web.seating import check_sits

log = logging.getLogger(__name__)

MOST, POINTS, OFTEN = 4, 200, 0.5
"""How many matches run at once, points of a curve, and seconds between two updates."""


ALONE = 60.0
"""A match that nobody has looked at for so many seconds stops."""


class UnwantedError(Exception):
    """Nobody wants to see the rest of a match."""


class RunningMatch:
    """A match in a thread of its own."""

    def __init__(self, wanted: NewMatch) -> None:
        players = len(wanted.agents)
        rules = limit_holdem(players) if wanted.betting == "limit" else no_limit_holdem(players)
        if any(".py" in agent for agent in wanted.agents):
            raise VillainError("files of your own play in villain match")
        for agent in wanted.agents:
            check_sits(agent, rules)
        seed = fresh_seed() if wanted.seed is None else wanted.seed
        self._match = Match(rules, tuple(wanted.agents), wanted.deals, seed)
        self._record = Record.empty(self._match)
        self.over = False
        self.wanted = True
        self._looked_at = time.monotonic()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        def go_on(_: float) -> None:
            if not self.wanted or time.monotonic() - self._looked_at > ALONE:
                raise UnwantedError

        try:
            with suppress(UnwantedError):
                play_match(self._match, progress=go_on, record=self._record)
        except Exception:
            log.exception("a match")
        finally:
            self.over = True

    def standing(self) -> MatchUpdate:
        """How it stands, by the deals that all seatings have played."""
        self._looked_at = time.monotonic()
        match, record = self._match, self._record
        done = min(record.done)
        payoffs = record.payoffs[:, :done].mean(axis=0) / match.rules.big_blind
        at = np.unique(np.linspace(0, max(done - 1, 0), POINTS).round().astype(int))
        standings = []
        for player, name in enumerate(match.names):
            column = payoffs[:, player]
            found = rate(column) if done > 1 else None
            standings.append(
                Standing(
                    name=name,
                    mean=found.mean if found else 0.0,
                    low=found.low if found else 0.0,
                    high=found.high if found else 0.0,
                    curve=np.round(column.cumsum()[at], 3).tolist() if done else [],
                )
            )
        replays = len(record.done)
        return MatchUpdate(
            done=sum(record.done),
            total=replays * match.deals,
            deals=(at + 1).tolist() if done else [],
            standings=standings,
            over=self.over,
        )


class Matches:
    """The matches that run."""

    def __init__(self) -> None:
        self._running: OrderedDict[str, RunningMatch] = OrderedDict()

    def start(self, wanted: NewMatch) -> str:
        """Start a match; the oldest makes room."""
        match = RunningMatch(wanted)
        while len(self._running) >= MOST:
            _, oldest = self._running.popitem(last=False)
            oldest.wanted = False
        name = secrets.token_urlsafe(6)
        self._running[name] = match
        return name

    def add_to(self, app: FastAPI) -> None:
        """Tell how matches stand."""

        @app.websocket("/api/matches/{name}")
        async def watch(socket: WebSocket, name: str) -> None:
            await socket.accept()
            match = self._running.get(name)
            guard = app.state.server.guard
            if match is None or not guard.admits(socket.headers, socket.cookies.get(COOKIE)):
                await socket.close(4404)
                return
            with suppress(WebSocketDisconnect, RuntimeError):
                while True:
                    update = match.standing()
                    await socket.send_text(update.model_dump_json())
                    if update.over:
                        break
                    await asyncio.sleep(OFTEN)
                await socket.close()
