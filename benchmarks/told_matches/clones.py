"""Clones of players of a hand store, written to a file, so that they can play where no store is.

    python -m benchmarks.told_matches.clones --store ~/poker --players 15 --out clones.pickle

takes players whose hands no shipped network has learned from, at the store's commonest table, in an
order that says nothing of them. The file holds what a clone knows of its player: keep it as private
as the store, and read no file that somebody else has written.
"""

import argparse
import pickle
import sys
from functools import lru_cache
from pathlib import Path

from villain.agents.person import Person, likeness_of
from villain.errors import VillainError
from villain.models.crowd.without_windows import Likeness


def clone_of(name: str, seed: int) -> Person:
    """The clone of a number in a file, such as ``3@clones.pickle``."""
    number, _, file = name.partition("@")
    likenesses = _read(Path(file))
    if not number.isdigit() or int(number) >= len(likenesses):
        raise VillainError(f"clone {number!r}; {file} has 0 to {len(likenesses) - 1}")
    return person_like(likenesses[int(number)], seed)


def person_like(likeness: Likeness, seed: int) -> Person:
    """A person who is like somebody."""
    person = Person(seed)
    person.like = person._name = likeness.name
    person._likeness = likeness
    return person


def clones_in(file: Path) -> int:
    """The number of clones in a file."""
    return len(_read(file))


@lru_cache(maxsize=2)
def _read(file: Path) -> list[Likeness]:
    try:
        content = pickle.loads(file.read_bytes())
    except (OSError, pickle.UnpicklingError, EOFError) as error:
        raise VillainError(f"{file} cannot be read as clones: {error}") from None
    return [Likeness(*one) for one in content]


def main() -> int:
    """Write clones to a file."""
    options = _options()
    from villain.evaluation.followed import players_of
    from villain.hands.store.hand_store import HandStore

    try:
        store = HandStore(options.store)
        chosen = players_of(store, options.hands, everybody=options.everybody)
        likenesses = []
        for player in chosen[: options.players]:
            likenesses.append(tuple(likeness_of(player.name, store.folder, options.hands)))
            rates = f"VPIP {player.vpip:.0%}, aggression {player.aggression:.0%}"
            print(f"{len(likenesses) - 1}: {player.hands:,} hands, {rates}", file=sys.stderr)
    except VillainError as error:
        print(error, file=sys.stderr)
        return 2
    options.out.write_bytes(pickle.dumps(likenesses))
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.told_matches.clones",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--store", type=Path, help="the folder of the hand store")
    parser.add_argument("--players", type=int, default=15, help="at most so many")
    parser.add_argument("--hands", type=int, default=1000, help="each has so many, the last count")
    parser.add_argument("--everybody", action="store_true", help="also players learned from")
    parser.add_argument("--out", type=Path, required=True)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
