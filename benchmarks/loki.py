"""The table of loki's Figure 4, ten players of whom four model: hands a second on one core."""

from itertools import count

from benchmarks.comparison import Comparison, at_least, best_seconds, report
from villain.arena import Match, play_match
from villain.game import limit_holdem
from villain.papers.loki.self_play import TYPES

DEALS, ROUNDS = 100, 3
WANTED = 150


def compare() -> list[Comparison]:
    rules, seeds = limit_holdem(10), count(1)  # every round has other cards
    hands = [0, 0]

    def play(place: int, *, duplicate: bool) -> None:
        deals = DEALS if duplicate else 10 * DEALS
        match = Match(rules, TYPES * 2, deals, seed=next(seeds), duplicate=duplicate)
        hands[place] = play_match(match).hands

    seconds = best_seconds(
        lambda: play(0, duplicate=True), lambda: play(1, duplicate=False), rounds=ROUNDS
    )
    names = ("duplicate of ten seatings", "in one seating, where every board is new")
    return [
        at_least(f"hands a second, {name}", played / spent, WANTED, 1)
        for name, played, spent in zip(names, hands, seconds, strict=True)
    ]


if __name__ == "__main__":
    report(compare, __doc__)
