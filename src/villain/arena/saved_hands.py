"""The hands of a match in a PHH file, in the same order whatever the number of workers."""

import os
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Self


class SavedHands:
    """Collects hands by replay, and writes them one replay after the other at the end.

    Used in a ``with``; what was played by then is written also when a match is stopped.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> Self:
        self._folder = TemporaryDirectory(prefix="villain-hands-")
        return self

    def add(self, replay: int, hands: list[str]) -> None:
        """Take in the next hands of a replay."""
        with (Path(self._folder.name) / f"{replay:06}").open("a", encoding="utf-8") as part:
            part.writelines(f"{hand}\n" for hand in hands)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        where: TracebackType | None,
    ) -> None:
        if kind is None or issubclass(kind, KeyboardInterrupt):
            self._write()
        self._folder.cleanup()

    def _write(self) -> None:
        whole = self._path.with_name(self._path.name + ".part")
        number = 0
        with whole.open("w", encoding="utf-8") as out:
            for part in sorted(Path(self._folder.name).iterdir()):
                with part.open(encoding="utf-8") as hands:
                    for line in hands:
                        if line.startswith("variant = "):
                            number += 1
                            out.write(f"[{number}]\n")
                        out.write(line)
        os.replace(whole, self._path)  # noqa: PTH105
