"""Text in another encoding than UTF-8: what a file is in, and its bytes as UTF-8."""

import codecs

from villain.errors import VillainError
from villain.hands.files.streams import Readable

MARKS = {
    codecs.BOM_UTF32_LE: "utf-32",  # before UTF-16, whose mark it begins with
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
"""With what bytes a file begins that says how it is encoded."""

GUESSED = "not UTF-8; read as Windows-1252 (--encoding names another)"
"""The note on a hand whose encoding nobody knows: its names may be wrong."""

ENOUGH = 512
"""So many bytes tell UTF-16 without a mark."""

_AS_THEY_ARE = {0xDC00 + byte: byte for byte in (0x81, 0x8D, 0x8F, 0x90, 0x9D)}


def check_encoding(name: str) -> None:
    """Raise unless this is an encoding in which ASCII is what it is.

    >>> check_encoding("cp1251")
    """
    ascii_text = bytes(range(32, 127))
    try:
        fits = ascii_text.decode(name) == ascii_text.decode()
    except (LookupError, ValueError):
        fits = False
    if not fits:
        raise VillainError(
            f"{name!r} is no encoding that hands can be in; there are such as cp1251 (Cyrillic), "
            "cp1253 (Greek) and gbk (Chinese), and UTF-8, UTF-16 and UTF-32 are seen by themselves"
        )


def encoding_of(head: bytes) -> str:
    """The encoding of a file by its beginning; empty: one in which a letter can be a byte.

    >>> encoding_of("Ann".encode("utf-16")), encoding_of(("Ann" * 9).encode("utf-16-le"))
    ('utf-16', 'utf-16-le')
    >>> encoding_of("Jürgen".encode("cp1252"))
    ''
    """
    for mark, name in MARKS.items():
        if head.startswith(mark):
            return name
    # Hands are mostly of letters whose other byte is nothing.
    even, odd = head[0:ENOUGH:2], head[1:ENOUGH:2]
    if len(odd) > 8:
        if odd.count(0) > 0.9 * len(odd) and not even.count(0):
            return "utf-16-le"
        if even.count(0) > 0.9 * len(even) and not odd.count(0):
            return "utf-16-be"
    return ""


def as_utf8(stream: Readable, head: bytes) -> tuple[Readable, bytes]:
    """The same file, of which the head has been read, in UTF-8."""
    name = encoding_of(head)
    if not name:
        return stream, head
    recoded = _Recoded(stream, name)
    return recoded, recoded.recode(head)


class _Recoded:
    """A stream whose bytes are decoded and encoded on the way."""

    def __init__(self, stream: Readable, name: str) -> None:
        self._stream, self._ended = stream, False
        self._decoder = codecs.getincrementaldecoder(name)("replace")

    def recode(self, data: bytes) -> bytes:
        """The next bytes as UTF-8; none if they are no whole letter yet."""
        return self._decoder.decode(data, final=not data).encode()

    def read(self, n: int, /) -> bytes:
        """The next bytes, about n of them; none at the end."""
        while not self._ended:
            data = self._stream.read(max(n // 2, 1))
            self._ended = not data
            if recoded := self.recode(data):
                return recoded
        return b""


def from_old_bytes(data: bytes) -> str:
    r"""Western European text as Windows has it; the five bytes that are nothing there stay so.

    >>> from_old_bytes(b"J\xfcrgen \x80 5")
    'Jürgen € 5'
    """
    return data.decode("cp1252", errors="surrogateescape").translate(_AS_THEY_ARE)
