"""A digest of the program: two machines with the same one come to the same results."""

import platform
import sys
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

HOME = Path(__file__).parent.parent
SHOWS = ("cli", "web")
"""Rooms that only show what others know."""


@cache
def digest_of(parts: tuple[str, ...]) -> str:
    """A few letters that no other source and data of these rooms and modules have."""
    digest = sha256()
    for part in parts:
        for source in sorted([HOME / part, *(HOME / part).rglob("*")]):
            if source.suffix in {".py", ".npz"}:
                digest.update(source.read_bytes())
    return digest.hexdigest()[:8]


@cache
def stamp() -> dict[str, str]:
    """The versions that decide a result, by what they are of."""
    parts = sorted(part.name for part in HOME.iterdir() if part.name not in SHOWS)
    ours = f"{sys.modules['villain'].__version__} ({digest_of(tuple(parts))})"
    texts = {"Python": platform.python_version()} | {
        name: version(name.lower()) for name in ("NumPy", "Numba")
    }
    return {"Villain": ours} | {name: ".".join(text.split(".")[:2]) for name, text in texts.items()}
