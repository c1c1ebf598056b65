"""Logs of matches: one to look at, and what every log has, whatever the clients do."""

from fractions import Fraction

from tests.wire.own_time import run
from villain.hands.formats.acpc import FORMAT
from villain.hands.formats.format import read_hand
from villain.wire.dealer import Dealer
from villain.wire.guest import Guest
from villain.wire.match_log import MatchLog, MatchOutcome
from villain.wire.setup import Setup, find_rules


class AtHand:
    """An agent of ours on a seat, without a socket."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        self.curious = True
        self._answer = ""

    def send(self, line: str) -> None:
        self._answer = self.guest.hear(line)

    async def next_line(self, until: float | None = None) -> str | None:  # noqa: ARG002
        return self._answer


def log_of(game: str, hands: int, players: int = 2) -> tuple[str, dict[str, Fraction]]:
    """The log of a match that agents play at random, and what everybody won."""
    rules = find_rules(game, players)
    setup = Setup(rules, ("Ann", "Ben", "Cid")[: rules.players], hands, 5)
    text: list[str] = []
    seats = [AtHand(Guest("random", seed=player)) for player in range(rules.players)]
    outcome = run(Dealer(setup, seats, MatchLog(setup, [text.append])).play())
    return "".join(text), dict(zip(setup.names, outcome.score, strict=True))


def check_log(text: str, outcome: MatchOutcome) -> None:
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
