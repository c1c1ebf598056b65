"""Hands as there are more of them, and more players: one after the other, and many at once.

Both play callers in a match that is not duplicate, limit hold'em, in processor time of one core.
"""

from collections.abc import Callable, Iterator

from benchmarks.comparison import best_seconds
from villain.agents.blind import Caller
from villain.arena import Match, play_match
from villain.game import Action, Observation, limit_holdem

IN_TURN = (10, 100, 1_000, 10_000, 100_000)
AT_ONCE = (*IN_TURN, 1_000_000)
PLAYERS = tuple(range(2, 11))
OF_MANY = {"one after the other": 1_000, "many at once": 30_000}
"""The hands that are played for each number of players."""

ROUNDS = 3


class InTurn(Caller):
    """A caller that a match asks for one hand after the other."""

    def act(self, seen: Observation) -> Action:
        """Call."""
        return super().act(seen)


WAYS: dict[str, tuple[type[Caller], tuple[int, ...]]] = {
    "one after the other": (InTurn, IN_TURN),
    "many at once": (Caller, AT_ONCE),
}


def match(caller: type[Caller], players: int, hands: int) -> Callable[[], object]:
    """A match of callers."""
    table = Match(limit_holdem(players), (caller,) * players, hands, seed=7, duplicate=False)
    return lambda: play_match(table)


def by_hands(most: int) -> Iterator[dict[str, float | str]]:
    """Hands a second, two players, as matches become longer."""
    for name, (caller, lengths) in WAYS.items():
        for hands in lengths:
            if hands <= most:
                rounds = 1 if hands > 10_000 else ROUNDS
                [seconds] = best_seconds(match(caller, 2, hands), rounds=rounds)
                yield {"way": name, "hands": hands, "a second": hands / seconds}


def by_players() -> Iterator[dict[str, float | str]]:
    """Hands and actions a second as tables become larger."""
    for players in PLAYERS:
        ways = [match(caller, players, OF_MANY[name]) for name, (caller, _) in WAYS.items()]
        for name, seconds in zip(WAYS, best_seconds(*ways, rounds=ROUNDS), strict=True):
            yield {"way": name, "players": players, "a second": OF_MANY[name] / seconds}
