"""The ladder of the cast: what each wins heads-up from the others, as it was measured.

``python -m villain.arena.make_ladder`` measures it anew.
"""

import json
from functools import cache
from importlib.resources import files
from math import inf
from typing import Any, NamedTuple

import numpy as np

FILE = "ladder.json"
MOST_STARS = 5
SPREAD = 1.96
WIDEST = 100.0
"""Nobody has stars whose interval reaches farther than this: that would be luck."""


class Rung(NamedTuple):
    """What one of the cast wins from the average of the others, in big blinds a hundred hands.

    With its 95 % interval, the ``hands`` that were played, and how many of the others were ``met``.
    There are no ``stars`` as long as the interval is too wide.
    """

    agent: str
    mean: float
    low: float
    high: float
    hands: int
    met: int
    stars: int | None


@cache
def ladder() -> tuple[Rung, ...]:
    """The cast from the best to the worst."""
    text = files("villain.arena").joinpath(FILE).read_text(encoding="utf-8")
    return rungs(json.loads(text)["pairs"])


def rungs(pairs: list[dict[str, Any]]) -> tuple[Rung, ...]:
    """The ladder from the results of pairs: what the first of two ``won`` in each deal.

    What somebody wins from another is taken to be the difference of two strengths, fitted to all
    deals by least squares, so that not everybody need have met everybody. The interval is from the
    spread of the deals about the means of their pairs. Stars go by place among those who are known
    well enough, so that as many have one as have five.

    >>> [(one.agent, round(one.mean), one.stars) for one in rungs([
    ...     {"agents": ["call", "fold"], "won": [0.5, 1.0, 0.75, 0.75]}])]
    [('call', 75, 5), ('fold', -75, 1)]
    """
    names = list(dict.fromkeys(name for pair in pairs for name in pair["agents"]))
    design, means = np.zeros((len(pairs), len(names))), np.zeros(len(pairs))
    deals = np.array([len(pair["won"]) for pair in pairs])
    for row, pair in enumerate(pairs):
        first, second = map(names.index, pair["agents"])
        design[row, first], design[row, second] = 1.0, -1.0
        means[row] = 100 * np.mean(pair["won"])
    squares = sum(float(np.var(pair["won"])) * len(pair["won"]) for pair in pairs) * 100**2
    freedom = int((deals - 1).sum())
    inverse = np.linalg.pinv((design.T * deals) @ design)
    strengths = inverse @ (design.T * deals) @ means  # they sum to nothing
    others = len(names) / (len(names) - 1)
    reaches = SPREAD * others * np.sqrt(np.diag(inverse) * (squares / freedom if freedom else inf))
    rows = [np.flatnonzero(design[:, place]) for place in range(len(names))]
    order = np.argsort(-strengths, kind="stable").tolist()
    known = [at for at in order if reaches[at] <= WIDEST]
    return tuple(
        Rung(
            names[at],
            float(others * strengths[at]),
            float(others * strengths[at] - reaches[at]),
            float(others * strengths[at] + reaches[at]),
            2 * int(deals[rows[at]].sum()),
            len(rows[at]),
            _stars(known.index(at) / max(len(known) - 1, 1)) if at in known else None,
        )
        for at in order
    )


def _stars(below: float) -> int:
    """Five at the top, one at the bottom."""
    return MOST_STARS - round(below * (MOST_STARS - 1))
