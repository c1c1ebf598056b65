"""Measures how things grow, and draws it.

    python -m benchmarks.growth hands growth/        some minutes
    python -m benchmarks.growth players growth/
    python -m benchmarks.growth workers growth/
    python -m benchmarks.growth store growth/ --most 10000000      hours, and 5 GB
    python -m benchmarks.growth draw growth/         into docs/images

Each leaves its figures in the folder, as JSON. The store needs the real hands of ``VILLAIN_DATA``.
"""

import argparse
import json
from collections.abc import Iterator, Mapping
from pathlib import Path

IMAGES = Path("docs/images")


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.growth",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("what", choices=("hands", "players", "workers", "store", "draw"))
    parser.add_argument("folder", type=Path, help="for the figures")
    parser.add_argument("--most", type=int, default=1_000_000, help="hands (1000000)")
    options = parser.parse_args()
    folder: Path = options.folder
    if options.what == "draw":
        from benchmarks.growth.drawing import draw

        draw(folder, IMAGES)
        return
    folder.mkdir(parents=True, exist_ok=True)
    rows = []
    for row in measured(options.what, folder, options.most):
        print(json.dumps(row), flush=True)
        rows.append(row)
        (folder / f"{options.what}.json").write_text(json.dumps(rows, indent=2) + "\n")


def measured(what: str, folder: Path, most: int) -> Iterator[Mapping[str, float | str]]:
    """The figures, one by one."""
    from benchmarks.growth.hands import by_hands, by_players

    if what == "workers":
        from benchmarks.growth.workers import by_workers

        return by_workers()
    if what == "store":
        from benchmarks.growth.store import grow

        return grow(folder, most)
    return by_players() if what == "players" else by_hands(most)


if __name__ == "__main__":
    main()
