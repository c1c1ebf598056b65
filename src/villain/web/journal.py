"""SQLite's journal beside a file of tables: whether all of it can be read.

After a kill the newest changes are in the journal alone. SQLite takes it up to the first frame
that is damaged and is silent about the rest, so we look for ourselves: a frame is a header of 24
bytes and a page, and its checksum goes on from that of the frame before it.
"""

import struct

HEADER, FRAME_HEADER = 32, 24
MAGIC = {0x377F0682: "<", 0x377F0683: ">"}
"""How a journal begins, and in which order of bytes it is summed up."""

Sums = tuple[int, int]


def lost_changes(journal: bytes) -> int:
    """Count the changes in a journal that SQLite cannot read any more."""
    if len(journal) < HEADER:
        return 0
    magic, _, page, _, *_, first, second = struct.unpack(">8I", journal[:HEADER])
    order = MAGIC.get(magic)
    if order is None or _sums(journal[:24], order, (0, 0)) != (first, second):
        return 1  # nothing of it can be read; how many there were, nobody knows
    sums: Sums = (first, second)
    whole, lost = True, 0
    for at in range(HEADER, len(journal) - FRAME_HEADER - page + 1, FRAME_HEADER + page):
        _, ends_change, _, _, *noted = struct.unpack(">6I", journal[at : at + FRAME_HEADER])
        if whole:
            content = journal[at + FRAME_HEADER : at + FRAME_HEADER + page]
            sums = _sums(content, order, _sums(journal[at : at + 8], order, sums))
            whole = sums == tuple(noted)
        # Frames with another salt are left from an older journal.
        lost += bool(not whole and ends_change and journal[at + 8 : at + 16] == journal[16:24])
    return lost


def _sums(content: bytes, order: str, sums: Sums) -> Sums:
    first, second = sums
    words = struct.unpack(f"{order}{len(content) // 4}I", content)
    for one, other in zip(words[::2], words[1::2], strict=True):
        first = (first + one + second) & 0xFFFFFFFF
        second = (second + other + first) & 0xFFFFFFFF
    return first, second
