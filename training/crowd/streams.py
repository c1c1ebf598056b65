"""From hands to streams of decisions: for each player what he faced and did, in order of time.

    python -m training.crowd.streams SOURCE --out FILE.npz [--hands N]

SOURCE is a hand store, or a file, a folder or an archive of any format that ``villain import``
reads. What the file holds is told in `stream_files`.
"""

import argparse
import sys
import time
from array import array
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

import numpy as np

from training.crowd.stream_files import Decisions, save
from villain.cards.combo import Combo
from villain.errors import VillainError
from villain.evaluation.known_hands import MACHINE
from villain.evaluation.replaying import decisions_of, is_decision
from villain.game.hand import Hand
from villain.game.rules import is_holdem
from villain.hands.files.archives import Trouble
from villain.hands.files.pieces import pieces
from villain.hands.formats.format import RefusedError, read_hand
from villain.hands.formats.registry import FORMATS
from villain.hands.hand_history import HandHistory
from villain.hands.store.finding import histories
from villain.hands.store.hand_store import HandStore
from villain.models.crowd.situations import COLUMNS, codes_of, deed
from villain.models.crowd.strengths import UNKNOWN, hand_path
from villain.profiles.splitting import digest

EVERY = 20_000
"""So often the progress is told, in hands."""

BEGINNING = datetime(1990, 1, 1)
"""The time of hands that have none; they are in the order in which they came."""


class Streams:
    """Decisions of hands, which may come in any order."""

    def __init__(self) -> None:
        self.hands = self.refused = self.twice = 0
        self._known: set[int] = set()
        self._players: dict[str, int] = {}
        self._seconds, self._numbers = array("q"), array("Q")
        self._rows = bytearray()
        self._whose, self._hand_of = array("I"), array("I")

    def __len__(self) -> int:
        return len(self._whose)

    def add(self, history: HandHistory, hand: Hand) -> None:
        """Take in a hand, unless it was there before."""
        if self._knows(history):
            self.twice += 1
            return
        paths = {
            seat: hand_path(Combo.of(*hole), history.board).tolist()
            for seat, hole in enumerate(history.holes)
            if hole
        }
        begun: set[int] = set()
        for decision in decisions_of(hand):
            if not is_decision(decision):
                continue
            seat, situation = decision.seat, decision.situation
            held = paths[seat][situation.street] if seat in paths else (UNKNOWN,) * 3
            fresh, shown = seat not in begun, seat in history.shown
            self._rows += bytes((*codes_of(situation), *deed(decision), fresh, *held, shown))
            self._whose.append(self._players.setdefault(decision.name, len(self._players)))
            self._hand_of.append(self.hands)
            begun.add(seat)
        when, number = history.origin.time, history.origin.number
        numbered = when is not None and number.isdecimal() and len(number) < 19
        self._seconds.append(int(((when or BEGINNING) - BEGINNING).total_seconds()))
        self._numbers.append(int(number) if numbered else self.hands)
        self.hands += 1

    def _knows(self, history: HandHistory) -> bool:
        """Whether a hand was there before; else remember it."""
        origin = history.origin
        which = (origin.site, origin.number, origin.time)
        key = hash((which, history.names, history.actions, history.board, history.holes))
        known = key in self._known
        self._known.add(key)
        return known

    def decisions(self) -> Decisions:
        """All of them, player by player, each in order of time."""
        if not self._whose:
            raise VillainError("there is no decision in these hands")
        place = np.empty(self.hands, np.int64)
        place[np.lexsort((np.array(self._numbers), np.array(self._seconds)))] = np.arange(
            self.hands
        )
        whose = np.array(self._whose)
        times = np.empty(len(whose), np.uint32)
        times[np.argsort(place[np.array(self._hand_of)], kind="stable")] = np.arange(len(whose))
        order = np.lexsort((times, whose))
        rows = np.frombuffer(self._rows, np.uint8).reshape(len(whose), -1)[order]
        columns = len(COLUMNS)
        counts = np.bincount(whose, minlength=len(self._players))
        return Decisions(
            situations=rows[:, :columns],
            actions=rows[:, columns],
            sizes=rows[:, columns + 1],
            fresh=rows[:, columns + 2].astype(np.bool_),
            strengths=rows[:, columns + 3 : columns + 5],
            cards=rows[:, columns + 5],
            shown=rows[:, columns + 6].astype(np.bool_),
            times=times[order],
            offsets=np.concatenate([[0], np.cumsum(counts)]).astype(np.int64),
            splits=np.array([digest(name) % 100 for name in self._players], np.uint8),
            machine=np.array([name == MACHINE for name in self._players], np.bool_),
        )


def hands_of(source: Path, refused: Callable[[str], None]) -> Iterator[tuple[HandHistory, Hand]]:
    """All hands of hold'em in a store or in files; ``refused`` is told of each left out."""
    if (source / "villain-hands.json").exists():
        yield from histories(HandStore(source))
        return
    for piece in pieces([source]):
        if isinstance(piece, Trouble):
            raise VillainError(f"{piece.name}: {piece.reason}")
        for line, text, wrong in piece.blocks():
            try:
                if wrong:
                    raise RefusedError(*wrong)
                history, hand = read_hand(FORMATS[piece.form], text, piece.context)
                if not is_holdem(history.rules):
                    raise RefusedError("other game", "streams are of hold'em")
            except RefusedError as error:
                refused(f"{piece.source}, line {line}: {error}")
            else:
                yield history, hand


def gather(source: Path, most: int | None, tell: Callable[[str], None]) -> Streams:
    """The streams of a source, of so many hands at most; ``tell`` hears of the progress."""
    streams, began = Streams(), time.monotonic()

    def refuse(_: str) -> None:
        streams.refused += 1

    for history, hand in hands_of(source, refuse):
        if streams.hands == most:
            break
        streams.add(history, hand)
        if streams.hands % EVERY == 0:
            speed = streams.hands / (time.monotonic() - began)
            tell(f"{streams.hands:,} hands, {len(streams):,} decisions, {speed:,.0f} hands/s")
    return streams


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="From hands to streams of decisions.")
    parser.add_argument("source", type=Path, help="a hand store, a file, a folder or an archive")
    parser.add_argument("--out", type=Path, required=True, help="the file to write, .npz")
    parser.add_argument("--hands", type=int, help="so many hands at most")
    asked = parser.parse_args()

    def tell(line: str) -> None:
        print(line, file=sys.stderr, flush=True)

    try:
        streams = gather(asked.source, asked.hands, tell)
        told = streams.decisions()
    except VillainError as error:
        sys.exit(f"streams: {error}")
    save(told._asdict(), asked.out)
    known = int(np.count_nonzero(told.strengths[:, 0] != UNKNOWN))
    tell(
        f"{streams.hands:,} hands ({streams.refused:,} refused, {streams.twice:,} there twice), "
        f"{len(streams):,} decisions ({known:,} with known cards) of {len(told.splits):,} "
        f"players; {asked.out.stat().st_size / 1e6:.1f} MB"
    )


if __name__ == "__main__":
    main()
