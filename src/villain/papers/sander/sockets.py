"""The same match in memory and over sockets on our dealer [sander]."""

from dataclasses import dataclass

from villain.arena.match import Match, play_match
from villain.papers.report import Section
from villain.wire.matches import play_over_sockets


@dataclass(frozen=True)
class Twice:
    """A match that was played both ways: what the first agent won in chips, and if all agrees."""

    match: Match
    in_memory: int
    over_sockets: int
    same: bool


def play_twice(match: Match) -> Twice:
    """Play a match in memory, then its every replay on sockets."""
    one, other = play_match(match).payoffs, play_over_sockets(match)
    won, won_there = (int(payoffs[:, :, 0].sum()) for payoffs in (one, other))
    return Twice(match, won, won_there, bool((one == other).all()))


def sockets_section(found: Twice) -> Section:
    """Both results, and whether every hand came out alike."""
    match = found.match
    return Section(
        "The same match over sockets",
        ("match", "hands", "in memory", "over sockets", "every hand the same"),
        (
            (
                " - ".join(match.agents),
                f"{len(match.seatings) * match.deals:,}",
                f"{found.in_memory:+,} chips",
                f"{found.over_sockets:+,} chips",
                "yes" if found.same else "no",
            ),
        ),
    )
