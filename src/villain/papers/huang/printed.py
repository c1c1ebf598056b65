"""The thesis's game, and what it prints of its matches in Table 5.1 and Figure 5.1 [huang]."""

from villain.game.presets import no_limit_holdem
from villain.game.rules import Rules

RULES: Rules = no_limit_holdem(2, stack=200)
"""Two players, a hundred big blinds each at the beginning of every hand."""

NAMES = {
    "huang:mc-random": "MC-Random",
    "huang:mc-self-model": "MC-Self-Model",
    "huang:no-model": "No-Model",
    "raise": "RaiseBot",
    "call": "CallBot",
}
"""Our agents, by the thesis's names."""

TABLE51: dict[tuple[str, str], float] = {
    ("MC-Random", "MC-Self-Model"): 3.5942,
    ("MC-Random", "No-Model"): 4.7398,
    ("MC-Random", "RaiseBot"): 14.1988,
    ("MC-Random", "CallBot"): 16.8359,
    ("MC-Self-Model", "No-Model"): 2.0839,
    ("MC-Self-Model", "RaiseBot"): 5.9154,
    ("MC-Self-Model", "CallBot"): 15.2184,
    ("No-Model", "RaiseBot"): -10.2261,
    ("No-Model", "CallBot"): 5.3785,
    ("RaiseBot", "CallBot"): 0.0,
}
"""Big blinds that the first won, said to be a hand; the table's other half has the other sign."""

PROFIT, DEVIATION, HANDS = 35_942, 4_813, 10_000
"""MC-Random's profit from MC-Self-Model in big blinds, its deviation, and the hands."""


def printed(one: str, other: str) -> float:
    """The thesis's number for one against another.

    >>> printed("CallBot", "No-Model")
    -5.3785
    """
    return TABLE51[one, other] if (one, other) in TABLE51 else 0.0 - TABLE51[other, one]
