"""The formats there are, and which one a text is of."""

from collections.abc import Callable, Iterable, Iterator

from villain.errors import VillainError
from villain.game.hand import Hand
from villain.hands.formats import acpc, phh
from villain.hands.formats.format import Format
from villain.hands.formats.irc import reader as irc
from villain.hands.formats.ohh import reader as ohh
from villain.hands.formats.pokerstars import reader as pokerstars
from villain.hands.hand_history import HandHistory

FORMATS: dict[str, Format] = {
    module.FORMAT.name: module.FORMAT for module in (phh, pokerstars, ohh, acpc, irc)
}


def recognise(head: str) -> Format | None:
    """The format of a text by its beginning; None if it is none of these."""
    head = head.removeprefix("\ufeff").replace("\r\n", "\n")
    return next((form for form in FORMATS.values() if form.recognise(head)), None)


def find_format(name: str) -> Format:
    """A format by its name, for writing."""
    writable = [form.name for form in FORMATS.values() if form.write]
    if name not in writable:
        raise VillainError.unknown("format that can be written", name, writable)
    return FORMATS[name]


def write_hands(
    form: Format,
    hands: Iterable[tuple[HandHistory, Hand]],
    refused: Callable[[VillainError], None] | None = None,
) -> Iterator[str]:
    """Hands as they stand in a file, one after the other; what a format cannot say is told."""
    assert form.write is not None
    number = 0
    for history, hand in hands:
        try:
            text = form.write(history, hand)
        except VillainError as error:
            if refused is not None:
                refused(error)
            continue
        number += 1
        yield f"[{number}]\n{text}\n" if form.name == "phh" else text
