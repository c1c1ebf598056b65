"""The paper's printed numbers, and the opponents of the experiments here [sander]."""

STREETS = ("pre-flop", "flop", "turn", "river")
RIVER = 3

THEIR_ERRORS = (0.01, 0.02, 0.03, 0.06)
"""The mean squared error by street, of the specific opponent model."""

THEIR_ACTUAL = ((0.5, 0.01), (0.5, 0.02), (0.5, 0.04), (0.49, 0.07))
THEIR_PREDICTED = ((0.5, 0.0), (0.5, 0.0), (0.49, 0.01), (0.49, 0.02))
"""Mean and variance of strength by street."""

BASELINE = "sander:baseline"
SWEEP = (0.4, 0.5, 0.65)
"""The aggression factors of the opponents: aggressive, the paper's, conservative."""

EVERY = 50
ALTERNATING = f"sander:alternating:aggression={SWEEP[-1]},other={SWEEP[0]},every={EVERY}"
"""Conservative for 50 hands, then aggressive for as many, and so on."""

TELLING = f"{BASELINE}:size=0.5,large=1.5"
"""In no-limit, one who raises by more with a better hand."""

HOME = (
    "The general memory was trained on baseline players whose aggression factor was drawn anew for "
    "every hand from 0.35 to 0.75. The opponents here were dealt other cards, but are of the same "
    "family and lie inside that span, so that GOM and S+GOM are at home here. SOM has no such "
    "advantage."
)


def swept() -> dict[str, str]:
    """The opponents, by what they are called in a table.

    >>> list(swept().items())[0]
    ('0.4', 'sander:baseline:aggression=0.4')
    """
    return {f"{one:g}": f"{BASELINE}:aggression={one:g}" for one in SWEEP}


def short(model: str) -> str:
    """A memory's name in a table, where there is little room.

    >>> short("memory:s+gom-both"), short("generic")
    ('s+gom-both', 'generic')
    """
    return model.removeprefix("memory:")
