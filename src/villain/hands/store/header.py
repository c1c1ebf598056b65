"""The header of a hand store: the file that makes a folder one, with its version and its key.

The key makes digests of names. It cannot be found out again: where the header is lost, a new one
has another key, and a player who was anonymous before gets another digest from then on. So it is
written anew only by who asks for that.
"""

import json
import os
import secrets
from pathlib import Path

from villain.errors import VillainError
from villain.hands.store.checking import REMEMBERED
from villain.hands.store.file_lock import locked

HEADER = "villain-hands.json"
VERSION = 1
OWN = {"batches", "incoming", "records", "damaged", "summaries", "lock", REMEMBERED, HEADER}
"""Names of what lies in the folder of a store."""


class NoHeaderError(VillainError):
    """A store whose header is missing or damaged, which a repair can mend."""


def read_key(folder: Path) -> bytes:
    """The key of a store; raises unless this program can read the store."""
    path = folder / HEADER
    try:
        header = json.loads(path.read_text())
        version, key = header["version"], bytes.fromhex(header["key"])
    except FileNotFoundError:
        if _has_been_one(folder):
            raise NoHeaderError(
                f"the header of the store is missing: {str(path)!r}; put it back from a copy, or "
                "let villain store repair write it anew"
            ) from None
        raise VillainError(
            f"there is no hand store in {str(folder)!r}; villain import makes one"
        ) from None
    except OSError as error:
        raise VillainError(f"{str(path)!r} cannot be read: {error.strerror}") from None
    except (ValueError, KeyError, TypeError):
        raise NoHeaderError(
            f"{str(path)!r} cannot be read; put it back from a copy, or let villain store repair "
            "write it anew"
        ) from None
    if version != VERSION:
        raise VillainError(
            f"the store in {str(folder)!r} is of version {version}, this program of {VERSION}; "
            "import the hands anew into another folder"
        )
    return key


def create_store(folder: Path) -> None:
    """Make a folder a store, unless it is one, has been one, or holds other things."""
    if (folder / HEADER).exists() or _has_been_one(folder):
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if _other_things(folder):
            raise VillainError(
                f"{str(folder)!r} holds other things; a store has a folder of its own"
            )
        _write(folder)
    except OSError as error:
        raise VillainError(
            f"no hand store can be made in {str(folder)!r}: {error.strerror}"
        ) from None


def renew_header(folder: Path) -> bool:
    """Write the header of a store anew if it is lost; one that is damaged is set aside."""
    try:
        read_key(folder)
    except NoHeaderError:
        path, aside = folder / HEADER, folder / "damaged"
        try:
            if path.exists():
                aside.mkdir(exist_ok=True)
                path.rename(aside / f"header-{secrets.token_hex(4)}")
            _write(folder)
        except OSError as error:
            raise VillainError(f"{str(path)!r} cannot be written: {error.strerror}") from None
        return True
    return False


def _other_things(folder: Path) -> set[str]:
    """Names that are not the store's; one with a dot is a file in the making, or the system's."""
    return {path.name for path in folder.glob("[!.]*")} - OWN


def _has_been_one(folder: Path) -> bool:
    return any((folder / "batches").glob("[!.]*")) and not _other_things(folder)


def _write(folder: Path) -> None:
    """Write a header whole, unless another process has done so meanwhile."""
    for inner in ("batches", "incoming"):
        (folder / inner).mkdir(exist_ok=True)
    with locked(folder / "lock"):
        if not (folder / HEADER).exists():
            part = folder / "incoming" / f"header-{secrets.token_hex(4)}"
            part.write_text(json.dumps({"version": VERSION, "key": secrets.token_hex(16)}))
            os.replace(part, folder / HEADER)  # noqa: PTH105
