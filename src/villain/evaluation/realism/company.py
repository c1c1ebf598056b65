"""Company for a clone: persons who play as those did whom the player sat with.

How often somebody raises depends on who sits there, and people of one site play unlike those of
another. So a chair gets a person who is known by what its owner did in hands before; whoever was
hardly seen there is replaced by one who was. Beyond the network all of them share a leaning, which
is brought to what they did.
"""

from collections.abc import Iterable, Sequence

import numpy as np

from villain.agents.agent import Agent
from villain.agents.registry import make_agent
from villain.evaluation.realism.rehearsing import Rehearser
from villain.game.hand import Hand
from villain.game.observation import Observation
from villain.game.public_state import PublicState
from villain.game.situation import Decision, decisions_in
from villain.models.crowd.network import crowd_network
from villain.models.crowd.person import KnownPlayer
from villain.models.crowd.reader import CrowdReader
from villain.models.crowd.whole_leaning import settle_all

LEAST_DECISIONS = 30
"""Somebody of whom fewer decisions were seen is replaced by one of whom more were."""

ANYBODY = "person"
"""The agent in a chair if nobody was seen so often."""


class Companion(Rehearser):
    """Somebody whom a reader knows by his name, in every hand the same."""

    def __init__(self, seed: int, reader: CrowdReader, name: str) -> None:
        super().__init__(seed)
        self._known_to, self._name = reader, name

    def _begin(self, seen: Observation) -> None:  # noqa: ARG002
        self._reader = self._known_to.clone()
        self._weights = self._answer = None


def company_of(
    owners: Iterable[str], before: Sequence[Hand], rng: np.random.Generator
) -> dict[str, Agent]:
    """A person for each of the owners of chairs, by hands that were played before."""
    decided = _decisions_in(before)
    seen = [name for name, own in decided.items() if len(own) >= LEAST_DECISIONS]
    names = list(dict.fromkeys(owners))
    if not seen:
        return {name: make_agent(ANYBODY, int(rng.integers(2**31))) for name in names}
    shares = np.array([len(decided[name]) for name in seen], np.float64)
    stand_ins = rng.choice(len(seen), len(names), p=shares / shares.sum())
    chosen = {
        name: name if len(decided.get(name, ())) >= LEAST_DECISIONS else seen[stand_in]
        for name, stand_in in zip(names, stand_ins, strict=True)
    }
    reader = _reader_of({name: decided[name] for name in chosen.values()})
    return {
        name: Companion(int(rng.integers(2**31)), reader, like) for name, like in chosen.items()
    }


def _decisions_in(hands: Iterable[Hand]) -> dict[str, list[Decision]]:
    decided: dict[str, list[Decision]] = {}
    for hand in hands:
        for decision in decisions_in(PublicState(hand.rules), hand.names, hand.events):
            if decision.situation.owed > 0 or decision.kind != "fold":  # else he leaves
                decided.setdefault(decision.name, []).append(decision)
    return decided


def _reader_of(decided: dict[str, list[Decision]]) -> CrowdReader:
    """A reader that knows some players by what they decided, and what they have in common."""
    network = crowd_network()
    reader = CrowdReader(players=len(decided))
    known, last = [], []
    for name, own in decided.items():
        player = KnownPlayer.of_decisions(network, own)
        known.append(reader.introduce(name, player))
        last += own[-len(player.rows) :]
    settle_all(reader, np.concatenate(known), last)
    return reader
