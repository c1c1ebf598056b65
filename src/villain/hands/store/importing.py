"""Bringing files of hands into the store: found, cut into pieces, read and added in batches."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import NamedTuple

from villain.errors import VillainError
from villain.game.rules import is_holdem
from villain.hands.files.archives import UnreadableFile
from villain.hands.files.pieces import Piece, pieces
from villain.hands.formats.format import RefusedError, read_hand
from villain.hands.formats.registry import FORMATS
from villain.hands.store.hand_store import HandStore
from villain.hands.store.identity import anonym, anonymise, identity
from villain.hands.store.records import Sources
from villain.hands.store.tables import Rows
from villain.work import LostWorkerError, run

BATCH = 8 * 2**20
"""So many characters of hands make a batch."""

Progress = Callable[[int], None]


class ImportRefusal(NamedTuple):
    """A hand that was not taken: where it stands, the kind of reason, and what is wrong."""

    source: str
    line: int
    reason: str
    detail: str


@dataclass
class ImportReport:
    """Counts of what became of the hands; ``notes`` are of odd hands that were read."""

    read: int = 0
    added: int = 0
    known: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    notes: Counter[str] = field(default_factory=Counter)

    @property
    def refused(self) -> int:
        """The number of hands that were not taken."""
        return self.reasons.total()

    def add(self, other: "ImportReport") -> None:
        """Take in another report."""
        self.read += other.read
        self.added += other.added
        self.known += other.known
        self.reasons += other.reasons
        self.notes += other.notes


class ImportStoppedError(KeyboardInterrupt):
    """Ctrl-C in an import; ``report`` is what was done by then."""

    def __init__(self, report: ImportReport) -> None:
        super().__init__()
        self.report = report


class _Done(NamedTuple):
    report: ImportReport
    refusals: list[ImportRefusal]


def import_hands(
    paths: Sequence[Path],
    store: HandStore,
    *,
    workers: int = 1,
    anonymous: bool = False,
    context: str = "",
    encoding: str = "",
    only: AbstractSet[str] | None = None,
    progress: Progress | None = None,
    refused: Callable[[ImportRefusal], None] | None = None,
    batch: int = BATCH,
) -> ImportReport:
    """Read all hands of these files and folders into a store.

    ``context`` is the text of a game definition for logs that do not name their game,
    ``encoding`` that of hands that are not in UTF-8. With ``only`` no hands are taken but those of
    these identities. ``progress`` is told the bytes of the files that were looked at, ``refused``
    each hand that was not taken.
    """
    report = ImportReport()
    store.sweep()

    def take(done: _Done) -> None:
        report.add(done.report)
        for refusal in done.refusals:
            if refused is not None:
                refused(refusal)

    def batches() -> Iterator[list[Piece]]:
        waiting: list[Piece] = []
        size = 0
        for piece in pieces(paths, context, encoding):
            if isinstance(piece, UnreadableFile):
                take(_trouble(piece))
                continue
            if progress is not None:
                progress(piece.done)
            waiting.append(piece)
            size += len(piece.text)
            if size >= batch:
                yield waiting
                waiting, size = [], 0
        if waiting:
            yield waiting

    try:
        sources = Sources((), anonymous, context, encoding)
        add = partial(_add, folder=store.folder, sources=sources, only=only)
        # Processes that are spawned share nothing with this one, whose libraries have threads.
        for _, done in run(add, batches(), workers, fresh=True, finish=True):
            take(done)
    except KeyboardInterrupt:
        raise ImportStoppedError(report) from None
    except LostWorkerError as error:
        raise VillainError(f"{error}; the same command goes on from here") from None
    return report


def _trouble(trouble: UnreadableFile) -> _Done:
    reason = "cannot be opened"
    report = ImportReport(read=1, reasons=Counter({reason: 1}))
    return _Done(report, [ImportRefusal(trouble.name, 0, reason, trouble.reason)])


def _odd(error: Exception) -> RefusedError:
    """A hand that is read, and that no row can hold."""
    return RefusedError("cannot be stored", f"{type(error).__name__}: {error}"[:200])


def _add(
    batch: list[Piece], folder: Path, sources: Sources, only: AbstractSet[str] | None
) -> _Done:
    """Read a batch of hands and add it to the store."""
    anonymous = sources.anonymous
    store, rows = HandStore(folder), Rows()
    report, refusals = ImportReport(), []
    for piece in batch:
        source = anonym(piece.source, store.key) if anonymous else piece.source
        for line, text, wrong, note in piece.decoded():
            report.read += 1
            try:
                if wrong:
                    raise RefusedError(*wrong)
                history, hand = read_hand(FORMATS[piece.form], text, piece.context)
                if not is_holdem(history.rules):
                    raise RefusedError("other game", "the store keeps hold'em")
                if anonymous:
                    history = anonymise(history, store.key)
                    hand.names = history.names
                if only is not None and identity(history) not in only:
                    continue
                new = rows.add(history, hand, source)
            except (RefusedError, ArithmeticError, TypeError, ValueError) as caught:
                error = caught if isinstance(caught, RefusedError) else _odd(caught)
                report.reasons[error.reason] += 1
                refusals.append(ImportRefusal(piece.source, line, error.reason, str(error)))
                continue
            report.known += not new
            report.notes.update((*history.notes, note) if note else history.notes)
    if rows:
        files = tuple(dict.fromkeys(piece.file for piece in batch if piece.file))
        added = store.add(rows, sources if anonymous else sources._replace(files=files))
        report.added, report.known = added.new, report.known + added.known
    return _Done(report, refusals)
