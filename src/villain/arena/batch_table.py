"""Playing many hands at once: asking the agents for all hands in which it is their turn."""

from collections.abc import Sequence

import numpy as np

from villain.agents.batch_agent import BatchAgent
from villain.errors import VillainError
from villain.game.batch import HandBatch
from villain.game.batch_input import whole_numbers
from villain.game.batch_observation import CALLS
from villain.kernels.arrays import CountArray


def play_batch(batch: HandBatch, agents: Sequence[BatchAgent]) -> CountArray:
    """Play every hand of a batch to its end; what everybody won, by hand and agent.

    The agents are those whose names the batch has.

    >>> from villain.agents import make_agent
    >>> from villain.agents.batch_agent import in_batches
    >>> from villain.game import no_limit_holdem
    >>> agents = [in_batches(make_agent(name)) for name in ("random", "fold")]
    >>> batch = HandBatch.shuffled(no_limit_holdem(2), 1000, np.random.default_rng(1))
    >>> payoffs = play_batch(batch, agents)
    >>> payoffs.shape, payoffs.sum(axis=1).any()
    ((1000, 2), np.False_)
    """
    if len(agents) != len(batch.names):
        raise VillainError(f"{len(agents)} agents; the batch has {len(batch.names)} players")
    seat = batch.seat
    while not batch.over.all():
        kinds, to = np.full(len(batch), CALLS), np.zeros(len(batch), np.int64)
        playing = np.flatnonzero(~batch.over)
        turn = batch.seated[playing, seat[playing]]
        for number, agent in enumerate(agents):
            hands = playing[turn == number]
            if len(hands):
                answer = agent.act_in_all(batch.observation(hands, seat[hands]))
                kinds[hands] = whole_numbers("kinds", answer.kinds, hands.shape)
                to[hands] = whole_numbers("to", answer.to, hands.shape)
        batch.act(kinds, to)
        seat = batch.seat
    payoffs = np.zeros((len(batch), len(agents)), np.int64)
    rows = np.arange(len(batch))[:, None]
    np.add.at(payoffs, (rows, batch.seated), batch.payoffs)
    for number, agent in enumerate(agents):
        agent.watch_all(batch.observation(*np.nonzero(batch.seated == number)))
    return payoffs
