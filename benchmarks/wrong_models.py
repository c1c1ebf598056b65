"""What `villain` loses by a model that is wrong on purpose, beside the risk that it states.

    python -m benchmarks.wrong_models --matches 4 --seed 72 --workers 2 --keep wrong.jsonl
    python -m benchmarks.wrong_models --models frozen,other --against barreler --json
    python -m benchmarks.wrong_models --teacher --hands 260 --matches 8 --seed 73 --json

The design, before any result was seen. The model is ``reversed`` (he is believed to do with his
weakest holdings what he does with his strongest), ``shuffled`` (the next kind of action),
``frozen`` (it never learns) or of an ``other`` player; all else is `villain` at ``auto``, so the
evidence that it counts grows as always, and only its own doubt can save it. Matches begin with a
stranger and are played as in ``benchmarks.risk``. *Loses* is what ``dial=0`` won more with the same
chance; against `equilibrium` that is what the wrong one lost. *States* is the risk that
``standing()`` tells at the end of a match. The risk is kept where the interval of *loses* less
*states*, over matches, does not lie above zero; where it holds zero, nothing is certain. *Halved*
is the number of hands until less than half of the trust is left, as a median over matches.

With ``--teacher`` the model is the right one, and the opponent the gauntlet's teacher: it lets
itself be bluffed for two hundred hands and punishes from then on. Counted are the hands from that
change until the dial stands at half of where it stood, or lower; a match ends there, or after
``--hands`` in all.
"""

import argparse
import json
import sys
from typing import Any

import numpy as np

from benchmarks.told_matches.matches import Played, ToldMatch, run
from benchmarks.told_matches.options import as_mbb, in_mbb, names_in, parser_of, show
from benchmarks.told_matches.results import compared, matches_of, rate_over, units_of
from benchmarks.told_matches.subjects import WRONGLY
from benchmarks.told_matches.wrong_models import WRONG
from villain.errors import VillainError

BESIDE, SELF = "villain:dial=0", "equilibrium"
OPPONENTS = (SELF, "tight_aggressive", "barreler")
TEACHER, LESSONS = "teacher", 200


def main() -> int:
    """Play, and print what was lost."""
    parser = parser_of("wrong_models", __doc__)
    parser.add_argument("--models", default=",".join(WRONG), help="with commas between")
    parser.add_argument("--against", default=",".join(OPPONENTS), help="with commas between")
    parser.add_argument("--teacher", action="store_true", help="the dial after a change")
    options = parser.parse_args()
    try:
        return _teacher(options) if options.teacher else _wrong(options)
    except VillainError as error:
        print(error, file=sys.stderr)
        return 2


def _wrong(options: argparse.Namespace) -> int:
    subjects = [WRONGLY + name for name in names_in(options.models)]
    opponents = names_in(options.against)
    pairs = [(one, other) for other in opponents for one in subjects]
    pairs += [(BESIDE, other) for other in opponents if other != SELF]
    units = units_of(pairs, options.seed, options.hands, options.matches)
    played = run(units, workers=options.workers, keep=options.keep, minutes=options.minutes)
    rows = {(one, other): losses(played, one, other) for other in opponents for one in subjects}
    if options.json:
        print(
            json.dumps(
                [{"model": one, "against": other} | row for (one, other), row in rows.items()]
            )
        )
        return 0
    cells = [
        [one, other, str(row["matches"])]
        + [str(row["shown"][name]) for name in ("loses", "states", "beyond")]
        + [f"{row['dial_at_end']:.2f}", str(row["halved"])]
        for (one, other), row in rows.items()
    ]
    titles = ["model", "against", "matches", "loses, mbb", "states", "loses less states"]
    show([*titles, "dial at end", "halved"], cells)
    return 0


def losses(played: Played, subject: str, opponent: str) -> dict[str, Any]:
    """What a subject loses beside the dial at 0, and what it states."""
    matches, more = compared(played, subject, opponent, None if opponent == SELF else BESIDE)
    lost = -more.mean(axis=1) if matches else np.zeros(0)
    states = np.array([match.risk for match in matches])
    rates = {
        name: rate_over(x)
        for name, x in zip(
            ("loses", "states", "beyond"), (lost, states, lost - states), strict=True
        )
    }
    halved = [hands_until_doubted(match) for match in matches]
    return {
        "matches": len(matches),
        "shown": {name: in_mbb(one) for name, one in rates.items()},
        "rates": {name: as_mbb(one) for name, one in rates.items()},
        "dial_at_end": float(np.mean([match.dials[-1] for match in matches])) if matches else None,
        "halved": float(np.median(halved)) if np.isfinite(np.median(halved or [np.inf])) else None,
    }


def hands_until_doubted(match: ToldMatch) -> float:
    """Hands until less than half of the trust is left; infinite if that never happens."""
    doubted = np.flatnonzero(match.trust < 0.5)
    return float(doubted[0] + 1) if len(doubted) else float("inf")


def hands_until_halved(match: ToldMatch, change: int) -> float:
    """Hands after the first ``change`` until the dial is at half of what it was, or lower."""
    if len(match.dials) <= change:
        return float("inf")
    halved = np.flatnonzero(match.dials[change:] <= match.dials[change - 1] / 2)
    return float(halved[0] + 1) if len(halved) else float("inf")


def _teacher(options: argparse.Namespace) -> int:
    if options.hands <= LESSONS:
        raise VillainError(f"--hands {options.hands}; the teacher changes after {LESSONS}")
    units = units_of([("villain", TEACHER)], options.seed, options.hands, options.matches)
    played = run(
        units,
        workers=options.workers,
        keep=options.keep,
        minutes=options.minutes,
        until_halved_after=LESSONS,
    )
    matches = matches_of(played, "villain", TEACHER)
    hands = {number: hands_until_halved(one, LESSONS) for number, one in matches.items()}
    rows = {
        number: {
            "dial_before": float(one.dials[LESSONS - 1]),
            "dial_at_end": float(one.dials[-1]),
            "trust_at_end": float(one.trust[-1]),
            "hands_until_halved": hands[number] if np.isfinite(hands[number]) else None,
            "hands_played_after": len(one.dials) - LESSONS,
            "won_after": float(one.wins[LESSONS:].mean()),
        }
        for number, one in matches.items()
    }
    within = sum(count <= 20 for count in hands.values())
    if options.json:
        print(json.dumps({"matches": rows, "within_twenty": within}, indent=2))
        return 0
    titles = ["match", "dial before", "dial at end", "trust at end", "hands until halved", "won"]
    cells = []
    for number, row in rows.items():
        parts = [f"{row[name]:.2f}" for name in ("dial_before", "dial_at_end", "trust_at_end")]
        cells.append([str(number), *parts, f"{hands[number]:.0f}", f"{row['won_after']:+.2f}"])
    show(titles, cells)
    counts = np.sort(list(hands.values()))
    print(f"within twenty hands: {within} of {len(counts)}; median {np.median(counts):.0f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
