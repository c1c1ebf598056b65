"""Pieces of files: text of one format that holds whole hands, small enough to be sent around."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from villain.hands.files.archives import ArchiveError, Member, UnreadableFile, members
from villain.hands.files.chunks import chunks
from villain.hands.files.encodings import GUESSED, as_utf8, from_old_bytes
from villain.hands.files.streams import Readable
from villain.hands.formats.irc.join import IrcJoin
from villain.hands.formats.irc.lines import kind_of_file
from villain.hands.formats.registry import FORMATS, recognise

HEAD = 16 * 1024
"""So many bytes of a file tell its format."""

UNKNOWN = ("unknown format", "this is no hand history of a kind that is known here")
TOO_LONG = ("too long", "no hand ends for a long while")


class Decoded(NamedTuple):
    """The text of a hand, where it stands, what is wrong with it, and what is odd about it."""

    line: int
    text: str
    wrong: tuple[str, str] | None = None
    note: str = ""


class Piece(NamedTuple):
    """Some hands of a file, as text, and where they stand.

    ``wrong`` says why these hands cannot be read at all, as a reason and a detail. ``file`` is what
    holds them on disk: a file, an archive, or the folder of an IRC database. ``encoding`` is
    that of hands that are not in UTF-8, if somebody has said it.
    """

    source: str
    form: str
    context: str
    line: int
    text: bytes
    wrong: tuple[str, str] | None = None
    done: int = 0
    file: str = ""
    encoding: str = ""

    def blocks(self) -> Iterator[tuple[int, str, tuple[str, str] | None]]:
        """Each hand's line and text, and what is wrong with it before it is even read."""
        for line, text, wrong, _ in self.decoded():
            yield line, text, wrong

    def decoded(self) -> Iterator[Decoded]:
        """The same, and what is odd about its text."""
        if self.wrong:
            yield Decoded(self.line, "", self.wrong)
            return
        form = FORMATS[self.form]
        try:
            text, is_utf8 = self.text.decode(), True
        except UnicodeDecodeError:
            text, is_utf8 = self.text.decode(errors="surrogateescape"), False
        text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        for line, block in form.split(text, self.line):
            if is_utf8 or _is_text(block):
                yield Decoded(line, block)
            else:
                yield self._other_than_utf8(line, block, any_bytes=form.any_bytes)

    def _other_than_utf8(self, line: int, block: str, *, any_bytes: bool) -> Decoded:
        data = block.encode(errors="surrogateescape")
        if self.encoding:
            try:
                return Decoded(line, data.decode(self.encoding))
            except UnicodeError:
                wrong = ("wrong encoding", f"it is neither in UTF-8 nor in {self.encoding}")
                return Decoded(line, block, wrong)
        if any_bytes:
            return Decoded(line, from_old_bytes(data), note=GUESSED)
        return Decoded(line, block, ("not UTF-8", "bytes that are no UTF-8"))


def _is_text(text: str) -> bool:
    return not any("\ud800" <= letter <= "\udfff" for letter in text)


def pieces(
    paths: Sequence[Path], context: str = "", encoding: str = ""
) -> Iterator[Piece | UnreadableFile]:
    """All pieces of these files and folders, in bounded memory.

    ``context`` is the text of a game definition, for logs that do not name their game, and
    ``encoding`` that of hands that are not in UTF-8. The files of the IRC database belong together:
    their hands come last.
    """
    joins: dict[str, IrcJoin] = {}
    folders: dict[str, str] = {}
    with ExitStack() as stack:
        for member in members(paths):
            if isinstance(member, UnreadableFile):
                yield member
                continue
            try:
                stream, head = as_utf8(member, _head(member))
                text = head.decode(errors="replace")
                if not head.strip():
                    continue
                if kind_of_file(member.name, text):
                    group = member.folder.removesuffix("/pdb")
                    if group not in joins:
                        joins[group] = stack.enter_context(IrcJoin())
                        folders[group] = _irc_folder(member)
                    joins[group].add(member.name, _lines(stream, head))
                else:
                    for piece in _pieces_of(member, stream, head, text, context):
                        yield piece._replace(encoding=encoding)
            except ArchiveError as error:
                yield UnreadableFile(member.name, member.folder, error.reason, member.done)
        for group, join in joins.items():
            for block in join.blocks():
                hand, file = block.text.encode(), folders[group]
                yield Piece(f"{group}/hdb", "irc", "", block.line, hand, file=file)


def _irc_folder(member: Member) -> str:
    """The archive or folder that has all files of a part of the IRC database."""
    if member.path.name != Path(member.name).name or not Path(member.name).is_file():
        return str(member.path)
    folder = member.path.parent
    return str(folder.parent if folder.name == "pdb" else folder)


def _pieces_of(
    member: Member, stream: Readable, head: bytes, text: str, context: str
) -> Iterator[Piece]:
    form = recognise(text)
    if form is None:
        yield Piece(member.name, "", "", 1, b"", UNKNOWN, member.done)
        return
    own_context, file = form.context_of(text) or context, str(member.path)
    for chunk in chunks(stream, form.marks, head):
        wrong = TOO_LONG if chunk.too_long else None
        yield Piece(
            member.name, form.name, own_context, chunk.line, chunk.data, wrong, member.done, file
        )


def _head(member: Member) -> bytes:
    """The beginning of a file; a stream may give less than asked for."""
    parts, wanted = [], HEAD
    while wanted and (part := member.read(wanted)):
        parts.append(part)
        wanted -= len(part)
    return b"".join(parts)


def _lines(stream: Readable, head: bytes) -> Iterator[str]:
    """The lines of a file; one without end counts as an empty one."""
    for chunk in chunks(stream, (b"\n",), head):
        text = chunk.data.decode(errors="replace").replace("\r\n", "\n")
        yield from text.removesuffix("\n").split("\n")
