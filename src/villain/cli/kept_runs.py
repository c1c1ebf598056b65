"""Runs that are kept in a file as they go: where, with which seed, and how they go on."""

import os
from collections.abc import Callable
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import typer

from villain.cli.output import console

if TYPE_CHECKING:
    from villain.arena.kept_file import KeptFile

Kept = TypeVar("Kept", bound="KeptFile")


def default_keep(name: str, ending: str = "") -> Path:
    """A free name to keep something under while it runs, if nobody says where."""
    names = (f"villain-{name}-{os.getpid()}{more}{ending}" for more in chain([""], count(2)))
    return next(path for path in map(Path, names) if not path.exists())


def keep_by_default(what: str, path: Path, make: Callable[[Path], Kept]) -> Kept | None:
    """A file that nobody asked for; where it cannot be had, that is said, and there is none."""
    from villain.arena.kept_file import NotWrittenError

    try:
        return make(path)
    except NotWrittenError as error:
        typer.echo(f"villain: the {what} is not kept as it goes: {error}", err=True)
        return None


def choose_seed(wanted: int | None, kept: Path | None, kind: str) -> int:
    """The seed that is wanted; else the one of the file from which a run goes on; else any."""
    from villain.arena.kept_file import kept_seed
    from villain.game.chance import fresh_seed

    if wanted is not None:
        return wanted
    return kept_seed(kept, kind) if kept else fresh_seed()


def say_stopped(share: float, kept: Path) -> None:
    """After Ctrl-C: how far it was, and how to go on."""
    console(to_errors=True).print(
        f"stopped at {share:.0%}; the same command goes on with --resume {kept}",
        markup=False,
        soft_wrap=True,
    )
