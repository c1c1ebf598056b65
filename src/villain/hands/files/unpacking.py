"""Unpacking gz, xz, bz2 and zst while they are read."""

import bz2
import io
import lzma
import zlib
from collections.abc import Callable
from typing import Protocol

from villain.hands.files.streams import PIECE, Reader, Stream

MOST_MEMORY = 256 * 1024**2
"""The memory an xz file may ask for, in bytes; ``xz -9`` asks for a quarter of it."""


class Source(io.RawIOBase):
    """A stream in the shape of a file, for libraries that want one."""

    def __init__(self, stream: Stream) -> None:
        super().__init__()
        self.stream = stream

    def readable(self) -> bool:
        """It is."""
        return True

    def read(self, size: int = -1, /) -> bytes:
        """The next bytes."""
        return self.stream.read(size)


class _Decompressor(Protocol):
    @property
    def eof(self) -> bool: ...
    @property
    def needs_input(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, max_length: int) -> bytes: ...


class _Gzip:
    """zlib's decompressor with the face of the others."""

    def __init__(self) -> None:
        self._zlib = zlib.decompressobj(zlib.MAX_WBITS | 16)

    @property
    def eof(self) -> bool:
        return self._zlib.eof

    @property
    def needs_input(self) -> bool:
        return not self._zlib.unconsumed_tail

    @property
    def unused_data(self) -> bytes:
        return self._zlib.unused_data

    def decompress(self, data: bytes, max_length: int) -> bytes:
        return self._zlib.decompress(self._zlib.unconsumed_tail + data, max_length)


def _xz() -> _Decompressor:
    return lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=MOST_MEMORY)


def _unpacked(stream: Stream, make: Callable[[], _Decompressor]) -> Reader:
    """Unpacks one compressed file after the other, with zeros between them or none."""
    decompressor = make()

    def read(n: int) -> bytes:
        nonlocal decompressor
        while True:
            packed = b""
            if decompressor.eof:
                packed = decompressor.unused_data.lstrip(b"\0")
                while not packed:
                    if not (padding := stream.read(PIECE)):
                        return b""
                    packed = padding.lstrip(b"\0")
                decompressor = make()
            elif decompressor.needs_input and not (packed := stream.read(PIECE)):
                raise EOFError
            if data := decompressor.decompress(packed, n):
                return data

    return read


def _unpacked_zst(stream: Stream) -> Reader:
    import pyarrow as pa

    unpacked = pa.CompressedInputStream(pa.PythonFile(Source(stream), mode="r"), "zstd")
    damage: OSError | None = None

    def read(n: int) -> bytes:
        nonlocal damage
        piece = bytearray(n)
        if damage is None:
            try:
                return bytes(memoryview(piece)[: unpacked.readinto(piece)])
            except OSError as error:
                damage = error
        # What was unpacked before the damage is in the piece, and pyarrow does not say how much.
        if data := bytes(piece.rstrip(b"\0")):
            return data
        raise damage

    return read


UNPACKERS: dict[str, Callable[[Stream], Reader]] = {
    "gz": lambda stream: _unpacked(stream, _Gzip),
    "xz": lambda stream: _unpacked(stream, _xz),
    "bz2": lambda stream: _unpacked(stream, bz2.BZ2Decompressor),
    "zst": _unpacked_zst,
}
"""For each kind of compression, what reads a stream that is compressed so."""
