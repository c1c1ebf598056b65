"""Give hands of unknown stacks stacks, and tables: for statistics that do not rest on depth.

    python -m training.crowd.made_up_stacks hands.tar.xz --out folder --files 60

iPoker's hands in HandHQ have no stacks (``inf``) and no names of tables. Here everybody gets a
hundred big blinds, or a little more than he put in. Whoever is in a pot and does not act where he
would have to was all-in: his stack is what he had put in. Hands are at the same table if most of
their players are. ``villain import`` reads the folder; a hand that does not fit the rules with such
stacks is refused there, and counted.
"""

import argparse
import re
import tarfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

DEPTH = 100
"""So many big blinds everybody has who did not put in more."""

SAME = 0.6
"""A hand is at a table if this part of its players, or more, were in the last hand there."""

FORGOTTEN = 300
"""A table ends if none of so many hands of the file was played there."""

_ACTION = re.compile(r"p(\d+) (f|cc|cbr)(?: ([\d.]+))?$")


class PutIn(NamedTuple):
    """What each player put in, in cents, and who was all-in as far as can be seen."""

    cents: list[int]
    all_in: set[int]


def in_cents(text: str) -> int:
    """An amount of money."""
    return round(100 * float(text))


def put_in(blinds: Sequence[int], actions: Sequence[str]) -> PutIn:
    """Follow the betting of a hand of unknown stacks; players are counted from 0.

    The second raises all-in to 30, is called by the first, and no one acts when cards come:

    >>> put_in([50, 100, 0], ["p3 f", "p1 f", "p2 cbr 30", "p3 cc", "d db AhKhQh", "d db 2c"])
    PutIn(cents=[50, 3000, 3000], all_in={1, 2})
    """
    before, bets = [0] * len(blinds), list(blinds)
    inside, all_in = set(range(len(blinds))), set[int]()
    acted, street = set[int](), 0
    for action in actions:
        if action.startswith("d db"):
            if street or acted:
                all_in |= _silent(inside - all_in, acted)
            before = [old + bet for old, bet in zip(before, bets, strict=True)]
            bets, acted, street = [0] * len(blinds), set(), street + 1
        found = _ACTION.match(action)
        if found is None:
            continue
        seat, kind = int(found[1]) - 1, found[2]
        acted.add(seat)
        if kind == "f":
            inside.discard(seat)
        elif kind == "cc":
            bets[seat] = max(bets)
        else:
            bets[seat] = in_cents(found[3])
            acted = {seat}  # all others have to answer
    if len(inside) > 1:
        all_in |= _silent(inside - all_in, acted)
    cents = [old + bet for old, bet in zip(before, bets, strict=True)]
    return PutIn(cents, all_in)


def _silent(could: set[int], acted: set[int]) -> set[int]:
    """Those who could have acted on a street and did not; nobody is silent where he is alone."""
    return could - acted if len(could) > 1 else set()


def stacks_of(blinds: Sequence[int], actions: Sequence[str]) -> list[int]:
    """The stacks in cents."""
    big, done = max(blinds), put_in(blinds, actions)
    return [
        cents if seat in done.all_in else max(DEPTH * big, cents + big)
        for seat, cents in enumerate(done.cents)
    ]


def texts(archive: Path, files: int) -> Iterator[tuple[str, str]]:
    """The names and texts of the first so many files of an archive."""
    with tarfile.open(archive) as packed:
        members = sorted((one for one in packed if one.isfile()), key=lambda one: one.name)
        for member in members[:files]:
            file = packed.extractfile(member)
            assert file is not None
            yield Path(member.name).name, file.read().decode()


class TableNames:
    """Names for tables that have none, by who sits there."""

    def __init__(self) -> None:
        self._last: dict[str, tuple[frozenset[str], int]] = {}
        self._hands = 0

    def name(self, players: Sequence[str]) -> str:
        """The table of the next hand."""
        mine, self._hands = frozenset(players), self._hands + 1
        for table in [one for one, (_, at) in self._last.items() if self._hands - at > FORGOTTEN]:
            del self._last[table]
        shared = {
            table: len(mine & there) / max(len(mine), len(there))
            for table, (there, _) in self._last.items()
        }
        best = max(shared, key=lambda one: shared[one], default="")
        if not best or shared[best] < SAME:
            best = f"table {self._hands}"
        self._last[best] = mine, self._hands
        return best


def rewritten(hand: str, tables: TableNames) -> str:
    """A hand with stacks and a table, as PHH."""
    fields = dict(re.findall(r"^(\w+) = (.*)$", hand, re.M))
    blinds = [in_cents(one) for one in re.findall(r"[\d.]+", fields["blinds_or_straddles"])]
    stacks = stacks_of(blinds, re.findall(r"'([^']*)'", fields["actions"]))
    amounts = ", ".join(f"{cents / 100:.2f}" for cents in stacks)
    name = tables.name(re.findall(r"'([^']*)'", fields["players"]))
    hand = re.sub(r"^starting_stacks = .*$", f"starting_stacks = [{amounts}]", hand, flags=re.M)
    return re.sub(r"^table = .*$", f"table = '{name}'", hand, flags=re.M)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="Give hands of unknown stacks stacks and tables.")
    parser.add_argument("archive", type=Path)
    parser.add_argument("--out", type=Path, required=True, help="a folder for the new files")
    parser.add_argument("--files", type=int, default=60, help="the first so many files")
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    tables = TableNames()
    for name, text in texts(asked.archive, asked.files):
        hands = re.split(r"\n(?=\[\d+\]\n)", text)
        (asked.out / name).write_text("\n".join(rewritten(hand, tables) for hand in hands))


if __name__ == "__main__":
    main()
