"""The course of a session: winnings, the person's own statistics, and the last hands."""

from math import isfinite

from villain.hands.counting.statistics import STATISTICS
from villain.profiles.population import interval
from villain.web.messages import HandLine, Session, StatisticLine
from villain.web.table import PageTable

LAST = 50
"""So many of the last hands are listed."""


def session_of(table: PageTable) -> Session:
    """All that the session panel shows."""
    played = table.session
    return Session(
        hands=len(played),
        net=[round(hand.net, 3) for hand in played],
        expected=[round(hand.expected, 3) for hand in played],
        statistics=_statistics(table) if table.you is not None else [],
        last=[
            HandLine(
                hand=hand.number,
                name=f"{table.name}-{hand.number:06}",
                cards=list(hand.cards),
                board=list(hand.board),
                net=round(hand.net, 3),
                expected=round(hand.expected, 3),
            )
            for hand in reversed(played[-LAST:])
        ],
    )


def _statistics(table: PageTable) -> list[StatisticLine]:
    assert table.you is not None
    counts = table.counts[table.you].tolist()
    lines = []
    for place, statistic in enumerate(STATISTICS):
        done, chances = counts[2 * place : 2 * place + 2]
        if statistic.kind == "rate":
            rate, low, high = interval(done, chances)
        else:
            rate, low, high = done / chances if chances else float("nan"), None, None
        lines.append(
            StatisticLine(
                key=statistic.key,
                name=statistic.name,
                definition=statistic.definition,
                done=done,
                chances=chances,
                rate=rate if isfinite(rate) else None,
                low=low,
                high=high,
            )
        )
    return lines
