"""What `villain` wins from people more than `equilibrium` does, in the same seats.

    python -m benchmarks.told_matches.clones --store ~/poker --players 15 --out clones.pickle
    python -m benchmarks.people_in_money --clones clones.pickle --matches 2 --seed 74 --workers 2
    python -m benchmarks.people_in_money --hands 200 --keep people.jsonl --json

The design, before any result was seen. Each of some people, clones of real players or persons that
the network made up (of each style another one in each match), plays matches with `villain`, who
does not know them and learns from hand to hand, and with `equilibrium`, with the same chance;
nobody is dealt cards, as in ``benchmarks.risk``, and what luck explains of the difference is taken
out. Each of the people is one number, the mean over his matches, and the interval is over people:
it says how `villain` does against others of their kind. ``first`` and ``later`` are the halves of
each match.
"""

import json
import sys
from pathlib import Path

import numpy as np

from benchmarks.told_matches.clones import clones_in
from benchmarks.told_matches.matches import run
from benchmarks.told_matches.options import as_mbb, in_mbb, parser_of, show
from benchmarks.told_matches.results import cleared, matches_of, rate_over, units_of
from benchmarks.told_matches.subjects import CLONE
from villain.errors import VillainError
from villain.kernels.arrays import FloatArray
from villain.models.crowd.people import STYLES

SUBJECT, BESIDE = "villain", "equilibrium"


def main() -> int:
    """Play, and print what `villain` won more from each."""
    parser = parser_of("people_in_money", __doc__)
    parser.add_argument("--clones", type=Path, help="a file of clones; made-up persons without it")
    parser.add_argument("--people", type=int, help="at most so many of the file")
    options = parser.parse_args()
    try:
        people = people_named(options.clones, options.people)
        pairs = [(one, other) for other in people for one in (SUBJECT, BESIDE)]
        units = units_of(pairs, options.seed, options.hands, options.matches)
        played = run(units, workers=options.workers, keep=options.keep, minutes=options.minutes)
    except VillainError as error:
        print(error, file=sys.stderr)
        return 2
    one = {who: matches_of(played, SUBJECT, who) for who in people}
    other = {who: matches_of(played, BESIDE, who) for who in people}
    places = [(who, number) for who in people for number in sorted(set(one[who]) & set(other[who]))]
    if not places:
        print("nothing was played yet by both", file=sys.stderr)
        return 1
    more = cleared([one[who][n] for who, n in places], [other[who][n] for who, n in places])
    half = more.shape[1] // 2
    names = [name_of(*place) for place in places]
    rates = {
        name: rate_over(np.array(list(by_person(names, part.mean(axis=1)).values())))
        for name, part in (("all", more), ("first", more[:, :half]), ("later", more[:, half:]))
    }
    means = by_person(names, more.mean(axis=1))
    if options.json:
        each = {who: 1000 * mean for who, mean in means.items()}
        print(json.dumps({name: as_mbb(rate) for name, rate in rates.items()} | {"each": each}))
        return 0
    rows = [[who, f"{1000 * mean:+.0f}"] for who, mean in means.items()]
    rows += [[f"{name} hands", in_mbb(rate)] for name, rate in rates.items()]
    show(["against", "mbb a hand more than equilibrium"], rows)
    return 0


def people_named(clones: Path | None, most: int | None) -> list[str]:
    """Whom to play: the clones of a file, or somebody of each style."""
    if clones is None:
        return [f"person:style={style}" for style in STYLES]
    count = clones_in(clones)
    return [f"{CLONE}{number}@{clones}" for number in range(min(most or count, count))]


def name_of(opponent: str, match: int) -> str:
    """Who somebody is: a clone is the same in every match, a made-up person is not.

    >>> name_of("clone:3@clones.pickle", 1), name_of("person:style=nit", 1)
    ('clone:3', 'person:style=nit 1')
    """
    if opponent.startswith(CLONE):
        return opponent.partition("@")[0]
    return f"{opponent} {match}"


def by_person(names: list[str], means: FloatArray) -> dict[str, float]:
    """The mean of each of the people over his matches, in the order in which they come.

    >>> by_person(["Ann", "Bob", "Ann"], np.array([1.0, 2.0, 3.0]))
    {'Ann': 2.0, 'Bob': 2.0}
    """
    mine = {who: [place for place, one in enumerate(names) if one == who] for who in names}
    return {who: float(means[places].mean()) for who, places in mine.items()}


if __name__ == "__main__":
    sys.exit(main())
