"""The pace at which agents' answers are shown, which says nothing of how long they thought.

How long an agent thinks may depend on its cards. So an answer waits for the next tick of the
table's pace, and nobody can see how long it was ready before that. How long it had to wait until it
could think depends on other tables alone, and is not paced.
"""

from math import ceil
from typing import NamedTuple


class Tempo(NamedTuple):
    """Seconds until an agent's answer is shown, between later ticks, and between two hands."""

    answer: float
    tick: float
    between: float


TEMPOS = {
    "calm": Tempo(1.5, 1.5, 4.0),
    "normal": Tempo(0.7, 0.7, 2.5),
    "quick": Tempo(0.2, 0.6, 1.2),
    # By then most answers are there, even those of huang:crowd, which often takes 0.05 s and more.
    "instant": Tempo(0.15, 0.3, 0.3),
}

UNPACED = Tempo(0.0, 0.0, 0.0)
"""Agents alone, at full speed: nobody plays who could learn from their time."""


def shown_after(thought: float, tempo: Tempo) -> float:
    """Seconds from when an agent began to think until its answer is shown, if it thought so long.

    >>> [shown_after(thought, TEMPOS["quick"]) for thought in (0.0, 0.19, 0.21, 0.59, 0.61)]
    [0.2, 0.2, 0.6, 0.6, 1.2]
    """
    if thought <= tempo.answer or not tempo.tick:
        return tempo.answer
    return tempo.tick * ceil(thought / tempo.tick)
