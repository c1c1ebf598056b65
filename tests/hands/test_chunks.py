"""Streams cut into pieces of whole hands."""

import io
import tracemalloc
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from villain.hands.files.archives import ArchiveError
from villain.hands.files.chunks import FileChunk, chunks

MARKS = (b"\n[", b"\n\nHand ")
TEXTS = st.lists(
    st.sampled_from([b"\n", b"[", b"\n[1]\n", b"\n\nHand ", b"Hand", b"\r\n", b"ab", b"cdefgh"]),
    max_size=60,
).map(b"".join)


def starts(data: bytes, marks: tuple[bytes, ...]) -> list[int]:
    """Where hands may begin, found the slow way."""
    return [
        place + 1
        for place in range(len(data))
        if any(data.startswith(mark, place) for mark in marks)
    ]


class Lazy:
    """Bytes that are made when they are read."""

    def __init__(self, *parts: tuple[bytes, int]) -> None:
        self._parts = list(parts)

    def read(self, n: int, /) -> bytes:
        while self._parts:
            pattern, left = self._parts[0]
            if left:
                taken = min(left, max(1, n // len(pattern)))
                self._parts[0] = pattern, left - taken
                return pattern * taken
            self._parts.pop(0)
        return b""


@given(TEXTS, st.integers(0, 200), st.integers(1, 70), st.sampled_from([MARKS, MARKS[:1], ()]))
def test_nothing_is_lost_and_lines_are_right(
    data: bytes, head: int, size: int, marks: tuple[bytes, ...]
) -> None:
    found = list(chunks(io.BytesIO(data[head:]), marks, data[:head], size, most=1000))
    assert b"".join(chunk.data for chunk in found) == data
    allowed, place = {0, *starts(data, marks)}, 0
    for chunk in found:
        assert place in allowed
        assert chunk == (data.count(b"\n", 0, place) + 1, chunk.data, False)
        assert chunk.data
        place += len(chunk.data)


@given(TEXTS, st.integers(1, 40), st.integers(1, 40))
def test_only_hands_too_long_are_left_out(data: bytes, size: int, most: int) -> None:
    """Against the obvious: every stretch between two marks is there, or was too long."""
    found = list(chunks(io.BytesIO(data), MARKS, b"", size, most))
    stretches = [
        (data.count(b"\n", 0, begin) + 1, data[begin:end])
        for begin, end in pairwise([0, *starts(data, MARKS), len(data)])
        if begin < end
    ]
    place = 0
    for chunk in found:
        if chunk.too_long:
            line, stretch = stretches[place]
            assert (chunk.line, chunk.data) == (line, b"")
            assert len(stretch) >= max(size, most) - len(MARKS[1])
            place += 1
            continue
        assert chunk.line == stretches[place][0]
        rest = chunk.data
        while rest:
            assert rest.startswith(stretches[place][1])
            rest = rest.removeprefix(stretches[place][1])
            place += 1
    assert place == len(stretches)


def test_pieces_are_of_the_size_asked_for() -> None:
    hand = b"[1]\n" + b"x" * 95 + b"\n"
    found = list(chunks(io.BytesIO(hand * 1000), (b"\n[",), b"", 10_000))
    assert {len(chunk.data) for chunk in found[:-1]} <= {9_900, 10_000}
    assert all(chunk.data.startswith(b"[1]") for chunk in found)


@pytest.mark.parametrize("pattern", [b"x", b"x\n", b"\n"])
def test_a_line_without_end_takes_no_memory_and_nothing_else_is_lost(pattern: bytes) -> None:
    length = 50_000_000 // len(pattern)
    stream = Lazy((b"[1]\na\n", 2), (b"[2]\n", 1), (pattern, length), (b"\n[3]\n", 2), (b"b", 1))
    tracemalloc.start()
    found = list(chunks(stream, (b"\n[",), b"", 100_000, 200_000))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    lines = 5 + pattern.count(b"\n") * length
    assert found == [
        FileChunk(1, b"[1]\na\n[1]\na\n"),
        FileChunk(5, b"", too_long=True),
        FileChunk(lines + 2, b"[3]\n\n[3]\nb"),
    ]
    assert peak < 2_000_000


def test_a_file_without_marks_is_one_hand() -> None:
    assert list(chunks(io.BytesIO(b"ello"), (b"\n[",), b"h")) == [FileChunk(1, b"hello")]
    assert list(chunks(io.BytesIO(b""), (b"\n[",))) == []
    found = list(chunks(Lazy((b"ab\n", 10_000)), (b"\n[",), b"", 1, 1000))
    assert found == [FileChunk(1, b"", too_long=True)]


def test_what_came_before_a_damage_is_given_out() -> None:
    class Broken(Lazy):
        def read(self, n: int, /) -> bytes:
            if data := super().read(n):
                return data
            raise ArchiveError("a", "it breaks off")

    row = chunks(Broken((b"[1]\n", 3), (b"[2", 1)), (b"\n[",), b"", 10)
    found: list[FileChunk] = []
    with pytest.raises(ArchiveError, match="a: it breaks off"):
        found.extend(row)
    assert b"".join(chunk.data for chunk in found) == b"[1]\n[1]\n[1]\n[2"
