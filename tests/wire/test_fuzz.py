"""Many short matches with clients that misbehave at random: no hang, no lost line."""

import asyncio
from collections import Counter

import numpy as np
import pytest

from tests.wire.clients import BEHAVIOURS
from tests.wire.own_time import run
from tests.wire.test_sockets import play
from villain.wire.setup import TimeLimits

CLIENTS = ("agent", "agent", "absent", "stranger", *BEHAVIOURS)
SHORT = TimeLimits(response=0.2, hand=1.0, average=1.0)
AT_ONCE = 20


async def play_many(matches: int, seed: int) -> Counter[str]:
    """Play matches, some at a time; their ends, counted."""
    rng = np.random.default_rng(seed)
    drawn = rng.integers(len(CLIENTS), size=(matches, 2))
    room = asyncio.Semaphore(AT_ONCE)
    accidents: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, what: accidents.append(what))

    async def one(number: int) -> str:
        async with room:
            clients = [CLIENTS[how] for how in drawn[number]]
            outcome, _ = await play(*clients, hands=3, seed=seed + number, wait=0.3, limits=SHORT)
            return " ".join(word for word in outcome.stopped.split() if word.isalpha())

    ends = Counter(await asyncio.gather(*map(one, range(matches))))
    assert accidents == []
    return ends


@pytest.mark.parametrize("matches", [100, pytest.param(1000, marks=pytest.mark.slow)])
def test_matches_with_misbehaving_clients(matches: int) -> None:
    ends = run(play_many(matches, seed=matches))
    assert ends.total() == matches
    assert len(ends) > 5  # they end in all the ways there are
