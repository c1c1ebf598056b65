"""What `villain` loses by not playing equilibrium, to those who make the most of it.

    python -m benchmarks.risk --matches 4 --seed 71 --workers 2 --keep risk.jsonl
    python -m benchmarks.risk --against lbr:fcpa --hands 100 --minutes 8 --json

The design, before any result was seen. The question: is `villain` at ``auto`` worse than at
``dial=0`` by more than 100 mbb a hand, at the end of the 95 % interval, against `equilibrium`, and
against local best response with fold and call (``lbr:fc``) and with the pot and all-in too
(``lbr:fcpa``)? A match begins with a stranger, since what `villain` does away from equilibrium
depends on what it has learned; local best response knows its range and its answers as they are at
that moment, in every hand. Nobody is dealt cards: actions and boards are drawn from both ranges,
with the same chance for `villain` and ``dial=0`` in the match of the same number, ends count by the
mean over both ranges, and what luck explains of the difference is taken out. Against `equilibrium`
``dial=0`` is not played: it is the same player, both have the button by turns, and so it wins
nothing on average; the difference is what `villain` wins. Each match is one number, and the
interval is over matches. ``all`` are all of its hands, ``later`` the second half, where the dial
stands higher. As many matches as are asked for are played; nothing is stopped by what is seen.
"""

import json
import sys
from math import isfinite

import numpy as np

from benchmarks.told_matches.matches import Played, run
from benchmarks.told_matches.options import as_mbb, in_mbb, names_in, parser_of, show
from benchmarks.told_matches.results import compared, rate_over, units_of
from villain.arena.statistics import Rate
from villain.errors import VillainError

SUBJECT, BESIDE = "villain", "villain:dial=0"
SELF = "equilibrium"
OPPONENTS = (SELF, "lbr:fc", "lbr:fcpa")


def main() -> int:
    """Play, and print what `villain` won more than equilibrium would have."""
    parser = parser_of("risk", __doc__)
    parser.add_argument("--against", default=",".join(OPPONENTS), help="with commas between")
    parser.add_argument("--subject", default=SUBJECT)
    options = parser.parse_args()
    opponents = names_in(options.against)
    pairs = [pair for one in opponents for pair in _pairs(options.subject, one)]
    units = units_of(pairs, options.seed, options.hands, options.matches)
    try:
        played = run(units, workers=options.workers, keep=options.keep, minutes=options.minutes)
    except VillainError as error:
        print(error, file=sys.stderr)
        return 2
    rows = {one: line(played, options.subject, one) for one in opponents}
    if options.json:
        print(json.dumps({one: _as_dict(*row) for one, row in rows.items()}, indent=2))
        return 0
    titles = ["against", "matches", "all: mbb more than dial=0", "later", "dial", "stated risk"]
    show(titles, [[one, *_cells(*row)] for one, row in rows.items()])
    return 0


def _pairs(subject: str, opponent: str) -> list[tuple[str, str]]:
    pairs = [(subject, opponent)]
    return pairs if opponent == SELF else [*pairs, (BESIDE, opponent)]


def line(played: Played, subject: str, opponent: str) -> tuple[int, Rate, Rate, float, Rate]:
    """Matches, differences in all hands and in the later ones, the dial there, the stated risk."""
    beside = None if opponent == SELF else BESIDE
    matches, more = compared(played, subject, opponent, beside)
    if not matches:
        nothing = rate_over(np.zeros(0))
        return 0, nothing, nothing, float("nan"), nothing
    half = more.shape[1] // 2
    dial = float(np.mean([match.dials[half:] for match in matches]))
    risk = rate_over(np.array([match.risk for match in matches]))
    return (
        len(matches),
        rate_over(more.mean(axis=1)),
        rate_over(more[:, half:].mean(axis=1)),
        dial,
        risk,
    )


def _cells(matches: int, whole: Rate, later: Rate, dial: float, risk: Rate) -> list[str]:
    return [str(matches), in_mbb(whole), in_mbb(later), f"{dial:.2f}", f"{1000 * risk.mean:.0f}"]


def _as_dict(matches: int, whole: Rate, later: Rate, dial: float, risk: Rate) -> dict[str, object]:
    rates = {"all": as_mbb(whole), "later": as_mbb(later), "stated_risk": as_mbb(risk)}
    return {"matches": matches, "dial": dial if isfinite(dial) else None, **rates}


if __name__ == "__main__":
    sys.exit(main())
