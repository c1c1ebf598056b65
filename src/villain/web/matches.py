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
from villain.arena.match_record import MatchRecord
from villain.arena.statistics import rate
from villain.errors import VillainError
from villain.game.chance import fresh_seed
from villain.game.presets import limit_holdem, no_limit_holdem
from villain.web.clones import cloned_player
from villain.web.close_codes import CROWDED, GONE, MOST_WATCHERS
from villain.web.door import admit
from villain.web.messages import MatchUpdate, NewMatch, Standing
from villain.web.seating import check_sits
from villain.web.visitors import BusyError

log = logging.getLogger(__name__)

POINTS, OFTEN = 200, 0.5
"""Points of a curve, and seconds between two updates."""

MOST, EACH, KEPT = 4, 2, 8
"""How many matches run at once, how many of one visitor, and how many can be looked at."""

ALONE = 60.0
"""A match that nobody has looked at for so many seconds stops."""


class UnwantedError(Exception):
    """Nobody wants to see the rest of a match."""


class RunningMatch:
    """A match in a thread of its own."""

    def __init__(self, wanted: NewMatch, address: str = "") -> None:
        self.address, self.watchers = address, 0
        players = len(wanted.agents)
        rules = limit_holdem(players) if wanted.betting == "limit" else no_limit_holdem(players)
        for agent in wanted.agents:
            check_sits(agent, rules)
            if cloned_player(agent) is not None:
                raise VillainError("clones sit at tables, and play no matches here; villain match")
        seed = fresh_seed() if wanted.seed is None else wanted.seed
        self._match = Match(rules, tuple(wanted.agents), wanted.deals, seed)
        self._record = MatchRecord.empty(self._match)
        self._stopped = threading.Event()
        self._looked_at = time.monotonic()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def over(self) -> bool:
        """True if nothing is being played any more."""
        return not self._thread.is_alive()

    def stop(self) -> None:
        """Play no further deals."""
        self._stopped.set()

    def _run(self) -> None:
        def go_on(_: float) -> None:  # a chunk of deals takes a second at most
            if self._stopped.is_set() or time.monotonic() - self._looked_at > ALONE:
                raise UnwantedError

        try:
            with suppress(UnwantedError):
                play_match(self._match, progress=go_on, record=self._record)
        except Exception:
            log.exception("a match")

    def standing(self) -> MatchUpdate:
        """The standings, by the deals that all seatings have played."""
        self._looked_at = time.monotonic()
        match, record = self._match, self._record
        done = min(record.done)
        payoffs = record.payoffs[:, :done].mean(axis=0) / match.rules.big_blind
        at = np.unique(np.linspace(0, max(done - 1, 0), POINTS).round().astype(int))
        standings = []
        for player, name in enumerate(match.names):
            column = payoffs[:, player]
            won = rate(column) if done > 1 else None
            standings.append(
                Standing(
                    name=name,
                    mean=won.mean if won else None,
                    low=won.low if won else None,
                    high=won.high if won else None,
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
    """The matches that run, and the last ones that are over."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, RunningMatch] = OrderedDict()

    @property
    def running(self) -> list[RunningMatch]:
        """Those that are being played, the oldest first; one that was stopped may still end."""
        return [match for match in self._known.values() if not match.over]

    def start(self, wanted: NewMatch, address: str = "") -> str:
        """Start a match; the oldest of the same visitor makes room, and nobody else's."""
        if len(self.running) >= MOST:
            raise BusyError(f"{MOST} matches are being played; wait until one is over")
        own = [one for one in self.running if one.address == address]
        if len(own) > EACH:  # one that was stopped takes a while to end, and its place till then
            raise BusyError("a match of yours has yet to stop; try again in a while")
        match = RunningMatch(wanted, address)
        for oldest in own[: max(len(own) + 1 - EACH, 0)]:
            oldest.stop()
        name = secrets.token_urlsafe(6)
        self._known[name] = match
        for old in [one for one, match in self._known.items() if match.over][
            : len(self._known) - KEPT
        ]:
            del self._known[old]
        return name

    def stop(self) -> None:
        """Stop all of them."""
        for match in self.running:
            match.stop()

    def add_to(self, app: FastAPI) -> None:
        """Tell how matches stand."""

        @app.websocket("/api/matches/{name}")
        async def watch(socket: WebSocket, name: str) -> None:
            if await admit(socket, app.state.server.guard) is None:
                return
            match = self._known.get(name)
            if match is None:
                await socket.close(GONE, "there is no such match any more")
                return
            if match.watchers >= MOST_WATCHERS:
                await socket.close(CROWDED, "too many windows look at this match; close one")
                return
            match.watchers += 1
            leaving = asyncio.create_task(_until_gone(socket))
            try:
                with suppress(WebSocketDisconnect, RuntimeError):
                    while not leaving.done():
                        update = match.standing()
                        await socket.send_text(update.model_dump_json())
                        if update.over:
                            await socket.close()
                            break
                        await asyncio.wait({leaving}, timeout=OFTEN)
            finally:
                match.watchers -= 1
            leaving.cancel()
            await asyncio.wait({leaving})


async def _until_gone(socket: WebSocket) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        while (await socket.receive())["type"] != "websocket.disconnect":
            pass
