"""The same match in memory and over sockets on our dealer [sander]."""

from dataclasses import dataclass

from villain.arena.match import Match, play_match
from villain.papers.report import Section
from villain.registry import name_of
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


def sockets_section(found: list[Twice]) -> Section:
    """Both results, and whether every hand came out alike."""
    return Section(
        "The first deals of the same matches over sockets",
        ("match", "hands", "in memory", "over sockets", "every hand the same"),
        tuple(
            (
                " - ".join(map(name_of, one.match.agents)),
                f"{len(one.match.seatings) * one.match.deals:,}",
                f"{one.in_memory:+,} chips",
                f"{one.over_sockets:+,} chips",
                "yes" if one.same else "no",
            )
            for one in found
        ),
    )
