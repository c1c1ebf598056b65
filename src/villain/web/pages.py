"""What the other pages ask for: players, profiles, hands, replays, matches."""

import logging
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from fastapi import FastAPI, File, UploadFile

from villain.errors import VillainError
from villain.histories.files.archives import Trouble
from villain.histories.files.pieces import pieces
from villain.histories.formats.format import RefusedError, read_hand
from villain.histories.formats.phh import FORMAT
from villain.histories.formats.registry import FORMATS, find_format, write_hands
from villain.histories.hand_history import HandHistory
from villain.histories.profiles.players import list_players
from villain.histories.profiles.profile import read_profile
from villain.histories.profiles.report import profile_as_dict
from villain.histories.profiles.winnings import player_winnings
from villain.histories.store.finding import select_hands
from villain.histories.store.hand_store import HandStore
from villain.web.matches import Matches
from villain.web.messages import Dropped, NewMatch, Replay
from villain.web.replays import replay_of
from villain.web.table import Table

log = logging.getLogger(__name__)

COLUMNS = ("hand", "played", "site", "betting", "players", "big_blind", "decimals", "board", "pot")
MOST_DROPPED = 20 * 2**20
MOST_HANDS, MOST_IN_A_FILE = 500, 5_000
POINTS = 500


class Pages:
    """Reads the hand store for the pages; ``refresh`` brings the newest hands into it."""

    def __init__(
        self, store: Path | None, refresh: Callable[[], None], *, shared: bool = False
    ) -> None:
        self._folder, self._refresh, self._shared = store, refresh, shared
        self._damaged: set[str] = set()
        self.matches = Matches()

    def _store(self) -> HandStore:
        if self._shared:
            raise VillainError("the hands of others are not shown on a table that is shared")
        self._refresh()
        store = HandStore(self._folder, create=True)
        for batch, wrong in store.damaged().items():
            if batch not in self._damaged:
                self._damaged.add(batch)
                log.warning("batch %s is left out: %s; see villain store repair", batch, wrong)
        return store

    def export(self, table: Table, form: str) -> str:
        """The hands of a table's session."""
        target = find_format(form)
        hands = (read_hand(FORMAT, played.text) for played in table.session)
        return "".join(write_hands(target, hands))

    def add_to(self, app: FastAPI) -> None:
        """Answer the pages."""

        @app.get("/api/players")
        def players(least: int = 1) -> dict[str, Any]:
            return {"players": [row._asdict() for row in list_players(self._store(), least)]}

        @app.get("/api/profile")
        def profile(name: str, site: str | None = None) -> dict[str, Any]:
            store = self._store()
            found = read_profile(store, name, site or None)
            told = _finite(profile_as_dict(found))
            told["winnings"] = _curves(store, found.name, found.site)
            return dict(told)

        @app.get("/api/hands")
        def hands(where: str = "", limit: int = 50) -> dict[str, Any]:
            rows = select_hands(self._store(), COLUMNS, where, min(limit, MOST_HANDS), newest=True)
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
        def hand(name: str) -> Replay:
            return replay_of(self._find(name))

        @app.post("/api/drop")
        def drop(file: Annotated[UploadFile, File()], number: int = 1) -> Dropped:
            data = file.file.read(MOST_DROPPED + 1)
            if len(data) > MOST_DROPPED:
                raise VillainError("this file is too large for the page; use villain import")
            return _dropped(data, number)

        @app.post("/api/matches")
        async def match(wanted: NewMatch) -> dict[str, str]:
            return {"match": self.matches.start(wanted)}

        self.matches.add_to(app)

    def _find(self, name: str) -> HandHistory:
        """A hand by letters of its name in the store, or by its number at a table."""
        store = self._store()
        rows = store.query("SELECT phh FROM hands WHERE number = ? LIMIT 1", [name]).fetchall()
        if rows:
            return read_hand(FORMAT, rows[0][0])[0]
        rows = store.query(
            "SELECT phh FROM hands WHERE starts_with(hand, ?) LIMIT 2", [name or "none"]
        ).fetchall()
        if len(rows) != 1:
            raise VillainError(f"there is no hand {name[:40]!r}, or more than one")
        return read_hand(FORMAT, rows[0][0])[0]


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


def _dropped(data: bytes, number: int) -> Dropped:
    """What a dropped file holds; it is looked at in a folder of its own, and not kept."""
    good, replay, refused = 0, None, []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "dropped"
        path.write_bytes(data)
        for piece in pieces([path]):
            if isinstance(piece, Trouble):
                refused.append(piece.reason)
                continue
            for line, text, wrong in piece.blocks():
                try:
                    if wrong:
                        raise RefusedError(*wrong)
                    history, _ = read_hand(FORMATS[piece.form], text, piece.context)
                except RefusedError as error:
                    refused.append(f"line {line}: {error}")
                    continue
                good += 1
                if good == number:
                    replay = replay_of(history)
                if good >= MOST_IN_A_FILE:
                    refused.append("only the first hands are looked at; use villain import")
                    return Dropped(hands=good, refused=refused[:50], replay=replay)
    return Dropped(hands=good, refused=refused[:50], replay=replay)
