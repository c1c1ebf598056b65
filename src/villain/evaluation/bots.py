"""Names under which programs play: what is left out where only people are to be judged."""

from collections.abc import Iterable
from pathlib import Path

from villain.errors import VillainError

KNOWN = frozenset(
    "babytartanian cepheus claudico deepstack hyperborean libratus pluribus psopti slumbot sparbot "
    "supremus tartanian vexbot".split()
)
"""Programs that are known from papers and matches, and whose name hardly a person has.

They are called so with or without a number, such as Baby Tartanian8.
"""

MOST = 2**20
"""A file of names has no more bytes."""


def is_bot(name: str, others: frozenset[str] = frozenset()) -> bool:
    """True if a program plays under this name; ``others`` are names beside the `KNOWN` ones.

    >>> is_bot("Baby Tartanian8"), is_bot("Slumbot_2017"), is_bot("Ann")
    (True, True, False)
    >>> is_bot("HAL 9000", bots(["hal9000"]))
    True
    """
    plain = _plain(name)
    return plain.rstrip("0123456789") in KNOWN or plain in others


def bots(texts: Iterable[str]) -> frozenset[str]:
    """The names that somebody gives; where one is a file, each of its lines is a name."""
    names: list[str] = []
    for text in texts:
        if _is_file(text):
            names += _in_file(Path(text))
        elif any(sign in text for sign in "/\\") or text.casefold().endswith(".txt"):
            raise VillainError(
                f"there is no file {text!r}; a bot whose name looks like one can be named in a file"
            )
        else:
            names.append(text)
    plain = frozenset(map(_plain, names))
    if "" in plain:
        raise VillainError("a bot without a name; give names, or a file with one on each line")
    return plain


def absent(bots: frozenset[str], names: Iterable[str]) -> list[str]:
    """Those of these bots under whose name nobody plays: they may be misspelt.

    >>> absent(bots(["HAL 9000", "Sal"]), ["Ann", "Hal9000"])
    ['sal']
    """
    return sorted(bots.difference(map(_plain, names)))


def _is_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except (OSError, ValueError):  # a name that no file can have
        return False


def _in_file(path: Path) -> list[str]:
    try:
        with path.open("rb") as file:
            lines = file.read(MOST).decode("utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is no text"
        raise VillainError(f"the names of bots in {str(path)!r} cannot be read: {why}") from None
    return [line for line in lines if line.strip()]


def _plain(name: str) -> str:
    """A name without case, spaces and signs, which programs are written with or without."""
    return "".join(letter for letter in name.casefold() if letter.isalnum()) or name.strip()
