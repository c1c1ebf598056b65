"""A file that keeps a series of freeze-outs as it goes."""

import json
import sqlite3
from pathlib import Path

from villain.arena.freezeout import FreezeOut
from villain.arena.freezeout_series import FreezeOutSeries
from villain.arena.kept_file import KeptFile
from villain.arena.table import Fault
from villain.errors import VillainError


class SeriesFile(KeptFile):
    """The results of a series, one after the other."""

    kind = "series of freeze-outs"
    tables = "CREATE TABLE results (number INTEGER PRIMARY KEY, result TEXT)"

    def __init__(self, path: Path, series: FreezeOutSeries) -> None:
        super().__init__(path, series.describe(), series.seed)
        self._count = 0

    @classmethod
    def load(cls, path: Path, series: FreezeOutSeries) -> "SeriesFile":
        """Go on with a series that was kept; it takes up its results."""
        file = cls.open(path, series.describe())
        try:
            rows = file.read("SELECT number, result FROM results ORDER BY number").fetchall()
            played = [_read(text, series) for _, text in rows]
            if [number for number, _ in rows] != list(range(len(rows))):
                raise ValueError("some results are missing")
        except (ValueError, TypeError, sqlite3.Error) as error:
            file._data.close()
            raise VillainError(f"{path} is damaged: {error}") from None
        if len(played) > series.count:
            file._data.close()
            raise VillainError(
                f"{path} has {len(played):,} freeze-outs, more than the {series.count:,} that are "
                "wanted"
            )
        series.played, file._count = played, len(played)
        return file

    def keep(self, series: FreezeOutSeries, *, now: bool = False) -> None:
        """Write what is new, if it is time or must be now."""
        new = series.played[self._count :]
        if not (new and (now or self.is_due)):
            return
        rows = [(self._count + place, _text(result)) for place, result in enumerate(new)]
        statement = "INSERT OR REPLACE INTO results VALUES (?, ?)"
        share = len(series.played) / series.count
        if self.write(share, lambda data: data.executemany(statement, rows)):
            self._count = len(series.played)


def _text(result: FreezeOut) -> str:
    faults = [[fault.agent, fault.deal, fault.reason] for fault in result.faults]
    return json.dumps([result.winner, result.out, result.hands, faults])


def _read(text: str, series: FreezeOutSeries) -> FreezeOut:
    winner, out, hands, faults = json.loads(text)
    if sorted((winner, *out)) != list(range(len(series.agents))):
        raise ValueError("it names somebody else")
    named = tuple(Fault(str(who), int(hand), str(why)) for who, hand, why in faults)
    return FreezeOut(int(winner), tuple(int(who) for who in out), int(hands), named)
