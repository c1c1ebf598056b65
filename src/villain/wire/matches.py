"""A match of ours on sockets, all in this process: it gives what it gives in memory."""

import asyncio

import numpy as np
import numpy.typing as npt

from villain.arena.match import Match
from villain.arena.seating import at_table
from villain.errors import VillainError
from villain.game.chance import agent_seed
from villain.wire.client import play_at
from villain.wire.guest import Guest
from villain.wire.match_log import MatchLog, MatchOutcome
from villain.wire.setup import Setup, TimeLimits
from villain.wire.sockets import LOOPBACK, deal_on_sockets

NO_HURRY = TimeLimits(600.0, 600.0, 600.0)
"""Nobody is late at a table of ours, not even while code is compiled; but nobody hangs for ever."""


def play_over_sockets(match: Match) -> npt.NDArray[np.int64]:
    """Chips won by replay, deal and participant: the ``payoffs`` of ``play_match``.

    >>> from villain.arena import play_match
    >>> from villain.game import limit_holdem
    >>> match = Match(limit_holdem(2), ("call", "raise"), deals=20, seed=7)
    >>> bool((play_over_sockets(match) == play_match(match).payoffs).all())
    True
    """
    replays = []
    for replay in range(len(match.seatings)):
        outcome = asyncio.run(play_replay(match, replay))
        if outcome.stopped:
            raise VillainError(f"replay {replay} was stopped: {outcome.stopped}")
        replays.append(outcome.payoffs)
    return np.array(replays, np.int64)


async def play_replay(match: Match, replay: int = 0) -> MatchOutcome:
    """One replay of a match, with the cards and seeds of the match."""
    setup = Setup(match.rules, match.names, match.deals, match.seed, NO_HURRY)
    seating = match.seatings[replay]
    clients: list[asyncio.Task[None]] = []

    def seat_guests(ports: tuple[int, ...]) -> None:
        for who, (spec, port) in enumerate(zip(match.agents, ports, strict=True)):
            seed = agent_seed(match.seed, replay, who)
            guest = Guest(spec, rules=match.rules, seed=seed)
            clients.append(asyncio.ensure_future(play_at(LOOPBACK, port, guest)))

    try:
        return await deal_on_sockets(
            setup,
            MatchLog(setup),
            announce=seat_guests,
            seating=lambda number: at_table(seating, number),
        )
    finally:
        await asyncio.gather(*clients)
