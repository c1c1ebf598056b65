"""The table of loki's Figure 4, ten players of whom four model: hands a second on one core."""

from benchmarks.comparison import Comparison, report
from villain.arena import Match, play_match
from villain.game import limit_holdem
from villain.papers.loki.self_play import TYPES

DEALS = 300
WANTED = 150


def compare() -> list[Comparison]:
    rules = limit_holdem(10)
    play_match(Match(rules, TYPES * 2, 20))  # compiles, and loads the flop table
    result = play_match(Match(rules, TYPES * 2, DEALS, seed=1))
    plain = play_match(Match(rules, TYPES * 2, DEALS, seed=2, duplicate=False))
    duplicate, alone = (found.hands / found.seconds for found in (result, plain))
    return [
        Comparison(
            "hands a second, duplicate of ten seatings",
            f"{duplicate:,.0f}",
            f"{WANTED}",
            duplicate / WANTED,
            "at least 1",
            duplicate >= WANTED,
        ),
        Comparison(
            "the same in one seating, where every board is new",
            f"{alone:,.0f}",
            f"{WANTED}",
            alone / WANTED,
            "at least 1",
            alone >= WANTED,
        ),
    ]


if __name__ == "__main__":
    report(compare, __doc__)
