"""What every log has, whatever the clients do."""

from fractions import Fraction

from villain.histories.formats.acpc import FORMAT
from villain.histories.formats.format import read_hand
from villain.wire.dealer import Outcome


def check_log(text: str, outcome: Outcome) -> None:
    """All hands from the first on, each by the rules, their sum, and why there are no more."""
    setup = outcome.setup
    *lines, last = text.splitlines()
    states = [line for line in lines if not line.startswith("#")]
    assert [line.split(":")[1] for line in states] == list(map(str, range(len(states))))
    assert len(states) == len(outcome.payoffs)
    assert (len(states) == setup.hands) == (outcome.stopped == "")
    if outcome.stopped:
        assert lines[-1] == f"# the match was stopped: {outcome.stopped}"
    total = dict.fromkeys(setup.names, Fraction(0))
    for line in states:
        _, _, _, _, values, names = line.split(":")
        read_hand(FORMAT, line, "holdem.limit.2p.reverse_blinds")
        for name, value in zip(names.split("|"), values.split("|"), strict=True):
            total[name] += Fraction(value)
    score, values, names = last.split(":")
    assert score == "SCORE"
    assert names == "|".join(setup.names)
    assert [Fraction(value) for value in values.split("|")] == [total[name] for name in setup.names]
